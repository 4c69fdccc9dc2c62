"""What a round is worth, and who wins."""

from __future__ import annotations

import pytest

from tacit.games.mindup import BONUS, EMPTY, Score, places, score_table, totals
from tacit.games.mindup.rules.scoring import Points, standing
from tests.games.mindup.tables import laid

EXAMPLE = laid(22, 13, 25, 46, 20, 8, 53)


def score(*cards, order, objectives=()):
    return score_table((laid(*cards),), order, objectives)[0]


def objectives_of(*cards, order, numbers):
    return dict(
        zip(numbers, score(*cards, order=order, objectives=numbers).objectives, strict=True)
    )


def points(*rounds):
    """Return rounds whose scores by seat are these sums."""
    return tuple(tuple(Score((each,), (), ()) for each in scores) for scores in rounds)


def test_mu21_a_column_is_worth_its_score_value_times_its_cards():
    round_score = score(1, 8, 2, 3, 13, 18, order=(3, 5, 2, 4, 1))
    assert round_score.columns == (3 * 2, 5 * 1, 2 * 3, 0, 0)


def test_mu21_all_five_columns_count():
    assert score(1, 2, 3, 4, 7, 9, order=(5, 4, 3, 2, 1)).columns == (5, 4, 3, 2, 2)


def test_mu21_a_column_without_a_score_value_is_an_error():
    with pytest.raises(ValueError, match="zip"):
        score(1, 2, 3, order=(1, 2, 3, 4))


def test_mu22_every_bonus_and_malus_counts_in_its_column():
    assert score(1, 45, 2, 22, 39, 54, 4, 5, order=(1, 2, 3, 4, 5)).bonuses == (1, 0, 3, 3, 0)
    assert score(1, 60, order=(1, 2, 3, 4, 5)).bonuses == (-2, 0, 0, 0, 0)


def test_mu23_objectives_count_in_the_order_in_which_they_are_out():
    assert score(1, 2, 3, order=(1, 2, 3, 4, 5), objectives=(12, 2, 14)).objectives == (+2, -2, 0)


def test_mu23_some_objectives_compare_all_players():
    table = (laid(1, 2), laid(10, 19), laid(3, 4))
    assert [each.objectives for each in score_table(table, (1, 2, 3, 4, 5), (6, 5))] == [
        (0, 0),
        (+2, 0),
        (0, -2),
    ]


def test_mu23_without_objectives_there_is_nothing_to_add():
    assert score(1, 2, 3, order=(1, 2, 3, 4, 5)).objectives == ()


def test_every_player_is_scored_in_the_order_of_the_seats():
    assert score_table((laid(1), laid(2, 6), EMPTY), (4, 1, 2, 3, 5), ()) == (
        Score((4, 0, 0, 0, 0), (-1, 0, 0, 0, 0), ()),
        Score((8, 0, 0, 0, 0), (0, 0, 0, 0, 0), ()),
        Score((0, 0, 0, 0, 0), (0, 0, 0, 0, 0), ()),
    )


def test_mu24_a_round_is_the_sum_of_columns_bonuses_and_objectives():
    assert Score((10, 4), (3, -1), (-2, 2, -2)).total == 14


def test_mu24_a_round_may_be_negative():
    assert score(1, order=(1, 2, 3, 4, 5), objectives=(2,)).total == -2


def test_mu24_rounds_are_summed_by_seat():
    assert totals(points((25, -3, 7), (1, 2, 3), (10, 20, 30))) == (36, 19, 40)


def test_mu24_a_round_that_misses_a_seat_is_an_error():
    with pytest.raises(ValueError, match="zip"):
        totals(points((25, -3, 7), (1, 2)))


def test_mu28_the_highest_sum_wins():
    assert places(points((10, 30, 5), (10, 0, 5), (10, 1, 19))) == (2, 1, 3)


def test_mu28_the_sum_comes_before_the_last_round():
    assert places(points((20, 10, 0), (20, 10, 0), (0, 10, 39))) == (1, 3, 2)


