"""What packed tableaux are worth, compiled: equal to `scoring` and `objectives`.

A tableau is read once, card by card, into two numbers. Its *reading* has the bonuses in six bits
(each card counting one more than its bonus), then the cards by colour in four bits each, and above
bit 32 the sequence of colours, which tells the columns. The other number has the cards by column,
six bits each and the leftmost highest, so that times the Score order it makes a sum of products.
"""

from __future__ import annotations

import numpy as np
import numpy.typing as npt
from numba import int64, uint64

from tacit.core.compiled import compiler
from tacit.games.mindup.kernel.packed import (
    BITS,
    BONUSES,
    CARD,
    COLOUR_AT,
    COUNT_AT,
    HOME,
    LANE,
    MASK,
    NEXT,
    SOURCES,
    SUM_AT,
    WHERE,
    Words,
)
from tacit.games.mindup.rules.objectives import OBJECTIVES

compiled = compiler(HOME, SOURCES)

VALUE: Words = np.array([0, *(objective.value for objective in OBJECTIVES.values())], np.int64)
ORANGE, PINK, BLUE, GREEN, PURPLE = range(5)


@compiled
def read(tableau: int) -> tuple[int, int]:
    """Return a tableau's reading, and its cards by column."""
    cards, by_column, sequence = 0, 0, uint64(0)
    while tableau:
        card = CARD[uint64(tableau & MASK)]
        step = NEXT[sequence + uint64(card >> COLOUR_AT)]
        cards += card
        by_column += step
        sequence = uint64(step & ((1 << COUNT_AT) - 1))
        tableau >>= BITS
    reading = cards & ((1 << COLOUR_AT) - 1)
    return reading | int64(sequence) << COLOUR_AT, by_column >> COUNT_AT


@compiled
def plain_score(reading: int, by_column: int, order: int, size: int) -> int:
    """Return what a tableau of this many cards is worth without objectives (MU-21, MU-22)."""
    return (((by_column * order) >> SUM_AT) & MASK) + (reading & MASK) - size


@compiled
def _count(reading: int, colour: int) -> int:
    """Return how many cards of a colour there are."""
    return (reading >> (BONUSES + LANE * colour)) & ((1 << LANE) - 1)


@compiled
def _column(reading: int, colour: int) -> int:
    """Return the column of a colour, counted from 1, or 0 if there is no such card."""
    return (WHERE[reading >> COLOUR_AT] >> (3 * colour)) & 7


@compiled
def _value(reading: int, colour: int, order: int) -> int:
    """Return the Score value above a colour, 0 without it."""
    return ((order << BITS) >> (BITS * _column(reading, colour))) & MASK


@compiled
def _colours_with(reading: int, cards: int) -> int:
    """Return how many colours have exactly this many cards."""
    colours = 0
    for colour in range(5):
        colours += _count(reading, colour) == cards
    return colours


@compiled
def _longest(reading: int) -> int:
    """Return how many cards the longest column has."""
    most = 0
    for colour in range(5):
        most = max(most, _count(reading, colour))
    return most


@compiled
def bounds(readings: Words, start: int, players: int) -> tuple[int, int, int]:
    """Return the least pink, the most pink and the most purple that anyone has.

    The readings are a word for each player from `start`.
    """
    least, most, purple = 12, 0, 0
    for seat in range(players):
        reading = readings[start + seat]
        least = min(least, _count(reading, PINK))
        most = max(most, _count(reading, PINK))
        purple = max(purple, _count(reading, PURPLE))
    return least, most, purple


@compiled
def _met(number: int, mine: int, table: tuple[int, int, int], order: int) -> bool:  # noqa: C901
    """Tell whether an objective is met; `objectives` has them in words (MU-31…MU-36)."""
    if number == 1:
        return _count(mine, ORANGE) in (1, 3)
    if number == 2:
        return _value(mine, ORANGE, order) in (1, 2)
    if number == 3:
        return _count(mine, BLUE) in (2, 4)
    if number == 4:
        return _count(mine, BLUE) == _longest(mine)
    if number == 5:
        return _count(mine, PINK) == table[0]
    if number == 6:
        return _count(mine, PINK) == table[1]
    if number == 7:
        return _column(mine, GREEN) == 5 - _colours_with(mine, 0)
    if number == 8:
        return _value(mine, GREEN, order) in (4, 5)
    if number == 9:
        return _count(mine, PURPLE) >= _count(mine, ORANGE)
    if number == 10:
        return _count(mine, PURPLE) == table[2]
    if number == 11:
        return _colours_with(mine, 0) == 0
    if number == 12:
        return _colours_with(mine, 0) == 2
    return _colours_with(mine, number - 10) > 0


@compiled
def worth(number: int, mine: int, table: tuple[int, int, int], order: int) -> int:
    """Return the points an objective brings to a reading, given the table's `bounds` (MU-33)."""
    return VALUE[number] if _met(number, mine, table, order) else 0


@compiled
def judge(tableaux: Words, order: int, objectives: int, sheet: npt.NDArray[np.int64]) -> None:
    """Write the scores of packed tableaux point by point, fifteen numbers for each seat.

    Five for the columns, five for the bonuses by column, and one for each objective that is out.
    """
    sheet[:] = 0
    readings = np.empty(len(tableaux), np.int64)
    for seat in range(len(tableaux)):
        readings[seat], by_column = read(tableaux[seat])
        for column in range(5):
            cards = (by_column >> (BITS * (4 - column))) & MASK
            sheet[seat, column] = cards * ((order >> (BITS * column)) & MASK)
        rest = tableaux[seat]
        while rest:
            card = CARD[rest & MASK]
            sheet[seat, 4 + _column(readings[seat], card >> COLOUR_AT)] += (card & MASK) - 1
            rest >>= BITS
    table = bounds(readings, 0, len(tableaux))
    for seat in range(len(tableaux)):
        rest, at = objectives, 10
        while rest:
            sheet[seat, at] = worth(rest & MASK, readings[seat], table, order)
            rest >>= BITS
            at += 1
