"""What everybody at a table of The Mind Extreme can hear: who laid what, when, and who was silent.

From that alone a listener believes something about each seat's tempo, its own included, and derives
when a card should be laid. Nothing here depends on the hand of whoever listens, so all listeners at
a table come to the same tempo, and one can tell another by how exactly he keeps it. Those who do
follow anyway; it is the others, people, who are listened to.
"""

from __future__ import annotations

import math
from typing import NamedTuple

from tacit.bots.playtime import played
from tacit.bots.tempo import USUAL_PACE, Belief, Tempo, above, normal
from tacit.games.extreme import COLOUR, POSITION, Colour, LaidSeen, Phase, View
from tacit.games.extreme.cards import HIGHEST

SIGN = {Colour.WHITE: 1, Colour.RED: -1}
QUICK = 0.35
"""Seconds: a card laid within them says only that it was meant to come soon."""
CLOSE = 150
"""Milliseconds after another card in which one may have been held up by it."""
AT_ONCE = 0.3
"""Seconds before a card that nobody can come before, or one number of a faster table."""
TOGETHER = 2.5
"""Who is late with one blind card is late with the next: by how much that raises the risk."""
SHARPEST = 0.06
"""Nobody is believed to be steadier than this when a wait is chosen."""
ECHO_SPREAD = 0.015
"""How exactly somebody who echoes the table keeps its tempo, in logarithms."""
ECHO_SLIP = 0.05
"""How many of his waits are something else."""
ECHO_AT_FIRST = 0.0
SUREST_ECHO = 6.0
"""The logarithm of the odds that somebody is an echo: before he was heard, and at most."""
LISTENED_AT_LEAST = 0.02
"""How much an echo is listened to all the same."""
HEEDED = 0.1
"""Nobody is waited for who is listened to less than this."""
STRANGE = 0.02
"""How dense a person's waits are at least, however far off."""
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
        """By seat, since his last card: from which tops on he was silent, and for how long."""
        self.counts = [(0, 0.0)] * players
        """By seat: how many cards he laid blind, and where the clock was at the last of them."""
        self.clock = 0.0
        """How far a blind pile has come, in positions, by the tempo of the table."""
        self.clock_at = 0
        """Milliseconds of play at which it had come that far."""

    def unseen(self) -> list[int]:
        """Return the positions that somebody may still hold."""
        return [here for here in range(self.top + 1, HIGHEST + 1) if here not in self.seen]


