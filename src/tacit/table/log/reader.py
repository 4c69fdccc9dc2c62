"""The one reader of a table's log: every entry with the state after it."""

from __future__ import annotations

from collections import deque
from collections.abc import Iterable, Iterator, Sequence
from typing import Any, NamedTuple

from tacit.table.log.fold import fold, opened
from tacit.table.log.records import Entry, GameBegun, decode
from tacit.table.log.state import TableState


class Moment(NamedTuple):
    """An entry of a log, and the table after it."""

    entry: Entry[Any]
    state: TableState


def walk(entries: Iterable[Entry[Any]]) -> Iterator[Moment]:
    """Yield every entry of a log with the table after it: the one way to read a log."""
    state = None
    for entry in entries:
        state = fold(opened(entry) if state is None else state, entry)
        yield Moment(entry, state)


def latest_state(log: list[bytes]) -> TableState:
    """Return the table after the last entry of a log as it is stored."""
    return deque(walk(decode(log)), maxlen=1).pop().state  # one state at a time


def latest_game(entries: Sequence[Entry[Any]]) -> Iterator[Moment]:
    """Yield the latest game at a table, entry by entry, if there is one."""
    begun = [
        number
        for number, entry in enumerate(entries)
        if any(isinstance(event, GameBegun) for event in entry.house)
    ]
    for number, moment in enumerate(walk(entries) if begun else ()):
        if number >= begun[-1] and moment.state.play is not None:
            yield moment
