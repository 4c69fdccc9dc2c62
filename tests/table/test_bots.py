"""Bots at a live table: asked once for each situation, never in a hurry, and in for who is away."""

import pytest

from tacit.games.extreme import LayHand, Phase, Play, ProposeStar
from tacit.table.bots import Pace, TableBots
from tacit.table.decide.requests import (
    AddBot,
    Configure,
    Join,
    Leave,
    Pause,
    Resume,
    Say,
    StandIn,
    Start,
)
from tacit.table.log.records import Settings, StoodIn
from tacit.table.log.state import Stage
from tacit.table.outputs import Ask
from tacit.table.table import RETRY_AFTER_MS
from tacit.table.tell.messages import Ack, No, Who
from tests.table.tables import LAY, LIFT, READY, STAR, Desk, act, pick, play, started


def with_bots(game, people, bots, **how):
    """A game just begun between people and bots, whose questions wait for the test."""
    desk = Desk(game, **how).seat(*people)
    for bot in bots:
        seat = desk.state.seats.index(None)
        desk.must(people[0], AddBot(seat=seat, bot=bot))
    desk.must(people[0], Start())
    return desk


def asked(desk):
    """Take the questions that have piled up."""
    asks, desk.asks = desk.asks, []
    return asks


# Questions


def test_bots_are_asked_what_they_may_know_and_no_more():
    desk = with_bots("mindup", ["ann"], ["greedy", "random"])
    first, second = asked(desk)
    assert (first.seat, first.bot, first.players, first.question) == (1, "greedy", 3, "choose")
    assert (second.seat, second.bot, second.game) == (2, "random", 1)
    assert first.view.hand == desk.game.hands[1]
    assert first.view.seat == 1
    assert not hasattr(first.view, "hands")


def test_a_bot_is_asked_once_a_turn():
    desk = with_bots("mindup", ["ann", "bob"], ["greedy"])
    (ask,) = asked(desk)
    desk.must("ann", pick(desk.hand("ann")[0]))
    desk.must("ann", Say(text="Hm"))
    assert asked(desk) == []
    desk.answer(ask, ask.view.hand[0])
    desk.must("bob", pick(desk.hand("bob")[0]))
    assert asked(desk) == []
    desk.wait(200)
    (again,) = asked(desk)
    assert (again.view.turn, again.seat) == (2, 2)


def test_no_bot_is_asked_in_the_lobby_or_after_the_game():
    desk = with_bots("mindup", ["ann", "bob"], ["greedy"], thinking=True)
    desk.finish()
    desk.thinking = False
    desk.must("ann", Say(text="gg"))
    desk.rematch()
    assert asked(desk) == []
    desk.must("ann", Start())
    assert [ask.game for ask in asked(desk)] == [2]


def test_bots_of_the_mind_extreme_are_asked_whenever_something_happened():
    desk = with_bots("extreme", ["ann"], ["metronome", "random"])
    assert [(ask.seat, ask.question) for ask in asked(desk)] == [(1, "plan"), (2, "plan")]
    desk.must("ann", LAY)
    assert [ask.seat for ask in asked(desk)] == [1, 2]


# Answers


def test_a_pick_takes_its_time():
    desk = with_bots("mindup", ["ann", "bob"], ["greedy"], pace=Pace(600, 600))
    (ask,) = asked(desk)
    desk.wait(1000)
    desk.answer(ask, ask.view.hand[0])
    assert desk.table.next_wake <= 1600
    desk.wait(599)
    assert desk.game.picks[2] is None
    desk.wait(1)
    assert desk.game.picks[2] == ask.view.hand[0]
    (event,) = desk.entries()[-1].game
    assert event.at == 1600


def test_the_pace_of_picks_varies_within_its_bounds():
    robots = TableBots("mindup", Pace(200, 400), bytes(32))
    delays = set()
    for number in range(200):
        robots._asked[0] = (number,)
        robots.answered((0, (number,)), "choose", 7, 1000)
        delays.add(robots.next_due - 1000)
        robots.due(2000)
    assert min(delays) >= 200
    assert max(delays) <= 400
    assert len(delays) > 50
    assert Pace() == (600, 1600)


def test_an_answer_to_a_situation_that_has_passed_is_dropped():
    desk = with_bots("extreme", ["ann"], ["metronome"])
    (old,) = asked(desk)
    desk.must("ann", LAY)
    (new,) = asked(desk)
    desk.answer(old, (desk.now, LayHand(seat=1)))
    desk.wait(1000)
    assert desk.game.down == (True, False)
    desk.answer(new, (desk.now, LayHand(seat=1)))
    assert desk.game.phase is Phase.LIFTING


