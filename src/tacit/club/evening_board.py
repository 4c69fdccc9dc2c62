"""The board of an evening: everyone's score, compared with those who held the same cards.

Every table of a round has the same deal, so a seat holds the same cards at each of them. From each
score the mean of that seat over all tables is taken off: what is left is not the luck of the deal.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from fractions import Fraction
from typing import NamedTuple

from tacit.club.seating import BOT


class TableResult(NamedTuple):
    """What came of one table of a round."""

    people: tuple[str, ...]
    """By seat; empty for a bot."""
    scores: tuple[int, ...]


class Row(NamedTuple):
    """A person's line of the board."""

    person: str
    place: int
    points: Fraction
    """All rounds together, above or below the field."""
    rounds: int
    """How many they have played."""
    last: Fraction | None
    """The last round; None if they did not play it."""
    each: tuple[Fraction | None, ...] = ()
    """By round, the same."""


def against_field(tables: Sequence[TableResult]) -> list[list[Fraction]]:
    """Return by table and seat the score without the mean of that seat.

    >>> a, b = TableResult(("ann", "bob"), (10, 4)), TableResult(("cy", "dee"), (6, 5))
    >>> [[str(one) for one in table] for table in against_field([a, b])]
    [['2', '-1/2'], ['-2', '1/2']]
    """
    if not tables:
        return []
    totals = [sum(scores) for scores in zip(*(table.scores for table in tables), strict=True)]
    return [
        [
            Fraction(score * len(tables) - total, len(tables))
            for score, total in zip(table.scores, totals, strict=True)
        ]
        for table in tables
    ]


def board(rounds: Sequence[Sequence[TableResult]], people: Iterable[str]) -> list[Row]:
    """Return the board after these rounds, the best first; equals share a place.

    A round that a person missed counts 0: neither above the field nor below it.
    """
    points = {person: Fraction(0) for person in people}
    played = dict.fromkeys(points, 0)
    each: list[dict[str, Fraction]] = []
    for tables in rounds:
        last = {
            person: value
            for table, values in zip(tables, against_field(tables), strict=True)
            for person, value in zip(table.people, values, strict=True)
            if person != BOT
        }
        for person, value in last.items():
            if person in points:
                points[person] += value
                played[person] += 1
        each.append(last)
    order = sorted(points, key=lambda person: -points[person])
    placed = sorted(points.values(), reverse=True)
    rows = []
    for one in order:
        by_round = tuple(of_round.get(one) for of_round in each)
        last_one = by_round[-1] if by_round else None
        place = 1 + placed.index(points[one])
        rows.append(Row(one, place, points[one], played[one], last_one, by_round))
    return rows
