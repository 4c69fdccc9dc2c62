"""The durable log of live tables: what is in it has happened, what is not has not.

A table's log is a list of opaque entries. They are persisted first and told second.
"""

from __future__ import annotations

import re

from tacit.package import missing_extra
from tacit.store.keeping import Consent, Kept, Passkey
from tacit.store.lock import Lock
from tacit.store.memory import MemoryStore
from tacit.store.shared import Shared
from tacit.store.sqlite import SqliteStore
from tacit.store.store import Conflict, Device, OnCommit, Store, StoreError, Unreachable

__all__ = [
    "Conflict",
    "Consent",
    "Device",
    "Kept",
    "Lock",
    "MemoryStore",
    "Passkey",
    "Shared",
    "SqliteStore",
    "Store",
    "StoreError",
    "Unreachable",
    "file_of",
    "is_shared",
    "open_store",
]

POSSIBLE = (
    "a path, sqlite:///path (sqlite:////path from the root), postgresql://user@host/name or memory:"
)


def open_store(url: str, on_commit: OnCommit | None = None) -> Store:
    """Open the store that an address names, making it if need be.

    >>> store = open_store("memory:")
    >>> store.append("K7QF", 0, [b"first"], done=print)
    None
    >>> open_store("carrier-pigeon://coop")
    Traceback (most recent call last):
    tacit.store.store.StoreError: There is no store 'carrier-pigeon:'. \
Possible are a path, sqlite:///path (sqlite:////path from the root), \
postgresql://user@host/name or memory:.
    """
    if is_shared(url):
        return _postgres(url, on_commit)
    path = file_of(url)
    return MemoryStore(on_commit) if path is None else SqliteStore(path, on_commit)


def is_shared(url: str) -> bool:
    """Whether an address names a store that several nodes may use."""
    return url.startswith(("postgresql://", "postgres://"))


def _postgres(url: str, on_commit: OnCommit | None) -> Store:
    try:
        from tacit.store.postgres import PostgresStore  # noqa: PLC0415
    except ModuleNotFoundError as missing:
        raise missing_extra("PostgreSQL", missing, "postgres") or missing from missing
    return PostgresStore(url, on_commit)


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
    if not path:
        raise StoreError(f"{url!r} names no file. Possible are {POSSIBLE}.")
    return path
