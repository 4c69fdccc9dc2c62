"""One line of winning chances for the whole table: it adds up, ends at the result, and is true."""

import random

import msgspec
import pytest
from bench.review import calibration, drawn

from tacit.games.mindup import Revealed
from tacit.games.mindup.kernel.packed import SCORE
from tacit.games.mindup.review.course import chances_at, course, hundred, outcome, point
from tacit.review.reviewing import Depth, states
from tests.games.mindup.test_review import a_replay

FEW = Depth(deals=10)


@pytest.mark.parametrize(("players", "objectives"), [(3, 2), (4, 0), (6, 4)])
def test_chances_add_up_at_every_point_and_end_at_the_result(players, objectives):
    replay = a_replay(players, objectives=objectives)
    told = course(replay, FEW)
    assert [(one["round"], one["turn"]) for one in told] == [
        *((number, turn) for number in (1, 2, 3) for turn in range(1, number + 6)),
        (3, None),
    ]
    for one in told:
        assert len(one["win"]) == players
        assert sum(one["win"]) == 100
        assert min(one["win"]) >= 0
    winners = [place == 1 for place in replay.result["places"]]
    assert [share > 0 for share in told[-1]["win"]] == winners


def test_a_shared_victory_is_told_in_parts():
    assert outcome([1, 3, 1, 4]) == [50, 0, 50, 0]
    assert outcome([1, 1, 1]) == [34, 33, 33]
    assert sum(hundred([0.2, 0.3, 0.499, 0.001])) == 100


def test_before_the_last_turn_a_sure_victory_is_told_as_sure():
    """Two cards in each hand, all open: a lead of hundreds cannot be lost any more."""
    replay = a_replay()
    *_, last = (before for before, event, _ in states(replay) if isinstance(event, Revealed))
    one = point(last)
    one.table[SCORE + 2] += 400
    assert chances_at(one, 0, FEW) == [0, 0, 100, 0]


@pytest.mark.parametrize("seed", range(4))
def test_what_is_still_to_come_changes_not_a_digit(seed):
    """Cards still to be drawn, and what later rounds are worth, in another order."""
    luck = random.Random(seed)
    objectives = luck.choice([0, 2])
    replay = a_replay(luck.choice([3, 4]), seed, objectives=objectives)
    tables = [before for before, event, _ in states(replay) if isinstance(event, Revealed)]
    here = luck.choice([state for state in tables if state.round < 3])
    deck, orders = [*here.deck], [*here.setup.orders]
    luck.shuffle(deck)
    orders[here.round :] = [tuple(reversed(order)) for order in orders[here.round :]]
    goals = (*here.setup.objectives[: here.round], *((14, 1)[:objectives],) * (3 - here.round))
    setup = msgspec.structs.replace(here.setup, orders=tuple(orders), objectives=goals)
    there = msgspec.structs.replace(here, deck=tuple(deck), setup=setup)
    assert there != here
    assert chances_at(point(here), objectives, FEW) == chances_at(point(there), objectives, FEW)


def test_the_moments_told_as_a_chance_are_won_as_often():
    """The long form is `tacit bench review`: 2,000 games of bots of four strengths."""
    rows = calibration(["linnet", "greedy", "pebble", "linnet"], games=80, deals=15, seed=5)
    assert sum(row.moments for row in rows) == 80 * 21 * 4
    assert all(drawn(row) for row in rows)
    for row in rows:
        if row.moments > 100:
            low, high = row.ci95
            assert low - 0.05 < row.told < high + 0.05, drawn(row)
    assert rows[0].won < 0.1
    assert rows[8].won > 0.65
