"""What every store must do when a person is erased: derive from this and give it one."""

from tacit.store import Account, Consent, Device
from tacit.store.erasure import Erasure, person_hash
from tacit.store.games import BEGINNING, Rated
from tests.store.conformance import outcome, passkey, write
from tests.store.games_conformance import game, put, weight

ANN = Erasure("ann-id", "alias")


class ErasureConformance:
    """Part of the conformance of stores."""

    def test_keys_devices_and_answers_go_at_once(self, store):
        for person in ("ann-id", "bob-id"):
            store.keep_passkey(passkey(person.encode(), person=person))
            store.keep_name(person, person)
            store.keep_code(person, b"code of " + person.encode(), 1000)
            store.keep_consent(person, Consent(agreed=True, at=1000))
            store.keep_device(person, Device("phone", "Chrome", 1000, ended=True))
        store.begin_erasure(ANN, 5000)
        assert store.passkeys("ann-id") == store.devices("ann-id") == []
        assert store.kept("ann-id") == Account()
        assert store.person_of_code(b"code of ann-id") is None
        assert store.consent("ann-id") is None
        assert store.ended_devices() == {("bob-id", "phone")}
        assert store.agreed() == {"bob-id"}
        assert store.kept("bob-id").name == "bob-id"
        assert store.passkeys("bob-id") == [passkey(b"bob-id", person="bob-id")]
        assert store.person_of_code(b"code of bob-id") == "bob-id"

    def test_it_is_noted_until_it_is_done_and_the_mark_stays(self, store):
        assert store.pending_erasures(9000) == []
        store.begin_erasure(ANN, 5000)
        store.begin_erasure(ANN._replace(alias="another"), 6000)
        assert store.pending_erasures(5000) == []
        assert store.pending_erasures(5001) == [ANN]
        assert store.erased() == {person_hash("ann-id")}
        store.end_erasure("ann-id")
        assert store.pending_erasures(9000) == []
        assert store.erased() == {person_hash("ann-id")}

    def test_logs_that_name_a_person_are_found_open_or_closed(self, store):
        write(store, "A", b"one", b'{"by":"ann-id"}', closed=True)
        write(store, "B", b'{"by":"bob-id"}')
        write(store, "C", b'{"by":"ann-id"}', b'{"by":"ann-id"}')
        assert sorted(store.naming("ann-id")) == ["A", "C"]
        assert store.naming("cy-id") == []

    def test_entries_are_rewritten_and_the_log_goes_on(self, store):
        write(store, "A", b"one", b"two", b"three")
        write(store, "B", b"one", b"two")
        store.rewrite("A", {1: b"1", 3: b"a longer third"})
        store.rewrite("A", {})
        assert store.load("A") == [b"1", b"two", b"a longer third"]
        assert store.load("B") == [b"one", b"two"]
        assert outcome(store, "A", 3, [b"four"]) is None
        assert store.load("A")[-1] == b"four"

    def test_who_is_at_a_table_is_not_any_more(self, store):
        write(store, "A", b"one", people={"ann-id": True, "bob-id": True})
        store.begin_erasure(ANN, 5000)
        store.end_erasure("ann-id")
        assert store.tables_of("ann-id", 10) == []
        assert store.tables_of("bob-id", 10) == ["A"]

    def test_an_alias_takes_their_place_in_games_and_ratings_that_stay_what_they_are(self, store):
        write(store, "A", b"one", closed=True)
        put(store, "A", game(1, 100, "ann-id", "bob-id"), game(2, 200, "bob-id", heard=None))
        one, two = (each.position for each in store.games.after(BEGINNING, 10))
        rated = [
            Rated("mindup ann-id", one, 26, 8),
            Rated("mindup bob-id", one, 24, 8),
            Rated("mindup bob-id", two, 25, 7),
        ]
        store.games.rate(BEGINNING, two, 2, rated)
        store.games.rename(ANN, {("A", 1): b"without"})
        assert store.games.of("ann-id", 10) == store.games.history("mindup ann-id", 10) == []
        (mine,) = store.games.of("alias", 10)
        assert (mine.people, mine.about, mine.position) == (("alias", "bob-id"), b"without", one)
        assert [each.mu for each in store.games.history("mindup alias", 10)] == [26]
        assert [each.mu for each in store.games.history("mindup bob-id", 10)] == [25, 24]
        assert store.games.rated_up_to() == two

    def test_a_person_who_played_very_often_is_renamed_in_all_of_it(self, store):
        write(store, "A", b"one", closed=True)
        put(store, "A", *(game(number, number, "ann-id", "bob-id") for number in range(1, 502)))
        store.games.rename(ANN, {("A", number): b"%d" % number for number in range(1, 502)})
        assert store.games.of("ann-id", 1000) == []
        mine = store.games.of("alias", 1000)
        assert {one.about for one in mine} == {b"%d" % number for number in range(1, 502)}
        assert len(store.games.of("bob-id", 1000)) == 501

    def test_what_was_read_before_is_not_put_back(self, store):
        for table in "AB":
            write(store, table, b"one", closed=True)
        logs = store.games.read(["A", "B"])
        store.begin_erasure(ANN, 5000)
        found = [(logs[0], [game(1, 100, "ann-id")]), (logs[1], [game(1, 100, "bob-id")])]
        assert store.games.put(found, weight) == 1
        assert store.games.of("ann-id", 10) == []
        assert [log.table for log in store.games.unprojected(10)] == ["A"]
        (kept,) = store.games.after(BEGINNING, 10)
        late = [Rated("mindup ann-id", kept.position, 26, 8)]
        assert not store.games.rate(BEGINNING, kept.position, 1, late)
        assert store.games.rated_up_to() == BEGINNING
