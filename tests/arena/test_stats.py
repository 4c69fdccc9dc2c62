"""Intervals that hold what they promise."""

import numpy as np
import pytest

from tacit.arena.tournament.play import Played
from tacit.arena.tournament.stats import Tally, bootstrap, means, tally


def played(deal, rotation, lineup, *, shares, scores, places):
    return Played(
        deal=deal,
        rotation=rotation,
        lineup=lineup,
        shares=shares,
        scores=scores,
        places=places,
        forfeits={},
        gone=(),
        seconds=(),
        cards=(),
    )


def test_games_are_added_up_by_deal_and_bot():
    games = [
        played(1, 0, (0, 1, 1), shares=(0.5, 0.5, 0), scores=(90, 90, 80), places=(1, 1, 3)),
        played(0, 0, (0, 1, 1), shares=(1, 0, 0), scores=(99, 90, 80), places=(1, 2, 3)),
    ]
    counts = tally(games, deals=2, bots=2)
    assert counts.seats.tolist() == [[1, 2], [1, 2]]
    assert counts.shares.tolist() == [[1, 0], [0.5, 0.5]]
    assert means(counts, counts.shares).tolist() == [0.75, 0.125]
    assert means(counts, counts.scores).tolist() == [94.5, 85]
    assert means(counts, counts.places).tolist() == [1, 2.25]


def simulated(rng, deals, share):
    """A table of four where luck of the cards moves a whole deal, as it does in a real one."""
    luck = rng.beta(8 * share, 8 * (1 - share), size=deals)
    wins = rng.binomial(4, luck) / 1.0
    seats = np.column_stack([np.full(deals, 4.0), np.full(deals, 12.0)])
    shares = np.column_stack([wins, 4 - wins])
    return Tally(seats, shares, 80 * seats, 2.5 * seats)


def test_a_bootstrap_interval_covers_the_truth_as_often_as_it_says(monkeypatch):
    monkeypatch.setattr("tacit.arena.tournament.stats.RESAMPLES", 500)
    rng = np.random.default_rng(1)
    trials = 300
    covered = 0
    for trial in range(trials):
        share, _, _ = bootstrap(simulated(rng, deals=100, share=0.4), seed=trial)
        covered += share.low[0] <= 0.4 <= share.high[0]
    assert 0.91 <= covered / trials <= 0.98


def test_the_same_seed_gives_the_same_interval():
    counts = simulated(np.random.default_rng(2), deals=50, share=0.3)
    first, again, other = (bootstrap(counts, seed)[0] for seed in (1, 1, 2))
    assert first.low.tolist() == again.low.tolist()
    assert first.low.tolist() != other.low.tolist()


def test_resampling_in_parts_is_resampling(monkeypatch):
    counts = simulated(np.random.default_rng(3), deals=50, share=0.3)
    whole = bootstrap(counts, 1)[0]
    monkeypatch.setattr("tacit.arena.tournament.stats.AT_ONCE", 1000)
    assert bootstrap(counts, 1)[0].low == pytest.approx(whole.low)


def test_a_bot_may_miss_some_deals():
    seats = np.array([[4.0, 0], [0, 4], [4, 4], [4, 0]])
    share, _, _ = bootstrap(Tally(seats, seats / 4, seats * 80, seats * 2), seed=1)
    assert share.value.tolist() == [0.25, 0.25]
    assert np.isfinite([share.low, share.high]).all()
