"""Erasure in the SQLite file: what is deleted is overwritten, not only unlinked."""

from __future__ import annotations

import contextlib
import sqlite3
from collections.abc import Iterator, Mapping
from contextlib import AbstractContextManager
from typing import Any

from tacit.store.erasure import Erasure, person_hash
from tacit.store.sql import SqlStore
from tacit.store.sqlite.database import numbered

_AT_ONCE = 200_000
"""Entries that are looked through in one go: a long look would keep the write-ahead log growing."""
_SMALL = ("passkeys", "kept", "consents", "devices", "belongings")


class SqliteErasures(SqlStore):
    """The erasures of a SQLite store, which lends this part its connections."""

    def _session(self, purpose: str) -> AbstractContextManager[sqlite3.Connection]:
        raise NotImplementedError

    def _read(self, query: str, *values: object) -> list[Any]:
        with self._session("read") as connection:
            return connection.execute(numbered(query), values).fetchall()

    def _change(self, statement: str, *values: object) -> int:
        with self._session("saved") as connection:
            return connection.execute(numbered(statement), values).rowcount

    def _delete_person(self, person: str, *tables: str) -> None:
        with self._erasing() as connection:
            _delete(connection, person, *tables)

    @contextlib.contextmanager
    def _erasing(self) -> Iterator[sqlite3.Connection]:
        """A transaction; what it removes is overwritten, as by all connections to the file."""
        with self._session("saved") as connection, connection:
            connection.execute("BEGIN IMMEDIATE")
            yield connection

    def begin_erasure(self, erasure: Erasure, at: int) -> None:
        """Note an erasure; see `Erasures`."""
        with self._erasing() as connection:
            connection.execute(
                "INSERT OR IGNORE INTO forgotten VALUES (?)", (person_hash(erasure.person),)
            )
            connection.execute("INSERT OR IGNORE INTO forgetting VALUES (?, ?, ?)", (*erasure, at))
            _delete(connection, erasure.person, *_SMALL)

    def naming(self, person: str) -> list[str]:
        """Return the tables whose logs have a person's id in them."""
        found: dict[str, None] = {}
        ((last,),) = self._read("SELECT ifnull(max(rowid), 0) FROM entries")
        for first in range(0, int(str(last)) + 1, _AT_ONCE):
            rows = self._read(
                "SELECT DISTINCT id FROM entries JOIN tables ON key = table_key"
                " WHERE entries.rowid > ? AND entries.rowid <= ? AND instr(entry, ?)",
                *(first, first + _AT_ONCE, person.encode()),
            )
            found |= {str(table): None for (table,) in rows}
        return list(found)

    def rewrite(self, table: str, lines: Mapping[int, bytes]) -> None:
        """Put other entries in the place of some, by their number."""
        with self._erasing() as connection:
            connection.executemany(
                "UPDATE entries SET entry = ? WHERE number = ?"
                " AND table_key = (SELECT key FROM tables WHERE id = ?)",
                [(entry, number, table) for number, entry in lines.items()],
            )

    def end_erasure(self, person: str) -> None:
        """Note that an erasure is done; see `Erasures`."""
        self._delete_person(person, *_SMALL, "people", "forgetting")
        with self._session("saved") as connection:
            # The write-ahead log still has what was changed. While a reader is active it stays a
            # little longer: the next checkpoint overwrites it.
            connection.execute("PRAGMA wal_checkpoint(TRUNCATE)")


def _delete(connection: sqlite3.Connection, person: str, *tables: str) -> None:
    for table in tables:
        connection.execute(f"DELETE FROM {table} WHERE person = ?", (person,))  # noqa: S608
