"""`adaptive`: listens, finds the tempo of those it plays with, and keeps it exactly.

What it believes of everybody comes from `listening`, when a card is due from `advice`. It adapts
between waits, not within them, and adds nothing random of its own, so that people can meet it. If a
card is too likely to be an error when its time has come, it asks for a star instead.
"""

from __future__ import annotations

from collections.abc import Iterable

from tacit.core.rulebook import Millis, Seat
from tacit.games.extreme import (
    COLOUR,
    MOST_STARS,
    POSITION,
    Action,
    Card,
    Colour,
    Phase,
    Play,
    ProposeStar,
    Reward,
    View,
    first_of,
)
from tacit.games.extreme.bots.advice import LISTENED_AT_LEAST, Advice
from tacit.games.extreme.bots.between_plays import between_plays
from tacit.games.extreme.bots.listening import Listener
from tacit.games.extreme.bots.playtime import played, resumed
from tacit.games.extreme.bots.tempo import BRISK_PACE, CALM_PACE, USUAL_PACE

REACTION = 120
"""Milliseconds from a card, or from play going on, to the soonest answer to it."""
STAR_PRICE = {1: 0.2, 2: 0.12, 3: 0.08}
"""How likely an error has to be to be worth one of so many stars."""
CHEAP_STAR = 0.08
"""The same when a star is worth less."""
FEW_LIVES = 2
"""With so many a star is always welcome."""
LATE = 2
"""So many levels before the last one stars are not saved any more."""


PACES = {"calm": CALM_PACE, "usual": USUAL_PACE, "brisk": BRISK_PACE}
"""Which pace it expects of people before it has heard them, by the table's tempo."""


class Adaptive:
    """Finds the tempo of the table."""

    def __init__(self, seat: int, players: int, seed: int) -> None:  # noqa: ARG002
        self._seat = Seat(seat)
        self.listener = Listener(players)
        self._proposed: tuple[int, int] | None = None
        """The level in which it last asked for a star, and how many there were."""

    def settle_in(self, tempo: str, alike: Iterable[int] = ()) -> None:
        """Expect a calm, usual or brisk table, before anything was heard.

        `alike` are the seats of its own kind, its own included, as everybody sees them: they follow
        whoever plays with them, and need not be found out first.
        """
        players = len(self.listener.beliefs)
        self.listener = Listener(players, PACES[tempo])
        if alike := frozenset(alike):
            self.listener.known = {
                seat: LISTENED_AT_LEAST if seat in alike else 1.0 for seat in range(players)
            }

    def recall(self, views: Iterable[View], until: View) -> None:
        """Hear again what happened in this game before a view, when the site has been away."""
        for view in views:
            if _progress(view) > _progress(until):
                break  # the game went on meanwhile, and is heard when it is asked about
            self.listener.hear(view)

    def plan(self, view: View, now_ms: int) -> tuple[int, Action] | None:
        """Return the card that is due first, and when."""
        self.listener.hear(view)
        if view.phase is not Phase.PLAYING:
            return between_plays(view, now_ms)
        dues = [self._due(view, card, now_ms) for card in _first_cards(view)]
        if not dues:
            return None
        due, card, advice = min(dues, key=lambda one: one[0])
        if self._wants_star(view, advice.risk):
            self._proposed = (view.level, view.stars)
            return due, ProposeStar(seat=self._seat, at=Millis(due))
        return due, Play(seat=self._seat, card=card, at=Millis(due))

    def _due(self, view: View, card: Card, now: int) -> tuple[int, Card, Advice]:
        pile = self.listener.piles[COLOUR[card]]
        advice = self._advice(card)
        since = pile.clock_at if pile.blind else pile.since
        ahead = round(1000 * advice.wait) - (played(view.pauses, now) - since)
        last = max(resumed(view.pauses), view.events[-1].at if view.events else 0)
        return max(now + ahead, last + REACTION, now), card, advice

    def _advice(self, card: Card) -> Advice:
        pile = self.listener.piles[COLOUR[card]]
        ask = self.listener.blind_advice if pile.blind else self.listener.advice
        return ask(self._seat, pile, POSITION[card])

    def _wants_star(self, view: View, risk: float) -> bool:
        if not view.stars or self._proposed == (view.level, view.stars):
            return False
        return risk > (CHEAP_STAR if _cheap(view) else STAR_PRICE[view.stars])

    def agree_to_star(self, view: View) -> bool:
        """Agree unless stars are rare, lives are not, and nothing looks dangerous."""
        self.listener.hear(view)
        risk = max((self._advice(card).risk for card in _first_cards(view)), default=0.0)
        return view.stars > 1 or view.lives <= FEW_LIVES or risk > CHEAP_STAR / 2 or _cheap(view)

    def discard(self, view: View) -> Card | None:
        """Give the card that is the greater risk; of two alike the one due sooner."""
        self.listener.hear(view)
        found = []
        for card in _first_cards(view):
            advice = self._advice(card)
            found.append((-round(1000 * advice.risk), advice.wait, card))
        return min(found)[2] if found else None

    def beliefs(self) -> tuple[str, ...]:
        """Say by seat what it believes of its partners, for the review."""
        return tuple(
            "myself" if seat == self._seat else belief.words()
            for seat, belief in enumerate(self.listener.beliefs)
        )


def _progress(view: View) -> tuple[int, int]:
    """Return how far a game has come: the level, and the cards that have left hands in it."""
    return view.level, len(view.events) + len(view.aside)


def _cheap(view: View) -> bool:
    """Tell whether a star is worth less than usual: it would be lost, or all is at stake."""
    lost = view.stars == MOST_STARS and view.reward is Reward.STAR
    return lost or view.lives == 1 or view.level >= view.last_level - LATE


def _first_cards(view: View) -> list[Card]:
    first = (first_of(colour, view.hand) for colour in Colour)
    return [card for card in first if card is not None]
