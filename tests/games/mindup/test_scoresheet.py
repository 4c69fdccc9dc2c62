"""A finished game as a flat record."""

from __future__ import annotations

from tacit.games.mindup import Pick, Score, TakeBack, result, score_line, scoresheet
from tests.games.mindup.tables import PLAIN, dealt, history, lowest

NAMES = ("Ada", "Ben", "Cleo")


def turns(plays, taken):
    """Return turns from what was played and taken, turn by turn."""
    return [{"plays": played, "taken": took} for played, took in zip(plays, taken, strict=True)]


def line(columns, bonuses, objectives, total):
    return {"columns": columns, "bonuses": bonuses, "objectives": objectives, "total": total}


def test_mu24_a_score_is_written_down_in_three_sums():
    score = Score(columns=(4, 8, 1), bonuses=(1, -3), objectives=(2, 2, -2))
    assert score_line(score) == {"columns": 13, "bonuses": -2, "objectives": 2, "total": 13}


def test_mu28_the_result_has_totals_and_places_at_the_end_only():
    assert result(dealt(PLAIN)) == {"totals": None, "places": None}
    ended = lowest(dealt(PLAIN), turns=21)
    assert result(ended) == {"totals": (86, 89, 86), "places": (2, 1, 3)}


def test_a_whole_game_is_written_down():
    first = [(1, 8, 15), (2, 9, 16), (3, 10, 17), (4, 11, 18), (5, 12, 19), (6, 13, 20)]
    second = [*first[:5], (7, 14, 21), (22, 23, 24)]
    third = [*first, (7, 14, 21), (57, 56, 55)]
    assert scoresheet(PLAIN, NAMES, history(PLAIN)) == {
        "game": "mindup",
        "config": {"objectives": 2},
        "seats": NAMES,
        "rounds": [
            {
                "order": (2, 4, 1, 5, 3),
                "objectives": (1, 13),
                "hands": (
                    (1, 2, 3, 4, 5, 6, 7),
                    (8, 9, 10, 11, 12, 13, 14),
                    (15, 16, 17, 18, 19, 20, 21),
                ),
                "row": (22, 23, 24),
                "turns": turns(first, [(22, 23, 24), *first[:5]]),
                "last": (7, 14, 21),
                "scores": [line(20, 4, 2, 26), line(23, 5, 0, 28), line(20, 4, -2, 22)],
            },
            {
                "order": (1, 5, 2, 4, 3),
                "objectives": (6, 9),
                "hands": (
                    (1, 2, 3, 4, 5, 7, 22, 60),
                    (8, 9, 10, 11, 12, 14, 23, 59),
                    (15, 16, 17, 18, 19, 21, 24, 58),
                ),
                "row": (6, 13, 20),
                "turns": turns(second, [(6, 13, 20), *second[:6]]),
                "last": (60, 59, 58),
                "scores": [line(25, 1, 2, 28), line(24, 3, 4, 31), line(28, 5, 0, 33)],
            },
            {
                "order": (5, 3, 1, 4, 2),
                "objectives": (10, 7),
                "hands": (
                    (1, 2, 3, 4, 5, 6, 7, 57, 60),
                    (8, 9, 10, 11, 12, 13, 14, 56, 59),
                    (15, 16, 17, 18, 19, 20, 21, 55, 58),
                ),
                "row": (22, 23, 24),
                "turns": turns(third, [(22, 23, 24), *third[:6], (21, 14, 7)]),
                "last": (60, 59, 58),
                "scores": [line(25, 5, 2, 32), line(28, 4, -2, 30), line(30, 3, -2, 31)],
            },
        ],
        "result": {"totals": (86, 89, 86), "places": (2, 1, 3)},
    }


def test_an_unfinished_game_is_written_down_as_far_as_it_went():
    events = (*history(PLAIN)[:5], Pick(0, 2), TakeBack(0))
    assert scoresheet(PLAIN, NAMES, events) == {
        "game": "mindup",
        "config": {"objectives": 2},
        "seats": NAMES,
        "rounds": [
            {
                "order": (2, 4, 1, 5, 3),
                "objectives": (1, 13),
                "hands": (
                    (1, 2, 3, 4, 5, 6, 7),
                    (8, 9, 10, 11, 12, 13, 14),
                    (15, 16, 17, 18, 19, 20, 21),
                ),
                "row": (22, 23, 24),
                "turns": [{"plays": (1, 8, 15), "taken": (22, 23, 24)}],
            }
        ],
        "result": {"totals": None, "places": None},
    }
