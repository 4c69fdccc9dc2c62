"""Mind Up! compiled: the rules of this package on packed states, for search and learning.

`packed` has the layout of a state, `deal` the luck and `scores` the scoring. All may
be called from Python and from other compiled code, holds no lock while it runs, and gives the same
numbers as the rules it stands for: `tests/games/mindup/kernel_proof.py` plays both.
"""

from __future__ import annotations

from tacit.core.extras import missing_extra

try:
    import numpy as np
    import numpy.typing as npt
    from numba.cpython.unsafe.tuple import tuple_setitem
except ImportError as missing:
    raise missing_extra("the compiled Mind Up!", missing) or missing from missing

from tacit.core.compiled import compiler
from tacit.core.compiled_random import FRACTION, FRACTIONS, GOLDEN, LEAP, fraction, stream
from tacit.games.mindup.kernel.deal import deal, popcount
from tacit.games.mindup.kernel.packed import (
    BITS,
    DRAWN,
    HAND,
    HOME,
    MASK,
    MOST,
    OBJECTIVES,
    ORDER,
    OVER,
    PLAYERS,
    ROUND,
    ROW,
    SCORE,
    SIZE,
    SOURCES,
    TABLEAU,
    TURN,
    Words,
)
from tacit.games.mindup.kernel.scores import bounds, judge, plain_score, read, worth
from tacit.games.mindup.rules.setup import ROUNDS

__all__ = [
    "compiled",
    "deal",
    "deal_many",
    "finish_game",
    "finish_round",
    "fraction",
    "judge",
    "playouts",
    "random_games",
    "stream",
    "total",
    "turn",
    "turn_many",
    "without",
]

compiled = compiler(HOME, SOURCES)
woven = compiler(HOME, SOURCES, inline="always")
"""Compiled into each caller, and with it the number of players where that is known."""

LOWEST = sum(1 << (BITS * place) for place in range(10))
HIGHEST = LOWEST << (BITS - 1)


@compiled
def without(hand: int, card: int) -> int:
    """Return a hand less a card: its first card moves to that place. -1 if it is not there."""
    difference = hand ^ (card * LOWEST)
    found = (difference - LOWEST) & ~difference & HIGHEST
    found = (found & -found) >> (BITS - 1)
    if card <= 0 or card > MASK or found == 0:
        return -1
    return (hand ^ ((card ^ (hand & MASK)) * found)) >> BITS


@compiled
def turn(state: Words, picks: Words) -> bool:
    """Play one turn (MU-13…MU-20) and, after the last, end the round and begin the next.

    `picks` has a card for each seat. False, and nothing has changed, if one is not in its hand or
    the game is over.
    """
    players = state[PLAYERS]
    if state[ROUND] == OVER:
        return False
    played = 0
    for seat in range(players):
        if without(state[HAND + seat], picks[seat]) < 0:
            return False
        played |= 1 << picks[seat]
    row = 0
    for seat in range(players):
        card = picks[seat]
        rank = BITS * popcount(played & ((1 << card) - 1))
        taken = (state[ROW] >> rank) & MASK
        state[HAND + seat] = without(state[HAND + seat], card)
        state[TABLEAU + seat] |= taken << (BITS * (state[TURN] - 1))
        row |= card << rank
    state[ROW] = row
    state[TURN] += 1
    if state[TURN] > state[ROUND] + 5:
        end_round(state, players, state[ROUND] - 1)
    return True


@woven
def end_round(state: Words, players: int, number: int) -> None:
    """Lay the last cards, score, and deal the next round (MU-20…MU-27)."""
    size = 7 + number
    order = state[ORDER + number]
    scores = SCORE + MOST * number
    for seat in range(players):
        tableau = state[TABLEAU + seat] | state[HAND + seat] << (BITS * (size - 1))
        reading, by_column = read(tableau)
        state[TABLEAU + seat] = tableau
        state[HAND + seat] = reading  # there is room until the deal
        state[scores + seat] = plain_score(reading, by_column, order, size)
    rest = state[OBJECTIVES + number]
    if rest:
        table = bounds(state, HAND, players)
        while rest:
            for seat in range(players):
                state[scores + seat] += worth(rest & MASK, state[HAND + seat], table, order)
            rest >>= BITS
    state[ROUND], state[TURN] = number + 2, 1
    if number == ROUNDS - 1:
        for seat in range(players):
            state[HAND + seat] = 0
    else:
        for seat in range(players):
            drawn = (state[DRAWN + number] >> (BITS * seat)) & MASK
            state[HAND + seat] = state[TABLEAU + seat] | drawn << (BITS * size)
            state[TABLEAU + seat] = 0


