"""What the bots of all tables share: four fair pools of threads, and the worker processes.

Light bots answer within milliseconds and never wait for heavy ones; neither wait for installed
ones. The compiled bots are heavy, even the quick ones: their threads wait for a worker process.
Games whose time is up, many at once at the end of an evening's round, are played out by one thread
of their own.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import TypeVar

from tacit.bots.asking import asking_of, kind_of
from tacit.server.bots.fair_pool import FairPool
from tacit.server.bots.strong_bots import WorkerPool
from tacit.server.ops.metrics import Metrics

T = TypeVar("T")


class BotPools:
    """The pools of one site."""

    def __init__(self, threads: int, metrics: Metrics) -> None:
        self._light = FairPool(threads, "light bot")
        self._heavy = FairPool(threads, "bot")
        self._guests = FairPool(threads, "guest bot")
        self._play_outs = FairPool(1, "play out")
        self.metrics = metrics
        self.workers = WorkerPool()

    def pool_of(self, game: str, bot: str) -> FairPool:
        """Return the pool in which a bot of a game thinks."""
        asking = asking_of(game)
        if kind_of(bot) not in asking.bots:
            return self._guests
        return self._heavy if asking.is_compiled(bot) else self._light

    def work_out(self, table: str, work: Callable[[], T]) -> asyncio.Future[T]:
        """Have something worked out for a table in the heavy pool."""
        return _worked_out(self._heavy, table, work)

    def play_out(self, party: str, work: Callable[[], T]) -> asyncio.Future[T]:
        """Have a game played out; parties are served in turn."""
        return _worked_out(self._play_outs, party, work)

    def __len__(self) -> int:
        return sum(map(len, self._pools))

    @property
    def _pools(self) -> tuple[FairPool, ...]:
        return self._light, self._heavy, self._guests, self._play_outs

    def close(self) -> None:
        """Close the pools and end the workers."""
        for pool in self._pools:
            pool.close()
        self.workers.close()


def _worked_out(pool: FairPool, party: str, work: Callable[[], T]) -> asyncio.Future[T]:
    told: asyncio.Future[T] = asyncio.get_running_loop().create_future()

    def answered(done: asyncio.Future[T]) -> None:
        if told.done() or done.cancelled():
            return
        error = done.exception()
        if error is None:
            told.set_result(done.result())
        else:
            told.set_exception(error)

    pool.work_out(party, object(), work, answered)
    return told
