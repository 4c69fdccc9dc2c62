"""Reads a table's log from the store; in a thread, because it may take a while."""

from __future__ import annotations

from typing import Any, NamedTuple

from tacit.core.rulebook import Millis
from tacit.store.turns import Turn
from tacit.table.log.journal import Journal
from tacit.table.log.records import Ended, Entry, Opened, decode
from tacit.table.log.turns import by_correspondence, waited_for


class StoredLog(NamedTuple):
    """A log, folded."""

    begin: int
    """When the table's clock began, in milliseconds since 1970."""
    last: Millis
    """The last time in it, on the table's own clock."""
    journal: Journal


def read_log(log: list[bytes]) -> StoredLog:
    """Fold a log."""
    entries = decode(log)
    opened = entries[0].house[0]
    assert isinstance(opened, Opened)
    return StoredLog(opened.at, last_at(entries), Journal(entries))


def last_at(entries: list[Entry[Any]]) -> Millis:
    """Return the last time in a log, on the table's own clock."""
    for entry in reversed(entries):
        for event in (*reversed(entry.game), *reversed(entry.house)):
            at = getattr(event, "at", 0)
            if at and not isinstance(event, Opened | Ended):
                return Millis(at)
    return Millis(0)


def stored_turn(log: list[bytes]) -> Turn | None:
    """Return which turn a table waits for after a log; None if it is not by correspondence."""
    stored = read_log(log)
    state = stored.journal.state
    if not by_correspondence(state.settings):
        return None
    waits = waited_for(state)
    return Turn(0 if waits.due is None else stored.begin + waits.due, waits.awaited)
