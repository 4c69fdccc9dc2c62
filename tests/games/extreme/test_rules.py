"""What may be done, who is waited for and what has come of it, in every phase."""

import pytest

from tacit.core.rulebook import Refused
from tacit.games import extreme
from tacit.games.extreme import (
    DECK,
    Discard,
    GameEnded,
    LayHand,
    LevelBegun,
    LevelPassed,
    LiftHand,
    Phase,
    Play,
    ProposeStar,
    Ready,
    Reward,
    Setup,
    StarAgreed,
    Started,
    Stop,
    Vote,
    follows,
    initial,
    legal,
    over,
    result,
    waiting,
)
from tests.games.caused import caused
from tests.games.extreme.tables import after, agreed, dealt, in_phase, playing

NOBODY_ACTS = [Phase.DEALING, Phase.TURNING, Phase.OVER]


@pytest.mark.parametrize(
    ("phase", "actions"),
    [
        (Phase.GATHERING, (LayHand(0), ProposeStar(0))),
        (Phase.LIFTING, (LiftHand(0),)),
        (Phase.PLAYING, (Play(0, "W8"), Play(0, "R33"), Stop(0), ProposeStar(0))),
        (Phase.VOTING, (Vote(0, True), Vote(0, False))),
        (Phase.CHOOSING, (Discard(0, "W8"), Discard(0, "R33"))),
        (Phase.PASSED, (Ready(0),)),
        *((phase, ()) for phase in NOBODY_ACTS),
    ],
)
def test_each_phase_offers_its_actions(phase, actions):
    assert legal(in_phase(phase), 0) == actions


@pytest.mark.parametrize(
    ("table", "seat", "actions"),
    [
        (after(dealt("W1", "W2"), LayHand(0)), 0, (LiftHand(0), ProposeStar(0))),
        (dealt("W1", "W2", stars=0), 1, (LayHand(1),)),
        (after(dealt("W1", "W2"), LayHand(0), LayHand(1), LiftHand(0)), 0, ()),
        (playing("W1", ""), 1, (Stop(1), ProposeStar(1))),
        (playing("W1", "R2 R3", stars=0), 1, (Play(1, "R3"), Stop(1))),
        (after(playing("W1", "W2"), ProposeStar(0)), 0, ()),
        (agreed(playing("W1", "")), 1, ()),
        (after(agreed(playing("W1 R2", "W2")), Discard(0, "W1")), 0, ()),
        (after(playing("W1", ""), Play(0, "W1"), Ready(0)), 0, ()),
    ],
)
def test_a_seat_is_offered_only_what_it_may_do(table, seat, actions):
    assert legal(table, seat) == actions


def test_what_is_offered_happens_now():
    table = after(playing("W1", "W2 W3"), Play(0, "W1", 70))
    assert legal(table, 1) == (Play(1, "W2", 70), Stop(1, 70), ProposeStar(1, 70))
    table = after(table, ProposeStar(0, 80))
    assert legal(table, 1) == (Vote(1, True, 80), Vote(1, False, 80))
    table = after(table, Vote(1, True, 90))
    assert table.phase is Phase.CHOOSING
    assert legal(table, 1) == (Discard(1, "W2", 90),)
    table = after(table, Discard(1, "W2", 100))
    assert legal(table, 1) == (LayHand(1, 100),)
    table = after(table, LayHand(0, 110), LayHand(1, 120))
    assert legal(table, 1) == (LiftHand(1, 120),)
    table = after(table, LiftHand(0, 130), LiftHand(1, 140), Play(1, "W3", 150))
    assert legal(table, 1) == (Ready(1, 150),)


@pytest.mark.parametrize("phase", Phase)
@pytest.mark.parametrize("seat", [0, 1])
def test_what_is_offered_is_all_that_is_allowed(phase, seat):
    table = in_phase(phase)
    everything = [
        *(kind(seat) for kind in (LayHand, LiftHand, Stop, ProposeStar, Ready)),
        *(Vote(seat, agree) for agree in (True, False)),
        *(kind(seat, card) for kind in (Play, Discard) for card in DECK),
    ]
    allowed = {
        action for action in everything if not isinstance(caused(extreme, table, action), Refused)
    }
    assert set(legal(table, seat)) == allowed


@pytest.mark.parametrize(
    ("table", "seats"),
    [
        (dealt("W1", "W2", "W3"), (0, 1, 2)),
        (after(dealt("W1", "W2", "W3"), LayHand(1)), (0, 2)),
        (in_phase(Phase.LIFTING), (0, 1)),
        (after(in_phase(Phase.LIFTING), LiftHand(0)), (1,)),
        (playing("W1", "", "W3"), (0, 2)),
        (after(playing("W1", "W2", "W3"), ProposeStar(1)), (0, 2)),
        (after(playing("W1", "W2", "W3"), ProposeStar(1), Vote(0, True)), (2,)),
        (agreed(playing("W1", "", "W3")), (0, 2)),
        (after(agreed(playing("W1", "", "W3")), Discard(0, "W1")), (2,)),
        (in_phase(Phase.PASSED), (0, 1)),
        (after(in_phase(Phase.PASSED), Ready(0)), (1,)),
        *((in_phase(phase), ()) for phase in NOBODY_ACTS),
    ],
)
def test_the_table_waits_for_those_without_whom_it_cannot_go_on(table, seats):
    assert waiting(table) == seats


@pytest.mark.parametrize("phase", Phase)
def test_the_game_is_over_only_at_its_end(phase):
    assert over(in_phase(phase)) == (phase is Phase.OVER)


@pytest.mark.parametrize("phase", Phase)
def test_the_result_is_the_outcome_and_the_level_reached(phase):
    outcome = "lost" if phase is Phase.OVER else None
    assert result(in_phase(phase)) == {"outcome": outcome, "level": 2}


@pytest.mark.parametrize(
    ("phase", "event"),
    [
        (Phase.DEALING, LevelBegun(level=3, hands=(("W1",), ("W2",)))),
        (Phase.GATHERING, None),
        (Phase.LIFTING, None),
        (Phase.PLAYING, None),
        (Phase.VOTING, None),
        (Phase.CHOOSING, None),
        (Phase.TURNING, LevelPassed(2, Reward.STAR, gained=True, one_pile_first=False)),
        (Phase.PASSED, None),
        (Phase.OVER, None),
    ],
)
def test_what_happens_without_anyone_acting(phase, event):
    assert follows(in_phase(phase)) == event


def test_the_first_level_is_dealt_from_the_setup():
    deals = ((("W1",), ("R2",)), (("W3", "W4"), ("R5", "R6")))
    assert follows(initial(Setup(players=2, deals=deals))) == LevelBegun(level=1, hands=deals[0])


def test_an_action_is_the_first_event_it_causes():
    table = after(in_phase(Phase.LIFTING), LiftHand(1, 5))
    assert caused(extreme, table, LiftHand(0, 8)) == (LiftHand(0, 8), Started(8))
    vote = Vote(0, True, 3)
    assert caused(extreme, in_phase(Phase.VOTING), vote) == (vote, StarAgreed())


def test_all_that_follows_is_caused_by_the_action():
    events = caused(extreme, playing("W1", "", level=12), Play(0, "W1"))
    assert events == (
        Play(0, "W1"),
        LevelPassed(level=12, reward=None, gained=False, one_pile_first=False),
        GameEnded(outcome="won", level=12),
    )
