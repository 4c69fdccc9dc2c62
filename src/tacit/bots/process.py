"""Bots in a process of their own, asked by lines of JSON: `python -m tacit.bots.process`.

A site runs bots this way that somebody else has written, so that one which hangs, crashes or eats
memory can be ended without harm. Its own strong bots think in such processes, too, so that the
tables never wait for them (`tacit.bots.warm_process`).
"""

from __future__ import annotations

import os
import sys
import threading
from collections import OrderedDict
from collections.abc import Callable
from queue import SimpleQueue
from typing import Any

import msgspec

from tacit.bots.asking import asking_of
from tacit.bots.registry import find_bot
from tacit.core.plug import rulebook

READY = b"ready\n"
NICENESS = 10
"""How far bots stand back when the site itself needs the processor."""
REMEMBERED = 256
"""Seats a process keeps in mind; a bot whose seat is forgotten is made anew."""


class Seating(msgspec.Struct, frozen=True):
    """Which bot, and where it sits."""

    bot: str
    game: str
    seat: int
    players: int
    seed: int


class Asked(msgspec.Struct, frozen=True):
    """A line: who is asked, and what."""

    where: Seating
    question: str
    view: Any
    now: int = 0
    budget: float = 0.0


class Read(Asked, frozen=True):
    """The same as it is read: what kind of view it is depends on the game."""

    view: msgspec.Raw


class Room:
    """The bots that sit in this process."""

    def __init__(self) -> None:
        self._seated: OrderedDict[Seating, Any] = OrderedDict()

    def answer(self, line: bytes) -> bytes:
        """Ask the bot a line is for; what it answers is made plain enough for a line of JSON."""
        asked = msgspec.json.decode(line, type=Read)
        game = asked.where.game
        view = msgspec.json.decode(asked.view, type=rulebook(game).View)
        asking = asking_of(game)
        found = asking.ask(
            self._bot(asked.where), asked.question, view, now=asked.now, budget=asked.budget
        )
        plain = None if found is None else asking.kinds[asked.question].plain(found)
        return msgspec.json.encode(plain) + b"\n"

    def _bot(self, where: Seating) -> Any:
        bot = self._seated.pop(where, None)
        if bot is None:
            bot = find_bot(where.bot, where.game)(where.seat, where.players, where.seed)
        self._seated[where] = bot
        if len(self._seated) > REMEMBERED:
            self._seated.popitem(last=False)
        return bot


def serve(get_ready: Callable[[], None] | None = None) -> None:
    """Answer until nobody can ask any more; say when what has to be done first is done."""
    answers = os.fdopen(os.dup(1), "wb")
    os.dup2(2, 1)  # what a bot prints is no answer
    if hasattr(os, "nice"):
        os.nice(NICENESS)
    lines: SimpleQueue[bytes] = SimpleQueue()
    threading.Thread(target=_listen, args=(lines,), daemon=True).start()
    if get_ready is not None:
        get_ready()
        answers.write(READY)
        answers.flush()
    room = Room()
    while True:
        answers.write(room.answer(lines.get()))
        answers.flush()


def _listen(lines: SimpleQueue[bytes]) -> None:
    """Take questions; end with the site, whatever the bots are doing and however it ended."""
    for line in sys.stdin.buffer:
        lines.put(line)
    os._exit(0)


if __name__ == "__main__":
    serve()
