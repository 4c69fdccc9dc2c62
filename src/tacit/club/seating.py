"""Who sits where in a round of an evening: drawn anew, with as few second meetings as can be."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from itertools import combinations
from random import Random
from typing import TypeAlias

LEAST_TABLES = 2
"""With one table there is nothing to compare."""
SWAPS = 60
"""Tried for each person: enough that more hardly help, a few hundredths of a second for 200."""
BOT = ""

Tables: TypeAlias = tuple[tuple[str, ...], ...]
"""By table and seat, the person, or `BOT`."""


def draw_tables(people: Sequence[str], size: int, before: Sequence[Tables], rng: Random) -> Tables:
    """Seat everyone at tables of one size; bots fill up, spread evenly, in the last seats.

    >>> [len(seats) for seats in draw_tables(["a", "b", "c", "d", "e"], 4, [], Random(1))]
    [4, 4]
    """
    count = max(LEAST_TABLES, -(-len(people) // size))
    order = list(people)
    rng.shuffle(order)
    tables: list[list[str]] = [order[at::count] for at in range(count)]
    _part_acquaintances(tables, _meetings(before), rng)
    for seats in tables:
        rng.shuffle(seats)
    rng.shuffle(tables)
    return tuple((*seats, *[BOT] * (size - len(seats))) for seats in tables)


def _meetings(before: Sequence[Tables]) -> Counter[frozenset[str]]:
    """Return how often two people have sat together."""
    return Counter(
        frozenset(pair)
        for tables in before
        for seats in tables
        for pair in combinations([one for one in seats if one != BOT], 2)
    )


def _part_acquaintances(tables: list[list[str]], met: Counter[frozenset[str]], rng: Random) -> None:
    """Swap people between tables as long as that makes for fewer second meetings."""
    if not met:
        return
    for _ in range(SWAPS * sum(map(len, tables))):
        one, other = rng.sample(range(len(tables)), 2)
        here, there = rng.randrange(len(tables[one])), rng.randrange(len(tables[other]))
        mine, theirs = tables[one], tables[other]
        was = _cost(mine, here, mine[here], met) + _cost(theirs, there, theirs[there], met)
        now = _cost(mine, here, theirs[there], met) + _cost(theirs, there, mine[here], met)
        if now <= was:
            mine[here], theirs[there] = theirs[there], mine[here]


def _cost(seats: Sequence[str], at: int, person: str, met: Counter[frozenset[str]]) -> int:
    """Return how well a person in a seat knows the others there; a third meeting counts more."""
    times = (met[frozenset((person, other))] for seat, other in enumerate(seats) if seat != at)
    return sum(often * often for often in times)
