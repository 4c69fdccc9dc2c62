import json

import msgspec

from tacit.core.rulebook import settle
from tacit.games.extreme import (
    Discard,
    LayHand,
    LiftHand,
    Play,
    ProposeStar,
    Ready,
    Setup,
    Stop,
    Vote,
    evolve,
    follows,
    initial,
    result,
    scoresheet,
)
from tests.games.extreme.tables import after, cards, flawless_game, happens

NAMES = ("Ada", "Ben")


def deals(*levels):
    return Setup(players=2, deals=tuple(tuple(cards(hand) for hand in hands) for hands in levels))


def hands_down_and_up(at):
    return [LayHand(0, at), LayHand(1, at), LiftHand(0, at), LiftHand(1, at)]


def sheet_of(setup, *actions):
    dealt = []
    table = settle(initial(setup), dealt, follows, evolve)
    events = (*dealt, *happens(table, *actions))
    return scoresheet(setup, NAMES, events), after(table, *actions)


def test_a_lost_game_on_paper():
    setup = deals(["W9", "R40"], ["W5 R30", "W4 R31"], ["W8 W20 R9", "W7 W30 R8"])
    sheet, table = sheet_of(
        setup,
        *hands_down_and_up(100),
        Play(0, "W9", 110),
        Play(1, "R40", 120),
        Ready(0, 130),
        Ready(1, 140),
        *hands_down_and_up(200),
        Stop(1, 205),
        *hands_down_and_up(206),
        Play(0, "W5", 210),
        *hands_down_and_up(220),
        ProposeStar(0, 230),
        Vote(1, True, 240),
        Discard(1, "R31", 250),
        Discard(0, "R30", 260),
        Ready(0, 270),
        Ready(1, 280),
        *hands_down_and_up(300),
        Play(0, "W8", 310),
        ProposeStar(1, 320),
        Vote(0, False, 330),
        Play(1, "W7", 340),
        Play(1, "R8", 350),
    )
    assert sheet == {
        "game": "extreme",
        "seats": NAMES,
        "levels": [
            {
                "level": 1,
                "hands": (("W9",), ("R40",)),
                "events": [
                    {"t": 100, "kind": "sync"},
                    {"t": 110, "kind": "play", "seat": 0, "card": "W9", "aside": []},
                    {"t": 120, "kind": "play", "seat": 1, "card": "R40", "aside": []},
                ],
                "blind_errors": 0,
                "lives": 2,
                "stars": 1,
            },
            {
                "level": 2,
                "hands": (("W5", "R30"), ("W4", "R31")),
                "events": [
                    {"t": 200, "kind": "sync"},
                    {"t": 206, "kind": "sync"},
                    {"t": 210, "kind": "play", "seat": 0, "card": "W5", "aside": ["W4"]},
                    {"t": 220, "kind": "sync"},
                    {"t": 260, "kind": "star", "discards": ("R30", "R31")},
                ],
                "blind_errors": 0,
                "lives": 1,
                "stars": 1,
            },
            {
                "level": 3,
                "hands": (("W8", "W20", "R9"), ("W7", "W30", "R8")),
                "events": [
                    {"t": 300, "kind": "sync"},
                    {"t": 310, "kind": "play", "seat": 0, "card": "W8", "aside": []},
                    {"t": 340, "kind": "play", "seat": 1, "card": "W7", "aside": []},
                    {"t": 350, "kind": "play", "seat": 1, "card": "R8", "aside": ["R9"]},
                ],
                "blind_errors": 0,
                "lives": 0,
                "stars": 1,
            },
        ],
        "result": {"outcome": "lost", "level": 3},
    }
    assert sheet["result"] == result(table)


def test_blind_errors_are_counted_by_level():
    setup = deals(["W1", ""], ["W1", ""], ["W9 W20", "W7 W8 W19"], ["W1", ""])
    sheet, _ = sheet_of(
        setup,
        *hands_down_and_up(0),
        Play(0, "W1"),
        Ready(0),
        Ready(1),
        *hands_down_and_up(0),
        Play(0, "W1"),
        Ready(0),
        Ready(1),
        *hands_down_and_up(0),
        Play(0, "W9"),
        Play(1, "W7"),
        Play(1, "W8"),
        Play(0, "W20"),
        Play(1, "W19"),
    )
    lost = sheet["levels"][2]
    assert [level["blind_errors"] for level in sheet["levels"]] == [0, 0, 2]
    assert (lost["lives"], lost["stars"]) == (0, 2)
    assert all(event["aside"] == [] for event in lost["events"] if event["kind"] == "play")
    assert sheet["result"] == {"outcome": "lost", "level": 3}


def test_one_blind_error_over_two_cards_is_one():
    setup = deals(["W1", ""], ["W1", ""], ["W9", "W7 W8"], ["W1", ""])
    begin = [*hands_down_and_up(0), Play(0, "W1"), Ready(0), Ready(1)]
    level_3 = [*hands_down_and_up(0), Play(0, "W9"), Play(1, "W7"), Play(1, "W8")]
    sheet, _ = sheet_of(setup, *begin, *begin, *level_3)
    last = sheet["levels"][-1]
    assert (last["blind_errors"], last["lives"], last["stars"]) == (1, 2, 2)
    assert sheet["result"] == {"outcome": None, "level": 3}


def test_me30_a_level_is_written_with_lives_and_stars_after_its_reward():
    setup, _, events = flawless_game(4)
    sheet = scoresheet(setup, ("Ada", "Ben", "Cleo", "Dan"), events)
    after_level = [(level["lives"], level["stars"]) for level in sheet["levels"]]
    assert after_level == [(4, 1), (4, 2), (5, 2), (5, 2), (5, 3), (5, 3), (5, 3), (5, 3)]
    assert [level["level"] for level in sheet["levels"]] == list(range(1, 9))
    assert tuple(level["hands"] for level in sheet["levels"]) == setup.deals
    assert sheet["seats"] == ("Ada", "Ben", "Cleo", "Dan")
    assert sheet["result"] == {"outcome": "won", "level": 8}


def test_a_star_with_an_empty_hand_is_written_with_null():
    setup = deals(["W1 W2", ""], ["W1", ""])
    sheet, _ = sheet_of(
        setup, *hands_down_and_up(0), ProposeStar(1, 5), Vote(0, True, 6), Discard(0, "W1", 7)
    )
    line = msgspec.json.encode(sheet["levels"][0]["events"])
    assert json.loads(line) == [
        {"t": 0, "kind": "sync"},
        {"t": 7, "kind": "star", "discards": ["W1", None]},
    ]
