"""Upgrades the PostgreSQL schema, step by step, for as long as it takes.

Nodes of the version before go on meanwhile. No statement has a limit, but one that has to lock a
table lets the others pass whenever it cannot have the lock at once. After a kill at any moment the
next call goes on with the step that was not done.
"""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import AsyncIterator, Callable
from typing import TYPE_CHECKING

import asyncpg

from tacit.store.postgres import schema
from tacit.store.postgres.connections import CONNECT_TIMEOUT_S

if TYPE_CHECKING:
    from asyncpg import Connection

Tell = Callable[[str], None]

LOCK_MS = 1000
"""How long a statement waits for a table: statements after it wait as well."""
AGAIN_AFTER_S = 1.0
TELL_EVERY_S = 2.0
_LOCK = int.from_bytes(b"TCIT", "big")


async def upgrade(url: str, tell: Tell) -> None:
    """Bring a database to this version; StoreError, and nothing changed, if that cannot be."""
    async with _connected(url) as connection:
        if (await schema.schema_of(connection)).version >= schema.VERSION:
            return
        async with _alone(connection, tell):
            # Nodes start at the same time: one does it, the others find it done.
            found = await schema.schema_of(connection)
            if found.version == 0:
                await _make(connection)
                return
            for version in range(found.version + 1, schema.VERSION + 1):
                tell(f"Database: version {version} of {schema.VERSION}.")
                await _step(connection, url, version, tell)


@contextlib.asynccontextmanager
async def _connected(url: str) -> AsyncIterator[Connection]:
    """Return a connection without limits of time."""
    settings = {"application_name": "tacit upgrade", "statement_timeout": "0"}
    connection = await asyncpg.connect(url, timeout=CONNECT_TIMEOUT_S, server_settings=settings)
    try:
        yield connection
    finally:
        await connection.close()


@contextlib.asynccontextmanager
async def _alone(connection: Connection, tell: Tell) -> AsyncIterator[None]:
    """Take the lock on schema changes; it is released when this process ends."""
    waiting = _Waiting(tell, "Database: another node brings it up to date.")
    while not await connection.fetchval("SELECT pg_try_advisory_lock($1)", _LOCK):
        waiting.tell()
        await asyncio.sleep(AGAIN_AFTER_S / 10)
    try:
        yield
    finally:
        await connection.execute("SELECT pg_advisory_unlock($1)", _LOCK)


class _Waiting:
    """Tells now and then that something is waited for."""

    def __init__(self, tell: Tell, why: str) -> None:
        self._tell = tell
        self._why = why
        self._next = asyncio.get_running_loop().time() + TELL_EVERY_S

    def tell(self, more: str = "") -> None:
        """Tell it, if it is time."""
        now = asyncio.get_running_loop().time()
        if now >= self._next:
            self._next = now + TELL_EVERY_S
            self._tell(f"{self._why}{more}")


async def _make(connection: Connection) -> None:
    """Make all tables in a database without any."""
    async with connection.transaction():
        await connection.execute(
            "CREATE TABLE IF NOT EXISTS tacit (version integer NOT NULL, oldest integer NOT NULL)"
        )
        for version, script in enumerate(schema.SCRIPTS, 1):
            await connection.execute(script)
            for index in schema.SLOW.get(version, schema.Slow()).indexes:
                await connection.execute(f"CREATE INDEX {index.name} ON {index.on}")
        await _note(connection, schema.VERSION)


async def _step(connection: Connection, url: str, version: int, tell: Tell) -> None:
    """Take one step; its version is noted with the last piece of it."""
    slow = schema.SLOW.get(version)
    script = schema.SCRIPTS[version - 1]

    async def run() -> None:
        async with connection.transaction():
            await connection.execute(f"SET LOCAL lock_timeout = {LOCK_MS}")
            await connection.execute(script)
            if slow is None:
                await _note(connection, version)

    await _patiently(connection, run, tell)
    if slow is None:
        return
    for index in slow.indexes:
        await _build(connection, url, index, tell)
    for statement in slow.batches:
        rows = _Waiting(tell, "Database: rows are brought up to date")
        done = 0
        while changed := int((await connection.execute(statement)).rpartition(" ")[2]):
            done += changed
            rows.tell(f", {done:,} so far.")
    await _note(connection, version)


async def _note(connection: Connection, version: int) -> None:
    async with connection.transaction():
        await connection.execute("DELETE FROM tacit")
        await connection.execute("INSERT INTO tacit VALUES ($1, $2)", version, schema.OLDEST)


async def _patiently(connection: Connection, run: Callable[[], object], tell: Tell) -> None:
    """Try again for as long as others hold a lock, and let them work in between."""
    waiting = _Waiting(tell, "Database: waiting for a lock")
    while True:
        try:
            await run()  # type: ignore[misc]
        except asyncpg.LockNotAvailableError:
            waiting.tell(await _holder(connection))
            await asyncio.sleep(AGAIN_AFTER_S)
        else:
            return


async def _holder(connection: Connection) -> str:
    """Return who has been in a transaction for longest, which is most likely who is waited for."""
    row = await connection.fetchrow(
        "SELECT pid, application_name, extract(epoch FROM now() - xact_start)::int AS seconds"
        " FROM pg_stat_activity WHERE datname = current_database() AND pid <> pg_backend_pid()"
        " AND xact_start IS NOT NULL ORDER BY xact_start LIMIT 1"
    )
    if row is None:
        return "."
    named = f" {row['application_name']!r}" if row["application_name"] else ""
    return f": process {row['pid']}{named} has been in a transaction for {row['seconds']} s."


async def _build(connection: Connection, url: str, index: schema.Index, tell: Tell) -> None:
    """Build an index while others read and write; one that was left half built is built anew."""
    valid = await connection.fetchval(
        "SELECT indisvalid FROM pg_index WHERE indexrelid = to_regclass($1)", index.name
    )
    if valid:
        return
    if valid is not None:
        await connection.execute(f"DROP INDEX CONCURRENTLY {index.name}")
    watching = asyncio.create_task(_watch(url, connection.get_server_pid(), index, tell))
    try:
        await connection.execute(f"CREATE INDEX CONCURRENTLY {index.name} ON {index.on}")
    finally:
        watching.cancel()
        await asyncio.gather(watching, return_exceptions=True)


async def _watch(url: str, pid: int, index: schema.Index, tell: Tell) -> None:
    """Tell how far an index is."""
    await asyncio.sleep(TELL_EVERY_S)
    async with _connected(url) as connection:
        while True:
            row = await connection.fetchrow(
                "SELECT phase, blocks_done, blocks_total, current_locker_pid AS holder"
                " FROM pg_stat_progress_create_index WHERE pid = $1",
                pid,
            )
            if row is not None:
                total = row["blocks_total"]
                part = f", {row['blocks_done'] / total:.0%}" if total else ""
                holder = f", for process {row['holder']}" if row["holder"] else ""
                tell(f"Database: index {index.name}, {row['phase']}{part}{holder}.")
            await asyncio.sleep(TELL_EVERY_S)
