"""Simulated people: partners to measure bots with, and company for lessons.

All of them count from the last card of a pile and wait `pace · gap`, each time a little wrong. The
pace of those who `follow` moves with what they are shown: see `following`. What is known of people
is in docs/partners-experiments.md: the usual pace is 0.28 s a number, and people differ by 0.35 in
its logarithm.
"""

from __future__ import annotations

import math
from typing import Any, NamedTuple

from tacit.core.rulebook import Millis, Seat
from tacit.games.extreme import Action, Card, Phase, Play, ProposeStar, View, first_of
from tacit.games.extreme.bots.belief.tempo import TYPICAL_GAP, USUAL_PACE_S, Tempo
from tacit.games.extreme.bots.between_plays import between_plays
from tacit.games.extreme.bots.following import FOLLOWER, HAND_S, alone, heed, pace_now
from tacit.games.extreme.bots.numbers import (
    COLOURS,
    NOBODY,
    RED,
    WHITE,
    Fields,
    Record,
    first_card,
    last_laid,
)
from tacit.games.extreme.bots.sight import Sight
from tacit.games.extreme.bots.splitmix import SplitMix, gauss, uniform

PEOPLE_APART = 0.35
"""How far the logarithms of people's paces are spread."""
ALONE_S = 0.45
"""Seconds until the next card is laid at the latest, when all others have none."""
DOUBT = 0.01
LAST_LIFE_DOUBT = 0.04
"""How often a player would rather use a star than go on, at every new card on a pile."""
HARD_LEVEL = 4
"""Before it nobody thinks of a star."""
AGREED = 0.9
CALM = 0.5
"""How often a player agrees to a star; and while there is but one, with lives enough."""
CALM_LIVES = 4
"""Lives that are enough to keep the only star."""
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
    follow: float = 0.0
    """How much of the way they go from their own pace to the one they are shown."""
    recent: float = 0.0
    """How many of the latest cards show it to them; 0 for all."""
    grasp: float = 0.0
    """Of all cards, how much the latest counts; 0 for as much as any other."""
    others: float = 0.0
    """1 if only the cards of others show them a pace."""
    mend: float = 0.0
    """By how much a mistake changes the logarithm of their pace."""


PERSON: Fields = (
    *((name, float, ()) for name in Manner._fields),
    ("log_pace", float, ()),
    ("felt_level", int, (2,)),
    ("felt_cards", int, (2,)),
    ("felt", float, (2,)),
    ("doubt", int, (2,)),
    *FOLLOWER,
)
"""A person's manner, pace and, by pile, what was drawn for the next wait: at which level and at how
many cards, by how much the wait is off, and when play had last gone on if they are in doubt, else
NOBODY. What they were shown is below it. There is `luck` besides."""


def plan_person(table: Any, person: Any, seat: int) -> tuple[int, int, bool]:
    """Return when a person acts, with which colour, and whether it is to ask for a star."""
    best, chosen, star = NOBODY, 0, False
    for colour in range(2):
        if first_card(table, seat, colour):
            at, asks = _due(table, person, seat, colour)
            if best == NOBODY or at < best:
                best, chosen, star = at, colour, asks
    return best, chosen, star


def _due(table: Any, person: Any, seat: int, colour: int) -> tuple[int, bool]:
    now = table.now
    off, doubt = _feel(table, person, seat, colour)
    gap = max(1, first_card(table, seat, colour) - table.counted_card[seat][colour])
    wait = math.exp(pace_now(person) + off) * TYPICAL_GAP * (gap / TYPICAL_GAP) ** person.shape
    ahead = 1000 * max(HAND_S, wait) - (table.clock - table.counted_at[seat][colour])
    free = round(1000 * HAND_S) + max(table.mine[seat], table.resumed)
    due = max(now + round(ahead), now, free)
    if alone(table, seat):
        last = max(free, last_laid(table))
        due = max(now, min(due, last + round(1000 * ALONE_S)))
    if table.stars and doubt == table.resumed:
        return max(now, round((now + due) / 2)), True
    return due, False


def _feel(table: Any, person: Any, seat: int, colour: int) -> tuple[float, int]:
    """Return how this wait will be off; it is drawn once for each card on the pile.

    A person in doubt asks for a star once: until play has stopped for any reason.
    """
    level, cards = table.level, table.counted[seat][colour]
    if person.felt_level[colour] != level or person.felt_cards[colour] != cards:
        luck = person.luck
        person.log_pace += person.drift * gauss(luck)
        off = person.spread * gauss(luck)
        if uniform(luck) < person.lapses:
            off += ABSENCE
        unsure = LAST_LIFE_DOUBT if table.lives == 1 else DOUBT
        doubt = uniform(luck) < unsure and level >= HARD_LEVEL
        person.felt_level[colour], person.felt_cards[colour] = level, cards
        person.felt[colour] = off
        person.doubt[colour] = table.resumed if doubt else NOBODY
    return float(person.felt[colour]), int(person.doubt[colour])


def person_agrees(table: Any, person: Any) -> bool:
    """Agree to a star, mostly; less so while there are lives enough and only one star."""
    calm = table.lives >= CALM_LIVES and table.stars == 1
    return uniform(person.luck) < (CALM if calm else AGREED)


