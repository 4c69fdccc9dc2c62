"""Players of Mind Up! who see what nobody may see, to measure how much that would be worth.

They are `raven` with more knowledge. They are no bots: they have no name, are in no list, and need
the game itself, which no table, arena or site hands out.
"""

from __future__ import annotations

import numpy as np

from tacit.games.mindup import DECK, State, View
from tacit.games.mindup.bots.raven.raven import Raven
from tacit.games.mindup.bots.reckoning import Beliefs, Floats
from tacit.games.mindup.kernel.packed import HAND, pack

NEVER = -1e12


class Clairvoyant(Raven):
    """Sees all hands, and on request the picks of this turn; not what will be drawn."""

    def show(self, state: State, picks: dict[int, int] | None = None) -> None:
        """Let it look before it is asked."""
        self._state, self._picks = state, picks

    def answer(self, view: View, known: Beliefs, liked: Floats, until: float) -> Floats:
        """Return what each card brings, on deals with the true hands against the true picks."""
        state = self._state
        table = known.table.copy()
        for seat, hand in enumerate(state.hands):
            table[HAND + seat] = table[HAND + seat] if seat == view.seat else pack(hand)
        shown = {*view.row, *(card for hand in state.hands for card in hand)}
        shown.update(card for columns in view.tableaux for column in columns for card in column)
        deck = np.array([card for card in DECK if card not in shown], np.int64)
        true = Beliefs(table, deck, np.zeros_like(known.lacking), known.shown)
        if self._picks is not None:
            liked = np.full_like(liked, NEVER)
            for seat, card in self._picks.items():
                liked[:, seat, card] = 0.0
        return super().answer(view, true, liked, until)
