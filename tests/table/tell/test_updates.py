"""What each person is told: every version, no more than they may know, the same bytes to equals."""

import json
from itertools import pairwise

import pytest

from tacit.core.chance import commitment
from tacit.table.decide.requests import (
    AddBot,
    Configure,
    Join,
    Leave,
    Pause,
    Remove,
    Rename,
    Resume,
    Say,
    Start,
)
from tacit.table.fairtime.connections import PING_GAPS_IN_PLAY_MS, PING_GAPS_MS, SILENT_AFTER_MS
from tacit.table.log.records import Settings
from tacit.table.outputs import Disconnect, Tell
from tacit.table.tell.messages import Ack, Bye, Door, Hello, Ping, Pong, Presence, Sync, Update, Who
from tacit.table.tell.updates import REMEMBERED
from tests.table.tables import LAY, LIFT, READY, STAR, Desk, act, pick, play, started


def watched(game, *people, **how):
    """A game just begun with these players, and Dora watching."""
    desk = started(game, *people, **how)
    desk.connect("dora")
    desk.must("dora", Join(name="Dora", watch=True))
    return desk


def last(desk, person):
    """The last update a player got, as bytes."""
    return next(data for data in reversed(desk.heard(person).raw) if b'"update"' in data)


def updates(desk, person):
    return [json.loads(data) for data in desk.heard(person).raw if b'"update"' in data]


# Hello


def test_who_has_not_joined_is_told_what_they_would_join():
    desk = Desk("extreme", settings=Settings(spectators=False)).seat("ann")
    desk.connect("bob")
    first, second, *rest = desk.heard("bob").messages
    door = Door(
        game="extreme",
        stage="lobby",
        free=3,
        spectators=False,
        removed=False,
        host="Ann",
        players=("Ann",),
    )
    assert (first, second) == (door, Ping(n=1))
    assert rest == []


def test_who_left_a_game_is_told_that_the_seat_is_kept_and_comes_back_to_it():
    desk = started("mindup", "ann", "bob", "cleo")
    desk.must("bob", Leave())
    door = desk.heard("bob").of(Door)[-1]
    assert (door.kept, door.host, door.players) == (True, "Ann", ("Ann", "Bob", "Cleo"))
    desk.must("bob", Join(name="Bob"))
    assert desk.copy("bob").house["seat"] == 1
    desk.finish()
    desk.must("bob", Leave())
    assert desk.heard("bob").of(Door)[-1].kept is False


def test_who_was_sent_away_is_told_nothing_of_the_others():
    desk = Desk().seat("ann", "bob")
    desk.must("ann", Remove(guest=1))
    door = desk.heard("bob").of(Door)[-1]
    assert (door.removed, door.host, door.players) == (True, "", ())


def test_who_says_hello_gets_everything_a_ping_and_who_is_there():
    desk = Desk().seat("ann")
    desk.wait(100)
    line = desk.connect("ann", rtt=None)
    sync, ping, who = desk.heard(line).messages
    assert isinstance(sync, Sync)
    assert (sync.version, sync.now, sync.view, sync.events) == (2, 100, None, ())
    assert ping == Ping(n=1)
    assert isinstance(who, Who)
    assert len(who.seats) == 6


def test_hello_again_gives_everything_again_and_nothing_else():
    desk = Desk().seat("ann")
    before = len(desk.heard("ann").messages)
    desk.send(desk.line("ann"), Hello(protocol=1))
    assert [type(message) for message in desk.heard("ann").messages[before:]] == [Sync]


def test_who_speaks_another_protocol_is_told_so_and_hung_up():
    desk = Desk()
    desk.connect("ann")
    desk.send(desk.line("ann"), Hello(protocol=2))
    assert desk.heard("ann").messages[-1] == Bye(reason="protocol")
    assert desk.outputs[-1] == Disconnect(desk.line("ann"))


def test_a_line_that_is_gone_says_nothing():
    desk = Desk().seat("ann")
    desk.hang_up("ann")
    before = len(desk.outputs)
    desk.send(desk.line("ann"), Hello(protocol=1))
    desk.table.disconnect(desk.line("ann"), desk.now)
    desk.pump()
    assert len(desk.outputs) == before
    assert desk.table.connections == 0