def test_a_plan_is_dropped_when_something_happens_first():
    desk = with_bots("extreme", ["ann"], ["metronome"])
    (ask,) = asked(desk)
    desk.answer(ask, (500, LayHand(seat=1)))
    desk.wait(499)
    desk.must("ann", LAY)
    desk.wait(1000)
    assert desk.game.down == (True, False)


def test_a_plan_for_a_time_that_has_passed_is_done_at_once():
    desk = with_bots("extreme", ["ann"], ["metronome"])
    (ask,) = asked(desk)
    desk.wait(800)
    desk.answer(ask, (300, LayHand(seat=1)))
    assert desk.game.down == (False, True)
    assert desk.game.now == 800


def test_a_bot_that_has_nothing_to_do_waits():
    desk = with_bots("extreme", ["ann"], ["metronome"])
    (ask,) = asked(desk)
    desk.answer(ask, None)
    desk.wait(10_000)
    assert asked(desk) == []
    desk.must("ann", LAY)
    assert len(asked(desk)) == 1


def test_a_bot_acts_in_its_own_seat_whatever_it_says():
    desk = with_bots("extreme", ["ann"], ["metronome"])
    (ask,) = asked(desk)
    desk.answer(ask, (0, LayHand(seat=0, at=99_999)))
    assert desk.game.down == (False, True)
    assert desk.game.now == desk.now


def test_what_a_bot_may_not_do_is_dropped_without_words():
    desk = with_bots("extreme", ["ann"], ["metronome"])
    (ask,) = asked(desk)
    desk.answer(ask, (0, Play(seat=1, card="W99")))
    desk.wait(1000)
    assert desk.game.laid == ()
    assert desk.heard("ann").of(No) == []


def test_a_bot_does_what_others_are_waited_for_no_longer():
    desk = with_bots("extreme", ["ann"], ["metronome"])
    (ask,) = asked(desk)
    desk.answer(ask, (0, LayHand(seat=1)))
    (ask,) = asked(desk)
    desk.answer(ask, (0, LayHand(seat=1)))  # its hand lies there already
    assert desk.game.down == (False, True)


def test_actions_due_together_are_taken_in_the_order_of_their_times():
    desk = with_bots("mindup", ["ann"], ["greedy", "greedy"])
    first, second = asked(desk)
    desk.answer(second, second.view.hand[0])
    desk.now += 50
    desk.answer(first, first.view.hand[0])
    desk.now += 500
    desk.table.wake(desk.now)
    desk.pump()
    picks = [entry.game[0].seat for entry in desk.entries()[-2:]]
    assert picks == [2, 1]


def test_bots_play_a_whole_game_of_mind_up_with_people():
    desk = with_bots("mindup", ["ann"], ["greedy", "greedy", "random"], thinking=True)
    desk.finish()
    assert desk.state.stage is Stage.OVER
    desk.check_copies()


def test_bots_lay_lift_play_and_are_ready():
    desk = with_bots("extreme", ["ann"], ["metronome", "metronome"], thinking=True)
    kinds = set()
    desk.must("ann", LAY)
    desk.wait(2000)
    assert desk.game.phase is Phase.LIFTING
    desk.must("ann", LIFT)
    desk.wait(2000)
    assert desk.game.phase is Phase.PLAYING
    begun = desk.game.now
    (card,) = desk.hand("ann")
    position = int(card[1:]) if card[0] == "W" else 51 - int(card[1:])
    desk.wait(begun + 300 * position - desk.now)
    desk.do("ann", play(card))
    desk.wait(20_000)
    assert desk.game.phase is Phase.PASSED
    assert desk.game.ready == (False, True, True)
    desk.must("ann", READY)
    assert desk.game.level == 2
    for entry in desk.entries():
        kinds.update(type(event).__name__ for event in entry.game if getattr(event, "seat", 0) > 0)
    assert {"LayHand", "LiftHand", "Play", "Ready"} <= kinds


def in_play(bot):
    """A level in play between Ann and a bot, whose questions wait from now on."""
    desk = with_bots("extreme", ["ann"], [bot], thinking=True)
    desk.must("ann", LAY)
    desk.wait(400)
    desk.must("ann", LIFT)
    desk.wait(150)
    assert desk.game.phase is Phase.PLAYING
    desk.thinking = False
    return desk


def voting():
    """Ann proposes a star to a bot."""
    desk = in_play("metronome")
    desk.must("ann", STAR)
    return desk


