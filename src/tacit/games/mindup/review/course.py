"""How likely each player was to win, turn by turn: one estimate for the whole table.

At every point of a game all hands are laid open, as they are in its replay, and nothing that was
still to come is known: the cards to be drawn, the Score values and objectives of later rounds, the
picks of everybody. These are imagined many times, sensible players finish each of the games, and
every game has one victory to give away, in parts if it is shared. So the chances of a table always
add up to 100; after the last card they are the result.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from typing import Any, NamedTuple

import numpy as np

from tacit.core.compiled_random import GOLDEN
from tacit.core.rulebook import Seat, seats
from tacit.games.mindup import DECK, Revealed, State, view
from tacit.games.mindup.bots.reckoning import (
    ALL,
    Floats,
    beliefs,
    compiled,
    look_round,
    play_on,
)
from tacit.games.mindup.bots.search import HEAT
from tacit.games.mindup.kernel.packed import (
    HAND,
    MOST,
    OBJECTIVES,
    PLAYERS,
    ROUND,
    SIZE,
    Words,
    pack,
)
from tacit.games.mindup.kernel.play import stream
from tacit.games.mindup.review.weighing import STRIDE, imagine, win_of
from tacit.games.mindup.rules.setup import ROUNDS
from tacit.games.mindup.rules.tableau import cards_in
from tacit.log.replay import Replay
from tacit.review.reviewing import Depth, states

PLAYOUTS_PER_DEAL = 2
"""A table is played on this many times as often as a pick is weighed: the line should be smooth."""
_APART = 1 << 20
"""Keeps the random numbers of the course apart from those of the picks."""


class Point(NamedTuple):
    """A table that waits for picks, as one sees it who sees every hand."""

    round: int
    turn: int
    table: Words
    hidden: Words
    """The cards that are still to be drawn, in no order."""
    known: Words
    """By seat: the cards that all know to be in that hand, as bits."""


def points(replay: Replay) -> Iterator[Point]:
    """Yield the table before every turn."""
    for before, event, _ in states(replay):
        if isinstance(event, Revealed):
            yield point(before)


def point(state: State) -> Point:
    """Return a table with all hands open and all that is to come unknown."""
    known = beliefs(view(state, Seat(0)))
    for seat in seats(state.players):
        known.table[HAND + seat] = pack(state.hands[seat])
    for number, past in enumerate(state.past):
        known.table[OBJECTIVES + number] = pack(past.objectives)
    seen = {*state.row, *(card for hand in state.hands for card in hand)}
    seen.update(card for tableau in state.tableaux for card in cards_in(tableau))
    hidden = np.array([card for card in DECK if card not in seen], np.int64)
    return Point(state.round, state.turn, known.table, hidden, known.shown)


def chances_at(one: Point, objectives: int, depth: Depth) -> list[int]:
    """Return each seat's chance to win in whole percents: together they are 100."""
    shares = np.zeros((PLAYOUTS_PER_DEAL * depth.deals, int(one.table[PLAYERS])))
    lacking = np.zeros(MOST, np.int64)
    begin = stream(depth.seed, (_APART + one.round * 16 + one.turn) << 32)
    laid = np.zeros(SIZE, np.int64)
    unseen = _unseen(one)
    _play_out(
        one.table,
        one.hidden.copy(),
        lacking,
        one.known,
        unseen,
        objectives,
        HEAT,
        begin,
        laid,
        shares,
    )
    return hundred(shares.mean(axis=0).tolist())


def _unseen(one: Point) -> int:
    """Return as bits the cards that are neither on the table nor known to be in a hand."""
    bits = 0
    for seat in range(int(one.table[PLAYERS])):
        hand = int(one.table[HAND + seat])
        while hand:
            bits |= 1 << (hand & 63)
            hand >>= 6
        bits &= ~int(one.known[seat])
    for card in one.hidden.tolist():
        bits |= 1 << card
    return bits & ALL


def hundred(shares: Sequence[float]) -> list[int]:
    """Return shares of one as whole percents that add up to 100, each as near as it can be.

    >>> hundred([1 / 3, 1 / 3, 1 / 3])
    [34, 33, 33]
    """
    total = math.fsum(shares)  # `sum` depends on the Python
    exact = [100 * share / total for share in shares]
    whole = [int(part) for part in exact]
    lacking = sorted(range(len(exact)), key=lambda at: (whole[at] - exact[at], at))
    for at in lacking[: 100 - sum(whole)]:
        whole[at] += 1
    return whole


def outcome(places: Sequence[int]) -> list[int]:
    """Return who won in percents: all to the winner, or in parts to those who share it."""
    return hundred([float(place == 1) for place in places])


def course(replay: Replay, depth: Depth) -> list[dict[str, Any]]:
    """Return the chances of all seats before each turn, and last the result, whose turn is None."""
    objectives = replay.settings.objectives
    told: list[dict[str, Any]] = [
        {"round": one.round, "turn": one.turn, "win": chances_at(one, objectives, depth)}
        for one in points(replay)
    ]
    return [*told, {"round": ROUNDS, "turn": None, "win": outcome(replay.result["places"])}]


@compiled
def _play_out(
    table: Words,
    hidden: Words,
    lacking: Words,
    known: Words,
    unseen: int,
    objectives: int,
    heat: float,
    begin: int,
    state: Words,
    shares: Floats,
) -> None:
    """Imagine what is to come, let sensible players finish the game, and give the victory away."""
    still_known = np.zeros(MOST, np.int64)
    room = np.zeros(16)
    for number in range(len(shares)):
        rng = begin + number * STRIDE * GOLDEN
        rng = imagine(table, hidden, lacking, objectives, False, rng, state)
        still_known[:] = known
        rng = play_on(state, still_known, unseen, heat, rng, room)
        while state[ROUND] <= ROUNDS:
            next_unseen = look_round(state, still_known)
            rng = play_on(state, still_known, next_unseen, heat, rng, room)
        for seat in range(table[PLAYERS]):
            shares[number, seat] = win_of(state, seat)
