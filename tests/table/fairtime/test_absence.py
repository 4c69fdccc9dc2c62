"""A seat whose player is gone: The Mind Extreme stops and waits for hands."""

from tacit.games.extreme import Phase
from tacit.table.decide.first_entries import first_entries
from tacit.table.decide.requests import AddBot, Join, Leave, Pause, Resume, StandIn, Start
from tacit.table.fairtime.absence import ABSENT_MS, first_away, left_behind
from tacit.table.log.records import Opened, PersonId, Settings, Stopped, decode, encode
from tacit.table.log.turns import turn_of
from tacit.table.outputs import Save
from tacit.table.table import RETRY_AFTER_MS
from tacit.table.tell.messages import Update, Who
from tests.table.tables import LAY, LIFT, SEED, STAR, Desk, act, pick, started


def in_play(*people, **how):
    desk = started("extreme", *people, **how)
    desk.wait(1000)
    desk.raise_hands()
    desk.wait(500)
    return desk


def test_a_level_stops_when_a_player_is_gone():
    desk = in_play("ann", "bob")
    desk.hang_up("bob")
    assert desk.game.phase is Phase.GATHERING
    assert desk.game.pauses[-1] == type(desk.game.pauses[-1])(at=1500, playing=False)
    entry = desk.entries()[-1]
    assert (entry.by, entry.id) == ("", "")
    assert [type(event).__name__ for event in entry.game] == ["Stop"]
    assert entry.game[0].seat == 1
    assert desk.copy("ann").view["phase"] == "gathering"


def test_it_goes_on_with_hands_when_they_return():
    desk = in_play("ann", "bob")
    desk.hang_up("bob")
    desk.must("ann", LAY)
    desk.wait(60_000)
    assert desk.game.down == (True, False)
    desk.connect("bob")
    assert desk.copy("bob").waiting == [1]
    desk.must("bob", LAY, LIFT)
    desk.must("ann", LIFT)
    assert desk.game.phase is Phase.PLAYING
    desk.check_copies()


def test_it_does_not_stop_while_they_have_another_device():
    desk = in_play("ann", "bob")
    phone = desk.connect("bob")
    desk.hang_up(phone)
    assert desk.game.phase is Phase.PLAYING
    phone = desk.connect("bob")
    desk.hang_up(2)
    assert desk.game.phase is Phase.PLAYING
    desk.hang_up(phone)
    assert desk.game.phase is Phase.GATHERING


def test_a_line_that_has_not_said_hello_does_not_count():
    desk = in_play("ann", "bob")
    desk.table.connect(77, "bob", desk.now)
    desk.hang_up("bob")
    assert desk.game.phase is Phase.GATHERING


def test_it_does_not_stop_for_a_spectator():
    desk = in_play("ann", "bob")
    desk.connect("dora")
    desk.must("dora", Join(name="Dora", watch=True))
    desk.hang_up("dora")
    assert desk.game.phase is Phase.PLAYING


def test_it_stops_when_a_player_leaves():
    desk = in_play("ann", "bob")
    desk.must("bob", Leave())
    assert desk.game.phase is Phase.GATHERING
    assert [type(event).__name__ for event in desk.entries()[-1].game] == ["Stop"]


def test_it_cannot_go_on_without_them():
    desk = in_play("ann", "bob", "cleo")
    desk.must("ann", STAR)
    desk.must("bob", act("vote", agree=True))
    desk.hang_up("cleo")
    assert desk.game.phase is Phase.VOTING  # nothing to stop: the vote waits for them anyway
    desk.hang_up("bob")
    desk.connect("cleo")
    desk.must("cleo", act("vote", agree=False))
    assert desk.game.phase is Phase.GATHERING  # Bob is away, so play stops as soon as it goes on
    assert [type(event).__name__ for event in desk.entries()[-1].game] == ["Stop"]
    assert desk.heard("ann").of(Update)[-1].version == desk.table.version


def test_a_paused_level_is_not_stopped_twice():
    desk = in_play("ann", "bob")
    desk.must("ann", Pause())
    before = len(desk.log)
    desk.hang_up("bob")
    assert len(desk.log) == before
    desk.must("ann", Resume())
    assert desk.game.phase is Phase.GATHERING


def test_mind_up_waits_without_a_word():
    desk = started("mindup", "ann", "bob", "cleo")
    before = len(desk.log)
    desk.hang_up("bob")
    desk.wait(3_600_000)
    assert len(desk.log) == before
    desk.connect("bob")
    desk.must("bob", pick(desk.hand("bob")[0]))


def test_a_level_stops_when_the_table_is_made_again_from_its_log():
    desk = in_play("ann", "bob")
    again = desk.rebuilt()
    assert again.game.phase is Phase.GATHERING
    assert len(again.log) == len(desk.log) + 1
    for person in ("ann", "bob"):
        again.connect(person)
    again.raise_hands()
    again.check_copies()


