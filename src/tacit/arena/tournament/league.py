"""Who plays whom: the line-up of every deal.

A deal is played once for each seat, the line-up moved on by one seat every time, so that each bot
plays the same cards in the same company from every side. So no bot gains from
the luck of the cards.
"""

from __future__ import annotations

import random
from functools import lru_cache
from itertools import combinations, combinations_with_replacement
from math import comb
from typing import NamedTuple, TypeAlias

from tacit.arena.runner.entrant import Entrant
from tacit.bots.bot import BotError

Lineup: TypeAlias = tuple[int, ...]
"""Whose bots sit at a table, as places in the list of entrants."""
MOST_LINEUPS = 10_000
"""A league with more line-ups than these draws one at random for each deal."""


class Schedule(NamedTuple):
    """Which line-up plays which deal; the same for the same seed."""

    entrants: tuple[Entrant, ...]
    players: int
    lineups: tuple[Lineup, ...]
    """All there are, or none where they are drawn."""
    league: bool
    seed: int

    def lineup(self, deal: int) -> Lineup:
        """Return who plays a deal: every line-up once, in a new order each time round."""
        if not self.lineups:
            rng = _rng(f"{self.seed} deal {deal}")
            return tuple(sorted(rng.sample(range(len(self.entrants)), self.players)))
        turn, place = divmod(deal, len(self.lineups))
        return self.lineups[_order(self.seed, turn, len(self.lineups))[place]]


def schedule(entrants: tuple[Entrant, ...], players: int, seed: int, *, league: bool) -> Schedule:
    """Arrange the games: a table with a bot for each seat, one against many, or a league.

    Two bots are one against copies of the other. A bot for each seat is one table. Any other number
    is a league, and so are these with `league`.
    """
    distinct = tuple(dict.fromkeys(entrants))
    if len(distinct) < 2:
        raise BotError("An arena needs two different bots at least.")
    if league or len(entrants) not in (2, players):
        lineups = _league(len(distinct), players)
        return Schedule(distinct, players, lineups, league=True, seed=seed)
    seated = entrants if len(entrants) == players else (entrants[0], *entrants[1:] * (players - 1))
    table = tuple(distinct.index(one) for one in seated)
    return Schedule(distinct, players, (table,), league=False, seed=seed)


def _league(bots: int, players: int) -> tuple[Lineup, ...]:
    """Return every line-up; with fewer bots than seats some sit down more than once."""
    if bots < players:
        tables = combinations_with_replacement(range(bots), players)
        return tuple(table for table in tables if len(set(table)) > 1)
    if comb(bots, players) > MOST_LINEUPS:
        return ()
    return tuple(combinations(range(bots), players))


@lru_cache(maxsize=8)
def _order(seed: int, turn: int, lineups: int) -> tuple[int, ...]:
    return tuple(_rng(f"{seed} round {turn}").sample(range(lineups), lineups))


def _rng(text: str) -> random.Random:
    return random.Random(f"tacit arena line-ups {text}")  # noqa: S311  # no secrets in a schedule
