"""Players of Mind Up! for tables with people: four characters from friendly to merciless.

None of them blunders at random. The friendly ones see less, the way people do: Pebble looks at its
own columns and overlooks bonuses and what the others hold, Linnet remembers all that but looks no
further than this turn, Heron plays the round out in its head a dozen times, and Raven foresees what
the others will pick. Of cards that seem about as good Pebble and Linnet choose now one, now
another. Heron and Raven have files of their own.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from random import Random

from tacit.core.rulebook import Seat
from tacit.games.mindup import BONUS, DECK, Card, View, chances, column_for, expectation, unseen


class Pebble:
    """Friendly: sees what its columns count, and takes every card for possible in any hand."""

    HEAT = 0.25

    def __init__(self, seat: int, players: int, seed: int) -> None:  # noqa: ARG002
        self._seat = Seat(seat)
        self._seed = seed

    def choose(self, view: View, budget: float) -> int:  # noqa: ARG002
        """Return a card that looks good for this turn."""
        mine = view.tableaux[self._seat]
        worth = [view.order[column_for(mine, card)] + self._bonus(card) for card in view.row]
        expected = [expectation(odds, worth) for odds in self._odds(view)]
        return pick_one(view, expected, self.HEAT, self._seed)

    def _bonus(self, card: Card) -> int:  # noqa: ARG002
        return 0

    def _odds(self, view: View) -> tuple[tuple[float, ...], ...]:
        nothing: tuple[tuple[Card, ...], ...] = ((),) * view.players
        others = [card for card in DECK if card not in view.hand]
        return chances(self._seat, view.hand, nothing, others)


class Linnet(Pebble):
    """Lively: sees bonuses, and remembers what lies open and what each opponent must hold."""

    HEAT = 0.5

    def _bonus(self, card: Card) -> int:
        return BONUS[card]

    def _odds(self, view: View) -> tuple[tuple[float, ...], ...]:
        hidden = unseen(view.hand, view.row, view.known, view.tableaux)
        return chances(self._seat, view.hand, view.known, hidden)


def pick_one(view: View, values: Sequence[float], heat: float, seed: int) -> int:
    """Return a card of the hand: the best most likely, the others the less the worse they are.

    `heat` is how many points are taken for about the same. The same moment of the same game with
    the same seed gives the same card.
    """
    best = max(values)
    weights = [math.exp((value - best) / heat) for value in values]
    rng = Random(f"{seed} {view.round} {view.turn}")  # noqa: S311  # not for secrets
    return rng.choices(view.hand, weights)[0]
