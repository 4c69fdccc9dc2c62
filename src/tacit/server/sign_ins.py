"""How often somebody may try to be known again: from one address, and all together."""

from __future__ import annotations

from tacit.server.throttle import Bucket, Throttle

_AGAIN = 1 / 30
"""Tries a second of one address, in the long run."""
_ALTOGETHER = (10.0, 300.0)
"""Tries a second of everybody, in the long run, and at once."""


class SignIns:
    """Every try counts, also one that works: it cannot be told beforehand."""

    def __init__(self, at_once: int, now: float) -> None:
        self._by_address = Throttle(_AGAIN, at_once)
        self._altogether = Bucket(*_ALTOGETHER, now)

    def take(self, address: str, now: float) -> bool:
        """Let one try pass."""
        return self._by_address.take(address, now) and self._altogether.take(now)
