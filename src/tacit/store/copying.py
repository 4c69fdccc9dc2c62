"""Whole databases, copied while they are in use: a backup is a SQLite file, whatever was copied.

A copy holds what was durable at one moment: all logs, who is at which table, devices, secrets,
passkeys, recovery codes, answers about research, and who was deleted.
"""

from __future__ import annotations

import contextlib
import sqlite3
from collections.abc import Callable, Coroutine, Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

from tacit.store import database, file_of, is_shared
from tacit.store.keeping import Passkey
from tacit.store.lock import Lock
from tacit.store.store import StoreError

if TYPE_CHECKING:
    from asyncpg import Connection

PAGES = 1000
"""Pages copied at a time: whoever plays writes in between."""
ROWS = 2000


class Copied(NamedTuple):
    """What is in a copy."""

    tables: int
    entries: int


class _Part(NamedTuple):
    """A table of the schema, by the columns that both databases have."""

    name: str
    columns: tuple[str, ...]
    flags: tuple[str, ...] = ()
    """Columns that SQLite keeps as numbers."""


_TABLES = _Part("tables", ("key", "id", "closed", "written"), ("closed",))
_PARTS = (
    _TABLES,
    _Part("entries", ("table_key", "number", "entry")),
    _Part("people", ("person", "table_key")),
    _Part("devices", ("person", "id", "label", "seen", "ended"), ("ended",)),
    _Part("secrets", ("name", "secret")),
    _Part("passkeys", Passkey._fields),
    _Part("kept", ("person", "name", "code", "made")),
    _Part("consents", ("person", "agreed", "at"), ("agreed",)),
    _Part("forgotten", ("mark",)),
    _Part("forgetting", ("person", "alias", "at")),
)


def copy(source: str, target: str) -> Copied:
    """Copy a database to a place where there is none yet; StoreError if that cannot be."""
    if is_shared(source) and is_shared(target):
        raise StoreError("From PostgreSQL to PostgreSQL copy with pg_dump and psql.")
    if is_shared(source):
        return _to_file(_file(target), lambda file: _run(lambda: _from_postgres(source, file)))
    path = Path(_file(source))
    if not path.is_file():
        raise StoreError(f"{path} cannot be copied: there is no such file.")
    if is_shared(target):
        copied: Copied = _run(lambda: _to_postgres(path, target))
        return copied
    return _to_file(_file(target), lambda file: _from_file(path, file))


def _file(url: str) -> str:
    file = file_of(url)
    if file is None:
        raise StoreError("What is in memory cannot be copied.")
    return file


def _to_file(name: str, fill: Callable[[Path], None]) -> Copied:
    """Make a file whole or not at all; one that is there is never written over."""
    path = Path(name).absolute()
    lock = Lock(path)
    beside = path.with_name(f".{path.name[:200]}.copy")
    try:
        if path.exists():
            raise StoreError(f"{name} is there already: nothing is written over it.")
        beside.unlink(missing_ok=True)
        fill(beside)
        with contextlib.closing(database.connect(beside)) as connection:
            # Nothing of the copy may stay in a file beside it.
            connection.execute("PRAGMA journal_mode = DELETE")
            (state,) = connection.execute("PRAGMA quick_check").fetchone()
            if state != "ok":
                raise StoreError(f"The copy is damaged: {state}.")
            counted = _count(connection)
        beside.rename(path)
    except sqlite3.Error as error:
        raise StoreError(f"{name} could not be made: {error}.") from error
    finally:
        beside.unlink(missing_ok=True)
        lock.release()
        path.with_name(f"{path.name}.lock").unlink(missing_ok=True)
    return counted


def _count(connection: sqlite3.Connection) -> Copied:
    (tables,) = connection.execute("SELECT count(*) FROM tables").fetchone()
    (entries,) = connection.execute("SELECT count(*) FROM entries").fetchone()
    return Copied(tables, entries)


