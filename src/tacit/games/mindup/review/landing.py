"""Where each card of a hand would land on imagined deals, and what each player would take."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from tacit.core.compiled_random import GOLDEN
from tacit.games.mindup.bots.reckoning import (
    Beliefs,
    Floats,
    compiled,
    lay_desk,
    pick_all,
    unseen_by,
    worths,
)
from tacit.games.mindup.bots.search import HEAT
from tacit.games.mindup.kernel.deal import popcount
from tacit.games.mindup.kernel.packed import (
    BITS,
    HAND,
    MASK,
    MOST,
    PLAYERS,
    ROUND,
    TURN,
    unpack,
)
from tacit.games.mindup.review.weighing import STRIDE, first_deal, imagine


class Landed(NamedTuple):
    """What came of it on average, by card in hand as the hand is packed."""

    cards: tuple[int, ...]
    places: Floats
    """By card, then by place in the row: how often it lands there, from 0 to 1."""
    gains: Floats
    """By card, then by seat: the points this turn, a column's value and the bonus."""


def land(known: Beliefs, seat: int, objectives: int, deals: int, seed: int) -> Landed:
    """Lay every card of a seat on the same deals, against the same picks, as `weigh` does."""
    players = int(known.table[PLAYERS])
    held = int(known.table[ROUND] + 7 - known.table[TURN])
    places, gains = np.zeros((held, players)), np.zeros((held, players))
    begin = first_deal(known, seat, seed)
    mine = known._replace(hidden=known.hidden.copy())
    _land(mine, seat, objectives, HEAT, begin, deals, places, gains)
    return Landed(unpack(int(known.table[HAND + seat])), places / deals, gains / deals)


@compiled
def _land(
    mine: Beliefs,
    me: int,
    objectives: int,
    heat: float,
    begin: int,
    deals: int,
    places: Floats,
    gains: Floats,
) -> None:
    """Count where each card lands, and add up what every seat takes."""
    table, hidden, lacking, known = mine
    players = table[PLAYERS]
    desk = lay_desk()
    values = np.zeros((MOST, 8))
    for seat in range(players):
        worths(table, seat, values[seat])
    unseen = unseen_by(table, hidden, known, me)
    for number in range(deals):
        rng = begin + number * STRIDE * GOLDEN
        rng = imagine(table, hidden, lacking, objectives, False, rng, desk.deal)
        pick_all(desk, known, unseen, heat, rng)
        for place in range(len(places)):
            desk.picks[me] = (table[HAND + me] >> (BITS * place)) & MASK
            played = 0
            for seat in range(players):
                played |= 1 << desk.picks[seat]
            for seat in range(players):
                rank = popcount(played & ((1 << desk.picks[seat]) - 1))
                gains[place, seat] += values[seat, rank]
                if seat == me:
                    places[place, rank] += 1
