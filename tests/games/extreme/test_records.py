import msgspec
import pytest

from tacit.games.extreme import (
    Action,
    Chosen,
    Colour,
    Dealt,
    Discard,
    Event,
    GameEnded,
    LayHand,
    LevelBegun,
    LevelPassed,
    LiftHand,
    Mistake,
    Phase,
    Play,
    PlayedBlind,
    ProposeStar,
    Ready,
    Reward,
    Settings,
    Sight,
    StarAgreed,
    StarRefused,
    Started,
    StarUsed,
    Stop,
    Turned,
    Vote,
    view,
)
from tests.games.extreme.tables import after, playing

TABLE = after(playing("W1", "W2"), Play(0, "W1"))

ACTIONS = {
    LayHand(1, 5): '{"kind":"lay-hand","seat":1,"at":5}',
    LiftHand(1, 5): '{"kind":"lift-hand","seat":1,"at":5}',
    Play(1, "W8", 5): '{"kind":"play","seat":1,"card":"W8","at":5}',
    Stop(1, 5): '{"kind":"stop","seat":1,"at":5}',
    ProposeStar(1, 5): '{"kind":"propose-star","seat":1,"at":5}',
    Vote(1, False, 5): '{"kind":"vote","seat":1,"agree":false,"at":5}',
    Discard(1, "R33", 5): '{"kind":"discard","seat":1,"card":"R33","at":5}',
    Ready(1, 5): '{"kind":"ready","seat":1,"at":5}',
}
WHAT_FOLLOWS = {
    LevelBegun(1, (("W8",), ("R33",))): '{"kind":"level-begun","level":1,"hands":[["W8"],["R33"]]}',
    Started(5): '{"kind":"started","at":5}',
    Mistake(1, "W8", ((0, "W7"),)): '{"kind":"mistake","seat":1,"card":"W8","aside":[[0,"W7"]]}',
    StarRefused(1): '{"kind":"star-refused","seat":1}',
    StarAgreed(): '{"kind":"star-agreed"}',
    StarUsed(("W7", None)): '{"kind":"star-used","discards":["W7",null]}',
    Turned(1, "W8", ((0, "W7"),)): '{"kind":"turned","seat":1,"card":"W8","overtook":[[0,"W7"]]}',
    LevelPassed(2, Reward.STAR, True, False): (
        '{"kind":"level-passed","level":2,"reward":"star","gained":true,"one_pile_first":false}'
    ),
    GameEnded("won", 8): '{"kind":"game-ended","outcome":"won","level":8}',
    GameEnded("lost", 3): '{"kind":"game-ended","outcome":"lost","level":3}',
}
SIGHTS = {
    Dealt(1, ("W8",)): '{"kind":"dealt","level":1,"hand":["W8"]}',
    PlayedBlind(1, "white", 5): '{"kind":"played-blind","seat":1,"colour":"white","at":5}',
    Chosen(1, 5): '{"kind":"chosen","seat":1,"at":5}',
}


@pytest.mark.parametrize(("record", "line"), [*ACTIONS.items(), *WHAT_FOLLOWS.items()])
def test_every_event_is_a_line_of_json_and_back(record, line):
    assert msgspec.json.encode(record).decode() == line
    assert msgspec.json.decode(line, type=Event) == record


@pytest.mark.parametrize(("action", "line"), ACTIONS.items())
def test_every_action_is_read_from_json(action, line):
    assert msgspec.json.decode(line, type=Action) == action


@pytest.mark.parametrize("line", WHAT_FOLLOWS.values())
def test_what_only_follows_is_no_action(line):
    with pytest.raises(msgspec.ValidationError):
        msgspec.json.decode(line, type=Action)


@pytest.mark.parametrize(("sight", "line"), SIGHTS.items())
def test_what_a_seat_sees_is_a_line_of_json_and_back(sight, line):
    assert msgspec.json.encode(sight).decode() == line
    assert msgspec.json.decode(line, type=Sight) == sight


@pytest.mark.parametrize(
    ("record", "line"),
    [
        (LayHand(1), '{"kind":"lay-hand","seat":1}'),
        (LiftHand(1), '{"kind":"lift-hand","seat":1}'),
        (Play(1, "W8"), '{"kind":"play","seat":1,"card":"W8"}'),
        (Stop(1), '{"kind":"stop","seat":1}'),
        (ProposeStar(1), '{"kind":"propose-star","seat":1}'),
        (Vote(1, True), '{"kind":"vote","seat":1,"agree":true}'),
        (Discard(1, "R33"), '{"kind":"discard","seat":1,"card":"R33"}'),
        (Ready(1), '{"kind":"ready","seat":1}'),
        (PlayedBlind(1, "red"), '{"kind":"played-blind","seat":1,"colour":"red"}'),
        (Chosen(1), '{"kind":"chosen","seat":1}'),
    ],
)
def test_a_time_left_out_is_zero(record, line):
    assert record.at == 0
    assert msgspec.json.encode(record).decode() == line
    assert msgspec.json.decode(line, type=Sight).at == 0


@pytest.mark.parametrize(
    ("struct", "field"),
    [
        (TABLE, "lives"),
        (TABLE.setup, "deals"),
        (TABLE.laid[0], "card"),
        (TABLE.pauses[0], "at"),
        (Settings(players=2), "players"),
        (view(TABLE, 0), "hand"),
        (view(TABLE, 0).piles[Colour.WHITE], "top"),
        (view(TABLE, 0).events[0], "card"),
    ],
)
def test_nothing_can_be_changed_after_the_fact(struct, field):
    with pytest.raises(AttributeError):
        setattr(struct, field, None)


def test_every_phase_has_its_name():
    assert list(Phase) == [
        "dealing",
        "gathering",
        "lifting",
        "playing",
        "voting",
        "choosing",
        "turning",
        "passed",
        "over",
    ]
