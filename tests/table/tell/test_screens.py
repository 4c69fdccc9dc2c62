"""A screen shows a table to the room: as a spectator may know it, on any player's device."""

from __future__ import annotations

import json
from typing import Any

import pytest

from tacit.table.decide.requests import Configure, Join, Leave, Odds, Remove, Say, Show, Start
from tacit.table.log.records import Entry, Opened, Settings, encode
from tacit.table.outputs import Disconnect
from tacit.table.tell.audience import MOST_SCREENS
from tacit.table.tell.messages import Bye, Door, Gesture, Heard, Hello, Update, Who
from tests.table.tables import SEED, Desk

GAMES = ("mindup", "extreme")


def hands_in(told: Any) -> list[Any]:
    """Return all that is called a hand, however deep, and is not empty."""
    if isinstance(told, dict):
        mine = [told["hand"]] if told.get("hand") else []
        return mine + [found for value in told.values() for found in hands_in(value)]
    return [found for value in told for found in hands_in(value)] if isinstance(told, list) else []


@pytest.mark.parametrize("game", GAMES)
def test_a_screen_on_a_players_own_device_is_told_no_hand_in_a_whole_game(game):
    desk = Desk(game).seat("ann", "bob", "cleo")
    spectator = desk.connect("dora")
    desk.must(spectator, Join(name="Dora", watch=True))
    screen = desk.connect("ann", screen=True)
    desk.must("ann", Start())
    desk.finish()
    desk.check_copies()
    told = [json.loads(data) for data in desk.lines[screen].raw]
    assert hands_in(told) == []
    assert hands_in([json.loads(data) for data in desk.heard("bob").raw])
    assert all(message.get("legal", {}) == {} for message in told)
    theirs, seen = (desk.lines[line].raw for line in (screen, spectator))
    assert {data for data in theirs if b'"update"' in data} <= set(seen), "as a spectator's"
    (sync,) = (one for one in told if one["type"] == "sync")
    assert (sync["house"]["you"], sync["house"]["seat"]) == (None, None)


def test_a_screen_stays_one_whatever_it_says_next():
    desk = Desk().seat("ann", "bob", "cleo")
    screen = desk.connect("ann", screen=True)
    desk.must("ann", Start())
    desk.send(screen, Hello(protocol=1))
    assert hands_in([json.loads(data) for data in desk.lines[screen].raw]) == []


def test_a_screen_takes_no_seat_and_asks_for_nothing():
    desk = Desk().seat("ann", "bob")
    screen = desk.connect("cleo", screen=True)
    for request in (Join(name="Cleo"), Say(text="Hm"), Show(emote="wave"), Odds(), Leave()):
        assert desk.refused(screen, request) == "not-here"
    assert [person.id for person in desk.state.people] == ["ann", "bob"]


def test_a_screen_hears_what_people_say_and_show():
    desk = Desk().seat("ann", "bob")
    screen = desk.connect("cleo", screen=True)
    desk.must("ann", Say(text="Hello"), Show(emote="clap"))
    assert [one.text for one in desk.lines[screen].of(Heard)] == ["Hello"]
    assert desk.lines[screen].of(Gesture) == [Gesture(guest=0, emote="clap")]


def test_players_are_told_how_many_screens_show_their_table():
    desk = Desk().seat("ann", "bob")
    screen = desk.connect("cleo", screen=True)
    assert desk.heard("ann").of(Who)[-1].screens == 1
    desk.hang_up(screen)
    assert desk.heard("ann").of(Who)[-1].screens == 0


def test_the_last_player_is_away_although_a_screen_on_their_device_stays():
    desk = Desk("extreme").seat("ann", "bob")
    ann = desk.line("ann")
    desk.connect("ann", screen=True)
    desk.must("ann", Start())
    desk.hang_up(ann)
    assert not desk.heard("bob").of(Who)[-1].seats[0].here
    assert desk.table.connections == 1, "a screen keeps no table in memory"


def test_where_nobody_may_watch_a_screen_gets_the_door():
    desk = Desk(settings=Settings(spectators=False)).seat("ann", "bob")
    screen = desk.connect("ann", screen=True)
    (door,) = desk.lines[screen].of(Door)
    assert not door.spectators
    desk.must("ann", Say(text="Hello"))
    assert desk.lines[screen].of(Heard) + desk.lines[screen].of(Who) == []


def test_a_host_who_sends_spectators_away_sends_screens_away_and_can_have_them_back():
    desk = Desk().seat("ann", "bob", "cleo")
    screen = desk.connect("dora", screen=True)
    desk.must("ann", Configure(settings=Settings(spectators=False)))
    assert isinstance(desk.lines[screen].messages[-1], Door)
    desk.must("ann", Start())
    assert desk.lines[screen].of(Update) == []
    desk.must("ann", Configure(settings=Settings(spectators=True)))
    desk.check_copies()
    assert desk.copy(screen).view is not None


def test_the_screen_of_a_guest_who_was_removed_shows_nothing():
    desk = Desk().seat("ann", "bob", "cleo")
    screen = desk.connect("bob", screen=True)
    desk.must("ann", Remove(guest=1))
    assert desk.lines[screen].of(Door)[-1].removed
    assert desk.lines[desk.connect("bob", screen=True)].of(Door)[-1].removed


def test_a_stranger_has_no_screen_of_cards_that_others_still_play():
    opened = Opened(game="mindup", seed=SEED, settings=Settings(), given=True)
    desk = Desk(log=[encode(Entry(house=(opened,)))]).seat("ann", "bob", "cleo")
    assert desk.lines[desk.connect("dora", screen=True)].of(Door)
    assert not desk.lines[desk.connect("ann", screen=True)].of(Door)


def test_screens_are_few():
    desk = Desk().seat("ann")
    screens = [desk.connect(f"room {n}", screen=True) for n in range(MOST_SCREENS + 1)]
    assert desk.lines[screens[-1]].of(Bye) == [Bye(reason="full")]
    assert Disconnect(screens[-1]) in desk.outputs
    assert all(desk.lines[one].copy.house for one in screens[:-1])


def test_strangers_cannot_keep_the_players_own_screens_out():
    desk = Desk().seat("ann", "bob")
    strangers = [desk.connect(f"room {n}", screen=True) for n in range(MOST_SCREENS)]
    own = desk.connect("ann", screen=True)
    assert desk.lines[own].copy.house
    assert desk.lines[strangers[0]].of(Bye) == [Bye(reason="full")]
    assert Disconnect(strangers[0]) in desk.outputs
    assert desk.heard("bob").of(Who)[-1].screens == MOST_SCREENS
    desk.must("bob", Say(text="Hello"))
    assert desk.lines[strangers[0]].of(Heard) == []
    assert desk.lines[own].of(Heard)
