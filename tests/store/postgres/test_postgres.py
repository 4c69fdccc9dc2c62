"""The store in PostgreSQL: a real one, and several nodes on it."""

import asyncio
import random
import signal
import socket
import subprocess
import sys
import threading
import time
from contextlib import closing
from types import SimpleNamespace

import asyncpg
import pytest

from tacit.core.extras import MissingExtra
from tacit.store import Conflict, Device, Shared, StoreError, Unreachable, open_store
from tacit.store.postgres import connections as lines
from tacit.store.postgres import games, schema
from tacit.store.postgres.append import Batch
from tacit.store.postgres.log import OLD, PostgresStore
from tacit.store.store import QUIET
from tacit.store.turns import Turn
from tacit.store.writer import Append
from tests.cluster.ports import free_ports
from tests.cluster.postgres import Postgres
from tests.store.conformance import DurableStoreConformance, Told, held, outcome, write
from tests.store.erasure_conformance import ErasureConformance
from tests.store.games_conformance import GamesConformance
from tests.store.postgres_server import execute, new_place
from tests.store.turns_conformance import TurnIndexConformance


@pytest.fixture
def place():
    return new_place()


@pytest.fixture
def store(place):
    store = PostgresStore(place)
    yield store
    store.close()


@pytest.fixture
def other(place):
    store = PostgresStore(place)
    yield store
    store.close()


class TestPostgresStore(
    DurableStoreConformance, GamesConformance, ErasureConformance, TurnIndexConformance
):
    @pytest.fixture
    def store(self, place):
        store = PostgresStore(place)
        yield store
        store.close()

    @pytest.fixture
    def reopen(self, store, place):
        stores = [store]

        def reopen():
            stores[-1].close()
            stores.append(PostgresStore(place))
            return stores[-1]

        yield reopen
        stores[-1].close()


def test_an_address_opens_it(place):
    with closing(open_store(place)) as store:
        assert isinstance(store, Shared)
        write(store, "K7QF", b"one")
        assert store.load("K7QF") == [b"one"]


def test_what_is_queued_is_one_statement(place):
    commits, told = [], Told()
    store = PostgresStore(place, on_commit=lambda seconds, entries: commits.append(entries))
    with closing(store):
        with held(store):
            for table in ("A", "B", "C"):
                store.append(table, 0, [b"one"], told)
                store.append(table, 1, [b"two", b"three"], told)
            store.append("A", 1, [b"refused"], told)
        outcomes = [told.next() for _ in range(7)]
    assert outcomes[:6] == [None] * 6
    assert isinstance(outcomes[6], Conflict)
    assert commits == [9]


def test_old_tables_are_found_by_an_index(store, place):
    fill = """
        INSERT INTO tables (id, length, closed, written)
        SELECT CASE WHEN n % 100 = 0 THEN 'evening:' ELSE 't' END || n, 1, n % 2 = 1, n
        FROM generate_series(1, 20000) AS n
    """
    asyncio.run(execute(place, fill))
    asyncio.run(execute(place, "ANALYZE tables"))
    for moment in (50, 15_000):
        values = (moment, store.node, 30.0, 20, *QUIET, moment)
        plan = "\n".join(step for (step,) in store._read(f"EXPLAIN {OLD}", *values))
        assert "Seq Scan on tables" not in plan, plan
        assert plan.count(" using closed_tables on tables") == 1, plan
        assert "tables_id_key" in plan or " using open_tables on tables" in plan, plan


def test_of_two_nodes_at_one_place_one_wins(store, other):
    """Both are sure where the log ends, a hundred times, at the same moment."""
    told = {store: Told(), other: Told()}
    for number in range(100):
        start = threading.Barrier(2)

        def append(node, number=number, start=start):
            start.wait()
            node.append("K7QF", number, [node.node.encode()], told[node])

        threads = [threading.Thread(target=append, args=(node,)) for node in told]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        outcomes = {node: news.next() for node, news in told.items()}
        (winner,) = [node for node, refused in outcomes.items() if refused is None]
        (loser,) = [refused for refused in outcomes.values() if refused is not None]
        assert isinstance(loser, Conflict)
        assert store.load("K7QF")[-1] == winner.node.encode()
    assert len(store.load("K7QF")) == 100


