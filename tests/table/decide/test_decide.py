"""What requests cause: seats, the door, the host, bots, the start, the rematch, talk."""

import pytest

from tacit.bots.registry import offered
from tacit.core.chance import commitment
from tacit.core.rulebook import Millis, Refused
from tacit.games.extreme import Phase
from tacit.table.decide.guests import MOST_EVER, MOST_PEOPLE
from tacit.table.decide.host import HOST_GRACE_MS, check_settings
from tacit.table.decide.requests import (
    Act,
    AddBot,
    ClaimHost,
    Configure,
    Contribute,
    Free,
    Join,
    Leave,
    PassHost,
    Pause,
    Rematch,
    Remove,
    Rename,
    Resume,
    Say,
    Show,
    Sit,
    Stand,
    StandIn,
    Start,
)
from tacit.table.log.fold import MOST_CHAT
from tacit.table.log.records import Entry, Guest, Left, Said, Settings, encode
from tacit.table.log.state import Sitter, Stage
from tacit.table.tell.messages import Ack, Gesture, Heard
from tests.table.tables import LAY, READY, STAR, Desk, act, pick, play, started


def sitting(desk):
    """By seat: who sits there, for short."""
    people = desk.state.people
    return [sitter and (sitter.bot or people[sitter.guest].id) for sitter in desk.state.seats]


def watch(desk, *people):
    for person in people:
        desk.connect(person)
        desk.must(person, Join(name=person, watch=True))


# Joining


def test_the_first_to_come_is_host_and_sits():
    desk = Desk()
    desk.connect("ann")
    assert desk.copy("ann").door == {
        "type": "door",
        "game": "mindup",
        "stage": "lobby",
        "free": 6,
        "spectators": True,
        "removed": False,
        "host": "",
        "players": [],
    }
    desk.must("ann", Join(name="Ann"))
    house = desk.copy("ann").house
    assert (house["you"], house["seat"], house["host"]) == (0, 0, 0)


def test_a_guest_who_joins_gets_the_first_free_seat():
    desk = Desk().seat("ann", "bob", "cleo")
    desk.must("bob", Stand())
    desk.seat("dora", "eve")
    assert sitting(desk) == ["ann", "dora", "cleo", "eve", None, None]


def test_a_guest_who_wants_to_watch_gets_no_seat():
    desk = Desk()
    watch(desk, "ann")
    assert sitting(desk) == [None] * 6
    assert desk.copy("ann").house["seat"] is None


def test_who_comes_to_a_full_table_watches():
    desk = Desk("extreme").seat("ann", "bob", "cleo", "dora")
    desk.seat("eve")
    assert desk.seat_of("eve") is None
    assert desk.copy("eve").house["you"] == 4


def test_who_comes_during_a_game_watches():
    desk = started("mindup", "ann", "bob", "cleo").seat("dora")
    assert desk.seat_of("dora") is None
    assert desk.copy("dora").view["hand"] == []


def test_a_closed_door_keeps_out_who_finds_no_seat():
    desk = Desk("extreme", settings=Settings(spectators=False)).seat("ann", "bob")
    desk.connect("eve")
    assert desk.refused("eve", Join(name="Eve", watch=True)) == "door-closed"
    desk.must("ann", AddBot(seat=2, bot="metronome"), AddBot(seat=3, bot="metronome"))
    assert desk.refused("eve", Join(name="Eve")) == "door-closed"
    desk.must("ann", Free(seat=3))
    desk.must("eve", Join(name="Eve"))


def test_at_a_closed_door_who_comes_first_may_still_watch_their_own_table():
    desk = Desk(settings=Settings(spectators=False))
    desk.connect("ann")
    desk.must("ann", Join(name="Ann", watch=True))
    assert desk.seat_of("ann") is None


def test_a_player_returns_through_a_closed_door_to_their_seat():
    desk = started("mindup", "ann", "bob", "cleo", settings=Settings(spectators=False))
    desk.must("bob", Leave())
    assert desk.copy("bob").door["free"] == 0
    desk.must("bob", Join(name="Bob"))
    assert desk.seat_of("bob") == 1


def test_closing_the_door_sends_spectators_away_but_not_the_host():
    desk = Desk().seat("ann", "bob")
    watch(desk, "cleo", "dora")
    desk.must("cleo", Leave())
    desk.must("ann", Stand())
    desk.must("ann", Configure(settings=Settings(spectators=False)))
    assert [person.here for person in desk.state.people] == [True, True, False, False]
    assert desk.entries()[-1].house[1:] == (Left(guest=3),)
    assert desk.copy("dora").door["removed"] is False
    assert desk.refused("dora", Say(text="Hello?")) == "not-here"
    desk.must("dora", Join(name="Dora"))
    desk.check_copies()


def test_a_table_has_a_limit():
    desk = Desk()
    for number in range(MOST_PEOPLE):
        watch(desk, f"p{number}")
    desk.connect("eve")
    assert desk.refused("eve", Join(name="Eve")) == "full"
    desk.must("p3", Leave())
    desk.must("p3", Join(name="Returning"))


