"""What a player does with the tempo of the table, in a word: follows the others, or leads."""

from __future__ import annotations

import math
from typing import Any, Literal, TypeAlias

Role: TypeAlias = Literal["follows", "leads"]
"""Apps translate it; nothing is said of a player who may do either."""
SURELY = 0.9
"""How sure it has to be. While all keep one tempo nobody can tell who follows whom."""
SOON = 8
"""Before this many waits were heard it is too soon to say."""


def role_of(belief: Any) -> Role | None:
    """Return a player's role, by the weights of the filters that suppose they follow."""
    following = other = 0.0
    for one in range(belief.live):
        weight = math.exp(belief.log_weight[one])
        if belief.follow[one]:
            following += weight
        else:
            other += weight
    if belief.heard < SOON:
        return None
    sure = following / (following + other)
    if sure >= SURELY:
        return "follows"
    return "leads" if sure <= 1 - SURELY else None
