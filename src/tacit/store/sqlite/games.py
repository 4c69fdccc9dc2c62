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

from tacit.store.erasure import Leaving
from tacit.store.games import (
    BEGINNING,
    END,
    Abouts,
    Backlog,
    Found,
    KeptGame,
    Log,
    Place,
    Rated,
    Shift,
    Weight,
    changes,
    marks_in,
    marks_of,
    renamed,
    renamed_who,
    shift,
    without,
)
from tacit.store.sqlite import database
from tacit.store.store import StoreError

_GAME = "id, ended, table_key, number, about, people, heard"
_NOT_BEHIND = "(ended, table_key, number) <= (?, ?, ?)"
_HERE = "SELECT key, id FROM tables WHERE key IN (SELECT value FROM json_each(?))"
_KEPT = (
    f"SELECT {_GAME} FROM games JOIN tables ON key = table_key"  # noqa: S608
    " WHERE table_key IN (SELECT value FROM json_each(?))"
)
_KEYS = {
    "games": "table_key, number",
    "played": "person, ended, table_key, number",
    "rated": "who, ended, table_key, number",
}
STEP = 5000
"""Rows that are removed in one transaction."""
_UNREAD = (
    "SELECT * FROM (SELECT id, key, written FROM tables WHERE closed AND looked < written"
    " ORDER BY written LIMIT ?) UNION ALL SELECT * FROM (SELECT id, key, written FROM tables"
    " WHERE NOT closed AND looked < finished ORDER BY written LIMIT ?) ORDER BY 3 LIMIT ?"
)
_OF = (
    "SELECT id, g.ended, table_key, number, about, people, heard FROM played p"
    " JOIN games g USING (table_key, number) JOIN tables ON key = table_key"
    " WHERE person = ? ORDER BY p.ended DESC, table_key DESC, number DESC LIMIT ?"
)


class SqliteGames:
    """See `Games`."""

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

    @contextlib.contextmanager
    def _change(self) -> Iterator[sqlite3.Connection]:
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
        """Let the connection go; it is made again if something is written after all."""
        with self._turn:
            self._drop_connection()

    def unread(self, limit: int) -> list[Log]:
        """Closed tables that were written to since; see `Games.unread`."""
        with self._session() as connection:
            rows = connection.execute(_UNREAD, 3 * (max(limit, 0),)).fetchall()
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
            unread, since = connection.execute(
                f"SELECT count(*), min(written) FROM ({_UNREAD})",  # noqa: S608
                3 * (max(limit, 0),),
            ).fetchone()
            (unrated,) = connection.execute(
                "SELECT count(*) FROM (SELECT 1 FROM games"
                " WHERE (ended, table_key, number) > (?, ?, ?) LIMIT ?)",
                (*_rated_up_to(connection), limit),
            ).fetchone()
        return Backlog(unread, since, unrated)

    def put(self, found: Found, weight: Weight) -> int:
        """Keep all games of some logs instead of those kept before; see `Games.put`."""
        keys = json.dumps([log.key for log, _ in found])
        with self._change() as connection:
            # Some may have been removed meanwhile.
            here = set(connection.execute(_HERE, (keys,)))
            found = [one for one in found if (one[0].key, one[0].table) in here]
            found = without(found, _forgotten(connection, marks_in(found)))
            keys = json.dumps([log.key for log, _ in found])
            changed = changes(map(_game, connection.execute(_KEPT, (keys,)).fetchall()), found)
            _remove(connection, [was for was, _ in changed if was is not None])
            _insert(connection, [now for _, now in changed if now is not None])
            _go_back(connection, shift(changed, weight))
            database.execute_many(
                connection,
                "UPDATE tables SET looked = column2 FROM (VALUES {rows}) WHERE key = column1",
                [(log.key, log.written) for log, _ in found],
            )
        return len(found)

    def rename(self, leaving: Leaving, abouts: Abouts) -> None:
        """Put an alias in somebody's place; see `Games.rename`."""
        with self._session() as connection:
            connection.execute("PRAGMA synchronous = FULL")
            with connection:
                connection.execute("BEGIN IMMEDIATE")
                mine = [_game(row) for row in connection.execute(_OF, (leaving.person, -1))]
                for game in mine:
                    _rename(connection, leaving, game, renamed(game, leaving, abouts))
                connection.execute(
                    "UPDATE played SET person = ? WHERE person = ?", (leaving.alias, leaving.person)
                )

    def of(self, person: str, limit: int) -> list[KeptGame]:
        """Games of somebody, the last one first."""
        with self._session() as connection:
            rows = connection.execute(_OF, (person, max(limit, 0)))
            return [_game(row) for row in rows]

    def unheard(self, limit: int) -> list[KeptGame]:
        """Games of which something is still to be found out."""
        return self._games("WHERE heard IS NULL ORDER BY table_key, number", limit)

    def hear(self, game: KeptGame, heard: bytes) -> None:
        """Keep what was found out, if the game is still there and the same."""
        with self._change() as connection:
            connection.execute(
                "UPDATE games SET heard = ? WHERE table_key = ? AND number = ? AND about = ?",
                (heard, game.place.key, game.place.number, game.about),
            )

    def after(self, place: Place, limit: int) -> list[KeptGame]:
        """The games behind a place, in their order."""
        return self._games(
            "WHERE (ended, table_key, number) > (?, ?, ?) ORDER BY ended, table_key, number",
            limit,
            *place,
        )

    def _games(self, which: str, limit: int, *values: int) -> list[KeptGame]:
        with self._session() as connection:
            rows = connection.execute(
                f"SELECT {_GAME} FROM games JOIN tables ON key = table_key {which} LIMIT ?",  # noqa: S608
                (*values, max(limit, 0)),
            )
            return [_game(row) for row in rows]

    def rated_up_to(self) -> Place:
        """The place of the last game that is in the ratings."""
        with self._session() as connection:
            return _rated_up_to(connection)

    def rate(self, was: Place, now: Place, games: int, rated: Sequence[Rated]) -> bool:
        """Keep the ratings after some games; see `Games.rate`."""
        between = "WHERE (ended, table_key, number) > (?, ?, ?) AND " + _NOT_BEHIND
        with self._change() as connection:
            (there,) = connection.execute(
                f"SELECT count(*) FROM games {between}",  # noqa: S608
                (*was, *now),
            ).fetchone()
            if _rated_up_to(connection) != was or there != games:
                return False
            if _forgotten(connection, marks_of(rated)):
                return False
            connection.execute(f"DELETE FROM rated {between}", (*was, *now))  # noqa: S608
            database.execute_many(
                connection,
                "INSERT INTO rated VALUES {rows}",
                [(one.who, *one.place, one.mu, one.sigma) for one in rated],
            )
            _put_up_to(connection, now)
        return True

    def ratings(self, who: Iterable[str], up_to: Place | None = None) -> dict[str, Rated]:
        """The last ratings of those who have one; see `Games.ratings`."""
        with self._session() as connection:
            found = [_history(connection, one, 1, up_to) for one in set(who)]
        return {one.who: one for some in found for one in some}

    def history(self, who: str, limit: int) -> list[Rated]:
        """The ratings of somebody, the last one first."""
        with self._session() as connection:
            return _history(connection, who, limit)

    def drop(self) -> None:
        """Forget everything: all logs are to be read again."""
        with self._change() as connection:
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
            with self._change() as connection:
                changed = connection.execute(statement, (STEP,)).rowcount


