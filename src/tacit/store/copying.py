"""Whole databases, copied while they are in use: a backup is a SQLite file, whatever was copied.

A copy holds what was durable at one moment: all logs, who is at which table, devices, secrets,
passkeys, recovery codes, answers about research, who was deleted, what the host has set, finished
games and ratings.
"""

from __future__ import annotations

import contextlib
import json
import sqlite3
from collections.abc import Callable, Coroutine
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

from tacit.store import file_of, is_shared
from tacit.store.accounts import Passkey
from tacit.store.lock import Lock
from tacit.store.sqlite import database
from tacit.store.store import StoreError, silent, where_of

if TYPE_CHECKING:
    from asyncpg import Connection

PAGES = 1000
"""Pages copied at a time: games are written in between."""
ROWS = 2000
_MAY_HAVE_FINISHED = "UPDATE tables SET finished = written WHERE NOT closed AND looked < written"
"""Some databases do not know where a game has finished and the next one has begun."""


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
    lists: tuple[str, ...] = ()
    """Columns that SQLite keeps as JSON."""


_TABLES = _Part(
    "tables", ("key", "id", "closed", "written", "looked", "finished", "due"), ("closed",)
)
_PLACE = ("ended", "table_key", "number")
_PARTS = (
    _TABLES,
    _Part("entries", ("table_key", "number", "entry")),
    _Part("people", ("person", "table_key", "awaited"), ("awaited",)),
    _Part("devices", ("person", "id", "label", "seen", "ended"), ("ended",)),
    _Part("secrets", ("name", "secret")),
    _Part("passkeys", Passkey._fields),
    _Part("kept", ("person", "name", "code", "made")),
    _Part("consents", ("person", "agreed", "at"), ("agreed",)),
    _Part("belongings", ("person", "name", "value")),
    _Part("forgotten", ("mark",)),
    _Part("forgetting", ("person", "alias", "at")),
    _Part("settings", ("name", "value")),
    _Part("games", (*_PLACE, "about", "people", "heard", "label"), lists=("people",)),
    _Part("played", ("person", *_PLACE)),
    _Part("rated", ("who", *_PLACE, "mu", "sigma")),
    _Part("rated_up_to", _PLACE),
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
        lock.withdraw()
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
    from tacit.store.postgres.connections import connect  # noqa: PLC0415
    from tacit.store.postgres.schema import schema_of  # noqa: PLC0415

    connection = await connect(url)
    try:
        with contextlib.closing(database.create(file)) as target, target:
            target.execute("BEGIN IMMEDIATE")
            await connection.execute("SET statement_timeout = 0")
            # One moment for all parts, without blocking writers.
            async with connection.transaction(isolation="repeatable_read", readonly=True):
                if not (await schema_of(connection)).version:
                    raise StoreError(f"{where_of(url)} has no games to copy.")
                for part in _PARTS:
                    await _read_part(connection, part, target)
    finally:
        await connection.close()


async def _read_part(connection: Connection, part: _Part, target: sqlite3.Connection) -> None:
    """Copy what a database of this version, or an earlier one, has of a part."""
    there = await connection.fetch(
        "SELECT attname FROM pg_attribute WHERE attrelid = to_regclass($1) AND attnum > 0",
        part.name,
    )
    columns = [one for one in part.columns if (one,) in set(map(tuple, there))]
    if not columns:
        return
    if part.name == "rated_up_to":  # which is never empty
        target.execute("DELETE FROM rated_up_to")
    lists = [columns.index(one) for one in part.lists]
    named, marks = ", ".join(columns), ", ".join("?" * len(columns))
    query = f"SELECT {named} FROM {part.name}"  # noqa: S608  # names of our own
    insert = f"INSERT INTO {part.name} ({named}) VALUES ({marks})"  # noqa: S608
    rows: list[tuple[Any, ...]] = []
    async for row in connection.cursor(query, prefetch=ROWS):
        rows.append(_changed(tuple(row), lists, json.dumps))
        if len(rows) >= ROWS:
            target.executemany(insert, rows)
            rows.clear()
    target.executemany(insert, rows)
    if part is _TABLES and "finished" not in columns:
        target.execute(_MAY_HAVE_FINISHED)


async def _to_postgres(path: Path, url: str) -> Copied:
    from tacit.store.postgres.connections import connect  # noqa: PLC0415
    from tacit.store.postgres.upgrade import upgrade  # noqa: PLC0415

    with contextlib.closing(database.connect(path)) as source:
        database.check_ours(source, path)
        source.execute("BEGIN")  # one moment for all parts
        connection = await connect(url)
        try:
            await upgrade(url, silent)
            await connection.execute("SET statement_timeout = 0")
            async with connection.transaction():
                if await connection.fetchval("SELECT EXISTS (SELECT FROM tables)"):
                    raise StoreError(
                        "There are games in that database already: copy into an empty one."
                    )
                # A site that was started on it, and had no table yet, drew secrets of its own.
                await connection.execute(
                    "DELETE FROM secrets; DELETE FROM settings; DELETE FROM rated_up_to"
                )
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
            f"SELECT {', '.join(columns)},"  # noqa: S608
            " (SELECT count(*) FROM entries WHERE table_key = key) FROM tables"
        )
        columns.append("length")
    else:
        query = f"SELECT {', '.join(columns)} FROM {part.name}"  # noqa: S608
    flags = [columns.index(flag) for flag in part.flags]
    lists = [columns.index(one) for one in part.lists]
    rows = source.execute(query)
    while some := rows.fetchmany(ROWS):
        await connection.copy_records_to_table(
            part.name,
            records=[_changed(_changed(row, flags, bool), lists, json.loads) for row in some],
            columns=columns,
        )


def _changed(row: tuple[Any, ...], places: list[int], how: Callable[[Any], Any]) -> tuple[Any, ...]:
    """Return a row with another form of what is at some places."""
    if not places:
        return row
    return tuple(how(one) if place in places else one for place, one in enumerate(row))
