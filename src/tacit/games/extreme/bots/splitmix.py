"""Random numbers of simulated people: SplitMix64, the same on every Python and in the kernel.

A seed is any whole number; only its lowest 64 bits count.
"""

from __future__ import annotations

import math
from typing import Any

GOLDEN = 0x9E3779B97F4A7C15
FIRST_MIX = 0xBF58476D1CE4E5B9
SECOND_MIX = 0x94D049BB133111EB
WORD = 2**64
MASK = WORD - 1
FRACTION = 2.0**-53
TURN = 2 * math.pi


def uniform(luck: Any) -> float:
    """Return a number from 0 to below 1, with 53 random bits."""
    luck.state = bits = (luck.state + GOLDEN) & MASK
    bits = (bits ^ (bits >> 30)) * FIRST_MIX & MASK
    bits = (bits ^ (bits >> 27)) * SECOND_MIX & MASK
    return float((bits ^ (bits >> 31)) >> 11) * FRACTION


def gauss(luck: Any) -> float:
    """Return a number from the normal distribution, by Box and Muller."""
    reach = math.sqrt(-2 * math.log(1 - uniform(luck)))
    return reach * math.cos(TURN * uniform(luck))


class SplitMix:
    """The luck of one simulated person.

    >>> luck = SplitMix(7)
    >>> f"{luck.uniform():.6f} {luck.gauss():.6f}"
    '0.389830 0.149387'
    """

    def __init__(self, seed: int) -> None:
        self.state = seed % WORD
        """The whole state: the same state continues with the same numbers."""

    uniform = uniform
    gauss = gauss
