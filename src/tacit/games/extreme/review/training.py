"""What practice of one level shows: a player's pace, how steady it was, who came early or late.

A card has its time by the team's clock, as in the review: some seconds after the card below it,
or, on a blind pile, after the player's own last card. `off_ms` is how long after that time it came,
negative if it came before. Cards that were laid in a row by a busy hand, or by the only player who
had any left, tell nothing.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator
from statistics import fmean
from typing import Literal, TypeAlias

import msgspec

from tacit.core.rulebook import seats
from tacit.games.extreme import (
    Card,
    Colour,
    Event,
    Mistake,
    Setup,
    State,
    Turned,
    evolve,
    initial,
)
from tacit.games.extreme.bots.belief.tempo import Steady, steady_word
from tacit.games.extreme.review.clock import Told, Wait, Waits, clock_of
from tacit.games.extreme.review.moments import ON_TIME_MS

LONG_GAP = 8
"""This many numbers from the card below are a long wait."""
FEWEST = 2
"""Cards from which a habit is told."""
USUAL_WEIGHT = 0.1
"""How many waits the usual spread counts for: little, since one level has few of them."""

Where: TypeAlias = Literal["white", "red", "short", "long"]


class TimedCard(msgspec.Struct, frozen=True):
    """A card that was waited for: how long after its time it came, negative if before."""

    card: Card
    gap: int
    """How many numbers after the card below it."""
    off_ms: int


class Habit(msgspec.Struct, frozen=True):
    """Some cards came earlier or later than their time, taken together."""

    where: Where
    """On one pile, or after a short or a long wait."""
    off_ms: int
    cards: int


class Trained(msgspec.Struct, frozen=True):
    """What practice showed of one player."""

    level: int
    blind: tuple[Colour, ...]
    mistakes: int
    """Cards of theirs that overtook others."""
    pace: float | None
    """Seconds a number; None if nothing was waited for."""
    steady: Steady | None
    spread: float | None
    """How far their waits were from one pace, in logarithms."""
    cards: tuple[TimedCard, ...]
    """In the order laid."""
    habits: tuple[Habit, ...]


def trained(setup: Setup, events: Iterable[Event]) -> tuple[Trained, ...]:
    """Return by seat what practice showed; nothing of a game that is no practice."""
    if setup.practice is None:
        return ()
    waits, mistakes, state = Waits(setup.players), [0] * setup.players, initial(setup)
    for event in events:
        before, state = state, evolve(state, event)
        waits.see(before, event, state)
        if isinstance(event, Mistake) or (isinstance(event, Turned) and event.overtook):
            mistakes[event.seat] += 1
    team = clock_of(waits.found)
    pace_s = None if team is None else math.exp(team.log_pace)
    return tuple(
        _trained(state, [one for one in waits.found if one.seat == seat], mistakes[seat], pace_s)
        for seat in seats(setup.players)
    )


def _trained(state: State, waits: list[Wait], mistakes: int, team_s: float | None) -> Trained:
    clock = clock_of(waits, weight=USUAL_WEIGHT)
    cards = () if team_s is None else tuple(_timed(waits, team_s))
    return Trained(
        level=state.level,
        blind=state.blind,
        mistakes=mistakes,
        pace=None if clock is None else round(math.exp(clock.log_pace), 3),
        steady=None if clock is None else steady_word(clock.spread),
        spread=None if clock is None else round(clock.spread, 3),
        cards=tuple(card for card, _ in cards),
        habits=tuple(_habits(cards)),
    )


def _timed(waits: Iterable[Wait], team_s: float) -> Iterator[tuple[TimedCard, Colour]]:
    for wait in waits:
        if wait.told is Told.EXACT and wait.card is not None:
            off = round(wait.ms - 1000 * team_s * wait.gap)
            yield TimedCard(wait.card, wait.gap, off), wait.colour


def _habits(cards: Iterable[tuple[TimedCard, Colour]]) -> Iterator[Habit]:
    """Yield where the cards were off on the whole, and by more than anyone could count."""
    some: dict[Where, list[int]] = {"white": [], "red": [], "short": [], "long": []}
    for card, colour in cards:
        some["white" if colour is Colour.WHITE else "red"].append(card.off_ms)
        some["long" if card.gap >= LONG_GAP else "short"].append(card.off_ms)
    for where, offs in some.items():
        if len(offs) >= FEWEST and abs(fmean(offs)) > ON_TIME_MS:
            yield Habit(where, round(fmean(offs)), len(offs))
