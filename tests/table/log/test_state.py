"""The state of a table as a fold over its log, and what of it is seen."""

from tacit.core.chance import commitment
from tacit.table.decide.requests import AddBot, Join, Rename, Start
from tacit.table.log.fold import evolve, fold, opened
from tacit.table.log.records import Entry, Opened, Settings
from tacit.table.log.state import Sitter, Stage, clock_of, may_talk
from tacit.table.tell.view import SeatView, house_view, patch, play_view
from tests.table.tables import SEED, Desk, act, started

OPENED = Opened(game="extreme", seed=SEED, settings=Settings(public=True))


def test_a_table_begins_empty():
    state = opened(Entry(house=(OPENED,)))
    assert state.stage is Stage.LOBBY
    assert state.seats == (None,) * 4
    assert state.settings.public
    assert state.commitment == commitment(bytes(32))
    assert evolve(state, OPENED) == state
    assert opened(Entry(house=(Opened("mindup", SEED, Settings()),))).seats == (None,) * 6


def test_the_same_log_gives_the_same_state():
    desk = started("mindup", "ann", "bob", "cleo")
    desk.finish()
    first, *rest = desk.entries()
    state = opened(first)
    for entry in rest:
        state = fold(state, entry)
    assert state == desk.state


def test_a_state_is_not_changed_by_what_follows():
    desk = Desk().seat("ann", "bob")
    before = desk.state
    shown = house_view(before, "ann")
    desk.must("ann", Rename(name="Anna"))
    assert house_view(before, "ann") == shown
    assert desk.state is not before


def test_people_are_found_by_who_they_are_and_where_they_sit():
    desk = Desk().seat("ann", "bob")
    state = desk.state
    assert state.guest_of("bob") == 1
    assert state.guest_of("eve") is None
    assert state.seat_of(1) == 1
    assert state.seat_of(None) is None
    assert state.seat_of(9) is None


def test_players_are_called_by_their_name_or_their_bots():
    desk = Desk().seat("ann")
    desk.must("ann", AddBot(seat=1, bot="greedy"))
    assert [desk.state.sitter_name(sitter) for sitter in desk.state.seats[:2]] == ["Ann", "greedy"]


def test_bots_are_no_persons_even_if_they_sit():
    assert Desk().seat("ann").state.seat_of(Sitter(bot="greedy").guest) is None


def test_the_clock_of_a_game_is_its_last_event():
    desk = Desk("extreme").seat("ann", "bob")
    assert clock_of(desk.state) == 0
    desk.must("ann", Start())
    desk.wait(700)
    desk.must("ann", act("lay-hand"))
    assert clock_of(desk.state) == 700
    assert clock_of(started("mindup", "ann", "bob", "cleo").state) == 0


def test_there_is_nothing_to_play_in_the_lobby():
    desk = Desk().seat("ann")
    assert play_view(desk.state, 0) is None
    assert may_talk(desk.state)


def test_a_person_outside_sees_no_more_than_anybody():
    desk = Desk().seat("ann")
    view = house_view(desk.state, "eve")
    assert (view.you, view.seat, view.contributed) == (None, None, False)


def test_what_may_be_done_is_listed_by_kind():
    desk = started("mindup", "ann", "bob", "cleo")
    assert play_view(desk.state, 0).legal == {"pick": list(desk.hand("ann"))}
    assert play_view(desk.state, None).legal == {}
    desk = started("extreme", "ann", "bob")
    assert play_view(desk.state, 0).legal == {"lay-hand": [], "propose-star": []}
    desk.raise_hands()
    assert play_view(desk.state, 0).legal == {
        "play": list(desk.hand("ann")),
        "stop": [],
        "propose-star": [],
    }
    desk.must("ann", act("propose-star"))
    assert play_view(desk.state, 1).legal == {"vote": [True, False]}
    assert play_view(desk.state, 0).legal == {}


def test_a_patch_is_what_changed():
    one = SeatView(name="Ann", guest=0)
    assert patch(one, one) == {}
    assert patch(one, SeatView(name="Ann", guest=0)) == {}
    assert patch(one, SeatView(name="Bob", guest=0, stand_in=True)) == {
        "name": "Bob",
        "stand_in": True,
    }


def test_who_comes_again_is_the_same_guest():
    desk = Desk().seat("ann", "bob")
    desk.connect("ann")
    desk.must("ann", Join(name="Anna"))
    assert [person.name for person in desk.state.people] == ["Anna", "Bob"]
