"""`random`: any card, at any time. The floor every other bot has to clear."""

from __future__ import annotations

import random

from tacit.core.rulebook import Millis, Seat
from tacit.games import extreme
from tacit.games.extreme.bots.between_plays import between_plays

LONGEST_WAIT_MS = 4000
STAR_CHANCE = 0.02


class Random:
    """Chooses evenly among all that is allowed."""

    def __init__(self, seat: int, players: int, seed: int) -> None:  # noqa: ARG002
        self._seat = Seat(seat)
        self._rng = random.Random(seed)  # noqa: S311  # a bot's whims need no secrecy

    def plan(self, view: extreme.View, now_ms: int) -> tuple[int, extreme.Action] | None:
        """Play a card some time within the next seconds, or, rarely, ask for a star."""
        if view.phase is not extreme.Phase.PLAYING:
            return between_plays(view, now_ms)
        card = self.discard(view)
        at = Millis(now_ms + self._rng.randrange(LONGEST_WAIT_MS))
        if view.stars and self._rng.random() < STAR_CHANCE:
            return at, extreme.ProposeStar(seat=self._seat, at=at)
        return None if card is None else (at, extreme.Play(seat=self._seat, card=card, at=at))

    def agree_to_star(self, view: extreme.View) -> bool:  # noqa: ARG002
        """Toss a coin."""
        return self._rng.random() < 0.5

    def discard(self, view: extreme.View) -> extreme.Card | None:
        """Return the lowest white or the highest red, whichever."""
        first = (extreme.first_of(colour, view.hand) for colour in extreme.Colour)
        cards = [card for card in first if card is not None]
        return self._rng.choice(cards) if cards else None
