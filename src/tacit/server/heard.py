"""What a listening bot has made of everybody's tempo at a table of The Mind Extreme.

It follows from what lies open to all, so it can be worked out from the log by anybody, and anybody
at the table may know it; but nothing of a level is told before it has ended.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from typing import Any, NamedTuple

import msgspec
from msgspec.structs import replace

from tacit.bots.adaptive import PACES
from tacit.bots.listening import Listener
from tacit.bots.tempo import Belief, Steady, how_steady
from tacit.games.extreme import (
    LevelBegun,
    Mistake,
    Phase,
    Play,
    StarUsed,
    Turned,
    View,
    view,
)
from tacit.table.records import Entry, GameBegun
from tacit.table.state import Stage, TableState, fold, opened


class Tempo(msgspec.Struct, frozen=True):
    """What is believed of one player."""

    pace: float
    """Seconds a number."""
    steady: Steady
    heard: int
    """How many of their waits were heard."""


class Rung(msgspec.Struct, frozen=True):
    """A level that has ended: the lives it cost, and the stars that were used."""

    level: int
    lost: int = 0
    stars: int = 0


class Tempi(msgspec.Struct, frozen=True):
    """What is believed at the end of a level, by seat.

    Nothing of who was not heard, or had cards laid by a bot that stood in for them.
    """

    level: int
    seats: tuple[Tempo | None, ...]
    ladder: tuple[Rung, ...] = ()
    """All levels of the game so far."""


class Moment(NamedTuple):
    """An entry of the latest game, and the table after it."""

    entry: Entry[Any]
    state: TableState


def latest_game(entries: Sequence[Entry[Any]]) -> Iterator[Moment]:
    """Yield the latest game of The Mind Extreme at a table, entry by entry, if there is one."""
    begun = [
        number
        for number, entry in enumerate(entries)
        if any(isinstance(event, GameBegun) for event in entry.house)
    ]
    if not begun:
        return
    state = opened(entries[0])
    if state.game != "extreme":
        return
    for number, entry in enumerate(entries):
        state = fold(state, entry)
        if number >= begun[-1] and state.play is not None:
            yield Moment(entry, state)


def views(entries: Sequence[Entry[Any]]) -> Iterator[View]:
    """Yield what a spectator saw of the latest game, view by view."""
    for moment in latest_game(entries):
        yield view(moment.state.play, None)


def ended(state: TableState) -> bool:
    """Tell whether a level has just ended, or the game with it."""
    return state.play.phase is Phase.PASSED or state.stage is Stage.OVER


def tempi(entries: Sequence[Entry[Any]]) -> Tempi | None:
    """Return what was heard in a table's latest game until its latest level ended, if one has."""
    listener: Listener | None = None
    told: Tempi | None = None
    helped: set[int] = set()
    ladder: list[Rung] = []
    for entry, state in latest_game(entries):
        listener = listener or Listener(len(state.seats), PACES[state.settings.tempo])
        listener.hear(view(state.play, None))
        helped |= _stood_in(entry, state)
        _climb(ladder, entry)
        if ended(state):
            beliefs = enumerate(listener.beliefs)
            tempos = (None if seat in helped else _tempo(belief) for seat, belief in beliefs)
            told = Tempi(state.play.level, tuple(tempos), tuple(ladder))
    return told


def _climb(ladder: list[Rung], entry: Entry[Any]) -> None:
    """Note which levels an entry begins, and what it costs in them."""
    for event in entry.game:
        if isinstance(event, LevelBegun):
            ladder.append(Rung(event.level))
        elif isinstance(event, Mistake) or (isinstance(event, Turned) and event.overtook):
            ladder[-1] = replace(ladder[-1], lost=ladder[-1].lost + 1)
        elif isinstance(event, StarUsed):
            ladder[-1] = replace(ladder[-1], stars=ladder[-1].stars + 1)


def _stood_in(entry: Entry[Any], state: TableState) -> set[int]:
    """Return the seats whose cards in an entry were laid by a bot that stood in."""
    seats = {event.seat for event in entry.game if isinstance(event, Play)}
    return {seat for seat in seats if (sitter := state.seats[seat]) and sitter.stand_in}


def _tempo(belief: Belief) -> Tempo | None:
    if not belief.heard:
        return None
    tempo = belief.tempo(0)
    return Tempo(round(math.exp(tempo.log_pace), 3), how_steady(tempo), belief.heard)
