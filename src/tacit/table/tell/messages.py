"""The messages between a table and its clients. `docs/protocol.md` describes them."""

from __future__ import annotations

from typing import Any, TypeAlias

import msgspec
from msgspec import UNSET, UnsetType

from tacit.core.rulebook import Millis, Seat
from tacit.table.decide.requests import AnyRequest, Emote
from tacit.table.log.records import Guest
from tacit.table.log.state import Stage
from tacit.table.tell.view import HouseView

PROTOCOL = 1
LONGEST_ID_CHARS = 40


class FromClient(msgspec.Struct, frozen=True, tag_field="type", tag=str.lower):
    """A message of a client."""


class Hello(FromClient, frozen=True):
    """The first message on a connection, and again whenever a client needs a full sync."""

    protocol: int
    version: int = 0
    """The last version of this table the client has; 0 is none."""
    screen: bool = False
    """In the first one: this connection is a screen for the room, and no player's."""


class Do(FromClient, frozen=True):
    """A request; sending it twice under one id does it once."""

    id: str
    request: AnyRequest
    seen: int | None = None
    """The version the client had when it asked; if it does not say, the last one told."""


class Pong(FromClient, frozen=True):
    """The answer to a ping."""

    n: int


ClientMessage: TypeAlias = Hello | Do | Pong


class ToClient(msgspec.Struct, frozen=True, tag_field="type", tag=str.lower, omit_defaults=True):
    """A message to a client."""


class Door(ToClient, frozen=True):
    """To a person who has not joined: what they would join."""

    game: str
    stage: Stage
    free: int
    spectators: bool
    removed: bool
    host: str
    """Who invites."""
    players: tuple[str, ...]
    """Who sits there."""
    bots: tuple[str, ...] = ()
    """And which bots."""
    kept: bool = False
    """You left a game in progress, and your seat is kept."""


class Presence(msgspec.Struct, frozen=True, omit_defaults=True):
    """Whether the player of a seat is connected, and how good the connection is."""

    here: bool
    line: str
    credit: int = 0
    """Milliseconds by which this seat's plays are dated back now, in tens."""


class Sync(ToClient, frozen=True):
    """Everything a person may know, and what they missed since the version they had."""

    version: int
    house: HouseView
    view: Any
    legal: dict[str, list[Any]]
    waiting: tuple[Seat, ...]
    events: tuple[Any, ...]
    now: Millis


class Update(ToClient, frozen=True):
    """One version more: what happened, and the fields of the views that changed."""

    version: int
    events: tuple[Any, ...] = ()
    house: dict[str, Any] = {}
    view: Any = UNSET
    """Changed fields of the game's view; the whole view if `fresh`; null if there is no game."""
    fresh: bool = False
    legal: dict[str, list[Any]] | UnsetType = UNSET
    waiting: tuple[Seat, ...] | UnsetType = UNSET


class Who(ToClient, frozen=True, tag="presence"):
    """Who is connected, by seat, and until when the table waits for picks."""

    seats: tuple[Presence, ...]
    deadline: Millis | None
    now: Millis
    screens: int = 0
    """How many screens show the table: nobody watches unseen."""


class Ack(ToClient, frozen=True):
    """A request was done and is durable; `version` is the table's after it."""

    id: str
    version: int


class No(ToClient, frozen=True, tag="refused"):
    """A request was refused and changed nothing."""

    id: str
    key: str
    text: str
    details: dict[str, Any] = {}


class Gesture(ToClient, frozen=True):
    """A guest made a quick gesture."""

    guest: Guest
    emote: Emote


class Heard(ToClient, frozen=True, tag="said"):
    """A guest said something. The log does not keep it; `sync` has the latest lines."""

    guest: Guest
    text: str
    at: Millis


class HistoryTold(ToClient, frozen=True, tag="history"):
    """All turns that are over, to the connection that asked."""

    turns: tuple[Any, ...]


class OddsTold(ToClient, frozen=True, tag="odds"):
    """A player's odds in a turn, to the connection that asked; null where there are none."""

    round: int
    turn: int
    odds: Any


class Ping(ToClient, frozen=True):
    """To be answered at once: the server measures the round trip."""

    n: int


class Announced(ToClient, frozen=True, tag="announcement"):
    """The host of the site says something to everybody; without a text it is over."""

    text: str
    seconds: int
    """For how long it is to be shown."""


class Bye(ToClient, frozen=True):
    """The connection will be closed, and why: after "restart" reconnect."""

    reason: str


ServerMessage: TypeAlias = (
    Door
    | Sync
    | Update
    | Who
    | Ack
    | No
    | Gesture
    | Heard
    | HistoryTold
    | OddsTold
    | Ping
    | Announced
    | Bye
)

ENCODER = msgspec.json.Encoder()
_DECODER = msgspec.json.Decoder(ClientMessage)


def read(data: bytes | str) -> ClientMessage:
    """Read a client's message; msgspec.DecodeError if it is none."""
    message: ClientMessage = _DECODER.decode(data)
    return message
