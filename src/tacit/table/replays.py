"""The finished games of a table, as replays."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from tacit.log.replay import Replay
from tacit.table.records import Entry
from tacit.table.state import Stage, fold, opened


def replay_of(entries: Iterable[Entry[Any]], number: int) -> Replay | None:
    """Return the table's game of this number, from 1; None if it is not over or never was."""
    state = None
    events: list[Any] = []
    for entry in entries:
        state = opened(entry) if state is None else state
        state = fold(state, entry)
        if state.games == number:
            events += entry.game
            if state.stage is Stage.OVER:
                return Replay(
                    rules=state.rules,
                    settings=state.rules.Settings(**state.game_settings()),
                    names=state.names,
                    contributions=state.shuffle_parts(),
                    seed=state.seed,
                    events=tuple(events),
                    result=state.rules.result(state.play),
                )
    return None


def finished(entries: Iterable[Entry[Any]]) -> frozenset[int]:
    """Return the numbers of the table's games that are over."""
    state = None
    over: set[int] = set()
    for entry in entries:
        state = fold(opened(entry) if state is None else state, entry)
        if state.stage is Stage.OVER:
            over.add(state.games)
    return frozenset(over)
