"""What a listening bot has made of everybody's tempo at a table of The Mind Extreme.

It follows from what lies open to all, so anybody at the table may know it; but nothing of a level
is told before it has ended.
"""

from __future__ import annotations

import math
from collections.abc import Iterable
from typing import Any

import msgspec

from tacit.bots.listening import Listener
from tacit.bots.tempo import Belief, how_steady
from tacit.games.extreme import Phase, view
from tacit.table.records import Entry
from tacit.table.state import Stage, TableState, fold, opened


class Tempo(msgspec.Struct, frozen=True):
    """What is believed of one player."""

    pace: float
    """Seconds a number."""
    steady: str
    """How steady he is, in English words that also serve as a key."""
    heard: int
    """How many of his waits were heard."""


class Tempi(msgspec.Struct, frozen=True):
    """What is believed at the end of a level, by seat; nothing of who was not heard."""

    level: int
    seats: tuple[Tempo | None, ...]


def tempi(entries: Iterable[Entry[Any]]) -> Tempi | None:
    """Return what was heard in a table's latest game until its latest level ended, if one has."""
    state: TableState | None = None
    listener = Listener(0)
    told: Tempi | None = None
    games = 0
    for entry in entries:
        state = fold(opened(entry) if state is None else state, entry)
        if state.game != "extreme" or state.play is None:
            continue
        if state.games != games:
            games, told, listener = state.games, None, Listener(len(state.seats))
        listener.hear(view(state.play, None))
        if state.play.phase is Phase.PASSED or state.stage is Stage.OVER:
            told = Tempi(state.play.level, tuple(map(_tempo, listener.beliefs)))
    return told


def _tempo(belief: Belief) -> Tempo | None:
    if not belief.heard:
        return None
    tempo = belief.tempo(0)
    return Tempo(round(math.exp(tempo.log_pace), 3), how_steady(tempo), belief.heard)
