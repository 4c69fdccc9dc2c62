"""What all at a table of The Mind Extreme can hear: who laid what, when, and who was silent.

From that alone a listener believes something about each seat's tempo, its own included, and derives
when a card should be laid. Nothing here depends on the listener's hand, so all listeners at
a table come to the same tempo, and one can tell another by how exactly it keeps it. Those who do
follow anyway; it is the others, people, who are listened to.
"""

from __future__ import annotations

import math
from typing import Any

from tacit.games.extreme import View
from tacit.games.extreme.bots.belief.advice import LOGS, QUICK_S, advice, others_have
from tacit.games.extreme.bots.belief.ear import EAR
from tacit.games.extreme.bots.belief.leading import (
    ECHO_AT_FIRST,
    HEEDED,
    POLICY,
    SIGNS,
    blind_pace,
    hold,
    table_tempo,
    weight,
)
from tacit.games.extreme.bots.belief.shown import hide
from tacit.games.extreme.bots.belief.tempo import (
    LOG_GAP,
    USUAL_PACE_S,
    Belief,
    Tempo,
    believed,
    bounded,
    later,
    log_wait,
    measured,
    mistaken,
    normal,
    showed,
)
from tacit.games.extreme.bots.following import HAND_S
from tacit.games.extreme.bots.numbers import NOBODY, OVER, PASSED, Record
from tacit.games.extreme.bots.sight import Sight
from tacit.games.extreme.rules.cards import HIGHEST

HELD_UP_MS = 150
"""Milliseconds after another card in which one may have been held up by it."""
ECHO_SPREAD = 0.015
"""How exactly a player who echoes the table keeps its tempo, in logarithms."""
ECHO_SLIP = 0.05
"""How many of their waits are something else."""
SUREST_ECHO = 6.0
"""The logarithm of the odds that a player is an echo, at most."""
STRANGE = 0.02
"""How dense a person's waits are at least, however far off."""


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
    if table.phase in (PASSED, OVER) and not ear.turned:
        ear.turned = 1
        for colour in range(2):
            if table.blind[colour]:
                _hear_turned(table, ear, colour)
        ear.version += 1


def _begin(table: Any, ear: Any) -> None:
    for seat in range(table.players):
        if ear.level and not ear.told[seat]:
            later(ear.beliefs[seat])
        ear.left[seat] = table.level
        for colour in range(2):
            ear.silences[colour][seat] = ear.cards[colour][seat] = 0
            ear.count[colour][seat], ear.count_at[colour][seat] = 0.0, 0
    ear.level = table.level
    ear.laid = ear.aside = ear.last = ear.turned = 0
    ear.alone_since = NOBODY
    for colour in range(2):
        ear.blind[colour] = table.blind[colour]
        ear.top[colour] = ear.since[colour] = ear.clock_at[colour] = 0
        ear.clock[colour] = 0.0
        for here in range(HIGHEST + 1):
            ear.seen[colour][here] = 0
    ear.version += 1


def _hear_card(table: Any, ear: Any, laid: int) -> None:
    seat, colour, card = table.laid_seat[laid], table.laid_colour[laid], table.laid_card[laid]
    now, at = table.laid_played[laid], table.laid_at[laid]
    _advance(ear, now)
    if ear.blind[colour]:
        _count_on(ear, seat, colour, now)
        for other in range(ear.players):
            if not ear.told[other]:
                hide(ear.beliefs[other])
    else:
        wait = (now - ear.since[colour]) / 1000
        pace = math.log(max(HAND_S, wait)) - LOGS[card - ear.top[colour]]
        _learn(ear, seat, colour, card, wait, at - ear.last < HELD_UP_MS)
        ear.top[colour], ear.since[colour] = card, now
        ear.seen[colour][card] = 1
        _show(ear, seat, pace)
    hold(ear)
    ear.left[seat] -= 1
    ear.alone[laid] = not others_have(ear, seat)
    ear.last = at
    _leave_alone(ear, now)


def _show(ear: Any, seat: int, pace: float) -> None:
    """A card showed everyone a pace, but not the player who laid it when nobody else had any."""
    for other in range(ear.players):
        if ear.told[other]:
            continue
        if other == seat and not others_have(ear, seat):
            hide(ear.beliefs[other])
        else:
            showed(ear.beliefs[other], pace, other == seat)