def test_batches_of_two_nodes_over_the_same_tables_neither_fork_nor_stick(store, other):
    seed = random.randrange(2**32)
    print(f"seed {seed}")
    rng = random.Random(seed)
    tables = [f"table {number}" for number in range(20)]
    for number in range(10):
        told = Told()
        with held(store), held(other):
            for node in (store, other):
                for table in rng.sample(tables, len(tables)):
                    node.append(table, number, [node.node.encode()], told)
        outcomes = [told.next() for _ in range(2 * len(tables))]
        assert outcomes.count(None) == len(tables)
    assert all(len(store.load(table)) == 10 for table in tables)


def test_the_node_that_claims_a_table_has_it(store, other):
    write(store, "K7QF", b"one")
    write(store, "M2XA", b"one")
    assert [store.claim(table) for table in ("K7QF", "M2XA", "none", "\0")] == [1, 1, 0, 0]
    assert outcome(store, "K7QF", 1, [b"two"]) is None
    other.claim("K7QF")
    assert store.lost() == ["K7QF"]
    assert other.lost() == []
    refused = outcome(store, "K7QF", 2, [b"fork"])
    assert isinstance(refused, Conflict)
    assert "Another node plays table K7QF now" in str(refused)
    assert isinstance(outcome(store, "K7QF", 2, []), Conflict)
    assert outcome(other, "K7QF", 2, [b"three"]) is None
    assert outcome(store, "M2XA", 1, [b"two"]) is None
    store.claim("K7QF")
    assert outcome(store, "K7QF", 3, [b"four"]) is None
    assert store.lost() == []
    assert other.lost() == ["K7QF"]


def test_a_table_that_was_released_is_not_lost(store, other):
    write(store, "K7QF", b"one")
    store.claim("K7QF")
    store.release("K7QF")
    store.release("K7QF")
    other.claim("K7QF")
    assert store.lost() == []
    assert outcome(other, "K7QF", 1, [b"two"]) is None


def test_what_an_earlier_claim_began_a_later_one_does_not_carry_out(store):
    """A table is released, and taken again, while something is still on its way."""
    write(store, "K7QF", b"one")
    store.claim("K7QF")
    told = Told()
    with held(store):
        store.append("K7QF", 1, [b"late"], told)
        store.release("K7QF")
        store.claim("K7QF")
        store.append("K7QF", 1, [b"two"], told)
    assert isinstance(told.next(), Conflict)
    assert told.next() is None
    assert store.lost() == []
    assert store.load("K7QF") == [b"one", b"two"]


def test_what_another_node_plays_quietly_is_not_quiet(store, other):
    write(store, "A", b"one")
    write(store, "B", b"one")
    other.post(b"here")
    other.claim("A")
    assert [one.table for one in store.idle_tables(0, 2**62, 10)] == ["B"]
    assert [one.table for one in other.idle_tables(0, 2**62, 10)] == ["A", "B"]
    other.leave()  # dead, or stopped
    assert [one.table for one in store.idle_tables(0, 2**62, 10)] == ["A", "B"]


def test_a_table_that_another_node_plays_is_not_due_here(store, other):
    for name, due in (("A", 1000), ("B", 2000)):
        write(store, name, b"one", turn=Turn(due, {}))
    other.post(b"here")
    other.claim("A")
    assert [one.table for one in store.due_tables(0, 2**62, 10)] == ["B"]
    assert [one.table for one in other.due_tables(0, 2**62, 10)] == ["A", "B"]
    other.leave()  # dead, or stopped
    assert [one.table for one in store.due_tables(0, 2**62, 10)] == ["A", "B"]


def test_nodes_tell_each_other(store, other):
    store.post(b"first")
    store.post(b"mine")
    other.post(b"theirs")
    assert store.notes(60) == {store.node: b"mine", other.node: b"theirs"}
    assert store.notes(0) == {}
    other.leave()
    assert store.notes(60) == {store.node: b"mine"}


def test_a_device_that_was_ended_elsewhere_is_heard_of(store, other):
    store.keep_device("ann", Device("one", "Firefox", 1000))
    assert other.newly_ended(60) == set()
    store.keep_device("ann", Device("one", "Firefox", 1000, ended=True))
    assert other.newly_ended(60) == {("ann", "one")}