@pytest.mark.parametrize(("agree", "phase"), [(True, Phase.CHOOSING), (False, Phase.PLAYING)])
def test_bots_vote_on_a_star(agree, phase):
    desk = voting()
    (ask,) = asked(desk)
    assert ask.question == "vote"
    desk.answer(ask, agree)
    assert desk.game.phase is Phase.VOTING
    desk.wait(100)
    assert desk.game.phase is phase


def test_bots_choose_a_card_for_the_star():
    desk = voting()
    desk.answer(asked(desk)[0], answer=True)
    desk.wait(100)
    (ask,) = asked(desk)
    assert ask.question == "discard"
    (card,) = desk.game.hands[1]
    desk.answer(ask, card)
    desk.wait(100)
    assert desk.game.chosen[1] == card
    assert asked(desk) == []  # it has chosen, and is not asked again
    desk.must("ann", act("discard", card=desk.hand("ann")[0]))
    assert (1, card) in desk.game.aside


def test_a_bot_may_propose_a_star():
    desk = in_play("metronome")
    desk.must("ann", STAR)
    desk.answer(asked(desk)[-1], answer=False)
    desk.wait(100)
    (ask,) = asked(desk)
    desk.answer(ask, (desk.now, ProposeStar(seat=1)))
    assert desk.game.phase is Phase.VOTING
    assert desk.game.votes == (None, True)
    assert asked(desk) == []  # it has voted by proposing


def test_a_bot_without_cards_may_still_propose_a_star():
    desk = in_play("metronome")
    desk.must("ann", STAR)
    desk.answer(asked(desk)[-1], answer=False)
    desk.wait(100)
    (card,) = desk.game.hands[1]
    desk.answer(asked(desk)[-1], (desk.now, Play(seat=1, card=card)))
    assert (desk.game.phase, desk.game.hands[1]) == (Phase.PLAYING, ())
    desk.answer(asked(desk)[-1], (desk.now, ProposeStar(seat=1)))
    assert desk.game.phase is Phase.VOTING


# When saving fails


def test_what_a_bot_did_is_tried_again_when_it_could_not_be_saved():
    desk = with_bots("mindup", ["ann", "bob"], ["greedy"])
    (ask,) = asked(desk)
    desk.saving = False
    desk.answer(ask, ask.view.hand[0])
    desk.wait(100)
    assert len(desk.saves) == 1
    desk.lose()
    desk.wait(RETRY_AFTER_MS - 1)
    assert desk.asks == []
    desk.wait(1)
    (again,) = asked(desk)
    assert again.ticket == ask.ticket
    desk.answer(again, again.view.hand[1])
    desk.wait(100)
    desk.save()
    assert desk.game.picks[2] == ask.view.hand[1]


# Pauses


def test_a_pause_holds_the_bots_of_the_mind_extreme():
    desk = with_bots("extreme", ["ann"], ["metronome"])
    (ask,) = asked(desk)
    desk.answer(ask, (500, LayHand(seat=1)))
    desk.must("ann", Pause())
    desk.wait(5000)
    assert desk.game.down == (False, False)
    assert asked(desk) == []
    desk.must("ann", Resume())
    assert len(asked(desk)) == 1


def test_a_pause_does_not_make_a_bot_forget_its_pick():
    desk = with_bots("mindup", ["ann", "bob"], ["greedy"], thinking=True)
    desk.must("ann", Pause())
    desk.wait(5000)
    desk.must("ann", Resume())
    desk.wait(5000)
    assert desk.game.picks[2] is not None


def test_a_bot_that_answers_during_a_pause_picks_after_it():
    desk = with_bots("mindup", ["ann", "bob"], ["greedy"])
    (ask,) = asked(desk)
    desk.must("ann", Pause())
    desk.answer(ask, ask.view.hand[0])
    desk.wait(5000)
    desk.must("ann", Resume())
    for ask in asked(desk):
        desk.answer(ask, ask.view.hand[0])
    desk.wait(5000)
    assert desk.game.picks[2] is not None


# Late answers


def over_while_bots_think():
    """Everybody was late in the last turn and picked after all before a bot did."""
    desk = started("mindup", "ann", "bob", "cleo", settings=Settings(turn_seconds=30))
    while desk.state.stage is Stage.PLAYING:
        if (desk.game.round, desk.game.turn) == (3, 6):
            desk.wait(30_000)
        for person in ("ann", "bob", "cleo"):
            desk.must(person, pick(desk.hand(person)[0]))
    return desk, asked(desk)


