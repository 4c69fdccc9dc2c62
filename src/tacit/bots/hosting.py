"""One bot in a process of its own, asked by lines of JSON: `python -m tacit.bots.hosting`.

A site runs bots this way that somebody else has written, so that one which hangs, crashes or eats
memory can be ended without harm. Whoever starts it says on the first line what to play.
"""

from __future__ import annotations

import os
import sys
from typing import Any, TypeAlias

import msgspec

from tacit.bots.registry import find_bot
from tacit.games import extreme, mindup

View: TypeAlias = mindup.View | extreme.View


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
    view: View
    now: int = 0
    budget: float = 0.0


def answer(bot: Any, asked: Asked) -> Any:
    """Ask a bot."""
    if asked.question == "choose":
        return int(bot.choose(asked.view, asked.budget))
    if asked.question == "plan":
        return bot.plan(asked.view, asked.now)
    if asked.question == "vote":
        return bool(bot.agree_to_star(asked.view))
    return bot.discard(asked.view)


def main() -> None:
    """Answer until there are no more questions."""
    answers = os.fdopen(os.dup(1), "wb")
    os.dup2(2, 1)  # what a bot prints is no answer
    lines = sys.stdin.buffer
    where = msgspec.json.decode(lines.readline(), type=Seating)
    bot = find_bot(where.bot, where.game)(where.seat, where.players, where.seed)
    for line in lines:
        found = answer(bot, msgspec.json.decode(line, type=Asked))
        answers.write(msgspec.json.encode(found) + b"\n")
        answers.flush()


if __name__ == "__main__":
    main()
