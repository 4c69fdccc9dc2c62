"""An evening: people come at any time, the host begins rounds, and its log is all there is."""

from __future__ import annotations

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from tacit.club.decision import Decided
from tacit.club.erasure import farewell, is_closed, without
from tacit.club.evening import (
    KIND,
    Came,
    Evening,
    EveningEvent,
    HostChanged,
    LockChanged,
    SatOut,
    fold,
)
from tacit.club.evening_game import evening_game, games_with_evenings
from tacit.club.evening_requests import (
    BAD_EVENING,
    CHANGED_OFTEN,
    EVENING_HOST_ONLY,
    EVENING_OVER,
    FULL,
    HERE_MS,
    HOST_HERE,
    LOCKED,
    MOST_CHANGES,
    MOST_HOST_CHANGES,
    MOST_LOCK_CHANGES,
    MOST_PEOPLE,
    MOST_ROUNDS,
    MOST_SAT_OUT,
    NO_NAME,
    NO_ROUND,
    NO_SUCH_GUEST,
    NOT_IN_EVENING,
    OPENER,
    OPENER_CHANGES,
    REMOVED,
    ROUND_GOES_ON,
    TOO_FEW,
    Wanted,
    begin_round,
    change_lock,
    claim_host,
    close_round,
    come,
    end_evening,
    leave,
    missing,
    open_evening,
    pass_host,
    remove,
    sit_out,
)
from tacit.club.evening_tables import RoundOf, round_of_table, seats_of, seed_of, table_name
from tacit.core.plug import every_game
from tacit.core.rulebook import Refused
from tacit.table.decide.host import HOST_GRACE_MS

WANTED = Wanted("Club night", "mindup", 4, 20, "Ann")


class Log:
    """The log of an evening, to which requests are appended."""

    def __init__(self, wanted: Wanted = WANTED) -> None:
        decided = open_evening("ann", wanted, 1)
        assert isinstance(decided, Decided)
        self.events = [*decided.events]

    @property
    def now(self) -> Evening:
        return fold(self.events)

    def take(self, decided):
        assert isinstance(decided, Decided), decided
        self.events += decided.events
        return decided

    def come(self, *people: str):
        for one in people:
            self.take(come(self.now, one, one.title(), None, 2))

    def begin(self, *tables: tuple[str, ...]):
        self.take(begin_round(self.now, "ann", tables, 1000, is_over=True))


def test_both_games_have_evenings():
    assert games_with_evenings() == [*every_game()]
    for game in games_with_evenings():
        assert {*evening_game(game).sizes} == {*every_game()[game].PLAYERS}


@pytest.mark.parametrize(
    ("change", "refused"),
    [
        ({"title": " "}, NO_NAME), ({"name": ""}, NO_NAME), ({"game": "chess"}, BAD_EVENING),
        ({"size": 2}, BAD_EVENING), ({"size": 7}, BAD_EVENING), ({"minutes": 0}, BAD_EVENING),
        ({"minutes": 10_000}, BAD_EVENING),
    ],
)  # fmt: skip
def test_an_evening_that_cannot_be_is_refused(change, refused):
    assert open_evening("ann", msgspec.structs.replace(WANTED, **change), 1) is refused


def test_people_come_at_any_time_and_sit_from_the_next_round_on():
    log = Log()
    log.come("bob", "cy")
    log.begin(("ann", "bob"), ("cy", ""))
    log.come("dee")
    evening = log.now
    assert [one.name for one in evening.players] == ["Ann", "Bob", "Cy", "Dee"]
    assert evening.rounds[0].table_of("dee") is None
    assert evening.rounds[0].table_of("cy") == 1
    assert evening.rounds[0].until == 1000 + 20 * 60_000


def test_a_host_who_does_not_play_gets_no_seat():
    log = Log(msgspec.structs.replace(WANTED, plays=False))
    log.come("bob")
    assert [one.person for one in log.now.players] == ["bob"]
    assert begin_round(log.now, "ann", [], 1, is_over=True) is TOO_FEW