@compiled
def _random_round(seats: tuple[int, ...], state: Words, number: int, begin: int, rng: int) -> int:
    """Play a round from its turn `begin` to its end at random, both counted from 0.

    `seats` has a zero for each player. Its length is known when this is compiled, so that hands,
    tableaux and picks stay in registers.
    """
    hands, tableaux, picks = seats, seats, seats
    for seat in range(len(seats)):
        hands = tuple_setitem(hands, seat, state[HAND + seat])
        tableaux = tuple_setitem(tableaux, seat, state[TABLEAU + seat])
    row = state[ROW]
    turns = 6 + number
    for laid in range(begin, turns):
        rng += GOLDEN
        chance = fraction(rng)
        played = 0
        for seat in range(len(seats)):
            chance *= turns + 1 - laid
            at = BITS * (chance >> FRACTION)
            chance &= FRACTIONS
            hand = hands[seat]
            card = (hand >> at) & MASK
            hand ^= (card ^ (hand & MASK)) << at
            hands = tuple_setitem(hands, seat, hand >> BITS)
            picks = tuple_setitem(picks, seat, card)
            played |= 1 << card
        above, row = row, 0
        for seat in range(len(seats)):
            card = picks[seat]
            rank = BITS * popcount(played & ((1 << card) - 1))
            taken = ((above >> rank) & MASK) << (BITS * laid)
            tableaux = tuple_setitem(tableaux, seat, tableaux[seat] | taken)
            row |= card << rank
    for seat in range(len(seats)):
        state[HAND + seat] = hands[seat]
        state[TABLEAU + seat] = tableaux[seat]
    state[ROW] = row
    end_round(state, len(seats), number)
    return rng


@compiled
def finish_round(state: Words, rng: int) -> int:
    """Play at random to the end of the round, and begin the next; after the game do nothing."""
    number, begin = state[ROUND] - 1, state[TURN] - 1
    if number == ROUNDS:
        return rng
    if state[PLAYERS] == 3:
        return _random_round((0, 0, 0), state, number, begin, rng)
    if state[PLAYERS] == 4:
        return _random_round((0, 0, 0, 0), state, number, begin, rng)
    if state[PLAYERS] == 5:
        return _random_round((0, 0, 0, 0, 0), state, number, begin, rng)
    return _random_round((0, 0, 0, 0, 0, 0), state, number, begin, rng)


@compiled
def finish_game(state: Words, rng: int) -> int:
    """Play at random to the end of the game."""
    while state[ROUND] != OVER:
        rng = finish_round(state, rng)
    return rng


@compiled
def playouts(state: Words, times: int, rng: int, sums: Words, work: Words) -> int:
    """Finish the round at random many times: add each seat's points to `sums`.

    The state stays as it is; `work` is room for another.
    """
    scores = SCORE + MOST * (state[ROUND] - 1)
    for _ in range(times):
        work[:] = state
        rng = finish_round(work, rng)
        for seat in range(state[PLAYERS]):
            sums[seat] += work[scores + seat]
    return rng


@compiled
def total(state: Words, seat: int) -> int:
    """Return a seat's sum over the rounds that are over (MU-28)."""
    points = 0
    for number in range(ROUNDS):
        points += state[SCORE + MOST * number + seat]
    return points


@compiled
def _random_games(
    seats: tuple[int, ...], objectives: int, begin: int, totals: npt.NDArray[np.int64]
) -> None:
    """Play a game for each row of `totals`, whose columns are the seats."""
    state = np.empty(SIZE, np.int64)
    deck = np.empty(60, np.uint8)
    for game in range(len(totals)):
        rng = deal(state, len(seats), objectives, begin, deck)
        for number in range(ROUNDS):
            rng = _random_round(seats, state, number, 0, rng)
        for seat in range(len(seats)):
            totals[game, seat] = total(state, seat)
        begin += LEAP


@compiled
def random_games(
    players: int, objectives: int, seed: int, first: int, totals: npt.NDArray[np.int64]
) -> None:
    """Play whole random games number `first` and on: one for each row of `totals`, a seat a column.

    A game depends on the seed and its number alone, so that a batch may be cut into parts.
    """
    begin = stream(seed, first)
    if players == 3:
        _random_games((0, 0, 0), objectives, begin, totals)
    elif players == 4:
        _random_games((0, 0, 0, 0), objectives, begin, totals)
    elif players == 5:
        _random_games((0, 0, 0, 0, 0), objectives, begin, totals)
    else:
        _random_games((0, 0, 0, 0, 0, 0), objectives, begin, totals)


@compiled
def deal_many(
    players: int, objectives: int, seed: int, first: int, states: npt.NDArray[np.int64]
) -> None:
    """Begin a game in each row of `states`: those that `random_games` plays."""
    deck = np.empty(60, np.uint8)
    for game in range(len(states)):
        deal(states[game], players, objectives, stream(seed, first + game), deck)


@compiled
def turn_many(states: npt.NDArray[np.int64], picks: npt.NDArray[np.int64]) -> int:
    """Play a turn in every game at once, a row of picks for each; return how many were refused."""
    refused = 0
    for game in range(len(states)):
        if not turn(states[game], picks[game]):
            refused += 1
    return refused
