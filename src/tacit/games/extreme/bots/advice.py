"""When to lay a card at a table of The Mind Extreme, by what is believed of everybody there.

Beliefs come from `listening`. None depends on the hand of whoever asks, so that all who listen at a
table come to the same tempo.
"""

from __future__ import annotations

import math
from typing import NamedTuple

from tacit.games.extreme import Colour
from tacit.games.extreme.bots.tempo import USUAL_PACE, Belief, Tempo, above
from tacit.games.extreme.rules.cards import HIGHEST

SIGN = {Colour.WHITE: 1, Colour.RED: -1}
QUICK = 0.35
"""Seconds: a card laid within them says only that it was meant to come soon."""
AT_ONCE = 0.3
"""Seconds before a card that nobody can come before, or one number of a faster table."""
TOGETHER = 2.5
"""Who is late with one blind card is late with the next: by how much that raises the risk."""
SHARPEST = 0.06
"""Nobody is believed to be steadier than this when a wait is chosen."""
ECHO_AT_FIRST = 0.0
"""The logarithm of the odds that somebody is an echo, before they were heard."""
LISTENED_AT_LEAST = 0.02
"""How much an echo is listened to all the same."""
HEEDED = 0.1
"""Nobody is waited for who is listened to less than this."""
SUREST_HELD = 0.9
"""How likely anybody holds a certain card, at most."""
BLUR = 0.1
COUNT_BLUR = 0.5
"""Positions by which a blind card, and the last of somebody's count, are always in doubt."""
HALVINGS = 11
"""How closely an even wait is sought."""
REACH = 5
HARDLY = 1e-9
"""Which cards matter for it: at most so many spreads away, and at least so likely."""
EARLIEST, LATEST = -0.2, 0.3
"""How far, in logarithms, a wait may be from the tempo. The later end breaks stand-offs: who holds
the last card of a pile does not wait for ever."""


class Advice(NamedTuple):
    """When to lay a card, in seconds after the one before it, and how likely that is an error."""

    wait: float
    risk: float
    free: bool = False
    """Nobody can hold a card that belongs under it."""


class Pile:
    """One pile as everybody knows it."""

    def __init__(self, colour: Colour, players: int, *, blind: bool) -> None:
        self.sign = SIGN[colour]
        self.blind = blind
        self.top = 0
        self.since = 0
        """Milliseconds of play at which the top card was laid."""
        self.seen: set[int] = set()
        self.silences: list[list[tuple[int, float]]] = [[] for _ in range(players)]
        """By seat, since their last card: from which tops on they were silent, and for how long."""
        self.counts = [(0, 0.0)] * players
        """By seat: how many cards they laid blind, and where the clock was at the last of them."""
        self.clock = 0.0
        """How far a blind pile has come, in positions, by the tempo of the table."""
        self.clock_at = 0
        """Milliseconds of play at which it had come that far."""

    def unseen(self) -> list[int]:
        """Return the positions that somebody may still hold."""
        return [here for here in range(self.top + 1, HIGHEST + 1) if here not in self.seen]