def test_goodbye_is_said_on_every_line():
    desk = Desk().seat("ann", "bob")
    desk.connect("eve")
    desk.table.say_goodbye("restart", 0)
    desk.pump()
    for line in desk.lines.values():
        assert line.messages[-1] == Bye(reason="restart")
    assert [output.connection for output in desk.outputs if isinstance(output, Disconnect)] == [
        1,
        2,
        3,
    ]


# Versions


@pytest.mark.parametrize("on", [True, False])
def test_beginners_are_shown_where_their_cards_would_land_if_the_table_is_set_so(on):
    desk = Desk("mindup").seat("ann", "bob", "cleo")
    desk.must("ann", Configure(settings=Settings(preview=on)))
    desk.must("ann", Start())
    for person in ("ann", "bob", "cleo"):
        view = desk.copy(person).view
        assert (view["preview"] is not None) is on
        if on:
            assert len(view["preview"]["chances"]) == len(view["hand"])


def test_versions_are_consecutive_and_every_patch_leads_to_the_whole():
    desk = Desk(thinking=True).seat("ann", "bob")
    for step in (
        lambda: desk.must("ann", Say(text="Hi")),
        lambda: desk.must("bob", Rename(name="Robert")),
        lambda: desk.must("ann", AddBot(seat=2, bot="greedy")),
        lambda: desk.must("ann", Start()),
        lambda: desk.must("ann", pick(desk.hand("ann")[0])),
        lambda: desk.must("ann", act("take-back")),
        desk.finish,
        desk.rematch,
        lambda: desk.must("ann", Start()),
    ):
        step()
        desk.check_copies()  # a copy asserts itself that versions are consecutive


@pytest.mark.parametrize("people", [("ann", "bob"), ("ann", "bob", "cleo"), ("a", "b", "c", "d")])
def test_the_mind_extreme_can_be_followed_patch_by_patch(people):
    desk = started("extreme", *people)
    while desk.game.level < 4:
        desk.must(people[0], LAY)
        desk.check_copies()
        desk.must(people[0], LIFT)
        desk.raise_hands()
        desk.check_copies()
        if desk.game.stars:
            desk.must(people[0], STAR)
            desk.check_copies()
            for person in people[1:]:
                desk.must(person, act("vote", agree=False))
                desk.check_copies()
                break
        for person, card in desk.next_cards():
            desk.must(person, play(card))
            desk.check_copies()
        for person in people:
            desk.must(person, READY)
            desk.check_copies()


def test_a_spectator_can_follow_the_mind_extreme_patch_by_patch():
    desk = watched("extreme", "ann", "bob")
    desk.raise_hands()
    for person, card in desk.next_cards():
        desk.must(person, play(card))
        desk.check_copies()


def test_a_star_can_be_followed_patch_by_patch():
    desk = started("extreme", "ann", "bob")
    desk.reach_level(3)
    desk.raise_hands()
    desk.must("ann", STAR)
    desk.must("bob", act("vote", agree=True))
    for person in ("ann", "bob"):
        card = desk.copy(person).legal["discard"][0]
        desk.must(person, act("discard", card=card))
        desk.check_copies()
    assert desk.copy("ann").view["aside"]


def test_a_patch_holds_what_changed_and_nothing_else():
    desk = started("mindup", "ann", "bob", "cleo")
    desk.must("ann", Rename(name="Anna"))
    (update,) = updates(desk, "bob")[-1:]
    assert set(update) == {"type", "version", "house"}
    assert set(update["house"]) == {"seats", "guests"}
    desk.must("ann", pick(desk.hand("ann")[0]))
    update = json.loads(last(desk, "bob"))
    assert set(update) == {"type", "version", "events", "view", "waiting"}
    assert update["view"] == {"picked": [True, False, False]}


def test_at_the_start_the_view_is_fresh():
    desk = started("mindup", "ann", "bob", "cleo")
    update = json.loads(last(desk, "bob"))
    assert update["fresh"] is True
    assert update["house"]["stage"] == "playing"
    assert update["view"] == desk.copy("bob").view
    assert len(update["view"]["hand"]) == 7
    assert update["legal"]["pick"] == update["view"]["hand"]
    assert update["waiting"] == [0, 1, 2]
    assert [event["kind"] for event in update["events"]] == ["dealt"]
    assert update["events"][0]["drawn"] != json.loads(last(desk, "ann"))["events"][0]["drawn"]


