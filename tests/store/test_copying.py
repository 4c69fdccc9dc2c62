"""Whole databases are copied, or refused in words; tests/commands has the usual ways."""

import shutil
import sqlite3
from contextlib import closing
from pathlib import Path

import pytest

from tacit.server.history.my_games import GameFilter, played_by, tell_games, tell_records
from tacit.server.history.projection import Projection
from tacit.store import Consent, SqliteStore, StoreError
from tacit.store.copying import ROWS, copy
from tacit.store.postgres.log import PostgresStore
from tests.server.history.test_projection import catch_up
from tests.store.conformance import passkey, write
from tests.store.postgres_server import new_place
from tests.table.logged import log_of

DATABASES = Path(__file__).parent / "databases"
NOWHERE = "postgresql://127.0.0.1:1/none"


@pytest.fixture
def file(tmp_path):
    path = tmp_path / "live.db"
    with closing(SqliteStore(path)) as store:
        write(store, "K7QF", *(b"%d" % number for number in range(2 * ROWS + 1)))
    return str(path)


def refusal(source, target):
    with pytest.raises(StoreError) as refused:
        copy(str(source), str(target))
    return str(refused.value)


def test_a_long_log_goes_there_and_back(file, tmp_path):
    place = new_place()
    assert copy(file, place) == (1, 2 * ROWS + 1)
    assert copy(place, str(tmp_path / "back.db")) == (1, 2 * ROWS + 1)
    with closing(SqliteStore(file)) as one, closing(SqliteStore(tmp_path / "back.db")) as other:
        assert one.load("K7QF") == other.load("K7QF")


def test_what_is_kept_of_people_goes_there_and_back(file, tmp_path):
    with closing(SqliteStore(file)) as store:
        store.keep_passkey(passkey(b"\x00one"))
        store.keep_code("ann", b"code", 1000)
        store.keep_consent("ann", Consent(agreed=True, at=1000))
    place = new_place()
    copy(file, place)
    copy(place, str(tmp_path / "back.db"))
    with closing(PostgresStore(place)) as one, closing(SqliteStore(tmp_path / "back.db")) as other:
        for store in (one, other):
            assert store.passkeys("ann") == [passkey(b"\x00one")]
            assert store.person_of_code(b"code") == "ann"
            assert store.consent("ann") == Consent(agreed=True, at=1000)


def test_files_may_be_named_from_where_one_is(file, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    assert copy("live.db", "monday.db") == (1, 2 * ROWS + 1)


def test_an_empty_database_may_be_copied(tmp_path):
    SqliteStore(tmp_path / "empty.db").close()
    place = new_place()
    assert copy(str(tmp_path / "empty.db"), place) == (0, 0)
    with closing(PostgresStore(place)) as store:
        write(store, "K7QF", b"one")


def test_a_backup_of_an_older_version_is_brought_up_to_date(tmp_path):
    old = str(DATABASES / "v1.db")
    copy(old, str(tmp_path / "new.db"))
    with closing(SqliteStore(tmp_path / "new.db")) as store:
        assert len(store.load("K7QF")) == 3
    older = shutil.copy(old, tmp_path / "old.db")
    assert "bring it up to date with `tacit upgrade" in refusal(older, new_place())


def test_what_cannot_be_copied_is_told(file, tmp_path):
    assert "copy with pg_dump and psql" in refusal("postgresql://a/b", "postgresql://c/d")
    assert "in memory" in refusal("memory:", tmp_path / "x.db")
    assert "there is no such file" in refusal(tmp_path / "none.db", tmp_path / "x.db")
    assert "cannot be copied" in refusal(file, NOWHERE)
    assert "cannot be copied" in refusal(NOWHERE, tmp_path / "x.db")
    with sqlite3.connect(tmp_path / "recipes.db") as other:
        other.execute("CREATE TABLE recipes (name TEXT)")
    said = refusal(tmp_path / "recipes.db", new_place())
    assert "recipes.db cannot be read: it is a database of another program" in said
    assert not list(tmp_path.glob(".*"))


def test_a_damaged_file_is_not_taken_for_a_backup(file, tmp_path):
    data = bytearray(Path(file).read_bytes())
    middle = len(data) // 2
    data[middle : middle + 8192] = bytes(8192)
    Path(file).write_bytes(data)
    assert refusal(file, tmp_path / "new.db")
    assert not (tmp_path / "new.db").exists()


def told_of(store):
    """What every player sees of their games and ratings."""
    found = {}
    for person in ("ann-id", "bob-id", "cy-id"):
        mine = played_by(store.games, person)
        found[person] = (
            tell_games(mine, GameFilter(), 0),
            tell_records(store.games, person, mine, GameFilter()),
        )
    return found


def play_at(store, *tables):
    """Seven games; at each table the next one has begun."""
    people = [("ann-id", "Ann"), ("bob-id", "Bob"), ("cy-id", "Cy")]
    for number, games in tables:
        log = log_of("mindup", people, ["greedy"], seed=number, games=games + 1)
        over = [at for at, line in enumerate(log) if b'"game-ended"' in line][-2]
        write(store, f"t{number}", *log[: over + 1], closed=True)
        write(store, f"t{number}", *log[over + 1 : over + 4])


@pytest.mark.parametrize("behind", [False, True], ids=["up to date", "behind"])
def test_finished_games_and_ratings_go_there_and_back_where_the_next_game_has_begun(
    tmp_path, behind
):
    place = new_place()
    with closing(SqliteStore(tmp_path / "live.db")) as store:
        play_at(store, (1, 3), (2, 2), (3, 2))
        if not behind:
            catch_up(store)
            before = told_of(store)
    copy(str(tmp_path / "live.db"), place)
    copy(place, str(tmp_path / "back.db"))
    if behind:
        with closing(SqliteStore(tmp_path / "live.db")) as store:
            catch_up(store)
            before = told_of(store)
    assert before["ann-id"][0].total == 7
    assert before["ann-id"][1].ratings
    with closing(PostgresStore(place)) as one, closing(SqliteStore(tmp_path / "back.db")) as other:
        for store in (one, other):
            if behind:
                catch_up(store)
            assert told_of(store) == before
            assert Projection(store.games).weigh() is None
            assert store.games.backlog(10) == (0, None, 0)
