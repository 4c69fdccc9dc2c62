"""What a bot is: a class that is told its seat, the number of players and a seed, and then views.

A bot plays Mind Up! if it has `choose`, and The Mind Extreme if it has `plan`, `agree_to_star` and
`discard`. It is the same to the arena and to a live table, and never shown more than a person is.
"""

from __future__ import annotations

from typing import Protocol

from tacit.games import extreme, mindup


class BotError(ValueError):
    """A bot cannot be found, or does not do what a bot has to; the text says what."""


class MindUpBot(Protocol):
    """A player of Mind Up!."""

    def __init__(self, seat: int, players: int, seed: int) -> None: ...

    def choose(self, view: mindup.View, budget: float) -> int:
        """Return the card to play; `budget` is seconds of thinking time."""


class ExtremeBot(Protocol):
    """A player of The Mind Extreme."""

    def __init__(self, seat: int, players: int, seed: int) -> None: ...

    def plan(self, view: extreme.View, now_ms: int) -> tuple[int, extreme.Action] | None:
        """Return when to act next unless something happens first, and what; None is to wait."""

    def agree_to_star(self, view: extreme.View) -> bool:
        """Vote on a star somebody proposed."""

    def discard(self, view: extreme.View) -> extreme.Card | None:
        """Choose the card to give to a star; None with an empty hand."""