def test_at_a_rematch_the_view_is_null():
    desk = started("mindup", "ann", "bob", "cleo")
    desk.finish()
    desk.rematch()
    update = json.loads(last(desk, "bob"))
    assert update["view"] is None
    assert "fresh" not in update
    assert update["house"]["stage"] == "lobby"
    desk.must("ann", Rename(name="Anna"))
    assert "view" not in json.loads(last(desk, "bob"))
    desk.check_copies()


def test_a_game_after_a_rematch_begins_with_a_fresh_view():
    desk = started("mindup", "ann", "bob", "cleo")
    desk.finish()
    desk.rematch()
    desk.must("ann", Start())
    assert json.loads(last(desk, "cleo"))["fresh"] is True
    desk.check_copies()


# Coming back


def test_who_returns_gets_what_they_missed():
    desk = started("mindup", "ann", "bob", "cleo")
    version = desk.copy("bob").version
    desk.hang_up("bob")
    desk.must("ann", pick(desk.hand("ann")[0]))
    desk.must("ann", Rename(name="Anna"))
    desk.must("cleo", pick(desk.hand("cleo")[0]))
    line = desk.connect("bob", version=version)
    sync = desk.heard(line).messages[0]
    assert [(event["kind"], event["seat"]) for event in sync.events] == [
        ("picked", 0),
        ("picked", 2),
    ]
    assert sync.version == version + 3
    desk.check_copies()


def test_who_has_the_last_version_has_missed_nothing():
    desk = started("mindup", "ann", "bob", "cleo")
    desk.must("ann", pick(desk.hand("ann")[0]))
    line = desk.connect("bob", version=desk.table.version)
    assert desk.heard(line).messages[0].events == ()


def test_who_knows_nothing_gets_everything_and_no_events():
    desk = started("mindup", "ann", "bob", "cleo")
    line = desk.connect("bob", version=0)
    sync = desk.heard(line).messages[0]
    assert sync.events == ()
    assert sync.view["hand"] == list(desk.hand("bob"))


def test_who_was_away_too_long_gets_everything_and_no_events():
    desk = started("mindup", "ann", "bob", "cleo")
    version = desk.table.version
    cards = desk.hand("ann")
    for number in range(REMEMBERED):
        desk.must("ann", pick(cards[number % 2]))
    events = desk.heard(desk.connect("bob", version=version)).messages[0].events
    assert len(events) == REMEMBERED
    desk.must("ann", pick(cards[2]))
    assert desk.heard(desk.connect("bob", version=version)).messages[0].events == ()
    assert (
        len(desk.heard(desk.connect("bob", version=version + 1)).messages[0].events) == REMEMBERED
    )


def test_after_a_crash_nothing_is_missed_but_the_view_is_whole():
    desk = started("mindup", "ann", "bob", "cleo")
    version = desk.table.version
    desk.must("ann", pick(desk.hand("ann")[0]))
    again = desk.rebuilt()
    line = again.connect("bob", version=version)
    assert again.heard(line).messages[0].events == ()
    again.check_copies()


def test_what_happens_after_a_return_is_told_right():
    desk = started("mindup", "ann", "bob", "cleo")
    desk.hang_up("bob")
    desk.must("ann", pick(desk.hand("ann")[0]))
    desk.connect("bob")
    desk.must("ann", act("take-back"))
    assert desk.copy("bob").view["picked"] == [False, False, False]
    desk.check_copies()


def test_what_may_be_done_after_a_return_is_told_right():
    desk = started("extreme", "ann", "bob")
    before = desk.copy("bob").legal
    desk.hang_up("bob")
    desk.must("ann", STAR)
    desk.connect("bob")
    assert desk.copy("bob").legal == {"vote": [True, False]}
    desk.must("bob", act("vote", agree=False))
    assert desk.copy("bob").legal == before
    desk.check_copies()


def test_a_pause_can_be_followed_patch_by_patch():
    desk = watched("mindup", "ann", "bob", "cleo")
    desk.must("ann", pick(desk.hand("ann")[0]))
    desk.must("ann", Pause())
    assert json.loads(last(desk, "bob"))["legal"] == {}
    desk.check_copies()
    desk.must("ann", Resume())
    assert "legal" in json.loads(last(desk, "bob"))
    desk.check_copies()


