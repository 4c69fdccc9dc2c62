"""Bots that somebody else has written, at live tables: in processes of their own, on the clock.

The host of a site says which ones (`tacit serve --bots`). One that does not answer in time, or
fails in any way, is ended, and the stand-in plays on in its seat, so that no table waits for it.
There are only so many processes; beyond that the stand-in plays from the beginning.
"""

from __future__ import annotations

import threading
import weakref

from tacit.bots.process import Asked, Seating
from tacit.server.bots.remote import Overdue, Process, Remote
from tacit.server.ops.logs import note

MOST_AT_ONCE = 16
"""Processes of such bots on one site."""
FIRST_ANSWER = 30.0
"""Seconds for the first answer: code may have to be loaded and compiled."""
SPARE = 1.0
"""Seconds for an answer beyond the time a bot is given to think."""

_places = threading.BoundedSemaphore(MOST_AT_ONCE)


class Hosted(Remote):
    """Plays as the bot does for as long as it behaves, then as the stand-in."""

    def __init__(self, where: Seating) -> None:
        super().__init__(where)
        self._process = self._end = None
        self._first = True
        if _places.acquire(blocking=False):
            self._process = Process()
            self._end = weakref.finalize(self, _stop, self._process)
        else:
            note("guest_bot_refused", bot=where.bot)

    @property
    def behaves(self) -> bool:
        """Whether the bot itself still plays."""
        return self._process is not None

    def ask(self, asked: Asked) -> bytes:
        """Ask the bot, if it still plays."""
        if self._process is None:
            raise Overdue("it plays no more")
        limit = asked.budget + (FIRST_ANSWER if self._first else SPARE)
        self._first = False
        return self._process.ask(asked, limit)

    def failed(self, why: str) -> None:
        """End it: it had its chance."""
        if self._process is None or self._end is None:
            return
        note("guest_bot_ended", bot=self.where.bot, why=why[:160])
        self._process = None
        self._end()


def _stop(process: Process) -> None:
    process.end()
    _places.release()
