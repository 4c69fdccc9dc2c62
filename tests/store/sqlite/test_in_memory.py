"""A log in memory keeps every promise but to outlive the process."""

import gc
import sqlite3
import threading
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing

import pytest

from tacit.store import SqliteStore, StoreError, open_store
from tacit.store.sqlite import database
from tests.store.conformance import StoreConformance, outcome, write
from tests.store.erasure_conformance import ErasureConformance
from tests.store.games_conformance import GamesConformance
from tests.store.turns_conformance import TurnIndexConformance


class TestInMemory(StoreConformance, GamesConformance, ErasureConformance, TurnIndexConformance):
    @pytest.fixture
    def store(self):
        with closing(open_store("memory:")) as made:
            yield made


def test_two_stores_share_nothing_and_leave_no_file(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    with closing(open_store("memory:")) as one, closing(open_store("memory:")) as two:
        write(one, "K7QF", b"one")
        assert two.load("K7QF") == []
    assert list(tmp_path.iterdir()) == []


def test_it_is_gone_with_the_store():
    store = open_store("memory:")
    write(store, "K7QF", b"one")
    location = store._path
    store.close()
    assert store.load("K7QF") == [b"one"]
    del store
    gc.collect()
    with closing(database.connect(location)) as connection:
        assert connection.execute("SELECT count(*) FROM sqlite_master").fetchone() == (0,)


def test_readers_and_the_writer_wait_for_each_other():
    with closing(open_store("memory:")) as store, ThreadPoolExecutor(8) as threads:
        stop = threading.Event()

        def read() -> int:
            count = 0
            while not stop.is_set():
                count += len(store.load("K7QF")) >= 0
            return count

        readers = [threads.submit(read) for _ in range(4)]
        outcomes = [outcome(store, "K7QF", number, [b"entry"]) for number in range(200)]
        stop.set()
        assert outcomes == [None] * 200
        assert all(reader.result(20) for reader in readers)


def test_an_sqlite_that_cannot_share_memory_is_refused_in_words(monkeypatch):
    monkeypatch.setattr(sqlite3, "sqlite_version_info", (3, 35, 5))
    with pytest.raises(StoreError, match=r"a game log in memory needs 3\.36 or later"):
        SqliteStore(":memory:")
