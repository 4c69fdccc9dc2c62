"""`greedy`: looks one turn ahead in Mind Up! and weighs every card by what it should bring now.

How likely each of its cards takes each row card is what anyone at its place could reckon
(`tacit.games.mindup.rules.chances`); a row card is worth its column's value and its bonus.
"""

from __future__ import annotations

from tacit.core.rulebook import Seat
from tacit.games.mindup import BONUS, View, chances, column_for, expectation, unseen


class Greedy:
    """Plays the card with the best expectation for this turn; the lowest of equals."""

    def __init__(self, seat: int, players: int, seed: int) -> None:  # noqa: ARG002
        self._seat = Seat(seat)

    def choose(self, view: View, budget: float) -> int:  # noqa: ARG002
        """Return the card that should bring the most points this turn."""
        mine = view.tableaux[self._seat]
        worth = [view.order[column_for(mine, card)] + BONUS[card] for card in view.row]
        hidden = unseen(view.hand, view.row, view.known, view.tableaux)
        found = chances(self._seat, view.hand, view.known, hidden)
        expected = [expectation(odds, worth) for odds in found]
        return view.hand[expected.index(max(expected))]