def person_discards(table: Any, person: Any, seat: int) -> int:
    """Give the card that would have been next, mostly; return its colour."""
    white, red = first_card(table, seat, WHITE), first_card(table, seat, RED)
    if not red:
        return WHITE
    if not white:
        return RED
    white -= table.counted_card[seat][WHITE]
    red -= table.counted_card[seat][RED]
    colour = RED if red < white else WHITE
    if uniform(person.luck) < OTHER_CARD:
        return WHITE + RED - colour
    return colour


class Person(Record):
    """A person with a manner, and a pace drawn from all people, or a given one."""

    manner = Manner(0.14)

    def __init__(self, seat: int, players: int, seed: int, pace: float | None = None) -> None:
        super().__init__(PERSON)
        self._seat = Seat(seat)
        self._sight = Sight(players)
        for name, number in self.manner._asdict().items():
            setattr(self, name, number)
        self.luck = SplitMix(seed)
        drawn = self.draw_pace(self.luck)
        self.log_pace = math.log(pace or drawn)

    @classmethod
    def draw_pace(cls, luck: SplitMix) -> float:
        """Return the seconds a number of one of all people with this manner."""
        return USUAL_PACE_S * math.exp(PEOPLE_APART * gauss(luck)) * cls.manner.haste

    def tempo(self) -> Tempo:
        """Return the true tempo of this moment, for measurements."""
        return Tempo(pace_now(self), self.shape, self.spread, self.spread)

    def plan(self, view: View, now_ms: int) -> tuple[int, Action] | None:
        """Return the card that comes first, by this person's own count."""
        self.hear(view)
        if view.phase is not Phase.PLAYING:
            return between_plays(view, now_ms)
        self._look(view, now_ms)
        at, colour, star = plan_person(self._sight, self, self._seat)
        card = first_of(COLOURS[colour], view.hand)
        if star:
            return at, ProposeStar(seat=self._seat, at=Millis(at))
        return None if card is None else (at, Play(seat=self._seat, card=card, at=Millis(at)))

    def hear(self, view: View) -> None:
        """Take in the cards that were laid since the last view."""
        self._sight.follow(view)
        heed(self._sight, self, self._seat)

    def agree_to_star(self, view: View) -> bool:
        """Agree, mostly; less so while there are lives enough and only one star."""
        self._look(view, view.now)
        return person_agrees(self._sight, self)

    def discard(self, view: View) -> Card | None:
        """Give the card that would have been next, mostly."""
        self._look(view, view.now)
        return first_of(COLOURS[person_discards(self._sight, self, self._seat)], view.hand)

    def _look(self, view: View, now_ms: int) -> None:
        self._sight.look(view, now_ms)
        self._sight.count(view)


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
    """`casual-50`: plays by feeling, like the steadier half of the people measured."""

    manner = Manner(0.5)


class Guessing(Person):
    """`casual-90`: like most people measured."""

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


class FollowsLast(Person):
    """`follows-last`: goes half way to the pace that the last card shows."""

    manner = Manner(0.14, follow=0.5, recent=1)


class FollowsThree(Person):
    """`follows-three`: goes most of the way to the pace of the last three cards."""

    manner = Manner(0.14, follow=0.8, recent=3)


class FollowsAll(Person):
    """`follows-all`: takes up the average pace of all cards so far."""

    manner = Manner(0.14, follow=1)


class FollowsAlong(Person):
    """`follows-along`: is moved a little by every card, and never comes back."""

    manner = Manner(0.14, follow=1, grasp=0.15)


class FollowsPartner(Person):
    """`follows-partner`: heeds the cards of others alone, and stays near the own pace."""

    manner = Manner(0.14, follow=0.6, grasp=0.3, others=1)


class FollowsFully(Person):
    """`follows-fully`: soon has the pace of the others, whatever it is."""

    manner = Manner(0.14, follow=1, grasp=0.4, others=1)


class FollowsMistakes(Person):
    """`follows-mistakes`: changes pace after a mistake, and only then."""

    manner = Manner(0.14, mend=0.1)


class FollowsSteady(Person):
    """`follows-steady`: follows, and counts silently."""

    manner = Manner(0.07, follow=0.8, grasp=0.25)


class FollowsLoose(Person):
    """`follows-loose`: follows, and keeps no strict time."""

    manner = Manner(0.3, follow=0.8, grasp=0.25)


class FollowsLapsing(Person):
    """`follows-lapsing`: follows, and is elsewhere for a moment once in twenty waits."""

    manner = Manner(0.14, lapses=0.05, follow=0.8, grasp=0.25)


FOLLOWERS: dict[str, type[Person]] = {
    "follows-last": FollowsLast,
    "follows-three": FollowsThree,
    "follows-all": FollowsAll,
    "follows-along": FollowsAlong,
    "follows-partner": FollowsPartner,
    "follows-fully": FollowsFully,
    "follows-mistakes": FollowsMistakes,
    "follows-steady": FollowsSteady,
    "follows-loose": FollowsLoose,
    "follows-lapsing": FollowsLapsing,
}
"""People who adapt."""
PEOPLE: dict[str, type[Person]] = {
    "human-7": Counting,
    "human-14": Feeling,
    "human-30": Loose,
    "casual-50": Casual,
    "casual-90": Guessing,
    "drifting": Drifting,
    "lapsing": Lapsing,
    "impatient": Impatient,
    **FOLLOWERS,
}
