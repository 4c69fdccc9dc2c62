"""The bodies and answers of the host's API. None has a card in it, or a table's link."""

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
from tacit.server.ops.host_settings import LONGEST_MINUTES, MAX_ANNOUNCEMENT_CHARS

__all__ = ["MAX_TOKEN_CHARS", "AdminAction", "AdminAnnounce", "AdminAnswer", "AdminDone"]
__all__ += ["AdminDoors", "AdminEnd", "AdminGuest", "AdminLook", "AdminMute", "AdminNode"]
__all__ += ["AdminRemove", "AdminSession", "AdminSignIn", "AdminTable"]

MAX_TOKEN_CHARS = 1000


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
        if len(self.text) > MAX_ANNOUNCEMENT_CHARS:
            raise ValueError(f"An announcement has at most {MAX_ANNOUNCEMENT_CHARS} characters")
        if not 0 < self.minutes <= LONGEST_MINUTES:
            raise ValueError(f"An announcement is shown for up to {LONGEST_MINUTES} minutes")


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