@pytest.mark.parametrize("name", ["", "  ", "\u200b", "\n"])
def test_a_name_has_to_be_seen(name):
    desk = Desk()
    desk.connect("ann")
    assert desk.refused("ann", Join(name=name)) == "no-name"
    desk.must("ann", Join(name="Ann"))
    assert desk.refused("ann", Rename(name=name)) == "no-name"


def test_names_are_cleaned_and_told_apart():
    desk = Desk().seat("ann", "bob", "cleo")
    desk.must("bob", Rename(name=" \u202eAnn\x07 "))
    desk.must("cleo", Rename(name="Аnn"))
    assert [person.name for person in desk.state.people] == ["Ann", "Ann 2", "Аnn 3"]
    desk.must("ann", Rename(name="ANN"))
    assert desk.state.people[0].name == "ANN"
    desk.check_copies()


def test_who_joins_again_keeps_the_seat_and_may_bring_another_name():
    desk = Desk().seat("ann", "bob")
    desk.must("bob", Join(name="Robert", watch=True))
    assert desk.seat_of("bob") == 1
    assert desk.state.people[1].name == "Robert"
    assert len(desk.state.people) == 2
    desk.must("bob", Join(name="Robert"))
    assert desk.state.people[1].name == "Robert"


# Contributions to the shuffle


def test_a_contribution_comes_with_joining_or_later():
    desk = Desk().seat("ann")
    desk.connect("bob")
    desk.must("bob", Join(name="Bob", contribution="0aff"))
    assert desk.copy("bob").house["contributed"] is True
    assert desk.copy("ann").house["contributed"] is False
    desk.must("ann", Contribute(contribution="cc" * 64))
    assert desk.copy("ann").house["contributed"] is True
    assert desk.state.shuffle_parts() == (b"\xcc" * 64, b"\x0a\xff")
    assert b"0aff" not in b"".join(desk.heard("ann").raw)


@pytest.mark.parametrize("text", ["x", "abc", "zz", "ab" * 65, "é"])
def test_a_contribution_is_up_to_64_bytes_in_hexadecimal(text):
    desk = Desk().seat("ann")
    assert desk.refused("ann", Contribute(contribution=text)) == "bad-contribution"
    assert desk.refused("ann", Join(name="Ann", contribution=text)) == "bad-contribution"


def test_during_a_game_joining_adds_nothing_to_the_shuffle():
    desk = started("mindup", "ann", "bob", "cleo")
    desk.connect("dora")
    desk.must("dora", Join(name="Dora", contribution="ab"))
    assert desk.state.contributions == {}


def test_contributions_change_the_deal():
    def hands(contribution):
        desk = Desk().seat("ann", "bob", "cleo")
        desk.must("ann", Contribute(contribution=contribution))
        desk.must("ann", Start())
        return desk.game.hands

    assert hands("aa") == hands("aa")
    assert hands("aa") != hands("ab")


# Seats


def test_sitting_somewhere_else_gives_the_old_seat_back():
    desk = Desk().seat("ann", "bob")
    desk.must("ann", Sit(seat=4))
    assert sitting(desk) == [None, "bob", None, None, "ann", None]
    desk.must("ann", Stand())
    assert desk.seat_of("ann") is None
    desk.must("ann", Sit(seat=0))
    assert sitting(desk) == ["ann", "bob", None, None, None, None]
    desk.check_copies()


@pytest.mark.parametrize("seat", [-1, 6, 99])
def test_there_are_only_so_many_seats(seat):
    desk = Desk().seat("ann")
    assert desk.refused("ann", Sit(seat=seat)) == "no-such-seat"
    assert desk.refused("ann", AddBot(seat=seat, bot="greedy")) == "no-such-seat"
    assert desk.refused("ann", Free(seat=seat)) == "no-bot"


def test_a_seat_is_for_one():
    desk = Desk().seat("ann", "bob")
    assert desk.refused("bob", Sit(seat=0)) == "seat-taken"
    assert desk.refused("bob", Sit(seat=1)) == "seat-taken"
    assert desk.refused("ann", AddBot(seat=1, bot="greedy")) == "seat-taken"


def test_nobody_stands_at_a_table_without_spectators():
    desk = Desk(settings=Settings(spectators=False)).seat("ann", "bob")
    assert desk.refused("bob", Stand()) == "door-closed"
    assert desk.refused("ann", Stand()) == "door-closed"


# Leaving, and being sent away


def test_who_leaves_the_lobby_frees_the_seat():
    desk = Desk().seat("ann", "bob")
    desk.must("bob", Leave())
    assert sitting(desk)[1] is None
    assert [guest["name"] for guest in desk.copy("ann").house["guests"]] == ["Ann"]
    assert desk.copy("bob").door is not None
    desk.must("bob", Join(name="Bob"))
    assert desk.seat_of("bob") == 1
    assert desk.state.guest_of("bob") == 1


