"""The projection in PostgreSQL, which every node may write.

What two nodes write of one table is the same, so who comes first does not matter; one lock keeps
them from doing it at once. No node that plays waits for it: the tables of the logs are only touched
by statements that are a transaction of their own.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Sequence
from typing import TYPE_CHECKING, Any

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
    renamed,
    renamed_who,
    shift,
    without,
)
from tacit.store.postgres.connections import Readers, Work, changed_rows

if TYPE_CHECKING:
    from asyncpg import Connection

_LOCK = int.from_bytes(b"TCGM", "big")
_UNPROJECTED = (
    "(SELECT id, key, written FROM tables WHERE closed AND looked < written"
    " ORDER BY written LIMIT $1) UNION ALL (SELECT id, key, written FROM tables"
    " WHERE NOT closed AND looked < finished ORDER BY written LIMIT $1) ORDER BY written LIMIT $1"
)
STEP = 5000
"""Rows that are removed in one transaction."""
_AT_ONCE = 200
"""Games that are renamed in one go: a connection has only so long, and others wait for the lock."""


class PostgresGames(Games):
    """The finished games of a PostgreSQL store."""

    def __init__(self, readers: Readers) -> None:
        self._readers = readers

    def _read(self, query: str, *values: object) -> list[Any]:
        work: Work[list[Any]] = lambda connection: connection.fetch(query, *values)  # noqa: E731
        return self._readers.do(work)

    def _change(self, statement: str, *values: object) -> int:
        return changed_rows(self._readers, statement, *values)

    def unprojected(self, limit: int) -> list[Log]:
        """Closed tables that were written to since; see `Games.unprojected`."""
        return self._logs(_UNPROJECTED, max(limit, 0))

    def read(self, tables: Collection[str], *, new: bool = False) -> list[Log]:
        """These tables with their logs; see `Games.read`."""
        return self._logs(
            "SELECT id, key, written FROM tables WHERE id = ANY($1::text[])"
            " AND (looked < written OR NOT $2) ORDER BY key",
            list(tables),
            new,
        )

    def _logs(self, which: str, *values: object) -> list[Log]:
        rows = self._read(
            f"WITH found AS ({which}) SELECT id, key, written,"  # noqa: S608
            " ARRAY(SELECT entry FROM entries WHERE table_key = key ORDER BY number) FROM found",
            *values,
        )
        return [Log(*row) for row in rows]

    def backlog(self, limit: int) -> Backlog:
        """What is still to be read and rated."""
        ((unprojected, since),) = self._read(
            f"WITH found AS ({_UNPROJECTED}) SELECT count(*), min(written) FROM found",  # noqa: S608
            max(limit, 0),
        )
        ((unrated,),) = self._read(
            "SELECT count(*) FROM (SELECT FROM games WHERE (ended, table_key, number) >"
            " (SELECT ended, table_key, number FROM rated_up_to) LIMIT $1) waiting",
            max(limit, 0),
        )
        return Backlog(unprojected, since, unrated)

    def put(self, found: Found, weight: Weight) -> int:
        """Keep all games of some logs instead of those kept before; see `Games.put`."""

        async def put(connection: Connection) -> int:
            async with connection.transaction():
                await _alone(connection)
                known = without(found, await _erased(connection, marks_in(found)))
                await _put(connection, self.game, known, weight)
            logs = [log for log, _ in known]
            await connection.execute(
                "UPDATE tables SET looked = greatest(looked, l.written)"
                " FROM unnest($1::bigint[], $2::bigint[], $3::text[]) AS l (key, written, id)"
                " WHERE tables.key = l.key AND tables.id = l.id",
                [log.key for log in logs],
                [log.written for log in logs],
                [log.table for log in logs],
            )
            return len(logs)

        return self._readers.do(put, "saved")

    def rename(self, erasure: Erasure, abouts: Abouts) -> None:
        """Put an alias in a person's place; see `Games.rename`."""

        async def rename_some(connection: Connection) -> int:
            async with connection.transaction():
                await _alone(connection)
                rows = await connection.fetch(sql_games.GAMES_OF, erasure.person, _AT_ONCE)
                for game in map(self.game, rows):
                    await _rename(connection, erasure, game, renamed(game, erasure, abouts))
            return len(rows)

        while self._readers.do(rename_some, "saved"):
            pass

    def rate(self, was: Position, now: Position, games: int, rated: Sequence[Rated]) -> bool:
        """Keep the ratings after some games; see `Games.rate`."""

        async def rate(connection: Connection) -> bool:
            async with connection.transaction():
                await _alone(connection)
                if await _rated_up_to(connection) != was:
                    return False
                there = f"SELECT count(*) FROM games {sql_games.BETWEEN}"  # noqa: S608
                if await connection.fetchval(there, *was, *now) != games:
                    return False
                if await _erased(connection, marks_of(rated)):
                    return False
                await connection.execute(f"DELETE FROM rated {sql_games.BETWEEN}", *was, *now)  # noqa: S608
                await connection.executemany(
                    "INSERT INTO rated VALUES ($1, $2, $3, $4, $5, $6)",
                    [(one.who, *one.position, one.mu, one.sigma) for one in rated],
                )
                await _put_up_to(connection, now)
            return True

        return self._readers.do(rate, "saved")

    def ratings(self, who: Iterable[str], up_to: Position | None = None) -> dict[str, Rated]:
        """The last ratings of those who have one; see `Games.ratings`."""
        rows = self._read(
            "SELECT w.who, r.* FROM unnest($1::text[]) AS w (who), LATERAL ("
            " SELECT ended, table_key, number, mu, sigma FROM rated WHERE rated.who = w.who"
            " AND (ended, table_key, number) <= ($2, $3, $4)"
            " ORDER BY ended DESC, table_key DESC, number DESC LIMIT 1) r",
            list(set(who)),
            *(up_to or END),
        )
        return {row[0]: Rated(row[0], Position(*row[1:4]), *row[4:]) for row in map(tuple, rows)}

    def drop(self) -> None:
        """Delete the projection: all logs are to be read again."""

        async def go_back(connection: Connection) -> None:
            async with connection.transaction():
                await _alone(connection)
                await _put_up_to(connection, BEGINNING)

        self._readers.do(go_back, "saved")
        for table in ("games", "played", "rated"):
            some = f"SELECT ctid FROM {table} LIMIT {STEP}"  # noqa: S608
            self._in_steps(f"DELETE FROM {table} WHERE ctid = ANY(ARRAY({some}))")  # noqa: S608
        some = f"SELECT key FROM tables WHERE looked > 0 LIMIT {STEP}"  # noqa: S608
        self._in_steps(f"UPDATE tables SET looked = 0 WHERE key IN ({some})")  # noqa: S608

    def _in_steps(self, statement: str) -> None:
        """Do something to a few rows at a time until there are none: no node waits for long."""

        async def step(connection: Connection) -> str:
            async with connection.transaction():
                await _alone(connection)
                return str(await connection.execute(statement))

        while not self._readers.do(step, "saved").endswith(" 0"):
            pass


