"""Many games of Mind Up! at once, compiled: turns, rewards, new deals.

Each row of `states` is a game as `kernel.packed` lays it out. A seat of a game is a row
of everything else: game after game, seat after seat. Nothing is allocated and no lock is held.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
import numpy.typing as npt
from numba import int64, uint64
from numba.cpython.unsafe.tuple import tuple_setitem

from tacit.core.compiled_random import FRACTION, FRACTIONS, GOLDEN, fraction
from tacit.envs.restart import SAME_STEP
from tacit.games.mindup.env.layout import DECK_SIZE, size
from tacit.games.mindup.env.sight import TABLE, compiled, observe
from tacit.games.mindup.kernel.deal import popcount
from tacit.games.mindup.kernel.packed import (
    BITS,
    HAND,
    MASK,
    MOST,
    ROUND,
    ROW,
    SCORE,
    SIZE,
    TABLEAU,
    TURN,
    Words,
)
from tacit.games.mindup.kernel.play import deal, end_round, stream, without
from tacit.games.mindup.rules.setup import ROUNDS

Halves = npt.NDArray[np.uint32]
Longs = npt.NDArray[np.uint64]
Floats = npt.NDArray[np.float32]
Flags = npt.NDArray[np.bool_]
Table = npt.NDArray[np.int64]

WIN, POINTS, LEAD = range(3)
"""What is rewarded."""
OUT, ROUNDS_PLAYED, REWARD, MODE, SEED, SEEING = range(6)
"""What a batch is told in `terms`: objectives, rounds, a reward, a mode, a seed, and
whether observations are written."""


class Batch(NamedTuple):
    """The arrays of a batch."""

    states: Table
    numbers: Words
    """The number of each game's deal."""
    rows: Longs
    """Observations, eight numbers a word."""
    masks: Halves
    """Which cards may be played, four a number."""
    rewards: Floats
    ended: Flags
    illegal: Flags
    last_rows: Longs
    """The last observations of games that ended and began anew in one step."""
    last_masks: Halves
    table: Longs
    deck: npt.NDArray[np.uint8]


