"""Keeps the projection up to date: finished games are read, written and rated in batches.

No player waits for it. Tables report games that end here, and a sweep finds others now and then:
those of a site that stopped before they were written, of other nodes, of older databases. A thread
reads a few at a time. Where more games end, a worker process reads them and works out ratings, and
this process only writes its results, in short transactions.
"""

from __future__ import annotations

import asyncio
import contextlib
import time
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from itertools import islice
from typing import NamedTuple, TypeVar

import msgspec

from tacit.bots.worker_process import WorkerError, WorkerProcess
from tacit.server.history.projection import LOGS, RATED, Projection, Weighed
from tacit.server.history.projection_worker import Projector
from tacit.server.ops.logs import note
from tacit.store import file_of, is_shared
from tacit.store.games import Backlog, Found, KeptGame
from tacit.store.store import Store, StoreError

T = TypeVar("T")

LINGER_S = 0.1
"""The wait after a game has ended: by then most of its last entries are written."""
SWEEP_S = 30.0
"""The time between two sweeps for games that were not reported."""
MOST_IN_THREAD = 3
"""Tables that the thread reads: a few milliseconds, and no worker process is needed."""
PAUSE_FACTOR = 3
"""A pause follows each write; it lasts the time of the write times this."""
MAX_PAUSE_S = 0.01
"""The longest pause: a write that had to wait was no work, and must not delay the next one."""
BATCH_S = 0.25
"""The time from one batch to the next where many games end."""
LOGS_PER_WRITE = 8
"""Logs whose games are written in one transaction: moves meanwhile wait a millisecond."""
RATINGS_PER_ROUND = 8
"""Transactions of ratings in one round, before more logs are read."""
IN_TURN = 4
"""Rounds for reported games, for each that sweeps for others: all get their turn."""
MAX_COUNTED = 10_000
"""Waiting games are counted up to this."""
TIMED_AT_ONCE = 16
"""Games whose timing one worker process works out."""
TIMING_S = 120.0
TIMING_BYTES = 2**20
MOST_NEW = 10_000
"""Reported tables that wait; the sweep finds the rest."""


class _Found(msgspec.Struct):
    found: msgspec.Raw


class Lag(NamedTuple):
    """How far the projection is behind the games."""

    seconds: float
    """The time since the first game ended that is not written and rated."""
    games: int
    """About how many games wait to be written or rated."""


