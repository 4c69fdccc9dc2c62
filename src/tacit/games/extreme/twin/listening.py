"""What everybody can hear at a table, compiled: the twin of `games.extreme.bots.listening`.

All `adaptive` at a table hear the same, so they share one ear; each `oracle` has its own.
"""

from __future__ import annotations

import math
from typing import Any

from tacit.games.extreme.bots.advice import QUICK
from tacit.games.extreme.bots.listening import CLOSE, ECHO_SLIP, ECHO_SPREAD, STRANGE, SUREST_ECHO
from tacit.games.extreme.kernel.rules import played
from tacit.games.extreme.kernel.state import NOBODY, PASSED, compiled
from tacit.games.extreme.rules.cards import HIGHEST
from tacit.games.extreme.twin import tempo
from tacit.games.extreme.twin.advice import LOGS, SIGNS, advice, blind_pace, tempo_of


@compiled
def hear(table: Any, ear: Any) -> None:
    """Take in all that has happened since the last time."""
    if table.level != ear.level:
        _begin(table, ear)
    for laid in range(ear.laid, table.laid):
        _hear_card(table, ear, laid)
        ear.version += 1
    ear.laid = table.laid
    if ear.aside < table.aside:
        _hear_aside(table, ear)
        ear.version += 1
    if table.phase == PASSED and not ear.turned:
        ear.turned = 1
        for colour in range(2):
            if table.blind[colour]:
                _hear_turned(table, ear, colour)
        ear.version += 1


@compiled
def _begin(table: Any, ear: Any) -> None:
    for seat in range(table.players):
        if ear.level:
            tempo.later(ear.beliefs[seat])
        ear.left[seat] = table.level
        for colour in range(2):
            ear.silences[colour, seat] = ear.cards[colour, seat] = 0
            ear.count[colour, seat] = 0.0
    ear.level = table.level
    ear.laid = ear.aside = ear.last = ear.turned = 0
    ear.alone_since = NOBODY
    for colour in range(2):
        ear.blind[colour] = table.blind[colour]
        ear.top[colour] = ear.since[colour] = ear.clock_at[colour] = 0
        ear.clock[colour] = 0.0
        for here in range(HIGHEST + 1):
            ear.seen[colour, here] = 0
    ear.version += 1


@compiled
def _hear_card(table: Any, ear: Any, laid: int) -> None:
    seat, colour, card = table.laid_seat[laid], table.laid_colour[laid], table.laid_card[laid]
    now, at = table.laid_played[laid], table.laid_at[laid]
    _advance(table, ear, now)
    if ear.blind[colour]:
        ear.cards[colour, seat] += 1
        ear.count[colour, seat] = ear.clock[colour]
    else:
        wait = (now - ear.since[colour]) / 1000
        _learn(table, ear, seat, colour, card, wait, at - ear.last < CLOSE)
        ear.top[colour], ear.since[colour] = card, now
        ear.seen[colour, card] = 1
    ear.left[seat] -= 1
    others = 0
    for other in range(table.players):
        if other != seat:
            others += ear.left[other]
    ear.alone[laid] = others == 0
    ear.last = at
    _leave_alone(table, ear, now)


@compiled
def _leave_alone(table: Any, ear: Any, now: int) -> None:
    """Who alone has cards left lays them without counting: until now they were silent."""
    holders, last = 0, NOBODY
    for seat in range(table.players):
        if ear.left[seat]:
            holders, last = holders + 1, seat
    if holders == 1 and ear.alone_since == NOBODY:
        ear.alone_since = now
        for colour in range(2):
            if not ear.blind[colour]:
                _silent(ear, last, colour, ear.top[colour], (now - ear.since[colour]) / 1000)


@compiled
def _advance(table: Any, ear: Any, now: int) -> None:
    """Let the clocks of blind piles run on, before anything is learned that changes them."""
    for colour in range(2):
        if ear.blind[colour]:
            pace = blind_pace(table, ear, colour)
            ear.clock[colour] += (now - ear.clock_at[colour]) / 1000 / pace
            ear.clock_at[colour] = now


@compiled
def _learn(
    table: Any, ear: Any, seat: int, colour: int, card: int, wait: float, held_up: bool
) -> None:
    """Learn from a card on an open pile, and note that all others were silent."""
    advised, free = advice(table, ear, seat, colour, card)
    top = ear.top[colour]
    log_gap = LOGS[card - top]
    if wait > QUICK and not free and not held_up:
        _recognise(table, ear, seat, colour, math.log(wait / advised), log_gap, math.log(wait))
    _resolve(ear, seat, colour, card)
    if not ear.told[seat] and not free:
        if wait > QUICK:
            tempo.laid(ear.beliefs[seat], SIGNS[colour], log_gap, math.log(wait))
        elif wait > 0:
            tempo.bounded(ear.beliefs[seat], SIGNS[colour], log_gap, math.log(QUICK), -1)
    for other in range(table.players):
        if other != seat:
            _silent(ear, other, colour, top, wait)