def test_who_leaves_a_game_keeps_the_seat():
    desk = started("mindup", "ann", "bob", "cleo")
    desk.must("bob", Leave())
    assert desk.seat_of("bob") == 1
    assert desk.copy("ann").house["seats"][1]["name"] == "Bob"
    desk.must("bob", Join(name="Bob"))
    desk.must("bob", pick(desk.hand("bob")[0]))


def test_who_left_a_game_cannot_act_in_it_until_they_return():
    desk = started("mindup", "ann", "bob", "cleo")
    card = desk.hand("bob")[0]
    desk.must("bob", Leave())
    assert desk.refused("bob", pick(card)) == "not-here"


def test_who_leaves_after_a_game_frees_the_seat():
    desk = started("extreme", "ann", "bob", "cleo")
    desk.finish()
    desk.must("bob", Leave())
    assert sitting(desk) == ["ann", None, "cleo"]
    desk.check_copies()


def test_when_the_host_leaves_the_next_who_came_is_host():
    desk = Desk().seat("ann", "bob", "cleo")
    desk.must("bob", Leave())
    assert desk.state.host == 0
    desk.must("ann", Leave())
    assert desk.state.host == 2
    desk.must("ann", Join(name="Ann"))
    assert desk.state.host == 2


def test_when_the_host_leaves_players_come_before_watchers_and_the_connected_before_others():
    desk = Desk()
    desk.seat("ann")
    desk.connect("wim")
    desk.must("wim", Join(name="Wim", watch=True))
    desk.seat("bob", "cleo")
    desk.leave_the_room("bob")
    desk.must("ann", Leave())
    assert desk.state.people[desk.state.host].id == "cleo"


def test_a_player_who_left_a_game_comes_back_to_their_seat_however_many_watch():
    desk = Desk("mindup").seat("ann", "bob", "cleo")
    desk.must("ann", Start())
    desk.must("bob", Leave())
    for number in range(MOST_PEOPLE - 2):
        desk.connect(f"w{number}")
        desk.must(f"w{number}", Join(name=f"W{number}", watch=True))
    desk.must("bob", Join(name="Bob"))
    assert desk.seat_of("bob") == 1


def test_when_the_last_leaves_the_host_stays_host():
    desk = Desk().seat("ann")
    desk.must("ann", Leave())
    assert desk.state.host == 0
    desk.must("ann", Join(name="Ann"))
    desk.must("ann", Configure(settings=Settings(public=True)))


def test_an_empty_table_has_a_new_host_once_a_guest_claims_it():
    desk = Desk().seat("ann")
    desk.must("ann", Leave())
    desk.seat("bob")
    assert desk.refused("bob", Configure(settings=Settings())) == "host-only"
    desk.must("bob", ClaimHost())
    assert desk.state.host == 1


def test_who_was_sent_away_cannot_return():
    desk = Desk().seat("ann", "bob")
    desk.must("ann", Remove(guest=1))
    assert sitting(desk)[1] is None
    assert desk.copy("bob").door["removed"] is True
    assert desk.refused("bob", Join(name="Bob")) == "removed"
    assert desk.refused("bob", Say(text="Why?")) == "not-here"
    desk.connect("bob")
    assert desk.copy("bob").door["removed"] is True


def test_players_are_not_sent_away_during_a_game_but_spectators_are():
    desk = started("mindup", "ann", "bob", "cleo")
    watch(desk, "dora")
    assert desk.refused("ann", Remove(guest=1)) == "in-game"
    desk.must("ann", Remove(guest=3))
    assert desk.copy("dora").door["stage"] == "playing"


def test_the_guest_who_opened_the_table_cannot_be_sent_away_and_may_be_host_again():
    desk = Desk().seat("ann", "bob")
    desk.must("ann", PassHost(guest=1))
    assert desk.refused("bob", Remove(guest=0)) == "opener"
    desk.must("ann", ClaimHost())
    assert desk.state.host == 0
    assert desk.refused("ann", ClaimHost()) == "host-here"


def test_after_a_restart_the_host_has_a_minute_anew():
    desk = Desk().seat("ann", "bob")
    desk.wait(10 * HOST_GRACE_MS)
    desk.leave_the_room("ann")
    desk.wait(HOST_GRACE_MS)
    desk = desk.rebuilt()
    desk.connect("bob")
    assert desk.refused("bob", ClaimHost()) == "host-soon"
    desk.wait(HOST_GRACE_MS)
    desk.must("bob", ClaimHost())


def test_a_host_who_is_back_within_the_minute_has_a_whole_one_the_next_time():
    desk = Desk().seat("ann", "bob")
    desk.leave_the_room("ann")
    desk.wait(HOST_GRACE_MS - 1)
    desk.connect("ann")
    desk.leave_the_room("ann")
    desk.wait(HOST_GRACE_MS - 1)
    assert desk.refused("bob", ClaimHost()) == "host-soon"


