"""Heron, the third of the four characters of Mind Up!; `characters` introduces them all."""

from __future__ import annotations

from tacit.games.mindup import View
from tacit.games.mindup.bots.pondering import ponder
from tacit.games.mindup.bots.search import weigh

HERON_DEALS = 12
"""As often as a patient person might go through a round in their head."""


class Heron:
    """Strong: plays the round out in its head a dozen times, and no more."""

    def __init__(self, seat: int, players: int, seed: int) -> None:  # noqa: ARG002
        self._seed = seed

    def choose(self, view: View, budget: float) -> int:
        """Return the card that came out best."""
        hand, leads = ponder(view, weigh, self._seed, budget, HERON_DEALS)
        return hand[int(leads.argmax())]
