"""One game's ratings, with openskill: made for games of more than two, ties included."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping, Sequence
from functools import cache
from typing import NamedTuple, TypeVar

from openskill.models import PlackettLuce

Who = TypeVar("Who")


class Rating(NamedTuple):
    """How strong somebody seems, and how unsure that is; 25 is where everybody begins."""

    mu: float
    sigma: float


@cache
def _model() -> PlackettLuce:
    return PlackettLuce()


@cache
def beginner() -> Rating:
    """Return where everybody begins."""
    rating = _model().rating()
    return Rating(rating.mu, rating.sigma)


def after_game(
    before: Mapping[Who, Rating], lineup: Sequence[Who], places: Sequence[int]
) -> dict[Who, Rating]:
    """Return the ratings of those who played, after a game; `places` by seat.

    Whoever sits at a table more than once moves by the mean of what their seats would move them.
    """
    model = _model()
    first = beginner()
    was = [before.get(who, first) for who in lineup]
    teams = [[model.rating(mu=one.mu, sigma=one.sigma)] for one in was]
    after = model.rate(teams, ranks=[float(place) for place in places])
    moved: dict[Who, list[Rating]] = defaultdict(list)
    for who, (rating,) in zip(lineup, after, strict=True):
        moved[who].append(Rating(rating.mu, rating.sigma))
    return {who: _mean(copies) for who, copies in moved.items()}


def _mean(ratings: list[Rating]) -> Rating:
    count = len(ratings)
    return Rating(sum(one.mu for one in ratings) / count, sum(one.sigma for one in ratings) / count)