class Listener:
    """Beliefs about every seat, and what follows from them."""

    def __init__(self, players: int, pace: float = USUAL_PACE) -> None:
        self.beliefs = [Belief(pace) for _ in range(players)]
        self.known: dict[int, float] = {}
        """How much to listen to whom, for those who are told."""
        self.echo = [ECHO_AT_FIRST] * players
        self._players = players
        self._level = self._laid = self._aside = self._last = 0
        self._turned = False
        self._alone: set[tuple[int, int]] = set()
        """Who laid a card when nobody else had any: its wait says nothing about his tempo, only
        that he had been silent until he was left alone."""
        self._alone_since: int | None = None
        """Milliseconds of play at which only one player had cards left."""
        self.left = [0] * players
        self.piles: dict[Colour, Pile] = {}

    def hear(self, view: View) -> None:
        """Take in all that has happened since the last view."""
        if view.level != self._level:
            self._begin(view)
        for laid in view.events[self._laid :]:
            self._hear_card(view, laid)
        self._laid = len(view.events)
        self._hear_aside(view)
        if view.phase in (Phase.PASSED, Phase.OVER) and not self._turned:
            self._turned = True
            self._hear_turned(view)

    def _begin(self, view: View) -> None:
        if self._level:
            for belief in self.beliefs:
                belief.later()
        self._level = view.level
        self._laid = self._aside = self._last = 0
        self._turned = False
        self._alone.clear()
        self._alone_since = None
        self.left = [view.level] * self._players
        self.piles = {
            colour: Pile(colour, self._players, blind=colour in view.blind) for colour in Colour
        }

    def _hear_card(self, view: View, laid: LaidSeen) -> None:
        pile = self.piles[laid.colour]
        now = played(view.pauses, laid.at)
        self._advance(now)
        if not pile.blind and laid.card is not None:
            held_up = laid.at - self._last < CLOSE
            self._learn(laid.seat, pile, POSITION[laid.card], (now - pile.since) / 1000, held_up)
            pile.top, pile.since = POSITION[laid.card], now
            pile.seen.add(pile.top)
        else:
            pile.counts[laid.seat] = pile.counts[laid.seat][0] + 1, pile.clock
        self.left[laid.seat] -= 1
        if sum(self.left) == self.left[laid.seat]:
            self._alone.add((laid.seat, laid.at))
        self._last = laid.at
        self._leave_alone(now)

    def _leave_alone(self, now: int) -> None:
        """Who alone has cards left lays them without counting: until now he was silent."""
        holders = [seat for seat, left in enumerate(self.left) if left]
        if len(holders) == 1 and self._alone_since is None:
            self._alone_since = now
            for pile in self.piles.values():
                if not pile.blind:
                    silence = (pile.top, (now - pile.since) / 1000)
                    pile.silences[holders[0]].append(silence)

    def _advance(self, now: int) -> None:
        """Let the clocks of blind piles run on, before anything is learned that changes them."""
        for pile in self.piles.values():
            if pile.blind:
                pile.clock += (now - pile.clock_at) / 1000 / self.blind_pace(pile)
                pile.clock_at = now

    def blind_pace(self, pile: Pile) -> float:
        """Return the seconds a number on a blind pile, where everyone counts for himself."""
        tempo = self.table_tempo(pile.sign)
        gap = HIGHEST / (self._level / 2 + 1)
        return math.exp(tempo.log_wait(gap)) / gap

    def _learn(self, seat: int, pile: Pile, position: int, wait: float, held_up: bool) -> None:
        """Learn from a card on an open pile, and note that all others were silent."""
        advice = self.advice(seat, pile, position)
        belief = self.beliefs[seat]
        gap = position - pile.top
        if wait > QUICK and not advice.free and not held_up:
            self._recognise(seat, math.log(wait / advice.wait), pile, gap, wait)
        self._resolve(seat, pile, position)
        if not advice.free and wait > QUICK:
            belief.laid(pile.sign, gap, wait)
        elif not advice.free and wait > 0:
            belief.hurried(pile.sign, gap, QUICK)
        for other, silences in enumerate(pile.silences):
            if other != seat:
                silences.append((pile.top, wait))

    def _recognise(self, seat: int, error: float, pile: Pile, gap: int, wait: float) -> None:
        """Does he lay his cards exactly when a listener would?"""
        tempo = self.beliefs[seat].tempo(pile.sign)
        off = (math.log(wait) - tempo.log_wait(gap)) / tempo.spread
        echo = (1 - ECHO_SLIP) * normal(error / ECHO_SPREAD) / ECHO_SPREAD + ECHO_SLIP / 2
        person = normal(off) / tempo.spread + STRANGE
        odds = self.echo[seat] + math.log(echo / person)
        self.echo[seat] = max(-SUREST_ECHO, min(SUREST_ECHO, odds))

    def _resolve(self, seat: int, pile: Pile, position: int) -> None:
        """Now that his card is known, so is what his silences meant."""
        for top, wait in pile.silences[seat]:
            if wait > QUICK and position > top + 1:
                self.beliefs[seat].silent(pile.sign, position - top, wait)
        pile.silences[seat].clear()

    def _hear_aside(self, view: View) -> None:
        """Cards set aside, by a mistake or a star, were held in silence until now."""
        if self._aside == len(view.aside):
            return
        now = played(view.pauses, view.now)
        first: dict[tuple[int, Colour], int] = {}
        for seat, card in view.aside[self._aside :]:
            colour, position = COLOUR[card], POSITION[card]
            first[seat, colour] = min(position, first.get((seat, colour), HIGHEST))
            self.piles[colour].seen.add(position)
            self.left[seat] -= 1
        self._aside = len(view.aside)
        for (owner, colour), position in first.items():
            pile = self.piles[colour]
            if not pile.blind:
                if position > pile.top:
                    pile.silences[owner].append((pile.top, (now - pile.since) / 1000))
                self._resolve(owner, pile, position)
        self._leave_alone(now)

    def _hear_turned(self, view: View) -> None:
        """A blind pile is turned over: everyone had counted on from his own last card."""
        for colour in view.blind:
            since = dict.fromkeys(range(self._players), (0, 0))
            for laid in view.events:
                if laid.colour is not colour or laid.card is None:
                    continue
                position, now = POSITION[laid.card], played(view.pauses, laid.at)
                top, then = since[laid.seat]
                if position > top + 1:
                    alone = (laid.seat, laid.at) in self._alone
                    self._hear_count(laid.seat, SIGN[colour], position - top, then, now, alone)
                since[laid.seat] = position, now

    def _hear_count(  # noqa: PLR0913, PLR0917
        self, seat: int, sign: int, gap: int, then: int, now: int, alone: bool
    ) -> None:
        """Somebody counted so far on a blind pile, or was left alone before he had."""
        belief = self.beliefs[seat]
        until = min(now, self._alone_since or now) if alone else now
        wait = (until - then) / 1000
        if not alone and wait > QUICK:
            belief.laid(sign, gap, wait)
        elif not alone and wait > 0:
            belief.hurried(sign, gap, QUICK)
        elif wait > QUICK:
            belief.silent(sign, gap, wait)

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

    def advice(self, seat: int, pile: Pile, position: int) -> Advice:
        """Say when a seat should lay a card onto an open pile.

        It is due when, if somebody else laid a card right then, that would as likely be a lower
        one, which it is waiting for, as a higher one, which it comes before.
        """
        unseen = [here for here in pile.unseen() if here != position]
        others = [other for other in range(self._players) if other != seat and self.left[other]]
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

        Everyone counts on from his own last card, which lies about where the clock was then.
        """
        others = [other for other in range(self._players) if other != seat and self.left[other]]
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

        His count is off by what he was off at each of his cards, and by what is not known of him.
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
        """Return what somebody may hold on a pile, and when he would lay it."""
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
    """For one other player: how likely each unseen card is his next, and when it would come."""

    chances: list[float]
    centres: list[float]
    """Logarithms of seconds."""
    none: float
    """How likely he has no card of this colour."""
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
