"""A full disk is told from other troubles, by what the system and SQLite say."""

import errno
import sqlite3

import pytest

from tacit.store import disk_space as room


def failed(code: int) -> sqlite3.OperationalError:
    error = sqlite3.OperationalError("no")
    error.sqlite_errorcode = code
    return error


@pytest.mark.parametrize(
    ("error", "free", "full"),
    [
        (OSError(errno.ENOSPC, "full"), 10**9, True),
        (OSError(errno.EACCES, "no"), 0, False),
        (ValueError("other"), 0, False),
        (failed(sqlite3.SQLITE_FULL), 10**9, True),
        (failed(sqlite3.SQLITE_IOERR), 0, True),
        (failed(sqlite3.SQLITE_IOERR), 10**9, False),
        (failed(sqlite3.SQLITE_LOCKED), 0, False),
    ],
)
def test_a_full_disk_is_known_by_its_error(tmp_path, monkeypatch, error, free, full):
    monkeypatch.setattr(room, "_free", lambda _: free)
    assert room.is_full(tmp_path / "a.db", error) is full


def test_a_folder_that_is_gone_is_not_taken_for_a_full_disk(tmp_path):
    assert not room.is_full(tmp_path / "gone" / "a.db", failed(sqlite3.SQLITE_CANTOPEN))
