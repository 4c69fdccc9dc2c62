"""Measures the event loop's lag: how late it calls a timer that is due four times a second."""

from __future__ import annotations

import asyncio
from collections.abc import Callable

EVERY_S = 0.25
"""The time between two measurements; one costs some microseconds."""


class LoopLag:
    """Reports how late the loop calls a timer, again and again."""

    def __init__(self, report: Callable[[float], None], loop: asyncio.AbstractEventLoop) -> None:
        self._report = report
        self._loop = loop
        self._plan()

    def _plan(self) -> None:
        self._due = self._loop.time() + EVERY_S
        self._timer = self._loop.call_at(self._due, self._look)

    def _look(self) -> None:
        self._report(max(0.0, self._loop.time() - self._due))
        self._plan()

    def stop(self) -> None:
        """Stop."""
        self._timer.cancel()
