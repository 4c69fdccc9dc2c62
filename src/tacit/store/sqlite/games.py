"""The projection in the SQLite file.

It may be behind the logs after a power cut, because it does not wait for the disk: what is missing
is read again. So nobody who plays waits for more than a short transaction.
"""

from __future__ import annotations

import contextlib
import json
import sqlite3
import threading
from collections.abc import Collection, Iterable, Iterator, Sequence
from typing import Any

from tacit.store import sql_games
from tacit.store.erasure import Erasure
from tacit.store.games import (
    BEGINNING,
    END,
    Abouts,
    Backlog,
    Found,
    Games,
    KeptGame,
    Log,
    Position,
    Rated,
    Shift,
    Weight,
    changes,
    marks_in,
    marks_of,
    rated,
    renamed,
    renamed_who,
    shift,
    without,
)
from tacit.store.sqlite import database
from tacit.store.sqlite.database import numbered
from tacit.store.store import StoreError

_HERE = "SELECT key, id FROM tables WHERE key IN (SELECT value FROM json_each(?))"
_KEPT = f"{sql_games.GAMES} WHERE table_key IN (SELECT value FROM json_each(?))"  # noqa: S608
_KEYS = {
    "games": "table_key, number",
    "played": "person, ended, table_key, number",
    "rated": "who, ended, table_key, number",
}
STEP = 5000
"""Rows that are removed in one transaction."""
_UNPROJECTED = (
    "SELECT * FROM (SELECT id, key, written FROM tables WHERE closed AND looked < written"
    " ORDER BY written LIMIT ?) UNION ALL SELECT * FROM (SELECT id, key, written FROM tables"
    " WHERE NOT closed AND looked < finished ORDER BY written LIMIT ?) ORDER BY 3 LIMIT ?"
)


