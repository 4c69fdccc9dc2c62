"""A person is taken out of a log: nothing names them, and every game is still the same game."""

import pytest

from tacit.log.replay import dump, load
from tacit.log.verify import verify
from tacit.table.log.journal import Journal
from tacit.table.log.records import (
    Entry,
    Guest,
    Joined,
    Left,
    PersonId,
    Renamed,
    Said,
    decode,
    encode,
)
from tacit.table.log.state import Stage
from tacit.table.past.erasure import ERASED_NAME, farewell, without
from tacit.table.past.replays import finished, replay_of
from tests.table.logged import log_of

ANN, BOB, CY = ("ann-id", "Ann"), ("bob-id", "Bob"), ("cy-id", "Cy")


def taken_out(log, person="ann-id", alias="alias"):
    other = dict(enumerate(log, start=1)) | without(log, PersonId(person), PersonId(alias))
    return [other[number] for number in sorted(other)]


def more(log, *events, by=""):
    return [*log, encode(Entry(by=PersonId(by), house=events))]


def seed():
    return bytes(32)


@pytest.mark.parametrize("game", ["mindup", "extreme"])
def test_every_game_verifies_as_before_with_another_name_in_the_seat(game):
    log = log_of(game, [ANN, BOB, CY], seed=3, games=2)
    after = taken_out(log)
    assert b"ann-id" not in b"".join(after)
    assert b"Ann" not in b"".join(after)
    before, now = decode(log), decode(after)
    assert finished(before) == finished(now) == {1, 2}
    for number in (1, 2):
        was, replay = replay_of(before, number), replay_of(now, number)
        assert replay.names == (ERASED_NAME, "Bob", "Cy")
        assert (was.seed, was.events, was.result) == (replay.seed, replay.events, replay.result)
        line = dump(replay)
        assert verify(load(line), line).ok


def test_only_what_names_them_is_touched():
    log = log_of("mindup", [ANN, BOB], ["random"], seed=1)
    changed = without(log, PersonId("cy-id"), PersonId("alias"))
    assert changed == {}
    for number, entry in without(log, PersonId("ann-id"), PersonId("alias")).items():
        assert b"ann-id" in log[number - 1]
        assert decode([log[0], entry])[1].game == decode([log[0], log[number - 1]])[1].game


def test_others_who_are_called_the_same_keep_their_name():
    log = more(log_of("mindup", [BOB], ["random", "random"]), Left(guest=Guest(0)))
    log = more(log, Joined(person=PersonId("ann-id"), name="Bob"), by="ann-id")
    state = Journal(decode(taken_out(log))).state
    assert [one.name for one in state.people] == ["Bob", ERASED_NAME]
    assert state.people[0].id == "bob-id"


def test_two_who_are_gone_are_still_two():
    log = log_of("mindup", [ANN, BOB, CY], seed=2)
    after = taken_out(taken_out(log), "cy-id", "other")
    state = Journal(decode(after)).state
    assert [one.name for one in state.people] == [ERASED_NAME, "Bob", f"{ERASED_NAME} 2"]
    replay = replay_of(decode(after), 1)
    assert verify(replay).ok


def test_other_names_and_old_talk_go_too_and_others_talk_only_where_it_names_them():
    log = more(
        log_of("mindup", [ANN, BOB], ["random"]),
        Renamed(guest=Guest(0), name="Anouk"),
        Said(guest=Guest(0), text="it was me", at=1),
        Said(guest=Guest(1), text="well done ANOUK", at=2),
        Said(guest=Guest(1), text="again?", at=3),
    )
    state = Journal(decode(taken_out(log))).state
    assert [one.text for one in state.chat] == ["…", "…", "again?"]
    assert b"Anouk" not in b"".join(taken_out(log))


def test_a_number_that_was_given_again_is_its_new_owners():
    log = more(log_of("mindup", [BOB, ANN], ["random"]), Left(guest=Guest(1)))
    log = more(log, Joined(person=PersonId("cy-id"), name="Cy", instead=Guest(1)))
    log = more(log, Renamed(guest=Guest(1), name="Cyril"))
    state = Journal(decode(taken_out(log))).state
    assert [one.name for one in state.people] == ["Bob", "Cyril"]
    assert b"ann-id" not in b"".join(taken_out(log))


def test_who_leaves_a_running_game_is_stood_in_for_and_another_is_host():
    whole = log_of("mindup", [ANN, BOB], ["random"])
    log = whole[: len(whole) // 2]
    left = farewell(log, PersonId("ann-id"), seed)
    assert not left.over
    state = Journal(decode([*log, left.entry])).state
    assert state.stage is Stage.PLAYING
    assert not state.people[0].here
    assert state.seats[0].stand_in
    assert state.host == 1
    assert farewell([*log, left.entry], PersonId("ann-id"), seed) is None


def test_who_is_at_a_table_whose_game_is_over_leaves_it_over():
    log = log_of("mindup", [ANN, BOB], ["random"])
    left = farewell(log, PersonId("ann-id"), seed)
    assert left.over
    assert Journal(decode([*log, left.entry])).state.seats[0] is None


def test_who_was_never_there_or_left_has_nothing_to_leave():
    log = log_of("mindup", [ANN, BOB], ["random"])
    assert farewell(log, PersonId("cy-id"), seed) is None
    assert farewell(more(log, Left(guest=Guest(0))), PersonId("ann-id"), seed) is None
