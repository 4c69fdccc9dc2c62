"""Games that end all the time at a site in this process, and moves that are timed beside them."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Iterable
from typing import NamedTuple

from peers.inside import Match, seat, settled

from tacit.server.site import Site
from tacit.store.store import Done, StoreError

TABLES = 16
MOVES_A_SECOND = 240
"""In rounds of four, from one table after the other."""
PLAYERS = 4
SAMPLE_S = 0.05


class Phase(NamedTuple):
    """What a phase of the run came to."""

    moves: int
    p50_ms: float
    p99_ms: float
    worst_ms: float
    games: int
    """Logs that were written."""
    games_per_second: float
    """Written and, if told of, rated."""
    lag_s: float
    """The longest that a game had to wait."""


class Movers:
    """Tables at which moves are made at a steady pace, whatever becomes of the last ones."""

    def __init__(self, site: Site, matches: list[Match]) -> None:
        self._site = site
        self._matches = matches

    @classmethod
    async def seated(cls, site: Site) -> Movers:
        """Open the tables."""
        matches = [await seat(site, number, players=PLAYERS) for number in range(TABLES)]
        movers = cls(site, matches)
        for match in matches:
            match.do(0, b'{"do":"start"}')
        await settled(site, matches)
        return movers

    async def move(self, seconds: float) -> list[float]:
        """Make moves for so long; return how long each round took to be told, in seconds.

        Time counts from when a round was due, so a site that stands still is not left out.
        """
        clock = time.perf_counter
        begun, took = clock(), []
        rounds = int(seconds * MOVES_A_SECOND / PLAYERS)
        telling: list[asyncio.Task[float]] = []
        for number in range(rounds):
            due = begun + number * PLAYERS / MOVES_A_SECOND
            await asyncio.sleep(due - clock())
            match = self._matches[number % len(self._matches)]
            if match.waits:
                continue
            if match.playing:
                match.pick_all()
                telling.append(asyncio.create_task(_told(match, due)))
            else:
                for player in range(PLAYERS):
                    match.do(player, b'{"do":"rematch"}')
                match.do(0, b'{"do":"start"}')
        took = list(await asyncio.gather(*telling))
        await settled(self._site, self._matches)
        return took


async def _told(match: Match, due: float) -> float:
    while match.waits:
        await asyncio.sleep(0.001)
    await asyncio.sleep(0.001)  # the outbox writes in the next turn of the loop
    return max(end.at for end in match.ends) - due


class Finishing:
    """Whole logs of games, written at a steady pace as if their games had just ended."""

    def __init__(self, site: Site, *, told: bool) -> None:
        self._site = site
        self._told = told
        """Whether the projection hears of them; else they are logs like any other."""
        self._loop = asyncio.get_running_loop()
        self._saved = 0
        self.written = 0

    async def write(self, logs: Iterable[tuple[str, list[bytes]]], pace: float) -> None:
        """Write them, a given number a second; return when all are durable."""
        begun = time.perf_counter()
        for table, log in logs:
            await asyncio.sleep(begun + self.written / pace - time.perf_counter())
            self.written += 1
            self._site.store.append(table, 0, log, self._done(table), closed=self._told)
        while self._saved < self.written:
            await asyncio.sleep(0.002)

    def _done(self, table: str) -> Done:
        def done(refused: StoreError | None) -> None:
            if refused is not None:
                raise refused
            self._loop.call_soon_threadsafe(self._ended, table)

        return done

    def _ended(self, table: str) -> None:
        self._saved += 1
        if self._told:
            self._site.projection.ended(table)


async def watch_lag(site: Site, longest: list[float]) -> None:
    """Note the longest lag until cancelled."""
    while True:
        longest[0] = max(longest[0], site.projection.lag.seconds)
        await asyncio.sleep(SAMPLE_S)


async def phase(  # noqa: PLR0913
    site: Site,
    movers: Movers,
    seconds: float,
    logs: list[tuple[str, list[bytes]]],
    pace: float,
    *,
    told: bool,
) -> Phase:
    """Make moves for some seconds while logs are written; return when all are rated."""
    finishing, longest = Finishing(site, told=told), [0.0]
    watching = asyncio.create_task(watch_lag(site, longest))
    begun = time.perf_counter()
    writing = asyncio.create_task(finishing.write(logs, pace))
    took = sorted(await movers.move(seconds))
    await writing
    while told and site.projection.lag.games:
        await asyncio.sleep(0.005)
    took_all = time.perf_counter() - begun
    watching.cancel()
    return Phase(
        moves=PLAYERS * len(took),
        p50_ms=round(1000 * took[len(took) // 2], 2),
        p99_ms=round(1000 * took[int(0.99 * len(took))], 2),
        worst_ms=round(1000 * took[-1], 2),
        games=len(logs),
        games_per_second=round(len(logs) / took_all, 1),
        lag_s=round(longest[0], 2),
    )