def test_players_come_before_watchers_when_the_host_is_away():
    desk = Desk().seat("ann", "bob")
    watch(desk, "cleo")
    desk.leave_the_room("ann")
    desk.wait(HOST_GRACE_MS)
    assert desk.refused("cleo", ClaimHost()) == "players-first"
    desk.leave_the_room("bob")
    desk.must("cleo", ClaimHost())
    assert desk.state.host == 2


def test_who_is_not_there_takes_no_room():
    """People who left, were sent away or never connected lock nobody out."""
    desk = Desk().seat("ann", "bob")
    for number in range(4 * MOST_PEOPLE):
        watch(desk, f"p{number}")
        if number % 4 == 0:
            desk.must(f"p{number}", Leave())
        elif number % 4 == 1:
            desk.must("ann", Remove(guest=desk.state.guest_of(f"p{number}")))
        else:
            desk.leave_the_room(f"p{number}")
        assert sum(person.here for person in desk.state.people) <= MOST_PEOPLE
    watch(desk, "eve")
    assert sitting(desk)[:2] == ["ann", "bob"]
    desk.check_copies()


def test_who_is_connected_or_sits_does_take_room():
    desk = Desk().seat("ann", "bob")
    desk.leave_the_room("bob")
    for number in range(MOST_PEOPLE - 2):
        watch(desk, f"p{number}")
    desk.connect("eve")
    assert desk.refused("eve", Join(name="Eve")) == "full"
    desk.leave_the_room("p3")
    desk.must("eve", Join(name="Eve"))
    assert desk.state.people[desk.state.guest_of("p3")].here is False


def test_numbers_are_given_again_when_very_many_have_come():
    desk = Desk().seat("ann", "bob")
    watch(desk, "talker")
    desk.must("talker", Leave())
    for number in range(2 * MOST_EVER):
        watch(desk, f"p{number}")
        desk.must(f"p{number}", Leave())
        desk.leave_the_room(f"p{number}")
    assert len(desk.state.people) == MOST_EVER
    assert [person.id for person in desk.state.people[:2]] == ["ann", "bob"]
    gone = desk.state.people[2].id
    watch(desk, gone)
    desk.must(gone, Say(text="It was me"), Leave())
    watch(desk, "eve")
    assert desk.copy("eve").house["you"] == desk.state.guest_of("eve") == 3, "2 is still heard"
    desk.check_copies()
    desk = desk.rebuilt()
    assert desk.state.people[desk.state.guest_of("eve")].name == "eve"


@pytest.mark.parametrize("guest", [-1, 0, 2, 7])
def test_only_a_guest_who_is_there_can_be_sent_away_or_made_host(guest):
    desk = Desk().seat("ann", "bob", "cleo")
    desk.must("cleo", Leave())
    assert desk.refused("ann", Remove(guest=guest)) == "no-such-guest"
    if guest != 0:
        assert desk.refused("ann", PassHost(guest=guest)) == "no-such-guest"


def test_the_host_may_pass_it_on():
    desk = Desk().seat("ann", "bob")
    desk.must("ann", PassHost(guest=1))
    assert desk.copy("bob").house["host"] == 1
    assert desk.refused("ann", Start()) == "host-only"
    desk.must("bob", Configure(settings=Settings(public=True)))


def test_the_host_can_be_replaced_while_they_are_away():
    desk = Desk().seat("ann", "bob")
    assert desk.refused("bob", ClaimHost()) == "host-here"
    desk.connect("ann")
    desk.hang_up("ann")
    assert desk.refused("bob", ClaimHost()) == "host-here"
    desk.leave_the_room("ann")
    answer = desk.do("bob", ClaimHost())
    assert (answer.key, answer.details) == ("host-soon", {"seconds": 60})
    desk.wait(HOST_GRACE_MS - 1)
    assert desk.refused("bob", ClaimHost()) == "host-soon"
    desk.wait(1)
    desk.must("bob", ClaimHost())
    assert desk.state.host == 1


# Bots


@pytest.mark.parametrize(
    ("game", "good", "bad"),
    [("mindup", "greedy", "metronome"), ("extreme", "metronome", "greedy")],
)
def test_bots_are_called_by_a_name_their_game_knows(game, good, bad):
    known = ", ".join(offered(game))
    desk = Desk(game).seat("ann")
    desk.must("ann", AddBot(seat=1, bot=good))
    assert desk.state.seats[1] == Sitter(bot=good)
    assert desk.copy("ann").house["seats"][1]["name"] == good
    for name in (bad, "", "no-one", "evil.py:Bot"):
        answer = desk.do("ann", AddBot(seat=2, bot=name))
        assert answer.key == "no-such-bot"
        assert answer.details == {"known": known}
        assert answer.text == f"The bots for this game are: {known}."


def test_only_bots_are_sent_off_a_seat():
    desk = Desk().seat("ann", "bob")
    desk.must("ann", AddBot(seat=2, bot="random"))
    assert desk.refused("ann", Free(seat=1)) == "no-bot"
    assert desk.refused("ann", Free(seat=3)) == "no-bot"
    desk.must("ann", Free(seat=2))
    assert sitting(desk)[2] is None


