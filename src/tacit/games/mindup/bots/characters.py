"""Players of Mind Up! for tables with people: four characters from friendly to merciless.

None of them blunders at random. The friendly ones see less, the way people do. Pebble looks at its
own columns and overlooks bonuses and what the others hold. Linnet sees bonuses and what lies open,
and remembers the top cards of the others' columns when they take them up; it looks no further than
this turn. Both reckon in whole points: cards that come to the same number are equal to them, and
they play any of these. Heron plays the round out in its head a dozen times, and Raven foresees
what the others will pick; they have files of their own.
"""

from __future__ import annotations

import math
from random import Random

from tacit.core.rulebook import Seat
from tacit.games.mindup import BONUS, DECK, Card, View, chances, column_for, expectation, unseen


class Pebble:
    """Friendly: sees what its columns count, and takes every card for possible in any hand."""

    def __init__(self, seat: int, players: int, seed: int) -> None:  # noqa: ARG002
        self._seat = Seat(seat)
        self._seed = seed

    def choose(self, view: View, budget: float) -> int:  # noqa: ARG002
        """Return a card that no other beats by a point, as far as it sees.

        The same moment of the same game with the same seed gives the same card.
        """
        points = [math.floor(value + 0.5) for value in self.expected(view)]
        best = [card for card, found in zip(view.hand, points, strict=True) if found == max(points)]
        return Random(f"{self._seed} {view.round} {view.turn}").choice(best)  # noqa: S311  # not for secrets

    def expected(self, view: View) -> list[float]:
        """Return by card in hand what it should bring this turn."""
        mine = view.tableaux[self._seat]
        worth = [view.order[column_for(mine, card)] + self._bonus(card) for card in view.row]
        return [expectation(odds, worth) for odds in self._odds(view)]

    def _bonus(self, card: Card) -> int:  # noqa: ARG002
        return 0

    def _odds(self, view: View) -> tuple[tuple[float, ...], ...]:
        nothing: tuple[tuple[Card, ...], ...] = ((),) * view.players
        others = [card for card in DECK if card not in view.hand]
        return chances(self._seat, view.hand, nothing, others)


class Linnet(Pebble):
    """Lively: sees bonuses and what lies open, and remembers the tops of the columns before."""

    def _bonus(self, card: Card) -> int:
        return BONUS[card]

    def _odds(self, view: View) -> tuple[tuple[float, ...], ...]:
        known = self._remembered(view)
        hidden = unseen(view.hand, view.row, known, view.tableaux)
        return chances(self._seat, view.hand, known, hidden)

    def _remembered(self, view: View) -> tuple[tuple[Card, ...], ...]:
        """Return by seat what it remembers to be there: top cards that were not played since."""
        if view.round == 1:
            return view.known
        columns = view.past[view.round - 2].tableaux
        tops = {column[-1] for tableau in columns for column in tableau if column}
        return tuple(tuple(card for card in cards if card in tops) for cards in view.known)
