"""The database file is a promise: every version opens, and what is not ours is left alone."""

import os
import shutil
import sqlite3
import stat
import subprocess
import sys
import tempfile
from contextlib import closing
from pathlib import Path

import pytest

from tacit.store import SqliteStore, StoreError
from tacit.store.sqlite import database
from tacit.store.sqlite import schema as migrations
from tests.store.conformance import outcome, write

DATABASES = Path(__file__).parents[1] / "databases"

NEXT = """
CREATE TABLE names (name TEXT);
CREATE TRIGGER one_name AFTER INSERT ON names BEGIN
    DELETE FROM names;
END;
"""


def version(path):
    with closing(sqlite3.connect(path)) as connection:
        return connection.execute("PRAGMA user_version").fetchone()[0]


def refusal(path):
    """Why a file is not opened; it stays as it was."""
    before = path.read_bytes()
    with pytest.raises(StoreError) as refused:
        SqliteStore(path)
    assert path.read_bytes() == before
    text = str(refused.value)
    assert text.startswith(f"{path} cannot be opened: ")
    return text


@pytest.fixture
def v1(path):
    shutil.copy(DATABASES / "v1.db", path)
    return path


def test_a_database_of_every_version_ever_released_is_kept():
    kept = {file.name: version(file) for file in DATABASES.glob("*.db")}
    assert kept == {f"v{number}.db": number for number in range(1, migrations.VERSION + 1)}


@pytest.mark.parametrize("released", sorted(DATABASES.glob("*.db")), ids=lambda file: file.name)
def test_every_database_ever_released_opens(released, tmp_path):
    store = SqliteStore(shutil.copy(released, tmp_path))
    assert store.load("K7QF") == [b'{"kind":"dealt"}', b"\x00\xff", b""]
    assert store.load("crème brûlée") == [b"the end"]
    assert store.open_tables(10) == ["M2XA", "K7QF"]
    assert (
        store.secret("cookies").hex()
        == "21848c551f441a684d1c18c9d3728076388f9cf536b5aa8e8a20c481c373d4a8"
    )
    assert outcome(store, "K7QF", 3, [b"four"]) is None
    store.close()


def test_an_older_database_is_brought_up_to_date(v1, monkeypatch):
    monkeypatch.setattr(migrations, "SCRIPTS", (*migrations.SCRIPTS, NEXT, ""))
    monkeypatch.setattr(migrations, "VERSION", len(migrations.SCRIPTS))
    store = SqliteStore(v1)
    store.close()
    assert version(v1) == migrations.VERSION == len(migrations.SCRIPTS)
    assert len(store.load("K7QF")) == 3


def test_a_step_that_fails_is_not_half_taken(v1, monkeypatch):
    monkeypatch.setattr(migrations, "SCRIPTS", (*migrations.SCRIPTS[:1], NEXT + NEXT))
    monkeypatch.setattr(migrations, "VERSION", 2)
    assert "table names already exists" in refusal(v1)
    assert version(v1) == 1


def test_a_database_of_a_newer_version_is_refused_by_name(v1):
    with closing(sqlite3.connect(v1)) as connection:
        connection.execute("PRAGMA user_version = 99")
    text = refusal(v1)
    assert "it was written by a newer Tacit (database version 99; this Tacit reads up to" in text


def test_a_database_of_another_program_is_refused(tmp_path):
    with closing(sqlite3.connect(tmp_path / "recipes.db")) as connection:
        connection.execute("CREATE TABLE recipes (name TEXT)")
    assert "it is a database of another program" in refusal(tmp_path / "recipes.db")


def test_a_file_that_is_no_database_is_refused(tmp_path):
    (tmp_path / "letter.txt").write_text("Dear Sir or Madam, will you read my book? " * 100)
    assert "it is not a database" in refusal(tmp_path / "letter.txt")


def test_an_empty_file_is_not_silently_a_new_database(tmp_path):
    (tmp_path / "live.db").touch()
    assert "it is empty. If it is to be a new database, remove it" in refusal(tmp_path / "live.db")


def test_a_database_is_made_whole_or_not_at_all(tmp_path, monkeypatch):
    """A crash while it is made leaves nothing that would be refused, or taken, the next time."""

    def crash(_):
        raise KeyboardInterrupt

    monkeypatch.setattr(database, "migrate", crash)
    with pytest.raises(KeyboardInterrupt):
        SqliteStore(tmp_path / "live.db")
    assert list(tmp_path.iterdir()) == []