def test_who_joins_gets_everything_and_the_others_an_update():
    desk = Desk().seat("ann")
    desk.connect("bob")
    desk.must("bob", Join(name="Bob"))
    assert isinstance(desk.heard("bob").of(Sync)[-1], Sync)
    assert desk.heard("bob").of(Update) == []
    assert desk.heard("ann").of(Update)[-1].version == 3
    desk.must("ann", Say(text="Welcome"))
    desk.check_copies()


def test_who_leaves_or_is_sent_away_is_shown_the_door_and_told_nothing_more():
    desk = Desk().seat("ann", "bob", "cleo")
    desk.must("bob", Leave())
    desk.must("ann", Remove(guest=2))
    assert isinstance(desk.heard("bob").of(Door)[-1], Door)
    before = {person: len(desk.heard(person).messages) for person in ("bob", "cleo")}
    desk.must("ann", Say(text="Just us now"))
    assert before == {person: len(desk.heard(person).messages) for person in ("bob", "cleo")}


# Secrets


def test_several_devices_of_one_person_get_the_same_bytes():
    desk = started("mindup", "ann", "bob", "cleo")
    phone, laptop = desk.connect("ann"), desk.connect("ann")
    marks = {line: len(desk.heard(line).raw) for line in (phone, laptop)}
    desk.must(phone, pick(desk.hand("ann")[0]))
    desk.must("bob", pick(desk.hand("bob")[0]))
    desk.must("bob", Say(text="Hm"))
    new = {line: desk.heard(line).raw[mark:] for line, mark in marks.items()}
    told = {line: [data for data in raw if b'"ack"' not in data] for line, raw in new.items()}
    assert told[phone] == told[laptop]
    assert len(told[phone]) == 3
    assert len(desk.heard(phone).of(Ack)) == 1
    assert desk.heard(laptop).of(Ack) == []
    desk.check_copies()


def picked_by_ann(number):
    """What everybody is told when Ann picks one card or another of her hand."""
    desk = watched("mindup", "ann", "bob", "cleo")
    desk.wait(1000)
    card = desk.hand("ann")[number]
    desk.must("ann", pick(card))
    return {person: last(desk, person) for person in ("ann", "bob", "cleo", "dora")}, card


def test_a_pick_is_the_same_bytes_to_all_others_whatever_the_card():
    told, card = picked_by_ann(0)
    other, another = picked_by_ann(3)
    assert card != another
    assert told["bob"] == told["cleo"] == told["dora"]
    assert {told["bob"]} == {other["bob"], other["cleo"], other["dora"]}
    assert json.loads(told["bob"])["events"] == [{"kind": "picked", "seat": 0, "at": 1000}]


def test_a_pick_is_told_to_its_player_alone():
    told, card = picked_by_ann(0)
    mine = json.loads(told["ann"])
    assert mine["events"] == [{"kind": "pick", "seat": 0, "card": card, "at": 1000}]
    assert mine["view"] == {"picked": [True, False, False], "pick": card}
    assert card not in mine["legal"]["pick"]


def test_a_changed_pick_is_the_same_bytes_as_the_first_but_for_its_version():
    desk = watched("mindup", "ann", "bob", "cleo")
    desk.must("ann", pick(desk.hand("ann")[0]))
    first = updates(desk, "bob")[-1]
    desk.must("ann", pick(desk.hand("ann")[1]))
    second = updates(desk, "bob")[-1]
    assert second["events"] == first["events"]
    assert set(second) == {"type", "version", "events"}
    assert last(desk, "bob") == last(desk, "cleo") == last(desk, "dora")


def test_an_open_card_is_shown_to_all():
    desk = started("extreme", "ann", "bob", "cleo")
    desk.raise_hands()
    person, card = desk.next_cards()[0]
    desk.must(person, play(card))
    for other in ("ann", "bob", "cleo"):
        assert updates(desk, other)[-1]["events"][0]["card"] == card


def blind_level(*people):
    """Level 3, where white is blind, in play."""
    desk = started("extreme", *people)
    desk.reach_level(3)
    desk.connect("dora")
    desk.must("dora", Join(name="Dora", watch=True))
    desk.raise_hands()
    return desk


