"""The ratings that bots begin with: their strength was measured before.

>>> begins = strengths("mindup")
>>> sorted(begins, key=lambda bot: begins[bot].mu)[-1], begins["linnet"].mu
('raven', 25.0)
"""

from __future__ import annotations

import math
from functools import cache

from tacit.arena.rating import Rating, beginner
from tacit.bots.asking import asking_of

OTHERS = 3
"""Copies of the other bot that each was measured against."""
SURE = 3.0
"""How much surer a bot's strength is than that of a new player."""


@cache
def strengths(game: str) -> dict[str, Rating]:
    """Return the ratings that bots of a game begin with; bots never measured are not among them."""
    start = beginner()
    pairs = asking_of(game).measured
    found = {pairs[0][1]: start.mu} if pairs else {}
    for bot, other, won in pairs:
        ahead = _ahead(won, start)
        if other in found:
            found[bot] = found[other] + ahead
        else:
            found[other] = found[bot] - ahead
    return {bot: Rating(mu, start.sigma / SURE) for bot, mu in found.items()}


def _ahead(won: float, start: Rating) -> float:
    """Return how far a bot is ahead that wins so often, by the model that ratings are made with.

    In Plackett and Luce's model a player wins as often as exp(mu / c) is of the sum of all;
    c is beta, which is half a beginner's sigma, times the root of the number of players.
    """
    spread = start.sigma / 2 * math.sqrt(OTHERS + 1)
    return spread * math.log(OTHERS * won / (1 - won))
