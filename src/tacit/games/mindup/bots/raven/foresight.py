"""Foreseeing picks: what each opponent's cards would bring to them, and the best answer to it.

Both are tried on imagined deals. `foresee` takes the others' side: on deals of all that they cannot
see it tries every card that they may hold. `respond` deals what this seat cannot see, lets
each opponent pick by one of several plans, and tries every card of its own.

A round is played to its end and no further, by players with a learned policy (`imagining`). What it
leaves in the columns is the next hand, and the mind of the players knows what its cards are worth.
"""

from __future__ import annotations

import numpy as np

from tacit.core.compiled_random import FRACTION, GOLDEN, fraction
from tacit.games.mindup.bots.raven.imagining import (
    COLOURS,
    KEEP,
    LUCK,
    LUCKS,
    NEXT_HAND,
    ROOM,
    compiled,
    count_lacking,
    expected,
    finish,
    look_at_row,
    pick_all,
    weigh_unseen,
)
from tacit.games.mindup.bots.reckoning import (
    Beliefs,
    Floats,
    fill,
    lead,
    margin,
    unseen_by,
)
from tacit.games.mindup.bots.search import ENOUGH
from tacit.games.mindup.kernel.packed import (
    BITS,
    CARD,
    COLOUR_AT,
    HAND,
    MASK,
    MOST,
    PLAYERS,
    ROUND,
    SIZE,
    TURN,
    Words,
)
from tacit.games.mindup.kernel.play import turn
from tacit.games.mindup.rules.setup import ROUNDS

CARDS = 64
"""Places in a table by card."""
STRIDE = 1024
"""From the random numbers of a deal to those of the next; a round needs less."""


def public(known: Beliefs, seat: int) -> Beliefs:
    """Return what all at the table know: a seat's own beliefs without what it alone has seen."""
    table, lacking = known.table.copy(), known.lacking.copy()
    hand, shown, own = int(table[HAND + seat]), 0, []
    while hand:
        card, hand = hand & MASK, hand >> BITS
        if (int(known.shown[seat]) >> card) & 1:
            shown = (shown << BITS) | card
        else:
            own.append(card)
    table[HAND + seat], lacking[seat] = shown, len(own)
    return Beliefs(table, np.append(known.hidden, np.array(own, np.int64)), lacking, known.shown)


@compiled
def outlook(state: Words, me: int, number: int, mind: Floats) -> float:
    """Return how well a seat stands after a round: its lead, and what its next hand is worth.

    In the last round a victory counts: a lead over the best of the others, the less the larger.
    """
    if number == ROUNDS:
        return float(ENOUGH * np.tanh(margin(state, me) / ENOUGH))
    players = state[PLAYERS]
    mine, all_hands = 0.0, 0.0
    for seat in range(players):
        worth, hand = 0.0, state[HAND + seat]
        while hand:
            worth += mind[NEXT_HAND + (hand & MASK)]
            hand >>= BITS
        all_hands += worth
        if seat == me:
            mine = worth
    return float(lead(state, me, number) + mine - (all_hands - mine) / (players - 1))


@compiled
def outcome(
    deal: Words,
    picks: Words,
    known: Words,
    unseen: int,
    me: int,
    mind: Floats,
    rng: int,
    state: Words,
    still_known: Words,
    room: Floats,
) -> float:
    """Play these picks on a deal, let all finish the round; return the outlook."""
    number = deal[ROUND]
    state[:] = deal
    turn(state, picks)
    if state[ROUND] == number:
        for seat in range(deal[PLAYERS]):
            gone = ~(1 << picks[seat])
            still_known[seat] = known[seat] & gone
            unseen &= gone
        finish(state, still_known, unseen, mind, rng, room)
    return outlook(state, me, number, mind)


