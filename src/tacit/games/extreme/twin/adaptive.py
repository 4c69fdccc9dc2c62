"""`adaptive` and `oracle`, compiled: the twin of `games.extreme.bots.adaptive`."""

from __future__ import annotations

from typing import Any

import numpy as np

from tacit.games.extreme import MOST_STARS
from tacit.games.extreme.bots.adaptive import CHEAP_STAR, FEW_LIVES, LATE, REACTION, STAR_PRICE
from tacit.games.extreme.kernel.rules import PLAY, PROPOSE_STAR, REWARDS, STAR, first_of, played
from tacit.games.extreme.kernel.state import NOBODY, PLAYING, RED, WHITE, compiled
from tacit.games.extreme.twin.advice import advice, risk
from tacit.games.extreme.twin.listening import hear

PRICES = np.array([0.0, *(STAR_PRICE[stars] for stars in range(1, MOST_STARS + 1))])


@compiled
def plan_adaptive(table: Any, seat: int) -> tuple[int, int, int]:
    """Listen; and while play is on return when the next card is due, how, and its colour."""
    ear = table.ears[table.ear[seat]]
    hear(table, ear)
    best = (NOBODY, 0, 0)
    if table.phase != PLAYING:
        return best
    for colour in range(2):
        card = first_of(table, seat, colour)
        if card:
            wait, _ = advice(table, ear, seat, colour, card)
            at = _due(table, ear, colour, wait)
            if best[0] == NOBODY or at < best[0]:
                best = (at, PLAY, colour)
    if best[0] != NOBODY and _wants_star(table, ear, seat, best[2]):
        table.proposed_level[seat], table.proposed_stars[seat] = table.level, table.stars
        return best[0], PROPOSE_STAR, best[2]
    return best


@compiled
def _due(table: Any, ear: Any, colour: int, wait: float) -> int:
    now = table.now
    since = ear.clock_at[colour] if ear.blind[colour] else ear.since[colour]
    ahead = round(1000 * wait) - (played(table, now) - since)
    last = max(table.resumed, table.laid_at[table.laid - 1] if table.laid else 0)
    return max(now + ahead, last + REACTION, now)


@compiled
def _wants_star(table: Any, ear: Any, seat: int, colour: int) -> bool:
    stars = table.stars
    if stars == 0:
        return False
    if table.proposed_level[seat] == table.level and table.proposed_stars[seat] == stars:
        return False
    danger = risk(table, ear, seat, colour, first_of(table, seat, colour))
    return danger > (CHEAP_STAR if _cheap(table) else PRICES[stars])


@compiled
def _cheap(table: Any) -> bool:
    """Tell whether a star is worth less than usual: it would be lost, or all is at stake."""
    lost = table.stars == MOST_STARS and REWARDS[table.level - 1] == STAR
    return lost or table.lives == 1 or table.level >= table.last_level - LATE


@compiled
def adaptive_agrees(table: Any, seat: int) -> bool:
    """Agree unless stars are rare, lives are not, and nothing looks dangerous."""
    ear = table.ears[table.ear[seat]]
    hear(table, ear)
    danger = 0.0
    for colour in range(2):
        card = first_of(table, seat, colour)
        if card:
            danger = max(danger, risk(table, ear, seat, colour, card))
    return table.stars > 1 or table.lives <= FEW_LIVES or danger > CHEAP_STAR / 2 or _cheap(table)


@compiled
def adaptive_discards(table: Any, seat: int) -> int:
    """Give the card that is the greater risk, of two alike the one due sooner; its colour."""
    ear = table.ears[table.ear[seat]]
    hear(table, ear)
    white, red = first_of(table, seat, WHITE), first_of(table, seat, RED)
    if not red:
        return WHITE
    if not white:
        return RED
    more = round(1000 * risk(table, ear, seat, WHITE, white))
    more -= round(1000 * risk(table, ear, seat, RED, red))
    if more:
        return WHITE if more > 0 else RED
    sooner = advice(table, ear, seat, WHITE, white)[0] < advice(table, ear, seat, RED, red)[0]
    return WHITE if sooner else RED
