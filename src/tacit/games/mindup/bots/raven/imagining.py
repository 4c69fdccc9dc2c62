"""Players in an imagined deal: how they pick, by what a `mind` has learned.

A mind likes a card for what it would probably take (a row card of value and bonus, a new column, a
card for the next hand) and for leaving the hand (what it could be worth as the last one). What each
of these counts depends on how many turns are left. `minds` has the numbers, and which is which.
A pick is a softmax choice: the card that is liked best after luck was added.
"""

from __future__ import annotations

import numpy as np

from tacit.core.compiled import compiler
from tacit.core.compiled_random import GOLDEN, fraction
from tacit.games.mindup.bots.reckoning import Floats, cards_in
from tacit.games.mindup.kernel.deal import popcount
from tacit.games.mindup.kernel.packed import (
    BITS,
    BONUSES,
    CARD,
    COLOUR_AT,
    HAND,
    HOME,
    LANE,
    MASK,
    MOST,
    ORDER,
    PLAYERS,
    ROUND,
    ROW,
    SOURCES,
    TABLEAU,
    TURN,
    WHERE,
    Words,
)
from tacit.games.mindup.kernel.play import turn
from tacit.games.mindup.kernel.scores import read

compiled = compiler(HOME, (*SOURCES, "bots/reckoning.py", "bots/raven/imagining.py"))
"""For what calls this: compiled anew when this file changes."""

LUCK_BITS = 10
LUCKS = (1 << LUCK_BITS) - 1
LUCK: Floats = -np.log(-np.log((np.arange(LUCKS + 1) + 0.5) / (LUCKS + 1)))
"""Equally likely numbers such that the best of sums with them is a softmax choice (Gumbel)."""
A_DRAW = 5
"""Cards for which one random number has enough bits."""

LEFT = 8
"""A turn has 0 to 7 turns after it."""
COUNTS, GAIN, KEEP = 0, 64, 64 + 64 * LEFT
NEXT_HAND = KEEP + 64 * LEFT
MIND = NEXT_HAND + 64
"""Where the parts of a mind begin: what columns count, by turns left eight numbers; then by turns
left and card what it is to take it and to give it away; by card what it is in the next hand."""

LIKED, LACKING, ONE, COLOURS, ROOM = 0, 8, 14, 16, 32
"""Where a scratch array has what row cards and colours are worth, and how cards are spread."""


@compiled
def count_lacking(state: Words, known: Words, room: Floats) -> None:
    """Write by seat how many cards of the hand nobody else knows, and how likely one is played."""
    held = state[ROUND] + 7 - state[TURN]
    room[ONE] = 1.0 / held
    for seat in range(state[PLAYERS]):
        room[LACKING + seat] = held - popcount(known[seat])


@compiled
def expected(
    state: Words, seat: int, card: int, known: Words, unseen: int, each: float, room: Floats
) -> float:
    """Return how much is liked what a card should take; `each` is what one unseen card weighs.

    `room` has how much every row card is liked. Every opponent who may lie below moves what is
    expected towards the next row card; six numbers are enough for any number of players.
    """
    below = (1 << card) - 1
    one = room[ONE]
    lower = popcount(unseen & below) * each
    a, b, c, d, e, f = room[0], room[1], room[2], room[3], room[4], room[5]
    for other in range(state[PLAYERS]):
        if other != seat:
            chance = popcount(known[other] & below) * one + room[LACKING + other] * lower
            a += chance * (b - a)
            b += chance * (c - b)
            c += chance * (d - c)
            d += chance * (e - d)
            e += chance * (f - e)
    return float(a)


@compiled
def weigh_unseen(state: Words, unseen: int) -> float:
    """Return how likely an unseen card is played by a hand that lacks one."""
    cards = popcount(unseen)
    return 1.0 / ((state[ROUND] + 7 - state[TURN]) * cards) if cards else 0.0


@compiled
def look_at_row(state: Words, seat: int, mind: Floats, room: Floats) -> None:
    """Write how much a seat likes each row card, and to give away a card of each colour."""
    left = state[ROUND] + 5 - state[TURN]
    counts = mind[COUNTS + 8 * left : COUNTS + 8 * left + 8]
    reading, _ = read(state[TABLEAU + seat])
    where = WHERE[reading >> COLOUR_AT]
    order = state[ORDER + state[ROUND] - 1]
    empty = 0
    for colour in range(5):
        empty = max(empty, (where >> (3 * colour)) & 7)
    first = float((order >> (BITS * empty)) & MASK)
    for colour in range(5):
        column = (where >> (3 * colour)) & 7
        if column:
            value = float((order >> (BITS * (column - 1))) & MASK)
            lie = (reading >> (BONUSES + LANE * colour)) & ((1 << LANE) - 1)
            room[COLOURS + colour] = counts[0] * value + counts[3] * lie
            room[COLOURS + 5 + colour] = counts[4] * value
        else:
            room[COLOURS + colour] = counts[0] * first + counts[1] + counts[2] * first
            room[COLOURS + 5 + colour] = counts[4] * first + counts[5] + counts[6] * first
    row = state[ROW]
    for place in range(state[PLAYERS]):
        card = row & MASK
        room[LIKED + place] = (
            room[COLOURS + (CARD[card] >> COLOUR_AT)] + mind[GAIN + 64 * left + card]
        )
        row >>= BITS


@compiled
def pick_all(
    state: Words, known: Words, hidden: int, mind: Floats, rng: int, room: Floats, picks: Words
) -> int:
    """Write what every seat plays. `known` and `hidden` are what all know, as bits."""
    keep = KEEP + 64 * (state[ROUND] + 5 - state[TURN])
    count_lacking(state, known, room)
    for seat in range(state[PLAYERS]):
        hand = state[HAND + seat]
        unseen = hidden & ~cards_in(hand)
        each = weigh_unseen(state, unseen)
        look_at_row(state, seat, mind, room)
        best, drawn, luck = -1e18, 0, 0
        while hand:
            if drawn % A_DRAW == 0:
                rng += GOLDEN
                luck = fraction(rng)
            card = hand & MASK
            value = expected(state, seat, card, known, unseen, each, room)
            value += room[COLOURS + 5 + (CARD[card] >> COLOUR_AT)] + mind[keep + card]
            value += LUCK[luck & LUCKS]
            if value > best:
                best = value
                picks[seat] = card
            luck >>= LUCK_BITS
            drawn += 1
            hand >>= BITS
    return rng


@compiled
def finish(state: Words, known: Words, hidden: int, mind: Floats, rng: int, room: Floats) -> int:
    """Let all finish the round; `known` and `hidden` are used up."""
    number = state[ROUND]
    picks = np.empty(MOST, np.int64)
    while state[ROUND] == number:
        rng = pick_all(state, known, hidden, mind, rng, room, picks)
        for seat in range(state[PLAYERS]):
            gone = ~(1 << picks[seat])
            known[seat] &= gone
            hidden &= gone
        turn(state, picks)
    return rng