def test_mu29_a_tie_goes_to_the_better_third_round():
    assert places(points((20, 5, 10), (10, 5, 10), (0, 20, 10))) == (3, 1, 2)


def test_mu29_the_rounds_before_the_third_break_no_tie():
    assert places(points((20, 10, 1), (5, 15, 1), (5, 5, 1))) == (1, 1, 3)


def test_mu30_still_tied_players_share_a_place():
    assert places(points((9, 9, 9), (9, 9, 9), (9, 9, 9))) == (1, 1, 1)


def test_mu30_equals_share_a_place_below_the_winner_and_the_next_place_is_left_out():
    assert places(points((30, 20, 20, 10), (0, 0, 0, 0), (1, 1, 1, 1))) == (1, 2, 2, 4)


def test_mu30_places_below_rank_by_the_third_round_too():
    assert places(points((50, 20, 10, 0), (0, 0, 0, 0), (0, 0, 10, 5))) == (1, 3, 2, 4)


def test_s_m4_the_rulebook_example_scores_25():
    (round_score,) = score_table((EXAMPLE,), (2, 4, 1, 5, 3), ())
    assert round_score.columns == (4, 4, 1, 15, 0)
    assert sum(round_score.bonuses) == +1
    assert round_score.total == 25


def test_s_m4_the_objectives_of_the_rulebook_example():
    numbers = (1, 2, 3, 4, 7, 8, 9, 11, 12, 13, 14)
    met = objectives_of(22, 13, 25, 46, 20, 8, 53, order=(2, 4, 1, 5, 3), numbers=numbers)
    assert met == dict.fromkeys(numbers, 0) | {1: +2, 13: -2}


def test_m6_of_two_with_70_points_the_better_last_round_wins():
    rounds = points((20, 24, 23), (25, 24, 23), (25, 22, 23))
    assert totals(rounds) == (70, 70, 69)
    assert places(rounds) == (1, 2, 3)


def test_m7_the_same_points_and_the_same_last_round_are_a_shared_win():
    rounds = points((20, 25), (25, 20), (25, 25))
    assert totals(rounds) == (70, 70)
    assert places(rounds) == (1, 1)


def test_m8_green_ends_rightmost_and_under_4():
    cards, order = (1, 2, 6, 3, 4, 5, 12), (1, 5, 2, 4, 3)
    round_score = score(*cards, order=order)
    assert sum(round_score.columns) == 25
    assert sum(round_score.bonuses) == +3
    assert objectives_of(*cards, order=order, numbers=(7, 8, 13, 1, 2)) == {
        7: +2,
        8: +2,
        13: -2,
        1: +2,
        2: -2,
    }


def test_m9_four_green_are_not_three():
    cards, order = (1, 4, 2, 3, 5, 12, 14), (1, 5, 2, 4, 3)
    round_score = score(*cards, order=order)
    assert sum(round_score.columns) == 27
    assert sum(round_score.bonuses) == +3
    assert objectives_of(*cards, order=order, numbers=(7, 8, 14, 13)) == {
        7: 0,
        8: +2,
        14: +2,
        13: 0,
    }


def test_m10_no_green_meets_no_objective_about_green():
    cards, order = (1, 2, 3, 6, 7, 8, 9), (1, 5, 2, 4, 3)
    round_score = score(*cards, order=order)
    assert sum(round_score.columns) == 22
    assert sum(round_score.bonuses) == 0
    assert objectives_of(*cards, order=order, numbers=(7, 8, 2, 9)) == {7: 0, 8: 0, 2: -2, 9: +2}


def test_what_lies_there_is_counted_before_the_last_cards_come():
    standing.cache_clear()
    order = (2, 4, 1, 5, 3)
    met, (mine, other) = standing((EXAMPLE, laid(60)), order, (1, 13), (40, 7))
    columns = score_table((EXAMPLE,), order, ())[0].columns
    assert mine == Points(columns, 1, 25, 65)
    assert other == Points((2, 0, 0, 0, 0), BONUS[60], 2 + BONUS[60], 9 + BONUS[60])
    assert [len(one) for one in met] == [2, 2]
