"""The bodies and answers of the host's API. None has a card in it, or a table's link."""

from __future__ import annotations

from typing import TypeAlias

import msgspec

from tacit.server.http.api.records import AnnouncementAnswer, Body
from tacit.server.ops.host_settings import LONGEST_ANNOUNCEMENT, LONGEST_MINUTES
from tacit.table.log.records import Guest
from tacit.table.log.state import Stage

MAX_TOKEN_CHARS = 1000
MAX_FIND_CHARS = 300
"""A link is shorter."""


class AdminSignIn(Body, frozen=True):
    """The host's token."""

    token: str


class AdminSession(msgspec.Struct, frozen=True):
    """Whether this browser is signed in as the host."""

    signed_in: bool


class AdminDoors(Body, frozen=True):
    """Whether the site is closed to new tables."""

    closed: bool


class AdminAnnounce(Body, frozen=True):
    """An announcement to everyone, and how long it is shown; an empty text ends it."""

    text: str
    minutes: float = 60.0

    def __post_init__(self) -> None:
        """Refuse what is too long."""
        if len(self.text) > LONGEST_ANNOUNCEMENT:
            raise ValueError(f"An announcement has at most {LONGEST_ANNOUNCEMENT} characters")
        if not 0 < self.minutes <= LONGEST_MINUTES:
            raise ValueError(f"An announcement is shown for up to {LONGEST_MINUTES} minutes")


class AdminLook(Body, frozen=True, tag_field="do", tag="look"):
    """List the tables, or those that a link, a fingerprint or a guest's name leads to."""

    find: str = ""
    mark: str = ""
    """The fingerprint of a link's table: peer nodes do not get the link."""

    def __post_init__(self) -> None:
        """Refuse what is too long."""
        if len(self.find) > MAX_FIND_CHARS:
            raise ValueError(f"A search has at most {MAX_FIND_CHARS} characters")


class AdminEnd(Body, frozen=True, tag_field="do", tag="end"):
    """End a table for good, by its fingerprint."""

    table: str


class AdminMute(Body, frozen=True, tag_field="do", tag="mute"):
    """Mute a guest at a table, or undo it."""

    table: str
    guest: Guest
    on: bool = True


class AdminRemove(Body, frozen=True, tag_field="do", tag="remove"):
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


class AdminAnswer(msgspec.Struct, frozen=True):
    """The overview of the host's page."""

    version: str
    closed: bool
    announcement: AnnouncementAnswer
    invitation: str
    """The path of the site's invitation; empty if every guest may open tables."""
    nodes: int
    unheard: int
    """Nodes that did not answer in time: their tables are missing."""
    tables: int
    people: int
    connections: int
    found: int
    """How many tables were found; `shown` has the first of them."""
    shown: tuple[AdminTable, ...]