def test_me_21_a_blind_card_is_shown_to_nobody_but_who_laid_it():
    desk = blind_level("ann", "bob", "cleo")
    person, card = next((who, card) for who, card in desk.next_cards() if card.startswith("W"))
    desk.must(person, play(card))
    for other in {"ann", "bob", "cleo", "dora"} - {person}:
        update = updates(desk, other)[-1]
        (event,) = update["events"]
        assert event["kind"] == "played-blind"
        assert event["colour"] == "white"
        assert card not in last(desk, other).decode()
        assert update["view"]["piles"]["white"] == {"count": 1, "top": None}
    mine = updates(desk, person)[-1]
    assert mine["events"][0]["card"] == card
    assert mine["view"]["events"][-1]["card"] == card


def test_me_21_a_blind_card_is_the_same_bytes_to_all_other_seats():
    desk = blind_level("ann", "bob", "cleo")
    person, card = next((who, card) for who, card in desk.next_cards() if card.startswith("W"))
    desk.must(person, play(card))
    one, other = {"ann", "bob", "cleo"} - {person}
    assert last(desk, one) == last(desk, other)


def test_me_21_who_returns_learns_no_blind_card_from_what_they_missed():
    desk = blind_level("ann", "bob", "cleo")
    person, card = next((who, card) for who, card in desk.next_cards() if card.startswith("W"))
    version = desk.table.version
    desk.must(person, play(card))
    for other in {"ann", "bob", "cleo", "dora"} - {person}:
        line = desk.connect(other, version=version)
        assert desk.heard(line).messages[0].events[0]["kind"] == "played-blind"
        assert card not in desk.heard(line).raw[0].decode()
    line = desk.connect(person, version=version)
    assert desk.heard(line).messages[0].events[0]["card"] == card


def test_blind_cards_are_shown_when_they_are_turned():
    desk = blind_level("ann", "bob")
    for person, card in desk.next_cards():
        desk.must(person, play(card))
    assert desk.copy("ann").view["phase"] == "passed"
    turned = [event for event in updates(desk, "ann")[-1]["events"] if event["kind"] == "turned"]
    assert turned
    assert all(seen["card"] for seen in desk.copy("ann").view["events"])


def test_a_choice_for_the_star_is_secret_until_all_have_chosen():
    desk = watched("extreme", "ann", "bob", "cleo")
    desk.raise_hands()
    desk.must("ann", STAR)
    for person in ("bob", "cleo"):
        desk.must(person, act("vote", agree=True))
    (card,) = desk.copy("ann").legal["discard"]
    desk.must("ann", act("discard", card=card))
    assert updates(desk, "ann")[-1]["view"]["choice"] == card
    for other in ("bob", "cleo", "dora"):
        assert card not in last(desk, other).decode()
    assert last(desk, "bob") == last(desk, "cleo") == last(desk, "dora")


def test_the_seed_is_published_when_the_game_is_over_and_not_before():
    desk = watched("mindup", "ann", "bob", "cleo")
    seed = desk.state.seed.hex()
    assert desk.copy("dora").house["commitment"] == commitment(bytes.fromhex(seed))
    desk.hang_up("bob")
    desk.connect("bob")
    told = b"".join(data for line in desk.lines.values() for data in line.raw)
    assert seed.encode() not in told
    desk.finish()
    assert desk.copy("dora").house["seed"] == seed
    desk.rematch()
    assert desk.copy("dora").house["seed"] is None
    following = desk.state.seed.hex()
    told = b"".join(data for line in desk.lines.values() for data in line.raw)
    assert following.encode() not in told


def test_who_people_are_elsewhere_is_never_told():
    secrets = {name: f"id-of-{name}" for name in ("ann", "bob", "cleo", "dora", "eve")}
    desk = Desk(thinking=True)
    for name in ("ann", "bob", "cleo"):
        desk.connect(secrets[name])
        desk.must(secrets[name], Join(name=name, contribution="ab"))
    for name in ("dora", "eve"):
        desk.connect(secrets[name])
    desk.must(secrets["dora"], Join(name="dora", watch=True), Say(text="Hello"))
    desk.must(secrets["ann"], AddBot(seat=3, bot="greedy"), Start())
    desk.must(secrets["bob"], Leave(), Join(name="bob"))
    desk.must(secrets["ann"], Remove(guest=3))
    desk.finish()
    desk.rematch()
    desk.connect(secrets["cleo"], version=3)
    told = b"".join(output.data for output in desk.outputs if isinstance(output, Tell))
    assert b"id-of-" not in told
    assert b"id-of-" in b"".join(desk.log)


