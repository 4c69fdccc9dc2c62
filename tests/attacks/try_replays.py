"""A client asks again and again for a game of a table with a very long log, without a cookie."""

from __future__ import annotations

import asyncio
import contextlib
import time

import aiohttp

from tacit.core.rulebook import Millis
from tacit.store import open_store
from tacit.table.log.records import (
    Entry,
    Guest,
    Joined,
    Opened,
    PersonId,
    Said,
    Settings,
    decode,
    encode,
)
from tacit.table.past.replays import replay_of
from tests.attacks.attack import Effort, Outcome, attack
from tests.server.sites import inside, quick

LINES = 60_000
"""Lines of talk in a log of an earlier version."""
TABLE = "long-log"


def _long_log() -> list[bytes]:
    opened = Opened(game="mindup", seed="00" * 32, settings=Settings())
    joined = Joined(person=PersonId("ann"), name="Ann")
    said = Said(guest=Guest(0), text="blah " * 10, at=Millis(5))
    talk = encode(Entry(house=(said,)))
    return [encode(Entry(house=(opened,))), encode(Entry(house=(joined,))), *[talk] * LINES]


@attack("reading a long log keeps nobody waiting", small=3, full=30)
async def stall_the_site_by_long_logs(effort: Effort) -> Outcome:
    db = effort.folder / "long.db"
    log = _long_log()
    start = time.perf_counter()
    replay_of(decode(log), 1)
    takes = time.perf_counter() - start
    store = open_store(str(db))
    store.append(TABLE, 0, log, lambda _: None)
    store.close()
    del log
    stalls = []
    async with inside(quick(db)) as site, aiohttp.ClientSession() as http:
        paths = [f"/api/tables/{TABLE}/games/1", f"/api/tables/{TABLE}"]
        await asyncio.sleep(1)  # it is woken when the site starts
        site.site.tables._tables.clear()
        for number in range(effort.tries):
            path = site.url + paths[number % 2]
            async with _stall() as seen, http.get(path) as response:
                await response.read()
            stalls.append(max(seen))
    late = sum(stall > takes / 2 for stall in stalls)
    told = f"{LINES:,} lines take {takes:.2f} s to read; nobody else was served for "
    return Outcome(effort.tries, late, told + f"{max(stalls):.2f} s at most")


@contextlib.asynccontextmanager
async def _stall():
    """Measure how long the event loop serves nobody."""
    seen = [0.0]

    async def watch() -> None:
        before = time.perf_counter()
        while True:
            await asyncio.sleep(0.005)
            now = time.perf_counter()
            seen.append(now - before - 0.005)
            before = now

    task = asyncio.create_task(watch())
    await asyncio.sleep(0.02)
    try:
        yield seen
        await asyncio.sleep(0.02)
    finally:
        task.cancel()
