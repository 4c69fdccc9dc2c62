"""`adaptive`: listens, finds the tempo of those it plays with, and keeps it exactly.

What it believes of everyone comes from `listening`, when a card is due from `advice`. It adapts
between waits, not within them, and adds nothing random of its own, so that people can meet it. If a
card is too likely to be an error when its time has come, it asks for a star instead.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from tacit.core.rulebook import Millis, Seat
from tacit.games.extreme import (
    MOST_STARS,
    Action,
    Card,
    Phase,
    Play,
    ProposeStar,
    View,
    first_of,
)
from tacit.games.extreme.bots.belief.advice import advice, risk
from tacit.games.extreme.bots.belief.leading import LISTENED_AT_LEAST
from tacit.games.extreme.bots.belief.listening import Listener
from tacit.games.extreme.bots.belief.tempo import BRISK_PACE_S, CALM_PACE_S, USUAL_PACE_S
from tacit.games.extreme.bots.between_plays import between_plays
from tacit.games.extreme.bots.numbers import (
    COLOURS,
    NOBODY,
    RED,
    REWARDS,
    STAR,
    WHITE,
    first_card,
    last_laid,
)
from tacit.games.extreme.bots.sight import Sight

REACTION_MS = 120
"""Milliseconds from a card, or from play going on, to the soonest answer to it."""
STAR_PRICES = (0.0, 0.2, 0.12, 0.08)
"""How likely an error has to be to be worth a star, by the number of stars that are left."""
CHEAP_STAR = 0.08
"""The same when a star is worth less."""
FEW_LIVES = 2
"""With this many lives or fewer it always agrees to a star."""
LATE = 2
"""It stops saving stars this many levels before the last."""
PACES = {"calm": CALM_PACE_S, "usual": USUAL_PACE_S, "brisk": BRISK_PACE_S}
"""Which pace it expects of people before it has heard them, by the table's tempo."""


def plan_adaptive(table: Any, ear: Any, seat: int) -> tuple[int, int, bool]:
    """Return when the next card is due, its colour, and whether to ask for a star instead."""
    best, chosen = NOBODY, 0
    for colour in range(2):
        card = first_card(table, seat, colour)
        if card:
            at = _due(table, ear, colour, advice(ear, seat, colour, card)[0])
            if best == NOBODY or at < best:
                best, chosen = at, colour
    star = best != NOBODY and _wants_star(table, ear, seat, chosen)
    if star:
        table.proposed_level[seat], table.proposed_stars[seat] = table.level, table.stars
    return best, chosen, star


def _due(table: Any, ear: Any, colour: int, wait: float) -> int:
    now = table.now
    since = ear.clock_at[colour] if ear.blind[colour] else ear.since[colour]
    ahead = round(1000 * wait) - (table.clock - since)
    last = max(table.resumed, last_laid(table))
    return int(max(now + ahead, last + REACTION_MS, now))


def _wants_star(table: Any, ear: Any, seat: int, colour: int) -> bool:
    stars = table.stars
    if stars == 0:
        return False
    if table.proposed_level[seat] == table.level and table.proposed_stars[seat] == stars:
        return False
    danger = risk(ear, seat, colour, first_card(table, seat, colour))
    return danger > (CHEAP_STAR if _cheap(table) else STAR_PRICES[stars])


def _cheap(table: Any) -> bool:
    """Tell whether a star is worth less than usual: it would be lost, or all is at stake."""
    lost = table.stars == MOST_STARS and REWARDS[table.level - 1] == STAR
    return bool(lost or table.lives == 1 or table.level >= table.last_level - LATE)


def adaptive_agrees(table: Any, ear: Any, seat: int) -> bool:
    """Agree to a star unless stars are rare, lives are not, and nothing looks dangerous."""
    danger = 0.0
    for colour in range(2):
        card = first_card(table, seat, colour)
        if card:
            danger = max(danger, risk(ear, seat, colour, card))
    welcome = table.stars > 1 or table.lives <= FEW_LIVES or _cheap(table)
    return bool(welcome or danger > CHEAP_STAR / 2)


def adaptive_discards(table: Any, ear: Any, seat: int) -> int:
    """Give the card that is the greater risk, of two alike the one due sooner; its colour."""
    white, red = first_card(table, seat, WHITE), first_card(table, seat, RED)
    if not red:
        return WHITE
    if not white:
        return RED
    more = round(1000 * risk(ear, seat, WHITE, white))
    more -= round(1000 * risk(ear, seat, RED, red))
    if more:
        return WHITE if more > 0 else RED
    sooner = advice(ear, seat, WHITE, white)[0] < advice(ear, seat, RED, red)[0]
    return WHITE if sooner else RED


class Adaptive:
    """Finds the tempo of the table."""

    def __init__(self, seat: int, players: int, seed: int) -> None:  # noqa: ARG002
        self._seat = Seat(seat)
        self.listener = Listener(players)

    def settle_in(self, tempo: str, alike: Iterable[int] = ()) -> None:
        """Expect a calm, usual or brisk table, before anything was heard.

        `alike` are the seats of its own kind, its own included, as every player sees them: they
        follow the people they play with, and need not be found out first.
        """
        players = self.listener.players
        self.listener = Listener(players, PACES[tempo])
        if alike := frozenset(alike):
            self.listener.known = [
                LISTENED_AT_LEAST if seat in alike else 1.0 for seat in range(players)
            ]

    def recall(self, views: Iterable[View], until: View) -> None:
        """Hear again what happened in this game before a view, after a restart of the site."""
        for view in views:
            if _progress(view) > _progress(until):
                break  # the game went on meanwhile, and is heard when it is asked about
            self.listener.hear(view)

    def plan(self, view: View, now_ms: int) -> tuple[int, Action] | None:
        """Return the card that is due first, and when."""
        self._hear(view)
        if view.phase is not Phase.PLAYING:
            return between_plays(view, now_ms)
        due, colour, star = plan_adaptive(self._look(view, now_ms), self.listener, self._seat)
        card = first_of(COLOURS[colour], view.hand)
        if star:
            return due, ProposeStar(seat=self._seat, at=Millis(due))
        return None if card is None else (due, Play(seat=self._seat, card=card, at=Millis(due)))

    def agree_to_star(self, view: View) -> bool:
        """Agree unless stars are rare, lives are not, and nothing looks dangerous."""
        self._hear(view)
        return adaptive_agrees(self._look(view, view.now), self.listener, self._seat)

    def discard(self, view: View) -> Card | None:
        """Give the card that is the greater risk; of two alike the one due sooner."""
        self._hear(view)
        colour = adaptive_discards(self._look(view, view.now), self.listener, self._seat)
        return first_of(COLOURS[colour], view.hand)

    def _hear(self, view: View) -> None:
        self.listener.hear(view)

    def _look(self, view: View, now_ms: int) -> Sight:
        sight = self.listener.sight
        sight.look(view, now_ms)
        return sight

    def beliefs(self) -> tuple[str, ...]:
        """Say by seat what it believes of its partners, for the review."""
        return tuple(
            "myself" if seat == self._seat else belief.words()
            for seat, belief in enumerate(self.listener.beliefs)
        )


def _progress(view: View) -> tuple[int, int]:
    """Return how far a game has come: the level, and the cards that have left hands in it."""
    return view.level, len(view.events) + len(view.aside)
