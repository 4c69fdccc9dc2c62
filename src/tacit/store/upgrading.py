"""Databases of earlier versions, looked at and brought up to date, whatever keeps them."""

from __future__ import annotations

import contextlib
from collections.abc import Callable
from pathlib import Path

from tacit.store import file_of, is_shared, open_store
from tacit.store.lock import Lock
from tacit.store.sqlite import database
from tacit.store.sqlite import schema as migrations
from tacit.store.store import StoreError


def version_of(url: str) -> tuple[int, int]:
    """Return a database's version and the one it should have; StoreError if there is none."""
    if is_shared(url):
        from tacit.store.postgres.log import version_at  # noqa: PLC0415

        return version_at(url)
    file = file_of(url)
    if file is None:
        raise StoreError("What is in memory has no version.")
    path = Path(file).absolute()
    return database.version_at(path), migrations.VERSION


def upgrade(url: str, tell: Callable[[str], None]) -> None:
    """Bring a database up to date; `tell` is called with the progress."""
    file = file_of(url)
    lock = None if file is None else Lock(file)  # nobody may play on it meanwhile
    try:
        with contextlib.closing(open_store(url, tell=tell)):
            pass
    finally:
        if lock is not None:
            lock.release()