def test_a_link_works_once_on_any_node(store, other):
    store.lend("token", "ann", 600)
    assert other.lent("token") == "ann"
    assert other.redeem("token") == "ann"
    assert store.redeem("token") is None
    assert store.lent("token") is None
    store.lend("old", "ann", 600)
    other.lend("new", "ann", 600)
    assert store.redeem("old") is None
    assert store.redeem("new") == "ann"
    store.lend("late", "bob", -1)
    assert store.lent("late") is None
    assert store.redeem("late") is None


def appended(table, after, *entries):
    return Append(table, after, entries, False, lambda _: None)


class Cut(Exception):
    """The line was cut before the answer came."""


class CutLine:
    """A connection that is cut at one of its statements, before or after the database had it."""

    def __init__(self, connection, at, *, sent):
        self._connection = connection
        self._left = at
        self._sent = sent

    async def fetch(self, *query):
        self._left -= 1
        if self._left:
            return await self._connection.fetch(*query)
        if self._sent:
            await self._connection.fetch(*query)
        raise Cut


@pytest.mark.parametrize("sent", [False, True], ids=["before", "after"])
@pytest.mark.parametrize("at", [1, 2, 3])
def test_what_became_of_an_append_is_found_out_when_the_line_was_cut(store, place, at, sent):
    """Neither lost nor doubled, wherever it is cut, and others' conflicts stay what they are."""
    write(store, "B", b"one", b"two")
    batch = Batch([appended("A", 0, b"1"), appended("B", 1, b"no"), appended("A", 1, b"2")])

    async def cut_and_go_on():
        connection = await asyncpg.connect(place)
        try:
            try:
                return await batch.write(CutLine(connection, at, sent=sent), 1)
            except Cut:
                return await batch.write(connection, 2)
        finally:
            await connection.close()

    first, conflict, last = asyncio.run(cut_and_go_on())
    assert (first, last) == (None, None)
    assert isinstance(conflict, Conflict)
    assert store.load("A") == [b"1", b"2"]
    assert store.load("B") == [b"one", b"two"]


def test_a_node_that_hangs_in_a_transaction_keeps_no_other_waiting(place, monkeypatch):
    monkeypatch.setattr(lines, "IDLE_TRANSACTION_S", 0.2)

    async def hang_with_the_lock() -> asyncpg.Connection:
        connection = await lines.connect(place)
        await connection.execute("BEGIN")
        await connection.execute("SELECT pg_advisory_xact_lock($1)", games._LOCK)
        return connection

    async def run() -> None:
        hung = await hang_with_the_lock()
        with closing(await asyncio.to_thread(PostgresStore, place)) as store:
            await asyncio.to_thread(store.games.drop)  # waits for the lock
        with pytest.raises(lines.PASSING):  # once it runs again it begins anew
            await hung.execute("SELECT 1")

    asyncio.run(run())


def test_a_restart_of_the_database_loses_and_doubles_nothing():
    postgres = Postgres(free_ports(1)[0])
    postgres.start()
    try:
        store, told = PostgresStore(postgres.url), Told()
        with closing(store):
            for table in range(5):
                write(store, f"table {table}", b"0")
            for number in range(1, 40):
                if number in (10, 30):
                    postgres.stop(signal.SIGQUIT if number == 10 else signal.SIGINT)
                    threading.Timer(0.3, postgres.start).start()
                for table in range(5):
                    store.append(f"table {table}", number, [b"%d" % number], told)
                assert [told.next() for _ in range(5)] == [None] * 5
            for table in range(5):
                assert store.load(f"table {table}") == [b"%d" % number for number in range(40)]
    finally:
        postgres.close()


def test_a_database_that_stays_away_is_not_waited_for_for_ever(monkeypatch):
    monkeypatch.setattr(lines.Reconnecting.do, "__defaults__", (0.3,))
    postgres = Postgres(free_ports(1)[0])
    postgres.start()
    try:
        with closing(PostgresStore(postgres.url)) as store:
            write(store, "K7QF", b"one")
            postgres.stop()
            refused = outcome(store, "K7QF", 1, [b"two"])
            assert isinstance(refused, Unreachable)
            assert "could not be saved" in str(refused)
            with pytest.raises(StoreError, match="could not be saved"):
                store.check()
            postgres.start()
            assert outcome(store, "K7QF", 1, [b"two"]) is None
            store.check()
    finally:
        postgres.close()


