"""A table's log read again: its finished games as replays, and its latest as it was seen."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import Any, NamedTuple

from tacit.core.mark import Mark
from tacit.log.replay import Replay
from tacit.table.log.reader import Moment, latest_game, walk
from tacit.table.log.records import Entry, PersonId
from tacit.table.log.state import Stage, TableState


class PlayedGame(NamedTuple):
    """A finished game, and who played it."""

    replay: Replay
    people: tuple[PersonId, ...]
    """The person in each seat; empty for a bot."""


def finished_game(entries: Iterable[Entry[Any]], number: int) -> list[Moment]:
    """Return the table's game of this number, from 1; empty if it is not over or never was."""
    moments = []
    for moment in walk(entries):
        if moment.state.games == number:
            moments.append(moment)
            if moment.state.stage is Stage.OVER:
                return moments
    return []


def game_of(entries: Iterable[Entry[Any]], number: int) -> PlayedGame | None:
    """Return the table's game of this number and who played it; None if it is not over."""
    moments = finished_game(entries, number)
    if not moments:
        return None
    state = moments[-1].state
    replay = Replay(
        rules=state.rules,
        settings=state.game_settings(),
        names=state.names,
        contributions=state.shuffle_parts(),
        seed=state.seed,
        events=tuple(event for moment in moments for event in moment.entry.game),
        result=state.rules.result(state.play),
        marks=_marks(state),
    )
    return PlayedGame(replay, _people(state))


def _marks(state: TableState) -> tuple[Mark | None, ...]:
    """Return the players' marks by seat; none at all if nobody chose one."""
    sitters = (sitter for sitter in state.seats if sitter is not None)
    marks = tuple(state.sitter_mark(sitter) for sitter in sitters)
    return marks if any(marks) else ()


def replay_of(entries: Iterable[Entry[Any]], number: int) -> Replay | None:
    """Return the table's game of this number as a replay; None if it is not over."""
    played = game_of(entries, number)
    return None if played is None else played.replay


def _people(state: TableState) -> tuple[PersonId, ...]:
    guests = (None if sitter is None else sitter.guest for sitter in state.seats)
    return tuple(PersonId("") if one is None else state.people[one].id for one in guests)


def finished(entries: Iterable[Entry[Any]]) -> frozenset[int]:
    """Return the numbers of the table's games that are over."""
    return frozenset(state.games for _, state in walk(entries) if state.stage is Stage.OVER)


def views(entries: Sequence[Entry[Any]]) -> Iterator[Any]:
    """Yield what a spectator saw of the latest game, view by view."""
    for _, state in latest_game(entries):
        yield state.rules.view(state.play, None)