def forget(connection: sqlite3.Connection, keys: list[tuple[int]]) -> None:
    """Forget the games of tables that are removed."""
    for table in ("games", "played", "rated"):
        connection.executemany(f"DELETE FROM {table} WHERE table_key = ?", keys)  # noqa: S608


def _log(connection: sqlite3.Connection, table: str, key: int, written: int) -> Log:
    rows = connection.execute(
        "SELECT entry FROM entries WHERE table_key = ? ORDER BY number", (key,)
    )
    return Log(table, key, written, [entry for (entry,) in rows])


def _game(row: Any) -> KeptGame:
    table, ended, key, number, about, people, heard = row
    return KeptGame(table, Place(ended, key, number), about, tuple(json.loads(people)), heard)


def _forgotten(connection: sqlite3.Connection, marks: set[bytes]) -> set[bytes]:
    """Those of the marks that are of people who are to be forgotten."""
    if connection.execute("SELECT 1 FROM forgotten LIMIT 1").fetchone() is None:
        return set()
    find = "SELECT mark FROM forgotten WHERE mark = ?"
    return {mark for mark in marks if connection.execute(find, (mark,)).fetchone()}


def _rename(connection: sqlite3.Connection, leaving: Leaving, was: KeptGame, now: KeptGame) -> None:
    at = was.place
    connection.execute(
        "UPDATE games SET about = ?, people = ? WHERE table_key = ? AND number = ?",
        (now.about, json.dumps(now.people), at.key, at.number),
    )
    rated = "SELECT who FROM rated WHERE table_key = ? AND number = ?"
    for (who,) in connection.execute(rated, (at.key, at.number)).fetchall():
        connection.execute(
            "UPDATE rated SET who = ? WHERE who = ? AND ended = ? AND table_key = ? AND number = ?",
            (renamed_who(who, leaving), who, *at),
        )


def _remove(connection: sqlite3.Connection, games: list[KeptGame]) -> None:
    at = [(one.place.key, one.place.number) for one in games]
    for table in ("games", "played"):
        connection.executemany(f"DELETE FROM {table} WHERE table_key = ? AND number = ?", at)  # noqa: S608


def _insert(connection: sqlite3.Connection, games: list[KeptGame]) -> None:
    database.execute_many(
        connection,
        "INSERT INTO games VALUES {rows}",
        [
            (key, number, ended, about, json.dumps(people), heard)
            for _, (ended, key, number), about, people, heard in games
        ],
    )
    database.execute_many(
        connection,
        "INSERT OR IGNORE INTO played VALUES {rows}",
        [(person, *one.place) for one in games for person in one.people if person],
    )


def _go_back(connection: sqlite3.Connection, shifted: Shift) -> None:
    """Have everything rated again from a place on; what is rated behind it can still be read."""
    connection.executemany(
        "DELETE FROM rated WHERE ended = ? AND table_key = ? AND number = ?", shifted.gone
    )
    if shifted.first is not None and shifted.first <= _rated_up_to(connection):
        _put_up_to(connection, shifted.first._replace(number=shifted.first.number - 1))


def _rated_up_to(connection: sqlite3.Connection) -> Place:
    return Place(*connection.execute("SELECT * FROM rated_up_to").fetchone())


def _put_up_to(connection: sqlite3.Connection, place: Place) -> None:
    connection.execute("UPDATE rated_up_to SET ended = ?, table_key = ?, number = ?", place)


def _history(
    connection: sqlite3.Connection, who: str, limit: int, up_to: Place | None = None
) -> list[Rated]:
    rows = connection.execute(
        f"SELECT ended, table_key, number, mu, sigma FROM rated WHERE who = ? AND {_NOT_BEHIND}"  # noqa: S608
        " ORDER BY ended DESC, table_key DESC, number DESC LIMIT ?",
        (who, *(up_to or END), max(limit, 0)),
    )
    return [Rated(who, Place(*row[:3]), *row[3:]) for row in rows]