def test_only_the_host_begins_closes_ends_and_removes():
    log = Log()
    log.come("bob")
    for who, refused in (("bob", EVENING_HOST_ONLY), ("eve", NOT_IN_EVENING)):
        evening = log.now
        assert begin_round(evening, who, [], 1, is_over=True) is refused
        assert close_round(evening, who, 1) is refused
        assert end_evening(evening, who, 1, is_over=True) is refused
        assert remove(evening, who, 0, 1) is refused
    assert close_round(log.now, "ann", 1) is NO_ROUND
    assert remove(log.now, "ann", 0, 1) is NO_SUCH_GUEST
    assert remove(log.now, "ann", 9, 1) is NO_SUCH_GUEST


def test_a_round_is_over_before_the_next_begins_or_the_evening_ends():
    log = Log()
    log.come("bob")
    log.begin(("ann",), ("bob",))
    assert begin_round(log.now, "ann", [], 2, is_over=False) is ROUND_GOES_ON
    assert end_evening(log.now, "ann", 2, is_over=False) is ROUND_GOES_ON
    log.take(close_round(log.now, "ann", 5000))
    assert log.now.rounds[-1].until == 5000
    assert close_round(log.now, "ann", 4000) is NO_ROUND, "once, whatever a node's clock says"
    log.take(end_evening(log.now, "ann", 6000, is_over=True))
    assert begin_round(log.now, "ann", [], 7000, is_over=True) is EVENING_OVER
    assert come(log.now, "cy", "Cy", None, 7000) is EVENING_OVER


def test_who_was_removed_stays_outside_and_who_left_comes_back():
    log = Log()
    log.come("bob", "cy")
    log.take(remove(log.now, "ann", 1, 3))
    assert come(log.now, "bob", "Bob", None, 4) is REMOVED
    log.take(leave(log.now, "cy", 5))
    assert leave(log.now, "cy", 6) is NOT_IN_EVENING
    log.come("cy")
    assert [one.person for one in log.now.here] == ["ann", "cy"]


def test_names_are_distinct_and_the_next_guest_is_host_when_the_host_leaves():
    log = Log()
    log.take(come(log.now, "b", "Ann", None, 1))
    assert len({one.name for one in log.now.here}) == 2
    log.take(leave(log.now, "ann", 2))
    assert log.now.host.person == "b"


def test_the_host_passes_the_role_on_and_may_take_it_back():
    log = Log()
    log.come("bob", "cy")
    assert pass_host(log.now, "bob", 2, 5) is EVENING_HOST_ONLY
    assert pass_host(log.now, "ann", 0, 5) is NO_SUCH_GUEST
    assert pass_host(log.now, "ann", 9, 5) is NO_SUCH_GUEST
    log.take(pass_host(log.now, "ann", 2, 5))
    assert (log.now.host.person, log.now.hosted_since) == ("cy", 5)
    assert begin_round(log.now, "ann", [], 6, is_over=True) is EVENING_HOST_ONLY
    assert remove(log.now, "cy", 0, 6) is OPENER, "who opened it may be host again at any time"
    log.take(claim_host(log.now, "ann", 6, 6))
    assert log.now.host.person == "ann"
    log.take(pass_host(log.now, "ann", 1, 7))
    log.take(leave(log.now, "bob", 8))
    assert (log.now.host.person, log.now.hosted_since) == ("ann", 8)
    log.come("bob")
    assert log.now.host.person == "ann", "who left is host no more"


def test_a_guest_takes_over_when_the_host_was_not_seen_for_a_minute():
    log = Log()
    log.come("bob", "cy")

    def asked(person, at, seen=10_000):
        return claim_host(log.now, person, at, seen)

    assert asked("eve", 10**6) is NOT_IN_EVENING
    assert asked("ann", 10**6) is HOST_HERE
    assert asked("bob", 10_000) is HOST_HERE
    assert asked("bob", 10_000 + HERE_MS - 1) is HOST_HERE
    soon = asked("bob", 10_000 + HERE_MS)
    assert (soon.key, soon.details) == ("host-soon", {"seconds": 20})
    assert asked("bob", 10_000 + HOST_GRACE_MS - 1).key == "host-soon"
    late = 10_000 + HOST_GRACE_MS
    log.take(asked("bob", late))
    assert log.now.host.person == "bob"
    assert asked("cy", late + 1) is HOST_HERE, "a new host has a minute, too"
    log.take(end_evening(log.now, "bob", late + 2, is_over=True))
    assert asked("cy", 10**9) is EVENING_OVER


