"""What a move costs in one site as something grows: its tables, a table's spectators, its past.

The site is in this process, with connections without a network. The same few tables play at a time,
however large the site is. Its idle cost, which is pings, is measured apart and then switched off,
so that a move's cost is a move's. Other programs make moves slower for a while: so each step is
measured in alternation with a yardstick, a site with ten tables and nothing else, and the best of
several turns counts for both.
"""

from __future__ import annotations

import asyncio
import gc
import random
import resource
import statistics
import tempfile
import time
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager, contextmanager
from pathlib import Path

from peers.inside import Match, a_site, seat, settled
from peers.past import fill

from tacit.server.site import Site
from tacit.table import table
from tacit.table.decide.requests import Join
from tacit.table.fairtime import connections as lines
from tacit.table.log.records import PersonId

OUT = Path(__file__).parents[2] / "out" / "bench"
"""On a disk, which a folder for temporary files may not be."""
PLAYERS = 4
AT_ONCE = 10
"""Tables that play at the same time."""
ROUNDS = 10
"""Times that each of them makes four moves."""
TURNS = 15
"""How often a measurement is made; the best counts."""
WATCHERS = 36
"""More people are not let in; further spectators are other devices of theirs."""
QUIET = 2.0
"""Seconds for which the idle cost is measured."""
PLENTY = 10**9
PAUSE = 10 * 60_000
"""Milliseconds until tables ping again, after they have been told to leave it."""
LAST_PING = 6.5
"""Seconds until every table has had its last ping before that."""

Row = dict[str, float]


def size() -> int:
    """Return the bytes this process has in memory."""
    gc.collect()
    pages = int(Path("/proc/self/statm").read_text().split()[1])
    return pages * resource.getpagesize()


@contextmanager
def patient() -> Iterator[None]:
    """Let lines be silent: nobody answers pings here."""
    kept, lines.SILENT_AFTER_MS = lines.SILENT_AFTER_MS, PLENTY
    try:
        yield
    finally:
        lines.SILENT_AFTER_MS = kept


@contextmanager
def no_pings() -> Iterator[None]:
    """Let each table have its last ping for now."""
    kept = table.PING_GAPS_MS, table.PING_GAPS_IN_PLAY_MS
    table.PING_GAPS_MS = table.PING_GAPS_IN_PLAY_MS = range(PAUSE, PAUSE + 1)
    try:
        yield
    finally:
        table.PING_GAPS_MS, table.PING_GAPS_IN_PLAY_MS = kept


async def begun(site: Site, number: int) -> Match:
    """Open a table of four, and begin its game."""
    match = await seat(site, number)
    match.do(0, b'{"do":"start"}')
    await settled(site, [match])
    return match


async def play(site: Site, matches: list[Match]) -> tuple[float, list[float]]:
    """Make some moves; return the seconds of processor each took, and how long they took."""
    waits: list[float] = []
    made, spent = 0, 0.0
    for _ in range(ROUNDS):
        some = random.sample(matches, min(AT_ONCE, len(matches)))
        for match in some:
            if not match.playing:
                for player in range(4):
                    match.do(player, b'{"do":"rematch"}')
                await settled(site, [match])
                match.do(0, b'{"do":"start"}')
                await settled(site, [match])
        busy, begin = time.process_time(), time.perf_counter()
        made += sum(match.pick_all() for match in some)
        while any(match.waits for match in some) or len(site.outbox):
            await asyncio.sleep(0.005)  # looking costs something, too
        spent += time.process_time() - busy
        waits += [max(end.at for end in match.ends) - begin for match in some]
    return spent / made, waits


async def idle() -> float:
    """Return the share of a CPU that an idle site uses."""
    busy, begin = time.process_time(), time.perf_counter()
    await asyncio.sleep(QUIET)
    return (time.process_time() - busy) / (time.perf_counter() - begin)


