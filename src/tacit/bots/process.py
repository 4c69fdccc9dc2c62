"""A worker process in which bots think: `python -m tacit.bots.process [warm]`.

It is asked by lines of JSON. An installed bot gets a process of its own, so that a site can end one
that hangs, crashes or eats memory. The compiled bots think in such processes too, so that no table
waits for the GIL; `warm` compiles them before the first line.
"""

from __future__ import annotations

import os
import sys
import threading
from queue import SimpleQueue
from typing import Any

import msgspec

from tacit.bots import warm
from tacit.bots.asking import asking_of
from tacit.bots.registry import find_bot
from tacit.core.plug import rulebook
from tacit.core.priority import lower_priority
from tacit.core.recent import Recent

READY = b"ready\n"
NICENESS = 10
"""A low priority: the site itself goes first."""
MOST_SEATS = 256
"""Seats whose bots a process keeps; a bot that was dropped is made anew."""


class BotSeat(msgspec.Struct, frozen=True):
    """Which bot, and where it sits."""

    bot: str
    game: str
    seat: int
    players: int
    seed: int


class BotQuestion(msgspec.Struct, frozen=True):
    """One line of input: the seat, the question and the view."""

    seat: BotSeat
    question: str
    view: Any
    now: int = 0
    budget_s: float = 0.0


class _RawQuestion(BotQuestion, frozen=True):
    """The same as it is read: the type of the view depends on the game."""

    view: msgspec.Raw


class ProcessBots:
    """The bots that think in this process."""

    def __init__(self) -> None:
        self._bots: Recent[BotSeat, Any] = Recent(MOST_SEATS)

    def answer(self, line: bytes) -> bytes:
        """Ask the bot that a line is for, and return its answer as a line."""
        asked = msgspec.json.decode(line, type=_RawQuestion)
        game = asked.seat.game
        view = msgspec.json.decode(asked.view, type=rulebook(game).View)
        asking, bot = asking_of(game), self._bot(asked.seat)
        found = asking.ask(bot, asked.question, view, now=asked.now, budget=asked.budget_s)
        plain = None if found is None else asking.kinds[asked.question].plain(found)
        return msgspec.json.encode(plain) + b"\n"

    def _bot(self, seat: BotSeat) -> Any:
        bot = self._bots.pop(seat, None)
        if bot is None:
            bot = find_bot(seat.bot, seat.game)(seat.seat, seat.players, seat.seed)
        self._bots[seat] = bot
        return bot


def main() -> None:
    """Answer until the site hangs up."""
    answers = os.fdopen(os.dup(1), "wb")
    os.dup2(2, 1)  # what a bot prints is no answer
    lower_priority(NICENESS)
    lines: SimpleQueue[bytes] = SimpleQueue()
    threading.Thread(target=_listen, args=(lines,), daemon=True).start()
    if sys.argv[1:] == ["warm"]:
        warm.main()
        answers.write(READY)
        answers.flush()
    bots = ProcessBots()
    while True:
        answers.write(bots.answer(lines.get()))
        answers.flush()


def _listen(lines: SimpleQueue[bytes]) -> None:
    """Read questions; when the input closes, end the process at once, whatever bots are doing."""
    for line in sys.stdin.buffer:
        lines.put(line)
    os._exit(0)


if __name__ == "__main__":
    main()
