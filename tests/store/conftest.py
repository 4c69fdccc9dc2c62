"""A SQLite store in a folder of its own."""

import pytest

from tacit.store import SqliteStore


@pytest.fixture
def path(tmp_path):
    (tmp_path / "folder").mkdir()
    return tmp_path / "folder" / "live.db"


@pytest.fixture
def sqlite_store(path):
    store = SqliteStore(path)
    yield store
    store.close()
