"""Databases of earlier versions are brought up to date: for as long as it takes, in steps."""

import asyncio
import shutil
import signal
import sqlite3
import subprocess
import sys
import threading
from contextlib import closing
from pathlib import Path

import asyncpg
import pytest

from tacit.store import SqliteStore, StoreError, open_store
from tacit.store.copying import copy
from tacit.store.postgres import connections as lines
from tacit.store.postgres import schema
from tacit.store.postgres import upgrade as upgrading
from tacit.store.postgres.log import PostgresStore
from tacit.store.sqlite import database
from tacit.store.upgrading import upgrade, version_of
from tests.store.conformance import outcome, write
from tests.store.postgres_server import execute, new_place

DATABASES = Path(__file__).parent / "databases"
OLD = 5
"""The last version in PostgreSQL that had no steps of several pieces."""


@pytest.fixture
def old():
    """A database as an earlier Tacit left it: a game has finished, and the next one has begun."""
    place = new_place()
    for script in schema.SCRIPTS[:OLD]:
        asyncio.run(execute(place, script))
    asyncio.run(execute(place, f"CREATE TABLE tacit AS SELECT {OLD} AS version, 1 AS oldest"))
    insert = "INSERT INTO tables (id, length, closed, written) VALUES ('K7QF', 1, false, 5)"
    asyncio.run(execute(place, insert))
    asyncio.run(execute(place, "INSERT INTO entries VALUES (1, 1, 'one')"))
    return place


class Other:
    """Another program on the same database, in the middle of a transaction."""

    def __init__(self, place, *statements):
        self._loop = asyncio.new_event_loop()
        self._connection = self._loop.run_until_complete(asyncpg.connect(place))
        for statement in statements:
            self._loop.run_until_complete(self._connection.execute(statement))

    def end(self):
        self._loop.run_until_complete(self._connection.close())
        self._loop.close()


def whole(place):
    """What is there after it: the version, and the indexes that are good."""

    async def ask():
        connection = await asyncpg.connect(place)
        version = await connection.fetchval("SELECT version FROM tacit")
        good = await connection.fetch(
            "SELECT relname FROM pg_index JOIN pg_class ON oid = indexrelid"
            " WHERE indisvalid AND indrelid = to_regclass('tables')"
        )
        await connection.close()
        return version, {name for (name,) in good}

    version, good = asyncio.run(ask())
    return version == schema.VERSION and {"gone_on_tables", "closed_tables"} <= good


def test_no_step_has_a_limit_of_time(old, monkeypatch):
    monkeypatch.setattr(lines, "STATEMENT_TIMEOUT_S", 0.2)
    monkeypatch.setattr(lines, "ANSWER_TIMEOUT_S", 0.2)
    monkeypatch.setattr(schema, "SCRIPTS", (*schema.SCRIPTS, "SELECT pg_sleep(0.6)"))
    monkeypatch.setattr(schema, "VERSION", len(schema.SCRIPTS))
    PostgresStore(old).close()
    assert version_of(old) == (schema.VERSION, schema.VERSION)


def test_an_open_transaction_is_waited_for_and_told_of(old, monkeypatch):
    monkeypatch.setattr(upgrading, "TELL_EVERY_S", 0.0)
    monkeypatch.setattr(upgrading, "LOCK_MS", 100)
    monkeypatch.setattr(lines, "STATEMENT_TIMEOUT_S", 0.2)
    other = Other(old, "BEGIN", "SELECT FROM tables")
    told, waits = [], threading.Event()

    def tell(said):
        told.append(said)
        if "waiting for a lock" in said:
            waits.set()

    upgrades = threading.Thread(target=upgrade, args=(old, tell))
    upgrades.start()
    assert waits.wait(60)
    asyncio.run(execute(old, "SELECT FROM tables"))  # the games go on
    other.end()
    upgrades.join(60)
    assert whole(old)
    assert any("has been in a transaction for" in said for said in told)


