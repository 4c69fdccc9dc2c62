"""Threads that serve tables in turn, and ask each seat one thing at a time.

However many questions one table has, another's waits for no more than one of them. A newer question
replaces one that waits; the answer to one that was replaced meanwhile is dropped.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Hashable
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from typing import Any, NamedTuple, TypeAlias

from tacit.server.limits.fair_queue import FairQueue

Answered: TypeAlias = Callable[["asyncio.Future[Any]"], None]


class Question(NamedTuple):
    """What a thread has to work out, and what is called on the event loop with the answer."""

    work: Callable[[], Any]
    answered: Answered


class FairPool:
    """A fair queue of questions in front of a pool of threads."""

    def __init__(self, threads: int, name: str) -> None:
        # At normal priority: a thread that holds the GIL and waits for a processor stops the site.
        self._pool = ThreadPoolExecutor(threads, thread_name_prefix=name)
        self._queue = FairQueue(threads)

    def __len__(self) -> int:
        return len(self._queue)

    def ask(self, table: str, who: Hashable, question: Question) -> None:
        """Have a question of a table worked out, instead of the one that waits for the same bot."""
        self._queue.put(table, who, partial(self._begin, table, who, question))

    def _begin(self, table: str, who: Hashable, question: Question) -> None:
        future = asyncio.get_running_loop().run_in_executor(self._pool, question.work)
        future.add_done_callback(lambda done: self._finished(table, who, question, done))

    def _finished(
        self, table: str, who: Hashable, question: Question, done: asyncio.Future[Any]
    ) -> None:
        try:
            if not self._queue.waits(table, who):
                question.answered(done)
            elif not done.cancelled():
                done.exception()  # marks it as seen: the question was replaced
        finally:
            self._queue.leave(table, who)

    def close(self) -> None:
        """Drop what waits, and end the threads."""
        self._queue.clear()
        self._pool.shutdown(wait=False, cancel_futures=True)
