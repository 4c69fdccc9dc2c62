"""What waits to be sent, on all lines together: bounded, and whoever reads least is cut off first.

A line's share is looked at when more is sent to it, so it may only have become less since.
"""

from __future__ import annotations

from typing import Protocol

from tacit.server.limits.budget import Account

ROOM = 0.75
"""How full it may be after cutting, so that it is not done again at once."""


class Reader(Protocol):
    """A connection that may be behind."""

    @property
    def account(self) -> Account:
        """Whom it is charged to."""

    @property
    def behind(self) -> int:
        """How many bytes wait to be sent to it."""

    def cut(self) -> None:
        """Let it go with all that waits for it."""


class Unread:
    """See the module's text."""

    def __init__(self, most: int) -> None:
        self._most = most
        self._bytes: dict[Reader, int] = {}
        self._total = 0

    def __len__(self) -> int:
        return self._total

    def note(self, reader: Reader, size: int) -> None:
        """Take note that so much waits for a reader; make room if it is too much altogether."""
        before = self._bytes.get(reader, 0)
        if not size and not before:
            return
        if not reader.account.hold(size - before):  # its address has too much waiting already
            self.forget(reader)
            reader.cut()
            return
        self._total += size - before
        if size:
            self._bytes[reader] = size
        else:
            del self._bytes[reader]
        if self._total > self._most:
            self._make_room()

    def forget(self, reader: Reader) -> None:
        """A connection is gone."""
        size = self._bytes.pop(reader, 0)
        self._total -= size
        reader.account.release(size)

    def _make_room(self) -> None:
        """Look again, and cut off those who are furthest behind until there is room."""
        sizes = {reader: reader.behind for reader in self._bytes}
        for reader, size in sizes.items():
            reader.account.release(self._bytes[reader] - size)
        sizes = {reader: size for reader, size in sizes.items() if size}
        self._bytes, self._total = sizes.copy(), sum(sizes.values())
        for reader in sorted(sizes, key=lambda one: -sizes[one]):
            if self._total <= ROOM * self._most:
                return
            self.forget(reader)
            reader.cut()
