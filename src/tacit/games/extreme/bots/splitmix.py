"""Random numbers of simulated people: SplitMix64, small enough to be written down twice.

`twin.splitmix` is the same, compiled. A seed is any whole number; only its lowest 64 bits
count.
"""

from __future__ import annotations

import math

GOLDEN = 0x9E3779B97F4A7C15
FIRST_MIX = 0xBF58476D1CE4E5B9
SECOND_MIX = 0x94D049BB133111EB
WORD = 2**64
FRACTION = 2.0**-53
TURN = 2 * math.pi


class SplitMix:
    """Somebody's own luck.

    >>> luck = SplitMix(7)
    >>> f"{luck.uniform():.6f} {luck.gauss():.6f}"
    '0.389830 0.149387'
    """

    def __init__(self, seed: int) -> None:
        self.state = seed % WORD
        """All there is to it: whoever has the same goes on with the same numbers."""

    def uniform(self) -> float:
        """Return a number from 0 to below 1, with 53 random bits."""
        self.state = (self.state + GOLDEN) % WORD
        bits = self.state
        bits = (bits ^ (bits >> 30)) * FIRST_MIX % WORD
        bits = (bits ^ (bits >> 27)) * SECOND_MIX % WORD
        return ((bits ^ (bits >> 31)) >> 11) * FRACTION

    def gauss(self) -> float:
        """Return a number from the normal distribution, by Box and Muller."""
        reach = math.sqrt(-2 * math.log(1 - self.uniform()))
        return reach * math.cos(TURN * self.uniform())
