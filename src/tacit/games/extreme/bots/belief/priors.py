"""How people wait before any of them has been heard: every kind of person, and how many are so.

What is known of people is in docs/partners-experiments.md. The tables are read when a belief
begins; the filters of `tempo` then work with the numbers alone.
"""

from __future__ import annotations

import math
from typing import NamedTuple

from tacit.games.extreme.bots.belief.shown import RULES

SPREADS = {
    0.03: 1.0, 0.07: 1.3, 0.10: 0.7, 0.14: 1.3, 0.2: 1.0, 0.3: 0.8, 0.4: 0.5, 0.5: 0.5, 0.65: 0.4,
    0.9: 0.5, 1.2: 0.2,
}  # fmt: skip
"""How unsteady people may be, and how many are so."""
SHAPES = {1.0: 0.7, 0.85: 0.2, 0.7: 0.1}
"""How large gaps are taken, and how many people take them so."""
KINDS = {0.35: 0.6, 0.9: 0.4}
"""How far people's paces are from the usual one: most are near it, some are anywhere."""
WANDERING = {0.0: 0.8, 0.08: 0.2}
"""By how much some people's pace changes from card to card, and how many they are."""

FOLLOWING = 0.45
"""How many people follow what they are shown."""
SHARES = (0.5, 0.8, 1.0)
"""How much of the way they may go."""
MENDING = 0.08
"""How many people change after mistakes alone."""
MENDS = (0.08, 0.2)
"""By how much, in logarithms."""
ADAPTING_SPREADS = (0.07, 0.14, 0.3, 0.6)
"""How unsteady people who adapt may be."""
ADAPTING_WIDTH = 0.4
"""How far their paces are from the usual one."""


class Kind(NamedTuple):
    """What one filter supposes of a person."""

    share: float
    """How many people are so."""
    spread: float
    shape: float = 1.0
    wander: float = 0.0
    width: float = ADAPTING_WIDTH
    rule: int = 0
    """What they follow by: a place in `shown.RULES`."""
    follow: float = 0.0
    mend: float = 0.0


def _steadfast() -> list[Kind]:
    """Return the kinds of people who do not adapt."""
    return [
        Kind(SPREADS[spread] * SHAPES[shape] * WANDERING[wander] * KINDS[width], spread, shape,
             wander, width)
        for spread in SPREADS
        for shape in SHAPES
        for wander in WANDERING
        for width in KINDS
    ]  # fmt: skip


def _following() -> list[Kind]:
    """Return the kinds of people who follow."""
    return [
        Kind(1.0, spread, rule=rule, follow=follow)
        for spread in ADAPTING_SPREADS
        for rule in range(1, len(RULES))
        for follow in SHARES
    ]


def _mending() -> list[Kind]:
    """Return the kinds of people who change after mistakes."""
    return [Kind(1.0, spread, mend=mend) for spread in ADAPTING_SPREADS for mend in MENDS]


def _scaled(kinds: list[Kind], share: float) -> tuple[Kind, ...]:
    total = sum(kind.share for kind in kinds)
    return tuple(kind._replace(share=share * kind.share / total) for kind in kinds)


PRIOR = (
    *_scaled(_steadfast(), 1 - FOLLOWING - MENDING),
    *_scaled(_following(), FOLLOWING),
    *_scaled(_mending(), MENDING),
)
"""All kinds of people; there is a filter for each."""
LOG_SHARES = tuple(math.log(kind.share) for kind in PRIOR)