async def _alone(connection: Connection) -> None:
    """Wait until no other node writes here."""
    await connection.execute("SELECT pg_advisory_xact_lock($1)", _LOCK)


async def _put(
    connection: Connection, game: Callable[[Any], KeptGame], found: Found, weight: Weight
) -> None:
    keys = [log.key for log, _ in found]
    # Some may have been removed meanwhile.
    there = await connection.fetch("SELECT key, id FROM tables WHERE key = ANY($1::bigint[])", keys)
    here = {tuple(row) for row in there}
    found = [one for one in found if (one[0].key, one[0].table) in here]
    rows = await connection.fetch(f"{sql_games.GAMES} WHERE key = ANY($1::bigint[])", keys)
    changed = changes(map(game, rows), found)
    await _remove(connection, [was for was, _ in changed if was is not None])
    await _insert(connection, [now for _, now in changed if now is not None])
    await _go_back(connection, shift(changed, weight))


async def _go_back(connection: Connection, shifted: Shift) -> None:
    """Have everything rated again from a place on; what is rated behind it can still be read."""
    await connection.executemany(sql_games.UNRATE, shifted.gone)
    first = shifted.first
    if first is not None and first <= await _rated_up_to(connection):
        await _put_up_to(connection, first._replace(number=first.number - 1))


async def _erased(connection: Connection, marks: set[bytes]) -> set[bytes]:
    """Those marks that are of erased people."""
    rows = await connection.fetch(
        "SELECT mark FROM forgotten WHERE mark = ANY($1::bytea[])", list(marks)
    )
    return {bytes(mark) for (mark,) in rows}


async def _rename(connection: Connection, erasure: Erasure, was: KeptGame, now: KeptGame) -> None:
    ended, key, number = was.position
    await connection.execute(sql_games.RENAME_GAME, now.about, list(now.people), key, number)
    await connection.execute(
        "UPDATE played SET person = $1"
        " WHERE person = $2 AND ended = $3 AND table_key = $4 AND number = $5",
        *(erasure.alias, erasure.person, ended, key, number),
    )
    for (who,) in await connection.fetch(sql_games.RATED_IN_GAME, key, number):
        alias = renamed_who(who, erasure)
        await connection.execute(sql_games.RENAME_RATED, alias, who, ended, key, number)


async def _remove(connection: Connection, games: list[KeptGame]) -> None:
    at = [(one.position.key, one.position.number) for one in games]
    await connection.executemany("DELETE FROM games WHERE table_key = $1 AND number = $2", at)
    await connection.executemany("DELETE FROM played WHERE table_key = $1 AND number = $2", at)


async def _insert(connection: Connection, games: list[KeptGame]) -> None:
    await connection.executemany(
        "INSERT INTO games VALUES ($1, $2, $3, $4, $5, $6, $7)",
        [
            (key, number, ended, about, list(people), heard, label)
            for _, (ended, key, number), about, people, heard, label in games
        ],
    )
    await connection.executemany(
        "INSERT INTO played VALUES ($1, $2, $3, $4) ON CONFLICT DO NOTHING",
        [(person, *one.position) for one in games for person in one.people if person],
    )


async def _rated_up_to(connection: Connection) -> Position:
    return Position(*await connection.fetchrow(sql_games.RATED_UP_TO))


async def _put_up_to(connection: Connection, position: Position) -> None:
    await connection.execute(sql_games.PUT_UP_TO, *position)
