"""`search`: the strong player of Mind Up!.

It imagines deals of the cards it cannot see and tries each of its cards on each of them, against
opponents who are sensible but not predictable: they weigh their cards as anyone at their place
could, and mostly play the best (`bots.reckoning`). So do all seats until the round ends.

What a round leaves in the columns is the next hand, so the next round is played as well, and what
counts is the lead over the others after it. In the last round winning counts: a lead over the best
of the others, the less the larger it is.

docs/bots.md has the experiments that led here.
"""

from __future__ import annotations

import numpy as np

from tacit.core.compiled_random import GOLDEN
from tacit.games.mindup import View
from tacit.games.mindup.bots.pondering import ponder
from tacit.games.mindup.bots.reckoning import (
    Beliefs,
    Floats,
    compiled,
    fill,
    lay_desk,
    lead,
    look_round,
    margin,
    pick_all,
    play_on,
    try_picks,
    unseen_by,
)
from tacit.games.mindup.kernel.packed import BITS, HAND, MASK, ROUND, TURN
from tacit.games.mindup.rules.setup import ROUNDS

ENOUGH = 4.0
"""Points of a lead that make a victory rather safe."""
HEAT = 0.6
"""Points by which opponents are imagined to misjudge their cards."""


class Search:
    """Thinks until its budget is used up, or about as many deals as `playouts` says."""

    def __init__(self, seat: int, players: int, seed: int, playouts: int | None = None) -> None:  # noqa: ARG002
        self._seed = seed & 0x7FFF_FFFF
        self._playouts = playouts

    def choose(self, view: View, budget: float) -> int:
        """Return the card with the best lead at the end of the round."""
        hand, leads = ponder(view, weigh, self._seed, budget, self._playouts)
        return hand[int(leads.argmax())]


def weigh(known: Beliefs, seat: int, deals: int, rng: int, sums: Floats) -> None:
    """Add up what each card brings over many deals."""
    mine = known._replace(hidden=known.hidden.copy())
    _try_all(mine, seat, deals, HEAT, rng, sums)


@compiled
def _try_all(mine: Beliefs, me: int, deals: int, heat: float, rng: int, sums: Floats) -> None:
    """Try each card on each deal against the same picks, and play on sensibly."""
    table, hidden, lacking, known = mine
    number = table[ROUND]
    held = number + 7 - table[TURN]
    desk = lay_desk()
    deal, picks, state, still_known, room = desk
    unseen = unseen_by(table, hidden, known, me)
    for _ in range(deals):
        rng = fill(table, hidden, lacking, rng, deal)
        rng = pick_all(desk, known, unseen, heat, rng)
        for place in range(held):
            picks[me] = (deal[HAND + me] >> (BITS * place)) & MASK
            try_picks(desk, known, unseen, heat, rng)
            if number == ROUNDS:  # large leads are worth little more
                sums[place] += ENOUGH * np.tanh(margin(state, me) / ENOUGH)
            else:
                next_unseen = look_round(state, still_known)
                play_on(state, still_known, next_unseen, heat, rng, room)
                sums[place] += lead(state, me, number + 1)
        rng += 1024 * GOLDEN
