"""What a host does now and then: backup, restore, prune, migrate, doctor, and how they are told."""

from __future__ import annotations

import json
import shutil
import sqlite3
from pathlib import Path

import pytest

from tacit.store import Device, Lock, SqliteStore, open_store
from tacit.store.postgres.log import PostgresStore
from tacit.store.sqlite.schema import VERSION
from tests.store.conformance import outcome, write
from tests.store.postgres_server import new_place


def fill(store) -> None:
    write(store, "K7QF", b"one", b"\0\xff", b"", people={"ann": True})
    write(store, "M2XA", b"the end", closed=True)
    store.keep_device("ann", Device("one", "Firefox", 1000, ended=True))


def told(store) -> tuple:
    """Everything that a site would find in a store."""
    return (
        [store.load(table) for table in ("K7QF", "M2XA")],
        store.open_tables(9),
        store.tables_of("ann", 9),
        store.devices("ann"),
        store.secret("guests"),
    )


@pytest.fixture
def place(request, tmp_path):
    return str(tmp_path / "live.db") if request.param == "sqlite" else new_place()


@pytest.mark.parametrize("place", ["sqlite", "postgres"], indirect=True)
def test_a_backup_is_made_while_it_runs_and_brought_back(tacit, place, tmp_path):
    store = open_store(place)
    fill(store)
    before = told(store)
    copy = str(tmp_path / "copy.db")
    ran = tacit("backup", "--db", place, "--to", copy)
    assert ran.out == f"{copy} holds 2 tables with 4 entries.\n"
    assert Path(copy).stat().st_mode & 0o077 == 0, "secrets are in there"
    write(store, "K7QF", b"later")
    store.close()
    new = new_place() if place.startswith("postgresql") else str(tmp_path / "new.db")
    assert tacit("restore", copy, "--db", new, "--json").out == '{"tables": 2, "entries": 4}\n'
    back = open_store(new)
    assert told(back) == before
    assert outcome(back, "K7QF", 3, [b"and on"]) is None
    write(back, "new table", b"one")
    assert back.load("new table") == [b"one"]
    back.close()


def test_a_path_that_is_none_is_told(tacit):
    said = tacit("serve", "--base-path", "/a b")
    assert "such as /tacit, not '/a b'" in said.one_clear_line


def test_nothing_is_written_over(tacit, tmp_path):
    SqliteStore(tmp_path / "live.db").close()
    (tmp_path / "mine.txt").write_text("dear diary")
    said = tacit("backup", "--db", str(tmp_path / "live.db"), "--to", str(tmp_path / "mine.txt"))
    assert "mine.txt is there already" in said.one_clear_line
    assert (tmp_path / "mine.txt").read_text() == "dear diary"
    place = new_place()
    store = PostgresStore(place)
    fill(store)
    store.close()
    said = tacit("restore", str(tmp_path / "live.db"), "--db", place)
    assert "There are games in that database already" in said.one_clear_line


@pytest.mark.parametrize("name", ["none.db", "letter.db", "recipes.db"])
def test_what_is_no_database_of_ours_is_not_copied(tacit, tmp_path, name):
    (tmp_path / "letter.db").write_text("Dear Sir or Madam, " * 100)
    with sqlite3.connect(tmp_path / "recipes.db") as other:
        other.execute("CREATE TABLE recipes (name TEXT)")
    said = tacit("restore", str(tmp_path / name), "--db", str(tmp_path / "new.db"))
    assert name in said.one_clear_line
    assert not (tmp_path / "new.db").exists()
    assert [one.name for one in tmp_path.glob(".*")] == []


def test_a_file_moves_to_postgresql_with_its_history(tacit, tmp_path):
    store = SqliteStore(tmp_path / "live.db")
    fill(store)
    before = told(store)
    store.close()
    place = new_place()
    assert "holds 2 tables with 4" in tacit("migrate", str(tmp_path / "live.db"), place).out
    store = PostgresStore(place)
    assert told(store) == before
    assert outcome(store, "K7QF", 3, [b"and on"]) is None
    write(store, "new table", b"one")
    store.close()
    copy = str(tmp_path / "back.db")
    tacit("backup", "--db", place, "--to", copy)
    store = SqliteStore(copy)
    assert len(store.load("K7QF")) == 4
    store.close()


def test_what_is_played_on_is_not_moved(tacit, tmp_path):
    SqliteStore(tmp_path / "live.db").close()
    held = Lock(tmp_path / "live.db")
    said = tacit("migrate", str(tmp_path / "live.db"), new_place())
    assert "is in use by another Tacit" in said.one_clear_line
    held.release()


