"""What the host's page asks for and is told: no card is in any of it, nor a table's link."""

from __future__ import annotations

import msgspec

from tacit.server.cluster.admin_records import (
    AdminAction,
    AdminDone,
    AdminEnd,
    AdminGuest,
    AdminLook,
    AdminMute,
    AdminNode,
    AdminRemove,
    AdminTable,
)
from tacit.server.http.api.records import AnnouncementAnswer, Body
from tacit.server.ops.host_settings import LONGEST_ANNOUNCEMENT, LONGEST_MINUTES

__all__ = [
    "LONGEST_TOKEN",
    "AdminAction",
    "AdminAnnounce",
    "AdminAnswer",
    "AdminDone",
    "AdminDoors",
    "AdminEnd",
    "AdminGuest",
    "AdminLook",
    "AdminMute",
    "AdminNode",
    "AdminRemove",
    "AdminSession",
    "AdminSignIn",
    "AdminTable",
]

LONGEST_TOKEN = 1000


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
