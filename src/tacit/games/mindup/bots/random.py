"""`random`: any card, at any time. The floor every other bot has to clear."""

from __future__ import annotations

import random

from tacit.games.mindup import View


class Random:
    """Chooses evenly among all that is allowed."""

    def __init__(self, seat: int, players: int, seed: int) -> None:  # noqa: ARG002
        self._rng = random.Random(seed)  # noqa: S311  # a bot's whims need no secrecy

    def choose(self, view: View, budget: float) -> int:  # noqa: ARG002
        """Return any card of the hand."""
        return self._rng.choice(view.hand)
