"""95 % intervals of a share and of a mean."""

from __future__ import annotations

import math
from collections.abc import Sequence


def wilson(wins: int, games: int) -> tuple[float, float]:
    """Return the 95 % interval of a share.

    >>> [round(bound, 3) for bound in wilson(98, 100)]
    [0.93, 0.994]
    """
    z = 1.96
    share = wins / games
    middle = share + z * z / 2 / games
    reach = z * math.sqrt(share * (1 - share) / games + z * z / 4 / games**2)
    scale = 1 + z * z / games
    return max(0.0, (middle - reach) / scale), min(1.0, (middle + reach) / scale)


def mean(values: Sequence[float]) -> tuple[float, float, float]:
    """Return a mean and its 95 % interval.

    >>> mean([1, 2, 3, 2])[0]
    2.0
    """
    middle = math.fsum(values) / len(values)
    square = math.fsum((value - middle) ** 2 for value in values) / max(1, len(values) - 1)
    reach = 1.96 * math.sqrt(square / len(values))
    return middle, middle - reach, middle + reach
