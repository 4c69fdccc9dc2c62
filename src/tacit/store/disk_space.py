"""Whether a disk is full, and how that is told."""

from __future__ import annotations

import errno
import shutil
import sqlite3
from pathlib import Path

from tacit.store.store import NoRoom

MIN_FREE_BYTES = 2**20
"""Bytes: with less, SQLite cannot even recover what a crash left in its write-ahead log."""


def is_full(path: Path, error: BaseException) -> bool:
    """Tell whether something failed because the disk of a file is full.

    SQLite has an error for it, and others that it gives when it finds no room for the files beside.
    """
    if isinstance(error, OSError):
        return error.errno in (errno.ENOSPC, errno.EDQUOT)
    if not isinstance(error, sqlite3.OperationalError):
        return False
    code = getattr(error, "sqlite_errorcode", 0) & 0xFF
    if code == sqlite3.SQLITE_FULL:
        return True
    return code in (sqlite3.SQLITE_IOERR, sqlite3.SQLITE_CANTOPEN) and _free(path) < MIN_FREE_BYTES


def no_room(path: Path) -> NoRoom:
    """Return what to tell a host whose disk is full."""
    return NoRoom(
        f"{path} cannot be opened: its disk is full ({_free(path) // 1024} kB free in"
        f" {path.parent}). Nothing that was acknowledged is lost. Make room there, at least"
        f" {MIN_FREE_BYTES // 1024} kB, and the games go on."
    )


def _free(path: Path) -> int:
    try:
        return shutil.disk_usage(path.parent).free
    except OSError:  # it is gone altogether
        return MIN_FREE_BYTES
