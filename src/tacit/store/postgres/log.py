"""The log in PostgreSQL, for several nodes: each writes its own tables, none writes another's."""

from __future__ import annotations

import asyncio
import contextlib
import hashlib
import itertools
import secrets
import time
from collections.abc import AsyncIterator, Container, Sequence
from typing import TYPE_CHECKING, Any, TypeVar

from tacit.store.postgres import schema
from tacit.store.postgres.append import Batch
from tacit.store.postgres.connections import Line, Readers, Work, connect
from tacit.store.postgres.erasure import PostgresForgetting
from tacit.store.postgres.games import PostgresGames
from tacit.store.postgres.orders import PostgresOrders
from tacit.store.postgres.upgrade import Tell, upgrade
from tacit.store.store import (
    NOBODY,
    SECRET_BYTES,
    Device,
    Done,
    OnCommit,
    People,
    Quiet,
    StoreError,
    Unreachable,
    checked_secret,
    fault,
    id_fault,
    older,
    silent,
    where_of,
)
from tacit.store.writer import Append, Writer, tell

if TYPE_CHECKING:
    from asyncpg import Connection

T = TypeVar("T")
ALIVE = 30.0
"""Seconds after which a node that says nothing is dead, as far as ending its tables goes."""


class PostgresStore(PostgresForgetting, PostgresOrders):
    """A store in a database that is there; its tables are made, or brought up to date.

    Without `upgrade` one that is not of this version is refused.
    """

    def __init__(
        self,
        url: str,
        on_commit: OnCommit | None = None,
        *,
        upgrade: bool = True,
        tell: Tell = silent,
    ) -> None:
        self.node = secrets.token_hex(8)
        self._url = url
        self._on_commit = on_commit
        self._moment = 0
        self._claims: dict[str, str] = {}
        """The tables that were claimed here, each with what marks this claim and no other."""
        self._numbers = itertools.count(1)
        self._readers = Readers(url)
        try:
            self._readers.call(_prepare(url, tell) if upgrade else _check(url))
        except BaseException:
            self._readers.close()
            raise
        self.games = PostgresGames(self._readers)
        self._loop = asyncio.new_event_loop()
        self._line = Line(url)
        self._writer = Writer(self._write, self._stop)

    # The logs

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
        """Queue entries to follow entry number `after`; see `Store.append`."""
        kept = tuple(entries)
        wrong, claim = fault(table, kept), self._claims.get(table)
        self._writer.put(Append(table, after, kept, closed, done, wrong, people, claim))

    def load(self, table: str) -> list[bytes]:
        """All durable entries of a table in order; empty if there is no such table."""
        if id_fault(table):
            return []
        rows = self._fetch(
            "SELECT number, entry FROM entries JOIN tables ON table_key = key"
            " WHERE id = $1 ORDER BY number",
            table,
        )
        if rows and rows[-1][0] != len(rows):
            raise StoreError(f"The log of table {table} is damaged: entries are missing.")
        return [entry for _, entry in rows]

    def open_tables(self, limit: int) -> list[str]:
        """Ids of tables not closed, most recently written first."""
        rows = self._fetch(
            "SELECT id FROM tables WHERE NOT closed ORDER BY written DESC LIMIT $1", max(limit, 0)
        )
        return [table for (table,) in rows]

    def tables_of(self, person: str, limit: int) -> list[str]:
        """Ids of tables not closed that somebody is at, most recently written first."""
        rows = self._fetch(
            "SELECT id FROM people JOIN tables ON table_key = key"
            " WHERE person = $1 AND NOT closed ORDER BY written DESC LIMIT $2",
            person,
            max(limit, 0),
        )
        return [table for (table,) in rows]

    def quiet_tables(self, after: int, before: int, limit: int) -> list[Quiet]:
        """Tables not closed last written between two moments, the first written first.

        What another node plays, quietly, is not among them.
        """
        rows = self._fetch(
            "SELECT tables.id, written FROM tables LEFT JOIN nodes"
            " ON nodes.id = split_part(holder, ':', 1) AND nodes.id <> $4"
            " AND seen > now() - make_interval(secs => $5)"
            " WHERE NOT closed AND written > $1 AND written < $2 AND nodes.id IS NULL"
            " ORDER BY written LIMIT $3",
            after,
            before,
            max(limit, 0),
            self.node,
            ALIVE,
        )
        return [Quiet(*row) for row in rows]

    def prune(self, before: int, limit: int, keep: Container[str] = ()) -> int:
        """Remove some closed tables last written before a moment; see `Store.prune`.

        What another node has in memory stays.
        """
        rows = self._fetch(
            "SELECT tables.id FROM tables LEFT JOIN nodes"
            " ON nodes.id = split_part(holder, ':', 1) AND nodes.id <> $2"
            " AND seen > now() - make_interval(secs => $3)"
            " WHERE closed AND written < $1 AND nodes.id IS NULL ORDER BY written LIMIT $4",
            before,
            self.node,
            ALIVE,
            limit + 10_000,
        )
        old = [table for (table,) in rows if table not in keep][:limit]
        removed = self._fetch(
            "WITH gone AS (DELETE FROM tables WHERE id = ANY($1::text[]) AND closed"
            " AND written < $2 RETURNING key),"
            " logs AS (DELETE FROM entries USING gone WHERE table_key = key),"
            " there AS (DELETE FROM people USING gone WHERE table_key = key),"
            " past AS (DELETE FROM games USING gone WHERE table_key = key),"
            " whose AS (DELETE FROM played USING gone WHERE table_key = key),"
            " rates AS (DELETE FROM rated USING gone WHERE table_key = key)"
            " SELECT key FROM gone",
            old,
            before,
            purpose="saved",
        )
        return len(removed)

    # People

    def keep_device(self, person: str, device: Device) -> None:
        """Keep a device of somebody as it is now; wait until it is durable."""
        self._execute(
            "INSERT INTO devices (person, id, label, seen, ended) VALUES ($1, $2, $3, $4, $5)"
            " ON CONFLICT (person, id) DO UPDATE SET label = excluded.label, seen = excluded.seen,"
            " ended = excluded.ended, changed = now()",
            person,
            *device,
        )

    def devices(self, person: str) -> list[Device]:
        """All devices kept of somebody, the last seen first."""
        rows = self._fetch(
            "SELECT id, label, seen, ended FROM devices WHERE person = $1 ORDER BY seen DESC, id",
            person,
        )
        return [Device(*row) for row in rows]

    def ended_devices(self) -> set[tuple[str, str]]:
        """Person and id of every device that was ended."""
        return {tuple(row) for row in self._fetch("SELECT person, id FROM devices WHERE ended")}

    def secret(self, name: str) -> bytes:
        """32 random bytes kept under a name, drawn the first time they are asked for."""
        drawn = secrets.token_bytes(SECRET_BYTES)
        # Another node may be drawing too: the first one's stays, both read that.
        self._execute("INSERT INTO secrets VALUES ($1, $2) ON CONFLICT DO NOTHING", name, drawn)
        ((secret,),) = self._fetch("SELECT secret FROM secrets WHERE name = $1", name)
        return checked_secret(name, bytes(secret))

    def keep_setting(self, name: str, value: bytes) -> None:
        """Keep what the host of the site has set, instead of before; wait until it is durable."""
        self._execute(
            "INSERT INTO settings VALUES ($1, $2)"
            " ON CONFLICT (name) DO UPDATE SET value = excluded.value",
            name,
            value,
        )

    def settings(self) -> dict[str, bytes]:
        """All that the host of the site has set, by name."""
        return dict(map(tuple, self._fetch("SELECT name, value FROM settings")))

    # The store itself

    def backlog(self) -> int:
        """How many appends wait to be written."""
        return self._writer.backlog()

    def check(self) -> None:
        """Raise StoreError if nothing could be written now: write what is there already."""
        writes = "UPDATE tacit SET version = version"
        self._readers.do(lambda connection: connection.execute(writes), "saved", patience=0.5)

    def close(self) -> None:
        """Write what is queued, then stop. Idempotent; what was written can still be read."""
        self._writer.close()
        self._readers.close()

    # What only several nodes need: see `Shared`

    def claim(self, table: str) -> bool:
        """Take a table, from another node if need be; False if there is none."""
        if id_fault(table):
            return False
        claim = f"{self.node}:{next(self._numbers)}"
        take = "UPDATE tables SET holder = $2 WHERE id = $1 RETURNING id"
        found = bool(self._fetch(take, table, claim, purpose="saved"))
        if found:
            self._claims[table] = claim
        return found

    def release(self, table: str) -> None:
        """Let a table go, if it is still held; does not wait."""
        claim = self._claims.pop(table, None)
        if claim is None:
            return
        free = "UPDATE tables SET holder = NULL WHERE id = $1 AND holder = $2"
        # If it fails, another who claims the table need not ask.
        self._readers.begin(lambda connection: connection.execute(free, table, claim))

    def lost(self) -> list[str]:
        """Ids of the tables that were claimed here and taken by another node since."""
        mine = dict(self._claims)
        rows = self._fetch(
            "SELECT id, claim FROM tables JOIN unnest($1::text[], $2::text[]) AS mine (id, claim)"
            " USING (id) WHERE holder IS DISTINCT FROM claim",
            list(mine),
            list(mine.values()),
        )
        # What was let go, or claimed again, meanwhile is not lost.
        return [table for table, claim in rows if self._claims.get(table) == claim]

    def post(self, note: bytes) -> None:
        """Tell the other nodes something, instead of what was told before."""
        self._execute(
            "INSERT INTO nodes VALUES ($1, now(), $2)"
            " ON CONFLICT (id) DO UPDATE SET seen = now(), note = $2",
            self.node,
            note,
        )

    def notes(self, seconds: float) -> dict[str, bytes]:
        """What every node told last, this one too, if it was told in the last seconds."""
        rows = self._fetch(
            "SELECT id, note FROM nodes WHERE seen > now() - make_interval(secs => $1)", seconds
        )
        return dict(map(tuple, rows))

    def leave(self) -> None:
        """Tell nothing any more; forget the nodes that are long gone."""
        self._execute(
            "DELETE FROM nodes WHERE id = $1 OR seen < now() - interval '1 day'", self.node
        )

    def newly_ended(self, seconds: float) -> set[tuple[str, str]]:
        """Person and id of the devices that were ended in the last seconds."""
        rows = self._fetch(
            "SELECT person, id FROM devices"
            " WHERE ended AND changed > now() - make_interval(secs => $1)",
            seconds,
        )
        return {tuple(row) for row in rows}

    def lend(self, token: str, person: str, seconds: float) -> None:
        """Keep a link that works once and for some time; the person's last one is forgotten."""
        self._execute(
            "INSERT INTO links VALUES ($1, $2, now() + make_interval(secs => $3))"
            " ON CONFLICT (person) DO UPDATE SET token = excluded.token, until = excluded.until",
            _hash(token),
            person,
            seconds,
        )

    def lent(self, token: str) -> str | None:
        """Whose link this is, if it still works."""
        rows = self._fetch(
            "SELECT person FROM links WHERE token = $1 AND until > now()", _hash(token)
        )
        return rows[0][0] if rows else None

    def redeem(self, token: str) -> str | None:
        """Whose link this is, if it still works; from now on it does not."""
        rows = self._fetch(
            "WITH used AS"
            " (DELETE FROM links WHERE token = $1 OR until < now() RETURNING token, person, until)"
            " SELECT person FROM used WHERE token = $1 AND until > now()",
            _hash(token),
            purpose="saved",
        )
        return rows[0][0] if rows else None

    # How

    def _fetch(self, query: str, *values: object, purpose: str = "read") -> list[Any]:
        rows: list[Any] = self._readers.do(_fetching(query, values), purpose)
        return rows

    def _execute(self, query: str, *values: object) -> None:
        self._readers.do(_fetching(query, values), "saved")

    def _write(self, batch: list[Append]) -> list[StoreError | None]:
        """Write a batch in one statement; in the writer's thread."""
        start = time.perf_counter()
        self._moment = now = max(self._moment, time.time_ns() // 1000)
        self._moment += len(batch)
        writing = Batch(batch)

        async def work(connection: Connection) -> list[StoreError | None]:
            return await writing.write(connection, now)

        outcomes = self._loop.run_until_complete(self._line.do(work, "saved"))
        written = sum(
            len(append.entries)
            for append, outcome in zip(batch, outcomes, strict=True)
            if outcome is None
        )
        if written and self._on_commit is not None:
            tell(self._on_commit, time.perf_counter() - start, written)
        return outcomes

    def _stop(self) -> None:
        self._line.drop()
        self._loop.run_until_complete(asyncio.sleep(0))  # lets the connection close
        self._loop.close()


def _fetching(query: str, values: tuple[object, ...]) -> Work[list[Any]]:
    async def fetch(connection: Connection) -> list[Any]:
        rows: list[Any] = await connection.fetch(query, *values)
        return rows

    return fetch


def _hash(token: str) -> bytes:
    return hashlib.sha256(token.encode(errors="surrogatepass")).digest()


async def _prepare(url: str, tell: Tell) -> None:
    """Make the tables, or bring them up to date; StoreError in words if that cannot be."""
    async with _told(url):
        await upgrade(url, tell)


async def _check(url: str) -> None:
    """Raise StoreError if a database is not of this version."""
    found = await _version(url)
    if found < schema.VERSION:
        raise older(where_of(url), found, schema.VERSION)


def version_at(url: str) -> tuple[int, int]:
    """Return a database's version, and this one; StoreError if nothing can be read there."""
    found = asyncio.run(_version(url))
    if not found:
        raise older(where_of(url), found, schema.VERSION)
    return found, schema.VERSION


async def _version(url: str) -> int:
    async with _told(url):
        connection = await connect(url)
        try:
            return (await schema.schema_of(connection)).version
        finally:
            await connection.close()


@contextlib.asynccontextmanager
async def _told(url: str) -> AsyncIterator[None]:
    """Turn what goes wrong with a database as a whole into words."""
    import asyncpg  # noqa: PLC0415

    try:
        yield
    except StoreError as error:
        raise StoreError(f"{where_of(url)} cannot be used: {error}.") from error
    except (ValueError, asyncpg.InvalidAuthorizationSpecificationError) as no:
        raise StoreError(f"{where_of(url)} cannot be reached: {no}.") from no
    except (
        OSError,
        TimeoutError,
        asyncpg.InterfaceError,
        asyncpg.CannotConnectNowError,  # it starts, or stops
        asyncpg.TooManyConnectionsError,
    ) as no:
        said = str(no) or type(no).__name__
        raise Unreachable(f"{where_of(url)} cannot be reached: {said}.") from no
    except asyncpg.PostgresError as error:
        raise StoreError(f"{where_of(url)} cannot be used: {error}.") from error
