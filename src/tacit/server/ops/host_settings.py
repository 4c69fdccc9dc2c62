"""What the site's host sets while it runs: whether new tables may be opened, and an announcement.

Both are in the database, so that a restart changes neither and all nodes agree.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Mapping
from typing import TypeVar

import msgspec

from tacit.server.ops.logs import note
from tacit.store.store import Store
from tacit.table.decide.names import clean_text
from tacit.table.tell.messages import ENCODER, Announced

MAX_ANNOUNCEMENT_CHARS = 280
"""Characters."""
LONGEST_MINUTES = 24 * 60

T = TypeVar("T")


class Doors(msgspec.Struct, frozen=True):
    """Whether new tables may be opened."""

    closed: bool = False


class Announcement(msgspec.Struct, frozen=True):
    """A text for all guests of the site, until a moment in milliseconds since 1970."""

    text: str = ""
    until: int = 0


class HostSettings:
    """The settings as the database had them when they were last read."""

    def __init__(self, store: Store, clock: Callable[[], int]) -> None:
        self._store = store
        self._clock = clock
        self._announcement = Announcement()
        self.doors = Doors()
        self.hear(store.settings())

    def hear(self, settings: Mapping[str, bytes]) -> bool:
        """Take the settings of the database; tell whether the announcement has changed."""
        before = self._announcement
        self.doors = _read(settings.get("doors"), Doors())
        self._announcement = _read(settings.get("announcement"), Announcement())
        return self._announcement != before

    async def set_doors(self, *, closed: bool) -> None:
        """Allow or forbid new tables, on all nodes; games go on."""
        doors = Doors(closed=closed)
        await self._keep("doors", doors)
        self.doors = doors
        note("doors_moved", closed=closed)

    async def announce(self, text: str, minutes: float) -> None:
        """Set the announcement of all nodes; an empty text ends it."""
        text = clean_text(text, MAX_ANNOUNCEMENT_CHARS)
        until = self._clock() + int(minutes * 60_000) if text else 0
        told = Announcement(text, until)
        await self._keep("announcement", told)
        self._announcement = told
        note("announced", characters=len(text), minutes=minutes if text else 0)

    async def _keep(self, name: str, value: msgspec.Struct) -> None:
        await asyncio.to_thread(self._store.keep_setting, name, msgspec.json.encode(value))

    def announced(self) -> Announced:
        """Return the announcement of this moment; without a text if there is none."""
        left = self._announcement.until - self._clock()
        if left <= 0:
            return Announced(text="", seconds=0)
        return Announced(text=self._announcement.text, seconds=-(-left // 1000))

    def greeting(self) -> bytes | None:
        """Return the first message of a new connection, if there is an announcement."""
        announced = self.announced()
        return ENCODER.encode(announced) if announced.text else None


def _read(kept: bytes | None, without: T) -> T:
    """Read a setting; one that cannot be read counts as not set."""
    try:
        return without if kept is None else msgspec.json.decode(kept, type=type(without))
    except msgspec.DecodeError:
        return without
