"""What nodes ask each other for the host's page, and answer: no cards, and no table's link."""

from __future__ import annotations

from typing import TypeAlias

import msgspec

from tacit.table.log.records import Guest
from tacit.table.log.state import Stage

MAX_FIND_CHARS = 300
"""A link is shorter."""


class Order(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What the host asks for."""


class AdminLook(Order, frozen=True, tag_field="do", tag="look", rename={"fingerprint": "mark"}):
    """List the tables, or those that a link, a fingerprint or a guest's name leads to."""

    find: str = ""
    fingerprint: str = ""
    """Of a link's table, `mark` on the wire: peer nodes do not get the link."""

    def __post_init__(self) -> None:
        """Refuse what is too long."""
        if len(self.find) > MAX_FIND_CHARS:
            raise ValueError(f"A search has at most {MAX_FIND_CHARS} characters")


class AdminEnd(Order, frozen=True, tag_field="do", tag="end"):
    """End a table for good, by its fingerprint."""

    table: str


class AdminMute(Order, frozen=True, tag_field="do", tag="mute"):
    """Mute a guest at a table, or undo it."""

    table: str
    guest: Guest
    on: bool = True


class AdminRemove(Order, frozen=True, tag_field="do", tag="remove"):
    """Remove a guest from a table for good."""

    table: str
    guest: Guest


AdminAction: TypeAlias = AdminEnd | AdminMute | AdminRemove
AdminOrder: TypeAlias = AdminLook | AdminAction
"""What one node asks a peer node to do."""


class AdminGuest(msgspec.Struct, frozen=True):
    """A guest at a table."""

    guest: Guest
    name: str
    seat: int | None
    here: bool
    """Connected now."""
    host: bool
    muted: bool


class AdminTable(msgspec.Struct, frozen=True):
    """A table as the site's host sees it."""

    table: str
    """Its fingerprint: its name is its invitation."""
    game: str
    stage: Stage
    paused: bool
    guests: tuple[AdminGuest, ...]
    bots: int
    active: int
    """When something last happened there, to the minute, in milliseconds since 1970."""


class AdminNode(msgspec.Struct, frozen=True):
    """What a node has in memory, and the tables it found."""

    tables: int
    people: int
    connections: int
    found: int
    shown: tuple[AdminTable, ...]


class AdminDone(msgspec.Struct, frozen=True):
    """The outcome of an action."""

    found: bool
    key: str = ""
    """Why it was refused, if it was."""
    text: str = ""
