"""Ratings of a league."""

from tacit.arena.tournament.ratings import ratings
from tests.arena.test_stats import played


def game(deal, lineup, places):
    nothing = (0,) * len(lineup)
    return played(deal, 0, lineup, shares=nothing, scores=nothing, places=places)


def test_who_is_placed_better_is_rated_better():
    first, second, third = ratings([game(deal, (2, 0, 1), (3, 1, 2)) for deal in range(20)], 3)
    assert first.mu > second.mu > third.mu
    assert first.sigma < 25 / 3


def test_ties_bring_nobody_ahead():
    one, other, last = ratings([game(deal, (0, 1, 2), (1, 1, 3)) for deal in range(20)], 3)
    assert one == other
    assert one.mu > last.mu


def test_a_bot_in_several_seats_has_one_rating():
    one, many = ratings([game(deal, (0, 1, 1), (1, 2, 3)) for deal in range(20)], 2)
    assert one.mu > 25 > many.mu