def _count_on(ear: Any, seat: int, colour: int, now: int) -> None:
    """Work out from the rhythm alone where a player's count is when they lay a blind card."""
    ear.cards[colour][seat] += 1
    if weight(ear, seat) > HEEDED:
        theirs = believed(ear.beliefs[seat], SIGNS[colour])
        wait = max(HAND_S, (now - ear.count_at[colour][seat]) / 1000)
        log_gap = LOG_GAP + (math.log(wait) - theirs.log_pace - LOG_GAP) / theirs.shape
        ear.count[colour][seat] += max(1.0, math.exp(log_gap))
    else:
        ear.count[colour][seat] = ear.clock[colour]
    ear.count_at[colour][seat] = now


def _leave_alone(ear: Any, now: int) -> None:
    """Who alone has cards left lays them without counting: until now they were silent."""
    holders, last = 0, NOBODY
    for seat in range(ear.players):
        if ear.left[seat]:
            holders, last = holders + 1, seat
    if holders == 1 and ear.alone_since == NOBODY:
        ear.alone_since = now
        for colour in range(2):
            if not ear.blind[colour]:
                _silent(ear, last, colour, ear.top[colour], (now - ear.since[colour]) / 1000)


def _advance(ear: Any, now: int) -> None:
    """Let the clocks of blind piles run on, before anything is learned that changes them."""
    for colour in range(2):
        if ear.blind[colour]:
            pace = blind_pace(ear, colour)
            ear.clock[colour] += (now - ear.clock_at[colour]) / 1000 / pace
            ear.clock_at[colour] = now


def _learn(ear: Any, seat: int, colour: int, card: int, wait: float, held_up: bool) -> None:
    """Learn from a card on an open pile, and note that all others were silent."""
    advised, free = advice(ear, seat, colour, card)
    top = ear.top[colour]
    log_gap = LOGS[card - top]
    if wait > QUICK_S and not free and not held_up:
        _recognise(ear, seat, colour, math.log(wait / advised), log_gap, math.log(wait))
    _resolve(ear, seat, colour, card)
    if not ear.told[seat] and not free:
        belief, then = ear.beliefs[seat], ear.beliefs[seat].cards
        if wait > QUICK_S:
            measured(belief, SIGNS[colour], log_gap, math.log(wait), then)
        elif wait > 0:
            bounded(belief, SIGNS[colour], log_gap, math.log(QUICK_S), -1, then)
    for other in range(ear.players):
        if other != seat:
            _silent(ear, other, colour, top, wait)


def _silent(ear: Any, seat: int, colour: int, top: int, wait: float) -> None:
    if wait > QUICK_S:
        here = ear.silences[colour][seat]
        ear.silent_top[colour][seat][here] = top
        ear.silent_wait[colour][seat][here] = math.log(wait)
        ear.silent_then[colour][seat][here] = ear.beliefs[seat].cards
        ear.silences[colour][seat] += 1


def _recognise(
    ear: Any, seat: int, colour: int, error: float, log_gap: float, log_seconds: float
) -> None:
    """Do they lay their cards exactly when a listener would?"""
    theirs = believed(ear.beliefs[seat], SIGNS[colour])
    off = (log_seconds - log_wait(theirs, log_gap)) / theirs.spread
    echo = (1 - ECHO_SLIP) * normal(error / ECHO_SPREAD) / ECHO_SPREAD + ECHO_SLIP / 2
    person = normal(off) / theirs.spread + STRANGE
    odds = ear.echo[seat] + math.log(echo / person)
    ear.echo[seat] = max(-SUREST_ECHO, min(SUREST_ECHO, odds))


def _resolve(ear: Any, seat: int, colour: int, card: int) -> None:
    """Now that their card is known, so is what their silences meant."""
    if not ear.told[seat]:
        for here in range(ear.silences[colour][seat]):
            gap = card - ear.silent_top[colour][seat][here]
            if gap > 1:
                log_seconds = ear.silent_wait[colour][seat][here]
                then = ear.silent_then[colour][seat][here]
                bounded(ear.beliefs[seat], SIGNS[colour], LOGS[gap], log_seconds, 1, then)
    ear.silences[colour][seat] = 0


def _hear_aside(table: Any, ear: Any) -> None:
    """Cards set aside, by a mistake or a star, were held in silence until now."""
    start = ear.aside
    for here in range(start, table.aside):
        ear.seen[table.aside_colour[here]][table.aside_card[here]] = 1
        ear.left[table.aside_seat[here]] -= 1
    ear.aside = table.aside
    now = table.clock
    if ear.laid and table.laid_played[ear.laid - 1] == now:  # since a star time has passed
        _hear_mistake(table, ear, start)
    for here in range(start, table.aside):
        seat, colour = table.aside_seat[here], table.aside_colour[here]
        if ear.blind[colour] or _came_before(table, start, here):
            continue
        card, top = table.aside_card[here], ear.top[colour]
        if card > top:
            _silent(ear, seat, colour, top, (now - ear.since[colour]) / 1000)
        _resolve(ear, seat, colour, card)
    _leave_alone(ear, now)