def new_batch(games: int, players: int) -> Batch:
    """Return the arrays for this many games; nothing is dealt yet."""
    seats, words = games * players, size(players) // 8
    return Batch(
        states=np.zeros((games, SIZE), np.int64),
        numbers=np.arange(games),
        rows=np.zeros((seats, words), np.uint64),
        masks=np.zeros((seats, DECK_SIZE // 4), np.uint32),
        rewards=np.zeros(seats, np.float32),
        ended=np.zeros(seats, np.bool_),
        illegal=np.zeros(seats, np.bool_),
        last_rows=np.zeros((seats, words), np.uint64),
        last_masks=np.zeros((seats, DECK_SIZE // 4), np.uint32),
        table=np.zeros(TABLE, np.uint64),
        deck=np.zeros(DECK_SIZE, np.uint8),
    )


@compiled
def _deal(
    players: int, terms: Words, number: int, state: Words, deck: npt.NDArray[np.uint8]
) -> None:
    """Begin the game of a number."""
    deal(state, players, terms[OUT], stream(terms[SEED], number), deck)


@compiled
def _end_round(players: int, state: Words) -> None:
    """Lay the last cards, score, and deal the next round; compiled once for any number of seats."""
    end_round(state, players, state[ROUND] - 1)


@compiled
def legal_card(hand: int, card: int) -> int:
    """Return the lowest card held from this one up, or the lowest of all if there is none."""
    held = uint64(0)
    while hand:
        held |= uint64(1) << uint64(hand & MASK)
        hand >>= BITS
    above = uint64(0)
    if 0 < card <= MASK:
        above = held & ~((uint64(1) << uint64(card)) - uint64(1))
    if above == 0:
        above = held
    lowest = above & (~above + uint64(1))
    return popcount(int64(lowest - uint64(1)))


@compiled
def play_turn(
    seats: tuple[int, ...], state: Words, actions: Words, first: int, illegal: Flags
) -> None:
    """Play a turn with the actions from `first` on; there what is not held becomes what is."""
    picks = seats
    played = 0
    for seat in range(len(seats)):
        card = actions[first + seat] + 1
        hand = state[HAND + seat]
        rest = without(hand, card)
        illegal[first + seat] = rest < 0
        if rest < 0:
            card = legal_card(hand, card)
            rest = without(hand, card)
            actions[first + seat] = card - 1
        state[HAND + seat] = rest
        picks = tuple_setitem(picks, seat, card)
        played |= 1 << card
    row, above = 0, state[ROW]
    at = BITS * (state[TURN] - 1)
    for seat in range(len(seats)):
        card = picks[seat]
        rank = BITS * popcount(played & ((1 << card) - 1))
        state[TABLEAU + seat] |= ((above >> rank) & MASK) << at
        row |= card << rank
    state[ROW] = row
    state[TURN] += 1
    if state[TURN] > state[ROUND] + 5:
        _end_round(len(seats), state)


@compiled
def _standing(state: Words, seat: int, rounds: int) -> int:
    """Return a number that orders the seats: by all rounds, then by the last (MU-28, MU-29)."""
    points = 0
    for number in range(rounds):
        points += state[SCORE + MOST * number + seat]
    return (points << 16) + state[SCORE + MOST * (rounds - 1) + seat]


@compiled
def _reward_winners(players: int, state: Words, rounds: int, first: int, rewards: Floats) -> None:
    """Share a win among the best, less what is fair: all rewards add up to nothing."""
    best, winners = _standing(state, 0, rounds), 0
    for seat in range(players):
        best = max(best, _standing(state, seat, rounds))
    for seat in range(players):
        winners += _standing(state, seat, rounds) == best
    for seat in range(players):
        won = 1 / winners if _standing(state, seat, rounds) == best else 0.0
        rewards[first + seat] = won - 1 / players


@compiled
def _reward_round(players: int, state: Words, kind: int, first: int, rewards: Floats) -> None:
    """Give each seat its points of the round that has just ended, or its lead over the others."""
    at = SCORE + MOST * (state[ROUND] - 2)
    points = 0
    for seat in range(players):
        points += state[at + seat]
    for seat in range(players):
        mine = state[at + seat]
        rewards[first + seat] = mine if kind == POINTS else mine - (points - mine) / (players - 1)


@compiled
def step(
    seats: tuple[int, ...],
    terms: Words,
    actions: Words,
    states: Table,
    numbers: Words,
    rows: Longs,
    masks: Halves,
    rewards: Floats,
    ended: Flags,
    illegal: Flags,
    last_rows: Longs,
    last_masks: Halves,
    table: Longs,
    deck: npt.NDArray[np.uint8],
) -> int:
    """Play a turn in every game and return how many have ended.

    `seats` has a zero for each player, so that their number is known when this is compiled. A game
    that had ended before begins anew instead, unless it did so in the same step; its number goes up
    by the number of games.
    """
    players, over = len(seats), 0
    rounds, kind, mode = terms[ROUNDS_PLAYED], terms[REWARD], terms[MODE]
    for game in range(len(states)):
        state, first = states[game], game * players
        anew = ended[first] and mode != SAME_STEP
        number = state[ROUND]
        if not anew:
            play_turn(seats, state, actions, first, illegal)
        done = not anew and state[ROUND] > rounds
        over += done
        for seat in range(first, first + players):
            rewards[seat], ended[seat] = 0, done
            illegal[seat] &= not anew
        if kind == WIN:
            if done:
                _reward_winners(players, state, rounds, first, rewards)
        elif not anew and state[ROUND] != number:
            _reward_round(players, state, kind, first, rewards)
        if done and mode == SAME_STEP:
            anew = True
            if terms[SEEING]:
                observe(seats, state, first, last_rows, last_masks, table)
        if anew:
            numbers[game] += len(states)
            _deal(players, terms, numbers[game], state, deck)
        if terms[SEEING]:
            observe(seats, state, first, rows, masks, table)
    return over


@compiled
def begin(
    seats: tuple[int, ...],
    terms: Words,
    wanted: Flags,
    states: Table,
    numbers: Words,
    rows: Longs,
    masks: Halves,
    table: Longs,
    deck: npt.NDArray[np.uint8],
) -> None:
    """Deal the game of each wanted row by its number, and write all observations."""
    for game in range(len(states)):
        if wanted[game]:
            _deal(len(seats), terms, numbers[game], states[game], deck)
        if terms[SEEING]:
            observe(seats, states[game], game * len(seats), rows, masks, table)


@compiled
def random_actions(states: Table, players: int, rng: int, actions: Words) -> int:
    """Write an action for every seat, any card of its hand as likely; return the next `rng`."""
    for game in range(len(states)):
        size = 7 + states[game, ROUND] - states[game, TURN]
        if states[game, ROUND] > ROUNDS:
            size = 1
        rng += GOLDEN
        chance = fraction(rng)
        for seat in range(players):
            chance *= size
            at = BITS * (chance >> FRACTION)
            chance &= FRACTIONS
            actions[game * players + seat] = ((states[game, HAND + seat] >> at) & MASK) - 1
    return rng