def test_closed_tables_are_removed_after_their_time(tacit, tmp_path):
    db = tmp_path / "live.db"
    store = SqliteStore(db)
    write(store, "old", b"the end", closed=True)
    write(store, "open", b"one")
    write(store, "new", b"the end", closed=True)
    write(store, "last", b"one")
    store.close()
    with sqlite3.connect(db) as old:
        old.execute("UPDATE tables SET written = 1 WHERE id IN ('old', 'open')")
    assert tacit("prune", "--db", str(db), "--keep", "30", "--json").out == '{"removed": 1}\n'
    store = SqliteStore(db)
    assert [len(store.load(table)) for table in ("old", "open", "new", "last")] == [0, 1, 1, 1]
    store.close()
    assert "days above 0" in tacit("prune", "--db", str(db), "--keep", "0").one_clear_line


def test_the_doctor_says_what_is_wrong(tacit, tmp_path):
    SqliteStore(tmp_path / "good.db").close()
    well = tacit("doctor", "--db", str(tmp_path / "good.db"), "--port", "0")
    assert "good.db can be written" in well.out
    (tmp_path / "bad.db").write_text("x" * 1000)
    ill = tacit("doctor", "--db", str(tmp_path / "bad.db"), "--port", "0", "--json")
    assert ill.code == 1
    found = [json.loads(line) for line in ill.out.splitlines()]
    (bad,) = [one for one in found if one["state"] == "bad" and "bad.db" in one["what"]]
    assert "not a database" in bad["what"]
    assert bad["todo"]
    gone = tacit("doctor", "--db", "postgresql://127.0.0.1:1/x", "--port", "0")
    assert "127.0.0.1:1/x cannot be reached" in gone.out


def test_the_doctor_knows_proxies_that_sign_in_and_pages_with_frames(tacit, tmp_path):
    here = ["doctor", "--db", str(tmp_path / "a.db"), "--port", "0", "--behind-proxy"]
    signed = tacit(*here, "--user-header", "Remote-User", "--embed", "https://club.example").out
    assert "  ok  Remote-User of the proxy says who a visitor is" in signed
    assert "  ok  https://club.example may show the site in a frame" in signed
    open_wide = tacit(*here, "--host", "0.0.0.0", "--user-header", "Remote-User").out
    assert "note  Remote-User of the proxy says who a visitor is - name the proxy" in open_wide
    plain = tacit(*here, "--embed", "http://club.lan").out
    assert "note  http://club.lan may show the site in a frame - use https" in plain
    alone = tacit("doctor", "--db", str(tmp_path / "a.db"), "--user-header", "Remote-User")
    assert "--user-header must stand with --behind-proxy" in alone.one_clear_line


def test_settings_come_from_the_command_line_the_environment_or_a_file(
    tacit, tmp_path, monkeypatch
):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "tacit.toml").write_text('db = "from-file.db"\nport = 0\n')
    monkeypatch.setenv("TACIT_CONFIG", "tacit.toml")
    assert "from-file.db" in tacit("doctor").out
    monkeypatch.setenv("TACIT_DB", "from-environment.db")
    assert "from-environment.db" in tacit("doctor").out
    assert "from-line.db" in tacit("doctor", "--db", "from-line.db").out


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("db = 3", "tacit.toml: db must be a file or postgresql://user@host/name"),
        ("colour = 1", "there is no 'colour'; possible are host, port, db"),
        ("db =", "is not valid TOML"),
    ],
)
def test_a_wrong_file_is_told_in_a_line(tacit, tmp_path, monkeypatch, text, said):
    (tmp_path / "tacit.toml").write_text(text)
    monkeypatch.setenv("TACIT_CONFIG", str(tmp_path / "tacit.toml"))
    assert said in tacit("doctor").one_clear_line


def test_memory_is_pruned_like_the_others():
    store = open_store("memory:")
    write(store, "old", b"the end", closed=True)
    write(store, "new", b"the beginning")
    assert store.prune(2**62, 5) == 1
    assert store.load("old") == []
    store.close()


DATABASES = Path(__file__).parents[1] / "store" / "databases"


@pytest.mark.parametrize("command", ["prune --keep 30", "rebuild", "export"])
def test_nothing_but_upgrade_and_serve_upgrades_a_database(tacit, tmp_path, command):
    db = Path(shutil.copy(DATABASES / "v1.db", tmp_path / "live.db"))
    before = db.read_bytes()
    said = tacit(*command.split(), "--db", str(db)).one_clear_line
    assert "bring it up to date with `tacit upgrade --db …`, or start the site on it" in said
    assert db.read_bytes() == before
    ran = tacit("upgrade", "--db", str(db))
    assert ran.out == f"{db} is now at version {VERSION}; it was at version 1.\n"
    assert "live.db.v1" in ran.err
    assert tacit("upgrade", "--db", str(db)).out == f"{db} is up to date (version {VERSION}).\n"
    assert tacit(*command.split(), "--db", str(db)).code == 0
    typo = tmp_path / "typo.db"
    assert "there is no such" in tacit("upgrade", "--db", str(typo)).one_clear_line
    assert not typo.exists()


def test_the_doctor_says_how_to_upgrade(tacit, tmp_path):
    db = shutil.copy(DATABASES / "v1.db", tmp_path / "live.db")
    assert "note  " + str(db) + " is of an earlier Tacit" in tacit("doctor", "--db", db).out
