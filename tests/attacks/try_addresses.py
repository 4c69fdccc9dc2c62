"""A guest pretends to be many, or has many addresses, to get more than a fair share."""

from __future__ import annotations

import itertools
from collections.abc import Iterator

import aiohttp
from multidict import CIMultiDict

from tests.attacks.attack import Effort, Outcome, attack
from tests.server.answers import NEW, call
from tests.server.sites import Inside, inside, quick, roomy

SHARE = 3
"""Tables one address may open in an hour."""
LINE = "X-Forwarded-For"


async def _open(site: Inside, headers: CIMultiDict[str]) -> int:
    answer = await call(site, "POST", "/api/tables", json=NEW, headers=headers)
    return answer.status


def _disguises() -> Iterator[CIMultiDict[str]]:
    """Yield headers as a proxy would pass them on from one and the same household."""
    for number in itertools.count(1):
        low, high = number % 250, number // 250
        yield CIMultiDict([(LINE, f"198.51.{high}.{low}"), (LINE, "203.0.113.9")])
        yield CIMultiDict([(LINE, f"2001:db8:0:1:{number:x}::{low:x}")])
        yield CIMultiDict([(LINE, f"198.51.{high}.{low}, 203.0.113.9")])
        yield CIMultiDict([(LINE, "::ffff:203.0.113.9")])


@attack("one household has one share, however it is written", small=60, full=2000)
async def open_tables_under_many_addresses(effort: Effort) -> Outcome:
    config = quick(effort.folder / "many.db", limits=roomy(new_tables=SHARE), behind_proxy=True)
    async with inside(config) as site:
        tried = itertools.islice(_disguises(), effort.tries)
        opened = [await _open(site, headers) for headers in tried].count(201)
    households = 2
    extra = max(0, opened - households * SHARE)
    return Outcome(effort.tries, extra, f"{opened} tables opened, {households * SHARE} are due")


@attack("tables that nobody visits do not keep others from opening one", small=50, full=1000)
async def fill_the_house_with_empty_tables(effort: Effort) -> Outcome:
    limits = roomy(new_tables=SHARE, tables=effort.tries)
    async with inside(quick(effort.folder / "full.db", limits=limits, behind_proxy=True)) as site:
        for number in range(effort.tries):
            headers = CIMultiDict([(LINE, f"198.51.{number // 250}.{number % 250}")])
            try:
                await _open(site, headers)
            except aiohttp.ClientError:
                break
        site.later(60)
        guest = CIMultiDict([(LINE, "203.0.113.9")])
        refused = await _open(site, guest) != 201
    told = f"{effort.tries} tables from as many addresses; a minute later a guest "
    told += "is refused" if refused else "gets a table"
    return Outcome(1, int(refused), told)
