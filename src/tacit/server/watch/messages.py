"""What goes over the line where a replay is watched together. `docs/protocol.md` describes it."""

from __future__ import annotations

from typing import Annotated, Literal, TypeAlias

import msgspec
from msgspec import Meta

from tacit.table.tell.messages import Bye, FromClient, Ping, Pong, ToClient

Watcher: TypeAlias = int
"""The number in which somebody came to a room."""


class Moment(msgspec.Struct, frozen=True):
    """Where in a replay somebody is, and how they look at it."""

    step: Annotated[int, Meta(ge=0, le=1_000_000)]
    playing: bool
    speed: Annotated[float, Meta(ge=0.25, le=8)]
    seen: Literal["watch", "open", "0", "1", "2", "3", "4", "5"]
    """As somebody watching saw it, with all hands open, or as a seat saw it."""


class Come(FromClient, frozen=True, tag="hello"):
    """The first message in a room; again, to be called something else."""

    protocol: int
    name: str = ""


class Show(FromClient, frozen=True, tag="at"):
    """Where the leader is; from anybody else it changes nothing."""

    at: Moment


class Lead(FromClient, frozen=True):
    """The leader hands the lead on; when nobody leads, anybody may take it for themselves."""

    to: Watcher


RoomSaid: TypeAlias = Come | Show | Lead | Pong


class Welcome(ToClient, frozen=True):
    """To somebody who has come: the number they have in this room."""

    you: Watcher


class Here(msgspec.Struct, frozen=True):
    """Somebody who is in a room."""

    number: Watcher
    name: str
    """Empty if they did not say."""


class Together(ToClient, frozen=True):
    """All that there is to know of a room."""

    people: tuple[Here, ...]
    leader: Watcher | None
    """None while whoever led is gone."""
    at: Moment | None
    """Where the leader is, or was last; null until they have said so."""


RoomMessage: TypeAlias = Welcome | Together | Ping | Bye

_DECODER = msgspec.json.Decoder(RoomSaid)


def read(data: bytes) -> RoomSaid:
    """Read what somebody in a room says; msgspec.DecodeError if it is nothing."""
    said: RoomSaid = _DECODER.decode(data)
    return said
