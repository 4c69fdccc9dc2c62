"""When the disk says no: a clear refusal, nothing half written, and on as soon as it says yes."""

import json
import sqlite3
import subprocess
import sys
import threading
from contextlib import closing
from pathlib import Path

import pytest

from tacit.store import Conflict, SqliteStore, StoreError
from tacit.store.erasure import Erasure
from tacit.store.sqlite import database
from tests.store.conformance import TIMEOUT_S, Told, held, outcome, write

NOT_SAVED = "The game log could not be saved: "


class Trouble:
    """A pragma laid on the connections of a store, and on those it opens, until it is lifted."""

    def __init__(self, store, monkeypatch):
        self._store = store
        self._monkeypatch = monkeypatch
        self._connect = database.connect

    def begin(self, pragma):
        def troubled(path):
            connection = self._connect(path)
            connection.execute(pragma).fetchall()
            return connection

        self._monkeypatch.setattr(database, "connect", troubled)
        self.pragma(pragma)

    def end(self, pragma):
        self._monkeypatch.setattr(database, "connect", self._connect)
        self.pragma(pragma)

    def pragma(self, pragma):
        """Run a pragma in the writer's thread, on the connection it has, if it has one."""
        ran = threading.Event()

        def run(_):
            if self._store._connection is not None:
                self._store._connection.execute(pragma).fetchall()
            ran.set()

        self._store.append("anything", 0, [], run)
        assert ran.wait(TIMEOUT_S)


@pytest.fixture
def store(sqlite_store):
    write(sqlite_store, "K7QF", b"one")
    return sqlite_store


@pytest.fixture
def trouble(store, monkeypatch):
    return Trouble(store, monkeypatch)


def test_a_full_disk_refuses_the_whole_batch_until_there_is_room(store, trouble):
    trouble.begin("PRAGMA max_page_count = 1")  # no less than the file has
    for _ in range(2):
        told = Told()
        with held(store):
            store.append("M2XA", 0, [b"small"], told)
            store.append("K7QF", 1, [bytes(100_000)], told)
        assert str(told.next()) == NOT_SAVED + "database or disk is full."
        assert str(told.next()) == NOT_SAVED + "database or disk is full."
        assert store.load("K7QF") == [b"one"]
        assert store.open_tables(10) == ["K7QF"]

    trouble.end("PRAGMA max_page_count = 1000000")
    assert outcome(store, "M2XA", 0, [b"small"]) is None
    assert outcome(store, "K7QF", 1, [bytes(100_000)]) is None
    assert store.load("K7QF") == [b"one", bytes(100_000)]


def test_what_follows_a_refused_append_is_not_written_without_it(store, trouble):
    trouble.begin("PRAGMA max_page_count = 1")
    told = Told()

    def room_again(refused):
        store._connection.execute("PRAGMA max_page_count = 1000000").fetchall()
        store.append("K7QF", 2, [b"three"], told)
        told(refused)

    store.append("K7QF", 1, [bytes(100_000)], room_again)
    assert "full" in str(told.next())
    assert isinstance(told.next(), Conflict)
    assert store.load("K7QF") == [b"one"]


def test_a_read_only_database_refuses_until_it_can_be_written(store, trouble):
    trouble.begin("PRAGMA query_only = ON")
    for _ in range(2):
        refused = outcome(store, "K7QF", 1, [b"two"])
        assert str(refused) == NOT_SAVED + "attempt to write a readonly database."
        with pytest.raises(StoreError, match="attempt to write a readonly database"):
            store.secret("cookies")
        assert store.load("K7QF") == [b"one"]

    trouble.end("PRAGMA query_only = OFF")
    assert outcome(store, "K7QF", 1, [b"two"]) is None
    assert len(store.secret("cookies")) == 32


def test_a_locked_database_refuses_until_it_is_free(path, monkeypatch):
    monkeypatch.setattr(database, "BUSY_TIMEOUT_S", 0.01)
    store = SqliteStore(path)
    with closing(sqlite3.connect(path, isolation_level=None)) as other:
        other.execute("BEGIN IMMEDIATE")
        assert str(outcome(store, "K7QF", 0, [b"one"])) == NOT_SAVED + "database is locked."
        assert store.load("K7QF") == []
        other.execute("ROLLBACK")
        assert outcome(store, "K7QF", 0, [b"one"]) is None
    store.close()