def test_a_guest_changes_the_host_a_bounded_number_of_times_and_locks_no_one_out():
    log = Log()
    log.come("bob", "cy", "dee")
    log.take(pass_host(log.now, "ann", 1, 3))
    for _ in range(MOST_HOST_CHANGES):
        log.take(pass_host(log.now, "bob", 2, 3))
        log.take(pass_host(log.now, "cy", 1, 3))
    assert pass_host(log.now, "bob", 2, 3) is CHANGED_OFTEN
    late = 3 + HOST_GRACE_MS
    assert claim_host(log.now, "cy", late, 3) is CHANGED_OFTEN
    log.take(claim_host(log.now, "dee", late, 3))
    log.take(claim_host(log.now, "ann", late, late))
    for _ in range(MOST_HOST_CHANGES - 1):
        log.take(pass_host(log.now, "ann", 3, late))
        log.take(claim_host(log.now, "ann", late, late))
    assert pass_host(log.now, "ann", 3, late) is CHANGED_OFTEN
    assert len(log.events) < 5 * MOST_HOST_CHANGES + 10


def test_the_opener_is_host_again_however_often_the_host_was_changed():
    log = Log()
    log.come("bob")
    log.events += [HostChanged(("bob", "ann")[number % 2], 3) for number in range(501)]
    log.take(claim_host(log.now, "ann", 3, 3))
    assert log.now.host.person == "ann"


def test_an_evening_that_a_guest_locked_often_can_be_unlocked():
    log = Log()
    log.come("bob")
    log.take(pass_host(log.now, "ann", 1, 3))
    for number in range(MOST_LOCK_CHANGES + 1):
        decided = change_lock(log.now, "bob", 3, locked=number % 2 == 0)
        if isinstance(decided, Decided):
            log.take(decided)
    assert change_lock(log.now, "bob", 3, locked=True) is CHANGED_OFTEN
    log.events.append(LockChanged(True, 3))
    log.take(claim_host(log.now, "ann", 3, 3))
    log.take(change_lock(log.now, "ann", 4, locked=False))
    log.come("eve")


