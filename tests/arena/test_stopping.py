"""Stopping when it is clear, and seldom when it is not."""

import itertools

import numpy as np
import pytest

from tacit.arena.runner.entrant import entrant
from tacit.arena.tournament.league import schedule
from tacit.arena.tournament.stats import Tally
from tacit.arena.tournament.stopping import (
    ERROR,
    FIRST_LOOK,
    Question,
    answers,
    looks,
    questions,
    spent,
)
from tacit.arena.tournament.tournament import play_tournament
from tests.arena.test_stats import played, simulated


def asked(*names, players=4, league=False):
    plan = schedule(tuple(map(entrant, names)), players, 1, league=league)
    return [tuple(question) for question in questions(plan)]


def test_what_an_arena_wants_to_know():
    assert asked("a", "b") == [(0, None)]
    assert asked("a", "b", "b", "b") == [(0, None)]
    assert asked("a", "b", "c", "d") == [(0, 1), (0, 2), (0, 3)]
    assert asked("a", "b", "c", players=4) == [(0, 1), (0, 2), (1, 2)]


def test_the_error_is_never_spent_twice():
    assert sum(spent(look) for look in range(1, 1000)) <= 1
    assert looks(64) == (64,)
    assert looks(10) == (10,)


def stops_wrongly(rng, deals):
    """Tell whether equals are ever called different, looking as the arena looks."""
    counts = simulated(rng, deals, share=0.25)
    for look, upto in enumerate(looks(deals), start=1):
        sofar = Tally(*(figure[:upto] for figure in counts))
        (answer,) = answers(sofar, (Question(0, None),), 0.25, ERROR * spent(look))
        if answer.clear:
            return True
    return False


def test_equals_are_seldom_called_different_however_often_one_looks():
    rng = np.random.default_rng(1)
    trials = 2000
    wrong = sum(stops_wrongly(rng, deals=1000) for _ in range(trials))
    assert wrong / trials <= ERROR


def test_a_pair_is_compared_deal_by_deal():
    """Two bots that always do alike are alike, however much the deals differ."""
    rng = np.random.default_rng(1)
    wins = rng.random((100, 1))
    seats = np.full((100, 2), 4.0)
    counts = Tally(seats, np.hstack([wins, wins]), seats, seats)
    (answer,) = answers(counts, (Question(0, 1),), 0.25, ERROR)
    assert (answer.difference, answer.low, answer.high) == pytest.approx((0, 0, 0))
    assert not answer.clear


def test_with_few_deals_nothing_is_clear():
    seats = np.full((20, 2), 4.0)
    counts = Tally(seats, seats * [1, 0], seats, seats)
    (answer,) = answers(counts, (Question(0, None),), 0.25, ERROR)
    assert not answer.clear


class Puppets:
    """Plays no games, but says who won them."""

    def __init__(self, wins):
        self._wins = wins
        self.games = 0

    def play(self, deals):
        for deal in deals:
            for rotation in deal.parts:
                self.games += 1
                shares = (1, 0, 0) if next(self._wins) else (0, 1, 0)
                yield played(
                    deal.number,
                    rotation,
                    deal.lineup,
                    shares=shares,
                    scores=(1, 1, 1),
                    places=(1, 2, 3),
                )

    def close(self):
        pass


@pytest.mark.parametrize(("fixed", "deals"), [(False, FIRST_LOOK), (True, 500)])
def test_games_end_when_the_answer_is_clear_unless_their_number_is_fixed(fixed, deals):
    puppets = Puppets(itertools.cycle([1, 1, 1, 0, 0]))
    plan = schedule((entrant("a"), entrant("b")), 3, 1, league=False)
    tournament = play_tournament(plan, puppets, 500, fixed=fixed)
    assert (tournament.early, tournament.counts.deals) == (not fixed, deals)
    assert puppets.games == 3 * deals
    assert tournament.answers[0].clear


def test_games_go_on_while_the_answer_is_not_clear():
    puppets = Puppets(itertools.cycle([1, 0, 0]))
    plan = schedule((entrant("a"), entrant("b")), 3, 1, league=False)
    tournament = play_tournament(plan, puppets, 100, fixed=False)
    assert (tournament.early, tournament.counts.deals) == (False, 100)