# Settings


@pytest.mark.parametrize(
    ("game", "settings"),
    [
        ("mindup", Settings(objectives=5, turn_seconds=5)),
        ("mindup", Settings(objectives=0, turn_seconds=3600)),
        ("mindup", Settings(public=True, spectators=False, show_known=False, preview=True)),
        ("extreme", Settings()),
    ],
)
def test_good_settings(game, settings):
    assert check_settings(game, settings) is None
    desk = Desk(game).seat("ann")
    desk.must("ann", Configure(settings=settings))
    assert desk.state.settings == settings
    desk.check_copies()


@pytest.mark.parametrize(
    ("game", "settings"),
    [
        ("mindup", Settings(objectives=-1)),
        ("mindup", Settings(objectives=6)),
        ("extreme", Settings(objectives=1)),
        ("extreme", Settings(own={"players": 4})),
        ("mindup", Settings(turn_seconds=4)),
        ("mindup", Settings(turn_seconds=0)),
        ("mindup", Settings(turn_seconds=3601)),
    ],
)
def test_bad_settings(game, settings):
    assert isinstance(check_settings(game, settings), Refused)
    desk = Desk(game).seat("ann")
    assert desk.refused("ann", Configure(settings=settings)) == "bad-settings"


def test_objectives_stay_as_they_are_during_a_game():
    desk = started("mindup", "ann", "bob", "cleo")
    assert desk.refused("ann", Configure(settings=Settings(objectives=2))) == "in-game"
    assert desk.refused("ann", Configure(settings=Settings(tempo="calm"))) == "in-game"
    desk.must("ann", Configure(settings=Settings(turn_seconds=30)))
    desk.finish()
    desk.must("ann", Configure(settings=Settings(objectives=2)))
    desk.agree("ann", "bob", "cleo")
    desk.must("ann", Start())
    assert len(desk.game.objectives) == 2


# Start, rematch


@pytest.mark.parametrize(
    ("game", "players", "text"),
    [
        ("mindup", 2, "Mind Up! is for 3 to 6 players; 2 sit here."),
        ("extreme", 1, "The Mind Extreme is for 2 to 4 players; 1 sit here."),
    ],
)
def test_too_few_cannot_start(game, players, text):
    desk = Desk(game).seat(*(f"p{number}" for number in range(players)))
    answer = desk.do("p0", Start())
    assert (answer.key, answer.text) == ("wrong-number", text)
    assert answer.details["count"] == players


@pytest.mark.parametrize(("game", "most"), [("mindup", 6), ("extreme", 4)])
def test_too_many_cannot_even_sit(game, most):
    desk = Desk(game).seat(*(f"p{number}" for number in range(most + 1)))
    assert desk.seat_of(f"p{most}") is None
    desk.must("p0", Start())
    assert desk.game.players == most


def test_settings_that_do_not_suit_so_many_players_are_refused_at_the_start():
    """Two players practise levels 1 to 12, three 1 to 10."""
    desk = Desk("extreme", settings=Settings(own={"practice": 12})).seat("ann", "bob", "cleo")
    before = desk.state
    assert desk.refused("ann", Start()) == "bad-settings"
    assert desk.state == before
    desk.must("cleo", Leave())
    desk.must("ann", Start())
    assert (desk.game.level, desk.game.players) == (12, 2)


def test_at_the_start_everyone_moves_together():
    desk = Desk().seat("ann", "bob")
    desk.must("ann", Sit(seat=3), AddBot(seat=5, bot="greedy"))
    desk.must("ann", Start())
    assert sitting(desk) == ["bob", "ann", "greedy"]
    assert desk.state.names == ("Bob", "Ann", "greedy")
    assert desk.state.games == 1
    assert desk.copy("ann").house["seat"] == 1
    desk.check_copies()


def test_a_rematch_keeps_people_and_bots_and_frees_those_who_left():
    desk = Desk(thinking=True).seat("ann", "bob", "cleo")
    desk.must("ann", Contribute(contribution="aa"), AddBot(seat=4, bot="greedy"), Start())
    desk.must("bob", Leave())
    before = desk.state.commitment
    while desk.state.stage is Stage.PLAYING:
        for person in ("ann", "cleo"):
            desk.must(person, pick(desk.hand(person)[0]))
        if not desk.state.seats[1].stand_in:
            desk.must("ann", StandIn(seat=1))
        desk.wait(200)
    assert sitting(desk) == ["ann", "bob", "cleo", "greedy"]
    desk.agree("cleo", "ann")
    assert sitting(desk) == ["ann", "cleo", "greedy", None, None, None]
    state = desk.state
    assert state.stage is Stage.LOBBY
    assert (state.play, state.names, state.contributions, state.close) == (None, (), {}, None)
    assert state.games == 1
    assert state.commitment != before
    assert state.commitment == commitment((1).to_bytes(32, "little"))
    assert desk.copy("ann").house["commitment"] == state.commitment
    assert desk.copy("ann").house["seed"] is None
    assert desk.copy("ann").house["contributed"] is False
    desk.check_copies()
    desk.must("ann", Start())
    assert desk.state.games == 2