class Yardstick:
    """A site with ten tables, beside the one that grows."""

    def __init__(self, site: Site, matches: list[Match]) -> None:
        self._site, self._matches = site, matches

    async def beside(self, site: Site, matches: list[Match]) -> Row:
        """Measure moves there and here by turns."""
        await play(site, matches)
        gc.collect()
        resting = await idle()
        ours, theirs, waits = [], [], []
        with no_pings():
            await asyncio.sleep(LAST_PING)
            for _ in range(TURNS):
                theirs.append((await play(self._site, self._matches))[0])
                spent, waited = await play(site, matches)
                ours.append(spent)
                waits.append(statistics.median(waited))
        return {
            "us_a_move": round(1e6 * min(ours), 1),
            "times": round(min(ours) / min(theirs), 2),
            "p50_ms": round(1000 * min(waits), 2),
            "idle_percent": round(100 * resting, 1),
        }


@asynccontextmanager
async def yardstick() -> AsyncIterator[tuple[Yardstick, Path]]:
    """Run one, and have an empty folder on the disk."""
    OUT.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory(dir=OUT) as folder, patient():
        own, other = Path(folder, "yardstick"), Path(folder, "growing")
        own.mkdir()
        other.mkdir()
        async with a_site(str(own)) as site:
            matches = [await begun(site, number) for number in range(AT_ONCE)]
            await play(site, matches)
            yield Yardstick(site, matches), other


async def along_tables(steps: tuple[int, ...]) -> list[Row]:
    """Open more and more tables, all with a game going on; then start the site again with them."""
    rows: list[Row] = []
    async with yardstick() as (beside, folder):
        for step in steps:
            before, matches = size(), []
            async with a_site(str(folder)) as site:
                while len(matches) < step:
                    numbers = range(len(matches), min(step, len(matches) + 50))
                    matches += await asyncio.gather(*(begun(site, one) for one in numbers))
                grown = size() - before
                row = await beside.beside(site, matches)
            row["start_ms"] = await started(folder)
            rows.append({"tables": step, **row, "kb_a_table": round(grown / 1024 / step, 1)})
    return rows


async def started(folder: Path) -> float:
    """Return the milliseconds a site takes to start on what is in a folder: the best of three."""
    found = []
    for _ in range(3):
        begin = time.perf_counter()
        async with a_site(str(folder)):
            found.append(1000 * (time.perf_counter() - begin))
    return round(min(found), 1)


async def along_spectators(steps: tuple[int, ...]) -> list[Row]:
    """Let more and more people watch one table."""
    rows: list[Row] = []
    async with yardstick() as (beside, folder), a_site(str(folder)) as site:
        match = await begun(site, 0)
        people = [PersonId(f"watcher-{number}") for number in range(WATCHERS)]
        for number, person in enumerate(people):
            came = Join(name=f"W{number}", watch=True)
            await site.tables.ask(match.live, person, came, "here")
        alone = await beside.beside(site, [match])
        before, there = size(), 0
        rows.append({"spectators": 0, **alone, "us_a_spectator": 0.0, "kb_a_spectator": 0.0})
        for step in steps:
            for number in range(there, step):
                match.connect(people[number % WATCHERS])
            there = step
            await settled(site, [match])
            row = await beside.beside(site, [match])
            row["us_a_spectator"] = round((row["us_a_move"] - alone["us_a_move"]) / step, 2)
            row["kb_a_spectator"] = round((size() - before) / 1024 / step, 1)
            rows.append({"spectators": step, **row})
    return rows


async def along_past(steps: tuple[int, ...]) -> list[Row]:
    """Put more and more finished games into the database before the site starts."""
    rows: list[Row] = []
    for step in steps:
        async with yardstick() as (beside, folder):
            file = folder / "tacit.db"
            seconds = await asyncio.to_thread(fill, file, step)
            start, before = await started(folder), size()
            async with a_site(str(folder)) as site:
                grown = size() - before
                matches = [await begun(site, number) for number in range(AT_ONCE)]
                row = await beside.beside(site, matches)
            rows.append(
                {
                    "past_games": step,
                    **row,
                    "start_ms": start,
                    "mb": round(grown / 2**20, 1),
                    "file_mb": round(file.stat().st_size / 2**20),
                    "fill_s": round(seconds, 1),
                }
            )
    return rows
