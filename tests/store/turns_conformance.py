"""What every store must find of turns by correspondence: give it the fixture `store`."""

from tacit.store.turns import DueTable, Turn
from tests.store.conformance import Told, held, outcome, write

BOTH = {"ann": True, "bob": True}


def turns(store, person):
    return [(one.table, one.due, one.is_theirs) for one in store.turns_of(person, 10)]


class TurnIndexConformance:
    def test_a_turn_is_found_by_those_at_the_table_and_theirs_comes_first(self, store):
        write(store, "A", b"1", people=BOTH, turn=Turn(5000, {"ann": False, "bob": True}))
        write(store, "B", b"1", people=BOTH, turn=Turn(9000, {"ann": True, "bob": True}))
        write(store, "C", b"1", people=BOTH)
        assert turns(store, "ann") == [("B", 9000, True), ("A", 5000, False)]
        assert turns(store, "bob") == [("A", 5000, True), ("B", 9000, True)]
        assert turns(store, "cleo") == []
        assert len(store.turns_of("bob", 1)) == 1

    def test_an_append_that_says_nothing_of_turns_changes_none_and_none_is_0(self, store):
        write(store, "A", b"1", people=BOTH, turn=Turn(5000, {"ann": True, "bob": False}))
        before = store.turns_of("ann", 10)[0].written
        write(store, "A", b"2")
        assert turns(store, "ann") == [("A", 5000, True)]
        assert store.turns_of("ann", 10)[0].written > before
        write(store, "A", b"3", turn=Turn(0, {"ann": False, "bob": False}))
        assert turns(store, "ann") == turns(store, "bob") == []
        assert store.due_tables(0, 2**62, 10) == []

    def test_a_closed_table_is_not_due(self, store):
        write(store, "A", b"1", people=BOTH, turn=Turn(5000, BOTH), closed=True)
        assert turns(store, "ann") == []
        assert store.due_tables(0, 2**62, 10) == []

    def test_tables_are_due_in_order_and_the_next_call_goes_on(self, store):
        for name, due in (("C", 3000), ("A", 1000), ("B", 2000)):
            write(store, name, b"1", turn=Turn(due, {}))
        assert store.due_tables(0, 3000, 10) == [DueTable("A", 1000), DueTable("B", 2000)]
        assert store.due_tables(0, 2**62, 1) == [DueTable("A", 1000)]
        assert store.due_tables(1000, 2**62, 1) == [DueTable("B", 2000)]

    def test_a_batch_counts_in_its_order_also_of_players_who_leave_in_it(self, store):
        write(store, "A", b"1", people=BOTH, turn=Turn(5000, BOTH))
        told = Told()
        with held(store):
            over = Turn(0, dict.fromkeys(BOTH, False))
            store.append("A", 1, [b"2"], told, turn=over)
            store.append("A", 2, [b"3"], told, people={"bob": False})
            store.append("A", 3, [b"4"], told, turn=Turn(7000, {"ann": False}))
            store.append(
                "A", 4, [b"5"], told, people={"cleo": True}, turn=Turn(8000, {"cleo": True})
            )
        assert [told.next() for _ in range(4)] == [None] * 4
        assert turns(store, "ann") == [("A", 8000, False)]
        assert turns(store, "bob") == []
        assert turns(store, "cleo") == [("A", 8000, True)]

    def test_what_is_refused_changes_no_turn(self, store):
        write(store, "A", b"1", people=BOTH, turn=Turn(5000, BOTH))
        assert outcome(store, "A", 7, [b"2"], turn=Turn(6000, {"ann": False})) is not None
        assert turns(store, "ann") == [("A", 5000, True)]
