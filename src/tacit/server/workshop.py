"""Where the site's strong bots think: in processes beside it, so that no table ever waits for them.

A strong bot is a function of its seat, its seed and what it sees, so any process can answer for
any of them, and one that dies costs no game: the stand-in picks that card, and a new process takes
over.
Code that has to be compiled first (once after an installation, half a minute) makes nobody wait
either: until then the stand-in plays.
"""

from __future__ import annotations

import contextlib
import threading
import time

from tacit.bots.hosting import READY, Asked, Seating
from tacit.server.logs import note
from tacit.server.remote import Overdue, Process, Remote

PATIENCE = 1.5
"""Seconds a new process has to get ready before bots play light; loading takes about one."""
SPARE = 3.0
"""Seconds for an answer beyond the time a bot is given to think: then something is wrong."""
PAUSE = 10.0
"""Seconds from the start of a process that never got ready to that of another."""


class Workshop:
    """Processes, as many as there are threads that ask at once; each is started when needed."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._idle: list[Process] = []
        self._all: set[Process] = set()
        self._newcomer: Process | None = None
        """Started, and not known to be ready."""
        self._closed = False

    @property
    def is_getting_ready(self) -> bool:
        """Whether strong bots play light for now."""
        with self._lock:
            if self._newcomer is not None and len(self._all) == 1:
                with contextlib.suppress(Overdue):
                    self._idle.append(self._welcome(0.0))
            return self._newcomer is not None and len(self._all) == 1

    def open(self) -> None:
        """Start the first process before anybody asks."""
        with self._lock:
            self._start()

    def ask(self, asked: Asked) -> bytes:
        """Return the answer to a question; Overdue if there is none in time."""
        process = self._take()
        try:
            answer = process.ask(asked, asked.budget + SPARE)
        except Overdue as overdue:
            note("strong_bots_ended", why=str(overdue))
            self._end(process)
            raise
        with self._lock:
            self._idle.append(process)
        return answer

    def _take(self) -> Process:
        with self._lock:
            return self._idle.pop() if self._idle else self._welcome(PATIENCE)

    def _welcome(self, patience: float) -> Process:
        """Return a new process when it is ready; whoever comes too early plays light."""
        newcomer = self._start()
        try:
            said = newcomer.read(max(0.0, newcomer.started + patience - time.monotonic()))
        except Overdue:
            if not newcomer.runs and newcomer.started + PAUSE < time.monotonic():
                self._newcomer = None  # the next question tries again
                self._all.discard(newcomer)
                newcomer.end()
            raise
        assert said == READY
        self._newcomer = None
        return newcomer

    def _start(self) -> Process:
        if self._closed:
            raise Overdue("the site is closing")
        if self._newcomer is None:
            self._newcomer = Process("tacit.bots.workshop")
            self._all.add(self._newcomer)
        return self._newcomer

    def _end(self, process: Process) -> None:
        process.end()
        with self._lock:
            self._all.discard(process)

    def close(self) -> None:
        """End all of them."""
        with self._lock:
            self._closed = True
            idle, self._idle = self._idle, []
        for process in self._all.copy():
            process.kill()  # the thread that waits for its answer puts it away
        for process in idle if self._newcomer is None else (*idle, self._newcomer):
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