def test_a_table_made_again_outside_of_a_level_adds_nothing():
    lobby = Desk("extreme").seat("ann", "bob")
    gathering = started("extreme", "ann", "bob")
    over = started("extreme", "ann", "bob")
    over.finish()
    for desk in (lobby, gathering, over):
        assert desk.rebuilt().log == desk.log


def test_time_does_not_run_backwards_when_a_table_is_made_again():
    desk = in_play("ann", "bob")
    again = Desk(log=list(desk.log), now=0)
    assert again.game.now == desk.game.now
    assert again.game.phase is Phase.GATHERING


def test_a_bot_that_stands_in_keeps_the_level_going():
    desk = in_play("ann", "bob", thinking=True)
    desk.hang_up("bob")
    desk.must("ann", StandIn(seat=1))
    desk.must("ann", LAY)
    desk.wait(1000)
    desk.must("ann", LIFT)
    desk.wait(200)
    assert desk.game.phase is Phase.PLAYING
    again = desk.rebuilt()
    assert again.entries()[-1].game[0].seat == 0  # stopped for Ann alone
    desk.connect("bob")
    assert desk.state.seats[1].stand_in is False
    assert desk.game.phase is Phase.PLAYING
    desk.check_copies()


def test_a_level_of_bots_and_stand_ins_stops_for_nobody_else():
    desk = Desk("extreme").seat("ann")
    desk.must("ann", AddBot(seat=1, bot="metronome"), Start())
    assert left_behind(desk.state, range(2), lambda _guest: False) == [0]
    assert left_behind(desk.state, range(2), lambda _guest: True) == []
    assert left_behind(desk.state, (), lambda _guest: False) == []


def test_when_nobody_is_away_nothing_stops():
    def nobody(_guest):
        return False

    desk = Desk("extreme").seat("ann", "bob")
    assert first_away(desk.state, nobody) is None
    desk.must("ann", Start())
    assert first_away(desk.state, nobody) is None
    desk.raise_hands()
    assert first_away(desk.state, nobody) == 0
    assert first_away(desk.state, lambda guest: guest == 0) == 1
    assert first_away(desk.state, lambda _guest: True) is None
    assert first_away(started("mindup", "ann", "bob", "cleo").state, nobody) is None


def test_an_empty_seat_after_a_game_is_nobodys():
    desk = started("extreme", "ann", "bob")
    desk.finish()
    desk.must("bob", Leave())
    assert left_behind(desk.state, range(2), lambda _guest: False) == [0]


def test_the_clock_runs_for_a_turn_of_mind_up_only():
    desk = started("mindup", "ann", "bob", "cleo")
    assert turn_of(desk.state) == (1, 1, 1, False)
    desk.must("ann", Pause())
    assert turn_of(desk.state) == (1, 1, 1, True)
    desk.must("ann", Resume())
    desk.finish()
    assert turn_of(desk.state) == (1,)
    desk.rematch()
    assert turn_of(desk.state) == (1,)
    assert turn_of(started("extreme", "ann", "bob").state) == (1,)


def test_a_stop_that_could_not_be_saved_is_tried_again():
    desk = in_play("ann", "bob", settings=Settings())
    desk.saving = False
    desk.hang_up("bob")
    assert isinstance(desk.saves[-1], Save)
    desk.lose()
    desk.saving = True
    desk.wait(RETRY_AFTER_MS + 1)
    assert desk.game.phase is Phase.GATHERING


def test_the_time_the_site_was_away_is_not_silence():
    desk = in_play("ann", "bob")
    desk.wait(3000)
    began = desk.game.pauses[-1].at
    desk.wait(60_000)
    again = desk.rebuilt()
    assert again.game.phase is Phase.GATHERING
    assert (again.game.pauses[-1].at, again.game.pauses[-1].playing) == (began, False)


def test_a_level_stops_when_the_site_says_goodbye():
    desk = in_play("ann", "bob")
    desk.wait(700)
    desk.table.say_goodbye("restart", desk.now)
    desk.pump()
    assert desk.game.phase is Phase.GATHERING
    assert (desk.game.pauses[-1].at, desk.game.pauses[-1].playing) == (desk.now, False)


def test_players_are_not_silent_because_the_site_was_asleep():
    """The process was stopped for 20 s: nobody could have been heard."""
    desk = started("extreme", "ann", "bob")
    desk.wait(5000)
    before = desk.now
    desk.now += 20_000  # nothing runs meanwhile
    desk.table.wake(desk.now)
    desk.pump()
    desk.wait(1000)
    assert not any(line.hung_up for line in desk.lines.values())
    assert desk.now >= before + 21_000


def test_time_for_a_turn_does_not_run_while_the_site_is_asleep():
    desk = started("mindup", "ann", "bob", "cleo", settings=Settings(turn_seconds=30))
    desk.wait(10_000)
    desk.now += 3_600_000
    desk.table.wake(desk.now)
    desk.pump()
    told = desk.heard("ann").of(Who)[-1]
    assert 15_000 <= told.deadline - desk.now <= 20_000 + 4000
    assert not desk.asks, "no bot picks for anybody yet"
    desk.wait(told.deadline - desk.now)
    assert len(desk.asks) == 3


