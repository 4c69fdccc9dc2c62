"""The durable log of live tables, and what is derived from it. `server` and `cli` import it.

A table's log is a list of opaque entries. They are persisted first and told second.
"""

from __future__ import annotations

import contextlib
import re
import threading
from collections.abc import Callable, Iterator
from pathlib import Path

from tacit.core.extras import missing_extra
from tacit.store.accounts import Account, Consent, Passkey
from tacit.store.games import Games
from tacit.store.lock import Lock
from tacit.store.shared import Shared
from tacit.store.sqlite.games import SqliteGames
from tacit.store.sqlite.log import IN_MEMORY, SqliteStore
from tacit.store.store import (
    Conflict,
    Device,
    NoRoom,
    OnCommit,
    Store,
    StoreError,
    Unreachable,
    silent,
)

__all__ = ["Account", "Conflict", "Consent", "Device", "Lock", "NoRoom", "Passkey", "Shared"]
__all__ += ["SqliteStore", "Store", "StoreError", "Unreachable", "file_of", "is_shared"]
__all__ += ["open_existing", "open_games", "open_store"]

POSSIBLE = (
    "a path, sqlite:///path (sqlite:////path from the root), postgresql://user@host/name or memory:"
)


def open_store(
    url: str,
    on_commit: OnCommit | None = None,
    *,
    upgrade: bool = True,
    tell: Callable[[str], None] = silent,
) -> Store:
    """Open the store that an address names, making it, or bringing it up to date, if need be.

    `tell` is called with the progress. Without `upgrade` a store that is not there, or is of an
    earlier version, is refused.

    >>> store = open_store("memory:")
    >>> store.append("K7QF", 0, [b"first"], done=print)
    >>> store.close()  # writes what is queued
    None
    >>> open_store("carrier-pigeon://coop")
    Traceback (most recent call last):
    tacit.store.store.StoreError: There is no store 'carrier-pigeon:'. \
Possible are a path, sqlite:///path (sqlite:////path from the root), \
postgresql://user@host/name or memory:.
    """
    if is_shared(url):
        return _postgres(url, on_commit, upgrade=upgrade, tell=tell)
    return SqliteStore(file_of(url) or IN_MEMORY, on_commit, upgrade=upgrade, tell=tell)


def open_existing(url: str) -> Store:
    """Open a store that is there: a wrong name makes no new one, and nothing is upgraded."""
    path = file_of(url)
    if path is not None and not Path(path).is_file():
        raise StoreError(f"{path}: there is no such database")
    return open_store(url, upgrade=False)


@contextlib.contextmanager
def open_games(url: str) -> Iterator[Games]:
    """Open what a store that is in use keeps of finished games, to read it in another process."""
    if is_shared(url):
        from tacit.store.postgres.connections import Readers  # noqa: PLC0415
        from tacit.store.postgres.games import PostgresGames  # noqa: PLC0415

        readers = Readers(url)
        try:
            yield PostgresGames(readers)
        finally:
            readers.close()
    else:
        path = file_of(url)
        if path is None:
            raise StoreError("What is in memory cannot be read by another process.")
        yield SqliteGames(Path(path).absolute(), threading.Lock())


def is_shared(url: str) -> bool:
    """Whether an address names a store that several nodes may use."""
    return url.startswith(("postgresql://", "postgres://"))


def _postgres(
    url: str, on_commit: OnCommit | None, *, upgrade: bool, tell: Callable[[str], None]
) -> Store:
    try:
        from tacit.store.postgres.log import PostgresStore  # noqa: PLC0415
    except ModuleNotFoundError as missing:
        raise missing_extra("PostgreSQL", missing, "postgres") or missing from missing
    return PostgresStore(url, on_commit, upgrade=upgrade, tell=tell)


def file_of(url: str) -> str | None:
    """The file that an address names; None if it is none. StoreError if it names no store."""
    if url in ("memory:", ":memory:") or is_shared(url):
        return None
    # One letter before the colon is a drive.
    scheme = re.match(r"[A-Za-z][\w+.-]+:", url)
    if scheme is None:
        path = url
    elif scheme[0].lower() == "sqlite:":
        _, slashes, path = url.partition(":///")
        if not slashes:
            raise StoreError(f"{url!r} names no file. Possible are {POSSIBLE}.")
    else:
        raise StoreError(f"There is no store {scheme[0]!r}. Possible are {POSSIBLE}.")
    if "\0" in path or not Path(path).name:
        raise StoreError(f"{url!r} names no file. Possible are {POSSIBLE}.")
    return path
