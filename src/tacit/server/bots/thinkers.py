"""Bots think in threads and processes of their own, so that no table waits for one."""

from __future__ import annotations

import asyncio
import threading
import time
from collections.abc import Callable, Iterable
from functools import partial
from typing import Any, TypeVar

from tacit.bots.asking import asking_of
from tacit.bots.process import Seating
from tacit.bots.registry import COMPILED, INVITED, find_bot, kind_of
from tacit.server.bots.fair_pool import Question, Turns
from tacit.server.bots.guest_bots import Hosted
from tacit.server.bots.worker import Resident, Workshop
from tacit.server.ops.logs import trouble
from tacit.server.ops.metrics import Metrics
from tacit.table.outputs import Ask

T = TypeVar("T")

BUDGET = 0.25
"""Seconds a bot may think about a choice."""


class Mind:
    """One bot in one seat of one game. It answers one question at a time.

    `views` are what a spectator saw of the game so far, for a bot that wants to recall it.
    """

    def __init__(
        self, game: str, make: Callable[[], Any], views: Callable[[], Iterable[Any]] = tuple
    ) -> None:
        self.asking = asking_of(game)
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
            return self.asking.ask(self._bot, ask.question, ask.view, now=ask.now, budget=BUDGET)


class Thinkers:
    """The threads all bots share: light bots have their own, and never wait for heavy ones, and
    neither waits for those that somebody else has written.

    The compiled bots are heavy, even those that answer quickly: their threads do nothing but wait
    for a process of the workshop. The others answer within a millisecond or two.
    """

    def __init__(self, threads: int, metrics: Metrics) -> None:
        self._light = Turns(threads, "light bot")
        self._heavy = Turns(threads, "bot")
        self._guests = Turns(threads, "guest bot")
        self._metrics = metrics
        self.workshop = Workshop()

    def seat(
        self, game: str, ask: Ask, seed: int, views: Callable[[], Iterable[Any]] = tuple
    ) -> Mind:
        """Return a fresh bot for a seat, with a seed nobody can know; `views` see `Mind`."""

        def make() -> Any:
            seating = Seating(ask.bot, game, ask.seat, ask.players, seed)
            if ask.bot in INVITED.get(game, ()):
                return Hosted(seating)
            if kind_of(ask.bot) in COMPILED:
                return Resident(seating, self.workshop)
            bot = find_bot(ask.bot, game)(ask.seat, ask.players, seed)
            if hasattr(bot, "settle_in"):
                bot.settle_in(ask.tempo, ask.alike)
            return bot

        return Mind(game, make, views)

    def work_out(self, table: str, work: Callable[[], T]) -> asyncio.Future[T]:
        """Have something worked out in the thread of a heavy bot, when it is the table's turn."""
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

    def think(self, table: str, mind: Mind, ask: Ask, answered: Callable[[Any], None]) -> None:
        """Ask a bot; `answered` is called on the event loop. A bot that raises says nothing."""
        turns = self._heavy if kind_of(ask.bot) in COMPILED else self._light
        if kind_of(ask.bot) not in mind.asking.bots:
            turns = self._guests
        work, done = partial(self._timed, mind, ask), partial(self._finished, answered)
        turns.ask(table, mind, Question(work, done))

    def _timed(self, mind: Mind, ask: Ask) -> Any:
        start = time.perf_counter()
        try:
            return mind.answer(ask)
        finally:
            self._metrics.bot_seconds.observe(time.perf_counter() - start)

    def _finished(self, answered: Callable[[Any], None], done: asyncio.Future[Any]) -> None:
        if done.cancelled():
            return
        error = done.exception()
        if error is not None:
            self._metrics.bot_failures.inc()
            trouble("bot_failed", error)
        else:
            answered(done.result())

    def __len__(self) -> int:
        return len(self._light) + len(self._heavy) + len(self._guests)

    def close(self) -> None:
        """Stop thinking."""
        self._light.close()
        self._heavy.close()
        self._guests.close()
        self.workshop.close()
