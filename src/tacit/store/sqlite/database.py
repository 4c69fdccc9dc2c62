"""The SQLite file of the log: how it is opened, and why some files are refused."""

from __future__ import annotations

import contextlib
import os
import re
import shutil
import sqlite3
from collections.abc import Callable, Sequence
from functools import cache
from itertools import chain
from pathlib import Path
from typing import Any, NamedTuple

from tacit.core.whole_file import whole_file
from tacit.store.disk_space import is_full, no_room
from tacit.store.sqlite.schema import VERSION, migrate, version_of
from tacit.store.store import StoreError, older, silent

OLDEST = (3, 33)
"""The first SQLite that updates many rows in one statement."""
OLDEST_IN_MEMORY = (3, 36)
"""The first SQLite whose connections share a database in memory by its name."""
AT_ONCE = 50
"""Rows of one statement: a statement is kept prepared for each number of them."""
WAL_PAGES = 4000
"""Pages after which a commit also brings the write-ahead log into the file, and takes longer: at
the usual thousand that is several times a second on a busy site, with the same pages mostly."""
SPARE_BYTES = 64 * 2**20
"""Room that is left when a file is copied before it is changed."""
BUSY_TIMEOUT_S = 5.0
"""How long one process waits while another one writes to the same file."""


class InMemory(NamedTuple):
    """A database in the memory of this process. It is gone with the last connection to it."""

    name: str

    @property
    def uri(self) -> str:
        """Its address for SQLite: the leading slash lets connections share it."""
        return f"file:/{self.name}?vfs=memdb"


Location = Path | InMemory


def exists(location: Location) -> bool:
    """Tell whether a database is still where it was opened."""
    return isinstance(location, InMemory) or location.exists()


def connect(location: Location) -> sqlite3.Connection:
    """Connect to an existing database, for one thread at a time; commits are durable."""
    connection = sqlite3.connect(
        # Never create: a file that has vanished must not come back empty.
        location.uri
        if isinstance(location, InMemory)
        else f"{location.absolute().as_uri()}?mode=rw",
        uri=True,
        timeout=BUSY_TIMEOUT_S,
        isolation_level=None,
        cached_statements=4 * AT_ONCE,
        check_same_thread=False,
    )
    try:
        connection.execute("PRAGMA synchronous = FULL")
        connection.execute(f"PRAGMA wal_autocheckpoint = {WAL_PAGES}")
        # Erased people are gone from the file, not only from its tables.
        connection.execute("PRAGMA secure_delete = ON")
    except BaseException:
        connection.close()
        raise
    return connection


@cache
def numbered(statement: str) -> str:
    """Return a statement with the parameters as SQLite numbers them."""
    return re.sub(r"\$(\d)", r"?\1", statement)


def execute_many(
    connection: sqlite3.Connection, statement: str, rows: Sequence[tuple[Any, ...]]
) -> int:
    """Do what `executemany` does, with `{rows}` for what comes after VALUES, in far fewer calls.

    After each call into SQLite a thread waits for the GIL, which the tables hold. A writer does so
    inside a transaction, and all other writers wait for it.
    Returns how many rows were changed.
    """
    changed = 0
    for start in range(0, len(rows), AT_ONCE):
        some = rows[start : start + AT_ONCE]
        whole = _with_rows(statement, len(some[0]), len(some))
        changed += connection.execute(whole, tuple(chain.from_iterable(some))).rowcount
    return changed


@cache
def _with_rows(statement: str, columns: int, rows: int) -> str:
    row = f"({', '.join('?' * columns)})"
    return statement.format(rows=", ".join([row] * rows))


def create_in_memory(location: InMemory) -> sqlite3.Connection:
    """Connect to a new database in memory."""
    if sqlite3.sqlite_version_info < OLDEST_IN_MEMORY:
        raise _too_old(OLDEST_IN_MEMORY, "a game log in memory")
    connection = connect(location)
    migrate(connection)
    return connection


def _too_old(oldest: tuple[int, ...], what: str) -> StoreError:
    return StoreError(
        f"This Python comes with SQLite {sqlite3.sqlite_version}; {what} needs"
        f" {'.'.join(map(str, oldest))} or later."
    )


def create(path: Path, tell: Callable[[str], None] = silent) -> sqlite3.Connection:
    """Like `connect`, after making the file and bringing its schema up to date.

    Its folder has to be there: a misspelt one must not begin an empty site. A file that is changed
    by that is copied first, to stand beside it.
    """
    if sqlite3.sqlite_version_info < OLDEST:
        raise _too_old(OLDEST, "the game log")
    try:
        if not path.parent.is_dir():
            raise StoreError(f"{path} cannot be opened: there is no folder {path.parent}.")
        if not path.exists():
            _make(path)
        elif path.is_file() and not path.stat().st_size:
            # Copied onto a full disk, or cut off: the host may expect games in it.
            raise StoreError(
                f"{path} cannot be opened: it is empty. If it is to be a new database, remove it"
                " first; if games were in it, bring back a backup."
            )
        connection = connect(path)
    except (OSError, sqlite3.Error) as error:
        raise _not_opened(path, error) from error
    try:
        _keep_as_it_was(connection, path, tell)
        migrate(connection)
        (mode,) = connection.execute("PRAGMA journal_mode = WAL").fetchone()
        if mode != "wal":
            raise StoreError("its file system cannot hold a write-ahead log")  # noqa: TRY301
    except (sqlite3.Error, StoreError) as error:
        connection.close()
        raise _not_opened(path, error) from error
    return connection


