"""Runs the garbage collector so that players do not wait for it and strangers cannot outrun it.

Playing makes no reference cycles, but refused requests do. So young objects are collected by
allocation, as usual: garbage is bounded by what was allocated, however fast that is. A full
collection takes a quarter of a second with many tables; it happens when nobody plays. What survives
it is frozen (`gc.freeze`), and a collection in between covers only what is newer.
"""

from __future__ import annotations

import gc
import sys
from pathlib import Path

YOUNG = (10_000, 10, 1_000_000)
"""Allocations after which young objects are collected; old ones never by themselves."""
GROWTH_BYTES = 48 * 2**20
"""Memory gained since the last collection after which there is another."""
_STATM = Path("/proc/self/statm")
_PAGE_BYTES = 4096


def memory_bytes() -> int:
    """Return how much memory the process has; 0 where the system does not say.

    >>> memory_bytes() >= 0
    True
    """
    if sys.platform != "linux":
        return 0
    return int(_STATM.read_text().split()[1]) * _PAGE_BYTES


class Collector:
    """Decides when to collect, and what."""

    def __init__(self) -> None:
        self._usual = gc.get_threshold()
        gc.set_threshold(*YOUNG)
        self._last_bytes = memory_bytes()

    def collect_everything(self) -> None:
        """Collect among all objects, while nobody plays."""
        gc.unfreeze()
        gc.collect()
        self._set_aside()

    def collect_growth(self) -> bool:
        """Collect among new objects if memory has grown; tell whether it was done."""
        if memory_bytes() - self._last_bytes < GROWTH_BYTES:
            return False
        gc.collect()
        self._set_aside()
        return True

    def _set_aside(self) -> None:
        gc.freeze()
        self._last_bytes = memory_bytes()

    def close(self) -> None:
        """Leave the collector as it was."""
        gc.unfreeze()
        gc.set_threshold(*self._usual)
