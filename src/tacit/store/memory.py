"""The log in memory, for simulations and tests: every promise but to outlive the process."""

from __future__ import annotations

import secrets
import threading
from collections.abc import Sequence

from tacit.store.store import (
    SECRET_BYTES,
    Done,
    OnCommit,
    StoreError,
    closed_store,
    conflict,
    fault,
)


class MemoryStore:
    """A store that answers at once: `done` is called, in the caller's thread, before `append` ends.

    >>> store = MemoryStore()
    >>> store.append("K7QF", 0, [b"first", b"second"], done=print)
    None
    >>> store.fail = StoreError("The game log could not be saved: database or disk is full.")
    >>> store.append("K7QF", 2, [b"third"], done=print)
    The game log could not be saved: database or disk is full.
    >>> store.load("K7QF")
    [b'first', b'second']
    """

    def __init__(self, on_commit: OnCommit | None = None) -> None:
        self.fail: StoreError | None = None
        """While set, every append is refused with it."""
        self._on_commit = on_commit
        self._lock = threading.Lock()
        self._logs: dict[str, list[bytes]] = {}
        self._open: dict[str, None] = {}
        """The open tables, the last written at the end."""
        self._secrets: dict[str, bytes] = {}
        self._closed = False

    def append(
        self,
        table: str,
        after: int,
        entries: Sequence[bytes],
        done: Done,
        *,
        closed: bool = False,
    ) -> None:
        """Append entries to follow entry number `after`; see `Store.append`."""
        kept = tuple(entries)
        with self._lock:
            refused = closed_store() if self._closed else self.fail
            refused = refused or fault(table, kept) or self._write(table, after, kept, closed)
        if kept and refused is None and self._on_commit is not None:
            self._on_commit(0.0, len(kept))
        # Outside the lock, because what is done may well be to append again.
        done(refused)

    def load(self, table: str) -> list[bytes]:
        """All entries of a table in order; empty if there is no such table."""
        with self._lock:
            return list(self._logs.get(table, ()))

    def open_tables(self, limit: int) -> list[str]:
        """Ids of tables not closed, most recently written first."""
        with self._lock:
            return list(reversed(self._open))[: max(limit, 0)]

    def secret(self, name: str) -> bytes:
        """32 random bytes kept under a name, drawn the first time they are asked for."""
        with self._lock:
            return self._secrets.setdefault(name, secrets.token_bytes(SECRET_BYTES))

    def backlog(self) -> int:
        """How many appends wait to be written: none ever does."""
        return 0

    def close(self) -> None:
        """Stop. Idempotent; what was written can still be read."""
        with self._lock:
            self._closed = True

    def _write(
        self, table: str, after: int, entries: tuple[bytes, ...], closed: bool
    ) -> StoreError | None:
        length = len(self._logs.get(table, ()))
        if after != length:
            return conflict(table, length, after)
        if length + len(entries) == 0:
            return None
        self._logs.setdefault(table, []).extend(entries)
        self._open.pop(table, None)
        if not closed:
            self._open[table] = None
        return None
