"""Reading a table's log again: its finished games as replays, and its latest as it was seen."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import Any, NamedTuple

from tacit.log.replay import Replay
from tacit.table.log.records import Entry, GameBegun, PersonId
from tacit.table.log.state import Stage, TableState, fold, opened


class PlayedGame(NamedTuple):
    """A finished game, and who played it."""

    replay: Replay
    people: tuple[PersonId, ...]
    """By seat; empty for a bot."""


def replay_of(entries: Iterable[Entry[Any]], number: int) -> Replay | None:
    """Return the table's game of this number, from 1; None if it is not over or never was."""
    played = game_of(entries, number)
    return None if played is None else played.replay


def game_of(entries: Iterable[Entry[Any]], number: int) -> PlayedGame | None:
    """Return the same game with the people who played it."""
    state = None
    events: list[Any] = []
    for entry in entries:
        state = opened(entry) if state is None else state
        state = fold(state, entry)
        if state.games == number:
            events += entry.game
            if state.stage is Stage.OVER:
                replay = Replay(
                    rules=state.rules,
                    settings=state.game_settings(),
                    names=state.names,
                    contributions=state.shuffle_parts(),
                    seed=state.seed,
                    events=tuple(events),
                    result=state.rules.result(state.play),
                )
                return PlayedGame(replay, _people(state))
    return None


def _people(state: TableState) -> tuple[PersonId, ...]:
    guests = (None if sitter is None else sitter.guest for sitter in state.seats)
    return tuple(PersonId("") if one is None else state.people[one].id for one in guests)


def finished(entries: Iterable[Entry[Any]]) -> frozenset[int]:
    """Return the numbers of the table's games that are over."""
    state = None
    over: set[int] = set()
    for entry in entries:
        state = fold(opened(entry) if state is None else state, entry)
        if state.stage is Stage.OVER:
            over.add(state.games)
    return frozenset(over)


class Moment(NamedTuple):
    """An entry of the latest game, and the table after it."""

    entry: Entry[Any]
    state: TableState


def latest_game(entries: Sequence[Entry[Any]]) -> Iterator[Moment]:
    """Yield the latest game at a table, entry by entry, if there is one."""
    begun = [
        number
        for number, entry in enumerate(entries)
        if any(isinstance(event, GameBegun) for event in entry.house)
    ]
    if not begun:
        return
    state = opened(entries[0])
    for number, entry in enumerate(entries):
        state = fold(state, entry)
        if number >= begun[-1] and state.play is not None:
            yield Moment(entry, state)


def views(entries: Sequence[Entry[Any]]) -> Iterator[Any]:
    """Yield what a spectator saw of the latest game, view by view."""
    for moment in latest_game(entries):
        yield moment.state.rules.view(moment.state.play, None)
