"""Who takes part: a bot and how long it may think, as written on the command line.

`search` thinks as long as the others, `search@500` for 500 milliseconds a card, and `search#200`
plays out 200 deals a card however long that takes, so that it chooses the same in every run.
"""

from __future__ import annotations

import functools
import re
from typing import Any

import msgspec

from tacit.bots.bot import BotError
from tacit.bots.registry import find_bot

_WRITTEN = re.compile(r"(?P<name>.+?)(?:@(?P<millis>[^@#:/\\]*)|#(?P<playouts>[^@#:/\\]*))?")


class Entrant(msgspec.Struct, frozen=True):
    """A bot as it was named, and its own measure of thinking, if it has one."""

    label: str
    name: str
    millis: float | None = None
    playouts: int | None = None


def entrant(label: str) -> Entrant:
    """Read one word of the command line.

    >>> entrant("search@50").millis, entrant("mine.py:Mine#200").playouts
    (50.0, 200)
    """
    found = _WRITTEN.fullmatch(label)
    if found is None:
        raise BotError(f"{label!r} names no bot.")
    name, millis, playouts = found["name"], found["millis"], found["playouts"]
    if millis is not None:
        if not re.fullmatch(r"\d+(\.\d+)?", millis) or float(millis) <= 0:
            raise BotError(f"{label}: after @ comes a number of milliseconds, as in {name}@50.")
        return Entrant(label=label, name=name, millis=float(millis))
    if playouts is not None:
        if not playouts.isdecimal() or int(playouts) == 0:
            raise BotError(f"{label}: after # comes a number of playouts, as in {name}#200.")
        return Entrant(label=label, name=name, playouts=int(playouts))
    return Entrant(label=label, name=name)


@functools.lru_cache
def maker(who: Entrant, game: str) -> Any:
    """Return what makes a bot for a seat: its class, told its playouts if it counts them."""
    return find_bot(who.name if who.playouts is None else f"{who.name}#{who.playouts}", game)
