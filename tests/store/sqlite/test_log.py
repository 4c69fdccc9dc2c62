"""The store in a SQLite file: one thread, one transaction for all that is queued."""

import random
import sqlite3
import subprocess
import sys
import threading
from contextlib import closing
from pathlib import Path

import pytest

from tacit.store import Conflict, Consent, Device, SqliteStore, StoreError
from tacit.store.erasure import Erasure
from tacit.store.sqlite import database, log
from tacit.store.store import QUIET
from tests.store.appender import entry
from tests.store.conformance import DurableStoreConformance, Told, held, outcome, write
from tests.store.erasure_conformance import ErasureConformance
from tests.store.games_conformance import GamesConformance, game, put
from tests.store.turns_conformance import TurnIndexConformance


class TestSqliteStore(
    DurableStoreConformance, GamesConformance, ErasureConformance, TurnIndexConformance
):
    @pytest.fixture
    def store(self, sqlite_store):
        return sqlite_store

    @pytest.fixture
    def reopen(self, store, path):
        stores = [store]

        def reopen():
            stores[-1].close()
            stores.append(SqliteStore(path))
            return stores[-1]

        yield reopen
        stores[-1].close()


def test_what_is_queued_is_one_commit(path):
    commits, told = [], Told()
    store = SqliteStore(path, on_commit=lambda seconds, entries: commits.append(entries))
    with held(store):
        for table in ("A", "B", "C"):
            store.append(table, 0, [b"one"], told)
            store.append(table, 1, [b"two", b"three"], told)
        store.append("A", 1, [b"refused"], told)
    outcomes = [told.next() for _ in range(7)]
    store.close()
    assert outcomes[:6] == [None] * 6
    assert isinstance(outcomes[6], Conflict)
    assert commits == [9]


@pytest.mark.parametrize(
    ("query", "values", "index"),
    [
        (log.OLD_CLOSED, (5,), "closed_tables (written<?)"),
        (log.OLD_QUIET, (*QUIET, 5), "sqlite_autoindex_tables_1 (id>? AND id<?)"),
    ],
)
def test_old_tables_are_found_by_an_index(path, query, values, index):
    """Pruning looks for them in a transaction that writes, beside the games."""
    with closing(SqliteStore(path)) as store:
        for table in ("A", "evening:x", "B"):
            write(store, table, b"one", closed=table == "A")
    with closing(sqlite3.connect(path)) as database:
        plan = [step for *_, step in database.execute(f"EXPLAIN QUERY PLAN {query}", values)]
    assert plan[0] == f"SEARCH tables USING INDEX {index}"
    assert not [step for step in plan if "SCAN " in step or "TEMP B-TREE" in step]


def test_what_is_remembered_of_a_log_never_forks_it(path):
    """Two stores write to one file, each sure of where the logs end."""
    one, other = SqliteStore(path), SqliteStore(path)
    with closing(one), closing(other):
        assert outcome(one, "A", 0, [b"1"]) is None
        assert outcome(one, "B", 0, [b"1"]) is None
        assert outcome(other, "A", 1, [b"2"]) is None
        told = Told()
        with held(one):
            one.append("A", 1, [b"fork"], told)
            one.append("B", 1, [b"2"], told)
        assert isinstance(told.next(), Conflict)
        assert told.next() is None  # nobody else's table suffers
        assert outcome(one, "A", 2, [b"3"]) is None
    assert one.load("A") == [b"1", b"2", b"3"]
    assert one.load("B") == [b"1", b"2"]


def test_a_table_that_was_removed_takes_nothing_more(path):
    with closing(SqliteStore(path)) as store:
        assert outcome(store, "A", 0, [b"1"]) is None
        with closing(sqlite3.connect(path)) as other, other:
            other.execute("DELETE FROM entries")
            other.execute("DELETE FROM tables")
        assert isinstance(outcome(store, "A", 1, [b"2"]), Conflict)
        assert store.load("A") == []


def test_listeners_that_fail_stop_nobody(path, caplog):
    def fail(*_):
        raise LookupError("a listener's mistake")

    store = SqliteStore(path, on_commit=fail)
    store.append("K7QF", 0, [b"one"], fail)
    assert outcome(store, "K7QF", 1, [b"two"]) is None
    store.close()
    assert store.load("K7QF") == [b"one", b"two"]
    assert "A listener of the game log failed" in caplog.text
    assert "a listener's mistake" in caplog.text


