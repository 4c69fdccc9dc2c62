"""The turns by correspondence of a person. The store finds them by index; no table is woken.

Who plays and how far a game is comes from the table's log, which is read again once something was
written to it, or a while has passed: erasure rewrites logs in place.
"""

from __future__ import annotations

import threading
from collections.abc import Callable
from typing import NamedTuple

from tacit.core.recent import Recent
from tacit.server.ops.logs import trouble
from tacit.server.tables.stored_log import StoredLog, read_log
from tacit.store.store import Store
from tacit.store.turns import TurnOf
from tacit.table.log.state import TableState
from tacit.table.log.turns import deadline

MOST = 40
"""Turns that a person is shown."""
MOST_READ = 8
"""Logs read for one question; those that are left out are read for the next one."""
MOST_KEPT = 2000
KEPT_MS = 60_000


class TurnAt(NamedTuple):
    """A turn, and the table as it stands."""

    turn: TurnOf
    state: TableState
    until: int
    """When its time is up, in milliseconds since 1970."""


class _Read(NamedTuple):
    written: int
    until: int
    stored: StoredLog | None


class TurnReader:
    """Remembers the tables that it read; any thread may ask."""

    def __init__(self, store: Store, clock: Callable[[], int]) -> None:
        self._store = store
        self._clock = clock
        self._kept: Recent[str, _Read] = Recent(MOST_KEPT)
        self._lock = threading.Lock()

    def of(self, person: str) -> list[TurnAt]:
        """Return a person's turns, theirs first; in a thread."""
        read = 0
        found: list[TurnAt] = []
        for turn in self._store.turns_of(person, MOST):
            known = self._known(turn)
            if known is None:
                if read == MOST_READ:
                    continue
                read += 1
                known = self._read(turn)
            if known.stored is not None:
                state = known.stored.journal.saved
                ends = deadline(state)
                until = turn.due if ends is None else known.stored.begin + ends
                found.append(TurnAt(turn, state, until))
        # The store knows when each table has to be awake, which may be for a reminder.
        return sorted(found, key=lambda one: (not one.turn.is_theirs, one.until))

    def _known(self, turn: TurnOf) -> _Read | None:
        with self._lock:
            known = self._kept.get(turn.table)
        good = known is not None and known.written == turn.written and self._clock() < known.until
        return known if good else None

    def _read(self, turn: TurnOf) -> _Read:
        stored = None
        try:
            stored = read_log(self._store.load(turn.table))
        except Exception as error:  # one damaged log must not hide the others
            trouble("not_read", error, table=turn.table)
        read = _Read(turn.written, self._clock() + KEPT_MS, stored)
        with self._lock:
            self._kept[turn.table] = read
        return read
