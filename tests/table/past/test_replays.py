"""The finished games of a table, as replays that verify."""

import pytest

from tacit.log.replay import dump, load
from tacit.log.verify import verify
from tacit.table.decide.requests import (
    AddBot,
    Configure,
    Contribute,
    Leave,
    Pause,
    Rename,
    Resume,
    Say,
    Start,
)
from tacit.table.log.records import Settings
from tacit.table.past.replays import replay_of
from tests.table.tables import LAY, LIFT, READY, Desk, play, started

PEOPLE = ("ann", "bob", "cleo")
STEPS = {"gathering": LAY, "lifting": LIFT, "passed": READY}


def two_games(game):
    """A table with two finished games, the second between others and with other settings."""
    desk = Desk(game).seat(*PEOPLE)
    desk.must("ann", Contribute(contribution="aa11"))
    desk.must("bob", Contribute(contribution="bb22"))
    desk.must("ann", Start(), Pause(), Resume())
    desk.finish()
    desk.must("ann", Say(text="Again?"))
    desk.rematch()
    desk.seat("dora")
    desk.must("ann", Leave())
    if game == "mindup":
        desk.must("bob", Configure(settings=Settings(objectives=3)))
    desk.must("dora", Contribute(contribution="dd"), Rename(name="Theodora"))
    desk.must("bob", Start())
    desk.finish()
    return desk


@pytest.mark.parametrize("game", ["mindup", "extreme"])
def test_the_games_of_a_table_are_replays_that_verify(game):
    desk = two_games(game)
    entries = desk.entries()
    first, second = replay_of(entries, 1), replay_of(entries, 2)
    for replay in (first, second):
        assert verify(replay).problem is None
        line = dump(replay)
        assert verify(load(line), line).ok
    assert first.names == ("Ann", "Bob", "Cleo")
    assert first.contributions == (b"\xaa\x11", b"\xbb\x22", b"")
    assert first.seed == bytes(32)
    assert second.names == ("Bob", "Cleo", "Theodora")
    assert second.contributions == (b"", b"", b"\xdd")
    assert second.seed == (1).to_bytes(32, "little")
    assert first.events != second.events
    if game == "mindup":
        assert (first.settings.objectives, second.settings.objectives) == (0, 3)
    assert second.result == desk.state.rules.result(desk.game)


def test_a_replay_stays_what_it_is_whatever_happens_at_the_table_later():
    desk = started("extreme", *PEOPLE)
    desk.finish()
    before = dump(replay_of(desk.entries(), 1))
    desk.must("bob", Rename(name="Robert"), Leave())
    desk.rematch()
    desk.must("ann", Contribute(contribution="ff"))
    assert dump(replay_of(desk.entries(), 1)) == before


@pytest.mark.parametrize("number", [-1, 0, 1, 2])
def test_what_is_not_over_or_never_was_has_no_replay(number):
    assert replay_of(Desk().entries(), number) is None
    assert replay_of(started("mindup", *PEOPLE).entries(), number) is None
    assert replay_of([], number) is None


def test_a_second_game_that_is_not_over_has_no_replay_but_the_first_has():
    desk = started("extreme", "ann", "bob")
    desk.finish()
    desk.rematch()
    desk.must("ann", Start())
    assert replay_of(desk.entries(), 1) is not None
    assert replay_of(desk.entries(), 2) is None


def test_games_with_bots_verify_too():
    desk = Desk(thinking=True).seat("ann", "bob")
    desk.must("ann", AddBot(seat=4, bot="greedy"), Start())
    desk.finish()
    replay = replay_of(desk.entries(), 1)
    assert replay.names == ("Ann", "Bob", "greedy")
    assert verify(replay).ok


def test_a_game_over_unequal_lines_verifies_with_its_compensations():
    desk = started("extreme", "ann", "bob")
    desk.heard("bob").rtt = 180
    desk.wait(60_000)
    while replay_of(desk.entries(), 1) is None:
        if desk.game.phase == "playing":
            for person, card in reversed(desk.next_cards()):
                desk.do(person, play(card))
                desk.wait(200)
        else:
            for person in ("ann", "bob"):
                desk.do(person, STEPS[desk.game.phase])
    replay = replay_of(desk.entries(), 1)
    assert verify(replay).problem is None
    assert {getattr(event, "compensated", 0) for event in replay.events} == {0, 90}
