"""Pretending to be far away gains as little as can be (fair time)."""

import pytest

from tacit.games.extreme import Phase
from tacit.table.decide.requests import Leave, Pause, Resume
from tacit.table.tell.messages import Do, Pong, Who
from tests.table.tables import STOP, play, seed_where, started

ANN_LOWER = seed_where(
    "extreme", 3, lambda setup: [hand[0][0] for hand in setup.deals[0]] == ["W", "W", "R"]
    and int(setup.deals[0][0][0][1:]) < int(setup.deals[0][1][0][1:])
)  # fmt: skip
"""Ann has the lower white card, Bob the higher one, Cleo a red one."""


def in_play(**lines):
    """A level in play for a minute, between three people over lines of these round trips."""
    desk = started("extreme", "ann", "bob", "cleo", seed=ANN_LOWER)
    desk.raise_hands()
    for person in ("ann", "bob", "cleo"):
        desk.heard(person).rtt = lines.get(person, 0)
    desk.wait(60_000)
    return desk


def card_of(desk, person):
    (card,) = desk.hand(person)
    return play(card)


# Pauses, leaves and lost connections stand in the same order as presses.


INTERRUPTIONS = {
    "pause": lambda desk: desk.press("ann", Pause()),
    "leave": lambda desk: desk.press("ann", Leave()),
    "lost connection": lambda desk: desk.hang_up("ann"),
    "stop": lambda desk: desk.press("ann", STOP),
}


@pytest.mark.parametrize("what", INTERRUPTIONS)
def test_an_interruption_does_not_undo_a_press_that_was_made_before_it(what):
    desk = in_play(cleo=280)  # so that Bob's press is held for Cleo's line
    name = desk.press("bob", card_of(desk, "bob"))
    desk.wait(40)
    assert desk.answers(name) == []
    INTERRUPTIONS[what](desk)
    desk.wait(400)
    assert [laid.seat for laid in desk.game.laid] == [1]
    assert len(desk.answers(name)) == 1


@pytest.mark.parametrize("what", INTERRUPTIONS)
def test_a_press_that_was_made_after_an_interruption_is_refused(what):
    desk = in_play(cleo=280)
    INTERRUPTIONS[what](desk)
    desk.wait(20)
    name = desk.press("bob", card_of(desk, "bob"))
    desk.wait(400)
    assert desk.game.laid == ()
    assert [answer.key for _, answer in desk.answers(name)] in (["not-playing"], ["paused"])


def test_a_pause_pressed_first_over_a_slow_line_comes_first():
    desk = in_play(cleo=280)
    paused = desk.press("cleo", Pause())
    desk.wait(60)
    name = desk.press("bob", card_of(desk, "bob"))
    desk.wait(400)
    assert len(desk.answers(paused)) == 1
    assert [answer.key for _, answer in desk.answers(name)] == ["paused"]
    assert desk.game.laid == ()
    assert desk.state.paused


def test_a_pause_sent_twice_while_it_is_held_is_done_once():
    desk = in_play(cleo=280)
    for _ in range(2):
        desk.send(desk.line("ann"), Do(id="once", request=Pause()))
    desk.wait(300)
    assert len(desk.answers("once")) == 1
    desk.must("ann", Resume())


def test_a_player_who_is_back_before_the_level_had_to_stop_did_not_stop_it():
    desk = in_play(cleo=280)
    desk.hang_up("bob")
    desk.connect("bob")
    desk.wait(400)
    assert desk.game.phase is Phase.PLAYING


def test_what_is_held_when_the_site_stops_is_not_lost():
    desk = in_play(cleo=280)
    name = desk.press("bob", card_of(desk, "bob"))
    desk.wait(10)
    desk.table.say_goodbye("restart", desk.now)
    desk.pump()
    assert [laid.seat for laid in desk.game.laid] == [1]
    assert len(desk.answers(name)) == 1


# What a line is believed.


def test_an_unmeasured_line_counts_as_slow_and_is_told_no_sooner():
    desk = in_play()
    desk.connect("cleo", rtt=None)
    desk.hang_up(3)
    name = desk.press("bob", card_of(desk, "bob"))
    desk.wait(149)
    assert desk.answers(name) == []
    assert desk.copy("cleo").view["events"] == []
    desk.wait(1)
    assert len(desk.answers(name)) == 1


def test_an_unmeasured_line_is_credited_nothing():
    desk = in_play()
    new = desk.connect("ann", rtt=None)
    desk.wait(1000)
    desk.send(new, Do(id="mine", request=card_of(desk, "ann")))
    desk.wait(400)
    assert [laid.at for laid in desk.game.laid] == [desk.now - 400]


def test_watching_on_a_fast_line_and_pressing_on_a_slow_one_gains_nothing():
    desk = in_play(ann=300)
    slow = desk.line("ann")
    desk.connect("ann", rtt=4)
    desk.wait(1000)
    desk.send(slow, Do(id="mine", request=card_of(desk, "ann")))
    desk.wait(400)
    (laid,) = desk.game.laid
    assert desk.now - 400 - laid.at <= 2


def test_one_quick_answer_is_remembered_for_a_while():
    desk = in_play(ann=300)
    desk.heard("ann").rtt = 20
    desk.wait(4000)
    desk.heard("ann").rtt = 300
    desk.wait(10_000)
    assert desk.table._connections.credit_ms("ann") == 10


def test_a_direct_line_is_known_by_its_connection():
    desk = in_play(ann=300)
    assert desk.table._connections.credit_ms("ann") == 150
    lag = desk.table._connections.get(desk.line("ann")).lag
    number = lag.ping(desk.now)
    desk.table.receive(desk.line("ann"), Pong(n=number), desk.now + 300, 1)
    assert desk.table._connections.credit_ms("ann") == 0


# What could have been seen.


def after_a_stop(**lines):
    """Play has just gone on, and everybody was told so this very moment."""
    desk = in_play(**lines)
    desk.do("bob", STOP)
    desk.wait(1000)
    desk.raise_hands()
    return desk


@pytest.mark.parametrize(("later", "credit"), [(0, 0), (20, 10), (100, 50), (400, 140)])
def test_a_press_is_not_dated_before_what_it_answers_could_have_been_seen(later, credit):
    desk = after_a_stop(ann=280)
    told = desk.now
    desk.wait(later)
    desk.send(desk.line("ann"), Do(id="mine", request=card_of(desk, "ann")))
    desk.wait(400)
    (laid,) = desk.game.laid
    assert told + later - laid.at == credit


def test_a_player_who_says_what_they_had_seen_is_credited_for_what_crossed_on_its_way():
    desk = in_play(ann=280)
    seen = desk.copy("ann").version
    desk.press("cleo", card_of(desk, "cleo"))
    desk.wait(141)
    assert len(desk.game.laid) == 1  # Ann, far away, does not know of it yet
    desk.send(desk.line("ann"), Do(id="mine", request=card_of(desk, "ann"), seen=seen))
    desk.wait(400)
    assert desk.entries()[-1].game[0].compensated == 140


def test_a_version_that_is_not_there_yet_is_none_that_was_seen():
    desk = in_play(ann=280)
    message = Do(id="mine", request=card_of(desk, "ann"), seen=10**9)
    desk.send(desk.line("ann"), message)
    desk.wait(400)
    assert desk.entries()[-1].game[0].compensated == 140


# Everybody sees it.


def test_everybody_sees_by_how_much_a_seats_plays_are_dated_back():
    desk = in_play(ann=285)
    for person in ("ann", "bob", "cleo"):
        seats = desk.heard(person).of(Who)[-1].seats
        assert [seat.credit for seat in seats] == [140, 0, 0]
