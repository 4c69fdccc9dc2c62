"""Random numbers for compiled games: SplitMix64, in signed numbers as Python and arrays like them.

`stream(seed, number)` gives the state to begin with; `fraction` makes a random number of a state.
"""

from __future__ import annotations

from numba import int64, uint64

from tacit.core.compiled import compiler

compiled = compiler("tacit.core", ("compiled_random.py",))

GOLDEN = 0x9E3779B97F4A7C15 - 2**64
LEAP = (64 * GOLDEN + 2**63) % 2**64 - 2**63
"""The step from a game's random numbers to those of the next; a game needs less than 64."""
FRACTION = 56
FRACTIONS = (1 << FRACTION) - 1


@compiled
def fraction(rng: int) -> int:
    """Return a random fraction of 2**56.

    Multiplied by n, its bits above 56 are a number below n and the lower 56 a new fraction, which
    is a little less random; one lasts a whole turn.
    """
    bits = uint64(rng)
    bits = (bits ^ (bits >> uint64(30))) * uint64(0xBF58476D1CE4E5B9)
    bits = (bits ^ (bits >> uint64(27))) * uint64(0x94D049BB133111EB)
    return int64((bits ^ (bits >> uint64(31))) >> uint64(64 - FRACTION))


@compiled
def stream(seed: int, number: int) -> int:
    """Return where the random numbers of a game begin, by a seed and the game's number."""
    return (fraction(int64(seed) + GOLDEN) << (64 - FRACTION)) + number * LEAP
