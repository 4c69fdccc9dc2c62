"""Whole games, compiled: every seat says when it will act, and time jumps to the earliest.

The same as `arena.runner.match` with the bots of The Mind Extreme. The rules are those of `rules`;
how players decide is compiled from the bots themselves.
"""

from __future__ import annotations

from typing import Any

import numpy as np
import numpy.typing as npt

from tacit.bots.asking import THINKING_MS
from tacit.games.extreme.bots import adaptive, following, metronome, people
from tacit.games.extreme.bots.belief import listening
from tacit.games.extreme.bots.belief.tempo import Tempo, believed
from tacit.games.extreme.bots.between_plays import LAY_AFTER_MS, LIFT_AFTER_MS, READY_AFTER_MS
from tacit.games.extreme.bots.numbers import (
    CHOOSING,
    GATHERING,
    LIFTING,
    MAX_HAND,
    MAX_LAID,
    NOBODY,
    OVER,
    PASSED,
    PLAYING,
    RED,
    VOTING,
    WHITE,
)
from tacit.games.extreme.kernel import rules
from tacit.games.extreme.kernel.deal import deal
from tacit.games.extreme.kernel.kinds import ADAPTIVE, METRONOME, ORACLE, PERSON
from tacit.games.extreme.kernel.rules import first_of, played
from tacit.games.extreme.kernel.state import compiled, from_python
from tacit.games.extreme.kernel.trace import (
    DISCARD,
    LAY_HAND,
    LIFT_HAND,
    PLAY,
    PROPOSE_STAR,
    READY,
    VOTE,
    Trace,
)

hear = from_python(listening.hear)
tell = from_python(listening.tell)
believes = from_python(believed)
plan_adaptive = from_python(adaptive.plan_adaptive)
adaptive_agrees = from_python(adaptive.adaptive_agrees)
adaptive_discards = from_python(adaptive.adaptive_discards)
plan_person = from_python(people.plan_person)
person_agrees = from_python(people.person_agrees)
person_discards = from_python(people.person_discards)
heed = from_python(following.heed)
pace_now = from_python(following.pace_now)
counted_on = from_python(metronome.counted_on)
due_at = from_python(metronome.due_at)

PACE_MS = metronome.PACE_MS
LISTENERS = (ADAPTIVE, ORACLE)
MOST_ACTIONS = 20_000
"""No game between bots that mean to end it is this long."""


@compiled
def _plan(table: Any, seat: int) -> tuple[int, int, int]:
    """Return when a seat acts next, how, and with which colour or vote; NOBODY if it waits."""
    kind, now = table.kind[seat], table.now
    if kind >= PERSON:
        heed(table, table.people[seat], seat)
    if table.phase == VOTING:
        return _plan_vote(table, seat)
    if table.phase == CHOOSING:
        return _plan_discard(table, seat)
    if kind in LISTENERS:
        _listen(table, seat)
    if table.phase == PLAYING:
        if kind == METRONOME:
            return _plan_metronome(table, seat)
        if kind in LISTENERS:
            at, colour, star = plan_adaptive(table, table.ears[table.ear[seat]], seat)
        else:
            at, colour, star = plan_person(table, table.people[seat], seat)
        return at, PROPOSE_STAR if star else PLAY, colour
    if table.phase == GATHERING and not table.down[seat]:
        return now + LAY_AFTER_MS, LAY_HAND, 0
    if table.phase == LIFTING and table.down[seat]:
        return now + LIFT_AFTER_MS, LIFT_HAND, 0
    if table.phase == PASSED and not table.ready[seat]:
        return now + READY_AFTER_MS, READY, 0
    return NOBODY, 0, 0


@compiled
def _listen(table: Any, seat: int) -> None:
    """Tell an oracle the tempo that people have now; then let the seat hear what happened."""
    ear = table.ears[table.ear[seat]]
    _tell(table, ear)
    hear(table, ear)


@compiled
def _tell(table: Any, ear: Any) -> None:
    for other in range(table.players):
        if ear.told[other]:
            one = table.people[other]
            heed(table, one, other)
            tempo = Tempo(pace_now(one), one.shape, one.spread, one.spread)
            tell(ear, other, tempo, one.follow)


@compiled
def _plan_metronome(table: Any, seat: int) -> tuple[int, int, int]:
    """Return when the next card is due, and its colour; of two at once the red one."""
    best = (NOBODY, 0, 0)
    for colour in range(2):
        card = first_of(table, seat, colour)
        if card:
            waited = table.clock - table.counted_at[seat, colour]
            count = counted_on(table.counted_card[seat, colour], waited, PACE_MS)
            due = due_at(card, count, table.now)
            if best[0] == NOBODY or due <= best[0]:
                best = (due, PLAY, colour)
    return best


@compiled
def _plan_vote(table: Any, seat: int) -> tuple[int, int, int]:
    if table.votes[seat] != NOBODY:
        return NOBODY, 0, 0
    kind, agree = table.kind[seat], 1
    if kind in LISTENERS:
        _listen(table, seat)
        agree = 1 if adaptive_agrees(table, table.ears[table.ear[seat]], seat) else 0
    elif kind != METRONOME:
        agree = 1 if person_agrees(table, table.people[seat]) else 0
    return table.now + THINKING_MS, VOTE, agree


@compiled
def _plan_discard(table: Any, seat: int) -> tuple[int, int, int]:
    if not table.left[seat] or table.chosen[seat] != NOBODY:
        return NOBODY, 0, 0
    kind = table.kind[seat]
    if kind in LISTENERS:
        _listen(table, seat)
        colour = adaptive_discards(table, table.ears[table.ear[seat]], seat)
    elif kind == METRONOME:  # the card that would have to wait longest
        colour = RED if first_of(table, seat, RED) > first_of(table, seat, WHITE) else WHITE
    else:
        colour = person_discards(table, table.people[seat], seat)
    return table.now + THINKING_MS, DISCARD, colour


@compiled
def play_on(table: Any, decks: npt.NDArray[np.uint8], trace: Trace) -> bool:
    """Play a game to its end; False if it does not come to one."""
    rules.begin(table, decks[0], trace)
    rules.revive(table)
    for _ in range(MOST_ACTIONS):
        if table.phase == OVER:
            return True
        table.clock = played(table, table.now)
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
    decks = np.zeros((MAX_HAND, MAX_LAID), np.uint8)
    for game in range(scores.shape[0]):
        tables[1] = fresh
        for seat in range(table.players):
            table.people[seat].log_pace = paces[game, seat]
            table.people[seat].luck.state = luck[game, seat]
        deal(keys[game], table.players, table.last_level, decks)
        if not play_on(table, decks, trace):
            return False
        scores[game, 0], scores[game, 1] = table.won, table.level
        scores[game, 2], scores[game, 3] = table.lives_lost, table.stars_used
        for seat in range(table.players):
            heed(table, table.people[seat], seat)
            paces[game, seat] = pace_now(table.people[seat])
            if table.ear[seat] != NOBODY:
                ear = table.ears[table.ear[seat]]
                _tell(table, ear)
                for other in range(table.players):
                    found = believes(ear.beliefs[other], 0)
                    for number in range(4):
                        tempi[game, seat, other, number] = found[number]
    return True
