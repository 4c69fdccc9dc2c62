"""What every store must do: derive from these classes and give the fixtures they name."""

import queue
import threading
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager

import pytest

from tacit.store import Account, Conflict, Consent, Device, Passkey, Store, StoreError
from tacit.store.store import ENTRY_BYTES, QUIET_US, is_table, log_id

TIMEOUT_S = 20  # a test gives up on an answer that never comes


class Told:
    """A `done` that remembers what it was told, in order."""

    def __init__(self):
        self._news = queue.SimpleQueue()

    def __call__(self, refused):
        self._news.put(refused)

    def next(self):
        return self._news.get(timeout=TIMEOUT_S)


def outcome(store: Store, table, after, entries, **rest):
    """Append and wait for the answer."""
    told = Told()
    store.append(table, after, entries, told, **rest)
    return told.next()


def write(store: Store, table, *entries, **rest):
    """Append behind whatever is there; it must be taken."""
    assert outcome(store, table, len(store.load(table)), entries, **rest) is None


@contextmanager
def held(store):
    """Keep the writer from going on until the block ends: what is appended is one batch."""
    holds, go = threading.Event(), threading.Event()

    def hold(_):
        holds.set()
        assert go.wait(TIMEOUT_S)

    store.append("anything", 0, [], hold)
    assert holds.wait(TIMEOUT_S)
    try:
        yield
    finally:
        go.set()


def passkey(key_id, *, person="ann", counter=1, added=1000, used=1000):
    return Passkey(key_id, person, b"key", counter, "play.test", "Firefox, Linux", added, used)


