"""A bot under observation: what it is shown, what it answers and how long that takes."""

from __future__ import annotations

import time
from typing import Any

import msgspec

from tacit.arena.runner.asking import Care
from tacit.bots.bot import BotError

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

    def __init__(self, notes: Notes, make: Any, seat: int, players: int, seed: int) -> None:
        self._notes = notes
        self._seat = seat
        self._bot = make(seat, players, seed)

    def choose(self, view: Any, _budget: float) -> int:
        """Play Mind Up!."""
        card = self._ask("choose", view, self._notes.care.budget)
        if type(card) is not int:
            raise Misbehaved(f"choose answered {card!r}, a {type(card).__name__} and not an int")
        return card

    def plan(self, view: Any, now_ms: int) -> Any:
        """Play The Mind Extreme."""
        return self._ask("plan", view, now_ms)

    def agree_to_star(self, view: Any) -> bool:
        """Vote on a star."""
        agreed = self._ask("agree_to_star", view)
        if type(agreed) is not bool:
            raise Misbehaved(f"agree_to_star answered {agreed!r}, which is neither True nor False")
        return agreed

    def discard(self, view: Any) -> Any:
        """Give a card to a star."""
        return self._ask("discard", view)

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