class ProjectionFollower:
    """Keeps the projection of a running site up to date."""

    def __init__(self, store: Store, *, sweep_s: float = SWEEP_S, url: str = "") -> None:
        """Use a worker process if the store's address, `url`, is given and it is not in memory."""
        self.written: Callable[[Sequence[str]], None] = lambda _: None
        """Called with reported tables whose games are now in the projection."""
        self._projection = Projection(store.games)
        self._games = store.games
        self._projector = Projector(url) if url and (is_shared(url) or file_of(url)) else None
        self._sweep_s = sweep_s
        self._thread = ThreadPoolExecutor(1, "projection")
        self._new: dict[str, float] = {}
        """Reported tables in order, and when each was reported, by the monotonic clock."""
        self._unrated: list[float] = []
        """When the games were reported that are read, or being read, and not rated yet."""
        self._backlog = Backlog(0, None, 0)
        self._wake = asyncio.Event()
        self._settled = asyncio.Event()

    def ended(self, table: str) -> None:
        """Report that a game has ended at a table, or that something happened after one."""
        if len(self._new) < MOST_NEW:
            self._new.setdefault(table, time.monotonic())
        self._settled.clear()
        self._wake.set()

    @property
    def lag(self) -> Lag:
        """How far the projection is behind, as far as is known."""
        told = [*self._unrated[:1], *islice(self._new.values(), 1)]
        behind = [time.monotonic() - min(told)] if told else []
        if self._backlog.since is not None:
            behind.append(time.time() - self._backlog.since / 1_000_000)
        waiting = max(len(self._new) + len(self._unrated), self._backlog.unprojected)
        return Lag(max(behind, default=0.0), max(waiting, self._backlog.unrated))

    async def settled(self, seconds: float) -> None:
        """Wait until all reported games are written, but no longer than this."""
        with contextlib.suppress(TimeoutError):
            await asyncio.wait_for(self._settled.wait(), seconds)

    async def run(self) -> None:
        """Go on until cancelled."""
        await asyncio.gather(self._write(), self._hear())

    async def _write(self) -> None:
        while True:
            try:
                await self._catch_up()
            except StoreError as error:  # players hear of it; the next sweep tries again
                note("not_chronicled", error=str(error))
            self._wake.clear()
            if not self._new:
                self._settled.set()
            with contextlib.suppress(TimeoutError):
                await asyncio.wait_for(self._wake.wait(), self._sweep_s)
            await asyncio.sleep(LINGER_S)

    async def _catch_up(self) -> None:
        """Read and rate all there is, a batch at a time, and leave most of the time to players."""
        busy, rounds = len(self._new) > MOST_IN_THREAD, 0
        while True:
            told = list(islice(self._new, LOGS))
            busy = busy or len(told) > MOST_IN_THREAD
            kept = await self._read(told, busy=busy) if told else 0
            looks = not told or rounds % IN_TURN == 0
            found = await self._read([], busy=busy) if looks else 0
            more = await self._rate(busy=busy)
            if not more:
                self._unrated.clear()
            if looks:
                self._backlog = await self._do(partial(self._games.backlog, MAX_COUNTED))
            rounds += 1
            if looks and not (self._new or found or more):
                return
            busy = busy or kept + found > MOST_IN_THREAD or more
            if told and len(self._new) < LOGS:
                await asyncio.sleep(BATCH_S if busy else 0)

    async def _read(self, told: list[str], *, busy: bool) -> int:
        """Read the logs of some tables; or of some that were not read yet, if none are given."""
        for table in told:
            self._unrated.append(self._new.pop(table))
        limit = LOGS if busy else MOST_IN_THREAD + 1
        found: Found
        if self._projector is not None and busy:
            found = await self._projector.look(told, limit)
        elif told:
            found = await self._do(partial(self._projection.look, told))
        else:
            found = await self._do(partial(self._projection.look_for_more, limit))
        kept = 0
        for first in range(0, len(found), LOGS_PER_WRITE):
            kept += await self._put(
                partial(self._projection.keep, found[first : first + LOGS_PER_WRITE])
            )
        self.written(told)
        return kept

    async def _rate(self, *, busy: bool) -> bool:
        """Rate some of the games that are to be rated; return whether there may be more."""
        for _ in range(RATINGS_PER_ROUND):
            weighed: Weighed | None
            if self._projector is not None and busy:
                weighed = await self._projector.weigh(RATED)
            else:
                weighed = await self._do(partial(self._projection.weigh, RATED))
            if weighed is None:
                return False
            settled = await self._put(partial(self._projection.settle, weighed))
            if settled < RATED:  # all; or another node was faster, or an erasure came first
                return False
        return True

    async def _put(self, work: Callable[[], int]) -> int:
        """Write, and then pause."""
        begun = time.monotonic()
        done = await self._do(work)
        await asyncio.sleep(min(MAX_PAUSE_S, PAUSE_FACTOR * (time.monotonic() - begun)))
        return done

    async def _do(self, work: Callable[[], T]) -> T:
        return await asyncio.get_running_loop().run_in_executor(self._thread, work)

    async def _hear(self) -> None:
        while True:
            await self._settled.wait()
            try:
                while games := await self._unheard():
                    await self._hear_some(games)
                    await self._settled.wait()  # newer games come first
            except (StoreError, OSError) as error:
                note("not_heard", error=str(error))
            await asyncio.sleep(self._sweep_s)

    async def _unheard(self) -> list[tuple[KeptGame, bytes | None]]:
        """Return games whose timing is to be worked out, with their replays."""
        waiting = await self._do(partial(self._games.unheard, MOST_IN_THREAD + 1))
        if self._projector is not None and len(waiting) > MOST_IN_THREAD:
            return await self._projector.replays(TIMED_AT_ONCE)
        return await self._do(partial(self._projection.replays, TIMED_AT_ONCE)) if waiting else []

    async def _hear_some(self, games: Sequence[tuple[KeptGame, bytes | None]]) -> None:
        """Have the timing of some games worked out; one that fails is not tried again."""
        lines = [line for _, line in games if line is not None]
        found = iter(await _ask(lines))
        for game, line in games:
            heard = b"{}" if line is None else next(found, b"{}")
            await self._do(partial(self._projection.hear, game, heard))

    async def close(self) -> None:
        """Stop when the present step is done."""
        if self._projector is not None:
            await self._projector.close()
        await asyncio.to_thread(self._thread.shutdown, wait=True, cancel_futures=True)


async def _ask(lines: Sequence[bytes]) -> list[bytes]:
    """Return the timing of some replays, worked out by a worker process; fewer if it fails."""
    if not lines:
        return []
    worker = WorkerProcess.of_module("tacit.review.worker", "heard", max_bytes=TIMING_BYTES)
    found = []
    try:
        async with asyncio.timeout(TIMING_S):
            for line in lines:
                said = msgspec.json.decode(await worker.ask_soon(line), type=_Found)
                found.append(bytes(said.found))
    except (TimeoutError, WorkerError, msgspec.DecodeError) as error:
        note("not_heard", error=type(error).__name__)
    finally:
        await asyncio.to_thread(worker.end)
    return found