class StoreConformance:
    @pytest.fixture
    def store(self):
        raise NotImplementedError("a store, empty, closed after the test")

    def test_entries_come_back_in_the_order_they_were_appended(self, store):
        assert outcome(store, "K7QF", 0, [b"one", b"two"]) is None
        assert outcome(store, "K7QF", 2, [b"three"]) is None
        assert store.load("K7QF") == [b"one", b"two", b"three"]

    def test_a_durable_entry_can_be_read_when_done_is_told(self, store):
        seen = Told()
        store.append("K7QF", 0, [b"one"], lambda _: seen(store.load("K7QF")))
        assert seen.next() == [b"one"]

    def test_tables_do_not_mix(self, store):
        write(store, "K7QF", b"here")
        write(store, "M2XA", b"there")
        assert store.load("K7QF") == [b"here"]
        assert store.load("M2XA") == [b"there"]

    def test_an_unknown_table_has_no_entries(self, store):
        assert store.load("K7QF") == []
        assert store.load("not an id \0") == []

    @pytest.mark.parametrize("after", [-1, 0, 1, 3])
    def test_entries_that_do_not_follow_the_last_conflict(self, store, after):
        write(store, "K7QF", b"one", b"two")
        refused = outcome(store, "K7QF", after, [b"other"])
        assert isinstance(refused, Conflict)
        assert "K7QF ends with entry 2" in str(refused)
        assert f"follow entry {after}" in str(refused)
        assert store.load("K7QF") == [b"one", b"two"]

    def test_a_conflict_hurts_neither_the_rest_of_its_batch_nor_its_table(self, store):
        told = Told()
        store.append("K7QF", 0, [b"one"], told)
        store.append("K7QF", 7, [b"lost"], told)
        store.append("M2XA", 0, [b"there"], told)
        store.append("K7QF", 1, [b"two"], told)
        outcomes = [told.next() for _ in range(4)]
        assert isinstance(outcomes.pop(1), Conflict)
        assert outcomes == [None, None, None]
        assert store.load("K7QF") == [b"one", b"two"]
        assert store.load("M2XA") == [b"there"]

    def test_what_follows_a_refused_append_conflicts(self, store):
        told = Told()
        store.append("K7QF", 0, ["not bytes"], told)
        store.append("K7QF", 1, [b"two"], told)
        assert "An entry is bytes" in str(told.next())
        assert isinstance(told.next(), Conflict)
        assert store.load("K7QF") == []

    def test_done_is_told_in_order(self, store):
        order = Told()
        for number in range(200):
            store.append("K7QF", number, [b"%d" % number], lambda _, number=number: order(number))
        assert [order.next() for _ in range(200)] == list(range(200))

    def test_done_may_append(self, store):
        told = Told()

        def again(refused):
            told(refused)
            store.append("K7QF", 1, [b"two"], told)

        store.append("K7QF", 0, [b"one"], again)
        assert [told.next(), told.next()] == [None, None]
        assert store.load("K7QF") == [b"one", b"two"]

    def test_many_threads_append_to_tables_of_their_own(self, store):
        start = threading.Barrier(8)

        def play(table):
            told = Told()
            start.wait(TIMEOUT_S)
            for number in range(40):
                store.append(table, number, [b"%d" % number], told)
            return [told.next() for _ in range(40)]

        with ThreadPoolExecutor(8) as threads:
            outcomes = list(threads.map(play, [f"table {number}" for number in range(8)]))
        assert outcomes == [[None] * 40] * 8
        for number in range(8):
            assert store.load(f"table {number}") == [b"%d" % n for n in range(40)]

    def test_of_many_threads_at_one_place_one_wins(self, store):
        start = threading.Barrier(8)

        def play(number):
            start.wait(TIMEOUT_S)
            return outcome(store, "K7QF", 0, [b"%d" % number])

        with ThreadPoolExecutor(8) as threads:
            outcomes = list(threads.map(play, range(8)))
        assert outcomes.count(None) == 1
        assert store.load("K7QF") == [b"%d" % outcomes.index(None)]

    def test_entries_may_be_large_and_may_be_empty(self, store):
        large = bytes(range(256)) * 4096
        write(store, "K7QF", large, b"", large[::-1])
        assert store.load("K7QF") == [large, b"", large[::-1]]

    def test_an_entry_may_not_be_larger_than_the_limit(self, store):
        refused = outcome(store, "K7QF", 0, [bytes(ENTRY_BYTES + 1)])
        assert "at most 67,108,864 bytes" in str(refused)

    def test_what_is_appended_is_what_the_list_was_then(self, store):
        told, entries = Told(), [b"one"]
        store.append("K7QF", 0, entries, told)
        entries.append(b"afterthought")
        assert told.next() is None
        assert store.load("K7QF") == [b"one"]

    @pytest.mark.parametrize("table", ["é", "桌子 7", "🂡🂮", "'; DROP TABLE tables; --", "x" * 64])
    def test_any_text_up_to_64_characters_is_an_id(self, store, table):
        write(store, table, b"one")
        assert store.load(table) == [b"one"]
        assert store.open_tables(1) == [table]

    @pytest.mark.parametrize("table", ["", "x" * 65, "a\0b", "\ud83c"])
    def test_nothing_else_is_an_id(self, store, table):
        refused = outcome(store, table, 0, [b"one"])
        assert isinstance(refused, StoreError)
        assert "A table's id" in str(refused)
        assert store.load(table) == []

    def test_an_append_without_entries_changes_no_log(self, store):
        write(store, "K7QF", b"one")
        assert outcome(store, "K7QF", 1, []) is None
        assert isinstance(outcome(store, "K7QF", 0, []), Conflict)
        assert store.load("K7QF") == [b"one"]

    def test_a_table_without_an_entry_does_not_exist(self, store):
        assert outcome(store, "K7QF", 0, []) is None
        assert store.open_tables(10) == []

    def test_open_tables_are_listed_the_last_written_first(self, store):
        told = Told()
        for table in ("A", "B", "C"):
            store.append(table, 0, [b"one"], told)
        store.append("A", 1, [b"two"], told)
        assert [told.next() for _ in range(4)] == [None] * 4
        assert store.open_tables(10) == ["A", "C", "B"]
        assert store.open_tables(2) == ["A", "C"]
        assert store.open_tables(0) == store.open_tables(-1) == []

    def test_a_refused_append_moves_no_table_to_the_front(self, store):
        write(store, "A", b"one")
        write(store, "B", b"one")
        assert isinstance(outcome(store, "A", 0, [b"other"]), Conflict)
        assert store.open_tables(10) == ["B", "A"]

    def test_a_closed_table_keeps_its_log_and_is_not_listed(self, store):
        write(store, "A", b"one")
        write(store, "B", b"one", b"the end", closed=True)
        assert store.open_tables(10) == ["A"]
        assert store.load("B") == [b"one", b"the end"]

    def test_a_table_can_be_closed_without_an_entry(self, store):
        write(store, "A", b"one")
        write(store, "A", closed=True)
        assert store.open_tables(10) == []

    def test_a_later_append_opens_a_closed_table_again(self, store):
        write(store, "A", b"the end", closed=True)
        write(store, "B", b"one")
        write(store, "A", b"a rematch")
        assert store.open_tables(10) == ["A", "B"]

    def test_the_tables_of_a_person_are_found_the_last_written_first(self, store):
        for table in ("A", "B", "C", "D"):
            write(store, table, b"one", people={"ann": True, "bob": table in "BD"})
        write(store, "B", b"two")
        assert store.tables_of("ann", 10) == ["B", "D", "C", "A"]
        assert store.tables_of("bob", 10) == ["B", "D"]
        assert store.tables_of("ann", 2) == ["B", "D"]
        assert store.tables_of("cy", 10) == store.tables_of("ann", 0) == []

    def test_a_person_who_leaves_a_table_is_not_at_it_until_they_come_back(self, store):
        write(store, "A", b"came", people={"ann": True, "bob": True})
        write(store, "A", b"went", people={"ann": False})
        assert store.tables_of("ann", 10) == []
        assert store.tables_of("bob", 10) == ["A"]
        write(store, "A", b"again", people={"ann": True})
        write(store, "A", b"again", people={"ann": True})
        assert store.tables_of("ann", 10) == ["A"]

    def test_nobody_is_at_a_closed_table_until_it_is_open_again(self, store):
        write(store, "A", b"one", people={"ann": True})
        write(store, "A", closed=True)
        assert store.tables_of("ann", 10) == []
        write(store, "A", b"a rematch")
        assert store.tables_of("ann", 10) == ["A"]

    def test_a_person_who_comes_with_a_refused_entry_has_not_come(self, store):
        write(store, "A", b"one")
        assert isinstance(outcome(store, "A", 0, [b"x"], people={"ann": True}), Conflict)
        assert outcome(store, "B", 0, [], people={"ann": True}) is None
        assert store.tables_of("ann", 10) == []

    def test_logs_of_other_kinds_are_no_tables(self, store):
        write(store, "A", b"one", people={"ann": True})
        write(store, log_id("group", "B"), b"one", people={"ann": True})
        assert store.tables_of("ann", 10) == store.open_tables(10) == ["A"]
        assert [one.table for one in store.idle_tables(0, 2**62, 10)] == ["A"]
        assert store.tables_of("ann", 10, "group") == ["group:B"]
        assert store.tables_of("ann", 10, "evening") == []
        assert [is_table(one) for one in ("A", "group:B")] == [True, False]

    def test_belongings_are_kept_by_name_until_they_are_removed(self, store):
        store.keep_belonging("ann", "push 1", b"one")
        store.keep_belonging("ann", "push 1", b"two")
        store.keep_belonging("ann", "mark", b"three")
        store.keep_belonging("bob", "push 1", b"four")
        assert store.belongings("ann") == {"push 1": b"two", "mark": b"three"}
        assert store.belongings("ann", "push") == {"push 1": b"two"}
        store.keep_belonging("ann", "push 1", None)
        assert store.belongings("ann", "push") == {}
        assert store.belongings("bob") == {"push 1": b"four"}

    def test_quiet_tables_are_listed_the_first_written_first_and_page_by_page(self, store):
        for table in ("A", "B", "C", "D"):
            write(store, table, b"one", closed=table == "C")
        write(store, "A", b"two")
        quiet = store.idle_tables(0, 2**62, 10)
        assert [one.table for one in quiet] == ["B", "D", "A"]
        assert quiet == sorted(quiet, key=lambda one: one.written)
        assert store.idle_tables(quiet[0].written, 2**62, 1) == [quiet[1]]
        assert store.idle_tables(0, quiet[1].written, 10) == [quiet[0]]
        assert store.idle_tables(0, 2**62, 0) == store.idle_tables(quiet[-1].written, 2**62, 9)

    def test_old_closed_tables_are_pruned_and_nothing_else(self, store):
        for table in ("A", "B", "C", "D"):
            write(store, table, b"one", people={"ann": True}, closed=table in "ABC")
        (last,) = [one.written for one in store.idle_tables(0, 2**62, 10)]
        assert store.prune(0, 10) == 0
        assert store.prune(last, 1, keep={"A"}) == 1
        assert [len(store.load(table)) for table in "ABCD"] == [1, 0, 1, 1]
        assert store.prune(last, 10) == 2
        assert [len(store.load(table)) for table in "ABCD"] == [0, 0, 0, 1]
        assert store.tables_of("ann", 10) == ["D"]
        assert isinstance(outcome(store, "A", 1, [b"two"]), Conflict)
        write(store, "A", b"a new one")
        assert store.load("A") == [b"a new one"]

    def test_evenings_that_are_quiet_for_long_are_pruned_although_they_are_not_closed(self, store):
        for log in ("evening:x", "group:x", "D"):
            write(store, log, b"one", closed=False)
        later = store.idle_tables(0, 2**62, 10)[-1].written + 1
        assert store.prune(later + QUIET_US - 60_000_000, 10) == 0
        assert store.prune(later + QUIET_US, 10) == 1
        assert [len(store.load(log)) for log in ("evening:x", "group:x", "D")] == [0, 1, 1]

    def test_one_limit_holds_for_closed_tables_and_quiet_evenings(self, store):
        logs = ("A", "evening:x", "evening:y", "evening", "evening;", "eveninh:x", "B")
        for log in logs:
            write(store, log, b"one", closed=log in ("A", "evening:y"))
        later = 2**62
        assert store.prune(later, 1, keep={"evening:x"}) == 1
        assert store.prune(later, 10, keep={"A", "evening:x", "evening:y"}) == 0
        assert store.prune(later, 2, keep={"evening:x"}) == 1
        assert store.prune(later, 2) == 1
        left = [log for log in logs if store.load(log)]
        assert left == ["evening", "evening;", "eveninh:x", "B"]

    def test_devices_are_kept_as_they_were_last(self, store):
        store.keep_device("ann", Device("one", "Firefox", 1000))
        store.keep_device("ann", Device("two", "Safari", 3000))
        store.keep_device("bob", Device("one", "Chrome", 2000))
        store.keep_device("ann", Device("one", "Firefox", 2000, ended=True))
        assert store.devices("ann") == [
            Device("two", "Safari", 3000),
            Device("one", "Firefox", 2000, ended=True),
        ]
        assert store.devices("cy") == []
        assert store.ended_devices() == {("ann", "one")}

    def test_a_passkey_is_kept_once_and_found_by_its_id_and_its_owner(self, store):
        second, first = passkey(b"\x00\xff", added=2000), passkey(b"two", added=1000)
        assert store.keep_passkey(second)
        assert store.keep_passkey(first)
        assert not store.keep_passkey(passkey(b"two", person="eve"))
        assert store.passkey(b"two") == first
        assert store.passkeys("ann") == [first, second]
        assert store.passkey(b"none") is None
        assert store.passkeys("eve") == []

    def test_a_passkey_counts_upwards_only_unless_it_does_not_count(self, store):
        store.keep_passkey(passkey(b"one", counter=5))
        store.keep_passkey(passkey(b"two", counter=0))
        assert not store.use_passkey(b"one", 5, 3000)
        assert not store.use_passkey(b"one", 0, 3000)
        assert store.use_passkey(b"one", 6, 3000)
        assert not store.use_passkey(b"one", 6, 4000)
        assert store.use_passkey(b"two", 0, 3000)
        assert store.use_passkey(b"two", 0, 4000)
        assert not store.use_passkey(b"none", 1, 3000)
        assert store.passkey(b"one") == passkey(b"one", counter=6, used=3000)
        assert store.passkey(b"two") == passkey(b"two", counter=0, used=4000)

    def test_nobody_but_its_owner_removes_a_passkey(self, store):
        store.keep_passkey(passkey(b"one"))
        assert not store.remove_passkey("eve", b"one")
        assert store.remove_passkey("ann", b"one")
        assert not store.remove_passkey("ann", b"one")
        assert store.passkey(b"one") is None

    def test_a_challenge_is_spent_once_and_forgotten_when_it_is_old(self, store):
        assert store.spend(b"one", until=2000, now=1000)
        assert not store.spend(b"one", until=2000, now=2000)
        assert store.spend(b"two", until=3000, now=2000)
        assert store.spend(b"one", until=4000, now=2001)
        assert not store.spend(b"two", until=4000, now=2001)

    def test_of_many_who_spend_a_challenge_one_does(self, store):
        with ThreadPoolExecutor(8) as pool:
            spent = list(pool.map(lambda _: store.spend(b"one", 2000, 1000), range(16)))
        assert sum(spent) == 1

    def test_a_new_recovery_code_voids_the_one_before(self, store):
        assert store.kept("ann") == Account()
        store.keep_name("ann", "Ann")
        assert store.kept("ann") == Account("Ann")
        store.keep_code("ann", b"first", 1000)
        store.keep_code("bob", b"other", 1000)
        assert store.person_of_code(b"first") == "ann"
        store.keep_code("ann", b"second", 2000)
        assert store.person_of_code(b"first") is None
        assert store.person_of_code(b"second") == "ann"
        store.keep_name("ann", "Anna")
        assert store.kept("ann") == Account("Anna", b"second", 2000)
        assert store.kept("bob") == Account("", b"other", 1000)

    def test_the_last_answer_about_research_counts(self, store):
        assert store.consent("ann") is None
        store.keep_consent("ann", Consent(agreed=True, at=1000))
        store.keep_consent("bob", Consent(agreed=True, at=1000))
        store.keep_consent("cy", Consent(agreed=False, at=1000))
        assert store.agreed() == {"ann", "bob"}
        store.keep_consent("ann", Consent(agreed=False, at=2000))
        assert store.consent("ann") == Consent(agreed=False, at=2000)
        assert store.agreed() == {"bob"}

    def test_a_store_that_can_be_written_is_well(self, store):
        write(store, "A", b"one")
        assert store.check() is None
        assert store.load("A") == [b"one"]

    def test_a_secret_stays_the_same_and_differs_from_others(self, store):
        secret = store.secret("cookies")
        assert len(secret) == 32
        assert store.secret("cookies") == secret
        assert store.secret("links") != secret

    def test_a_secret_asked_for_by_many_is_drawn_once(self, store):
        start = threading.Barrier(8)

        def ask(_):
            start.wait(TIMEOUT_S)
            return store.secret("cookies")

        with ThreadPoolExecutor(8) as threads:
            assert len(set(threads.map(ask, range(8)))) == 1

    def test_what_the_host_has_set_stays_set(self, store):
        assert store.settings() == {}
        store.keep_setting("doors", b"{}")
        store.keep_setting("doors", b'{"closed":true}')
        store.keep_setting("announcement", b"\x00")
        assert store.settings() == {"doors": b'{"closed":true}', "announcement": b"\x00"}

    def test_nothing_waits_when_everything_is_told(self, store):
        assert store.backlog() == 0
        write(store, "K7QF", b"one")
        assert store.backlog() == 0

    def test_closing_writes_what_is_queued_and_can_be_repeated(self, store):
        told = Told()
        for number in range(50):
            store.append("K7QF", number, [b"%d" % number], told)
        store.close()
        store.close()
        assert [told.next() for _ in range(50)] == [None] * 50
        assert len(store.load("K7QF")) == 50

    def test_what_is_appended_after_closing_is_refused(self, store):
        store.close()
        refused = outcome(store, "K7QF", 0, [b"late"])
        assert str(refused) == "The game log could not be saved: the store is closed."
        assert store.load("K7QF") == []

    def test_what_comes_late_is_refused_in_its_turn(self, store):
        told = Told()

        def close_between(refused):
            told(refused)
            store.append("K7QF", 1, [b"in time"], told)
            store.close()
            store.append("K7QF", 2, [b"late"], told)

        store.append("K7QF", 0, [b"one"], close_between)
        assert [told.next(), told.next()] == [None, None]
        assert "closed" in str(told.next())
        assert store.load("K7QF") == [b"one", b"in time"]


