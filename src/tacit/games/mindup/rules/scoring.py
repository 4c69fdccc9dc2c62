"""What a round is worth, and who wins (MU-21…MU-24, MU-28…MU-30)."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from itertools import repeat
from operator import mul
from typing import NamedTuple

import msgspec

from tacit.games.mindup.rules.cards import BONUS
from tacit.games.mindup.rules.objectives import OBJECTIVES
from tacit.games.mindup.rules.tableau import Order, Tableau


class Score(msgspec.Struct, frozen=True, gc=False):
    """One player's round, point by point: by column twice, then by objective that is out."""

    columns: tuple[int, ...]
    bonuses: tuple[int, ...]
    objectives: tuple[int, ...]

    @property
    def total(self) -> int:
        """The round's score; it may be negative (MU-24)."""
        return sum(self.columns) + sum(self.bonuses) + sum(self.objectives)


class Points(msgspec.Struct, frozen=True, gc=False):
    """What one player's columns are worth as they lie."""

    columns: tuple[int, ...]
    """By column: its value for each card."""
    bonus: int
    """All bonuses together."""
    total: int
    """Of the round; objectives count once the last cards lie there."""
    so_far: int
    """With the rounds before."""


def score_table(
    tableaux: tuple[Tableau, ...], order: Order, objectives: tuple[int, ...]
) -> tuple[Score, ...]:
    """Score everyone at once: some objectives compare the players (MU-23)."""
    return tuple(
        Score(
            columns=tuple(value * len(column) for value, column in zip(order, mine, strict=True)),
            bonuses=tuple(sum(BONUS[card] for card in column) for column in mine),
            objectives=tuple(
                OBJECTIVES[number].value if OBJECTIVES[number].met(mine, order, tableaux) else 0
                for number in objectives
            ),
        )
        for mine in tableaux
    )


class Standing(NamedTuple):
    """How everyone stands as the columns lie now, last cards still to come; by seat."""

    met: tuple[tuple[bool, ...], ...]
    points: tuple[Points, ...]


@lru_cache(maxsize=256)
def standing(
    tableaux: tuple[Tableau, ...],
    order: Order,
    objectives: tuple[int, ...],
    before: tuple[int, ...],
) -> Standing:
    """Return which objectives are met and what lies there; `before` are the rounds before."""
    met = tuple(
        tuple([OBJECTIVES[number].met(mine, order, tableaux) for number in objectives])
        for mine in tableaux
    )
    return Standing(met, tuple(map(_lying, tableaux, repeat(order), before)))


def _lying(mine: Tableau, order: Order, before: int) -> Points:
    columns = tuple(map(mul, order, map(len, mine)))
    bonus = sum([BONUS[card] for column in mine for card in column])
    total = sum(columns) + bonus
    return Points(columns, bonus, total, before + total)


def scored(scores: Sequence[Score], before: Sequence[int]) -> tuple[Points, ...]:
    """Return what a finished round brought, by seat, objectives too."""
    return tuple(
        Points(score.columns, sum(score.bonuses), score.total, sofar + score.total)
        for score, sofar in zip(scores, before, strict=True)
    )


def totals(rounds: Sequence[Sequence[Score]]) -> tuple[int, ...]:
    """Return each player's sum over the rounds."""
    return tuple(sum(score.total for score in scores) for scores in zip(*rounds, strict=True))


def places(rounds: Sequence[Sequence[Score]]) -> tuple[int, ...]:
    """Rank by the sum, then by the last round; equals share a place (MU-28…MU-30)."""
    strength = [(total, last.total) for total, last in zip(totals(rounds), rounds[-1], strict=True)]
    return tuple(1 + sum(other > mine for other in strength) for mine in strength)