def test_a_rematch_lets_those_who_were_stood_in_for_play_again():
    desk = Desk(thinking=True).seat("ann", "bob", "cleo")
    desk.must("ann", Start())
    desk.leave_the_room("bob")
    desk.must("ann", StandIn(seat=1))
    while desk.state.stage is Stage.PLAYING:
        for person in ("ann", "cleo"):
            desk.must(person, pick(desk.hand(person)[0]))
        desk.wait(200)
    desk.agree("ann", "cleo")
    assert desk.state.seats[1] == Sitter(guest=1)


def test_a_host_who_only_watched_may_ask_for_a_rematch():
    desk = Desk("extreme")
    watch(desk, "ann")
    desk.seat("bob", "cleo")
    desk.must("ann", Start())
    desk.finish()
    desk.must("ann", Rematch())
    assert desk.state.stage is Stage.OVER
    desk.agree("bob", "cleo")
    assert desk.state.stage is Stage.LOBBY


def test_a_rematch_waits_for_everyone_who_sits():
    desk = started("mindup", "ann", "bob", "cleo")
    watch(desk, "dora")
    desk.finish()
    for number, person in enumerate(("bob", "ann")):
        desk.must(person, Rematch())
        assert desk.state.stage is Stage.OVER
        assert desk.copy("cleo").house["again"] == [1, 0][: number + 1]
        assert desk.copy("cleo").view is not None
    assert desk.refused("bob", Rematch()) == "asked-already"
    desk.must("cleo", Rematch())
    assert desk.state.stage is Stage.LOBBY
    assert desk.copy("dora").house["again"] == [1, 0, 2]
    desk.must("ann", Start())
    assert desk.state.again == ()
    desk.check_copies()


def test_alone_with_bots_one_wish_is_enough():
    desk = Desk(thinking=True).seat("ann")
    desk.must("ann", AddBot(seat=1, bot="greedy"), AddBot(seat=2, bot="greedy"), Start())
    desk.finish()
    desk.must("ann", Rematch(), Start())
    assert desk.state.games == 2


def test_who_is_gone_is_not_waited_for():
    desk = started("mindup", "ann", "bob", "cleo")
    desk.finish()
    desk.must("ann", Rematch())
    desk.leave_the_room("bob")
    desk.must("cleo", Rematch())
    assert desk.state.stage is Stage.LOBBY
    assert sitting(desk)[:3] == ["ann", "bob", "cleo"]


def test_when_the_last_who_had_not_answered_goes_the_others_go_on():
    desk = started("mindup", "ann", "bob", "cleo")
    desk.finish()
    desk.agree("ann", "bob")
    desk.must("cleo", Leave())
    assert desk.state.stage is Stage.LOBBY
    assert sitting(desk)[:3] == ["ann", "bob", None]


def test_when_the_last_who_had_not_answered_is_sent_away_the_others_go_on():
    desk = started("mindup", "ann", "bob", "cleo")
    desk.finish()
    desk.agree("ann", "bob")
    desk.must("ann", Remove(guest=2))
    assert desk.state.stage is Stage.LOBBY


def test_a_line_that_breaks_makes_asking_again_worth_it():
    desk = started("mindup", "ann", "bob", "cleo")
    desk.finish()
    desk.agree("ann", "bob")
    desk.leave_the_room("cleo")
    desk.must("bob", Rematch())
    assert desk.state.stage is Stage.LOBBY


def test_a_player_who_wished_and_left_wishes_no_more():
    desk = started("mindup", "ann", "bob", "cleo")
    desk.finish()
    desk.must("bob", Rematch(), Leave())
    assert (desk.state.stage, desk.state.again) == (Stage.OVER, ())


def test_the_host_may_go_ahead_without_those_who_do_not_answer():
    desk = started("mindup", "ann", "bob", "cleo", "dora")
    desk.finish()
    desk.must("bob", Rematch())
    assert desk.refused("bob", Rematch(go=True)) == "host-only"
    desk.leave_the_room("dora")
    desk.must("ann", Rematch(go=True))
    assert desk.state.stage is Stage.LOBBY
    assert sitting(desk)[:4] == ["ann", "bob", "dora", None]
    assert desk.copy("cleo").house["again"] == [1, 0]
    desk.must("cleo", Sit(seat=3))


# Pause


def test_a_pause_interrupts_mind_up():
    desk = started("mindup", "ann", "bob", "cleo")
    watch(desk, "dora")
    assert desk.refused("dora", Pause()) == "not-sitting"
    desk.must("ann", Pause())
    assert desk.copy("bob").house["paused"] is True
    assert desk.copy("bob").legal == {}
    assert desk.refused("bob", pick(desk.hand("bob")[0])) == "paused"
    assert desk.refused("bob", Pause()) == "paused"
    assert desk.refused("dora", Resume()) == "not-sitting"
    desk.must("cleo", Resume())
    desk.must("bob", pick(desk.hand("bob")[0]))
    assert desk.refused("ann", Resume()) == "not-paused"
    desk.check_copies()