class Ear:
    """What is believed of every seat, and when cards should be laid by that."""

    def __init__(self, players: int, pace: float = USUAL_PACE) -> None:
        self.beliefs = [Belief(pace) for _ in range(players)]
        self.known: dict[int, float] = {}
        """How much to listen to whom, for those who are told."""
        self.echo = [ECHO_AT_FIRST] * players
        self.players = players
        self.level = 0
        self.left = [0] * players
        self.piles: dict[Colour, Pile] = {}

    def weight(self, seat: int) -> float:
        """Return how much a seat is listened to: people fully, those who echo the table hardly."""
        if seat in self.known:
            return self.known[seat]
        return max(LISTENED_AT_LEAST, 1 / (1 + math.exp(self.echo[seat])))

    def table_tempo(self, sign: int) -> Tempo:
        """Return the tempo that the table has found on a pile."""
        total = log_pace = bent = most = 0.0
        for seat, belief in enumerate(self.beliefs):
            weight, tempo = self.weight(seat), belief.tempo(sign)
            total += weight
            most = max(most, weight)
            log_pace += weight * tempo.log_pace
            bent += weight * (1 - tempo.shape)
        return Tempo(log_pace / total, 1 - most * bent / total, 0.0, 0.0)

    def blind_pace(self, pile: Pile) -> float:
        """Return the seconds a number on a blind pile, where everyone counts on their own."""
        tempo = self.table_tempo(pile.sign)
        gap = HIGHEST / (self.level / 2 + 1)
        return math.exp(tempo.log_wait(gap)) / gap

    def advice(self, seat: int, pile: Pile, position: int) -> Advice:
        """Say when a seat should lay a card onto an open pile.

        It is due when, if somebody else laid a card right then, that would as likely be a lower
        one, which it is waiting for, as a higher one, which it comes before.
        """
        unseen = [here for here in pile.unseen() if here != position]
        others = [other for other in range(self.players) if other != seat and self.left[other]]
        if not others or not unseen or unseen[0] > position:
            return self.at_once(pile)
        base = self.table_tempo(pile.sign).log_wait(position - pile.top)
        races = [self._race(other, pile, unseen) for other in others]
        people = max(self.weight(other) for other in others)
        log_wait = base
        if people > HEEDED:
            weights = [self.weight(other) for other in others]
            even = _even(races, weights, unseen, position, base)
            log_wait += people * (even - base)
        return Advice(math.exp(log_wait), _risk(races, unseen, position, log_wait))

    def at_once(self, pile: Pile) -> Advice:
        """Say how to lay a card that nobody can come before."""
        return Advice(min(AT_ONCE, math.exp(self.table_tempo(pile.sign).log_pace)), 0.0, free=True)

    def blind_advice(self, seat: int, pile: Pile, position: int) -> Advice:
        """Say when a seat should lay a card onto a blind pile, in seconds after its clock's time.

        Everyone counts on from their own last card, which lies about where the clock was then.
        """
        others = [other for other in range(self.players) if other != seat and self.left[other]]
        if not others:
            return self.at_once(pile)
        pace = self.blind_pace(pile)
        wait = max(0.0, (position - pile.clock) * pace)
        could = sum(len(one.unseen()) for one in self.piles.values())
        lower = 0.0
        for other in others:
            lower += self._late(other, pile, position, could)
        return Advice(wait, 1 - math.exp(-TOGETHER * lower))

    def _late(self, other: int, pile: Pile, position: int, could: int) -> float:
        """Return how many lower cards somebody may still hold when a blind clock is at a card.

        Their count is off by what they were off at each of their cards, and by what is not known
        of them.
        """
        cards, count = pile.counts[other]
        tempo = self.beliefs[other].tempo(pile.sign)
        each = self.left[other] / max(1, could)
        own = tempo.steadiness * tempo.steadiness
        doubt = max(0.0, tempo.spread * tempo.spread - own)
        off = own * count * count / max(1, cards)
        late = 0.0
        for here in range(1, position):
            if here not in pile.seen:
                ahead = max(0.0, here - count)
                spread = math.sqrt(off + own * ahead * ahead + doubt * here * here) + BLUR
                held = above((count - here) / (math.sqrt(off) + COUNT_BLUR))
                late += each * held * above((position - here) / spread)
        return late

    def _race(self, other: int, pile: Pile, unseen: list[int]) -> Race:
        """Return what somebody may hold on a pile, and when they would lay it."""
        tempo = self.beliefs[other].tempo(pile.sign)
        spread = max(SHARPEST, tempo.spread)
        could = sum(len(one.unseen()) for one in self.piles.values())
        each = min(SUREST_HELD, self.left[other] / max(1, could))
        silences = [(top, math.log(wait)) for top, wait in pile.silences[other] if wait > QUICK]
        chances, centres = [], []
        none = 1.0
        for here in unseen:
            chance = none * each
            for top, log_wait in silences:
                chance *= above((log_wait - tempo.log_wait(here - top)) / spread)
            chances.append(chance)
            centres.append(tempo.log_wait(here - pile.top))
            none *= 1 - each
        return Race(chances, centres, none, spread)


class Race(NamedTuple):
    """For one other player: how likely each unseen card is their next, and when it would come."""

    chances: list[float]
    centres: list[float]
    """Logarithms of seconds."""
    none: float
    """How likely they have no card of this colour."""
    spread: float


def _even(
    races: list[Race], weights: list[float], unseen: list[int], position: int, base: float
) -> float:
    """Return the logarithm of the wait at which lower and higher cards are equally likely."""
    low, high = base + EARLIEST, base + LATEST
    terms = [
        (weight * chance / race.spread * (1 if here > position else -1), centre, race.spread)
        for race, weight in zip(races, weights, strict=True)
        for chance, centre, here in zip(race.chances, race.centres, unseen, strict=True)
        if chance > HARDLY and low - REACH * race.spread < centre < high + REACH * race.spread
    ]
    for _ in range(HALVINGS):
        middle = (low + high) / 2
        balance = 0.0
        for size, centre, spread in terms:
            z = (middle - centre) / spread
            balance += size * math.exp(-z * z / 2)
        if balance < 0:
            low = middle
        else:
            high = middle
    return (low + high) / 2


def _risk(races: list[Race], unseen: list[int], position: int, log_wait: float) -> float:
    """Return how likely somebody still holds a lower card after that long a silence."""
    safe = 1.0
    for race in races:
        lower = higher = 0.0
        for chance, centre, here in zip(race.chances, race.centres, unseen, strict=True):
            left = chance * above((log_wait - centre) / race.spread)
            if here < position:
                lower += left
            else:
                higher += left
        safe *= 1 - lower / max(1e-12, lower + higher + race.none)
    return 1 - safe
