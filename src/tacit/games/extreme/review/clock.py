"""Synchrony: how far a team of The Mind Extreme kept one clock.

A player who lays a card has waited some time for some numbers: that is a pace. A player who held
a card and did not lay it yet was slower. If all kept one clock, all these paces would be the
same; so how far they are spread, in logarithms, over all waits of all players at once, says how far
from one clock the team was: `synchrony = exp(−spread)`. At 0.8 a card typically comes after 0.8
times the common clock's wait, or after 1/0.8 of it.

Taking the silences into account matters. Who is slower than the others rarely gets to lay a card
first, so the waits that are seen are too much alike, the more so the more players there are.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from enum import Enum
from typing import NamedTuple

from tacit.core.rulebook import Seat, seats
from tacit.games.extreme import (
    COLOUR,
    POSITION,
    Card,
    Colour,
    LevelBegun,
    Play,
    State,
    first_of,
)
from tacit.games.extreme.bots.belief.advice import QUICK_S
from tacit.games.extreme.bots.belief.tempo import mills
from tacit.games.extreme.bots.playtime import played

BUSY_S = 0.3
"""Seconds in which a hand that just laid a card, or was lifted, cannot lay the next."""
USUAL_SPREAD = 0.35
"""What is taken for likely, with the weight of a single wait, before anything is seen."""
LEVEL_WEIGHT = 2.0
"""How many waits the whole game counts for in one of its levels."""
ROUNDS = 40
"""Steps of the estimate; it has settled long before."""


class Told(Enum):
    """What a wait tells of the pace that was meant."""

    EXACT = 0
    SLOWER = 1
    """They held a card and had not laid it yet."""
    FASTER = -1
    """They would have laid it earlier, but hands need time."""


class Wait(NamedTuple):
    """The logarithm of seconds a number, and what it tells."""

    level: int
    seat: Seat
    colour: Colour
    log_pace: float
    told: Told
    card: Card | None = None
    gap: int = 0
    """How many numbers it was for."""
    ms: int = 0
    """How long it was."""


class Waits:
    """Every player's waits, as a game is walked through."""

    def __init__(self, players: int) -> None:
        self.found: list[Wait] = []
        self._players = players
        self._begin()

    def _begin(self) -> None:
        self._tops = dict.fromkeys(Colour, (0, 0))
        """By open pile: its top position, and since when."""
        self._own: dict[tuple[Seat, Colour], tuple[int, int]] = {}
        """By seat and blind pile: their own last position, and since when."""
        self._last = dict.fromkeys(seats(self._players), 0)
        """By seat, when they laid a card."""

    def see(self, before: State, event: object, after: State) -> None:
        """Take in an event of a game."""
        if isinstance(event, LevelBegun):
            self._begin()
        elif isinstance(event, Play):
            now = played(after.pauses, event.at)
            blind = COLOUR[event.card] in before.blind
            (self._see_blind if blind else self._see_open)(before, event, now)
            self._last[event.seat] = now

    def _see_open(self, before: State, event: Play, now: int) -> None:
        """Count from the top card: one has laid theirs, and all others have not."""
        colour = COLOUR[event.card]
        top, since = self._tops[colour]
        alone = _alone(before, event.seat)
        for seat in seats(self._players):
            card = first_of(colour, before.hands[seat])
            if card is None:
                continue
            told = self._told(before, seat, now) if seat == event.seat else Told.SLOWER
            if not alone:
                self._add(before.level, seat, card, now - since, POSITION[card] - top, told)
        self._tops[colour] = POSITION[event.card], now

    def _see_blind(self, before: State, event: Play, now: int) -> None:
        """Count from their own last card: nobody knows what the others have laid."""
        colour = COLOUR[event.card]
        position, since = self._own.get((event.seat, colour), (0, 0))
        if not _alone(before, event.seat):
            told = self._told(before, event.seat, now)
            gap = POSITION[event.card] - position
            self._add(before.level, event.seat, event.card, now - since, gap, told)
        self._own[event.seat, colour] = POSITION[event.card], now

    def _told(self, before: State, seat: Seat, now: int) -> Told:
        """A hand that was busy until just now says only that the card was due."""
        begun = played(before.pauses, max((p.at for p in before.pauses if p.playing), default=0))
        busy_since = max(self._last[seat], begun)
        return Told.FASTER if now - busy_since < 1000 * BUSY_S else Told.EXACT

    def _add(  # noqa: PLR0913, PLR0917
        self, level: int, seat: Seat, card: Card, millis: int, gap: int, told: Told
    ) -> None:
        seconds = millis / 1000
        if gap < 1 or seconds <= 0 or (told is Told.SLOWER and seconds < QUICK_S):
            return
        if told is Told.EXACT and seconds < QUICK_S:
            told, seconds = Told.FASTER, QUICK_S
        log_pace = math.log(seconds / gap)
        self.found.append(Wait(level, seat, COLOUR[card], log_pace, told, card, gap, millis))


def _alone(state: State, seat: Seat) -> bool:
    """A player who alone has cards left lays them without counting."""
    return sum(map(len, state.hands)) == len(state.hands[seat])


class Clock(NamedTuple):
    """One clock for many waits: its pace, and how far they are spread around it."""

    log_pace: float
    spread: float

    @property
    def synchrony(self) -> float:
        """From 0, all count as they like, to 1, all keep one clock."""
        return math.exp(-self.spread)


def clock_of(
    waits: Iterable[Wait], likely: Clock | None = None, weight: float = 1.0
) -> Clock | None:
    """Return the clock that explains these waits best; None if there is nothing to go by.

    `likely` is what to expect with so much weight, in waits; its pace is taken as it is.
    """
    known = [(wait.log_pace, wait.told) for wait in waits]
    exact = [log_pace for log_pace, told in known if told is Told.EXACT]
    if likely is None and not exact:
        return None
    mean = likely.log_pace if likely else math.fsum(exact) / len(exact)
    usual = likely.spread if likely else USUAL_SPREAD
    spread = usual
    for _ in range(ROUNDS):
        first, second = _moments(known, mean, spread)
        free = len(known) + weight
        if likely is None:
            mean += first / len(known)
            second -= first * first / len(known)
            free -= 1
        spread = math.sqrt((second + weight * usual * usual) / free)
    return Clock(mean, spread)


def _moments(
    known: Sequence[tuple[float, Told]], mean: float, spread: float
) -> tuple[float, float]:
    """Return the expected sums of what each wait is off, and of its square."""
    first = second = 0.0
    for log_pace, told in known:
        off = log_pace - mean
        if told is Told.EXACT:
            first += off
            second += off * off
        else:
            side = told.value
            z = side * off / spread
            tail = mills(z)
            first += side * spread * tail
            second += spread * spread * (1 + z * tail)
    return first, second