# Who is there, and how well


def who(desk, person):
    return desk.heard(person).of(Who)[-1]


def test_presence_tells_by_seat_who_is_connected_and_how_well():
    desk = Desk("extreme").seat("ann", "bob")
    desk.must("ann", AddBot(seat=2, bot="metronome"))
    assert who(desk, "ann").seats == (
        Presence(here=True, line="good"),
        Presence(here=True, line="good"),
        Presence(here=True, line="good"),
        Presence(here=False, line="good"),
    )
    desk.leave_the_room("bob")
    assert who(desk, "ann").seats[1] == Presence(here=False, line="gone")
    desk.connect("bob", rtt=200)
    assert who(desk, "ann").seats[1] == Presence(here=True, line="new")
    desk.wait(200)
    assert who(desk, "ann").seats[1] == Presence(here=True, line="fair", credit=100)
    assert who(desk, "ann").now == 200


def test_who_left_a_game_is_gone_even_if_their_line_is_there():
    desk = started("mindup", "ann", "bob", "cleo")
    desk.must("bob", Leave())
    assert who(desk, "ann").seats[1] == Presence(here=False, line="gone")


def test_presence_is_told_again_only_when_it_changes():
    desk = Desk().seat("ann", "bob")
    before = len(desk.heard("ann").of(Who))
    desk.must("bob", Say(text="Hi"))
    desk.send(desk.line("bob"), Pong(n=99))
    desk.wait(20_000)
    assert len(desk.heard("ann").of(Who)) == before


def test_a_line_that_never_said_hello_is_missed_by_nobody():
    desk = Desk().seat("ann")
    before = len(desk.heard("ann").messages)
    desk.table.connect(99, "bob", desk.now)
    desk.table.disconnect(99, desk.now)
    desk.pump()
    assert len(desk.heard("ann").messages) == before


def ping_times(desk, person, duration):
    """Return when a player is measured in the next milliseconds."""
    times = []
    for _ in range(duration):
        before = len(desk.heard(person).of(Ping))
        desk.wait(1)
        times += [desk.now] * (len(desk.heard(person).of(Ping)) - before)
    return times


@pytest.mark.parametrize(
    ("game", "gaps"), [("mindup", PING_GAPS_MS), ("extreme", PING_GAPS_IN_PLAY_MS)]
)
def test_lines_are_measured_in_play_and_more_often_where_time_matters(game, gaps):
    desk = started(game, "ann", "bob", "cleo")
    times = ping_times(desk, "ann", 30 * gaps[-1])
    apart = [after - before for before, after in pairwise(times)]
    assert len(apart) >= 30
    assert set(apart) <= set(gaps)
    assert len(set(apart)) > 25  # they cannot be foreseen


def test_when_lines_are_measured_depends_on_a_secret_of_the_table_in_memory_alone():
    """Not on the seed: all tables of an evening have the same."""
    hows = ({"secret": bytes(32)}, {"secret": bytes([1]) * 32}, {"seed": f"{1:064x}"})
    desks = [started("extreme", "ann", "bob", **how) for how in hows]
    first, second, third = (ping_times(desk, "ann", 20_000) for desk in desks)
    assert first != second
    assert first == third


def test_a_line_that_answers_no_ping_is_hung_up():
    desk = Desk().seat("ann", "bob")
    desk.heard("bob").rtt = None
    desk.wait(SILENT_AFTER_MS + PING_GAPS_MS[-1])
    assert desk.heard("bob").messages[-1] == Bye(reason="silent")
    assert Disconnect(desk.line("bob")) in desk.outputs
    assert desk.heard("ann").of(Bye) == []


def test_nothing_is_to_be_waited_for_at_an_empty_table():
    desk = Desk().seat("ann")
    assert desk.table.next_wake is not None
    desk.hang_up("ann")
    assert desk.table.next_wake is None


def test_a_new_turn_time_is_told_at_once():
    desk = started("mindup", "ann", "bob", "cleo")
    desk.must("ann", Configure(settings=Settings(turn_seconds=30)))
    assert who(desk, "bob").deadline == 30_000