def test_an_answer_that_comes_after_the_game_is_dropped():
    desk, asks = over_while_bots_think()
    before = len(desk.log)
    for ask in asks:
        desk.answer(ask, ask.view.hand[0])
    desk.wait(1000)
    assert len(desk.log) == before


def test_an_answer_that_comes_after_a_rematch_is_dropped():
    desk, asks = over_while_bots_think()
    desk.rematch()
    before = len(desk.log)
    for ask in asks:
        desk.answer(ask, ask.view.hand[0])
    desk.wait(1000)
    assert len(desk.log) == before


# Turn time


def slow(*people, seconds=30, **how):
    return started("mindup", *people, settings=Settings(turn_seconds=seconds), **how)


def deadline(desk, person="ann"):
    return desk.heard(person).of(Who)[-1].deadline


def test_by_default_a_table_waits_as_long_as_it_takes():
    desk = started("mindup", "ann", "bob", "cleo", thinking=True)
    assert deadline(desk) is None
    desk.wait(2 * 3600 * 1000)
    assert desk.game.picks == (None, None, None)


def test_the_mind_extreme_has_no_turn_time():
    desk = started("extreme", "ann", "bob", settings=Settings(turn_seconds=30), thinking=True)
    assert deadline(desk) is None
    desk.wait(100_000)
    assert desk.asks == []


def test_everybody_is_told_until_when_the_table_waits():
    desk = slow("ann", "bob", "cleo")
    assert deadline(desk) == deadline(desk, "cleo") == 30_000
    desk.wait(10_000)
    for person in ("ann", "bob", "cleo"):
        desk.must(person, pick(desk.hand(person)[0]))
    assert deadline(desk) == 40_000


def test_a_pause_stops_the_clock_and_going_on_starts_it_again():
    desk = slow("ann", "bob", "cleo")
    desk.wait(20_000)
    desk.must("ann", Pause())
    assert deadline(desk) is None
    desk.wait(60_000)
    assert desk.asks == []
    desk.must("ann", Resume())
    assert deadline(desk) == 110_000


def test_after_the_game_no_clock_runs():
    desk = slow("ann", "bob", "cleo")
    desk.finish()
    assert deadline(desk) is None
    desk.wait(60_000)
    assert desk.asks == []


def test_a_bot_picks_for_who_is_late_this_turn_only():
    desk = slow("ann", "bob", "cleo")
    for person in ("ann", "cleo"):
        desk.must(person, pick(desk.hand(person)[0]))
    desk.wait(29_999)
    assert desk.asks == []
    desk.wait(1)
    (ask,) = asked(desk)
    assert (ask.seat, ask.bot, ask.question) == (1, "greedy", "choose")
    desk.answer(ask, ask.view.hand[0])
    desk.wait(100)
    assert desk.game.turn == 2
    assert desk.state.seats[1].stand_in is False
    assert asked(desk) == []
    desk.must("bob", pick(desk.hand("bob")[0]))


def test_who_picks_after_all_while_the_bot_thinks_is_not_picked_for():
    desk = slow("ann", "bob", "cleo")
    desk.wait(30_000)
    ask = asked(desk)[1]
    mine = desk.hand("bob")[-1]
    desk.must("bob", pick(mine))
    desk.answer(ask, ask.view.hand[0])
    desk.wait(1000)
    assert desk.game.picks[1] == mine


def test_everybody_may_be_late():
    desk = slow("ann", "bob", "cleo", thinking=True)
    desk.wait(30_100)
    assert desk.game.turn == 2


def test_a_bot_plays_for_who_is_away_until_they_return():
    desk = slow("ann", "bob", "cleo", thinking=True)
    desk.leave_the_room("bob")
    for person in ("ann", "cleo"):
        desk.must(person, pick(desk.hand(person)[0]))
    desk.wait(30_100)
    assert desk.game.turn == 2
    assert desk.state.seats[1].stand_in
    assert StoodIn(seat=1, on=True) in [event for entry in desk.entries() for event in entry.house]
    for person in ("ann", "cleo"):
        desk.must(person, pick(desk.hand(person)[0]))
    desk.wait(100)  # the bot does not wait for the clock any more
    assert desk.game.turn == 3
    desk.connect("bob")
    assert desk.state.seats[1].stand_in is False
    assert desk.copy("ann").house["seats"][1]["stand_in"] is False
    for person in ("ann", "cleo"):
        desk.must(person, pick(desk.hand(person)[0]))
    desk.wait(1000)
    assert desk.game.turn == 3
    desk.must("bob", pick(desk.hand("bob")[0]))
    assert desk.game.turn == 4
    desk.check_copies()


