import pytest

from tacit.core.rulebook import Refused
from tacit.games import extreme
from tacit.games.extreme import (
    Colour,
    Discard,
    LayHand,
    LiftHand,
    Phase,
    Play,
    PlayedBlind,
    ProposeStar,
    Ready,
    Stop,
    Vote,
)
from tests.games.caused import caused
from tests.games.extreme.tables import after, agreed, dealt, in_phase, playing, refused

NO_SEAT = "There is no seat {seat} at this table."
NO_CARD = "There is no card {card}: they are W1 to W50 and R1 to R50."
NOT_HELD = "You do not hold {card}."
NOT_FIRST = "{first} has to leave your hand before {card}."

TEXTS = {
    "game-over": "The game is over.",
    "not-gathering": "Hands are not being laid on the table or lifted now.",
    "hand-down": "Your hand is on the table already.",
    "hand-up": "Your hand is not on the table.",
    "not-playing": "Play has stopped: nothing can be laid or stopped now.",
    "no-star-now": "A star can't be proposed now.",
    "no-stars": "There is no star left.",
    "no-vote": "No star is proposed.",
    "voted": "You have voted already.",
    "no-choice": "No card is to be chosen now.",
    "chosen": "You have chosen already.",
    "level-not-passed": "The level is not over yet.",
    "ready": "You are ready already.",
}

ACTIONS = [
    LayHand(0),
    LiftHand(0),
    Play(0, "W8"),
    Stop(0),
    ProposeStar(0),
    Vote(0, True),
    Discard(0, "W8"),
    Ready(0),
]
STILL = [
    "not-gathering",
    "not-gathering",
    "not-playing",
    "not-playing",
    "no-star-now",
    "no-vote",
    "no-choice",
    "level-not-passed",
]


def still_but(**allowed):
    """What is refused in a phase, but for actions that are allowed or refused otherwise."""
    kinds = ["lay", "lift", "play", "stop", "star", "vote", "discard", "ready"]
    return [allowed.get(kind, key) for kind, key in zip(kinds, STILL, strict=True)]


BY_PHASE = {
    Phase.DEALING: STILL,
    Phase.GATHERING: still_but(lay=None, lift="hand-up", star=None),
    Phase.LIFTING: still_but(lift=None),
    Phase.PLAYING: still_but(play=None, stop=None, star=None),
    Phase.VOTING: still_but(vote=None),
    Phase.CHOOSING: still_but(discard=None),
    Phase.TURNING: STILL,
    Phase.PASSED: still_but(ready=None),
    Phase.OVER: ["game-over"] * len(ACTIONS),
}


@pytest.mark.parametrize("phase", Phase)
def test_me34_each_phase_allows_its_actions_and_refuses_all_others(phase):
    table = in_phase(phase)
    assert table.phase is phase
    for action, key in zip(ACTIONS, BY_PHASE[phase], strict=True):
        if key is None:
            after(table, action)
        else:
            why = refused(table, action)
            assert (why.key, str(why), why.details) == (key, TEXTS[key], {})


@pytest.mark.parametrize(
    ("table", "action", "key"),
    [
        (after(dealt("W1", "W2"), LayHand(0)), LayHand(0), "hand-down"),
        (after(dealt("W1", "W2"), LayHand(0)), LiftHand(1), "hand-up"),
        (after(dealt("W1", "W2"), LayHand(0), LayHand(1), LiftHand(0)), LiftHand(0), "hand-up"),
        (dealt("W1", "W2", stars=0), ProposeStar(0), "no-stars"),
        (playing("W1", "W2", stars=0), ProposeStar(0), "no-stars"),
        (after(playing("W1", "W2"), ProposeStar(0)), Vote(0, True), "voted"),
        (after(playing("W1", "W2"), ProposeStar(0)), Vote(0, False), "voted"),
        (after(playing("W1", "W2", ""), ProposeStar(0), Vote(1, True)), Vote(1, False), "voted"),
        (after(agreed(playing("W1 R2", "W2")), Discard(0, "W1")), Discard(0, "W1"), "chosen"),
        (after(agreed(playing("W1 R2", "W2")), Discard(0, "W1")), Discard(0, "R2"), "chosen"),
        (after(playing("W1", ""), Play(0, "W1"), Ready(0)), Ready(0), "ready"),
    ],
)
def test_nobody_does_the_same_twice(table, action, key):
    why = refused(table, action)
    assert (why.key, str(why), why.details) == (key, TEXTS[key], {})


@pytest.mark.parametrize("phase", [Phase.GATHERING, Phase.LIFTING, Phase.PLAYING, Phase.PASSED])
@pytest.mark.parametrize("seat", [-1, 2, 7])
def test_only_seats_of_the_table_act(phase, seat):
    for action in (LayHand(seat), LiftHand(seat), Play(seat, "W8"), Stop(seat), Ready(seat)):
        why = refused(in_phase(phase), action)
        assert why == Refused("no-such-seat", NO_SEAT, {"seat": seat})
        assert str(why) == f"There is no seat {seat} at this table."


