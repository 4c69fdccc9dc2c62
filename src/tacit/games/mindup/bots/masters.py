"""The two strongest characters of Mind Up!; `characters` introduces all four."""

from __future__ import annotations

from tacit.games.mindup import View
from tacit.games.mindup.bots.characters import pick_one
from tacit.games.mindup.bots.pondering import ponder
from tacit.games.mindup.bots.search import Search, weigh

HERON_DEALS = 40


class Heron:
    """Strong: plays the round out in its head, a few times."""

    HEAT = 0.4

    def __init__(self, seat: int, players: int, seed: int) -> None:  # noqa: ARG002
        self._seed = seed

    def choose(self, view: View, budget: float) -> int:
        """Return one of the cards that came out best."""
        _, leads = ponder(view, weigh, self._seed, budget, HERON_DEALS)
        return pick_one(view, list(leads), self.HEAT, self._seed)


class Raven(Search):
    """Merciless: `search` with all the time it is given."""
