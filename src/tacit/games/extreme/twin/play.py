"""Whole games, compiled: everybody says when they will act, and time jumps to the earliest.

The twin of `arena.match` for The Mind Extreme, and of `games.extreme.bots.between_plays`.
"""

from __future__ import annotations

from typing import Any

import numpy as np
import numpy.typing as npt

from tacit.bots.asking import THINKING
from tacit.games.extreme.bots.between_plays import LAY_AFTER, LIFT_AFTER, READY_AFTER
from tacit.games.extreme.kernel import rules
from tacit.games.extreme.kernel.deal import deal
from tacit.games.extreme.kernel.rules import (
    DISCARD,
    LAY_HAND,
    LIFT_HAND,
    PLAY,
    PROPOSE_STAR,
    READY,
    VOTE,
    Trace,
)
from tacit.games.extreme.kernel.state import (
    CHOOSING,
    GATHERING,
    HAND,
    LAID,
    LIFTING,
    NOBODY,
    OVER,
    PASSED,
    PLAYING,
    VOTING,
    compiled,
)
from tacit.games.extreme.twin.adaptive import adaptive_agrees, adaptive_discards, plan_adaptive
from tacit.games.extreme.twin.advice import tempo_of
from tacit.games.extreme.twin.kinds import ADAPTIVE, METRONOME, ORACLE
from tacit.games.extreme.twin.metronome import metronome_discards, plan_metronome
from tacit.games.extreme.twin.people import person_agrees, person_discards, plan_person

LISTENERS = (ADAPTIVE, ORACLE)
MOST_ACTIONS = 20_000
"""No game between bots that mean to end it is this long."""


@compiled
def _plan(table: Any, seat: int) -> tuple[int, int, int]:
    """Return when a seat acts next, how, and with which colour or vote; NOBODY if it waits."""
    kind, now = table.kind[seat], table.now
    if table.phase == VOTING:
        return _plan_vote(table, seat)
    if table.phase == CHOOSING:
        return _plan_discard(table, seat)
    if table.phase == PLAYING:
        if kind == METRONOME:
            return plan_metronome(table, seat)
        if kind not in LISTENERS:
            return plan_person(table, seat)
    if kind in LISTENERS:
        found = plan_adaptive(table, seat)
        if table.phase == PLAYING:
            return found
    if table.phase == GATHERING and not table.down[seat]:
        return now + LAY_AFTER, LAY_HAND, 0
    if table.phase == LIFTING and table.down[seat]:
        return now + LIFT_AFTER, LIFT_HAND, 0
    if table.phase == PASSED and not table.ready[seat]:
        return now + READY_AFTER, READY, 0
    return NOBODY, 0, 0


@compiled
def _plan_vote(table: Any, seat: int) -> tuple[int, int, int]:
    if table.votes[seat] != NOBODY:
        return NOBODY, 0, 0
    kind, agree = table.kind[seat], 1
    if kind in LISTENERS:
        agree = 1 if adaptive_agrees(table, seat) else 0
    elif kind != METRONOME:
        agree = 1 if person_agrees(table, seat) else 0
    return table.now + THINKING, VOTE, agree


@compiled
def _plan_discard(table: Any, seat: int) -> tuple[int, int, int]:
    if table.chosen[seat] != NOBODY or not table.left[seat]:
        return NOBODY, 0, 0
    kind = table.kind[seat]
    if kind in LISTENERS:
        colour = adaptive_discards(table, seat)
    elif kind == METRONOME:
        colour = metronome_discards(table, seat)
    else:
        colour = person_discards(table, seat)
    return table.now + THINKING, DISCARD, colour


@compiled
def play_on(table: Any, decks: npt.NDArray[np.uint8], trace: Trace) -> bool:
    """Play a game to its end; False if it does not come to one."""
    rules.begin(table, decks[0], trace)
    rules.revive(table)
    for _ in range(MOST_ACTIONS):
        if table.phase == OVER:
            return True
        best, actor, act, what = NOBODY, NOBODY, 0, 0
        for seat in range(table.players):
            at, how, which = _plan(table, seat)
            if at != NOBODY and (best == NOBODY or max(table.now, at) < best):
                best, actor, act, what = max(table.now, at), seat, how, which
        if best == NOBODY:
            return False
        table.now = best
        if act == PLAY:
            rules.play(table, actor, what, trace)
        elif act == LAY_HAND:
            rules.lay_hand(table, actor, trace)
        elif act == LIFT_HAND:
            rules.lift_hand(table, actor, trace)
        elif act == PROPOSE_STAR:
            rules.propose_star(table, actor, trace)
        elif act == VOTE:
            rules.vote(table, actor, what, trace)
        elif act == DISCARD:
            rules.discard(table, actor, what, trace)
        else:
            rules.ready(table, actor, decks[min(table.level, decks.shape[0] - 1)], trace)
        rules.revive(table)
    return False


@compiled
def play_many(
    tables: Any,
    keys: npt.NDArray[np.uint8],
    paces: npt.NDArray[np.float64],
    luck: npt.NDArray[np.uint64],
    scores: npt.NDArray[np.int64],
    tempi: npt.NDArray[np.float64],
    trace: Trace,
) -> bool:
    """Play games one after the other at the second table, each from the state of the first.

    Cards come from the key of each game. A row of `scores` is won, level, lives lost and stars
    used; `tempi` is by game, who believes, of whom: log pace, shape, spread, steadiness. Paces are
    the true ones at the beginning, and at the end. False if a game does not come to an end.
    """
    fresh, table = tables[0], tables[1]
    decks = np.zeros((HAND, LAID), np.uint8)
    for game in range(scores.shape[0]):
        tables[1] = fresh
        for seat in range(table.players):
            table.log_pace[seat] = paces[game, seat]
            table.luck[seat] = luck[game, seat]
        deal(keys[game], table.players, table.last_level, decks)
        if not play_on(table, decks, trace):
            return False
        scores[game, 0], scores[game, 1] = table.won, table.level
        scores[game, 2], scores[game, 3] = table.lives_lost, table.stars_used
        for seat in range(table.players):
            paces[game, seat] = table.log_pace[seat]
            if table.ear[seat] != NOBODY:
                for other in range(table.players):
                    found = tempo_of(table, table.ears[table.ear[seat]], other, 0)
                    for number in range(4):
                        tempi[game, seat, other, number] = found[number]
    return True
