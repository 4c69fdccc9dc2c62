"""The worker processes that review a game, draw its picture or simulate a field, one ready ahead.

Most of the time until the first answer is loading. A guest who looks at a replay may want its
review, so one worker is loaded then, and waits a while.
"""

from __future__ import annotations

import asyncio
import contextlib

from tacit.bots.worker_process import WorkerProcess

READY_S = 90.0
"""How long a worker waits for a game."""
MAX_BYTES = 4 * 2**20


def _start(what: str) -> WorkerProcess:
    words = ("tacit.club.field",) if what == "field" else ("tacit.review.worker", what)
    return WorkerProcess.of_module(*words, max_bytes=MAX_BYTES)


class ReviewWorkers:
    """Starts workers, each for one replay, and keeps one ready."""

    def __init__(self) -> None:
        self._ready: WorkerProcess | None = None
        self._until: asyncio.TimerHandle | None = None
        self._ending: set[asyncio.Future[None]] = set()

    def prepare(self) -> None:
        """Have a worker ready for a review."""
        if self._ready is None:
            with contextlib.suppress(OSError):
                self._ready = _start("review")
            self._until = asyncio.get_running_loop().call_later(READY_S, self._end_ready)

    def take(self, what: str) -> WorkerProcess:
        """Return a worker for this caller alone, ready if there is one; `end` has to be called."""
        ready = self._take() if what == "review" else None
        if ready is not None:
            if ready.runs:
                return ready
            self.end(ready)
        return _start(what)

    def end(self, worker: WorkerProcess) -> None:
        """End a worker that has done its work, or whose work is not wanted any more."""
        ending = asyncio.get_running_loop().run_in_executor(None, worker.end)
        self._ending.add(ending)
        ending.add_done_callback(self._ending.discard)

    def _take(self) -> WorkerProcess | None:
        ready, self._ready = self._ready, None
        if self._until is not None:
            self._until.cancel()
            self._until = None
        return ready

    def _end_ready(self) -> None:
        ready = self._take()
        if ready is not None:
            self.end(ready)

    async def close(self) -> None:
        """End the one that waits."""
        self._end_ready()
        await asyncio.gather(*self._ending)