def test_closing_ends_the_thread_and_leaves_one_file(path):
    before = threading.active_count()
    store = SqliteStore(path)
    write(store, "K7QF", b"one")
    assert threading.active_count() == before + 1
    store.close()
    assert threading.active_count() == before
    assert [file.name for file in path.parent.iterdir()] == ["live.db"]


def test_the_log_is_written_ahead_and_through_to_the_disk(sqlite_store, path):
    with closing(database.connect(path)) as fresh:
        for connection in (sqlite_store._connection, fresh):
            assert connection.execute("PRAGMA journal_mode").fetchone() == ("wal",)
            assert connection.execute("PRAGMA synchronous").fetchone() == (2,)  # FULL


def test_a_log_with_a_hole_is_not_read_as_if_it_had_none(sqlite_store, path):
    write(sqlite_store, "K7QF", b"one", b"two", b"three")
    with closing(sqlite3.connect(path)) as stranger, stranger:
        stranger.execute("DELETE FROM entries WHERE number = 2")
    with pytest.raises(StoreError, match="The log of table K7QF is damaged: entries are missing"):
        sqlite_store.load("K7QF")


def test_of_two_stores_on_one_file_the_one_left_behind_is_told_so(sqlite_store, path):
    other = SqliteStore(path)
    write(sqlite_store, "K7QF", b"one")
    assert outcome(other, "K7QF", 1, [b"two"]) is None
    assert isinstance(outcome(sqlite_store, "K7QF", 1, [b"another two"]), Conflict)
    assert outcome(sqlite_store, "K7QF", 2, [b"three"]) is None
    assert other.secret("cookies") == sqlite_store.secret("cookies")
    other.close()
    assert sqlite_store.load("K7QF") == [b"one", b"two", b"three"]


@pytest.mark.parametrize("seed", range(5))
def test_what_was_acknowledged_outlives_a_killed_process(path, seed):
    delay = random.Random(seed).uniform(0.0, 0.2)
    print(f"seed {seed}: killed after {delay:.3f} s")
    child = subprocess.Popen(
        [sys.executable, "-m", "tests.store.appender", str(path)],
        cwd=Path(__file__).parents[3],
        stdout=subprocess.PIPE,
        bufsize=0,
    )
    with child:
        lines = [child.stdout.readline()]
        with pytest.raises(subprocess.TimeoutExpired):
            child.communicate(timeout=delay)
        child.kill()
        lines += child.communicate()[0].splitlines()
    acknowledged = {line.split()[0].decode(): int(line.split()[1]) for line in lines}

    store = SqliteStore(path)
    for table, number in acknowledged.items():
        log = store.load(table)
        assert len(log) >= number
        assert log == [entry(number) for number in range(1, len(log) + 1)]
        assert outcome(store, table, len(log), [b"the game goes on"]) is None
    store.close()


def test_who_is_forgotten_is_gone_from_every_byte_of_the_file(path):
    """Rows are moved about as tables grow, and nothing of them stays where they were."""
    chance = random.Random(1)
    crowd = [f"person-{number}-{chance.randbytes(8).hex()}" for number in range(40)]
    with closing(SqliteStore(path)) as store:
        for number in range(150):
            table, who = f"t{chance.randrange(10**9)}", chance.sample(crowd, 4)
            log = [f'{{"by":"{one}"}}'.encode() * chance.randrange(1, 5) for one in who]
            write(store, table, *log, people=dict.fromkeys(who, True), closed=number % 2 == 0)
            write(store, table, b"left", people={who[0]: False})
            put(store, table, game(1, chance.randrange(10**9), *who, about=who[0].encode()))
            store.keep_device(who[0], Device(str(number), "Chrome", number))
            store.keep_name(who[1], "n" * chance.randrange(20))
            store.keep_consent(who[2], Consent(agreed=True, at=number))
        gone = Erasure(crowd[0], "alias-" + "0" * 20)
        sought, alias = gone.person.encode(), gone.alias.encode()
        store.begin_erasure(gone, 1)
        for table in store.naming(gone.person):
            log = enumerate(store.load(table), start=1)
            store.rewrite(table, {at: line.replace(sought, alias) for at, line in log})
        mine = store.games.of(gone.person, 1000)
        abouts = {(one.table, 1): one.about.replace(sought, alias) for one in mine}
        store.games.rename(gone, abouts)
        store.end_erasure(gone.person)
        left = [file.read_bytes() for file in path.parent.iterdir()]
    assert not any(sought in one for one in left)
    assert any(crowd[1].encode() in one for one in left)