def test_a_second_line_ends_nothing_that_is_not_there():
    desk = slow("ann", "bob", "cleo")
    before = len(desk.log)
    desk.connect("bob")
    desk.connect("eve")
    assert len(desk.log) == before


def test_who_takes_their_pick_back_after_the_turn_time_is_late_too():
    desk = slow("ann", "bob", "cleo", pace=Pace(1000, 1000), thinking=True)
    for person in ("ann", "cleo"):
        desk.must(person, pick(desk.hand(person)[0]))
    desk.wait(30_500)
    desk.must("ann", act("take-back"))
    desk.wait(120_000)
    assert desk.game.turn > 1


# Standing in, by the host


def test_a_stand_in_is_asked_like_any_bot_and_dropped_when_the_player_returns():
    desk = started("mindup", "ann", "bob", "cleo")
    desk.leave_the_room("bob")
    desk.must("ann", StandIn(seat=1))
    (ask,) = asked(desk)
    assert (ask.seat, ask.bot) == (1, "greedy")
    desk.answer(ask, ask.view.hand[0])
    desk.connect("bob")
    desk.wait(5000)
    assert desk.game.picks[1] is None


def test_a_stand_in_is_asked_again_when_the_player_goes_away_again():
    desk = started("mindup", "ann", "bob", "cleo", thinking=True)
    for _ in range(2):
        desk.leave_the_room("bob")
        desk.must("ann", StandIn(seat=1))
        desk.wait(10)
        desk.connect("bob")
    desk.leave_the_room("bob")
    desk.must("ann", StandIn(seat=1))
    desk.wait(5000)
    assert desk.game.picks[1] is not None


def test_who_left_and_joins_again_plays_again():
    desk = started("mindup", "ann", "bob", "cleo")
    desk.must("bob", Leave())
    desk.must("ann", StandIn(seat=1))
    desk.must("bob", Join(name="Bob"))
    assert desk.state.seats[1].stand_in is False


def test_who_left_and_only_looks_at_the_door_is_still_stood_in_for():
    desk = started("mindup", "ann", "bob", "cleo")
    desk.must("bob", Leave())
    desk.must("ann", StandIn(seat=1))
    desk.connect("bob")
    assert desk.copy("bob").door is not None
    assert desk.state.seats[1].stand_in is True


def test_a_return_that_could_not_be_saved_is_tried_again():
    desk = started("mindup", "ann", "bob", "cleo")
    desk.leave_the_room("bob")
    desk.must("ann", StandIn(seat=1))
    desk.saving = False
    desk.connect("bob")
    desk.lose()
    desk.saving = True
    desk.wait(RETRY_AFTER_MS + 1)
    assert desk.state.seats[1].stand_in is False


def test_a_turn_time_set_during_a_game_is_whole_for_everybody():
    """However long the turn has lasted, nobody is played for without having been warned."""
    desk = started("mindup", "ann", "bob", "cleo")
    desk.wait(600_000)
    told = len(desk.heard("bob").of(Who))
    assert isinstance(desk.do("ann", Configure(settings=Settings(turn_seconds=15))), Ack)
    since = desk.heard("bob").of(Who)[told:]
    assert {one.deadline for one in since} == {desk.now + 15_000}, "no other time was told before"
    desk.wait(14_999)
    assert desk.asks == []
    desk.wait(1)
    assert all(isinstance(ask, Ask) for ask in desk.asks)
    assert len(desk.asks) == 3


def test_a_shorter_turn_time_is_whole_too():
    """A limit that was over before it was set would look as if the site had been asleep."""
    desk = slow("ann", "bob", "cleo", seconds=60)
    desk.wait(30_000)
    desk.must("ann", Configure(settings=Settings(turn_seconds=5)))
    assert deadline(desk) == desk.now + 5000
    desk.wait(4999)
    assert desk.asks == []
    desk.wait(1)
    assert len(desk.asks) == 3


def test_another_turn_time_counts_even_if_the_last_one_was_up():
    """Bots have been asked to pick for everybody, and are not heard any more."""
    desk = slow("ann", "bob", "cleo", seconds=5)
    desk.wait(5000)
    asks = asked(desk)
    assert len(asks) == 3
    desk.must("ann", Configure(settings=Settings(turn_seconds=60)))
    assert deadline(desk) == desk.now + 60_000
    for ask in asks:
        desk.answer(ask, ask.view.hand[0])
    desk.wait(5000)
    assert desk.game.picks == (None, None, None)
