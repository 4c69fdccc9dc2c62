"""`flat`: plain Monte Carlo for Mind Up!, the yardstick for anything cleverer.

It deals the cards it cannot see at random, tries each of its cards, and lets all play on at
random to the end of the round. It plays the card after which its lead over the others is best.
"""

from __future__ import annotations

import numpy as np

from tacit.core.compiled_random import FRACTION, GOLDEN, fraction
from tacit.games.mindup import View
from tacit.games.mindup.bots.pondering import ponder
from tacit.games.mindup.bots.reckoning import Beliefs, Floats, compiled, fill, lead
from tacit.games.mindup.kernel.packed import (
    BITS,
    HAND,
    MASK,
    MOST,
    PLAYERS,
    ROUND,
    SIZE,
    TURN,
    Words,
)
from tacit.games.mindup.kernel.play import finish_round, turn


class Flat:
    """Thinks until its budget is used up, or about as many deals as `playouts` says."""

    def __init__(self, seat: int, players: int, seed: int, playouts: int | None = None) -> None:  # noqa: ARG002
        self._seed = seed & 0x7FFF_FFFF
        self._playouts = playouts

    def choose(self, view: View, budget: float) -> int:
        """Return the card with the best lead at the end of the round."""
        hand, leads = ponder(view, _weigh, self._seed, budget, self._playouts)
        return hand[int(leads.argmax())]


def _weigh(known: Beliefs, seat: int, deals: int, rng: int, sums: Floats) -> None:
    _try_all(known.table, known.hidden.copy(), known.lacking, seat, deals, rng, sums)


@compiled
def _try_all(
    table: Words, hidden: Words, lacking: Words, me: int, deals: int, rng: int, sums: Floats
) -> None:
    """Play each card on each deal to the end of the round, and add up the leads."""
    players, number = table[PLAYERS], table[ROUND]
    held = number + 7 - table[TURN]
    deal, state = np.empty(SIZE, np.int64), np.empty(SIZE, np.int64)
    picks = np.empty(MOST, np.int64)
    for _ in range(deals):
        rng = fill(table, hidden, lacking, rng, deal)
        for seat in range(players):
            rng += GOLDEN
            at = (fraction(rng) * held) >> FRACTION
            picks[seat] = (deal[HAND + seat] >> (BITS * at)) & MASK
        for place in range(held):
            state[:] = deal
            picks[me] = (deal[HAND + me] >> (BITS * place)) & MASK
            turn(state, picks)
            if state[ROUND] == number:
                finish_round(state, rng)
            sums[place] += lead(state, me, number)
        rng += 32 * GOLDEN