def test_a_database_that_cannot_be_reached_is_told_in_a_line_without_the_password():
    with pytest.raises(StoreError, match=r"^127\.0\.0\.1:1/club cannot be reached: ") as told:
        PostgresStore("postgresql://me:secret@127.0.0.1:1/club")
    assert "secret" not in str(told.value)


def test_a_database_of_another_program_is_left_alone(place):
    asyncio.run(execute(place, "CREATE TABLE tables (chairs integer)"))
    with pytest.raises(StoreError, match="cannot be used: it is a database of another program"):
        PostgresStore(place)


def test_a_newer_database_is_used_only_if_it_allows_that(place):
    PostgresStore(place).close()
    asyncio.run(execute(place, f"UPDATE tacit SET version = 99, oldest = {schema.VERSION}"))
    PostgresStore(place).close()
    asyncio.run(execute(place, "UPDATE tacit SET oldest = 99"))
    with pytest.raises(StoreError, match=r"was written by a newer Tacit .database version 99"):
        PostgresStore(place)


def test_nodes_that_start_together_make_one_database(place):
    stores = []
    threads = [threading.Thread(target=lambda: stores.append(PostgresStore(place))) for _ in "1234"]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert len(stores) == 4
    assert len({store.secret("cookies") for store in stores}) == 1
    for store in stores:
        store.close()


def test_an_older_database_is_brought_up_to_date_while_others_use_it(store, place, monkeypatch):
    monkeypatch.setattr(schema, "SCRIPTS", (*schema.SCRIPTS, "CREATE TABLE names (name text)"))
    monkeypatch.setattr(schema, "VERSION", len(schema.SCRIPTS))
    newer = PostgresStore(place)
    newer.close()
    assert outcome(store, "K7QF", 0, [b"one"]) is None
    assert newer.load("K7QF") == [b"one"]


def test_closing_ends_its_threads(place):
    before = threading.active_count()
    store = PostgresStore(place)
    write(store, "K7QF", b"one")
    assert threading.active_count() > before
    store.close()
    store.close()
    assert threading.active_count() == before


def test_what_the_database_refuses_for_good_is_told_at_once(store, place):
    """Neither a full disk nor a missing table gets better by asking again."""
    write(store, "K7QF", b"one")
    asyncio.run(execute(place, "ALTER TABLE entries RENAME TO elsewhere"))
    refused = outcome(store, "K7QF", 1, [b"two"])
    assert isinstance(refused, StoreError)
    assert not isinstance(refused, Unreachable | Conflict)
    asyncio.run(execute(place, "ALTER TABLE elsewhere RENAME TO entries"))
    assert outcome(store, "K7QF", 1, [b"two"]) is None

    async def full(_):
        raise asyncpg.DiskFullError("no space left on device")

    with pytest.raises(StoreError, match="could not be read: no space left on device"):
        store._readers.do(full)


def test_a_log_with_a_hole_is_not_read_as_if_it_had_none(store, place):
    write(store, "K7QF", b"one", b"two", b"three")
    asyncio.run(execute(place, "DELETE FROM entries WHERE number = 2"))
    with pytest.raises(StoreError, match="is damaged: entries are missing"):
        store.load("K7QF")


def test_a_log_that_others_move_all_the_time_is_given_up(place, store):
    """Each time its end was looked up, another node has written again."""
    write(store, "A", b"1")
    moved = iter(range(1, 100))

    class Moving:
        def __init__(self, connection):
            self._connection = connection

        async def fetch(self, query, *values):
            rows = await self._connection.fetch(query, *values)
            if query.startswith("SELECT id, length"):
                number = next(moved)
                await execute(place, f"UPDATE tables SET length = length + {number}")
            return rows

    async def write_on():
        connection = await asyncpg.connect(place)
        batch = [appended("A", 0, b"no"), *(appended("A", n, b"x") for n in range(1, 12))]
        try:
            return await Batch(batch).write(Moving(connection), 1)
        finally:
            await connection.close()

    assert all(isinstance(one, Conflict) for one in asyncio.run(write_on()))


