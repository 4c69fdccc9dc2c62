"""Messages on their way to connections: one write a connection for each turn of the event loop.

What waits is bounded even within one turn. A connection that would get more than its share is
dropped; when all together would get too much, everything is delivered at once.
"""

from __future__ import annotations

import asyncio
from typing import Protocol

from tacit.server.transport.websocket import frame

MAX_CONNECTION_BYTES = 2**18
"""What may wait for one connection in one turn of the event loop."""
MAX_TOTAL_BYTES = 2**22
"""What may wait for all of them together."""


class Recipient(Protocol):
    """What takes messages: a connection."""

    def send(self, frames: bytes) -> None:
        """Send now; a client that cannot keep up is dropped."""

    def hang_up(self) -> None:
        """Close after all that was sent."""

    def drop(self) -> None:
        """Close at once, with all that waits."""

    def round_trip(self) -> int | None:
        """Return its round trip in milliseconds, if no proxy is in between and it is known."""


class Outbox:
    """Collects the messages of one turn of the event loop, then delivers them all."""

    def __init__(self) -> None:
        self._loop = asyncio.get_running_loop()
        self._waiting: dict[Recipient, list[bytes]] = {}
        """The frames for each, in order."""
        self._sizes: dict[Recipient, int] = {}
        """The bytes for those that get more than one frame."""
        self._total_bytes = 0
        self._leaving: list[Recipient] = []
        self._delivering = False
        self._data = self._frame = b""
        """The last message and its frame: one message often goes to many connections."""

    def post(self, to: Recipient, data: bytes) -> None:
        """Take a message for a connection."""
        if data is not self._data:
            self._data, self._frame = data, frame(data)
        size = len(self._frame)
        self._total_bytes += size
        frames = self._waiting.get(to)
        if frames is None:
            self._waiting[to] = [self._frame]
            if not self._delivering:
                self._deliver_soon()
        else:
            frames.append(self._frame)
            size += self._sizes.get(to) or len(frames[0])
            self._sizes[to] = size
        if size > MAX_CONNECTION_BYTES:
            self._drop(to, size)
        elif self._total_bytes > MAX_TOTAL_BYTES:
            self._deliver()

    def _drop(self, to: Recipient, size: int) -> None:
        """Drop a connection that would get more at once than any client asks for."""
        del self._waiting[to]
        self._sizes.pop(to, None)
        self._total_bytes -= size
        to.drop()

    def hang_up(self, on: Recipient) -> None:
        """Close a connection after all that came before."""
        self._leaving.append(on)
        self._deliver_soon()

    def _deliver_soon(self) -> None:
        if not self._delivering:
            self._delivering = True
            self._loop.call_soon(self._deliver)

    def _deliver(self) -> None:
        self._delivering = False
        waiting, self._waiting = self._waiting, {}
        self._sizes, self._total_bytes = {}, 0
        leaving, self._leaving = self._leaving, []
        for to, frames in waiting.items():
            to.send(frames[0] if len(frames) == 1 else b"".join(frames))
        for connection in leaving:
            connection.hang_up()

    def __len__(self) -> int:
        return sum(map(len, self._waiting.values()))

    async def close(self) -> None:
        """Deliver what is there."""
        while self._delivering:
            await asyncio.sleep(0)
