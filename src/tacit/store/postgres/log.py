"""The log in PostgreSQL, for several nodes: each writes its own tables, none writes another's."""

from __future__ import annotations

import asyncio
import contextlib
import time
from collections.abc import AsyncIterator, Container
from typing import Any

from tacit.store.postgres import schema
from tacit.store.postgres.append import Batch
from tacit.store.postgres.claims import PostgresClaims
from tacit.store.postgres.connections import Readers, Reconnecting, Work, changed_rows, connect
from tacit.store.postgres.erasure import PostgresErasures
from tacit.store.postgres.games import PostgresGames
from tacit.store.postgres.nodes import PostgresNodes
from tacit.store.postgres.upgrade import Tell, upgrade
from tacit.store.store import (
    QUIET,
    QUIET_US,
    Device,
    IdleTable,
    OnCommit,
    StoreError,
    Unreachable,
    older,
    silent,
    where_of,
)
from tacit.store.turns import DueTable
from tacit.store.writer import Append, Writer

NODE_ALIVE_S = 30.0
"""Seconds after which a node that says nothing is dead, as far as ending its tables goes."""
_PLAYED_BY = """
    nodes ON nodes.id = split_part(holder, ':', 1) AND nodes.id <> $2
    AND seen > now() - make_interval(secs => $3)
"""
# Two questions, for each has an index.
OLD = f"""
    (
        SELECT tables.id FROM tables LEFT JOIN {_PLAYED_BY}
        WHERE closed AND written < $1 AND nodes.id IS NULL ORDER BY written LIMIT $4
    ) UNION ALL (
        SELECT tables.id FROM tables LEFT JOIN {_PLAYED_BY}
        WHERE tables.id >= $5 AND tables.id < $6 AND NOT closed AND written < $7
        AND nodes.id IS NULL LIMIT $4
    ) LIMIT $4
"""  # noqa: S608  # no value is in it


class PostgresStore(PostgresErasures, PostgresClaims, PostgresNodes):
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
        super().__init__()
        self._url = url
        self._on_commit = on_commit
        self._moment = 0
        self._readers = Readers(url)
        try:
            self._readers.call(_prepare(url, tell) if upgrade else _check(url))
        except BaseException:
            self._readers.close()
            raise
        self.games = PostgresGames(self._readers)
        self._loop = asyncio.new_event_loop()
        self._connection = Reconnecting(url)
        self._writer = Writer(self._write, self._stop)

    def idle_tables(self, after_us: int, before_us: int, limit: int) -> list[IdleTable]:
        """Tables not closed last written between two moments, the first written first.

        What another node plays, quietly, is not among them.
        """
        rows = self._read(
            "SELECT tables.id, written FROM tables LEFT JOIN nodes"
            " ON nodes.id = split_part(holder, ':', 1) AND nodes.id <> $4"
            " AND seen > now() - make_interval(secs => $5)"
            " WHERE NOT closed AND written > $1 AND written < $2 AND nodes.id IS NULL"
            " AND tables.id NOT LIKE '%:%' ORDER BY written LIMIT $3",
            after_us,
            before_us,
            max(limit, 0),
            self.node,
            NODE_ALIVE_S,
        )
        return [IdleTable(*row) for row in rows]

    def due_tables(self, after_ms: int, before_ms: int, limit: int) -> list[DueTable]:
        """Tables that should be awake, the first due first; not what another node plays."""
        rows = self._read(
            "SELECT tables.id, due FROM tables LEFT JOIN nodes"
            " ON nodes.id = split_part(holder, ':', 1) AND nodes.id <> $4"
            " AND seen > now() - make_interval(secs => $5)"
            " WHERE due > 0 AND due > $1 AND due < $2 AND NOT closed AND nodes.id IS NULL"
            " ORDER BY due LIMIT $3",
            after_ms,
            before_ms,
            max(limit, 0),
            self.node,
            NODE_ALIVE_S,
        )
        return [DueTable(*row) for row in rows]

    def prune(self, before_us: int, limit: int, keep: Container[str] = ()) -> int:
        """Remove some closed tables last written before a moment; see `Store.prune`.

        What another node has in memory stays.
        """
        most = limit + 10_000
        quiet = (*QUIET, before_us - QUIET_US)
        rows = self._read(OLD, before_us, self.node, NODE_ALIVE_S, most, *quiet)
        old = [table for (table,) in rows if table not in keep][:limit]
        removed = self._read(
            "WITH gone AS (DELETE FROM tables WHERE id = ANY($1::text[]) AND written < $2"
            " AND (closed OR id >= $3 AND id < $4 AND written < $5) RETURNING key),"
            " logs AS (DELETE FROM entries USING gone WHERE table_key = key),"
            " there AS (DELETE FROM people USING gone WHERE table_key = key),"
            " past AS (DELETE FROM games USING gone WHERE table_key = key),"
            " whose AS (DELETE FROM played USING gone WHERE table_key = key),"
            " rates AS (DELETE FROM rated USING gone WHERE table_key = key)"
            " SELECT key FROM gone",
            old,
            before_us,
            *quiet,
            purpose="saved",
        )
        return len(removed)

    def keep_device(self, person: str, device: Device) -> None:
        """Keep a person's device as it is now; wait until it is durable."""
        self._change(
            "INSERT INTO devices (person, id, label, seen, ended) VALUES ($1, $2, $3, $4, $5)"
            " ON CONFLICT (person, id) DO UPDATE SET label = excluded.label, seen = excluded.seen,"
            " ended = excluded.ended, changed = now()",
            person,
            *device,
        )

    def check(self) -> None:
        """Raise StoreError if nothing could be written now: write what is there already."""
        writes = "UPDATE tacit SET version = version"
        self._readers.do(lambda connection: connection.execute(writes), "saved", retry_for_s=0.5)

    def close(self) -> None:
        """Write what is queued, then stop. Idempotent; what was written can still be read."""
        self._writer.close()
        self._readers.close()

    def _read(self, query: str, *values: object, purpose: str = "read") -> list[Any]:
        work: Work[list[Any]] = lambda connection: connection.fetch(query, *values)  # noqa: E731
        return self._readers.do(work, purpose)

    def _change(self, statement: str, *values: object) -> int:
        return changed_rows(self._readers, statement, *values)

    def _begin(self, statement: str, *values: object) -> None:
        self._readers.begin(lambda connection: connection.execute(statement, *values))

    def _write(self, batch: list[Append]) -> list[StoreError | None]:
        """Write a batch in one statement; in the writer's thread."""
        start = time.perf_counter()
        self._moment = now = max(self._moment, time.time_ns() // 1000)
        self._moment += len(batch)
        writing = Batch(batch)
        work: Work[list[StoreError | None]] = lambda connection: writing.write(connection, now)  # noqa: E731
        outcomes = self._loop.run_until_complete(self._connection.do(work, "saved"))
        self._report(batch, outcomes, start)
        return outcomes

    def _stop(self) -> None:
        self._connection.drop()
        self._loop.run_until_complete(asyncio.sleep(0))  # lets the connection close
        self._loop.close()


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
