"""The fourteen Bonus Objectives."""

from __future__ import annotations

from collections import Counter

import pytest

from tacit.games.mindup import EMPTY, OBJECTIVES, score_table
from tests.games.mindup.tables import laid

ORANGE = (1, 8, 15, 16, 23, 30)
PINK = (2, 6, 10, 19, 27, 29)
BLUE = (3, 13, 18, 21, 24, 28)
GREEN = (4, 5, 12, 14, 17, 25)
PURPLE = (7, 9, 11, 20, 22, 26)


def everyone_gets(number, *tableaux, order=(1, 2, 3, 4, 5)):
    """Return what an objective that is out is worth to each player of a table."""
    return tuple(score.objectives[0] for score in score_table(tableaux, order, (number,)))


def gets(number, *cards, order=(1, 2, 3, 4, 5)):
    """Return what an objective is worth to the one who took these cards, beside two others."""
    others = laid(1, 2, 3, 4, 7), laid(8, 6, 13, 5, 9)
    return everyone_gets(number, laid(*cards), *others, order=order)[0]


def test_mu04_there_are_fourteen_objectives():
    assert tuple(OBJECTIVES) == tuple(range(1, 15))


def test_mu04_each_objective_has_its_letter_and_value():
    assert {number: (card.letter, card.value) for number, card in OBJECTIVES.items()} == {
        1: ("A", +2),
        2: ("A", -2),
        3: ("B", +2),
        4: ("B", +2),
        5: ("C", -2),
        6: ("C", +2),
        7: ("D", +2),
        8: ("D", +2),
        9: ("E", +2),
        10: ("E", -2),
        11: ("F", +2),
        12: ("F", +2),
        13: ("G", -2),
        14: ("G", +2),
    }


def test_mu35_every_letter_is_on_two_cards():
    assert Counter(card.letter for card in OBJECTIVES.values()) == dict.fromkeys("ABCDEFG", 2)


def test_mu33_everyone_who_meets_a_condition_gets_its_value():
    assert everyone_gets(1, laid(1), laid(8, 15), laid(16), laid(23)) == (+2, 0, +2, +2)
    assert everyone_gets(13, laid(*PINK[:3]), laid(*BLUE[:3]), laid(1)) == (-2, -2, 0)


@pytest.mark.parametrize(("oranges", "points"), [(0, 0), (1, +2), (2, 0), (3, +2), (4, 0), (5, 0)])
def test_objective_1_exactly_one_or_three_orange(oranges, points):
    assert gets(1, 3, 13, 18, *ORANGE[:oranges]) == points


@pytest.mark.parametrize(("value", "points"), [(1, -2), (2, -2), (3, 0), (4, 0), (5, 0)])
def test_objective_2_orange_in_the_column_worth_one_or_two(value, points):
    others = tuple({1, 2, 3, 4, 5} - {value})
    assert gets(2, 1, 2, 3, order=(value, *others)) == points
    assert gets(2, 2, 3, 1, order=(*others[:2], value, *others[2:])) == points
    assert gets(2, 2, 3, 4, 7, 1, 8, order=(*others, value)) == points


def test_objective_2_without_orange_is_not_met():
    assert gets(2, 2, 3, 4, 7, order=(1, 3, 4, 5, 2)) == 0


@pytest.mark.parametrize(("blues", "points"), [(0, 0), (1, 0), (2, +2), (3, 0), (4, +2), (5, 0)])
def test_objective_3_exactly_two_or_four_blue(blues, points):
    assert gets(3, 1, 8, *BLUE[:blues]) == points


@pytest.mark.parametrize(
    ("cards", "points"),
    [
        ((*BLUE[:3], *PINK[:2], *GREEN[:2]), +2),
        ((*PINK[:1], *BLUE[:2], *GREEN[:1]), +2),
        ((*PINK[:3], *BLUE[:2], *GREEN[:2]), 0),
        ((*BLUE[:2], *PINK[:1], *GREEN[:3]), 0),
        ((*PINK[:4], *GREEN[:3]), 0),
    ],
    ids=["blue leads", "blue leads from the middle", "first leads", "last leads", "no blue"],
)
def test_objective_4_no_colour_has_more_cards_than_blue(cards, points):
    assert gets(4, *cards) == points


def test_objective_4_a_tie_counts():
    assert gets(4, *PINK[:3], *BLUE[:3], *GREEN[:1]) == +2
    assert gets(4, *BLUE[:2], *PINK[:2], *GREEN[:2], *PURPLE[:1]) == +2


def test_objective_5_nobody_has_fewer_pink():
    assert everyone_gets(5, laid(*PINK[:3]), laid(*PINK[3:4]), laid(*PINK[4:])) == (0, -2, 0)


def test_objective_5_ties_count():
    assert everyone_gets(5, laid(2), laid(6, 10), laid(19)) == (-2, 0, -2)
    assert everyone_gets(5, laid(2), laid(6), laid(10)) == (-2, -2, -2)


def test_objective_5_zero_counts():
    assert everyone_gets(5, laid(2), laid(1), laid(6, 10)) == (0, -2, 0)
    assert everyone_gets(5, laid(2), laid(1), laid(3)) == (0, -2, -2)
    assert everyone_gets(5, laid(7), laid(1), laid(3)) == (-2, -2, -2)


