"""A player makes a game grow by asking for the same again and again, and has it told."""

from __future__ import annotations

import asyncio
import contextlib

from tacit.log.replay import dump
from tacit.server.config import Limits
from tests.attacks.attack import Effort, Outcome, attack
from tests.games.extreme.stubborn import stubborn_game
from tests.server.answers import of
from tests.server.client import HungUp, Line, people, seated
from tests.server.sites import inside, quick, roomy

TIMES_LARGER = 10
"""How many times as large as its replay an honest tape is, at most."""
CONNECTIONS = 20


@attack("a replay is not answered with much more than it holds", small=300, full=3400)
async def fill_the_memory_with_a_tape(effort: Effort) -> Outcome:
    """A true file in which a star is refused so often; 3,400 times are 425 kB."""
    file = dump(stubborn_game(effort.tries))
    async with inside(quick(effort.folder / "a.db")) as site, people(site.url, "Ann") as (ann,):
        told = await of(ann, "POST", "/api/replays/tape", data=file)
    assert told.status in {200, 413}, told.status
    larger = len(told.body) / len(file)
    return Outcome(
        1, larger > TIMES_LARGER, f"{len(file):,} bytes in, {len(told.body):,} bytes out"
    )


@attack(
    "a client that asks for a table again and again is not sent all of it", small=200, full=2000
)
async def fill_the_memory_with_hellos(effort: Effort) -> Outcome:
    """Stars are refused at a table; then every connection says 19 hellos at once."""
    limits = roomy(hellos=Limits().hellos, lines_per_person=CONNECTIONS)
    config = quick(effort.folder / "a.db", limits=limits)
    async with inside(config) as site, people(site.url, "Ann", "Bob") as crowd:
        table = await crowd[0].open("extreme")
        ann, bob = await seated(table, *crowd)
        await ann.do("start")
        for kind in ("lay-hand", "lift-hand"):
            await ann.do("act", action={"kind": kind})
            await bob.do("act", action={"kind": kind})
        honest = await _told(ann, 1)
        for _ in range(effort.tries):
            await ann.do("act", action={"kind": "propose-star"})
            await bob.do("act", action={"kind": "vote", "agree": False})
        lines = [await crowd[0].line(table, version=None) for _ in range(CONNECTIONS)]
        told = sum(await asyncio.gather(*[_told(line, 19) for line in lines]))
    each = told / CONNECTIONS
    words = f"{each:,.0f} bytes told to each for 19 hellos, {honest:,} to an honest client for one"
    return Outcome(1, each > TIMES_LARGER * honest, words)


async def _told(line: Line, hellos: int) -> int:
    """Say hello this many times at once; return the bytes of the answers."""
    before = len(line.raw)
    for _ in range(hellos):
        await line.send({"type": "hello", "protocol": 1})
    with contextlib.suppress(HungUp, TimeoutError):
        await line.until(lambda: _syncs(line.raw[before:]) >= hellos)
    return sum(len(one) for one in line.raw[before:] if '"type":"sync"' in one)


def _syncs(raw: list[str]) -> int:
    return sum('"type":"sync"' in one for one in raw)