@compiled
def foresee(
    table: Words,
    hidden: Words,
    lacking: Words,
    known: Words,
    me: int,
    deals: int,
    mind: Floats,
    rng: int,
    sums: Floats,
    tries: Floats,
) -> None:
    """Add up by opponent and card how much better it is than the rest of the hand.

    The table is `public`; everyone else picks by their mind.
    """
    held = table[ROUND] + 7 - table[TURN]
    deal, state = np.empty(SIZE, np.int64), np.empty(SIZE, np.int64)
    picks, still_known = np.empty(MOST, np.int64), np.zeros(MOST, np.int64)
    room, found = np.zeros(ROOM), np.zeros(16)
    unseen = 0
    for card in hidden:
        unseen |= 1 << card
    for _ in range(deals):
        rng = fill(table, hidden, lacking, rng, deal)
        rng = pick_all(deal, known, unseen, mind, rng, room, picks)
        for seat in range(table[PLAYERS]):
            if seat == me:
                continue
            usual, mean = picks[seat], 0.0
            for place in range(held):
                picks[seat] = (deal[HAND + seat] >> (BITS * place)) & MASK
                found[place] = outcome(
                    deal, picks, known, unseen, seat, mind, rng, state, still_known, room
                )
                mean += found[place] / held
            for place in range(held):
                card = (deal[HAND + seat] >> (BITS * place)) & MASK
                sums[seat, card] += found[place] - mean
                tries[seat, card] += 1.0
            picks[seat] = usual
        rng += STRIDE * GOLDEN


@compiled
def like(table: Words, known: Words, unseen: int, me: int, mind: Floats, liked: Floats) -> None:
    """Write by opponent and card how much such a mind likes to play it."""
    room = np.zeros(ROOM)
    keep = KEEP + 64 * (table[ROUND] + 5 - table[TURN])
    count_lacking(table, known, room)
    for seat in range(table[PLAYERS]):
        if seat == me:
            continue
        theirs = unseen & ~known[seat]
        each = weigh_unseen(table, theirs)
        look_at_row(table, seat, mind, room)
        for card in range(1, 61):
            if ((unseen | known[seat]) >> card) & 1:
                liked[seat, card] = (
                    expected(table, seat, card, known, theirs, each, room)
                    + room[COLOURS + 5 + (CARD[card] >> COLOUR_AT)]
                    + mind[keep + card]
                )


@compiled
def draw_picks(deal: Words, me: int, plans: Floats, mix: Floats, rng: int, picks: Words) -> int:
    """Let each opponent pick by one of the plans: the likelier a plan, the more often."""
    for seat in range(deal[PLAYERS]):
        if seat == me:
            continue
        rng += GOLDEN
        chance, plan = fraction(rng) / (1 << FRACTION), 0
        while plan < len(plans) - 1 and chance >= mix[seat, plan]:
            chance -= mix[seat, plan]
            plan += 1
        best, hand = -1e18, deal[HAND + seat]
        while hand:
            card = hand & MASK
            hand >>= BITS
            rng += GOLDEN
            value = plans[plan, seat, card] + LUCK[fraction(rng) & LUCKS]
            if value > best:
                best = value
                picks[seat] = card
    return rng


@compiled
def respond(
    table: Words,
    hidden: Words,
    lacking: Words,
    known: Words,
    me: int,
    deals: int,
    plans: Floats,
    mix: Floats,
    mind: Floats,
    rng: int,
    sums: Floats,
) -> None:
    """Add up what each card brings against opponents who pick by these plans."""
    held = table[ROUND] + 7 - table[TURN]
    deal, state = np.empty(SIZE, np.int64), np.empty(SIZE, np.int64)
    picks, still_known = np.empty(MOST, np.int64), np.zeros(MOST, np.int64)
    room = np.zeros(ROOM)
    unseen = unseen_by(table, hidden, known, me)
    for _ in range(deals):
        rng = fill(table, hidden, lacking, rng, deal)
        rng = draw_picks(deal, me, plans, mix, rng, picks)
        for place in range(held):
            picks[me] = (deal[HAND + me] >> (BITS * place)) & MASK
            sums[place] += outcome(
                deal, picks, known, unseen, me, mind, rng, state, still_known, room
            )
        rng += STRIDE * GOLDEN