@compiled
def _silent(ear: Any, seat: int, colour: int, top: int, wait: float) -> None:
    if wait > QUICK:
        here = ear.silences[colour, seat]
        ear.silent_top[colour, seat, here] = top
        ear.silent_wait[colour, seat, here] = math.log(wait)
        ear.silences[colour, seat] += 1


@compiled
def _recognise(
    table: Any, ear: Any, seat: int, colour: int, error: float, log_gap: float, log_seconds: float
) -> None:
    """Do they lay their cards exactly when a listener would?"""
    theirs = tempo_of(table, ear, seat, SIGNS[colour])
    off = (log_seconds - tempo.log_wait(theirs, log_gap)) / theirs.spread
    echo = (1 - ECHO_SLIP) * tempo.normal(error / ECHO_SPREAD) / ECHO_SPREAD + ECHO_SLIP / 2
    person = tempo.normal(off) / theirs.spread + STRANGE
    odds = ear.echo[seat] + math.log(echo / person)
    ear.echo[seat] = max(-SUREST_ECHO, min(SUREST_ECHO, odds))


@compiled
def _resolve(ear: Any, seat: int, colour: int, card: int) -> None:
    """Now that their card is known, so is what their silences meant."""
    if not ear.told[seat]:
        for here in range(ear.silences[colour, seat]):
            gap = card - ear.silent_top[colour, seat, here]
            if gap > 1:
                log_seconds = ear.silent_wait[colour, seat, here]
                tempo.bounded(ear.beliefs[seat], SIGNS[colour], LOGS[gap], log_seconds, 1)
    ear.silences[colour, seat] = 0


@compiled
def _hear_aside(table: Any, ear: Any) -> None:
    """Cards set aside, by a mistake or a star, were held in silence until now."""
    start = ear.aside
    for here in range(start, table.aside):
        ear.seen[table.aside_colour[here], table.aside_card[here]] = 1
        ear.left[table.aside_seat[here]] -= 1
    ear.aside = table.aside
    now = played(table, table.now)
    for here in range(start, table.aside):
        seat, colour = table.aside_seat[here], table.aside_colour[here]
        if ear.blind[colour] or _came_before(table, start, here):
            continue
        card, top = table.aside_card[here], ear.top[colour]
        if card > top:
            _silent(ear, seat, colour, top, (now - ear.since[colour]) / 1000)
        _resolve(ear, seat, colour, card)
    _leave_alone(table, ear, now)


@compiled
def _came_before(table: Any, start: int, here: int) -> bool:
    """Tell whether a lower card of the same hand and colour was set aside with this one."""
    for before in range(start, here):
        if (
            table.aside_seat[before] == table.aside_seat[here]
            and table.aside_colour[before] == table.aside_colour[here]
        ):
            return True
    return False


@compiled
def _hear_turned(table: Any, ear: Any, colour: int) -> None:
    """A blind pile is turned over: everyone had counted on from their own last card."""
    for seat in range(table.players):
        top = then = 0
        for laid in range(table.laid):
            if table.laid_colour[laid] != colour or table.laid_seat[laid] != seat:
                continue
            card, now = table.laid_card[laid], table.laid_played[laid]
            if card > top + 1 and not ear.told[seat]:
                alone = _was_alone(table, ear, laid)
                _hear_count(ear, seat, colour, LOGS[card - top], then, now, alone)
            top, then = card, now


@compiled
def _hear_count(
    ear: Any, seat: int, colour: int, log_gap: float, then: int, now: int, alone: bool
) -> None:
    """Somebody counted so far on a blind pile, or was left alone before they had."""
    belief, sign = ear.beliefs[seat], SIGNS[colour]
    until = now
    if alone and 0 < ear.alone_since < now:
        until = ear.alone_since
    wait = (until - then) / 1000
    if not alone and wait > QUICK:
        tempo.laid(belief, sign, log_gap, math.log(wait))
    elif not alone and wait > 0:
        tempo.bounded(belief, sign, log_gap, math.log(QUICK), -1)
    elif wait > QUICK:
        tempo.bounded(belief, sign, log_gap, math.log(wait), 1)


@compiled
def _was_alone(table: Any, ear: Any, laid: int) -> bool:
    """Tell whether somebody laid a card, or another at once, when nobody else had any."""
    for other in range(table.laid):
        if (
            ear.alone[other]
            and table.laid_seat[other] == table.laid_seat[laid]
            and table.laid_at[other] == table.laid_at[laid]
        ):
            return True
    return False
