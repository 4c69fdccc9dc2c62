"""Installed bots at live tables, each in a worker process of its own.

The host of a site says which ones (`tacit serve --bots`). The site ends one that answers late or
fails in any way, and the stand-in plays on in its seat, so that no table waits for it. There are
at most 16 such processes; beyond that the stand-in plays from the beginning.
"""

from __future__ import annotations

import threading
import weakref
from collections.abc import Iterator
from contextlib import contextmanager

from tacit.bots.process import BotSeat
from tacit.bots.worker_process import WorkerError, WorkerProcess
from tacit.server.bots.seat_bot import ProcessBot
from tacit.server.ops.logs import note

MOST_PROCESSES = 16
"""Worker processes of installed bots on one site."""
FIRST_ANSWER_S = 30.0
"""The time limit of a first answer, while code is loaded and compiled."""
SPARE_S = 1.0
"""For an answer, beyond the time a bot is given to think."""

_free = threading.BoundedSemaphore(MOST_PROCESSES)


class GuestBot(ProcessBot):
    """Plays as the bot does for as long as it behaves, then as the stand-in."""

    def __init__(self, seat: BotSeat) -> None:
        super().__init__(seat)
        self._started = self._asked = False
        self._worker: WorkerProcess | None = None
        self._end: weakref.finalize[[WorkerProcess], GuestBot] | None = None

    @property
    def behaves(self) -> bool:
        """Whether the bot itself still plays."""
        return self._worker is not None

    def start(self) -> None:
        """Start its process, if there may be one more; in a thread."""
        self._started = True
        if _free.acquire(blocking=False):
            try:
                self._worker = WorkerProcess.of_module("tacit.bots.process")
            except OSError as error:
                _free.release()
                note("guest_bot_refused", bot=self.seat.bot, why=str(error)[:160])
                return
            self._end = weakref.finalize(self, _stop, self._worker)
        else:
            note("guest_bot_refused", bot=self.seat.bot)

    @contextmanager
    def worker(self) -> Iterator[WorkerProcess]:
        """Lend its own worker, if the bot still plays."""
        if not self._started:
            self.start()
        if self._worker is None:
            raise WorkerError("it plays no more")
        yield self._worker
        self._asked = True

    @property
    def spare_s(self) -> float:
        """More for the first answer: the worker loads and compiles its code before it."""
        return SPARE_S if self._asked else FIRST_ANSWER_S

    def failed(self, why: str) -> None:
        """End the worker for good; the stand-in plays on."""
        if self._worker is None or self._end is None:
            return
        note("guest_bot_ended", bot=self.seat.bot, why=why[:160])
        self._worker = None
        self._end()


def _stop(worker: WorkerProcess) -> None:
    worker.end()
    _free.release()
