"""A turn by correspondence: its time follows from the log, and a bot picks when it is over."""

import random

import pytest
from msgspec.structs import replace

from tacit.core.rulebook import Millis, Refused
from tacit.table.conduct import conduct_of
from tacit.table.decide.host import check_settings
from tacit.table.decide.requests import AddBot, Configure, Pause, Resume, StandIn, Start
from tacit.table.fairtime.turn_clock import GRACE_MS
from tacit.table.log.fold import fold
from tacit.table.log.records import Entry, PlayedFor, Reminded, Resumed, Settings, StoodIn
from tacit.table.log.state import Stage
from tacit.table.log.turns import BOT_MS, CORRESPONDENCE_DAYS, DAY_S, deadline, waited_for
from tacit.table.outputs import Save
from tests.table.tables import Desk, pick, started

DAY = DAY_S * 1000
REMINDER = 3 * DAY // 4
"""So long before the end of a turn of three days its players are reminded."""
THREE = Settings(turn_seconds=3 * DAY_S)


def posted(*people, **how):
    return started("mindup", *people, settings=THREE, **how)


def days_pass(desk, ms):
    """Let time pass while nobody is at the table: the pings of days would take minutes."""
    crowd = [one.id for one in desk.state.people]
    for person in crowd:
        desk.leave_the_room(person)
    desk.wait(ms)
    for person in crowd:
        desk.connect(person)


def first_card(desk, person):
    return pick(desk.hand(person)[0])


def turn(desk):
    return (desk.game.round, desk.game.turn)


def test_a_host_may_choose_the_days_if_the_game_can_be_played_so():
    for days in CORRESPONDENCE_DAYS:
        assert check_settings("mindup", Settings(turn_seconds=days * DAY_S)) is None
    for seconds in (3601, DAY_S - 1, 4 * DAY_S, 30 * DAY_S):
        refused = check_settings("mindup", Settings(turn_seconds=seconds))
        assert isinstance(refused, Refused)
    assert not conduct_of("extreme").by_correspondence
    assert "not played by correspondence" in str(check_settings("extreme", THREE))


@pytest.mark.parametrize("slept", [0, DAY, 2 * DAY])
def test_a_turn_is_as_long_whether_or_not_the_table_is_in_memory(slept):
    desk = posted("ann", "bob", "cleo")
    desk.wait(5000)
    for person in ("ann", "bob", "cleo"):
        desk.must(person, first_card(desk, person))
    assert deadline(desk.state) == 5000 + 3 * DAY
    again = desk.rebuilt(now=desk.now + slept)
    assert deadline(again.state) == 5000 + 3 * DAY
    assert again.table.next_wake == 5000 + 3 * DAY - REMINDER


def test_a_pick_does_not_prolong_the_turn():
    desk = posted("ann", "bob", "cleo")
    days_pass(desk, DAY)
    desk.must("ann", first_card(desk, "ann"))
    assert deadline(desk.state) == 3 * DAY


def test_when_the_time_is_up_a_bot_picks_and_plays_on_until_its_player_returns():
    desk = posted("ann", "bob", "cleo")
    before = turn(desk)
    for person in ("ann", "bob"):
        desk.must(person, first_card(desk, person))
    again = desk.rebuilt(now=3 * DAY + 60_000, thinking=True)
    again.wait(GRACE_MS - 1)
    assert turn(again) == before, "a player who has just come may still pick"
    again.wait(1000)
    assert turn(again) != before
    assert again.state.seats[2].stand_in
    events = [event for entry in again.entries() for event in entry.house]
    assert [type(one) for one in events if isinstance(one, PlayedFor | StoodIn)] == [
        StoodIn,
        PlayedFor,
    ]
    again.connect("cleo")
    assert not again.state.seats[2].stand_in


def test_a_game_that_everybody_forgot_ends_by_itself():
    desk = posted("ann", "bob", "cleo").rebuilt(now=3 * DAY, thinking=True)
    desk.wait(GRACE_MS + 60_000)
    assert desk.state.stage is Stage.OVER


def test_no_player_is_replaced_before_the_time_is_up():
    desk = posted("ann", "bob", "cleo")
    desk.leave_the_room("bob")
    assert desk.refused("ann", StandIn(seat=1)) == "has-time"


def test_the_days_of_a_turn_do_not_change_during_a_game():
    desk = posted("ann", "bob", "cleo")
    for seconds in (None, 5, DAY_S, 7 * DAY_S):
        wanted = Configure(settings=Settings(turn_seconds=seconds))
        assert desk.refused("ann", wanted) == "in-game"
    live = started("mindup", "ann", "bob", "cleo")
    assert live.refused("ann", Configure(settings=THREE)) == "in-game"


