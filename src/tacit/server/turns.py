"""Threads that serve tables in turn, and ask each seat one thing at a time.

However many questions one table has, another's waits for no more than one of them. A newer question
takes the place of one that waits; the answer to one that was replaced while it was thought about is
dropped.
"""

from __future__ import annotations

import asyncio
from collections import OrderedDict
from collections.abc import Callable, Hashable
from concurrent.futures import ThreadPoolExecutor
from typing import Any, NamedTuple, TypeAlias

Answered: TypeAlias = Callable[["asyncio.Future[Any]"], None]


class Question(NamedTuple):
    """What has to be worked out, and who is told on the event loop."""

    work: Callable[[], Any]
    answered: Answered


class Turns:
    """See the module's text."""

    def __init__(self, threads: int, name: str) -> None:
        # None of them is nice: whoever holds Python's lock and has to wait for a processor makes
        # the whole site wait.
        self._pool = ThreadPoolExecutor(threads, thread_name_prefix=name)
        self._free = threads
        self._waiting: OrderedDict[str, OrderedDict[Hashable, Question]] = OrderedDict()
        """By table, those served longest ago first; then by who is asked."""
        self._busy: set[Hashable] = set()

    def __len__(self) -> int:
        return sum(map(len, self._waiting.values()))

    def ask(self, table: str, who: Hashable, question: Question) -> None:
        """Have something worked out for a table, instead of what still waits for the same one."""
        self._waiting.setdefault(table, OrderedDict())[who] = question
        self._go()

    def _go(self) -> None:
        while self._free and (found := self._next()) is not None:
            self._begin(*found)

    def _next(self) -> tuple[str, Hashable, Question] | None:
        for table, questions in self._waiting.items():
            who = next((one for one in questions if one not in self._busy), None)
            if who is None:
                continue
            question = questions.pop(who)
            self._waiting.move_to_end(table)
            if not questions:
                del self._waiting[table]
            return table, who, question
        return None

    def _begin(self, table: str, who: Hashable, question: Question) -> None:
        self._free -= 1
        self._busy.add(who)
        future = asyncio.get_running_loop().run_in_executor(self._pool, question.work)
        future.add_done_callback(lambda done: self._finished(table, who, question, done))

    def _finished(
        self, table: str, who: Hashable, question: Question, done: asyncio.Future[Any]
    ) -> None:
        self._free += 1
        self._busy.discard(who)
        try:
            if who not in self._waiting.get(table, ()):
                question.answered(done)
            elif not done.cancelled():
                done.exception()  # nobody wants to know any more
        finally:
            self._go()

    def close(self) -> None:
        """Stop."""
        self._waiting.clear()
        self._pool.shutdown(wait=False, cancel_futures=True)
