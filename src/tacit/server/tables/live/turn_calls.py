"""Notices that a new turn by correspondence has begun, once for each."""

from __future__ import annotations

from typing import Any, NamedTuple

from tacit.table.log.records import Guest
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


class TurnCalls:
    """Remembers the last turn; one that ran before the table was loaded is not announced again."""

    def __init__(self, state: TableState) -> None:
        self._told: tuple[Any, ...] = _turn(state)

    def news(self, table: str, state: TableState, here: set[Guest]) -> TurnBegun | None:
        """Return the turn that has begun, if one has; `here` are the guests at the table."""
        now = _turn(state)
        if now == self._told:
            return None
        self._told = now
        if not now:
            return None
        awaited = tuple(person for person, theirs in waited_for(state).awaited.items() if theirs)
        if not awaited:
            return None  # bots play for everyone
        seen = {state.people[guest].id for guest in here}
        away = tuple(person for person in awaited if person not in seen)
        return TurnBegun(table, state, awaited, away)


def _turn(state: TableState) -> tuple[Any, ...]:
    """Return the turn, whether or not it is paused: a pause begins no new one."""
    is_played = by_correspondence(state.settings) and state.stage is Stage.PLAYING
    return turn_of(state)[:-1] if is_played else ()