def _not_opened(path: Path, error: OSError | sqlite3.Error | StoreError) -> StoreError:
    if is_full(path, error):
        return no_room(path)
    reason: object = error
    if isinstance(error, sqlite3.Error):
        reason = _reason(error)
    elif isinstance(error, OSError):
        reason = error.strerror
    return StoreError(f"{path} cannot be opened: {reason}.")


def open_current(path: Path) -> sqlite3.Connection:
    """Like `connect`, to a file of this version: others are refused, and left as they are."""
    version = version_at(path)
    if version < VERSION:
        raise older(str(path), version, VERSION)
    return connect(path)


def version_at(path: Path) -> int:
    """Return a file's version; StoreError if there is none, or it is another's or newer."""
    if not path.is_file():
        raise StoreError(f"{path} cannot be opened: there is no such file.")
    try:
        with contextlib.closing(connect(path)) as connection:
            return version_of(connection)
    except (sqlite3.Error, StoreError) as error:
        reason = _reason(error) if isinstance(error, sqlite3.Error) else error
        raise StoreError(f"{path} cannot be opened: {reason}.") from error


def _keep_as_it_was(
    connection: sqlite3.Connection, path: Path, tell: Callable[[str], None]
) -> None:
    """Copy a file of an earlier version, if there is room; a copy that is there stays."""
    connection.execute("BEGIN IMMEDIATE")
    try:
        version = version_of(connection)
        connection.execute(f"PRAGMA user_version = {version}")  # proves that it can be written
    finally:
        connection.execute("ROLLBACK")
    copy = path.with_name(f"{path.name}.v{version}")
    if version in (0, VERSION) or copy.exists():
        return
    (pages,) = connection.execute("PRAGMA page_count").fetchone()
    (size,) = connection.execute("PRAGMA page_size").fetchone()
    # As much again for the changes, or the upgrade itself fills the disk.
    if shutil.disk_usage(path.parent).free < 2 * pages * size + SPARE_BYTES:
        tell(f"{path}: no room for a copy before it is brought up to date.")
        return
    tell(f"{path} is copied to {copy.name} before it is brought up to date.")
    with whole_file(copy) as beside:
        beside.touch(mode=0o600)
        with contextlib.closing(sqlite3.connect(beside)) as target:
            connection.backup(target)


def check_ours(connection: sqlite3.Connection, path: Path) -> None:
    """Raise StoreError if a file is none of ours, or not of today."""
    try:
        version = version_of(connection)
    except (sqlite3.Error, StoreError) as error:
        reason = _reason(error) if isinstance(error, sqlite3.Error) else error
        raise StoreError(f"{path} cannot be read: {reason}.") from error
    if version < VERSION:
        raise older(str(path), version, VERSION)


def bring_up_to_date(connection: sqlite3.Connection, path: Path) -> None:
    """Bring a copy of a file up to date; StoreError if it is none of ours."""
    try:
        if not version_of(connection):
            raise StoreError("it is not a database of Tacit")  # noqa: TRY301
        migrate(connection)
    except (sqlite3.Error, StoreError) as error:
        reason = _reason(error) if isinstance(error, sqlite3.Error) else error
        raise StoreError(f"{path} cannot be copied: {reason}.") from error


def _make(path: Path) -> None:
    """Make a database whole or not at all: what a crash leaves must not look like one."""
    with whole_file(path) as beside:
        # Secret seeds are in there: nobody but the owner reads it, nor the WAL beside it.
        beside.touch(mode=0o600)
        with contextlib.closing(connect(beside)) as connection:
            migrate(connection)
    if hasattr(os, "O_DIRECTORY"):
        folder = os.open(path.parent, os.O_RDONLY | os.O_DIRECTORY)
        try:
            os.fsync(folder)
        finally:
            os.close(folder)


def primary_code(error: sqlite3.Error) -> int | None:
    """SQLite's result code without its refinements; None if the error is not SQLite's own."""
    code: int | None = getattr(error, "sqlite_errorcode", None)
    return None if code is None else code & 0xFF


def _reason(error: sqlite3.Error) -> str:
    match primary_code(error):
        case sqlite3.SQLITE_NOTADB:
            return "it is not a database"
        case sqlite3.SQLITE_READONLY:
            return "it is read-only, and a log has to be written"
        case sqlite3.SQLITE_CANTOPEN:
            return "it is no file, or its folder cannot be written to"
        case _:
            return str(error)