def test_a_lost_connection_is_told_as_one_and_not_as_a_wish_to_stop():
    desk = in_play("ann", "bob")
    desk.hang_up("bob")
    why = {"kind": "stopped", "seat": 1}
    assert desk.copy("ann").house["stopped"] == why
    desk.connect("bob")
    assert desk.copy("bob").house["stopped"] == why
    desk.must("ann", LAY)
    desk.must("bob", LAY, LIFT)
    assert desk.copy("ann").house["stopped"] == why
    desk.must("ann", LIFT)
    assert desk.copy("ann").house["stopped"] is None
    desk.check_copies()
    desk.must("bob", act("stop"))
    assert desk.copy("ann").house["stopped"] is None


def test_a_player_who_left_is_told_as_one_who_left():
    desk = in_play("ann", "bob")
    desk.must("bob", Leave())
    assert desk.copy("ann").house["stopped"] == {"kind": "stopped", "seat": 1, "left": True}


def test_a_star_ends_the_reason_of_a_stop():
    desk = in_play("ann", "bob")
    desk.hang_up("bob")
    desk.must("ann", STAR)
    assert desk.copy("ann").house["stopped"] is None
    desk.check_copies()


def test_a_restart_of_the_site_is_nobodys_wish_to_stop():
    desk = in_play("ann", "bob")
    desk.table.say_goodbye("restart", desk.now)
    desk.pump()
    assert desk.game.phase is Phase.GATHERING
    assert desk.table.state.stopped == Stopped()


def test_a_log_without_reasons_reads_as_before():
    desk = in_play("ann", "bob")
    desk.must("bob", act("stop"))
    lines = [encode(entry) for entry in desk.entries()]
    assert not any(b"stopped" in line for line in lines)
    assert decode(lines) == desk.entries()


def at_an_evening(game="extreme", *, until=30 * 60_000, connected=("ann", "bob"), **how):
    """Return a desk at a table of an evening: it was opened with everyone in their seats."""
    opened = Opened(
        game=game, seed=SEED, settings=Settings(spectators=False), given=True, until=until
    )
    cy = [AddBot(seat=2, bot="adaptive")] if game == "extreme" else [AddBot(seat=2, bot="greedy")]
    asked = [("ann", Join("Ann")), ("bob", Join("Bob")), *(("ann", one) for one in (*cy, Start()))]
    entries = first_entries(opened, [(PersonId(who), what) for who, what in asked], bytes)
    desk = Desk(game, log=[encode(entry) for entry in entries], **how)
    for one in connected:
        desk.connect(one)
    return desk


def stands_in(desk, seat):
    return desk.table.state.seats[seat].stand_in


def test_at_an_evening_a_bot_stands_in_for_a_player_who_never_came_and_the_team_begins():
    desk = at_an_evening(connected=["ann"], thinking=True)
    desk.must("ann", LAY)
    desk.wait(ABSENT_MS - 1)
    assert not stands_in(desk, 1)
    assert desk.game.phase is Phase.GATHERING
    desk.wait(1)
    assert stands_in(desk, 1)
    desk.wait(10_000)
    desk.must("ann", LIFT)
    desk.wait(10_000)
    assert desk.game.phase is not Phase.GATHERING
    desk.connect("bob")
    assert not stands_in(desk, 1), "the seat was kept"
    desk.check_copies()


def test_at_an_evening_who_is_back_in_time_finds_no_bot_and_the_time_counts_anew():
    desk = at_an_evening()
    for _ in range(2):
        desk.hang_up("bob")
        desk.wait(ABSENT_MS - 1)
        desk.connect("bob")
        desk.wait(10_000)
    assert not stands_in(desk, 1)
    desk.hang_up("bob")
    desk.wait(ABSENT_MS)
    assert stands_in(desk, 1)


def test_a_bot_stands_in_at_a_table_of_an_evening_alone_and_only_while_a_player_waits():
    empty = at_an_evening(connected=[])
    empty.wait(10 * ABSENT_MS)
    assert not stands_in(empty, 0)
    empty.connect("ann")
    empty.wait(ABSENT_MS)
    assert stands_in(empty, 1), "from when a player is there to wait"
    paused = at_an_evening()
    paused.hang_up("bob")
    paused.must("ann", Pause())
    paused.wait(10 * ABSENT_MS)
    assert not stands_in(paused, 1)
    paused.must("ann", Resume())
    paused.wait(ABSENT_MS)
    assert stands_in(paused, 1)
    for desk in (in_play("ann", "bob"), at_an_evening("mindup")):
        desk.hang_up("bob")
        desk.wait(2 * ABSENT_MS)
        assert not stands_in(desk, 1), "the host decides; or the clock of turns does"