def test_a_pause_stops_a_level_of_the_mind_extreme():
    desk = started("extreme", "ann", "bob")
    desk.raise_hands()
    desk.wait(1000)
    desk.must("bob", Pause())
    assert desk.state.paused
    assert desk.game.phase is Phase.GATHERING
    assert desk.game.pauses[-1].at == 1000
    assert desk.game.pauses[-1].playing is False
    assert desk.refused("ann", LAY) == "paused"
    desk.must("ann", Resume())
    desk.raise_hands()
    desk.check_copies()


def test_a_pause_where_nothing_is_laid_stops_nothing():
    desk = started("extreme", "ann", "bob")
    desk.must("bob", Pause())
    assert desk.entries()[-1].game == ()
    assert desk.game.phase is Phase.GATHERING
    assert desk.game.pauses == ()


# A bot for a player who is away


def test_the_host_may_let_a_bot_play_for_a_player_who_is_away():
    desk = Desk().seat("ann", "bob")
    desk.must("ann", AddBot(seat=2, bot="greedy"), Start())
    assert desk.refused("ann", StandIn(seat=1)) == "not-away"
    for seat in (-1, 2, 3):
        assert desk.refused("ann", StandIn(seat=seat)) == "no-such-seat"
    desk.leave_the_room("bob")
    desk.must("ann", StandIn(seat=1))
    assert desk.copy("ann").house["seats"][1]["stand_in"] is True
    assert desk.refused("ann", StandIn(seat=1)) == "no-such-seat"


# Talk (ME-06)


def test_people_talk_in_the_lobby_and_only_the_new_line_is_sent():
    desk = Desk("extreme").seat("ann", "bob")
    desk.wait(777)
    before = (desk.table.version, len(desk.log))
    answer = desk.must("ann", Say(text="  Hello\n\u202e  there "))
    assert answer == Ack(id=answer.id, version=before[0])
    assert (desk.table.version, len(desk.log)) == before
    assert desk.heard("bob").messages[-1] == Heard(guest=0, text="Hello there", at=777)
    assert desk.copy("bob").house["chat"] == [
        {"kind": "said", "guest": 0, "text": "Hello there", "at": 777}
    ]


def test_a_guest_who_comes_is_told_the_last_of_the_talk():
    desk = Desk().seat("ann")
    desk.must("ann", Say(text="Hello"), Say(text="Anybody?"))
    watch(desk, "bob")
    assert [line["text"] for line in desk.copy("bob").house["chat"]] == ["Hello", "Anybody?"]
    desk.check_copies()
    again = desk.rebuilt()
    again.connect("ann")
    assert again.copy("ann").house["chat"] == []


def test_two_lines_are_never_said_at_the_same_time():
    desk = Desk().seat("ann")
    desk.must("ann", Say(text="Hm"), Say(text="Hm"))
    assert [said.at for said in desk.table.chat] == [desk.now, desk.now + 1]


def test_talk_in_an_old_log_is_shown_before_what_is_new():
    old = Entry(house=(Said(guest=Guest(0), text="Once", at=Millis(5)),))
    desk = Desk().seat("ann")
    again = Desk(log=[*desk.log, encode(old)]).seat()
    again.connect("ann")
    again.must("ann", Say(text="Now"))
    assert [line["text"] for line in again.copy("ann").house["chat"]] == ["Once", "Now"]


def test_there_has_to_be_something_in_it():
    desk = Desk().seat("ann")
    assert desk.refused("ann", Say(text=" \u200b\n")) == "nothing-said"


def test_a_long_text_is_cut():
    desk = Desk().seat("ann")
    desk.must("ann", Say(text="x" * 5000))
    assert desk.table.chat[-1].text == "x" * 200


def test_only_the_last_of_the_talk_is_kept_in_view():
    desk = Desk().seat("ann")
    for number in range(MOST_CHAT + 5):
        desk.must("ann", Say(text=str(number)))
    assert len(desk.table.chat) == MOST_CHAT
    assert desk.table.chat[0].text == "5"
    desk.check_copies()


def test_me_06_talk_does_not_tell_that_a_level_is_over_before_the_level_does():
    desk = started("extreme", "ann", "bob")
    desk.raise_hands()
    *cards, (last, card) = list(desk.next_cards())
    for person, one in cards:
        desk.must(person, play(one))
    desk.saving = False
    desk.do(last, play(card))
    desk.wait(500)
    assert len(desk.saves) == 1
    assert silent(desk)
    desk.save()
    desk.must("ann", Say(text="Phew"))


def silent(desk):
    return [desk.refused("ann", request) for request in (Say(text="Hm"), Show(emote="oops"))] == [
        "silence",
        "silence",
    ]


