"""Strong bots: compiled ones, which think in worker processes so that no table waits for the GIL.

A strong bot needs its seat, its seed and what it sees. It may recall earlier turns, but need not.
So any worker can answer for any of them, and one that dies costs no game: the stand-in picks that
card, and a new worker takes over.
Code that has to be compiled first (once after an installation, half a minute) makes no table wait
either: until then the stand-in plays.
A worker takes much memory. So there is one only while it is wanted: from the moment a strong bot
sits down until ten minutes after its table last played.
"""

from __future__ import annotations

import math
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager

from tacit.bots.process import BotSeat
from tacit.bots.worker_process import WorkerError, WorkerProcess
from tacit.server.bots.seat_bot import ProcessBot
from tacit.server.ops.logs import note, warn

START_TIMEOUT_S = 1.5
"""How long a question waits for a new worker, which loads in about a second."""
SPARE_S = 3.0
"""For an answer, beyond the time a bot is given to think."""
RESTART_AFTER_S = 10.0
"""From the start of a worker that never got ready to that of another."""
IDLE_S = 600.0
"""After which workers that nobody wants end."""


class WorkerPool:
    """Worker processes, as many as threads ask at once; each is started when needed."""

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        self._clock = clock
        self._wanted_at = -math.inf
        """When a strong bot was last wanted."""
        self._changed = threading.Condition()
        self._idle: list[WorkerProcess] = []
        self._all: set[WorkerProcess] = set()
        self._newcomer: WorkerProcess | None = None
        """The last worker that was started and is not ready; it delays the next start."""
        self._closed = False

    @property
    def is_getting_ready(self) -> bool:
        """Whether the stand-in plays for strong bots, for now."""
        return self._newcomer is not None and len(self._all) == 1

    def prepare(self) -> None:
        """Have the code compiled; the worker ends again unless a strong bot is wanted by then."""
        with self._changed:
            if not self._all and not self._closed:
                self._start()

    def want(self) -> None:
        """Have a worker ready before the first question of a strong bot that sits at a table."""
        with self._changed:
            self._wanted_at = self._clock()
            missing = not self._all and not self._closed and self._may_start
        if missing:  # starting one takes milliseconds, which the event loop does not have
            threading.Thread(target=self.prepare, daemon=True).start()

    def end_idle(self) -> None:
        """End the idle workers if no strong bot has been wanted for long."""
        with self._changed:
            if not self._is_idle:
                return
            idle, self._idle = self._idle, []
            self._all.difference_update(idle)
        for worker in idle:
            worker.end()

    @property
    def _is_idle(self) -> bool:
        return self._clock() - self._wanted_at >= IDLE_S

    def _end(self, worker: WorkerProcess) -> None:
        self._all.discard(worker)
        worker.end()

    @contextmanager
    def worker(self) -> Iterator[WorkerProcess]:
        """Lend a free worker; one that fails its borrower ends."""
        self._wanted_at = self._clock()
        worker = self._take()
        try:
            yield worker
        except WorkerError as error:
            (note if self._closed else warn)("strong_bots_ended", why=str(error))
            self._end(worker)
            raise
        with self._changed:
            self._idle.append(worker)
            self._changed.notify()

    def _take(self) -> WorkerProcess:
        """Return a free worker; WorkerError if a new one is not ready in time."""
        with self._changed:
            newcomer = None
            while not self._idle:
                if newcomer is None or newcomer is not self._newcomer:  # another took that one
                    newcomer = self._start()
                left_s = newcomer.started + START_TIMEOUT_S - time.monotonic()
                if left_s <= 0 or not newcomer.runs:
                    raise WorkerError("not ready yet")
                self._changed.wait(left_s)
            return self._idle.pop()

    @property
    def _may_start(self) -> bool:
        """Whether none is starting, nor has failed to a moment ago."""
        last = self._newcomer
        return last is None or (not last.runs and last.started + RESTART_AFTER_S < time.monotonic())

    def _start(self) -> WorkerProcess:
        if self._closed:
            raise WorkerError("the site is closing")
        newcomer = self._newcomer
        if newcomer is None or self._may_start:
            newcomer = self._newcomer = WorkerProcess.of_module("tacit.bots.process", "warm")
            self._all.add(newcomer)
            threading.Thread(target=self._welcome, args=(newcomer,), daemon=True).start()
        return newcomer

    def _welcome(self, newcomer: WorkerProcess) -> None:
        """Wait, in a thread of its own, until a new worker is ready or has failed."""
        try:
            newcomer.read_line()
        except WorkerError:
            self._end(newcomer)
            with self._changed:
                self._changed.notify_all()
            return
        with self._changed:
            self._newcomer = None
            if self._is_idle:
                self._all.discard(newcomer)
            else:
                self._idle.append(newcomer)
                self._changed.notify()
                return
        newcomer.end()

    def close(self) -> None:
        """End all workers; the threads that wait for an answer get a WorkerError."""
        with self._changed:
            self._closed = True
            idle, self._idle = self._idle, []
        for worker in self._all.copy():
            worker.kill()
        for worker in idle:
            worker.end()


class StrongBot(ProcessBot):
    """A compiled bot that came with its game."""

    def __init__(self, seat: BotSeat, workers: WorkerPool) -> None:
        super().__init__(seat)
        self._workers = workers

    def worker(self) -> AbstractContextManager[WorkerProcess]:
        """Lend whichever worker is free."""
        return self._workers.worker()

    @property
    def spare_s(self) -> float:
        """The same for every answer: a worker that was lent is ready."""
        return SPARE_S

    def failed(self, why: str) -> None:
        """Let the stand-in pick this card; the next may be its own again."""
        note("strong_bot_stood_in", bot=self.seat.bot, why=why[:160])
