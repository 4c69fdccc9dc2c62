"""Rate limits for signing in with a passkey or a recovery code.

The site checks a try before it charges it, so wrong tries of others never block a right code. Only
a few tries are checked at once; docs/security.md has the arithmetic.
"""

from __future__ import annotations

import asyncio

from tacit.server.limits.rate_limit import RateLimit

_TRIES_PER_S = 1 / 30
"""The rate for one address, or one guest, in the long run."""
_GUEST_BURST = 10.0
"""Tries at once of a known guest whose address has none left."""
CHECKED_AT_ONCE = 4
"""Tries that are checked in parallel; the others wait."""


class SignIns:
    """Counts wrong tries by address, and tries of known guests by guest."""

    def __init__(self, burst: int) -> None:
        self._by_address = RateLimit(_TRIES_PER_S, burst)
        self._by_guest = RateLimit(_TRIES_PER_S, _GUEST_BURST)
        self.checking = asyncio.Semaphore(CHECKED_AT_ONCE)

    def take(self, address: str, now: float) -> bool:
        """Charge a try to an address; False if it has none left."""
        return self._by_address.take(address, now)

    def take_own(self, guest: str, now: float) -> bool:
        """Charge a try to a known guest; False if the guest has none left."""
        return self._by_guest.take(guest, now)