def test_without_its_package_the_extra_is_named(monkeypatch):
    monkeypatch.setitem(sys.modules, "tacit.store.postgres.log", None)
    monkeypatch.setattr("tacit.core.extras.EXTRAS", {"tacit": "postgres"})
    with pytest.raises(MissingExtra, match=r"pip install 'tacit-games\[postgres\]'"):
        open_store("postgresql://127.0.0.1/x")


def test_the_tests_own_database_ends_with_the_process_that_started_it():
    start = (
        "from tests.cluster.ports import free_ports as f; from tests.cluster.postgres import *\n"
    )
    start += "p = Postgres(f(1)[0]); p.start(); print(p.port, flush=True); input()"
    starter = subprocess.Popen(
        [sys.executable, "-c", start], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
    )
    with starter:
        port = int(starter.stdout.readline())
        socket.create_connection(("127.0.0.1", port)).close()
        starter.kill()
    for _ in range(200):
        try:
            socket.create_connection(("127.0.0.1", port)).close()
        except ConnectionRefusedError:
            return
        time.sleep(0.05)
    pytest.fail("it is still there")


def test_a_node_takes_an_order_once_and_its_answer_is_found(store, other):
    first = store.order(other.node, b"one")
    second = store.order(other.node, b"two")
    assert store.orders() == [], "it is not for this one"
    assert other.orders() == [(first, b"one"), (second, b"two")]
    assert other.orders() == []
    assert store.fulfilled([first, second]) == {}
    other.fulfil(second, b"done")
    assert store.fulfilled([first, second]) == {second: b"done"}


def test_an_order_nobody_waits_for_any_more_is_not_carried_out(store, other, place):
    store.order(other.node, b"old")
    asyncio.run(execute(place, "UPDATE orders SET made = now() - interval '11 seconds'"))
    assert other.orders() == []
    asyncio.run(execute(place, "UPDATE orders SET made = now() - interval '61 seconds'"))
    number = store.order(other.node, b"new")
    rows = store._read("SELECT id FROM orders")
    assert [row[0] for row in rows] == [number], "old ones are not kept"


def test_a_question_does_not_wait_for_ever_behind_others(monkeypatch):
    monkeypatch.setattr(lines, "SLOT_WAIT_S", 0.05)
    held = threading.Event()

    async def connected(_: str) -> object:
        return SimpleNamespace(is_closed=lambda: False, terminate=lambda: None)

    async def hold(_: object) -> None:
        await asyncio.to_thread(held.wait)

    monkeypatch.setattr(lines, "connect", connected)
    readers = lines.Readers("postgresql://nowhere/")
    try:
        asked = [readers.begin(hold) for _ in range(lines.READERS)]
        late = readers.begin(hold, retry_for_s=0.0)
        with pytest.raises(Unreachable, match="could not be read"):
            late.result(timeout=10)
        held.set()
        for one in asked:
            one.result(timeout=10)
    finally:
        held.set()
        readers.close()


def test_while_the_database_is_away_questions_are_answered_at_once(monkeypatch):
    """However patient they would be otherwise, and as before as soon as it is back."""
    monkeypatch.setattr(lines, "AWAY_RETRY_FOR_S", 0.0)
    away = [True]

    async def connected(_: str) -> object:
        if away[0]:
            raise OSError("refused")
        return SimpleNamespace(is_closed=lambda: False, terminate=lambda: None)

    async def work(_: object) -> str:
        return "here"

    monkeypatch.setattr(lines, "connect", connected)
    readers = lines.Readers("postgresql://nowhere/")
    try:
        with pytest.raises(Unreachable):
            readers.begin(work, retry_for_s=0.0).result(timeout=10)
        with pytest.raises(Unreachable):
            readers.begin(work, retry_for_s=1000.0).result(timeout=10)
        away[0] = False
        assert readers.begin(work).result(timeout=10) == "here"
        assert not readers._away
    finally:
        readers.close()
