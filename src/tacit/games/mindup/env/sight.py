"""What each seat of a packed game may know, written as `mindup_layout` describes it, compiled.

Cards are gathered as sets of bits, one bit a card, and spread to bytes by a table, eight cards a
word. Where a card lies is worked out once for the table, with seats counted from seat 0; for each
seat the eight cards of a word are then turned at once.
"""

from __future__ import annotations

import numpy as np
import numpy.typing as npt
from numba import int64, uint64

from tacit.core.compiled import compiler
from tacit.games.mindup.env.layout import HELD, ORDER, SEATS, TAKEN
from tacit.games.mindup.kernel import packed
from tacit.games.mindup.kernel.packed import (
    BITS,
    CARD,
    COLOUR_AT,
    DRAWN,
    HAND,
    HOME,
    MASK,
    MOST,
    ROUND,
    ROW,
    SCORE,
    SOURCES,
    TABLEAU,
    TURN,
    Words,
)
from tacit.games.mindup.rules.setup import ROUNDS

Halves = npt.NDArray[np.uint32]
Longs = npt.NDArray[np.uint64]

compiled = compiler(
    HOME, (*SOURCES, *(f"env/{source}.py" for source in ("layout", "sight", "batch")))
)

SPREAD: Longs = np.array(
    [sum(1 << (8 * bit) for bit in range(8) if bits >> bit & 1) for bits in range(256)], np.uint64
)
"""Eight bits as the eight bytes of a word, each 0 or 1."""
ONES = 0x0101010101010101
CARD_WORDS = ORDER // 8
SEAT_WORDS = SEATS // 8
WHOSE, WITH_A_SEAT, CODE = 32, 40, 48
"""Where a table has, by card: the seat it lies with, counted from 0; all bits set if it lies with
one; and its code as seen from there."""
TABLE = 56
"""How many words a table has."""


@compiled
def cards_of(cards: int) -> int:
    """Return packed cards as a set of bits, card 1 the lowest."""
    bits = 0
    while cards:
        bits |= 1 << ((cards & MASK) - 1)
        cards >>= BITS
    return bits


@compiled
def _write_table(seats: tuple[int, ...], state: Words, table: Longs) -> None:
    """Write where each card lies, as far as all know."""
    draw = state[ROUND] - 2  # the draws before this round, counted from 0
    seated, taken, low, middle, high = 0, 0, 0, 0, 0
    for seat in range(len(seats)):
        mine = cards_of(state[TABLEAU + seat])
        taken |= mine
        if 0 <= draw < ROUNDS - 1:
            drawn = (state[DRAWN + draw] >> (BITS * seat)) & MASK
            mine |= cards_of(state[HAND + seat]) & ~(1 << (drawn - 1))
        seated |= mine
        low |= mine * (seat & 1)
        middle |= mine * (seat >> 1 & 1)
        high |= mine * (seat >> 2)
    row = cards_of(state[ROW])
    for word in range(CARD_WORDS):
        at = 8 * word
        with_a_seat = SPREAD[seated >> at & 255]
        table[WHOSE + word] = (
            SPREAD[low >> at & 255]
            | SPREAD[middle >> at & 255] << uint64(1)
            | SPREAD[high >> at & 255] << uint64(2)
        )
        table[WITH_A_SEAT + word] = (with_a_seat << uint64(8)) - with_a_seat
        table[CODE + word] = (
            SPREAD[row >> at & 255]
            + with_a_seat * uint64(HELD)
            + SPREAD[taken >> at & 255] * uint64(TAKEN - HELD)
        )
    in_hand = 7 + state[ROUND] - state[TURN] if state[ROUND] <= ROUNDS else 0
    about = state[ROUND] | state[TURN] << 8 | in_hand << 16 | len(seats) << 24
    table[CODE + CARD_WORDS - 1] |= uint64(about << 32)


@compiled
def _write_rest(seats: tuple[int, ...], state: Words, table: Longs) -> None:
    """Write the order, the objectives, and for each seat the values of its colours and points."""
    number = min(state[ROUND], ROUNDS) - 1
    order = state[packed.ORDER + number]
    out = cards_of(state[packed.OBJECTIVES + number])
    values = 0
    for column in range(5):
        values |= (order >> (BITS * column) & MASK) << (8 * column)
    table[CARD_WORDS] = uint64(values) | SPREAD[out & 7] << uint64(40)
    table[CARD_WORDS + 1] = SPREAD[out >> 3 & 255]
    table[CARD_WORDS + 2] = SPREAD[out >> 11]
    for seat in range(len(seats)):
        cards, values, about = state[TABLEAU + seat], order, 0
        while cards:
            at = 8 * (CARD[uint64(cards & MASK)] >> COLOUR_AT)
            if about >> at & 255 == 0:
                about |= (values & MASK) << at
                values >>= BITS
            cards >>= BITS
        for done in range(ROUNDS):
            about |= (state[SCORE + MOST * done + seat] & 255) << (40 + 8 * done)
        table[SEAT_WORDS + seat] = uint64(about)


@compiled
def observe(
    seats: tuple[int, ...], state: Words, first: int, rows: Longs, masks: Halves, table: Longs
) -> None:
    """Write what each seat of a game may know, and which cards it may play.

    `seats` has a zero for each player, the rows from `first` on are the game's, and `table` is room
    for a table.
    """
    _write_table(seats, state, table)
    _write_rest(seats, state, table)
    players = len(seats)
    ones = uint64(ONES)
    for seat in range(players):
        at = first + seat
        hand = cards_of(state[HAND + seat])
        on, over = uint64(players - seat) * ones, uint64(16 - players) * ones
        for word in range(CARD_WORDS):
            mine = SPREAD[hand >> (8 * word) & 255]
            away = table[WHOSE + word] + on  # eight seats at once, counted from this one
            away -= (((away + over) >> uint64(4)) & ones) * uint64(players)
            away &= table[WITH_A_SEAT + word]
            rows[at, word] = (away + table[CODE + word]) | mine * uint64(HELD)
            masks[at, 2 * word] = mine & uint64(0xFFFFFFFF)
            if word < CARD_WORDS - 1:
                masks[at, 2 * word + 1] = mine >> uint64(32)
        for word in range(CARD_WORDS, SEAT_WORDS):
            rows[at, word] = table[word]
        for other in range(players):
            away_from = other - seat + players * int64(other < seat)
            rows[at, SEAT_WORDS + away_from] = table[SEAT_WORDS + other]


@compiled
def overlook(seats: tuple[int, ...], state: Words, row: Longs, table: Longs) -> None:
    """Write what all may know of a game, seats counted from seat 0."""
    _write_table(seats, state, table)
    _write_rest(seats, state, table)
    for word in range(CARD_WORDS):
        row[word] = (table[WHOSE + word] & table[WITH_A_SEAT + word]) + table[CODE + word]
    for word in range(CARD_WORDS, SEAT_WORDS + len(seats)):
        row[word] = table[word]
