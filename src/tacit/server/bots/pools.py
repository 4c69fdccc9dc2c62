"""What the bots of all tables share: three fair pools of threads, and the worker processes.

Light bots answer within milliseconds and never wait for heavy ones; neither wait for installed
ones. The compiled bots are heavy, even the quick ones: their threads wait for a worker process.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import TypeVar

from tacit.bots.asking import asking_of, kind_of
from tacit.server.bots.fair_pool import FairPool, Question
from tacit.server.bots.strong_bots import WorkerPool
from tacit.server.ops.metrics import Metrics

T = TypeVar("T")


class BotPools:
    """The pools of one site."""

    def __init__(self, threads: int, metrics: Metrics) -> None:
        self._light = FairPool(threads, "light bot")
        self._heavy = FairPool(threads, "bot")
        self._guests = FairPool(threads, "guest bot")
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
        told: asyncio.Future[T] = asyncio.get_running_loop().create_future()

        def answered(done: asyncio.Future[T]) -> None:
            if told.done() or done.cancelled():
                return
            error = done.exception()
            if error is None:
                told.set_result(done.result())
            else:
                told.set_exception(error)

        self._heavy.ask(table, object(), Question(work, answered))
        return told

    def __len__(self) -> int:
        return len(self._light) + len(self._heavy) + len(self._guests)

    def close(self) -> None:
        """Stop thinking."""
        for pool in (self._light, self._heavy, self._guests):
            pool.close()
        self.workers.close()
