"""Players of Mind Up! who waver between cards: the crowd that a deal of the day is compared with.

They look no further than this turn and misjudge it by chance, the more the higher their heat. So
one number makes players of every strength. Nobody meets them at a table: there `characters` play.
"""

from __future__ import annotations

import math
from random import Random

from tacit.games.mindup import View, chances, unseen
from tacit.games.mindup.bots.characters import Linnet, Pebble


class Heedless(Pebble):
    """Sees as little as Pebble."""

    HEAT = 0.25
    """How many points it takes for about the same."""

    def choose(self, view: View, budget: float) -> int:  # noqa: ARG002
        """Return a card: the best most likely, the others the less the worse they seem.

        The same moment of the same game with the same seed gives the same card.
        """
        values = self.expected(view)
        best = max(values)
        weights = [math.exp((value - best) / self.HEAT) for value in values]
        rng = Random(f"{self._seed} {view.round} {view.turn}")  # noqa: S311  # not for secrets
        return rng.choices(view.hand, weights)[0]


class Wavering(Heedless, Linnet):
    """Sees and remembers all that a player may know; in field 1 of the arena it is `linnet`."""

    HEAT = 0.5

    def _odds(self, view: View) -> tuple[tuple[float, ...], ...]:
        hidden = unseen(view.hand, view.row, view.known, view.tableaux)
        return chances(self._seat, view.hand, view.known, hidden)