def test_a_pause_stops_the_days_and_they_begin_again():
    desk = posted("ann", "bob", "cleo")
    desk.must("ann", Pause())
    assert deadline(desk.state) is None
    for person in ("ann", "bob", "cleo"):
        desk.leave_the_room(person)
    desk.wait(2 * DAY)
    desk.connect("ann")
    desk.must("ann", Resume())
    assert deadline(desk.state) == 5 * DAY
    assert desk.rebuilt(now=desk.now).table.next_wake == 5 * DAY - REMINDER


@pytest.mark.parametrize("slept", [False, True])
def test_a_pause_that_lasts_as_long_as_a_turn_may_ends_by_itself(slept):
    desk = posted("ann", "bob", "cleo")
    days_pass(desk, DAY)
    desk.must("ann", Pause())
    assert waited_for(desk.state).due == 4 * DAY
    assert waited_for(desk.state).awaited == {"ann": False, "bob": False, "cleo": False}
    if slept:
        desk = desk.rebuilt(now=4 * DAY - 5000)
        assert desk.table.next_wake == 4 * DAY
    for person in ("ann", "bob", "cleo"):
        desk.leave_the_room(person)
    desk.wait(4 * DAY - 1 - desk.now)
    assert desk.state.paused
    desk.wait(1)
    assert not desk.state.paused
    assert deadline(desk.state) == 6 * DAY, "with the time that was left"
    assert desk.entries()[-1].house == (Resumed(guest=None, at=Millis(4 * DAY)),)
    assert desk.rebuilt(now=desk.now).table.next_wake == 6 * DAY - REMINDER


def test_all_pauses_of_a_turn_together_are_no_longer_than_a_turn():
    """Else one player could hold up the others for ever: pause, and pause again."""
    desk = posted("ann", "bob", "cleo")
    days_pass(desk, DAY)
    for _ in range(2):
        desk.must("ann", Pause())
        days_pass(desk, DAY)
        desk.must("ann", Resume())
    desk.must("bob", Pause())
    assert waited_for(desk.state).due == 4 * DAY
    days_pass(desk, DAY)
    assert not desk.state.paused
    for person in ("ann", "bob"):
        assert desk.refused(person, Pause()) == "paused-enough"
    assert deadline(desk.state) == 6 * DAY
    for person in ("ann", "bob", "cleo"):
        desk.must(person, first_card(desk, person))
    desk.must("ann", Pause())
    assert waited_for(desk.state).due == 7 * DAY, "another turn may be paused again"


def test_a_live_game_is_paused_for_as_long_as_its_players_like():
    desk = started("mindup", "ann", "bob", "cleo")
    for _ in range(2):
        desk.must("ann", Pause())
        days_pass(desk, 30 * DAY)
        assert desk.state.paused
        desk.must("ann", Resume())