class SqliteGames(Games):
    """The finished games of a SQLite store."""

    def __init__(self, path: database.Location, turn: threading.Lock) -> None:
        self._path = path
        self._turn = turn
        self._writing: sqlite3.Connection | None = None
        """What is written is short and comes often: making a connection would take longer."""

    @contextlib.contextmanager
    def _session(self) -> Iterator[sqlite3.Connection]:
        try:
            with contextlib.closing(database.connect(self._path)) as connection:
                connection.execute("PRAGMA synchronous = NORMAL")
                yield connection
        except sqlite3.Error as error:
            raise StoreError(f"The games could not be looked up: {error}.") from error

    def _read(self, query: str, *values: object) -> list[Any]:
        with self._session() as connection:
            return connection.execute(numbered(query), values).fetchall()

    def _change(self, statement: str, *values: object) -> int:
        with self._transaction() as connection:
            return connection.execute(numbered(statement), values).rowcount

    def _people(self, raw: Any) -> tuple[str, ...]:
        return tuple(json.loads(raw))

    @contextlib.contextmanager
    def _transaction(self) -> Iterator[sqlite3.Connection]:
        """A transaction, on a connection that is kept while nothing goes wrong with it."""
        with self._turn:
            try:
                # SQLite would go on writing to a file that was removed.
                if self._writing is None or not database.exists(self._path):
                    self._drop_connection()
                    self._writing = database.connect(self._path)
                    self._writing.execute("PRAGMA synchronous = NORMAL")
                with self._writing as connection:
                    connection.execute("BEGIN IMMEDIATE")
                    yield connection
            except sqlite3.Error as error:
                self._drop_connection()
                raise StoreError(f"The games could not be saved: {error}.") from error

    def _drop_connection(self) -> None:
        if self._writing is not None:
            with contextlib.suppress(sqlite3.Error):
                self._writing.close()
            self._writing = None

    def close(self) -> None:
        """Close the connection; the next write opens another."""
        with self._turn:
            self._drop_connection()

    def unprojected(self, limit: int) -> list[Log]:
        """Closed tables that were written to since; see `Games.unprojected`."""
        with self._session() as connection:
            rows = connection.execute(_UNPROJECTED, 3 * (max(limit, 0),)).fetchall()
            return [_log(connection, *row) for row in rows]

    def read(self, tables: Collection[str], *, new: bool = False) -> list[Log]:
        """These tables with their logs; see `Games.read`."""
        with self._session() as connection:
            rows = connection.execute(
                "SELECT id, key, written FROM tables"
                " WHERE id IN (SELECT value FROM json_each(?)) AND (looked < written OR NOT ?)"
                " ORDER BY key",
                (json.dumps(list(tables)), new),
            ).fetchall()
            return [_log(connection, *row) for row in rows]

    def backlog(self, limit: int) -> Backlog:
        """What is still to be read and rated."""
        with self._session() as connection:
            unprojected, since = connection.execute(
                f"SELECT count(*), min(written) FROM ({_UNPROJECTED})",  # noqa: S608
                3 * (max(limit, 0),),
            ).fetchone()
            (unrated,) = connection.execute(
                "SELECT count(*) FROM (SELECT 1 FROM games"
                " WHERE (ended, table_key, number) > (?, ?, ?) LIMIT ?)",
                (*_rated_up_to(connection), limit),
            ).fetchone()
        return Backlog(unprojected, since, unrated)

    def put(self, found: Found, weight: Weight) -> int:
        """Keep all games of some logs instead of those kept before; see `Games.put`."""
        keys = json.dumps([log.key for log, _ in found])
        with self._transaction() as connection:
            # Some may have been removed meanwhile.
            here = set(connection.execute(_HERE, (keys,)))
            found = [one for one in found if (one[0].key, one[0].table) in here]
            found = without(found, _erased(connection, marks_in(found)))
            keys = json.dumps([log.key for log, _ in found])
            changed = changes(map(self.game, connection.execute(_KEPT, (keys,)).fetchall()), found)
            _remove(connection, [was for was, _ in changed if was is not None])
            _insert(connection, [now for _, now in changed if now is not None])
            _go_back(connection, shift(changed, weight))
            database.execute_many(
                connection,
                "UPDATE tables SET looked = column2 FROM (VALUES {rows}) WHERE key = column1",
                [(log.key, log.written) for log, _ in found],
            )
        return len(found)

    def rename(self, erasure: Erasure, abouts: Abouts) -> None:
        """Put an alias in a person's place; see `Games.rename`."""
        with self._session() as connection:
            connection.execute("PRAGMA synchronous = FULL")
            with connection:
                connection.execute("BEGIN IMMEDIATE")
                rows = connection.execute(
                    numbered(sql_games.GAMES_OF), (erasure.person, -1)
                ).fetchall()
                mine = map(self.game, rows)
                for game in mine:
                    _rename(connection, erasure, game, renamed(game, erasure, abouts))
                connection.execute(
                    "UPDATE played SET person = ? WHERE person = ?", (erasure.alias, erasure.person)
                )

    def rate(self, was: Position, now: Position, games: int, rated: Sequence[Rated]) -> bool:
        """Keep the ratings after some games; see `Games.rate`."""
        between = numbered(sql_games.BETWEEN)
        with self._transaction() as connection:
            (there,) = connection.execute(
                f"SELECT count(*) FROM games {between}",  # noqa: S608
                (*was, *now),
            ).fetchone()
            if _rated_up_to(connection) != was or there != games:
                return False
            if _erased(connection, marks_of(rated)):
                return False
            connection.execute(f"DELETE FROM rated {between}", (*was, *now))  # noqa: S608
            database.execute_many(
                connection,
                "INSERT INTO rated VALUES {rows}",
                [(one.who, *one.position, one.mu, one.sigma) for one in rated],
            )
            _put_up_to(connection, now)
        return True

    def ratings(self, who: Iterable[str], up_to: Position | None = None) -> dict[str, Rated]:
        """The last ratings of those who have one; see `Games.ratings`."""
        last, query = up_to or END, numbered(sql_games.HISTORY)
        with self._session() as connection:
            rows = {one: connection.execute(query, (one, *last, 1)).fetchone() for one in set(who)}
        return {one: rated(one, row) for one, row in rows.items() if row}

    def drop(self) -> None:
        """Delete the projection: all logs are to be read again."""
        with self._transaction() as connection:
            _put_up_to(connection, BEGINNING)
        for table, key in _KEYS.items():
            some = f"DELETE FROM {table} WHERE ({key}) IN (SELECT {key} FROM {table} LIMIT ?)"  # noqa: S608
            self._in_steps(some)
        self._in_steps(
            "UPDATE tables SET looked = 0"
            " WHERE key IN (SELECT key FROM tables WHERE looked > 0 LIMIT ?)"
        )

    def _in_steps(self, statement: str) -> None:
        """Do something to a few rows at a time until there are none: others write in between."""
        changed = 1
        while changed:
            with self._transaction() as connection:
                changed = connection.execute(statement, (STEP,)).rowcount