def test_objective_6_nobody_has_more_pink():
    assert everyone_gets(6, laid(*PINK[:1]), laid(*PINK[1:4]), laid(*PINK[4:])) == (0, +2, 0)


def test_objective_6_ties_count():
    assert everyone_gets(6, laid(2, 6), laid(10), laid(19, 27)) == (+2, 0, +2)
    assert everyone_gets(6, laid(2), laid(1), laid(6)) == (+2, 0, +2)


def test_objective_6_all_at_zero_everyone_gets_it():
    assert everyone_gets(6, laid(1), laid(3), laid(4)) == (+2, +2, +2)


@pytest.mark.parametrize(
    ("cards", "points"),
    [
        ((4,), +2),
        ((1, 4), +2),
        ((1, 2, 4, 8), +2),
        ((1, 2, 3, 7, 4), +2),
        ((4, 1), 0),
        ((1, 4, 2, 5), 0),
        ((4, 1, 2, 3, 7), 0),
        ((1, 2, 3, 4, 7), 0),
    ],
)
def test_objective_7_green_is_the_rightmost_used_column(cards, points):
    assert gets(7, *cards) == points


def test_objective_7_without_green_is_not_met():
    assert gets(7, 1) == 0
    assert gets(7, 1, 2, 3, 7) == 0
    assert everyone_gets(7, EMPTY) == (0,)


@pytest.mark.parametrize(("value", "points"), [(1, 0), (2, 0), (3, 0), (4, +2), (5, +2)])
def test_objective_8_green_in_the_column_worth_four_or_five(value, points):
    others = tuple({1, 2, 3, 4, 5} - {value})
    assert gets(8, 4, 2, 3, order=(value, *others)) == points
    assert gets(8, 2, 3, 4, order=(*others[:2], value, *others[2:])) == points
    assert gets(8, 2, 3, 1, 7, 4, 5, order=(*others, value)) == points


def test_objective_8_without_green_is_not_met():
    assert gets(8, 1, 2, 3, 7, order=(5, 1, 2, 3, 4)) == 0
    assert gets(8, 1, 2, 3, 7, order=(4, 1, 2, 3, 5)) == 0


@pytest.mark.parametrize(
    ("purples", "oranges", "points"),
    [(0, 0, +2), (1, 0, +2), (1, 1, +2), (3, 2, +2), (2, 2, +2), (0, 1, 0), (1, 2, 0), (2, 4, 0)],
)
def test_objective_9_at_least_as_many_purple_as_orange(purples, oranges, points):
    assert gets(9, 3, *PURPLE[:purples], *ORANGE[:oranges]) == points


def test_objective_10_nobody_has_more_purple():
    assert everyone_gets(10, laid(7), laid(9, 11, 20), laid(22, 26)) == (0, -2, 0)


def test_objective_10_ties_count():
    assert everyone_gets(10, laid(7, 9), laid(11), laid(20, 22)) == (-2, 0, -2)


def test_objective_10_all_at_zero_everyone_gets_it():
    assert everyone_gets(10, laid(1), laid(3), laid(4)) == (-2, -2, -2)


@pytest.mark.parametrize(
    ("cards", "points"),
    [((1, 2, 3, 4, 7), +2), ((1, 2, 3, 4, 7, 8, 6), +2), ((1, 2, 3, 4, 8), 0), ((1, 8), 0)],
)
def test_objective_11_all_five_colours(cards, points):
    assert gets(11, *cards) == points


@pytest.mark.parametrize(
    ("cards", "points"),
    [
        ((1, 2), 0),
        ((1, 8, 2), 0),
        ((1, 2, 3), +2),
        ((1, 8, 2, 6, 3, 13, 18), +2),
        ((1, 2, 3, 4), 0),
        ((1, 2, 3, 4, 7), 0),
    ],
)
def test_objective_12_exactly_three_colours(cards, points):
    assert gets(12, *cards) == points


@pytest.mark.parametrize(("pinks", "points"), [(0, 0), (2, 0), (3, -2), (4, 0), (5, 0)])
def test_objective_13_a_colour_with_exactly_three_cards(pinks, points):
    assert gets(13, 1, 8, *PINK[:pinks], 3) == points


def test_objective_13_counts_once():
    assert gets(13, *PINK[:3], *BLUE[:3], 1) == -2


@pytest.mark.parametrize(("pinks", "points"), [(0, 0), (3, 0), (4, +2), (5, 0), (6, 0)])
def test_objective_14_a_colour_with_exactly_four_cards(pinks, points):
    assert gets(14, 1, 8, *PINK[:pinks], 3) == points


def test_objective_14_counts_once():
    assert gets(14, *PINK[:4], *BLUE[:4], 1) == +2


def test_m13_pink_and_purple_are_compared_across_the_table():
    table = (
        laid(2, 6, 1, 3, 4, 5, 7),
        laid(10, 19, 8, 13, 12, 9, 27),
        laid(15, 16, 18, 21, 14, 11, 20),
    )
    assert everyone_gets(6, *table) == (0, +2, 0)
    assert everyone_gets(5, *table) == (0, 0, -2)
    assert everyone_gets(10, *table) == (0, 0, -2)