def test_a_file_that_is_gone_refuses_until_it_is_back(store, path):
    away = path.rename(path.with_suffix(".away"))
    for _ in range(2):
        assert str(outcome(store, "K7QF", 1, [b"two"])) == f"{NOT_SAVED}{path} is gone."
        with pytest.raises(StoreError, match="could not be read: unable to open database file"):
            store.load("K7QF")
    assert not path.exists()

    away.rename(path)
    assert outcome(store, "K7QF", 1, [b"two"]) is None
    assert store.load("K7QF") == [b"one", b"two"]


def test_a_damaged_file_refuses(store, path):
    store.close()
    with closing(sqlite3.connect(path)) as connection:
        (size,) = connection.execute("PRAGMA page_size").fetchone()
        roots = connection.execute("SELECT rootpage FROM sqlite_master WHERE rootpage").fetchall()
    data = bytearray(path.read_bytes())
    for (page,) in roots:
        data[(page - 1) * size : page * size] = bytes(size)
    path.write_bytes(data)
    store = SqliteStore(path)
    assert str(outcome(store, "K7QF", 1, [b"two"])).startswith(NOT_SAVED)
    with pytest.raises(StoreError, match="could not be read: database disk image is malformed"):
        store.load("K7QF")
    store.close()


def test_a_mistake_in_the_writing_itself_refuses_and_is_logged(store, monkeypatch, caplog):
    with monkeypatch.context() as patch:
        patch.setattr(store, "_now", lambda: 1 / 0)
        refused = outcome(store, "K7QF", 1, [b"two"])
    assert str(refused) == NOT_SAVED + "ZeroDivisionError('division by zero')."
    assert "ZeroDivisionError" in caplog.text
    assert outcome(store, "K7QF", 1, [b"two"]) is None


LIMITED = """
import json, resource, sys
from pathlib import Path
from tacit.store import SqliteStore
from tests.store.conformance import outcome

def limit(size):
    resource.setrlimit(resource.RLIMIT_FSIZE, (size, resource.RLIM_INFINITY))

path = Path(sys.argv[1])
store = SqliteStore(path)
told = [outcome(store, "K7QF", 0, [b"one"])]
limit(path.with_name(path.name + "-wal").stat().st_size)
told += [outcome(store, "K7QF", 1, [b"two"]) for _ in range(2)]
limit(resource.RLIM_INFINITY)
told += [outcome(store, "K7QF", 1, [b"two"]), outcome(store, "K7QF", 2, [bytes(100_000)])]
store.close()
print(json.dumps([refused and str(refused) for refused in told]))
"""


def test_a_file_that_may_not_grow_refuses_until_it_may(path):
    pytest.importorskip("resource", reason="limits to the size of files are POSIX")
    child = subprocess.run(
        [sys.executable, "-c", LIMITED, str(path)],
        cwd=Path(__file__).parents[3],
        check=True,
        capture_output=True,
    )
    refused = NOT_SAVED + "disk I/O error."
    assert json.loads(child.stdout) == [None, refused, refused, None, None]
    store = SqliteStore(path)
    assert store.load("K7QF") == [b"one", b"two", bytes(100_000)]
    store.close()


def test_an_erasure_that_cannot_delete_is_not_noted_either(tmp_path):
    path = tmp_path / "live.db"
    ann = Erasure("ann", "alias")
    with closing(SqliteStore(path)) as store:
        store.keep_name("ann", "Ann")
        with closing(sqlite3.connect(path)) as other:
            other.execute(
                "CREATE TRIGGER no BEFORE DELETE ON kept BEGIN SELECT RAISE(ABORT, 'no'); END"
            )
        with pytest.raises(StoreError):
            store.begin_erasure(ann, 1)
        assert store.pending_erasures(2) == []
        assert store.erased() == set()
        with closing(sqlite3.connect(path)) as other:
            other.execute("DROP TRIGGER no")
        store.begin_erasure(ann, 1)
        assert store.pending_erasures(2) == [ann]
        assert store.kept("ann").name == ""
