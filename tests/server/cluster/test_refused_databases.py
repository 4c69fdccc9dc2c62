"""A database that the site cannot use is told in one line, and nothing is left beside it."""

from __future__ import annotations

import sqlite3
from contextlib import closing

import pytest

from tacit.cli import main
from tacit.server.site import KEYS
from tacit.store import open_store
from tests.server.sites import inside, quick


def _not_ours(path):
    with closing(sqlite3.connect(path)) as connection:
        connection.execute("CREATE TABLE recipes (name TEXT)")


def _newer(path):
    open_store(str(path)).close()
    with closing(sqlite3.connect(path)) as connection:
        connection.execute("PRAGMA user_version = 9999")


def _no_database(path):
    path.write_text("Dear diary, " * 100)


def _empty(path):
    path.touch()


@pytest.mark.parametrize("made", [_not_ours, _newer, _no_database, _empty])
def test_a_refused_database_leaves_no_lock_file_behind(made, tmp_path, capsys):
    made(tmp_path / "a.db")
    before = sorted(tmp_path.iterdir())
    assert main(["serve", "--port", "0", "--host", "127.0.0.1", "--db", f"{tmp_path}/a.db"]) == 2
    told = capsys.readouterr().err
    assert told.startswith("tacit: ")
    assert told.count("\n") == 1
    assert sorted(tmp_path.iterdir()) == before


def test_a_database_that_another_program_has_locked_leaves_no_lock_file_behind(
    tmp_path, capsys, monkeypatch
):
    monkeypatch.setattr("tacit.store.sqlite.database.BUSY_TIMEOUT_S", 0.0)
    open_store(f"{tmp_path}/a.db").close()
    with closing(sqlite3.connect(tmp_path / "a.db", isolation_level=None)) as connection:
        connection.execute("BEGIN EXCLUSIVE")
        assert main(["serve", "--port", "0", "--db", f"{tmp_path}/a.db"]) == 2
        assert not (tmp_path / "a.db.lock").exists()
    assert "locked" in capsys.readouterr().err


async def test_a_database_that_was_served_before_keeps_its_lock_file(tmp_path):
    async with inside(quick(tmp_path / "a.db")):
        pass
    assert (tmp_path / "a.db.lock").exists()


@pytest.mark.parametrize("name", KEYS)
@pytest.mark.parametrize("key", [b"", b"short", bytes(31)])
def test_a_site_whose_signing_key_is_empty_or_short_does_not_start(name, key, tmp_path, capsys):
    store = open_store(f"{tmp_path}/a.db")
    store.secret(name)
    store.close()
    with closing(sqlite3.connect(tmp_path / "a.db")) as connection, connection:
        connection.execute("UPDATE secrets SET secret = ? WHERE name = ?", (key, name))
    assert main(["serve", "--port", "0", "--db", f"{tmp_path}/a.db"]) == 2
    told = capsys.readouterr().err
    assert told.count("\n") == 1
    assert f"The key '{name}' in the database is damaged" in told
    assert f"{len(key)} bytes instead of 32" in told
    mend = f"DELETE FROM secrets WHERE name = '{name}'"
    assert mend in told
    with closing(sqlite3.connect(tmp_path / "a.db")) as connection, connection:
        connection.execute(mend)
    store = open_store(f"{tmp_path}/a.db")
    assert len(store.secret(name)) == 32
    store.close()
