"""How often a passkey or a recovery code may be tried, and by whom something may be kept.

A right code is never refused for what others tried. A try is checked first, a few at once while the
others wait, and only a wrong one is charged to its address; docs/security.md has the arithmetic.
"""

from __future__ import annotations

import asyncio

from tacit.server.limits.rate_limit import RateLimit

_AGAIN = 1 / 30
"""Tries a second of one address, or of one guest, in the long run."""
_OWN = 10.0
"""Tries at once of a guest of whom the site keeps something, when their address has none left."""
CHECKED_AT_ONCE = 4
"""Tries that are checked at once; the others wait, so that many of them cost little at a time."""


class SignIns:
    """Counts wrong tries by address, and what known guests do by guest."""

    def __init__(self, at_once: int) -> None:
        self._by_address = RateLimit(_AGAIN, at_once)
        self._by_guest = RateLimit(_AGAIN, _OWN)
        self.checking = asyncio.Semaphore(CHECKED_AT_ONCE)

    def take(self, address: str, now: float) -> bool:
        """Charge a try to an address; False if it has none left."""
        return self._by_address.take(address, now)

    def take_own(self, guest: str, now: float) -> bool:
        """Charge a try to a guest of whom the site keeps something; False if they have none."""
        return self._by_guest.take(guest, now)
