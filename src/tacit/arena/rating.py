"""One game's ratings: Plackett–Luce after Weng and Lin, for games of more than two, ties included.

The numbers are those of the library openskill with its usual parameters, to the last bit; the tests
compare them. Here they are worked out for players who are each alone, without a copy of every
rating, which is ten times as fast: a busy site rates hundreds of games a second.
"""

from __future__ import annotations

import math
from collections import defaultdict
from collections.abc import Mapping, Sequence
from math import exp, sqrt
from typing import NamedTuple, TypeVar

Who = TypeVar("Who")

MU = 25.0
SIGMA = 25.0 / 3.0
BETA = 25.0 / 6.0
"""How much luck is in one game."""
TAU = 25.0 / 300.0
"""How much strength may change from one game to the next."""
KAPPA = 0.0001
"""No variance shrinks below this part of itself in one game."""


class Rating(NamedTuple):
    """How strong a player seems, and how unsure that is; every player begins at 25."""

    mu: float
    sigma: float


def beginner() -> Rating:
    """Return the rating that every player begins with."""
    return Rating(MU, SIGMA)


def after_game(
    before: Mapping[Who, Rating], lineup: Sequence[Who], places: Sequence[int]
) -> dict[Who, Rating]:
    """Return the ratings of those who played, after a game; `places` by seat.

    A player in more than one seat moves by the mean of what these seats would move them.
    """
    first = beginner()
    after = _plackett_luce([before.get(who, first) for who in lineup], places)
    if len(set(lineup)) == len(lineup):
        return dict(zip(lineup, after, strict=True))
    moved: dict[Who, list[Rating]] = defaultdict(list)
    for who, rating in zip(lineup, after, strict=True):
        moved[who].append(rating)
    return {who: _mean(copies) for who, copies in moved.items()}


def _plackett_luce(before: Sequence[Rating], places: Sequence[int]) -> list[Rating]:
    """Return the ratings by seat: algorithm 4 of Weng and Lin, JMLR 12 (2011)."""
    order = sorted(range(len(before)), key=places.__getitem__)
    ranks = [places[seat] for seat in order]
    sigmas = [sqrt(before[seat].sigma * before[seat].sigma + TAU * TAU) for seat in order]
    variances = [sigma**2 for sigma in sigmas]
    collective = 0.0
    for variance in variances:
        collective += variance + BETA**2
    c = sqrt(collective)
    strengths = [exp(before[seat].mu / c) for seat in order]
    sums = [_sum(strengths, ranks, rank) for rank in ranks]
    ties = [ranks.count(rank) for rank in ranks]
    after = list(before)
    for i, seat in enumerate(order):
        omega = delta = 0.0
        for q, rank in enumerate(ranks):
            if rank > ranks[i]:
                break
            chance = strengths[i] / sums[q]
            delta += chance * (1 - chance) / ties[q]
            omega += (1 - chance) / ties[q] if q == i else -(chance / ties[q])
        omega *= variances[i] / c
        delta *= variances[i] / c**2
        delta *= sqrt(variances[i]) / c
        sigma = sigmas[i] * sqrt(max(1 - delta, KAPPA))
        after[seat] = Rating(before[seat].mu + omega, sigma)
    return after


def _sum(strengths: list[float], ranks: list[int], rank: int) -> float:
    """Return the strength of all who are not placed better than a rank, added in their order."""
    total = 0.0
    for strength, other in zip(strengths, ranks, strict=True):
        if other >= rank:
            total += strength
    return total


def _mean(ratings: list[Rating]) -> Rating:
    count = len(ratings)
    mu = math.fsum(one.mu for one in ratings)
    return Rating(mu / count, math.fsum(one.sigma for one in ratings) / count)
