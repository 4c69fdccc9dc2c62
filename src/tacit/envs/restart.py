"""When a game that is over begins anew, and the seeds of compiled games."""

from __future__ import annotations

NEXT_STEP, SAME_STEP = range(2)
"""In the step after the end, or in the same."""


def signed(seed: int) -> int:
    """Return the lowest 64 bits of a number, as the compiled rules take them.

    >>> signed(2**64 - 1)
    -1
    """
    return (seed + 2**63) % 2**64 - 2**63
