"""The bot of one seat in one game: it thinks in a thread of its pool, or in another process."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable
from contextlib import AbstractContextManager
from functools import cached_property
from typing import Any

import msgspec

from tacit.bots.asking import asking_of
from tacit.bots.process import BotQuestion, BotSeat
from tacit.bots.registry import find_bot, settle_in
from tacit.bots.worker_process import WorkerError, WorkerProcess
from tacit.table.outputs import Ask

BUDGET_S = 0.25
"""How long a bot may think about a choice."""


class SeatBot(ABC):
    """Answers one question at a time, in a thread: the fair pool sees to both."""

    def __init__(self, seat: BotSeat) -> None:
        self.seat = seat
        self.asking = asking_of(seat.game)

    def make(self, bot: str) -> Any:
        """Make a bot for this seat."""
        where = self.seat
        return find_bot(bot, where.game)(where.seat, where.players, where.seed)

    @abstractmethod
    def answer(self, ask: Ask) -> Any:
        """Return what the bot answers."""


class LightBot(SeatBot):
    """A bot that answers within milliseconds: it thinks in the thread that asks it.

    `views` are what a spectator saw of the game so far, for a bot that recalls it.
    """

    def __init__(self, seat: BotSeat, views: Callable[[], Iterable[Any]] = tuple) -> None:
        super().__init__(seat)
        self._views = views
        self._bot: Any = None

    def answer(self, ask: Ask) -> Any:
        """Make the bot at the first question, and ask it."""
        if self._bot is None:
            self._bot = self.make(self.seat.bot)
            settle_in(self._bot, ask.parameters)
            if hasattr(self._bot, "recall"):
                self._bot.recall(self._views(), ask.view)
        return self.asking.ask(self._bot, ask.question, ask.view, now=ask.now, budget=BUDGET_S)


class ProcessBot(SeatBot):
    """A bot in a worker process; the game's stand-in answers where it does not."""

    @cached_property
    def _stand_in(self) -> Any:
        return self.make(self.asking.stand_in)

    def answer(self, ask: Ask) -> Any:
        """Return the bot's own answer if it is a valid one, else the stand-in's."""
        kind = self.asking.kinds[ask.question]
        budget_s = BUDGET_S if kind.given == "budget" else 0.0
        asked = BotQuestion(self.seat, ask.question, ask.view, ask.now, budget_s)
        line = msgspec.json.encode(asked)
        try:
            with self.worker() as worker:
                said = worker.ask(line, budget_s + self.spare_s)
            found = msgspec.json.decode(said, type=kind.answer | None)
        except (WorkerError, msgspec.DecodeError) as error:
            self.failed(f"{type(error).__name__}: {error}")
        else:
            if kind.action is None or (found is not None and kind.allows(ask.view, found)):
                return found
            self.failed("answered what its view does not allow")
        stand_in = self._stand_in
        return self.asking.ask(stand_in, ask.question, ask.view, now=ask.now, budget=budget_s)

    @abstractmethod
    def worker(self) -> AbstractContextManager[WorkerProcess]:
        """Lend a worker for one question; WorkerError if there is none."""

    @property
    @abstractmethod
    def spare_s(self) -> float:
        """For the worker's answer, beyond the time the bot is given to think."""

    @abstractmethod
    def failed(self, why: str) -> None:
        """Note that the bot did not answer as it should, and that the stand-in does."""
