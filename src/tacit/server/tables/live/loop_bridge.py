"""The loop bridge: from the store's thread back to the event loop."""

from __future__ import annotations

import asyncio
from collections import deque
from collections.abc import Callable

from tacit.server.ops.logs import trouble


class LoopBridge:
    """Calls on the event loop what other threads report, in batches."""

    def __init__(self) -> None:
        self._loop = asyncio.get_running_loop()
        self._reports: deque[Callable[[], None]] = deque()
        self._scheduled = False

    def report(self, call: Callable[[], None]) -> None:
        """Have something called on the loop; may be called from any thread."""
        self._reports.append(call)
        if not self._scheduled:
            self._scheduled = True
            self._loop.call_soon_threadsafe(self._deliver)

    def _deliver(self) -> None:
        self._scheduled = False
        while self._reports:
            report = self._reports.popleft()
            try:
                report()
            except Exception as error:  # one table's error must not stop the others
                trouble("report_failed", error)
