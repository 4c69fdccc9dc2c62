"""Bots in other processes: asked by a line, answered by a line, on the clock."""

from __future__ import annotations

import contextlib
import math
import select
import subprocess
import sys
import time
from abc import ABC, abstractmethod
from functools import partial
from typing import Any

import msgspec

from tacit.bots.asking import Kind, asking_of
from tacit.bots.process import Asked, Seating
from tacit.bots.registry import find_bot

LONGEST_LINE = 65_536


class Overdue(Exception):
    """The bot did not answer as it should; the text says how."""


class Process:
    """A process that bots sit in; one thread at a time asks it."""

    def __init__(self, module: str = "tacit.bots.process") -> None:
        self.started = time.monotonic()
        self._process = subprocess.Popen(  # noqa: S603 - our own program, with a bot the host allowed
            [sys.executable, "-m", module],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            bufsize=0,
            process_group=0,  # a Ctrl-C is for the site: it says goodbye first
        )

    def ask(self, asked: Asked, limit: float) -> bytes:
        """Return the line that comes back within so many seconds; else Overdue."""
        assert self._process.stdin is not None
        try:
            self._process.stdin.write(msgspec.json.encode(asked) + b"\n")
        except (OSError, ValueError) as error:
            raise Overdue(f"it has ended: {error}") from error
        return self.read(limit)

    def read(self, limit: float = math.inf) -> bytes:
        """Return its next line."""
        pipe = self._process.stdout
        assert pipe is not None
        until, line = time.monotonic() + limit, b""
        try:
            poll = select.poll()  # select itself knows no more than 1,024 files
            poll.register(pipe, select.POLLIN)
            while not line.endswith(b"\n"):
                left = None if until == math.inf else 1000 * max(0.0, until - time.monotonic())
                if not poll.poll(left):
                    raise Overdue(f"no answer within {limit:.1f} s")
                more = pipe.read(LONGEST_LINE)
                if not more or len(line) > LONGEST_LINE:
                    raise Overdue("it has ended, or says too much")
                line += more
        except (OSError, ValueError) as error:  # it was ended while it was waited for
            raise Overdue(f"it has ended: {error}") from error
        return line

    @property
    def runs(self) -> bool:
        """Whether it has not ended."""
        return self._process.poll() is None

    def kill(self) -> None:
        """End it, whatever it is doing; whoever waits for an answer hears of it."""
        self._process.kill()

    def end(self) -> None:
        """End it and put it away: nobody may be asking it."""
        self.kill()
        self._process.wait()
        for pipe in (self._process.stdin, self._process.stdout):
            with contextlib.suppress(OSError):
                if pipe is not None:
                    pipe.close()


class Remote(ABC):
    """Plays as a bot in another process does, and as the stand-in does where it has no answer."""

    def __init__(self, where: Seating) -> None:
        self.where = where
        self._asking = asking_of(where.game)
        self._stand_in = find_bot(self._asking.stand_in, where.game)(
            where.seat, where.players, where.seed
        )

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
        try:
            line = self.ask(Asked(self.where, question, view, **more))
            found = msgspec.json.decode(line, type=kind.answer | None)
        except (Overdue, msgspec.DecodeError) as error:
            self.failed(f"{type(error).__name__}: {error}")
        else:
            if kind.action is None or _is_choice(kind, found, view):
                return found
            self.failed("answered no card it holds")
        return self._asking.ask(self._stand_in, question, view, **more)

    @abstractmethod
    def ask(self, asked: Asked) -> bytes:
        """Return the answer as a line; Overdue if there is none in time."""

    @abstractmethod
    def failed(self, why: str) -> None:
        """It did not answer as it should; the stand-in does."""


def _is_choice(kind: Kind, found: Any, view: Any) -> bool:
    return found is not None and (kind.field != "card" or found in view.hand)