def forget(connection: sqlite3.Connection, keys: list[tuple[int]]) -> None:
    """Delete the games of tables that are removed."""
    for table in ("games", "played", "rated"):
        connection.executemany(f"DELETE FROM {table} WHERE table_key = ?", keys)  # noqa: S608


def _log(connection: sqlite3.Connection, table: str, key: int, written: int) -> Log:
    rows = connection.execute(
        "SELECT entry FROM entries WHERE table_key = ? ORDER BY number", (key,)
    )
    return Log(table, key, written, [entry for (entry,) in rows])


def _erased(connection: sqlite3.Connection, marks: set[bytes]) -> set[bytes]:
    """Those marks that are of erased people."""
    if connection.execute("SELECT 1 FROM forgotten LIMIT 1").fetchone() is None:
        return set()
    find = "SELECT mark FROM forgotten WHERE mark = ?"
    return {mark for mark in marks if connection.execute(find, (mark,)).fetchone()}


def _rename(connection: sqlite3.Connection, erasure: Erasure, was: KeptGame, now: KeptGame) -> None:
    at = was.position
    people = json.dumps(now.people)
    connection.execute(numbered(sql_games.RENAME_GAME), (now.about, people, at.key, at.number))
    rated = connection.execute(numbered(sql_games.RATED_IN_GAME), (at.key, at.number)).fetchall()
    for (who,) in rated:
        connection.execute(numbered(sql_games.RENAME_RATED), (renamed_who(who, erasure), who, *at))


def _remove(connection: sqlite3.Connection, games: list[KeptGame]) -> None:
    at = [(one.position.key, one.position.number) for one in games]
    for table in ("games", "played"):
        connection.executemany(f"DELETE FROM {table} WHERE table_key = ? AND number = ?", at)  # noqa: S608


def _insert(connection: sqlite3.Connection, games: list[KeptGame]) -> None:
    database.execute_many(
        connection,
        "INSERT INTO games VALUES {rows}",
        [
            (key, number, ended, about, json.dumps(people), heard, label)
            for _, (ended, key, number), about, people, heard, label in games
        ],
    )
    database.execute_many(
        connection,
        "INSERT OR IGNORE INTO played VALUES {rows}",
        [(person, *one.position) for one in games for person in one.people if person],
    )


def _go_back(connection: sqlite3.Connection, shifted: Shift) -> None:
    """Have everything rated again from a place on; what is rated behind it can still be read."""
    connection.executemany(numbered(sql_games.UNRATE), shifted.gone)
    if shifted.first is not None and shifted.first <= _rated_up_to(connection):
        _put_up_to(connection, shifted.first._replace(number=shifted.first.number - 1))


def _rated_up_to(connection: sqlite3.Connection) -> Position:
    return Position(*connection.execute(sql_games.RATED_UP_TO).fetchone())


def _put_up_to(connection: sqlite3.Connection, position: Position) -> None:
    connection.execute(numbered(sql_games.PUT_UP_TO), position)
