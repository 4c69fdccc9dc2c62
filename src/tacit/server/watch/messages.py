"""The messages of a room where a replay is watched together; `docs/protocol.md` describes them."""

from __future__ import annotations

from typing import Annotated, Literal, TypeAlias

import msgspec
from msgspec import Meta

from tacit.table.tell.messages import Bye, FromClient, Ping, Pong, ToClient

Watcher: TypeAlias = int
"""The number that a spectator has in a room."""


class Moment(msgspec.Struct, frozen=True):
    """Where in a replay a spectator is, and how they look at it."""

    step: Annotated[int, Meta(ge=0, le=1_000_000)]
    playing: bool
    speed: Annotated[float, Meta(ge=0.25, le=8)]
    seen: Literal["watch", "open", "0", "1", "2", "3", "4", "5"]
    """As a spectator saw it, with all hands open, or as a seat saw it."""


class Come(FromClient, frozen=True, tag="hello"):
    """The first message in a room; again, to change the name."""

    protocol: int
    name: str = ""


class Show(FromClient, frozen=True, tag="at"):
    """Where the leader is; from others it changes nothing."""

    at: Moment


class Lead(FromClient, frozen=True):
    """The leader passes the lead on; while there is no leader, a spectator may take it."""

    to: Watcher


RoomSaid: TypeAlias = Come | Show | Lead | Pong


class Welcome(ToClient, frozen=True):
    """To a spectator who has come: their number in this room."""

    you: Watcher


class Here(msgspec.Struct, frozen=True):
    """A spectator in a room."""

    number: Watcher
    name: str
    """Empty if they did not say."""


class Together(ToClient, frozen=True):
    """The whole state of a room."""

    people: tuple[Here, ...]
    leader: Watcher | None
    """None while the leader is gone."""
    at: Moment | None
    """Where the leader is, or was last; null until they have said so."""


RoomMessage: TypeAlias = Welcome | Together | Ping | Bye

_DECODER = msgspec.json.Decoder(RoomSaid)


def read(data: bytes) -> RoomSaid:
    """Read a message of a client in a room; msgspec.DecodeError if it is none."""
    said: RoomSaid = _DECODER.decode(data)
    return said
