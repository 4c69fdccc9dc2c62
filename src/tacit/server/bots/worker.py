"""Where the site's strong bots think: in processes beside it, so that no table ever waits for them.

A strong bot is a function of its seat, its seed and what it sees, so any process can answer for
any of them, and one that dies costs no game: the stand-in picks that card, and a new process takes
over.
Code that has to be compiled first (once after an installation, half a minute) makes nobody wait
either: until then the stand-in plays.
A process takes much memory, so there is one only while it is wanted: from the moment a strong bot
sits down until ten minutes after it was last asked or its table last played at.
"""

from __future__ import annotations

import math
import threading
import time
from collections.abc import Callable

from tacit.bots.process import Asked, Seating
from tacit.server.bots.remote import Overdue, Process, Remote
from tacit.server.ops.logs import note, warn

PATIENCE = 1.5
"""Seconds a new process has to get ready before bots play light; loading takes about one."""
SPARE = 3.0
"""Seconds for an answer beyond the time a bot is given to think: then something is wrong."""
PAUSE = 10.0
"""Seconds from the start of a process that never got ready to that of another."""

IDLE_S = 600.0
"""Seconds after which processes that nobody wants end."""


class Workshop:
    """Processes, as many as there are threads that ask at once; each is started when needed."""

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        self._clock = clock
        self._wanted_at = -math.inf
        """When a strong bot was last wanted."""
        self._changed = threading.Condition()
        self._idle: list[Process] = []
        self._all: set[Process] = set()
        self._newcomer: Process | None = None
        """Started, and not ready; or one that never got ready, until another may be tried."""
        self._closed = False

    @property
    def is_getting_ready(self) -> bool:
        """Whether strong bots play light for now."""
        return self._newcomer is not None and len(self._all) == 1

    def prepare(self) -> None:
        """Have the code compiled; the process ends again unless a strong bot is wanted by then."""
        with self._changed:
            if not self._all and not self._closed:
                self._start()

    def want(self) -> None:
        """Have a process ready before the first question of a strong bot that sits at a table."""
        with self._changed:
            self._wanted_at = self._clock()
            missing = not self._all and not self._closed and self._may_start
        if missing:  # starting one takes milliseconds, which the event loop does not have
            threading.Thread(target=self.prepare, daemon=True).start()

    def end_idle(self) -> None:
        """End the processes if no strong bot has been wanted for long; those that think go on."""
        with self._changed:
            if not self._is_idle:
                return
            idle, self._idle = self._idle, []
            self._all.difference_update(idle)
        for process in idle:
            process.end()

    @property
    def _is_idle(self) -> bool:
        return self._clock() - self._wanted_at >= IDLE_S

    def _end(self, process: Process) -> None:
        self._all.discard(process)
        process.end()

    def ask(self, asked: Asked) -> bytes:
        """Return the answer to a question; Overdue if there is none in time."""
        self._wanted_at = self._clock()
        process = self._take()
        try:
            answer = process.ask(asked, asked.budget + SPARE)
        except Overdue as overdue:
            (note if self._closed else warn)("strong_bots_ended", why=str(overdue))
            self._end(process)
            raise
        self._put(process)
        return answer

    def _take(self) -> Process:
        """Return a process that is free; whoever would wait too long for a new one plays light."""
        with self._changed:
            newcomer = None
            while not self._idle:
                if newcomer is None or newcomer is not self._newcomer:  # another took that one
                    newcomer = self._start()
                left = newcomer.started + PATIENCE - time.monotonic()
                if left <= 0 or not newcomer.runs:
                    raise Overdue("not ready yet")
                self._changed.wait(left)
            return self._idle.pop()

    def _put(self, process: Process) -> None:
        with self._changed:
            self._idle.append(process)
            self._changed.notify()

    @property
    def _may_start(self) -> bool:
        """Whether none is starting, nor has failed to a moment ago."""
        last = self._newcomer
        return last is None or (not last.runs and last.started + PAUSE < time.monotonic())

    def _start(self) -> Process:
        if self._closed:
            raise Overdue("the site is closing")
        newcomer = self._newcomer
        if newcomer is None or self._may_start:
            newcomer = self._newcomer = Process("tacit.bots.warm_process")
            self._all.add(newcomer)
            threading.Thread(target=self._welcome, args=(newcomer,), daemon=True).start()
        return newcomer

    def _welcome(self, newcomer: Process) -> None:
        """Wait, in a thread of its own, until a new process is ready or has failed."""
        try:
            newcomer.read()
        except Overdue:
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
        """End all of them; the threads that wait for an answer hear of it, and put them away."""
        with self._changed:
            self._closed = True
            idle, self._idle = self._idle, []
        for process in self._all.copy():
            process.kill()
        for process in idle:
            process.end()


class Resident(Remote):
    """A strong bot of the site's own."""

    def __init__(self, where: Seating, workshop: Workshop) -> None:
        super().__init__(where)
        self._workshop = workshop

    def ask(self, asked: Asked) -> bytes:
        """Ask whichever process is free."""
        return self._workshop.ask(asked)

    def failed(self, why: str) -> None:
        """Let the stand-in pick this card; the next may be its own again."""
        note("strong_bot_stood_in", bot=self.where.bot, why=why[:160])
