"""Simulated people: partners to measure bots with, and company for lessons.

Everybody counts from the last card of a pile and waits `pace · gap`, each time a little wrong. They
do not adapt to each other. What is known of people is in docs/partners.md: the usual pace is 0.28 s
a number, and people differ by 0.35 in its logarithm.
"""

from __future__ import annotations

import math
from typing import NamedTuple

from tacit.core.rulebook import Millis, Seat
from tacit.games.extreme import (
    Action,
    Card,
    Colour,
    Phase,
    Play,
    ProposeStar,
    View,
    first_of,
)
from tacit.games.extreme.bots.between_plays import between_plays
from tacit.games.extreme.bots.playtime import counted_from, of_colour, played, resumed
from tacit.games.extreme.bots.splitmix import SplitMix
from tacit.games.extreme.bots.tempo import TYPICAL_GAP, USUAL_PACE, Tempo

PEOPLE_APART = 0.35
"""How far the logarithms of people's paces are spread."""
HAND = 0.2
"""Seconds a hand needs to lay a card, whatever the head says."""
ALONE = 0.45
"""Seconds until the next card is laid at the latest, when all others have none."""
DOUBT = 0.01
LAST_LIFE_DOUBT = 0.04
"""How often somebody would rather use a star than go on, at every new card on a pile."""
HARD_LEVEL = 4
"""Before it nobody thinks of a star."""
AGREED = 0.9
CALM = 0.5
"""How often somebody agrees to a star; and while there is but one, and so many lives:"""
CALM_LIVES = 4
OTHER_CARD = 0.3
"""How often the card given to a star is not the one that would have been next."""
ABSENCE = math.log(3)
"""By how much a wait is longer when the mind was elsewhere, as a logarithm."""


class Manner(NamedTuple):
    """What sort of person it is."""

    spread: float
    """Of the logarithm of a wait."""
    shape: float = 1.0
    haste: float = 1.0
    """What the pace is multiplied with."""
    drift: float = 0.0
    """By how much the logarithm of the pace changes, at random, at every new card on a pile."""
    lapses: float = 0.0
    """How many of the waits are three times as long, because the mind was elsewhere."""


class Person:
    """Somebody with a manner and a pace drawn from all people, or a given one."""

    manner = Manner(0.14)

    def __init__(self, seat: int, players: int, seed: int, pace: float | None = None) -> None:  # noqa: ARG002
        self._seat = Seat(seat)
        self.luck = SplitMix(seed)
        drawn = USUAL_PACE * math.exp(PEOPLE_APART * self.luck.gauss())
        self._log_pace = math.log(pace or drawn * self.manner.haste)
        self._drawn: dict[Colour, tuple[tuple[int, int], float, int]] = {}
        """For each pile: since which card, by how much the wait is off, and in doubt since when."""

    def tempo(self) -> Tempo:
        """Return the truth, for those who measure."""
        spread = self.manner.spread
        return Tempo(self._log_pace, self.manner.shape, spread, spread)

    def plan(self, view: View, now_ms: int) -> tuple[int, Action] | None:
        """Return the card that comes first, by this person's own count."""
        if view.phase is not Phase.PLAYING:
            return between_plays(view, now_ms)
        due = [self._due(view, colour, now_ms) for colour in Colour]
        return min((one for one in due if one is not None), key=lambda one: one[0], default=None)

    def _due(self, view: View, colour: Colour, now: int) -> tuple[int, Action] | None:
        card = first_of(colour, view.hand)
        if card is None:
            return None
        known, position, since = counted_from(view, colour)
        off, doubt = self._feel(view, colour, (view.level, known))
        gap = max(1, of_colour(colour, view.hand)[0] - position)
        wait = (
            math.exp(self._log_pace + off) * TYPICAL_GAP * (gap / TYPICAL_GAP) ** self.manner.shape
        )
        ahead = 1000 * max(HAND, wait) - (played(view.pauses, now) - since)
        mine = max((laid.at for laid in view.events if laid.seat == self._seat), default=0)
        free = round(1000 * HAND) + max(mine, resumed(view.pauses))
        due = max(now + round(ahead), now, free)
        if sum(view.cards_left) == len(view.hand):
            last = max(free, view.events[-1].at if view.events else 0)
            due = max(now, min(due, last + round(1000 * ALONE)))
        if view.stars and doubt == resumed(view.pauses):
            due = max(now, round((now + due) / 2))
            return due, ProposeStar(seat=self._seat, at=Millis(due))
        return due, Play(seat=self._seat, card=card, at=Millis(due))

    def _feel(self, view: View, colour: Colour, since: tuple[int, int]) -> tuple[float, int]:
        """Return how this wait will be off; it is drawn once for each card on the pile.

        Whoever is in doubt asks for a star once: until play has stopped for whatever reason.
        """
        if colour not in self._drawn or self._drawn[colour][0] != since:
            luck, manner = self.luck, self.manner
            self._log_pace += manner.drift * luck.gauss()
            off = manner.spread * luck.gauss()
            if luck.uniform() < manner.lapses:
                off += ABSENCE
            unsure = LAST_LIFE_DOUBT if view.lives == 1 else DOUBT
            doubt = luck.uniform() < unsure and view.level >= HARD_LEVEL
            self._drawn[colour] = (since, off, resumed(view.pauses) if doubt else -1)
        return self._drawn[colour][1:]

    def agree_to_star(self, view: View) -> bool:
        """Agree, mostly; less so while there are lives enough and only one star."""
        calm = view.lives >= CALM_LIVES and view.stars == 1
        return self.luck.uniform() < (CALM if calm else AGREED)

    def discard(self, view: View) -> Card | None:
        """Give the card that would have been next, mostly."""
        gaps = {}
        for colour in Colour:
            card = first_of(colour, view.hand)
            if card is not None:
                position = of_colour(colour, view.hand)[0]
                gaps[card] = position - counted_from(view, colour)[1]
        cards = sorted(gaps, key=gaps.__getitem__)
        if len(cards) == 2 and self.luck.uniform() < OTHER_CARD:
            return cards[1]
        return cards[0] if cards else None


class Counting(Person):
    """`human-7`: counts silently, and is 7 % off."""

    manner = Manner(0.07)


class Feeling(Person):
    """`human-14`: does not count, but has a good sense of time."""

    manner = Manner(0.14)


class Loose(Person):
    """`human-30`: keeps no strict time."""

    manner = Manner(0.3)


class Casual(Person):
    """`casual-50`: plays by feeling, like the steadier half of those who were measured."""

    manner = Manner(0.5)


class Guessing(Person):
    """`casual-90`: like most who were measured."""

    manner = Manner(0.9)


class Drifting(Person):
    """`drifting`: fairly steady, but the pace wanders."""

    manner = Manner(0.1, drift=0.04)


class Lapsing(Person):
    """`lapsing`: steady, but elsewhere for a moment once in twenty waits."""

    manner = Manner(0.14, lapses=0.05)


class Impatient(Person):
    """`impatient`: quick, and cuts long waits short."""

    manner = Manner(0.2, shape=0.7, haste=0.8)


ZOO: dict[str, type[Person]] = {
    "human-7": Counting,
    "human-14": Feeling,
    "human-30": Loose,
    "casual-50": Casual,
    "casual-90": Guessing,
    "drifting": Drifting,
    "lapsing": Lapsing,
    "impatient": Impatient,
}
