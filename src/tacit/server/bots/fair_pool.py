"""Threads that serve tables in turn, and ask each seat one thing at a time.

However many questions one table has, another's waits for no more than one of them. A newer question
replaces one that waits; the answer to one that was replaced meanwhile is dropped.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Hashable
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from typing import Any, TypeAlias

from tacit.server.limits.fair_queue import FairQueue

Answered: TypeAlias = Callable[["asyncio.Future[Any]"], None]
"""What is called on the event loop with the answer."""


class FairPool:
    """A fair queue of questions in front of a pool of threads."""

    def __init__(self, threads: int, name: str) -> None:
        # At normal priority: a thread that holds the GIL and waits for a processor stops the site.
        self._pool = ThreadPoolExecutor(threads, thread_name_prefix=name)
        self._queue = FairQueue(threads)

    def __len__(self) -> int:
        return len(self._queue)

    def work_out(
        self, table: str, who: Hashable, work: Callable[[], Any], answered: Answered
    ) -> None:
        """Have a question of a table worked out, instead of the one that waits for the same bot."""

        def begin() -> None:
            future = asyncio.get_running_loop().run_in_executor(self._pool, work)
            future.add_done_callback(partial(self._finished, table, who, answered))

        self._queue.put(table, who, begin)

    def _finished(
        self, table: str, who: Hashable, answered: Answered, done: asyncio.Future[Any]
    ) -> None:
        try:
            if not self._queue.waits(table, who):
                answered(done)
            elif not done.cancelled():
                done.exception()  # marks it as seen: the question was replaced
        finally:
            self._queue.leave(table, who)

    def close(self) -> None:
        """Drop what waits, and end the threads."""
        self._queue.clear()
        self._pool.shutdown(wait=False, cancel_futures=True)
