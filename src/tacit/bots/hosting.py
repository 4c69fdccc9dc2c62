"""One bot in a process of its own, asked by lines of JSON: `python -m tacit.bots.hosting`.

A site runs bots this way that somebody else has written, so that one which hangs, crashes or eats
memory can be ended without harm. Whoever starts it says on the first line what to play.
"""

from __future__ import annotations

import os
import sys
from typing import Any

import msgspec

from tacit.bots.asking import Asking, asking_of
from tacit.bots.registry import find_bot
from tacit.games import rulebook


class Seating(msgspec.Struct, frozen=True):
    """The first line: which bot, and where it sits."""

    bot: str
    game: str
    seat: int
    players: int
    seed: int


class Asked(msgspec.Struct, frozen=True):
    """Every other line."""

    question: str
    view: Any
    now: int = 0
    budget: float = 0.0


def answer(asking: Asking, bot: Any, asked: Asked) -> Any:
    """Ask a bot; what it answers is made plain enough for a line of JSON."""
    found = asking.ask(bot, asked.question, asked.view, now=asked.now, budget=asked.budget)
    return None if found is None else asking.kinds[asked.question].plain(found)


def main() -> None:
    """Answer until there are no more questions."""
    answers = os.fdopen(os.dup(1), "wb")
    os.dup2(2, 1)  # what a bot prints is no answer
    lines = sys.stdin.buffer
    where = msgspec.json.decode(lines.readline(), type=Seating)
    bot = find_bot(where.bot, where.game)(where.seat, where.players, where.seed)
    asking, view = asking_of(where.game), rulebook(where.game).View
    for line in lines:
        asked = msgspec.json.decode(line, type=Asked)
        seen = msgspec.structs.replace(asked, view=msgspec.convert(asked.view, view, strict=False))
        found = answer(asking, bot, seen)
        answers.write(msgspec.json.encode(found) + b"\n")
        answers.flush()


if __name__ == "__main__":
    main()
