"""The timer of a live table: it rings when the table has something to do."""

from __future__ import annotations

import asyncio
from collections.abc import Callable

from tacit.core.rulebook import Millis


class Alarm:
    """Rings once at a time of the table's clock."""

    def __init__(self, clock: Callable[[], Millis], ring: Callable[[], None]) -> None:
        self._clock = clock
        self._ring = ring
        self._timer: asyncio.TimerHandle | None = None
        self._at: Millis | None = None

    def set(self, at: Millis | None) -> None:
        """Ring at a time, if there is one; a timer that is early enough stays."""
        if at is None or (self._at is not None and self._at <= at):
            return
        if self._timer is not None:
            self._timer.cancel()
        delay_s = max(0, at - self._clock()) / 1000
        self._at = at
        self._timer = asyncio.get_running_loop().call_later(delay_s, self._ringing)

    def stop(self) -> None:
        """Never ring again, and drop the references to the table."""
        if self._timer is not None:
            self._timer.cancel()
        self._at = Millis(0)  # earlier than any other
        self._clock, self._ring = lambda: Millis(0), lambda: None

    def _ringing(self) -> None:
        self._timer = self._at = None
        self._ring()