def _from_file(path: Path, file: Path) -> None:
    file.touch(mode=0o600)  # secrets are in there
    try:
        with (
            contextlib.closing(database.connect(path)) as source,
            contextlib.closing(sqlite3.connect(file)) as target,
        ):
            source.backup(target, pages=PAGES)
            # Brings a copy of an older database up to date, and refuses what is none of ours.
            database.bring_up_to_date(target, path)
    except sqlite3.Error as error:
        raise StoreError(f"{path} cannot be copied: {error}.") from error


def _run(work: Callable[[], Coroutine[Any, Any, Any]]) -> Any:
    """Run something that speaks with PostgreSQL; its refusals become one line."""
    import asyncio  # noqa: PLC0415

    import asyncpg  # noqa: PLC0415

    try:
        return asyncio.run(work())
    except (OSError, TimeoutError, asyncpg.PostgresError, asyncpg.InterfaceError) as error:
        raise StoreError(f"The database cannot be copied: {error}.") from error


async def _from_postgres(url: str, file: Path) -> None:
    from tacit.store.postgres_lines import connect  # noqa: PLC0415

    connection = await connect(url)
    try:
        with contextlib.closing(database.create(file)) as target, target:
            target.execute("BEGIN IMMEDIATE")
            await connection.execute("SET statement_timeout = 0")
            # One moment for all parts, without making anybody wait.
            async with connection.transaction(isolation="repeatable_read", readonly=True):
                for part in _PARTS:
                    await _read_part(connection, part, target)
    finally:
        await connection.close()


async def _read_part(connection: Connection, part: _Part, target: sqlite3.Connection) -> None:
    columns = ", ".join(part.columns)
    marks = ", ".join("?" * len(part.columns))
    query = f"SELECT {columns} FROM {part.name}"  # noqa: S608  # names of our own
    insert = f"INSERT INTO {part.name} ({columns}) VALUES ({marks})"  # noqa: S608
    rows: list[tuple[Any, ...]] = []
    async for row in connection.cursor(query, prefetch=ROWS):
        rows.append(tuple(row))
        if len(rows) >= ROWS:
            target.executemany(insert, rows)
            rows.clear()
    target.executemany(insert, rows)


async def _to_postgres(path: Path, url: str) -> Copied:
    from tacit.store.postgres_lines import connect  # noqa: PLC0415
    from tacit.store.postgres_schema import migrate  # noqa: PLC0415

    with contextlib.closing(database.connect(path)) as source:
        database.check_ours(source, path)
        source.execute("BEGIN")  # one moment for all parts
        connection = await connect(url)
        try:
            await connection.execute("SET statement_timeout = 0")
            await migrate(connection)
            async with connection.transaction():
                if await connection.fetchval("SELECT EXISTS (SELECT FROM tables)"):
                    raise StoreError(
                        "There are games in that database already: copy into an empty one."
                    )
                # A site that was started on it, and had no table yet, drew secrets of its own.
                await connection.execute("DELETE FROM secrets")
                for part in _PARTS:
                    await _write_part(connection, part, source)
                await connection.execute(
                    "SELECT setval(pg_get_serial_sequence('tables', 'key'),"
                    " (SELECT greatest(max(key), 1) FROM tables))"
                )
        finally:
            await connection.close()
        return _count(source)


async def _write_part(connection: Connection, part: _Part, source: sqlite3.Connection) -> None:
    columns = list(part.columns)
    if part is _TABLES:  # PostgreSQL also keeps where each log ends
        query = (
            "SELECT key, id, closed, written, (SELECT count(*) FROM entries WHERE table_key = key)"
            " FROM tables"
        )
        columns.append("length")
    else:
        query = f"SELECT {', '.join(columns)} FROM {part.name}"  # noqa: S608
    flags = [columns.index(flag) for flag in part.flags]
    rows = source.execute(query)
    while some := rows.fetchmany(ROWS):
        await connection.copy_records_to_table(
            part.name, records=_with_flags(some, flags), columns=columns
        )


def _with_flags(rows: list[tuple[Any, ...]], flags: list[int]) -> Iterator[tuple[Any, ...]]:
    for row in rows:
        yield tuple(bool(one) if place in flags else one for place, one in enumerate(row))
