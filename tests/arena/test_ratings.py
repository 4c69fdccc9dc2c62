"""Ratings of a league."""

from hypothesis import given
from hypothesis import strategies as st
from openskill.models import PlackettLuce

from tacit.arena.rating import Rating, after_game, beginner
from tacit.arena.tournament.report import ratings
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


RATINGS = st.builds(Rating, st.floats(-20, 70), st.floats(0.1, 12))


@given(st.lists(st.tuples(RATINGS, st.integers(1, 6)), min_size=2, max_size=6))
def test_ratings_are_those_of_openskill_to_the_last_bit(seats):
    before = {seat: rating for seat, (rating, _) in enumerate(seats)}
    places = [place for _, place in seats]
    model = PlackettLuce()
    teams = [[model.rating(mu=one.mu, sigma=one.sigma)] for one in before.values()]
    expected = model.rate(teams, ranks=[float(place) for place in places])
    after = after_game(before, range(len(seats)), places)
    assert [(one.mu, one.sigma) for one in after.values()] == [
        (one.mu, one.sigma) for (one,) in expected
    ]


def test_everybody_begins_where_openskill_begins():
    first = PlackettLuce().rating()
    assert beginner() == (first.mu, first.sigma)
