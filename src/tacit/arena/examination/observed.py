"""A bot under observation: what it is shown, what it answers and how long that takes."""

from __future__ import annotations

import time
from functools import partial
from typing import Any

import msgspec

from tacit.arena.runner.asking import Care
from tacit.bots.asking import Asking, Kind
from tacit.bots.bot import BotError

_A = {int: "an int", bool: "a bool"}
EXAMINED = "the bot"
"""What it is called in every seat while it is examined."""


class Misbehaved(BotError):
    """The bot does not do what a bot has to; the text says what."""


class Notes:
    """What was seen of a bot in all its seats."""

    def __init__(self, care: Care) -> None:
        self.care = care
        self.warm = False
        self.seconds: list[float] = []
        self.answers: list[tuple[int, str, bytes, str]] = []
        """By question: the seat, the method, the view, and the answer."""
        self.changed_view: str | None = None

    def fresh(self) -> Notes:
        """Return an empty page for the same bot."""
        return Notes(self.care)


class Observed:
    """Plays as the bot does, and takes notes."""

    def __init__(  # noqa: PLR0913, PLR0917
        self, notes: Notes, asking: Asking, make: Any, seat: int, players: int, seed: int
    ) -> None:
        self._notes = notes
        self._kinds = {kind.method: kind for kind in asking.kinds.values()}
        self._seat = seat
        self._bot = make(seat, players, seed)

    def __getattr__(self, method: str) -> Any:
        """Answer each of the game's questions as the bot does, whatever they are."""
        if method.startswith("_") or method not in self._kinds:
            raise AttributeError(method)
        return partial(self._checked, self._kinds[method])

    def _checked(self, kind: Kind, view: Any, *more: Any) -> Any:
        if kind.given == "budget":
            more = (self._notes.care.budget_s,)
        answer = self._ask(kind.method, view, *more)
        if kind.answer in (int, bool) and type(answer) is not kind.answer:
            wrong = f"a {type(answer).__name__} and not {_A[kind.answer]}"
            raise Misbehaved(f"{kind.method} answered {answer!r}, {wrong}")
        return answer

    def _ask(self, method: str, view: Any, *more: Any) -> Any:
        notes = self._notes
        shown = msgspec.json.encode(view)
        began = time.perf_counter()
        answer = getattr(self._bot, method)(view, *more)
        if notes.warm:
            notes.seconds.append(time.perf_counter() - began)
        notes.warm = True
        notes.care.watch.warm.add(EXAMINED)
        if msgspec.json.encode(view) != shown:
            notes.changed_view = method
        notes.answers.append((self._seat, method, shown, repr(answer)))
        return answer
