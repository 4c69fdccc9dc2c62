"""Simulated people, compiled: the twin of `games.extreme.bots.zoo`."""

from __future__ import annotations

import math
from typing import Any

import numpy as np

from tacit.games.extreme.bots.tempo import TYPICAL_GAP
from tacit.games.extreme.bots.zoo import (
    ABSENCE,
    AGREED,
    ALONE,
    CALM,
    CALM_LIVES,
    DOUBT,
    HAND,
    HARD_LEVEL,
    LAST_LIFE_DOUBT,
    OTHER_CARD,
    ZOO,
    Manner,
)
from tacit.games.extreme.kernel.rules import PLAY, PROPOSE_STAR, first_of, played
from tacit.games.extreme.kernel.state import NOBODY, RED, WHITE, compiled
from tacit.games.extreme.twin.kinds import PERSON
from tacit.games.extreme.twin.splitmix import gauss, uniform

MANNERS = np.array([(0.0,) * len(Manner._fields)] * PERSON + [one.manner for one in ZOO.values()])
"""By kind, and for those who are no people nothing."""
SPREAD, SHAPE, DRIFT, LAPSES = map(Manner._fields.index, ("spread", "shape", "drift", "lapses"))


@compiled
def plan_person(table: Any, seat: int) -> tuple[int, int, int]:
    """Return when this person acts, how, and with which colour."""
    best = (NOBODY, 0, 0)
    for colour in range(2):
        if first_of(table, seat, colour):
            at, act = _due(table, seat, colour)
            if best[0] == NOBODY or at < best[0]:
                best = (at, act, colour)
    return best


@compiled
def _due(table: Any, seat: int, colour: int) -> tuple[int, int]:
    now = table.now
    off, doubt = _feel(table, seat, colour)
    gap = max(1, first_of(table, seat, colour) - table.counted_card[seat, colour])
    wait = (
        math.exp(table.log_pace[seat] + off)
        * TYPICAL_GAP
        * (gap / TYPICAL_GAP) ** MANNERS[table.kind[seat], SHAPE]
    )
    ahead = 1000 * max(HAND, wait) - (played(table, now) - table.counted_at[seat, colour])
    free = round(1000 * HAND) + max(table.mine[seat], table.resumed)
    due = max(now + round(ahead), now, free)
    if _alone(table, seat):
        last = max(free, table.laid_at[table.laid - 1] if table.laid else 0)
        due = max(now, min(due, last + round(1000 * ALONE)))
    if table.stars and doubt == table.resumed:
        return max(now, round((now + due) / 2)), PROPOSE_STAR
    return due, PLAY


@compiled
def _alone(table: Any, seat: int) -> bool:
    for other in range(table.players):
        if other != seat and table.left[other]:
            return False
    return True


@compiled
def _feel(table: Any, seat: int, colour: int) -> tuple[float, int]:
    """Return how this wait will be off; it is drawn once for each card on the pile."""
    level, cards = table.level, table.counted[seat, colour]
    if table.felt_level[seat, colour] != level or table.felt_cards[seat, colour] != cards:
        manner = MANNERS[table.kind[seat]]
        table.log_pace[seat] += manner[DRIFT] * gauss(table, seat)
        if manner[DRIFT]:  # an oracle is told the true pace: what it has worked out is out of date
            for ear in range(table.players):
                table.ears[ear].version += 1
        off = manner[SPREAD] * gauss(table, seat)
        if uniform(table, seat) < manner[LAPSES]:
            off += ABSENCE
        unsure = LAST_LIFE_DOUBT if table.lives == 1 else DOUBT
        doubt = uniform(table, seat) < unsure and level >= HARD_LEVEL
        table.felt_level[seat, colour], table.felt_cards[seat, colour] = level, cards
        table.felt[seat, colour] = off
        table.doubt[seat, colour] = table.resumed if doubt else NOBODY
    return float(table.felt[seat, colour]), int(table.doubt[seat, colour])


@compiled
def person_agrees(table: Any, seat: int) -> bool:
    """Agree to a star, mostly."""
    calm = table.lives >= CALM_LIVES and table.stars == 1
    return uniform(table, seat) < (CALM if calm else AGREED)


@compiled
def person_discards(table: Any, seat: int) -> int:
    """Give the card that would have been next, mostly; return its colour."""
    white, red = first_of(table, seat, WHITE), first_of(table, seat, RED)
    if not red:
        return WHITE
    if not white:
        return RED
    white -= table.counted_card[seat, WHITE]
    red -= table.counted_card[seat, RED]
    colour = RED if red < white else WHITE
    if uniform(table, seat) < OTHER_CARD:
        return WHITE + RED - colour
    return colour
