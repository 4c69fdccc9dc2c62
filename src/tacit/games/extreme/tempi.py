"""What a listening bot has made of every player's tempo at a table of The Mind Extreme.

It follows from what lies open to all, so it can be worked out from the log, and anyone
at the table may know it; but nothing of a level is told before it has ended.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Any

import msgspec
from msgspec.structs import replace

from tacit.games.extreme import LevelBegun, Mistake, Phase, Play, StarUsed, Turned, view
from tacit.games.extreme.bots.adaptive import PACES
from tacit.games.extreme.bots.belief.listening import Listener
from tacit.games.extreme.bots.belief.roles import Role
from tacit.games.extreme.bots.belief.tempo import Belief, Steady, how_steady
from tacit.games.extreme.review.training import Trained, trained
from tacit.table.log.reader import latest_game
from tacit.table.log.records import Entry
from tacit.table.log.state import TableState


class Tempo(msgspec.Struct, frozen=True):
    """What is believed of one player."""

    pace: float
    """Seconds a number."""
    steady: Steady
    heard: int
    """How many of their waits were heard."""
    role: Role | None = None
    """Whether they follow the others' tempo or lead, where that can be told."""


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
    trained: tuple[Trained, ...] = ()
    """After practice: what it showed, by seat."""


def tempi(entries: Sequence[Entry[Any]]) -> Tempi | None:
    """Return what was heard in a table's latest game until its latest level ended, if one has."""
    listener: Listener | None = None
    told: Tempi | None = None
    helped: set[int] = set()
    ladder: list[Rung] = []
    events: list[Any] = []
    for entry, state in latest_game(entries):
        listener = listener or Listener(len(state.seats), PACES[state.settings.tempo])
        listener.hear(view(state.play, None))
        helped |= _stood_in(entry, state)
        _climb(ladder, entry)
        events += entry.game
        if state.play.phase in (Phase.PASSED, Phase.OVER):
            beliefs = enumerate(listener.beliefs)
            tempos = (None if seat in helped else _tempo(belief) for seat, belief in beliefs)
            told = Tempi(state.play.level, tuple(tempos), tuple(ladder))
            if state.play.phase is Phase.OVER and state.play.setup.practice:
                told = replace(told, trained=trained(state.play.setup, events))
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
    pace = round(math.exp(tempo.log_pace), 3)
    return Tempo(pace, how_steady(tempo), belief.heard, belief.role())