def test_a_turn_goes_on_after_a_pause_with_the_time_that_was_left():
    """Else a player who is late would have a new turn of days as often as they like."""
    desk = posted("ann", "bob", "cleo")
    days_pass(desk, 2 * DAY)
    for paused in range(1, 10):
        desk.must("ann", Pause())
        days_pass(desk, DAY // 4)
        desk.must("bob", Resume())
        until = 3 * DAY + paused * DAY // 4
        assert deadline(desk.state) == until
        assert desk.rebuilt(now=desk.now).table.next_wake == until - REMINDER


def test_a_pause_in_a_log_of_an_earlier_version_gives_a_new_turn():
    desk = posted("ann", "bob", "cleo")
    days_pass(desk, 2 * DAY)
    desk.must("ann", Pause())
    before = replace(desk.state, paused_at=Millis(0))
    assert waited_for(before).due is None, "and lasts until a player ends it"
    resumed = Entry(house=(Resumed(guest=desk.state.host, at=Millis(4 * DAY)),))
    assert deadline(fold(before, resumed)) == 7 * DAY


def reminders(desk):
    events = [event for entry in desk.entries() for event in entry.house]
    return [one.at for one in events if isinstance(one, Reminded)]


def test_those_who_are_awaited_are_reminded_once_a_turn_at_a_quarter_of_its_time():
    desk = posted("ann", "bob", "cleo")
    for person in ("ann", "bob", "cleo"):
        desk.leave_the_room(person)
    desk.wait(3 * DAY - REMINDER - 1)
    assert reminders(desk) == []
    desk = desk.rebuilt(now=desk.now)  # evicted, or the site was restarted
    desk.wait(1)
    assert reminders(desk) == [3 * DAY - REMINDER]
    desk = desk.rebuilt(now=desk.now)
    assert desk.table.next_wake == 3 * DAY
    desk.connect("ann")
    desk.must("ann", Pause())
    desk.wait(DAY)
    desk.must("ann", Resume())
    desk.leave_the_room("ann")
    desk.wait(REMINDER - 1000)
    assert reminders(desk) == [3 * DAY - REMINDER], "a pause begins no new turn"
    for person in ("ann", "bob", "cleo"):
        desk.connect(person)
        desk.must(person, first_card(desk, person))
        desk.leave_the_room(person)
    begun = desk.now
    desk.wait(3 * DAY - 1000)
    assert reminders(desk) == [3 * DAY - REMINDER, begun + 3 * DAY - REMINDER]


def test_nobody_is_reminded_of_a_turn_that_is_over_or_in_a_live_game():
    slept = posted("ann", "bob", "cleo").rebuilt(now=3 * DAY)
    slept.wait(GRACE_MS - 1)
    assert reminders(slept) == []
    live = started("mindup", "ann", "bob", "cleo", settings=Settings(turn_seconds=3600))
    live.wait(3_599_000)
    assert reminders(live) == []


def test_a_site_that_slept_takes_no_turn_from_those_who_come_at_once():
    desk = posted("ann", "bob", "cleo")
    desk.now = 3 * DAY + 3_600_000
    desk.table.wake(desk.now)
    desk.pump()
    assert not desk.asks
    desk.must("ann", first_card(desk, "ann"))
    desk.wait(GRACE_MS)
    assert {ask.seat for ask in desk.asks} == {1, 2}


def waits(desk):
    return [one.waited_for for one in desk.outputs if isinstance(one, Save)][-1]


def test_the_store_is_told_for_whom_the_table_waits():
    desk = posted("ann", "bob", "cleo")
    assert waits(desk) == (3 * DAY - REMINDER, {"ann": True, "bob": True, "cleo": True})
    desk.must("bob", first_card(desk, "bob"))
    assert waits(desk) == (3 * DAY - REMINDER, {"ann": True, "bob": False, "cleo": True})
    days_pass(desk, 3 * DAY - REMINDER)
    assert waits(desk) == (3 * DAY, {"ann": True, "bob": False, "cleo": True})
    desk.must("ann", Pause())
    due = desk.now + 3 * DAY
    assert waits(desk) == (due, {"ann": False, "bob": False, "cleo": False})


def test_tables_that_are_not_by_correspondence_tell_the_store_nothing():
    desk = started("mindup", "ann", "bob", "cleo", settings=Settings(turn_seconds=60))
    desk.must("ann", first_card(desk, "ann"))
    assert waits(desk) is None


def test_a_bot_that_was_interrupted_is_asked_again_soon():
    desk = Desk("mindup", settings=THREE, thinking=False).seat("ann", "bob")
    desk.must("ann", AddBot(seat=2, bot="random"), Start())
    assert waited_for(desk.state).due == BOT_MS
    assert waited_for(desk.state).awaited == {"ann": True, "bob": True}


def test_however_a_game_goes_the_store_knows_whose_turn_it_is_after_every_entry():
    seed = random.randrange(2**32)
    print(f"seed {seed}")
    rng = random.Random(seed)
    desk = posted("ann", "bob", "cleo")
    for person in ("ann", "bob", "cleo"):  # the pings of days would take minutes
        desk.leave_the_room(person)
    while desk.state.stage is Stage.PLAYING:
        waiting = desk.state.rules.waiting(desk.game)
        _, awaited = waits(desk)
        people = {desk.state.people[one.guest].id: s for s, one in enumerate(desk.state.seats)}
        assert {who for who, theirs in awaited.items() if theirs} == {
            who for who, seat in people.items() if seat in waiting
        }
        who = rng.choice([one for one, seat in people.items() if seat in waiting])
        desk.connect(who)
        desk.must(who, pick(rng.choice(desk.hand(who))))
        desk.leave_the_room(who)
        desk.wait(rng.randrange(DAY))
        assert waits(desk) == waited_for(desk.rebuilt(now=desk.now).state)
    assert waits(desk) == (None, {"ann": False, "bob": False, "cleo": False})