def _hear_mistake(table: Any, ear: Any, start: int) -> None:
    """Note who laid a card too early, and who held one too long."""
    early = table.laid_seat[ear.laid - 1]
    if not ear.told[early]:
        mistaken(ear.beliefs[early], 1)
    for seat in range(table.players):
        late = False
        for here in range(start, table.aside):
            if table.aside_seat[here] == seat:
                late = True
        if late and seat != early and not ear.told[seat]:
            mistaken(ear.beliefs[seat], -1)


def _came_before(table: Any, start: int, here: int) -> bool:
    """Tell whether a lower card of the same hand and colour was set aside with this one."""
    for before in range(start, here):
        if (
            table.aside_seat[before] == table.aside_seat[here]
            and table.aside_colour[before] == table.aside_colour[here]
        ):
            return True
    return False


def _hear_turned(table: Any, ear: Any, colour: int) -> None:
    """A blind pile is turned over: everyone had counted on from their own last card."""
    for seat in range(table.players):
        top = then = 0
        for laid in range(table.laid):
            card, now = table.laid_card[laid], table.laid_played[laid]
            if table.laid_colour[laid] != colour or table.laid_seat[laid] != seat or not card:
                continue
            if card > top + 1 and not ear.told[seat]:
                until, alone = now, _was_alone(table, ear, laid)
                if alone and 0 < ear.alone_since < now:
                    until = ear.alone_since
                wait = (until - then) / 1000
                _hear_count(ear, seat, colour, LOGS[card - top], wait, alone, laid)
            top, then = card, now


def _hear_count(
    ear: Any, seat: int, colour: int, log_gap: float, wait: float, alone: bool, then: int
) -> None:
    """A player counted so far on a blind pile, or was left alone before they had."""
    belief, sign = ear.beliefs[seat], SIGNS[colour]
    if not alone and wait > QUICK_S:
        measured(belief, sign, log_gap, math.log(wait), then)
    elif not alone and wait > 0:
        bounded(belief, sign, log_gap, math.log(QUICK_S), -1, then)
    elif wait > QUICK_S:
        bounded(belief, sign, log_gap, math.log(wait), 1, then)


def _was_alone(table: Any, ear: Any, laid: int) -> bool:
    """Tell whether a player laid a card, or another at once, when nobody else had any."""
    for other in range(table.laid):
        if (
            ear.alone[other]
            and table.laid_seat[other] == table.laid_seat[laid]
            and table.laid_at[other] == table.laid_at[laid]
        ):
            return True
    return False


def tell(ear: Any, seat: int, tempo: Tempo, follows: float) -> None:
    """Note the true tempo of a seat: from now on there is nothing to learn about it."""
    belief = ear.beliefs[seat]
    belief.follows, belief.following = follows, 1.0 if follows else 0.0
    if ear.told[seat] and belief.tempi[0][0] == tempo.log_pace:
        return
    ear.told[seat] = 1
    ear.version += 1
    for pile in range(3):
        found = belief.tempi[pile]
        found[0], found[1] = tempo.log_pace, tempo.shape
        found[2], found[3] = tempo.spread, tempo.steadiness
        belief.fresh[pile] = 1


class Listener(Record):
    """What a bot or a spectator has heard at a live table; its fields are those of `EAR`."""

    def __init__(self, players: int, pace: float = USUAL_PACE_S) -> None:
        super().__init__(tuple(field for field in EAR if field[0] != "beliefs"))
        self.players = players
        self.beliefs = [Belief(pace) for _ in range(players)]
        self.known = [float(NOBODY)] * players
        self.echo = [ECHO_AT_FIRST] * players
        self.policy = [*POLICY]
        self.sight = Sight(players)

    def hear(self, view: View) -> None:
        """Take in all that has happened since the last view."""
        self.sight.follow(view)
        hear(self.sight, self)

    def weight(self, seat: int) -> float:
        """Return how much a seat is listened to, from 0 to 1."""
        return weight(self, seat)

    def table_tempo(self, sign: int) -> Tempo:
        """Return the tempo that the table has found on a pile: 1 for white, −1 for red."""
        return table_tempo(self, sign)