def test_me_06_no_talk_and_no_signs_from_the_deal_to_the_end_of_a_level():
    desk = started("extreme", "ann", "bob")
    watch(desk, "dora")
    assert silent(desk)
    assert desk.copy("dora").house["talk"] is False
    desk.must("ann", LAY)
    assert silent(desk)
    desk.must("ann", act("lift-hand"))
    desk.raise_hands()
    assert silent(desk)
    desk.must("ann", STAR)
    assert silent(desk)
    desk.must("bob", act("vote", agree=False))
    desk.must("ann", Pause())
    assert silent(desk)
    assert desk.refused("dora", Say(text="W1 first!")) == "silence"
    desk.must("ann", Resume())
    desk.pass_level()
    assert desk.copy("dora").house["talk"] is True
    desk.must("ann", Say(text="Phew"), Show(emote="clap"))
    desk.must("ann", READY)
    desk.must("ann", Say(text="Ready when you are"))
    desk.must("bob", READY)
    assert silent(desk)
    desk.finish()
    assert desk.copy("ann").house["talk"] is True
    desk.must("ann", Say(text="Again?"))


@pytest.mark.parametrize("request_", [Rename(name="I have W3"), Join(name="I have W3")])
def test_me_06_a_name_is_no_way_to_talk_during_a_level(request_):
    desk = started("extreme", "ann", "bob")
    desk.raise_hands()
    desk.do("ann", request_)
    assert desk.copy("bob").house["guests"][0]["name"] == "Ann"


def test_people_talk_all_through_mind_up():
    desk = started("mindup", "ann", "bob", "cleo")
    desk.must("ann", Say(text="Good luck"))
    desk.finish()
    desk.must("ann", Say(text="Well played"))
    assert [said.text for said in desk.table.chat] == ["Good luck", "Well played"]


def test_a_gesture_reaches_everybody_and_is_not_kept():
    desk = Desk().seat("ann", "bob")
    watch(desk, "cleo")
    desk.connect("eve")
    before = (desk.table.version, len(desk.log))
    answer = desk.must("ann", Show(emote="wave"))
    assert answer == Ack(id=answer.id, version=before[0])
    for person in ("ann", "bob", "cleo"):
        assert desk.heard(person).of(Gesture) == [Gesture(guest=0, emote="wave")]
    assert desk.heard("eve").of(Gesture) == []
    assert (desk.table.version, len(desk.log)) == before


def test_a_gesture_sent_twice_under_one_id_is_made_once():
    desk = Desk().seat("ann", "bob")
    for _ in range(2):
        assert isinstance(desk.do("ann", Show(emote="wave"), "again"), Ack)
    assert len(desk.heard("bob").of(Gesture)) == 1


# Acts


@pytest.mark.parametrize(
    "action",
    [
        {},
        {"kind": "cheat"},
        {"kind": "pick"},
        {"kind": "pick", "card": "7"},
        {"kind": "pick", "card": True},
        {"kind": "pick", "card": None},
        {"kind": "revealed", "plays": [1, 2, 3], "taken": [4, 5, 6]},
        {"kind": 5},
    ],
)
def test_what_is_no_action_is_refused(action):
    desk = started("mindup", "ann", "bob", "cleo")
    answer = desk.do("ann", Act(action=action))
    assert answer.key == "no-such-action"
    assert answer.text.startswith("That is not an action: ")


def test_what_was_refused_to_a_spectator_is_not_done_when_it_comes_again_to_a_player():
    desk = Desk().seat("ann", "bob")
    watch(desk, "cleo")
    assert desk.do("cleo", Act(action={"kind": "pick", "card": 7}), "again").key == "watching"
    desk.must("cleo", Sit(seat=2))
    desk.must("ann", Start())
    card = desk.hand("cleo")[0]
    assert desk.do("cleo", Act(action={"kind": "pick", "card": card}), "again").key == "watching"


def test_nobody_acts_for_another_seat_or_at_another_time():
    desk = started("mindup", "ann", "bob", "cleo")
    desk.wait(500)
    card = desk.hand("ann")[0]
    desk.must("ann", act("pick", card=card, seat=1, at=99, compensated=150))
    (event,) = desk.entries()[-1].game
    assert (event.seat, event.card, event.at) == (0, card, 500)


def test_nobody_may_say_what_is_compensated():
    desk = started("extreme", "ann", "bob")
    desk.raise_hands()
    person, card = desk.next_cards()[0]
    desk.must(person, act("play", card=card, compensated=140, at=0))
    event = desk.entries()[-1].game[0]
    assert (event.card, event.compensated) == (card, 0)


def test_the_game_refuses_in_its_own_words():
    desk = started("mindup", "ann", "bob", "cleo")
    other = desk.hand("bob")[0]
    answer = desk.do("ann", pick(other))
    assert (answer.key, answer.text) == ("not-in-hand", f"You do not hold the {other}.")
    assert answer.details == {"card": other}
    desk = started("extreme", "ann", "bob")
    desk.raise_hands()
    assert desk.refused("ann", play("W99")) == "no-such-card"
