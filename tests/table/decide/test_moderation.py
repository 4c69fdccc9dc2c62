"""The host of a site mutes and removes people at any table, also in a game and also its host."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from tacit.core.rulebook import Millis
from tacit.table.decide.context import ENDED, Context
from tacit.table.decide.decide import decide
from tacit.table.decide.moderation import Belong, Expel, Mute, moderate
from tacit.table.decide.requests import Join, Rename, Say, Show
from tacit.table.log.records import Guest, PersonId
from tacit.table.outputs import Answered
from tacit.table.tell.messages import Door, Heard
from tests.table.tables import Desk, started


def order(desk: Desk, what: Mute | Expel | Belong) -> str | None:
    """Give an order; return why it is refused."""
    desk.table.moderate(what, "order", desk.now)
    desk.pump()
    answer = [one for one in desk.outputs if isinstance(one, Answered)][-1]
    assert answer.id == "order"
    return None if answer.refused is None else answer.refused.key


@pytest.fixture
def desk() -> Desk:
    return Desk("mindup").seat("ann", "bob", "cleo")


def test_what_a_muted_person_says_shows_or_calls_themselves_reaches_nobody(desk):
    assert order(desk, Mute(guest=Guest(1))) is None
    for said in (Say(text="Rude"), Show(emote="oops"), Rename(name="Rude")):
        assert desk.refused("bob", said) == "muted"
    assert not desk.heard("ann").of(Heard)
    desk.must("ann", Say(text="Better"))
    assert order(desk, Mute(guest=Guest(1), on=False)) is None
    desk.must("bob", Say(text="Sorry"))
    assert [one.text for one in desk.heard("cleo").of(Heard)] == ["Better", "Sorry"]


def test_a_mute_outlives_coming_again_and_a_restart(desk):
    order(desk, Mute(guest=Guest(1)))
    desk.must("bob", Join(name="Rude words"))
    assert desk.state.people[1].name == "Bob"
    again = desk.rebuilt()
    again.connect("bob")
    assert again.refused("bob", Say(text="Rude")) == "muted"


def test_muting_twice_writes_once_and_nobody_can_be_muted_who_never_came(desk):
    order(desk, Mute(guest=Guest(1)))
    before = desk.table.version
    assert order(desk, Mute(guest=Guest(1))) is None
    assert desk.table.version == before
    assert order(desk, Mute(guest=Guest(9))) == "no-such-guest"
    assert order(desk, Expel(guest=Guest(-1))) == "no-such-guest"


def test_the_guest_who_opened_the_table_can_be_removed_and_another_is_host(desk):
    assert order(desk, Expel(guest=Guest(0))) is None
    assert desk.state.host == 1
    assert desk.heard("ann").of(Door)[-1].removed
    assert desk.refused("ann", Join(name="ann")) == "removed"
    assert order(desk, Expel(guest=Guest(0))) == "no-such-guest"


@pytest.mark.parametrize("game", ["mindup", "extreme"])
def test_a_removed_player_is_played_for_and_the_game_goes_on(game):
    desk = started(game, "ann", "bob", "cleo")
    assert order(desk, Expel(guest=Guest(1))) is None
    sitter = desk.state.seats[desk.state.seat_of(Guest(1))]
    assert sitter.stand_in
    assert not desk.state.people[1].here
    desk.check_copies()
    assert desk.refused("bob", Join(name="bob")) == "removed"


def test_a_table_belongs_to_one_group_and_says_only_that_it_does(desk):
    assert order(desk, Belong(label="group:K7")) is None
    assert order(desk, Belong(label="group:K7")) is None
    assert order(desk, Belong(label="group:L8")) == "has-group"
    assert desk.state.label == desk.rebuilt().state.label == "group:K7"
    assert desk.copy("bob").house["kind"] == "group"


def test_nobody_is_muted_at_a_table_that_has_ended(desk):
    ended = replace(desk.state, ended=True)
    asked = Context(Say(text="Hi"), PersonId("ann"), Millis(0), lambda _: True, lambda: b"")
    assert moderate(ended, Mute(guest=Guest(1)), asked) is ENDED
    assert decide(ended, asked) is ENDED
