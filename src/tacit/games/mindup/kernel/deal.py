"""The luck of a game, compiled: shuffles and deals, equal to those of `setup`.

Where a function draws, the random number to go on with comes out.
"""

from __future__ import annotations

from typing import Any

import numpy as np
import numpy.typing as npt
from numba import int64, types, uint64
from numba.extending import intrinsic

from tacit.core.compiled import compiler
from tacit.core.compiled_random import FRACTION, FRACTIONS, GOLDEN, fraction
from tacit.games.mindup.kernel.packed import (
    BITS,
    DRAWN,
    HAND,
    HOME,
    OBJECTIVES,
    ORDER,
    ORDERS,
    PLAYERS,
    ROUND,
    ROW,
    SIZE,
    SOURCES,
    TURN,
    Words,
)
from tacit.games.mindup.rules.objectives import KEPT_FROM
from tacit.games.mindup.rules.setup import ROUNDS

compiled = compiler(HOME, SOURCES)
woven = compiler(HOME, SOURCES, inline="always")

PILE = sum(number << (4 * (number - 1)) for number in range(1, 15))
"""The fourteen objectives, four bits each."""


@intrinsic
def popcount(_context: Any, _word: Any) -> Any:
    """Return how many bits of a word are set."""

    def generate(_context: Any, builder: Any, _signature: Any, words: Any) -> Any:
        return builder.ctpop(words[0])

    return types.int64(types.int64), generate


@compiled
def lay_out(pile: int, height: int, out: int) -> tuple[int, int]:
    """Draw objectives of different letters (MU-35): return them, and the pile that is left.

    A pile has four bits for each objective, the top one lowest.
    """
    chosen, letters, drawn = 0, 0, 0
    while drawn < out:
        number = pile & 15
        pile >>= 4
        letter = 1 << ((number - 1) >> 1)
        if letters & letter:
            pile |= number << (4 * (height - 1))
        else:
            chosen |= number << (BITS * drawn)
            letters |= letter
            drawn += 1
            height -= 1
    return chosen, pile


@compiled
def _deal_objectives(state: Words, out: int, rng: int) -> int:
    """Shuffle the objectives and lay them out for each round (MU-31, MU-34, MU-36)."""
    rng += GOLDEN
    chance = fraction(rng)
    rest, pile = PILE, 0
    for height in range(14):
        chance *= 14 - height
        at = 4 * (chance >> FRACTION)
        chance &= FRACTIONS
        number = (rest >> at) & 15
        rest = (rest ^ ((number ^ (rest & 15)) << at)) >> 4
        pile |= number << (4 * height)
    for number in range(ROUNDS):
        if out < KEPT_FROM:
            state[OBJECTIVES + number], pile = lay_out(pile, 14 - number * out, out)
        else:
            state[OBJECTIVES + number], _ = lay_out(pile, 14, out)
    return rng


@woven
def deal(state: Words, players: int, objectives: int, rng: int, deck: npt.NDArray[np.uint8]) -> int:
    """Begin a game: draw all that luck decides in it (MU-06…MU-10, MU-26, MU-27, MU-31…MU-36).

    `deck` is room for sixty cards; what was in it does not matter.
    """
    for word in range(SIZE):
        state[word] = 0
    state[PLAYERS], state[ROUND], state[TURN] = players, 1, 1
    rng += GOLDEN
    chance = fraction(rng)
    for number in range(ROUNDS):
        chance *= 120
        state[ORDER + number] = ORDERS[chance >> FRACTION]
        chance &= FRACTIONS
    if objectives:
        rng = _deal_objectives(state, objectives, rng)
    rng = _shuffle(deck, 2 * players, rng)
    for seat in range(players):
        state[HAND + seat] = _pack(deck, 7 * seat, 7)
    laid = 0
    for seat in range(players):
        laid |= 1 << int64(deck[7 * players + seat])
    for seat in range(players):
        card = int64(deck[7 * players + seat])
        state[ROW] |= card << (BITS * popcount(laid & ((1 << card) - 1)))
    state[DRAWN] = _pack(deck, 8 * players, players)
    state[DRAWN + 1] = _pack(deck, 9 * players, players)
    return rng


@compiled
def _shuffle(deck: npt.NDArray[np.uint8], fives: int, rng: int) -> int:
    """Settle the top cards of the deck, five for each random number."""
    for card in range(60):
        deck[card] = card + 1
    here = uint64(0)
    for _ in range(fives):
        rng += GOLDEN
        chance = fraction(rng)
        for _ in range(5):
            chance *= 60 - int64(here)
            there = here + uint64(chance >> FRACTION)
            chance &= FRACTIONS
            deck[here], deck[there] = deck[there], deck[here]
            here += uint64(1)
    return rng


@compiled
def _pack(deck: npt.NDArray[np.uint8], start: int, count: int) -> int:
    """Return some cards of the deck in one word."""
    word = 0
    for place in range(count):
        word |= int64(deck[start + place]) << (BITS * place)
    return word
