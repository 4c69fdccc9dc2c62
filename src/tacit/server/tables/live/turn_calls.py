"""Notices that a turn by correspondence begins or ends soon, or a game is over, once for each."""

from __future__ import annotations

from typing import Any, NamedTuple, TypeAlias

from tacit.table.log.records import Guest, PersonId
from tacit.table.log.state import Stage, TableState
from tacit.table.log.turns import by_correspondence, turn_of, waited_for


class TurnBegun(NamedTuple):
    """A turn that a table by correspondence waits for from now on."""

    table: str
    state: TableState
    awaited: tuple[str, ...]
    """All people whose turn it is."""
    away: tuple[str, ...]
    """Those of them who are not at the table: they have to be called."""


class TurnEnding(NamedTuple):
    """A turn by correspondence of which little time is left."""

    table: str
    state: TableState
    awaited: tuple[str, ...]
    """All people whose turn it is, also those who left the table open on some device."""


class GameEnded(NamedTuple):
    """A game by correspondence that is over."""

    table: str
    state: TableState
    away: tuple[str, ...]
    """Those who played it to the end and are not at the table."""


News: TypeAlias = TurnBegun | TurnEnding | GameEnded
"""What players of a table by correspondence are called for."""


class TurnCalls:
    """Remembers the last turn; one that ran before the table was loaded is not announced again."""

    def __init__(self, state: TableState) -> None:
        self._told: tuple[Any, ...] = _turn(state)
        self._reminded = state.reminded

    def news(self, table: str, state: TableState, here: set[Guest]) -> News | None:
        """Return what has just happened, if it is news; `here` are the guests at the table."""
        before, now = self._told, _turn(state)
        is_ending = state.reminded != self._reminded and state.reminded == now
        self._told, self._reminded = now, state.reminded
        if now == before:
            return TurnEnding(table, state, _awaited(state)) if is_ending else None
        seen = {state.people[guest].id for guest in here}
        if not now:
            is_over = bool(before) and state.stage is Stage.OVER
            return GameEnded(table, state, _players(state, seen)) if is_over else None
        awaited = _awaited(state)
        if not awaited:
            return None  # bots play for everyone
        away = tuple(person for person in awaited if person not in seen)
        return TurnBegun(table, state, awaited, away)


def _awaited(state: TableState) -> tuple[str, ...]:
    return tuple(person for person, theirs in waited_for(state).awaited.items() if theirs)


def _players(state: TableState, seen: set[PersonId]) -> tuple[str, ...]:
    """Return who has not left their game, and has not seen how it ended."""
    sitters = (one.guest for one in state.seats if one is not None and one.guest is not None)
    people = (state.people[guest] for guest in sitters)
    return tuple(one.id for one in people if one.here and one.id not in seen)


def _turn(state: TableState) -> tuple[Any, ...]:
    """Return the turn, whether or not it is paused: a pause begins no new one."""
    is_played = by_correspondence(state.settings) and state.stage is Stage.PLAYING
    return turn_of(state)[:-1] if is_played else ()
