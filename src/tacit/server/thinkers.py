"""Bots think in threads of their own, so that no table waits for one."""

from __future__ import annotations

import asyncio
import os
import sys
import threading
import time
from collections.abc import Callable, Iterable
from concurrent.futures import ThreadPoolExecutor
from typing import Any, TypeVar

from tacit.bots.registry import find_bot
from tacit.server.journalist import trouble
from tacit.server.metrics import Metrics
from tacit.table.outputs import Ask

T = TypeVar("T")

BUDGET = 0.25
"""Seconds a bot may think about a card of Mind Up!."""
NICENESS = 10
"""How far bots stand back when the site itself needs the processor."""


class Mind:
    """One bot in one seat of one game. It answers one question at a time.

    `views` are what a spectator saw of the game so far, for a bot that wants to recall it.
    """

    def __init__(self, make: Callable[[], Any], views: Callable[[], Iterable[Any]] = tuple) -> None:
        self._make = make
        self._views = views
        self._bot: Any = None
        self._busy = threading.Lock()

    def answer(self, ask: Ask) -> Any:
        """Ask the bot; this runs in a thread, where it may take its time to get ready, too."""
        with self._busy:
            if self._bot is None:
                self._bot = self._make()
                if hasattr(self._bot, "recall"):
                    self._bot.recall(self._views(), ask.view)
            if ask.question == "choose":
                return self._bot.choose(ask.view, BUDGET)
            if ask.question == "plan":
                return self._bot.plan(ask.view, ask.now)
            if ask.question == "vote":
                return self._bot.agree_to_star(ask.view)
            return self._bot.discard(ask.view)


def _stand_back() -> None:
    """Let the site's own thread go first: on Linux a thread can be nice."""
    if sys.platform == "linux":
        os.setpriority(os.PRIO_PROCESS, threading.get_native_id(), NICENESS)


class Thinkers:
    """The threads all bots share."""

    def __init__(self, threads: int, metrics: Metrics) -> None:
        self._pool = ThreadPoolExecutor(threads, thread_name_prefix="bot", initializer=_stand_back)
        self._metrics = metrics

    def seat(
        self, game: str, ask: Ask, seed: int, views: Callable[[], Iterable[Any]] = tuple
    ) -> Mind:
        """Return a fresh bot for a seat, with a seed nobody can know; `views` see `Mind`."""

        def make() -> Any:
            bot = find_bot(ask.bot, game)(ask.seat, ask.players, seed)
            if hasattr(bot, "settle_in"):
                bot.settle_in(ask.tempo)
            return bot

        return Mind(make, views)

    def work_out(self, work: Callable[[], T]) -> asyncio.Future[T]:
        """Have something worked out in a bot's thread."""
        return asyncio.get_running_loop().run_in_executor(self._pool, work)

    def think(self, mind: Mind, ask: Ask, answered: Callable[[Any], None]) -> None:
        """Ask a bot; `answered` is called on the event loop. A bot that raises says nothing."""
        loop = asyncio.get_running_loop()
        future = loop.run_in_executor(self._pool, self._timed, mind, ask)
        future.add_done_callback(lambda done: self._finished(done, answered))

    def _timed(self, mind: Mind, ask: Ask) -> Any:
        start = time.perf_counter()
        try:
            return mind.answer(ask)
        finally:
            self._metrics.bot_seconds.observe(time.perf_counter() - start)

    def _finished(self, done: asyncio.Future[Any], answered: Callable[[Any], None]) -> None:
        if done.cancelled():
            return
        error = done.exception()
        if error is not None:
            self._metrics.bot_failures.inc()
            trouble("bot_failed", error)
        else:
            answered(done.result())

    def close(self) -> None:
        """Stop thinking."""
        self._pool.shutdown(wait=False, cancel_futures=True)
