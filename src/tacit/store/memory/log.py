"""The log in memory, for simulations and tests: every promise but to outlive the process."""

from __future__ import annotations

import itertools
import secrets
import threading
import time
from collections.abc import Container, Sequence

from tacit.store.memory.erasure import MemoryForgetting
from tacit.store.memory.games import MemoryGames
from tacit.store.store import (
    NOBODY,
    SECRET_BYTES,
    Device,
    Done,
    OnCommit,
    People,
    Quiet,
    StoreError,
    closed_store,
    conflict,
    fault,
)


class MemoryStore(MemoryForgetting):
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
        super().__init__()
        self.fail: StoreError | None = None
        """While set, every append is refused with it."""
        self._on_commit = on_commit
        self._lock = threading.Lock()
        self._logs: dict[str, list[bytes]] = {}
        self._keys: dict[str, int] = {}
        """The numbers of the tables, in the order in which they were opened."""
        self._opened = itertools.count(1)
        self._open: dict[str, int] = {}
        """The open tables and when they were written, the last written at the end."""
        self._shut: dict[str, int] = {}
        """The closed ones, the same way."""
        self._finished: dict[str, int] = {}
        """When tables were last closed, even if they go on."""
        self._moment = 0
        self._people: set[tuple[str, str]] = set()
        """Who is at which table."""
        self._devices: dict[tuple[str, str], Device] = {}
        self._secrets: dict[str, bytes] = {}
        self._settings: dict[str, bytes] = {}
        self._closed = False
        self.games = MemoryGames(self)

    def append(  # noqa: PLR0913
        self,
        table: str,
        after: int,
        entries: Sequence[bytes],
        done: Done,
        *,
        closed: bool = False,
        people: People = NOBODY,
    ) -> None:
        """Append entries to follow entry number `after`; see `Store.append`."""
        kept = tuple(entries)
        with self._lock:
            refused = closed_store() if self._closed else self.fail
            refused = refused or fault(table, kept) or self._write(table, after, kept, closed)
            if refused is None:
                self._people |= {(one, table) for one, here in people.items() if here}
                self._people -= {(one, table) for one, here in people.items() if not here}
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

    def tables_of(self, person: str, limit: int) -> list[str]:
        """Ids of tables not closed that somebody is at, most recently written first."""
        with self._lock:
            mine = [table for table in reversed(self._open) if (person, table) in self._people]
        return mine[: max(limit, 0)]

    def quiet_tables(self, after: int, before: int, limit: int) -> list[Quiet]:
        """Tables not closed last written between two moments, the first written first."""
        with self._lock:
            quiet = [Quiet(*one) for one in self._open.items() if after < one[1] < before]
        return quiet[: max(limit, 0)]

    def prune(self, before: int, limit: int, keep: Container[str] = ()) -> int:
        """Remove some closed tables last written before a moment; see `Store.prune`."""
        with self._lock:
            old = [one for one, at in self._shut.items() if at < before and one not in keep]
            gone = [self._keys.pop(table) for table in old[:limit]]
            for table in old[:limit]:
                del self._logs[table], self._shut[table], self._finished[table]
                self._people = {one for one in self._people if one[1] != table}
        for key in gone:  # outside the lock: its own comes first
            self.games.forget(key)
        return len(old[:limit])

    def shut_tables(self) -> list[str]:
        """The closed tables."""
        with self._lock:
            return list(self._shut)

    def finished_tables(self) -> dict[str, int]:
        """The open tables that were closed before, and when."""
        with self._lock:
            return {one: at for one, at in self._finished.items() if one in self._open}

    def look_at(self, table: str) -> tuple[int, int, list[bytes]] | None:
        """A table's number, when it was last written, and its log."""
        with self._lock:
            if table not in self._logs:
                return None
            written = self._open.get(table, self._shut.get(table, 0))
            return self._keys[table], written, list(self._logs[table])

    def keep_device(self, person: str, device: Device) -> None:
        """Keep a device of somebody as it is now."""
        with self._lock:
            self._devices[person, device.id] = device

    def devices(self, person: str) -> list[Device]:
        """All devices kept of somebody, the last seen first."""
        with self._lock:
            mine = [device for (owner, _), device in self._devices.items() if owner == person]
        return sorted(mine, key=lambda device: (-device.seen, device.id))

    def ended_devices(self) -> set[tuple[str, str]]:
        """Person and id of every device that was ended."""
        with self._lock:
            return {key for key, device in self._devices.items() if device.ended}

    def secret(self, name: str) -> bytes:
        """32 random bytes kept under a name, drawn the first time they are asked for."""
        with self._lock:
            return self._secrets.setdefault(name, secrets.token_bytes(SECRET_BYTES))

    def keep_setting(self, name: str, value: bytes) -> None:
        """Keep what the host of the site has set, instead of before."""
        with self._lock:
            self._settings[name] = value

    def settings(self) -> dict[str, bytes]:
        """All that the host of the site has set, by name."""
        with self._lock:
            return dict(self._settings)

    def backlog(self) -> int:
        """How many appends wait to be written: none ever does."""
        return 0

    def check(self) -> None:
        """Raise StoreError if nothing could be written now."""
        if self.fail is not None:
            raise self.fail

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
        if table not in self._logs:
            self._logs[table], self._keys[table] = [], next(self._opened)
        self._logs[table].extend(entries)
        self._open.pop(table, None)
        self._shut.pop(table, None)
        self._moment = max(self._moment + 1, time.time_ns() // 1000)
        (self._shut if closed else self._open)[table] = self._moment
        if closed:
            self._finished[table] = self._moment
        return None