@pytest.mark.parametrize(
    ("card", "key", "text", "details"),
    [
        ("W0", "no-such-card", NO_CARD, {"card": "W0"}),
        ("R51", "no-such-card", NO_CARD, {"card": "R51"}),
        ("B3", "no-such-card", NO_CARD, {"card": "B3"}),
        ("", "no-such-card", NO_CARD, {"card": ""}),
        ("W9", "not-in-hand", NOT_HELD, {"card": "W9"}),
        ("R8", "not-in-hand", NOT_HELD, {"card": "R8"}),
        ("W20", "not-first", NOT_FIRST, {"card": "W20", "first": "W8"}),
        ("R4", "not-first", NOT_FIRST, {"card": "R4", "first": "R33"}),
    ],
)
def test_me12_anything_but_the_first_card_of_a_colour_is_refused(card, key, text, details):
    table = playing("W8 W20 R33 R4", "W9 R8")
    assert refused(table, Play(0, card)) == Refused(key, text, details)
    assert refused(agreed(table), Discard(0, card)) == Refused(key, text, details)


def test_me12_a_refusal_says_what_has_to_come_first():
    table = playing("W8 W20 R33 R4", "W9")
    assert str(refused(table, Play(0, "W20"))) == "W8 has to leave your hand before W20."
    assert str(refused(table, Play(0, "R4"))) == "R33 has to leave your hand before R4."
    assert str(refused(table, Play(0, "W9"))) == "You do not hold W9."
    no_card = "There is no card W51: they are W1 to W50 and R1 to R50."
    assert str(refused(table, Play(0, "W51"))) == no_card


def test_me12_a_refusal_costs_nothing():
    table = playing("W8 W20", "W9")
    before = (table.lives, table.hands, table.laid, table.phase)
    refused(table, Play(0, "W20"))
    assert (table.lives, table.hands, table.laid, table.phase) == before
    assert after(table, Play(0, "W8")).lives == table.lives


@pytest.mark.parametrize(
    ("table", "action", "later"),
    [
        (dealt("W1", "W2"), LayHand(0, 100), LayHand),
        (after(dealt("W1", "W2"), LayHand(0), LayHand(1)), LiftHand(0, 100), LiftHand),
        (playing("W1", "W2"), Play(0, "W1", 100), Stop),
        (playing("W1", "W2"), Stop(0, 100), LayHand),
        (playing("W1", "W2"), ProposeStar(0, 100), Stop),
        (after(playing("W1", "W2", "W3"), ProposeStar(0)), Vote(2, True, 100), Stop),
        (agreed(playing("W1", "W2")), Discard(0, "W1", 100), Stop),
        (after(playing("W1", ""), Play(0, "W1")), Ready(0, 100), Ready),
    ],
)
def test_time_does_not_run_backwards(table, action, later):
    table = after(table, action)
    assert table.now == 100
    why = refused(table, later(1, 99))
    text = "{at} ms is past: the table is at {now} ms."
    assert why == Refused("too-late", text, {"at": 99, "now": 100})
    assert str(why) == "99 ms is past: the table is at 100 ms."


def test_two_things_may_happen_in_the_same_millisecond():
    table = after(playing("W1", "W2 W3"), Play(0, "W1", 100), Play(1, "W2", 100))
    assert table.now == 100
    assert after(table, Play(1, "W3", 101)).now == 101


def test_a_game_that_is_over_refuses_everyone_at_any_time():
    table = after(playing("W8 R3", "W7", lives=1), Play(0, "W8", 100))
    assert refused(table, LayHand(9, 0)).key == "game-over"


def test_a_seat_that_does_not_exist_is_told_so_whenever_it_acts():
    table = after(playing("W8", "W9"), Stop(0, 100))
    assert refused(table, LayHand(9, 0)).key == "no-such-seat"


def test_what_a_seat_sees_is_no_action():
    with pytest.raises(AssertionError, match="PlayedBlind"):
        caused(extreme, playing("W8", "W9"), PlayedBlind(seat=0, colour=Colour.WHITE))


def test_the_time_is_checked_before_the_phase():
    table = after(playing("W8", "W9"), Stop(0, 100))
    assert refused(table, Play(0, "W8", 99)).key == "too-late"


@pytest.mark.parametrize("compensated", [-1, 151])
def test_a_play_is_dated_back_within_the_bound_only(compensated):
    table = in_phase(Phase.PLAYING)
    why = refused(table, Play(0, "W8", compensated=compensated))
    assert (why.key, str(why)) == ("dated-back", "A play is dated back by 0 to 150 ms.")
    assert why.details == {"most": 150}


@pytest.mark.parametrize("compensated", [0, 150])
def test_a_play_may_be_dated_back_as_far_as_the_bound(compensated):
    after(in_phase(Phase.PLAYING), Play(0, "W8", compensated=compensated))