def test_the_people_of_an_older_database_are_found_by_index(v1):
    """Entries are JSON of the table's own, but nothing says that every one can be read."""
    entries = [
        b'{"house":[{"kind":"opened","game":"mindup"},{"kind":"joined","person":"ann"}]}',
        b'{"by":"bob","house":[{"kind":"joined","person":"bob","name":"B\\"ob"}]}',
        b'{"house":[{"kind":"joined","person":"ann"}]}',
        b'{"house":[{"kind":"said","text":"\\"joined\\""},{"kind":"joined"}]}',
        b'"joined" {',
        b'\xff"joined"',
        b'{"house":"joined"}',
    ]
    with closing(sqlite3.connect(v1)) as connection, connection:
        (key,) = connection.execute("SELECT key FROM tables WHERE id = 'M2XA'").fetchone()
        (last,) = connection.execute(
            "SELECT max(number) FROM entries WHERE table_key = ?", (key,)
        ).fetchone()
        connection.executemany(
            "INSERT INTO entries VALUES (?, ?, ?)",
            [(key, number, entry) for number, entry in enumerate(entries, (last or 0) + 1)],
        )
    store = SqliteStore(v1)
    assert store.tables_of("ann", 10) == store.tables_of("bob", 10) == ["M2XA"]
    store.close()
    with closing(sqlite3.connect(v1)) as connection:
        assert connection.execute("SELECT count(*) FROM people").fetchone() == (2,)


def test_a_folder_is_no_database(tmp_path):
    with pytest.raises(StoreError, match="cannot be opened: it is no file, or its folder"):
        SqliteStore(tmp_path)


def test_a_folder_that_is_not_there_is_refused(tmp_path):
    (tmp_path / "file").touch()
    with pytest.raises(StoreError, match=r"live\.db cannot be opened: there is no folder"):
        SqliteStore(tmp_path / "file" / "live.db")


def test_nobody_but_the_owner_can_read_what_is_secret(sqlite_store, path):
    write(sqlite_store, "K7QF", b"one")
    files = list(path.parent.iterdir())
    assert len(files) == 3
    assert {stat.S_IMODE(file.stat().st_mode) for file in files} == {0o600}


READ_ONLY = """
import os, sys, urllib.parse  # which pathlib imports when it is too late
from pathlib import Path
from tacit.store import SqliteStore, StoreError

path = Path(sys.argv[1])
if os.geteuid() == 0:
    os.seteuid(65534)  # file modes do not stop root
try:
    SqliteStore(path)
except StoreError as error:
    print(str(error).removeprefix(str(path)))
"""


@pytest.fixture
def open_to_all():
    """A folder that another user can come to, which pytest's own are not."""
    with tempfile.TemporaryDirectory() as folder:
        Path(folder).chmod(0o755)
        yield Path(folder)


@pytest.mark.skipif(os.name != "posix", reason="file modes are POSIX")
@pytest.mark.parametrize("mode", [0o777, 0o555], ids=["the file", "its folder too"])
def test_what_is_read_only_is_refused(open_to_all, mode):
    folder = open_to_all / "folder"
    folder.mkdir()
    path = Path(shutil.copy(DATABASES / "v1.db", folder))
    path.chmod(0o444)
    folder.chmod(mode)
    child = subprocess.run(
        [sys.executable, "-c", READ_ONLY, str(path)], check=True, capture_output=True, text=True
    )
    folder.chmod(0o755)
    assert child.stdout == " cannot be opened: it is read-only, and a log has to be written.\n"


@pytest.mark.parametrize("count", [0, 1, 49, 50, 51, 120])
def test_many_rows_are_written_in_few_statements(tmp_path, count):
    rows = [(number, f"t{number}", False, number) for number in range(1, count + 1)]
    with closing(database.create(tmp_path / "a.db")) as connection:
        told = []
        connection.set_trace_callback(told.append)
        insert = "INSERT INTO tables (key, id, closed, written) VALUES {rows}"
        assert database.execute_many(connection, insert, rows) == count
        assert len(told) == -(-count // database.AT_ONCE)
        change = "UPDATE tables SET written = column2 FROM (VALUES {rows}) WHERE key = column1"
        news = [(number, 1000 + number) for number in range(count // 2, count + 2)]
        found = database.execute_many(connection, change, news)
        kept = dict(connection.execute("SELECT key, written FROM tables"))
    changed = {key: new for key, new in news if 1 <= key <= count}
    assert found == len(changed)
    assert kept == {key: key for key, *_ in rows} | changed


def test_an_old_sqlite_is_named(tmp_path, monkeypatch):
    monkeypatch.setattr(database.sqlite3, "sqlite_version_info", (3, 31, 1))
    monkeypatch.setattr(database.sqlite3, "sqlite_version", "3.31.1")
    with pytest.raises(StoreError, match=r"SQLite 3\.31\.1; the game log needs 3\.33 or later"):
        database.create(tmp_path / "a.db")
    assert not (tmp_path / "a.db").exists()