def test_a_host_locks_an_evening_and_only_earlier_guests_come_in():
    log = Log()
    log.come("bob", "cy")
    log.take(leave(log.now, "cy", 3))
    assert change_lock(log.now, "bob", 3, locked=True) is EVENING_HOST_ONLY
    assert change_lock(log.now, "eve", 3, locked=True) is NOT_IN_EVENING
    log.take(change_lock(log.now, "ann", 3, locked=True))
    assert change_lock(log.now, "ann", 4, locked=True) == Decided(), "once is enough"
    assert come(log.now, "eve", "Eve", None, 5) is LOCKED
    log.come("bob", "cy")
    log.take(remove(log.now, "ann", 1, 6))
    assert come(log.now, "bob", "Bob", None, 7) is REMOVED
    log.take(change_lock(log.now, "ann", 8, locked=False))
    log.come("eve")
    for _ in range(MOST_LOCK_CHANGES // 2 - 1):
        log.take(change_lock(log.now, "ann", 9, locked=True))
        log.take(change_lock(log.now, "ann", 9, locked=False))
    assert change_lock(log.now, "ann", 9, locked=True) is CHANGED_OFTEN
    log.take(end_evening(log.now, "ann", 10, is_over=True))
    assert change_lock(log.now, "ann", 11, locked=True) is EVENING_OVER


def test_who_sits_out_has_no_seat_until_they_are_back():
    log = Log(msgspec.structs.replace(WANTED, plays=False))
    log.come("bob", "cy", "dee")
    assert sit_out(log.now, "bob", 2, 3, on=True) is EVENING_HOST_ONLY
    assert sit_out(log.now, "eve", 2, 3, on=True) is NOT_IN_EVENING
    assert sit_out(log.now, "ann", 0, 3, on=True) is NO_SUCH_GUEST, "the host never plays"
    assert sit_out(log.now, "ann", 9, 3, on=True) is NO_SUCH_GUEST
    log.take(sit_out(log.now, "bob", 1, 3, on=True))
    log.take(sit_out(log.now, "ann", 2, 3, on=True))
    assert sit_out(log.now, "bob", 1, 3, on=True) == Decided(), "once is enough"
    assert [one.person for one in log.now.players] == ["dee"]
    assert begin_round(log.now, "ann", [], 4, is_over=True) is TOO_FEW
    log.take(sit_out(log.now, "cy", 2, 5, on=False))
    log.take(leave(log.now, "bob", 6))
    log.come("bob")
    assert [one.person for one in log.now.players] == ["bob", "cy", "dee"]
    for _ in range(MOST_SAT_OUT - 1):
        log.take(sit_out(log.now, "cy", 2, 7, on=True))
        log.take(sit_out(log.now, "cy", 2, 7, on=False))
    assert sit_out(log.now, "cy", 2, 8, on=True) is CHANGED_OFTEN


def test_who_missed_a_round_sits_out_and_is_told_unless_too_few_were_left():
    log = Log()
    log.come("bob", "cy")
    log.begin(("ann", "bob"), ("cy", ""))
    assert missing(log.now, {"ann", "cy"}, 9000) == []
    log.events += missing(log.now, {"cy", "eve"}, 9000)
    assert [(one.person, one.missed) for one in log.now.guests if one.sits_out] == [("cy", True)]
    assert missing(log.now, {"cy"}, 9001) == []
    log.take(sit_out(log.now, "cy", 2, 9001, on=False))
    assert not log.now.guests[2].missed
    assert [one.person for one in log.now.players] == ["ann", "bob", "cy"]
    assert log.now.guests[2].sat_out == 0, "what they did not choose is not counted"


PEOPLE = ("ann", "bob", "cy", "dee")
STEPS = st.lists(
    st.tuples(
        st.sampled_from(
            ("come", "leave", "remove", "pass", "claim", "sit", "back", "lock", "unlock")
        ),
        st.sampled_from(PEOPLE), st.integers(0, 3), st.integers(0, 10**6),
    ),
    max_size=40,
)  # fmt: skip


def _step(now, what, person, number, at):
    match what:
        case "come":
            return come(now, person, person, None, at)
        case "leave":
            return leave(now, person, at)
        case "remove":
            return remove(now, person, number, at)
        case "pass":
            return pass_host(now, person, number, at)
        case "claim":
            return claim_host(now, person, at, 0)
        case "lock" | "unlock":
            return change_lock(now, person, at, locked=what == "lock")
    return sit_out(now, person, number, at, on=what == "sit")


@given(STEPS)
def test_there_is_a_host_as_long_as_a_guest_is_here_and_old_logs_fold_as_before(steps):
    log = Log()
    for step in steps:
        decided = _step(log.now, *step)
        if isinstance(decided, Decided):
            log.events += decided.events
        now = log.now
        assert (now.host in now.here) if now.here else now.host is None
        assert {one.person for one in now.players} <= {one.person for one in now.here}
    lines = [msgspec.json.encode(one) for one in log.events]
    assert fold([msgspec.json.decode(line, type=EveningEvent) for line in lines]) == log.now
    later = HostChanged | SatOut | LockChanged
    old = fold([one for one in log.events if not isinstance(one, later)])
    assert old.host == (old.here[0] if old.here else None)
    assert old.players == tuple(one for one in old.here if one.plays)


FIRST_LOG = (
    {"kind": "evening-opened", "person": "a", "name": "A", "title": "T", "game": "mindup"}
    | {"size": 4, "minutes": 20, "at": 1},
    {"kind": "came", "person": "b", "name": "B", "at": 2},
    {"kind": "round-begun", "tables": [["a"], ["b"]], "at": 3, "until": 9},
    {"kind": "gone", "person": "a", "at": 4},
)
"""As it was written before a guest could sit out or be made host."""


def test_a_log_of_the_first_evenings_folds_as_it_did():
    events = [msgspec.convert(line, type=EveningEvent) for line in FIRST_LOG]
    assert fold(events).host.person == "b"
    assert [one.person for one in fold(events).players] == ["b"]
    assert fold([*events, Came("a", "A", 5)]).host.person == "a"


def test_an_evening_has_bounds():
    log = Log()
    log.come(*(f"p{number}" for number in range(MOST_PEOPLE - 1)))
    assert come(log.now, "more", "More", None, 1) is FULL
    for _ in range(MOST_CHANGES):
        log.take(leave(log.now, "p1", 1))
        log.come("p1")
    log.take(leave(log.now, "p1", 1))
    assert come(log.now, "p1", "P", None, 1) is CHANGED_OFTEN, "it is not full"
    for _ in range(OPENER_CHANGES):
        log.take(leave(log.now, "ann", 1))
        log.come("ann")
    log.take(leave(log.now, "ann", 1))
    assert come(log.now, "ann", "Ann", None, 1) is CHANGED_OFTEN
    log = Log()
    log.come(*(f"p{number}" for number in range(MOST_PEOPLE - 1)))
    for _ in range(MOST_ROUNDS):
        log.begin(("ann",), ("p2",))
    assert begin_round(log.now, "ann", [], 1, is_over=True) is EVENING_OVER


def test_the_log_of_an_evening_that_is_over_or_empty_may_be_pruned():
    log = Log()
    log.come("bob")
    assert not leave(log.now, "bob", 1).closed
    assert end_evening(log.now, "ann", 2, is_over=True).closed
    log.take(end_evening(log.now, "ann", 2, is_over=True))
    assert leave(log.now, "bob", 3).closed, "it stays over"
    assert remove(log.now, "ann", 1, 3).closed, "it stays over"
    empty = Log()
    assert leave(empty.now, "ann", 1).closed


def test_a_table_with_no_number_of_a_round_is_no_table_of_an_evening():
    for number in ("x", "", "1" * 5000, "٣"):
        assert round_of_table(f"evening-{'a' * 16}-{number}-{'b' * 16}") is None


def test_erasure_takes_a_person_out_of_names_and_seats():
    log = Log()
    log.come("bob")
    log.begin(("ann", ""), ("bob", ""))
    lines = [msgspec.json.encode(one) for one in log.events]
    gone = farewell(KIND, lines, "bob", 9)
    assert gone is not None
    assert farewell(KIND, [*lines, gone], "bob", 9) is None
    assert not is_closed(KIND, [*lines, gone])
    log.take(end_evening(log.now, "ann", 2, is_over=True))
    assert is_closed(KIND, [*map(msgspec.json.encode, log.events), gone]), "it stays over"
    changed = without([*lines, gone], "bob", "alias")
    text = b"".join(changed.get(at, line) for at, line in enumerate([*lines, gone], start=1))
    assert b"bob" not in text.lower()
    assert b"alias" in text


SECRETS = st.binary(min_size=32, max_size=32)
NAMES = st.text("abcdefghijklmnopqrstuvwxyzABC0123456789_-", min_size=16, max_size=16)
ROUNDS = st.builds(RoundOf, NAMES, st.integers(1, 20))


@given(SECRETS, ROUNDS, st.integers(0, 99))
def test_a_tables_name_tells_its_round_and_nothing_else(secret, of, table):
    name = table_name(secret, of, table)
    assert round_of_table(name) == of
    assert seed_of(secret, of).hex() not in name
    assert table_name(secret, of, table + 1) != name
    assert table_name(bytes(32), of, table) != name or secret == bytes(32)


@given(SECRETS, ROUNDS, ROUNDS)
def test_a_round_has_one_seed_and_other_rounds_have_others(secret, of, other):
    assert (seed_of(secret, of) == seed_of(secret, other)) == (of == other)
    assert seats_of(secret, of).random() == seats_of(secret, of).random()


@given(st.text(max_size=60))
def test_other_names_are_of_no_round(name):
    if not name.startswith("evening-"):
        assert round_of_table(name) is None


def test_damaged_names_are_of_no_round():
    for name in ("evening-", "evening-a-1-b", "evening-0123456789abcdef-x-fedcba9876543210"):
        assert round_of_table(name) is None
    assert not isinstance(Log().take(Decided()), Refused)
