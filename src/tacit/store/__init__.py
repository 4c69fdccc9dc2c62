"""The durable log of live tables: what is in it has happened, what is not has not.

A table's log is a list of opaque entries. They are persisted first and told second.
"""

from __future__ import annotations

import re

from tacit.store.memory import MemoryStore
from tacit.store.sqlite import SqliteStore
from tacit.store.store import Conflict, OnCommit, Store, StoreError

__all__ = ["Conflict", "MemoryStore", "SqliteStore", "Store", "StoreError", "open_store"]

POSSIBLE = "a path, sqlite:///path (sqlite:////path from the root) or memory:"


def open_store(url: str, on_commit: OnCommit | None = None) -> Store:
    """Open the store that an address names, making it if need be.

    >>> store = open_store("memory:")
    >>> store.append("K7QF", 0, [b"first"], done=print)
    None
    >>> open_store("carrier-pigeon://coop")
    Traceback (most recent call last):
    tacit.store.store.StoreError: There is no store 'carrier-pigeon:'. \
Possible are a path, sqlite:///path (sqlite:////path from the root) or memory:.
    """
    if url in ("memory:", ":memory:"):
        return MemoryStore(on_commit)
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
    return SqliteStore(path, on_commit)
