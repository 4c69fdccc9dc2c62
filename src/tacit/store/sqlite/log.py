"""The log in one SQLite file: WAL, synchronous=FULL, one transaction for all that is queued."""

from __future__ import annotations

import contextlib
import itertools
import json
import secrets
import sqlite3
import threading
import time
import weakref
from collections.abc import Callable, Container, Iterator
from dataclasses import dataclass
from pathlib import Path

from tacit.store.sqlite import database
from tacit.store.sqlite import games as sqlite_games
from tacit.store.sqlite.erasure import SqliteErasures
from tacit.store.store import (
    QUIET,
    QUIET_US,
    Device,
    IdleTable,
    OnCommit,
    People,
    StoreError,
    conflict,
    silent,
)
from tacit.store.turns import DueTable, Turn
from tacit.store.writer import Append, Writer

# Out of room or locked out, a connection is as good as before once it has rolled back.
_PASSING = (sqlite3.SQLITE_FULL, sqlite3.SQLITE_BUSY)
MOST_HEADS = 20_000
IN_MEMORY = ":memory:"
# Two questions, for each has an index. The last key stays: SQLite would give it again, and the
# writer may remember it.
OLD_CLOSED = """
    SELECT key, id FROM tables WHERE closed AND written < ?
    AND key < (SELECT max(key) FROM tables) ORDER BY written
"""
OLD_QUIET = """
    SELECT key, id FROM tables WHERE id >= ? AND id < ? AND NOT closed AND written < ?
    AND key < (SELECT max(key) FROM tables)
"""


@dataclass(slots=True)
class _Head:
    """The end of a table's log, as a batch moves it on."""

    key: int | None = None
    length: int = 0
    closed: bool = False
    finished: int = 0
    """When this batch last closed the table, even if it goes on."""
    written: int | None = None
    """When this batch wrote to the table; None while it has not."""


class _Stale(sqlite3.Error):
    """The cached end of a log is stale: another process wrote to the file."""


