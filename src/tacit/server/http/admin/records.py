"""What the host's page asks for and is told: no card is in any of it, nor a table's link."""

from __future__ import annotations

from typing import TypeAlias

import msgspec

from tacit.server.http.api.records import AnnouncementAnswer, Body
from tacit.server.ops.host_settings import LONGEST_ANNOUNCEMENT, LONGEST_MINUTES
from tacit.table.log.records import Guest
from tacit.table.log.state import Stage

LONGEST_TOKEN = 1000
LONGEST_FIND = 300
"""Characters; a link is shorter."""


class AdminSignIn(Body, frozen=True):
    """The host comes with the token."""

    token: str


class AdminSession(msgspec.Struct, frozen=True):
    """Whether this browser is signed in as the host."""

    signed_in: bool


class AdminDoors(Body, frozen=True):
    """Open or close the doors."""

    closed: bool


class AdminAnnounce(Body, frozen=True):
    """Say something to everybody, for so long; an empty text ends what was said."""

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
    """The fingerprint of the table that a link leads to: links are not passed on."""

    def __post_init__(self) -> None:
        """Refuse what is too long."""
        if len(self.find) > LONGEST_FIND:
            raise ValueError(f"What is looked for has at most {LONGEST_FIND} characters")


class AdminEnd(Body, frozen=True, tag_field="do", tag="end"):
    """End a table for good, by its fingerprint."""

    table: str


class AdminMute(Body, frozen=True, tag_field="do", tag="mute"):
    """Deliver nothing more that a guest of a table says, or do so again."""

    table: str
    guest: Guest
    on: bool = True


class AdminRemove(Body, frozen=True, tag_field="do", tag="remove"):
    """Send a guest away from a table for good."""

    table: str
    guest: Guest


AdminAction: TypeAlias = AdminEnd | AdminMute | AdminRemove
AdminOrder: TypeAlias = AdminLook | AdminAction
"""What one node asks another to do."""


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
    """A table as the host of the site sees it."""

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
    """One node: what it has in memory, and the tables that were looked for."""

    tables: int
    people: int
    connections: int
    found: int
    shown: tuple[AdminTable, ...]


class AdminDone(msgspec.Struct, frozen=True):
    """What became of an action."""

    found: bool
    key: str = ""
    """Why it was refused, if it was."""
    text: str = ""


class AdminAnswer(msgspec.Struct, frozen=True):
    """All that the host's page shows."""

    version: str
    closed: bool
    announcement: AnnouncementAnswer
    invitation: str
    """The path of the site's own invitation, if it is by invitation."""
    nodes: int
    unheard: int
    """Nodes that did not answer in time: their tables are not listed."""
    tables: int
    people: int
    connections: int
    found: int
    """How many tables were found; the first of them are listed."""
    shown: tuple[AdminTable, ...]
