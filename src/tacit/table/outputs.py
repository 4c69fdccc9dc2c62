"""What a table wants done by whoever runs it: a server, or a simulation."""

from __future__ import annotations

from typing import Any, Literal, NamedTuple, NewType, TypeAlias

from tacit.games.rulebook import Millis, Seat

LineId = NewType("LineId", int)
"""One connection of one person."""


class Save(NamedTuple):
    """Make an entry durable, then call `saved` or `not_saved` with this ticket."""

    ticket: tuple[int, int]
    after: int
    entry: bytes


class Tell(NamedTuple):
    """Send a message to a line."""

    line: LineId
    data: bytes


class HangUp(NamedTuple):
    """Close a line."""

    line: LineId


class Ask(NamedTuple):
    """Ask a bot, away from the table's own thread, then call `answered` with this ticket."""

    ticket: tuple[Any, ...]
    game: int
    seat: Seat
    bot: str
    players: int
    question: Literal["choose", "plan", "vote", "discard"]
    view: Any
    now: Millis


class Refusal(NamedTuple):
    """A request was refused; for whoever counts."""

    key: str


Output: TypeAlias = Save | Tell | HangUp | Ask | Refusal