class SqliteStore(SqliteErasures):
    """A store in a file. Its folders are made if need be; older files are brought up to date.

    Without `upgrade` neither is done: such a file is refused. `:memory:` names no file: such a
    store is gone with the process.

    >>> store = SqliteStore(":memory:")
    >>> store.append("K7QF", 0, [b"first", b"second"], done=print)
    >>> store.close()  # writes what is queued
    None
    >>> store.load("K7QF")
    [b'first', b'second']
    """

    def __init__(
        self,
        path: Path | str,
        on_commit: OnCommit | None = None,
        *,
        upgrade: bool = True,
        tell: Callable[[str], None] = silent,
    ) -> None:
        self._path: database.Location
        self._on_commit = on_commit
        self._moment = 0
        self._claims = {}  # a file has one node
        self._heads: dict[str, _Head] = {}
        """The ends of logs written lately, so that they need not be looked up again."""
        self._connection: sqlite3.Connection | None
        if path == IN_MEMORY:
            self._path = database.InMemory(secrets.token_hex(8))
            self._connection = database.create_in_memory(self._path)
            # What was written can be read for as long as the store is there, closed or not.
            weakref.finalize(self, database.connect(self._path).close)
        else:
            self._path = Path(path).absolute()
            self._connection = (
                database.create(self._path, tell) if upgrade else database.open_current(self._path)
            )
        self._turn = threading.Lock()
        """Held by a thread that writes: SQLite alone would let waiting writers sleep too long."""
        self._writer = Writer(self._write, self._disconnect)
        self.games = sqlite_games.SqliteGames(self._path, self._turn)

    def idle_tables(self, after_us: int, before_us: int, limit: int) -> list[IdleTable]:
        """Tables not closed last written between two moments, the first written first."""
        rows = self._read(
            "SELECT id, written FROM tables WHERE NOT closed AND written > $1 AND written < $2"
            " AND id NOT LIKE '%:%' ORDER BY written LIMIT $3",
            *(after_us, before_us, max(limit, 0)),
        )
        return [IdleTable(*row) for row in rows]

    def due_tables(self, after_ms: int, before_ms: int, limit: int) -> list[DueTable]:
        """Tables that should be awake, the first due first."""
        rows = self._read(
            "SELECT id, due FROM tables WHERE due > 0 AND due > $1 AND due < $2 AND NOT closed"
            " ORDER BY due LIMIT $3",
            *(after_ms, before_ms, max(limit, 0)),
        )
        return [DueTable(*row) for row in rows]

    def prune(self, before_us: int, limit: int, keep: Container[str] = ()) -> int:
        """Remove some closed tables last written before a moment; see `Store.prune`."""
        with self._session("saved") as connection, self._turn, connection:
            connection.execute("BEGIN IMMEDIATE")
            rows = itertools.chain(
                connection.execute(OLD_CLOSED, (before_us,)),
                connection.execute(OLD_QUIET, (*QUIET, before_us - QUIET_US)),
            )
            found = (key for key, table in rows if table not in keep)
            old = [(key,) for key in itertools.islice(found, limit)]
            sqlite_games.forget(connection, old)
            connection.executemany("DELETE FROM people WHERE table_key = ?", old)
            connection.executemany("DELETE FROM entries WHERE table_key = ?", old)
            connection.executemany("DELETE FROM tables WHERE key = ?", old)
        return len(old)

    def keep_device(self, person: str, device: Device) -> None:
        """Keep a person's device as it is now; wait until it is durable."""
        self._change("INSERT OR REPLACE INTO devices VALUES ($1, $2, $3, $4, $5)", person, *device)

    def check(self) -> None:
        """Raise StoreError if nothing could be written now: write what is there already."""
        with self._session("saved") as connection, connection:
            connection.execute("BEGIN IMMEDIATE")
            (version,) = connection.execute("PRAGMA user_version").fetchone()
            connection.execute(f"PRAGMA user_version = {version}")

    def close(self) -> None:
        """Write what is queued, then stop. Idempotent; what was written can still be read."""
        self._writer.close()
        self.games.close()

    @contextlib.contextmanager
    def _session(self, purpose: str) -> Iterator[sqlite3.Connection]:
        """A connection for one question: it costs little, and any thread may ask at any time."""
        try:
            with contextlib.closing(database.connect(self._path)) as connection:
                yield connection
        except sqlite3.Error as error:
            raise StoreError(f"The game log could not be {purpose}: {error}.") from error

    def _write(self, batch: list[Append]) -> list[StoreError | None]:
        """Write a batch in one transaction; in the writer's thread, like all that follows."""
        start = time.perf_counter()
        try:
            connection = self._connect()
            try:
                outcomes = self._transact(connection, batch)
            except _Stale:
                self._heads.clear()
                outcomes = self._transact(connection, batch)
        except (sqlite3.Error, OSError) as error:
            self._recover(error)
            raise StoreError(f"The game log could not be saved: {error}.") from error
        self._report(batch, outcomes, start)
        return outcomes

    def _transact(
        self, connection: sqlite3.Connection, batch: list[Append]
    ) -> list[StoreError | None]:
        with self._turn, connection:
            connection.execute("BEGIN IMMEDIATE")
            heads = self._look_up(connection, batch)
            outcomes = self._insert(connection, batch, heads)
        # Only what is durable is remembered.
        self._heads |= {table: _Head(one.key, one.length) for table, one in heads.items()}
        return outcomes

    def _look_up(self, connection: sqlite3.Connection, batch: list[Append]) -> dict[str, _Head]:
        """Where the logs of a batch's tables end, as far as it is not known already."""
        if len(self._heads) > MOST_HEADS:
            self._heads.clear()
        known, new = {}, []
        for table in {append.table for append in batch}:
            head = self._heads.get(table)
            if head is None:
                new.append(table)
            else:
                known[table] = _Head(head.key, head.length)
        return known | (_heads(connection, new) if new else {})

    def _insert(
        self, connection: sqlite3.Connection, batch: list[Append], heads: dict[str, _Head]
    ) -> list[StoreError | None]:
        outcomes: list[StoreError | None] = []
        news: list[tuple[_Head, int, bytes]] = []
        came_and_went: list[tuple[_Head, People]] = []
        turns: list[tuple[_Head, Turn]] = []
        for append in batch:
            head = heads[append.table]
            if append.after != head.length:
                outcomes.append(conflict(append.table, head.length, append.after))
                continue
            outcomes.append(None)
            news += ((head, number, e) for number, e in enumerate(append.entries, head.length + 1))
            head.length += len(append.entries)
            head.closed = append.closed
            head.written = self._now()
            if append.closed:
                head.finished = head.written
            if append.people and head.length:
                came_and_went.append((head, append.people))
            if append.turn is not None and head.length:
                turns.append((head, append.turn))
        _put_heads(connection, heads)
        try:
            database.execute_many(
                connection,
                "INSERT INTO entries (table_key, number, entry) VALUES {rows}",
                [(head.key, number, entry) for head, number, entry in news],
            )
        except sqlite3.IntegrityError as error:  # the entries' key is what keeps logs from forking
            raise _Stale from error
        for head, people in came_and_went:
            _put_people(connection, head, people)
        for head, turn in turns:
            _put_turn(connection, head, turn)
        return outcomes

    def _now(self) -> int:
        """The time in microseconds, but always later than before, whatever the clock does."""
        self._moment = max(self._moment + 1, time.time_ns() // 1000)
        return self._moment

    def _connect(self) -> sqlite3.Connection:
        if not database.exists(self._path):
            # SQLite would go on writing to the removed file, and nobody could read it.
            raise FileNotFoundError(f"{self._path} is gone")
        if self._connection is None:
            self._connection = database.connect(self._path)
        return self._connection

    def _recover(self, error: sqlite3.Error | OSError) -> None:
        """Give up a connection that may be broken; the next batch makes another."""
        passing = isinstance(error, sqlite3.Error) and database.primary_code(error) in _PASSING
        connection = self._connection
        if connection is not None and (not passing or connection.in_transaction):
            self._disconnect()

    def _disconnect(self) -> None:
        if self._connection is not None:
            with contextlib.suppress(sqlite3.Error):
                self._connection.close()
            self._connection = None


def _heads(connection: sqlite3.Connection, tables: list[str]) -> dict[str, _Head]:
    """Where the logs of some tables end: one question for all, the entries themselves say."""
    heads = {table: _Head() for table in tables}
    rows = connection.execute(
        "SELECT id, key, (SELECT max(number) FROM entries WHERE table_key = key)"
        " FROM tables WHERE id IN (SELECT value FROM json_each(?))",
        (json.dumps(tables),),
    )
    for table, key, length in rows.fetchall():
        heads[table] = _Head(key, length or 0)
    return heads


def _put_heads(connection: sqlite3.Connection, heads: dict[str, _Head]) -> None:
    """Note which tables were written, and give a key to those that are new."""
    known = [head for head in heads.values() if head.key is not None and head.written is not None]
    done = database.execute_many(
        connection,
        "UPDATE tables SET closed = column2, written = column3, finished = max(finished, column4)"
        " FROM (VALUES {rows}) WHERE key = column1",
        [(head.key, head.closed, head.written, head.finished) for head in known],
    )
    if done != len(known):
        raise _Stale  # a table was removed
    for table, head in heads.items():
        if head.key is None and head.length:
            head.key = connection.execute(
                "INSERT INTO tables (id, closed, written, finished) VALUES (?, ?, ?, ?)",
                (table, head.closed, head.written, head.finished),
            ).lastrowid


def _put_people(connection: sqlite3.Connection, head: _Head, people: People) -> None:
    """Note who came to a table and who left it."""
    for person, here in people.items():
        statement = (
            "INSERT OR IGNORE INTO people (person, table_key) VALUES (?, ?)"
            if here
            else "DELETE FROM people WHERE person = ? AND table_key = ?"
        )
        connection.execute(statement, (person, head.key))


def _put_turn(connection: sqlite3.Connection, head: _Head, turn: Turn) -> None:
    """Note which turn a table waits for."""
    connection.execute("UPDATE tables SET due = ? WHERE key = ?", (turn.due, head.key))
    connection.executemany(
        "UPDATE people SET awaited = ? WHERE person = ? AND table_key = ?",
        [(is_theirs, person, head.key) for person, is_theirs in turn.awaited.items()],
    )