class DurableStoreConformance(StoreConformance):
    """For stores that write in a thread of their own what outlives them."""

    @pytest.fixture
    def reopen(self, store):
        raise NotImplementedError("a function that closes the store and returns it opened anew")

    def test_entries_outlive_the_store(self, store, reopen):
        write(store, "K7QF", b"one", b"two")
        store = reopen()
        assert store.load("K7QF") == [b"one", b"two"]
        assert isinstance(outcome(store, "K7QF", 0, [b"other"]), Conflict)
        assert outcome(store, "K7QF", 2, [b"three"]) is None
        assert reopen().load("K7QF") == [b"one", b"two", b"three"]

    def test_open_and_closed_outlive_the_store(self, store, reopen):
        for table in ("A", "B", "C", "D"):
            write(store, table, b"one", closed=table == "C")
        write(store, "B", b"two")
        assert reopen().open_tables(10) == ["B", "D", "A"]

    def test_people_and_devices_outlive_the_store(self, store, reopen):
        write(store, "A", b"one", people={"ann": True})
        store.keep_device("ann", Device("one", "Firefox", 1000, ended=True))
        store = reopen()
        assert store.tables_of("ann", 10) == ["A"]
        assert store.devices("ann") == [Device("one", "Firefox", 1000, ended=True)]
        assert store.ended_devices() == {("ann", "one")}

    def test_what_is_kept_of_people_outlives_the_store(self, store, reopen):
        store.keep_passkey(passkey(b"one"))
        store.keep_code("ann", b"code", 1000)
        store.keep_consent("ann", Consent(agreed=True, at=1000))
        store.spend(b"one", until=2000, now=1000)
        store = reopen()
        assert store.passkeys("ann") == [passkey(b"one")]
        assert store.person_of_code(b"code") == "ann"
        assert store.agreed() == {"ann"}
        assert not store.spend(b"one", until=2000, now=1000)

    def test_secrets_outlive_the_store(self, store, reopen):
        secret = store.secret("cookies")
        assert reopen().secret("cookies") == secret

    def test_settings_outlive_the_store(self, store, reopen):
        store.keep_setting("doors", b'{"closed":true}')
        assert reopen().settings() == {"doors": b'{"closed":true}'}

    def test_the_backlog_is_what_is_not_written_yet(self, store):
        told = Told()
        with held(store):
            for number in range(3):
                store.append("K7QF", number, [b"entry"], told)
            assert store.backlog() == 3
        assert [told.next() for _ in range(3)] == [None] * 3
        assert store.backlog() == 0
