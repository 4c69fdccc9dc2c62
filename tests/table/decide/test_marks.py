"""Marks belong to people: through a game, the rematch and the evening, told apart at a table."""

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec import UNSET

from tacit.core.mark import COLOURS, FACES, SHAPES, Mark
from tacit.log.replay import dump, load
from tacit.log.verify import verify
from tacit.table.decide.marks import told_apart
from tacit.table.decide.requests import AddBot, ChooseMark, Join, Leave, Sit, Start
from tacit.table.log.journal import Journal
from tacit.table.log.records import PersonId, decode, encode
from tacit.table.log.state import Stage
from tacit.table.past.erasure import without
from tacit.table.past.replays import replay_of
from tacit.table.past.tape import tape
from tacit.table.tell.messages import read
from tests.table.logged import log_of
from tests.table.tables import Desk, started

CAT, FOX = Mark(1, 2, 1), Mark(4, 0, 2)
MARKS = st.builds(
    Mark,
    st.integers(0, SHAPES - 1),
    st.integers(0, COLOURS - 1),
    st.integers(0, FACES - 1),
)


def marks(desk):
    """By seat, as everybody at the table is told."""
    return [seat.get("mark") for seat in desk.copy("ann").house["seats"]]


def plain(mark):
    return msgspec.to_builtins(mark)


def joined(**chosen):
    desk = Desk()
    for person, mark in chosen.items():
        desk.connect(person)
        desk.must(person, Join(name=person, mark=mark))
    return desk


def test_a_mark_comes_with_its_player_and_everybody_sees_it():
    desk = joined(ann=CAT, bob=FOX)
    assert marks(desk)[:3] == [plain(CAT), plain(FOX), None]
    assert [one.get("mark") for one in desk.copy("bob").house["guests"]] == [plain(CAT), plain(FOX)]


def test_a_mark_moves_with_its_player_to_another_seat_and_into_the_next_game():
    desk = joined(ann=CAT, bob=FOX)
    desk.must("bob", Sit(seat=4))
    desk.must("ann", AddBot(seat=1, bot="random"))
    desk.must("ann", Start())
    assert marks(desk) == [plain(CAT), None, plain(FOX)]


def test_two_with_the_same_shape_and_colour_are_told_apart():
    desk = joined(ann=CAT, bob=CAT)
    mine, theirs = marks(desk)[:2]
    assert mine == plain(CAT)
    assert theirs["face"] == CAT.face
    assert (theirs["shape"], theirs["colour"]) != (CAT.shape, CAT.colour)


@given(MARKS, st.lists(MARKS, max_size=40))
def test_a_mark_is_told_apart_as_long_as_any_is_free_and_keeps_its_face(mark, others):
    mine = told_apart(mark, others)
    taken = {(one.shape, one.colour) for one in others}
    assert mine.face == mark.face
    assert (mine.shape, mine.colour) not in taken or len(taken) == SHAPES * COLOURS
    if (mark.shape, mark.colour) not in taken:
        assert mine == mark


def test_a_guest_chooses_another_mark_in_the_lobby_and_keeps_name_and_seat():
    desk = joined(ann=CAT, bob=FOX)
    desk.must("ann", ChooseMark(mark=Mark(0, 0, 5)))
    assert marks(desk)[0] == {"shape": 0, "colour": 0, "face": 5}
    house = desk.copy("bob").house
    assert (house["seats"][0]["name"], len(house["guests"])) == ("ann", 2)


@pytest.mark.parametrize("game", ["mindup", "extreme"])
def test_during_a_game_nobody_changes_the_mark_by_which_others_know_them(game):
    desk = started(game, "ann", "bob", "cleo")
    assert desk.refused("ann", ChooseMark(mark=CAT)) == "in-game"


def test_coming_back_during_a_game_keeps_the_mark():
    desk = joined(ann=CAT, bob=FOX)
    desk.must("ann", AddBot(seat=2, bot="random"))
    desk.must("ann", Start())
    desk.must("bob", Leave())
    desk.must("bob", Join(name="bob", mark=Mark(0, 5, 7)))
    assert marks(desk)[1] == plain(FOX)


def test_coming_back_without_a_mark_keeps_it():
    desk = joined(ann=CAT, bob=FOX)
    desk.must("bob", Leave())
    desk.must("bob", Join(name="bob"))
    assert marks(desk)[1] == plain(FOX)


def test_a_mark_that_does_not_exist_is_no_message():
    said = {"type": "do", "id": "1", "request": {"do": "join", "name": "Ann"}}
    said["request"]["mark"] = {"shape": 1, "colour": 2, "face": 99}
    with pytest.raises(msgspec.ValidationError):
        read(msgspec.json.encode(said))


def marks_told(replay):
    return [seat.mark for seat in tape(replay, None).begin.house.seats]


def with_marks(game="mindup"):
    log = log_of(game, [("ann-id", "Ann"), ("bob-id", "Bob")], ["random"])
    first = decode(log)[1]
    came = msgspec.structs.replace(first.house[0], mark=CAT)
    house = (came, *first.house[1:])
    return [log[0], encode(msgspec.structs.replace(first, house=house)), *log[2:]]


def test_a_replay_has_the_marks_verifies_and_shows_them():
    replay = replay_of(decode(with_marks()), 1)
    assert replay.marks == (CAT, None, None)
    line = dump(replay)
    assert line.startswith(b'{"format":"tacit-replay","version":3,')
    assert verify(load(line), line).ok
    assert marks_told(load(line)) == [CAT, UNSET, UNSET]


def test_a_game_without_marks_is_written_as_before():
    replay = replay_of(decode(log_of("mindup", [("ann-id", "Ann")], ["random", "random"])), 1)
    assert dump(replay).startswith(b'{"format":"tacit-replay","version":1,')
    assert b"marks" not in dump(replay)
    assert marks_told(replay) == [UNSET] * 3


def test_the_mark_of_an_erased_person_is_erased_too():
    log = with_marks()
    changed = without(log, PersonId("ann-id"), PersonId("alias"))
    after = [changed.get(number, line) for number, line in enumerate(log, start=1)]
    assert Journal(decode(log)).state.people[0].mark == CAT
    assert Journal(decode(after)).state.people[0].mark is None


def test_after_a_rematch_everybody_has_their_mark():
    desk = joined(ann=CAT, bob=FOX, cleo=Mark(2, 2, 2))
    desk.must("bob", Sit(seat=5))
    desk.must("ann", Start())
    desk.finish()
    desk.agree("ann", "bob", "cleo")
    assert desk.state.stage is Stage.LOBBY
    by_name = {seat["name"]: seat.get("mark") for seat in desk.copy("ann").house["seats"]}
    assert (by_name["ann"], by_name["bob"]) == (plain(CAT), plain(FOX))


def test_where_every_shape_and_colour_is_taken_a_mark_stays_as_it_is():
    every = [Mark(shape, colour, 0) for shape in range(SHAPES) for colour in range(COLOURS)]
    assert told_apart(FOX, every) == FOX
