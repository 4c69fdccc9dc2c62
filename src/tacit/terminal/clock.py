"""The clock of a game in the terminal: milliseconds since it began."""

from __future__ import annotations

import asyncio
import contextlib
import time


class Clock:
    """Tells the time and waits. A test lets it run faster."""

    def __init__(self, speed: float = 1.0) -> None:
        self._begin = time.monotonic()
        self._speed = speed

    def now(self) -> int:
        """Return milliseconds since the beginning."""
        return int((time.monotonic() - self._begin) * 1000 * self._speed)

    async def wait(self, until: int | None, or_until: asyncio.Event) -> None:
        """Wait for a moment, or until something happens, whichever is first."""
        seconds = None if until is None else max(0.0, (until - self.now()) / 1000 / self._speed)
        with contextlib.suppress(TimeoutError):
            await asyncio.wait_for(or_until.wait(), seconds)
