"""Bots that somebody else has written, at live tables: in processes of their own, on the clock.

The host of a site says which ones (`tacit serve --bots`). One that does not answer in time, or
fails in any way, is ended, and the stand-in plays on in its seat, so that no table waits for it.
There are only so many processes; beyond that the stand-in plays from the beginning.
"""

from __future__ import annotations

import contextlib
import select
import subprocess
import sys
import threading
import time
import weakref
from functools import partial
from typing import Any

import msgspec

from tacit.bots.asking import asking_of
from tacit.bots.hosting import Asked, Seating
from tacit.bots.registry import find_bot
from tacit.server.logs import note

MOST_AT_ONCE = 16
"""Processes of such bots on one site."""
FIRST_ANSWER = 30.0
"""Seconds for the first answer: code may have to be loaded and compiled."""
SPARE = 1.0
"""Seconds for an answer beyond the time a bot is given to think."""
LONGEST_LINE = 65_536

_places = threading.BoundedSemaphore(MOST_AT_ONCE)


class Overdue(Exception):
    """The bot did not answer as it should; the text says how."""


class Hosted:
    """Plays as the bot does for as long as it behaves, then as the stand-in."""

    def __init__(self, where: Seating) -> None:
        self._where = where
        self._asking = asking_of(where.game)
        self._stand_in = find_bot(self._asking.stand_in, where.game)(
            where.seat, where.players, where.seed
        )
        self._process = _start(where)
        self._end = weakref.finalize(self, _stop, self._process) if self._process else None
        self._first = True

    @property
    def behaves(self) -> bool:
        """Whether the bot itself still plays."""
        return self._process is not None

    def __getattr__(self, method: str) -> Any:
        """Answer each of the game's questions, whatever they are."""
        for name, kind in self._asking.kinds.items():
            if kind.method == method:
                return partial(self._answer, name)
        raise AttributeError(method)

    def _answer(self, question: str, view: Any, given: Any = 0) -> Any:
        """Return the bot's own answer if it is one, else what the stand-in says."""
        kind = self._asking.kinds[question]
        more = {kind.given: given} if kind.given else {}
        found = self._ask(Asked(question, view, **more), kind.answer, more.get("budget", 0.0))
        chooses = kind.action is not None
        if chooses and kind.field == "card" and found is not None and found not in view.hand:
            self._give_up("answered no card it holds")
        if self.behaves and not (chooses and found is None):
            return found
        return self._asking.ask(self._stand_in, question, view, **more)

    def _ask(self, asked: Asked, kind: Any, budget: float = 0.0) -> Any:
        """Return an answer of the right kind, or None; whoever fails is ended."""
        if self._process is None:
            return None
        limit = budget + (FIRST_ANSWER if self._first else SPARE)
        self._first = False
        try:
            return msgspec.json.decode(_exchange(self._process, asked, limit), type=kind)
        except (Overdue, OSError, msgspec.DecodeError) as error:
            self._give_up(f"{type(error).__name__}: {error}")
            return None

    def _give_up(self, why: str) -> None:
        note("guest_bot_ended", bot=self._where.bot, why=why[:160])
        self._process = None
        if self._end is not None:
            self._end()


def _start(where: Seating) -> subprocess.Popen[bytes] | None:
    if not _places.acquire(blocking=False):
        note("guest_bot_refused", bot=where.bot)
        return None
    process = subprocess.Popen(  # our own program, with a bot the host allowed
        [sys.executable, "-m", "tacit.bots.hosting"],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
        bufsize=0,
    )
    with contextlib.suppress(OSError):
        assert process.stdin is not None
        process.stdin.write(msgspec.json.encode(where) + b"\n")
    return process


def _stop(process: subprocess.Popen[bytes]) -> None:
    process.kill()
    for pipe in (process.stdin, process.stdout):
        if pipe is not None:
            pipe.close()
    process.wait()
    _places.release()


def _exchange(process: subprocess.Popen[bytes], asked: Asked, limit: float) -> bytes:
    """Send a question and return the line that comes back, within so many seconds."""
    assert process.stdin is not None
    assert process.stdout is not None
    process.stdin.write(msgspec.json.encode(asked) + b"\n")
    until, line = time.monotonic() + limit, b""
    while not line.endswith(b"\n"):
        ready, _, _ = select.select([process.stdout], [], [], max(0.0, until - time.monotonic()))
        if not ready:
            raise Overdue(f"no answer within {limit:.1f} s")
        more = process.stdout.read(LONGEST_LINE)
        if not more or len(line) > LONGEST_LINE:
            raise Overdue("it has ended, or says too much")
        line += more
    return line
