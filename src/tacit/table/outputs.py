"""What a table wants its caller to do: a server, or a simulation."""

from __future__ import annotations

from typing import Any, NewType, TypeAlias

import msgspec

from tacit.core.rulebook import Millis, Refused, Seat
from tacit.table.log.turns import WaitedFor

ConnectionId = NewType("ConnectionId", int)
"""The number of a connection."""


class Save(msgspec.Struct, frozen=True, gc=False):
    """Make an entry durable, then call `saved` or `not_saved` with this ticket."""

    ticket: tuple[int, int]
    after: int
    entry: bytes
    closed: bool = False
    """No game is in progress."""
    people: dict[str, bool] = {}
    """Who came with it (True) or left (False)."""
    waited_for: WaitedFor | None = None
    """What the table waits for then, if it is one by correspondence, or was until now."""


class Tell(msgspec.Struct, frozen=True, gc=False):
    """Send a message to a connection."""

    connection: ConnectionId
    data: bytes


class Disconnect(msgspec.Struct, frozen=True, gc=False):
    """Close a connection."""

    connection: ConnectionId


class Ask(msgspec.Struct, frozen=True, gc=False):
    """Ask a bot, away from the table's own thread, then call `answered` with this ticket."""

    ticket: tuple[Any, ...]
    game: int
    seat: Seat
    bot: str
    players: int
    question: str
    """One of the game's kinds: see `tacit.bots.asking`."""
    view: Any
    now: Millis
    parameters: dict[str, Any] = {}
    """What the game tells a bot as it sits down: `Conduct.bot_parameters`."""


class PlayOut(msgspec.Struct, frozen=True, gc=False):
    """Have bots play the game out, away from the table's own thread.

    Then call `played_out`, or `not_played_out` if that failed.
    """

    state: Any
    """The table as it stands."""
    now: Millis


class GiveUp(msgspec.Struct, frozen=True, gc=False):
    """End the table: its game cannot be played out, and has no result."""


class Answered(msgspec.Struct, frozen=True, gc=False):
    """A request was answered: for metrics, and for the caller of `Table.ask`.

    Nothing is counted before it is answered: no metric may reveal a press that is still held.
    """

    do: str
    id: str
    refused: Refused | None = None


Output: TypeAlias = Save | Tell | Disconnect | Ask | PlayOut | GiveUp | Answered
