"""What the games say, and how surely.

The deal is what chance draws, so the deal is what is counted: all games of one deal are one
observation, however many seats and rotations it has. Intervals come from the bootstrap: the deals
played are drawn again, with replacement, many times, and the middle 95 % of what each such draw
would have said is the interval.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import NamedTuple, TypeAlias

import numpy as np
from numpy.typing import NDArray

from tacit.arena.tournament.play import Played

Numbers: TypeAlias = NDArray[np.float64]
RESAMPLES = 2000
AT_ONCE = 2_000_000
"""Weights held in memory at a time."""


class Tally(NamedTuple):
    """Sums by deal and bot; a bot that did not sit at a deal has zeros."""

    seats: Numbers
    """How many seats of the deal's games it had."""
    shares: Numbers
    """Its part of the wins, ties split."""
    scores: Numbers
    places: Numbers

    @property
    def deals(self) -> int:
        """How many deals there are."""
        return len(self.seats)


class Estimate(NamedTuple):
    """A figure for each bot and the interval around it."""

    value: Numbers
    low: Numbers
    high: Numbers


def tally(games: Iterable[Played], deals: int, bots: int) -> Tally:
    """Add up games by deal and bot, whatever order they come in."""
    sums = np.zeros((4, deals, bots))
    for game in games:
        for slot, bot in enumerate(game.lineup):
            sums[:, game.deal, bot] += (
                1,
                game.shares[slot],
                game.scores[slot],
                game.places[slot],
            )
    return Tally(*sums)


def means(counts: Tally, figure: Numbers) -> Numbers:
    """Return a figure a seat and game, by bot.

    >>> one = Tally(*(np.array([[1.0, 3.0]]), np.array([[1.0, 0.0]]), *np.ones((2, 1, 2))))
    >>> means(one, one.shares).tolist()
    [1.0, 0.0]
    """
    with np.errstate(invalid="ignore"):
        return np.asarray(figure.sum(axis=0) / counts.seats.sum(axis=0))


def bootstrap(counts: Tally, seed: int, level: float = 0.95) -> tuple[Estimate, ...]:
    """Return shares, scores and places with their intervals, by resampling deals."""
    figures = (counts.shares, counts.scores, counts.places)
    drawn = _resampled(counts, figures, np.random.default_rng([seed, counts.deals]))
    tail = (1 - level) / 2
    low, high = np.nanquantile(drawn, [tail, 1 - tail], axis=0)
    return tuple(
        Estimate(means(counts, figure), low[place], high[place])
        for place, figure in enumerate(figures)
    )


def _resampled(counts: Tally, figures: Sequence[Numbers], rng: np.random.Generator) -> Numbers:
    """Return by resample, figure and bot what the deals drawn again would have said."""
    deals, bots = counts.seats.shape
    sums = np.concatenate([counts.seats, *figures], axis=1)
    at_once = max(1, AT_ONCE // deals)
    even = np.full(deals, 1 / deals)
    parts = []
    for start in range(0, RESAMPLES, at_once):
        weights = rng.multinomial(deals, even, size=min(at_once, RESAMPLES - start))
        parts.append(weights @ sums)
    drawn = np.concatenate(parts).reshape(RESAMPLES, 1 + len(figures), bots)
    with np.errstate(invalid="ignore"):
        return np.asarray(drawn[:, 1:] / drawn[:, :1])
