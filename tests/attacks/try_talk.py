"""Many guests at one table talk as fast as they may, so that the site drowns in it."""

from __future__ import annotations

import asyncio
import contextlib
import resource
import time
from pathlib import Path

from tacit.server.config import Config, Limits
from tests.attacks.attack import Effort, Outcome, attack
from tests.attacks.bystander import bystander
from tests.server.client import HungUp, Line, people
from tests.server.sites import Outside

EACH = 12.0
"""Lines a second that each of them sends: less than what cuts a line off."""
PER_LINE = 2_000
"""Bytes that one line of talk may cost each listener: itself, and whatever answers it."""


@attack("a line of talk costs everybody one line, however much was said", small=12, full=38)
async def drown_the_site_in_talk(effort: Effort) -> Outcome:
    names = [f"Eve {number}" for number in range(effort.tries)]
    seconds = 2.0 if effort.tries < 20 else 15.0
    db = Path(effort.folder) / "talk.db"
    # They come from many addresses.
    config = Config(host="127.0.0.1", port=0, db=str(db), limits=Limits(joins=100))
    async with Outside(db, config) as site, bystander(site.url) as other:
        quiet = await other.quiet()
        async with people(site.url, *names) as crowd:
            table = await crowd[0].open("mindup")
            for person in crowd:
                await person.join(table, watch=person is not crowd[0])
            lines = [await person.line(table) for person in crowd]
            end = time.monotonic() + seconds
            await asyncio.gather(*(_talk(line, end) for line in lines))
            costs = [_cost(line) for line in lines]
        worst, memory = other.worst, _memory(site.pid)
    told = f"{max(costs):,.0f} bytes to each for a line of talk; a bystander's slowest move "
    told += f"{1000 * quiet:.0f} ms before, {1000 * worst:.0f} ms during; {memory:.0f} MB"
    return Outcome(len(lines), sum(cost > PER_LINE for cost in costs), told)


async def _talk(line: Line, end: float) -> None:
    with contextlib.suppress(HungUp):
        number = 0
        while time.monotonic() < end:
            number += 1
            request = {"do": "say", "text": "blah " * 40}
            await line.send({"type": "do", "id": f"t{number}", "request": request})
            await asyncio.sleep(1 / EACH)


def _cost(line: Line) -> float:
    """Return how many bytes came for each line of talk that was heard."""
    talk = [raw for raw in line.raw if "blah " in raw]
    return sum(map(len, talk)) / max(1, len(talk))


def _memory(pid: int) -> float:
    """Return how many megabytes a process has."""
    pages = int(Path(f"/proc/{pid}/statm").read_text().split()[1])
    return pages * resource.getpagesize() / 2**20