def test_a_kill_in_the_middle_loses_nothing(old):
    """While an index waits for an old snapshot, which no lock of ours could make it leave."""
    other = Other(old, "BEGIN ISOLATION LEVEL REPEATABLE READ", "SELECT FROM secrets")
    command = [sys.executable, "-m", "tacit", "upgrade", "--db", old]
    with subprocess.Popen(command, stderr=subprocess.PIPE, text=True) as killed:
        assert killed.stderr is not None
        said = next(line for line in killed.stderr if "index gone_on_tables" in line)
        killed.send_signal(signal.SIGKILL)
    assert "waiting for old snapshots" in said
    assert version_of(old) == (OLD, schema.VERSION)
    other.end()
    told = []
    upgrade(old, told.append)
    assert whole(old)
    with closing(PostgresStore(old)) as store:
        assert store.load("K7QF") == [b"one"]
        assert [log.table for log in store.games.unprojected(10)] == ["K7QF"]
        assert outcome(store, "K7QF", 1, [b"two"]) is None


def test_an_index_that_takes_long_is_told_of(old, monkeypatch):
    monkeypatch.setattr(upgrading, "TELL_EVERY_S", 0.01)
    other = Other(old, "BEGIN ISOLATION LEVEL REPEATABLE READ", "SELECT FROM secrets")
    told, waits = [], threading.Event()

    def tell(said):
        told.append(said)
        if "index gone_on_tables, waiting for old snapshots" in said:
            waits.set()

    upgrades = threading.Thread(target=upgrade, args=(old, tell))
    upgrades.start()
    assert waits.wait(60), told
    other.end()
    upgrades.join(60)
    assert whole(old)


def test_an_index_that_was_left_half_built_is_built_anew(old):
    asyncio.run(execute(old, schema.SCRIPTS[OLD]))
    asyncio.run(execute(old, "CREATE INDEX gone_on_tables ON tables (written)"))
    asyncio.run(
        execute(
            old,
            "UPDATE pg_index SET indisvalid = false"
            " WHERE indexrelid = to_regclass('gone_on_tables')",
        )
    )
    PostgresStore(old).close()
    assert whole(old)


def test_a_new_database_has_what_an_upgraded_one_has(old):
    place = new_place()
    for one in (old, place):
        PostgresStore(one).close()
        assert whole(one)


def test_a_backup_is_made_of_an_earlier_version_before_its_upgrade(old, tmp_path):
    assert copy(old, str(tmp_path / "before.db")) == (1, 1)
    assert version_of(old) == (OLD, schema.VERSION)
    with closing(SqliteStore(tmp_path / "before.db")) as store:
        assert store.load("K7QF") == [b"one"]
        assert [log.table for log in store.games.unprojected(10)] == ["K7QF"]


def test_what_is_not_to_be_upgraded_in_passing_is_refused(old, tmp_path):
    file = Path(shutil.copy(DATABASES / "v1.db", tmp_path))
    before = file.read_bytes()
    for place in (old, str(file)):
        with pytest.raises(StoreError, match="bring it up to date with `tacit upgrade --db"):
            open_store(place, upgrade=False)
    assert version_of(old) == (OLD, schema.VERSION)
    assert file.read_bytes() == before
    with pytest.raises(StoreError, match="there is no such file"):
        open_store(str(tmp_path / "none.db"), upgrade=False)
    with pytest.raises(StoreError, match="has no games"):
        open_store(new_place(), upgrade=False)
    assert sorted(one.name for one in tmp_path.iterdir()) == ["v1.db"]


def test_a_file_is_copied_before_it_is_upgraded(tmp_path):
    file = Path(shutil.copy(DATABASES / "v1.db", tmp_path / "live.db"))
    told = []
    upgrade(str(file), told.append)
    kept = tmp_path / "live.db.v1"
    assert told == [f"{file} is copied to live.db.v1 before it is brought up to date."]
    assert kept.stat().st_mode & 0o077 == 0, "secrets are in there"
    with closing(sqlite3.connect(kept)) as connection:
        assert connection.execute("PRAGMA user_version").fetchone() == (1,)
    with closing(SqliteStore(file)) as store:
        write(store, "new", b"one")
    upgrade(str(file), told.append)
    assert len(told) == 1


def test_without_room_for_a_copy_it_is_told_and_upgraded(tmp_path, monkeypatch):
    file = Path(shutil.copy(DATABASES / "v1.db", tmp_path / "live.db"))
    full = shutil.disk_usage(tmp_path)._replace(free=2**20)
    monkeypatch.setattr(database.shutil, "disk_usage", lambda _: full)
    told = []
    upgrade(str(file), told.append)
    assert told == [f"{file}: no room for a copy before it is brought up to date."]
    assert not (tmp_path / "live.db.v1").exists()
    assert len(SqliteStore(file).load("K7QF")) == 3
