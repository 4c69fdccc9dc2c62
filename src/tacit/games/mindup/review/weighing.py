"""What every card of a hand is worth on imagined deals of all that its holder could not see.

Compiled, on packed states. As in the bots (`bots.reckoning`) all play on sensibly but
not predictably, here to the end of the game, and every card is tried on the same deals against the
same picks, so that luck is the same for each of them.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from tacit.core.compiled_random import FRACTION, GOLDEN, fraction
from tacit.games.mindup.bots.reckoning import (
    Beliefs,
    Floats,
    cards_in,
    compiled,
    draw_card,
    fill_hands,
    lay_desk,
    look_round,
    margin,
    pick_all,
    play_on,
    try_picks,
    unseen_by,
)
from tacit.games.mindup.bots.search import HEAT
from tacit.games.mindup.kernel.deal import lay_out
from tacit.games.mindup.kernel.packed import (
    BITS,
    DRAWN,
    HAND,
    MASK,
    MOST,
    OBJECTIVES,
    ORDER,
    ORDERS,
    PLAYERS,
    ROUND,
    SCORE,
    TURN,
    Words,
)
from tacit.games.mindup.kernel.play import stream, total
from tacit.games.mindup.rules.objectives import KEPT_FROM
from tacit.games.mindup.rules.setup import ROUNDS

STRIDE = 4096
"""From the random numbers of a deal to those of the next; a game needs less."""


class Weighed(NamedTuple):
    """What came of it, deal by deal."""

    leads: Floats
    """By deal, then by card in hand: the lead over the best of the others when the game is over."""
    wins: Floats
    """By deal, then by card: 1 for a victory, a part of it if it is shared."""
    usual: Floats
    """By deal: the lead after the card that a sensible player would have picked."""


def weigh(known: Beliefs, seat: int, objectives: int, deals: int, seed: int) -> Weighed:
    """Try every card of a seat on this many deals.

    A table on which the seat itself lacks a card is one between two rounds: the next deal, its
    Score values and its objectives are imagined as well, and only `usual` means something.
    """
    held = int(known.table[ROUND] + 7 - known.table[TURN])
    out = Weighed(np.zeros((deals, held)), np.zeros((deals, held)), np.zeros(deals))
    mine = known._replace(hidden=known.hidden.copy())
    _try_all(mine, seat, objectives, HEAT, first_deal(known, seat, seed), out)
    return out


def first_deal(known: Beliefs, seat: int, seed: int) -> int:
    """Return the random number from which a moment's deals are drawn: each moment has its own."""
    table, between = known.table, known.lacking[seat] > 0
    moment = ((int(table[ROUND]) * 16 + int(table[TURN])) * 2 + int(between)) * 8 + seat
    return int(stream(seed, moment << 32))


@compiled
def _try_all(
    mine: Beliefs, me: int, objectives: int, heat: float, begin: int, out: Weighed
) -> None:
    """Try each card on each deal against the same picks, and play on sensibly to the end."""
    table, hidden, lacking, known = mine
    between = lacking[me] > 0
    number = table[ROUND]
    held = number + 7 - table[TURN]
    desk = lay_desk()
    deal, picks, state, still_known, room = desk
    unseen = unseen_by(table, hidden, known, me)
    for deal_number in range(len(out.usual)):
        rng = begin + deal_number * STRIDE * GOLDEN
        rng = imagine(table, hidden, lacking, objectives, between, rng, deal)
        rng = pick_all(desk, known, unseen, heat, rng) + 16 * GOLDEN
        usual = picks[me]
        for place in range(held):
            card = (deal[HAND + me] >> (BITS * place)) & MASK
            if between and card != usual:
                continue
            picks[me] = card
            after = try_picks(desk, known, unseen, heat, rng)
            while state[ROUND] <= ROUNDS:
                next_unseen = look_round(state, still_known)
                after = play_on(state, still_known, next_unseen, heat, after, room)
            lead = float(margin(state, me))
            out.leads[deal_number, place] = lead
            out.wins[deal_number, place] = win_of(state, me)
            if card == usual:
                out.usual[deal_number] = lead


@compiled
def imagine(
    table: Words,
    hidden: Words,
    lacking: Words,
    objectives: int,
    between: bool,
    rng: int,
    state: Words,
) -> int:
    """Copy a table into `state` and draw all that is hidden: hands, and the rounds to come."""
    rng, at = fill_hands(table, hidden, lacking, rng, state)
    number = table[ROUND]
    for later in range(number, ROUNDS):
        for seat in range(table[PLAYERS]):
            rng = draw_card(hidden, at, rng)
            state[DRAWN + later - 1] |= hidden[at] << (BITS * seat)
            at += 1
    first = number - 1 if between else number
    for later in range(first, ROUNDS):
        rng += GOLDEN
        state[ORDER + later] = ORDERS[(fraction(rng) * len(ORDERS)) >> FRACTION]
    if 0 < objectives < KEPT_FROM:
        rng = _renew(state, objectives, first, rng)
    return rng


@compiled
def _renew(state: Words, out: int, first: int, rng: int) -> int:
    """Lay out the objectives of rounds to come (MU-34, MU-35): any but those that are gone."""
    gone = 0
    for number in range(first):
        gone |= cards_in(state[OBJECTIVES + number])
    pile, height = 0, 0
    for number in range(1, 15):
        if (gone >> number) & 1:
            continue
        rng += GOLDEN
        at = 4 * ((fraction(rng) * (height + 1)) >> FRACTION)
        moved = (pile >> at) & 15
        pile |= moved << (4 * height)
        pile ^= (moved ^ number) << at
        height += 1
    for number in range(first, ROUNDS):
        state[OBJECTIVES + number], pile = lay_out(pile, height, out)
        height -= out
    return rng


@compiled
def win_of(state: Words, me: int) -> float:
    """Return 1 for a victory, its part if it is shared, else 0 (MU-28…MU-30)."""
    last = SCORE + MOST * (ROUNDS - 1)
    mine = 1000 * total(state, me) + state[last + me]
    sharing = 1
    for seat in range(state[PLAYERS]):
        if seat == me:
            continue
        theirs = 1000 * total(state, seat) + state[last + seat]
        if theirs > mine:
            return 0.0
        sharing += theirs == mine
    return 1.0 / sharing
