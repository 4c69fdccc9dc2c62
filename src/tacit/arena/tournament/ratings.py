"""Ratings over a league, with openskill: made for games of more than two, ties included."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable
from typing import NamedTuple

from openskill.models import PlackettLuce

from tacit.arena.tournament.play import Played


class Rating(NamedTuple):
    """How strong a bot seems, and how unsure that is; 25 is where everybody begins."""

    mu: float
    sigma: float


def ratings(games: Iterable[Played], bots: int) -> tuple[Rating, ...]:
    """Rate bots by the places they made, game by game in the order given.

    A bot that sits at a table more than once moves by the mean of what its seats would move it.
    """
    model = PlackettLuce()
    rated = [model.rating() for _ in range(bots)]
    for game in games:
        teams = [[rated[bot]] for bot in game.lineup]
        after = model.rate(teams, ranks=[float(place) for place in game.places])
        moved = defaultdict(list)
        for bot, (rating,) in zip(game.lineup, after, strict=True):
            moved[bot].append(rating)
        for bot, copies in moved.items():
            mu = sum(copy.mu for copy in copies) / len(copies)
            sigma = sum(copy.sigma for copy in copies) / len(copies)
            rated[bot] = model.rating(mu=mu, sigma=sigma)
    return tuple(Rating(mu=rating.mu, sigma=rating.sigma) for rating in rated)
