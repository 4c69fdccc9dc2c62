"""Messages on their way to lines, delivered without ever waiting for a slow reader."""

from __future__ import annotations

import asyncio
from typing import Protocol

from tacit.server.wire import frame


class Recipient(Protocol):
    """Something that takes messages: a WebSocket."""

    def send(self, frames: bytes) -> None:
        """Send at once; whoever cannot keep up is cut off."""

    def hang_up(self) -> None:
        """Close, after all that was sent."""

    def round_trip(self) -> int | None:
        """Return the connection's own round trip in milliseconds, if it is direct and known."""


class Outbox:
    """Collects what is said in one turn of the event loop, then delivers it all."""

    def __init__(self) -> None:
        self._loop = asyncio.get_running_loop()
        self._waiting: dict[Recipient, list[bytes]] = {}
        """The frames for each, in order."""
        self._leaving: list[Recipient] = []
        self._delivering = False
        self._data = self._frame = b""
        """The last message and its frame: one message often goes to many."""

    def post(self, to: Recipient, data: bytes) -> None:
        """Take a message."""
        if data is not self._data:
            self._data, self._frame = data, frame(data)
        frames = self._waiting.get(to)
        if frames is not None:
            frames.append(self._frame)
            return
        self._waiting[to] = [self._frame]
        if not self._delivering:
            self._deliver_soon()

    def hang_up(self, on: Recipient) -> None:
        """Close a line after all that came before."""
        self._leaving.append(on)
        self._deliver_soon()

    def _deliver_soon(self) -> None:
        if not self._delivering:
            self._delivering = True
            self._loop.call_soon(self._deliver)

    def _deliver(self) -> None:
        self._delivering = False
        waiting, self._waiting = self._waiting, {}
        leaving, self._leaving = self._leaving, []
        for to, frames in waiting.items():
            to.send(frames[0] if len(frames) == 1 else b"".join(frames))
        for line in leaving:
            line.hang_up()

    def __len__(self) -> int:
        return sum(map(len, self._waiting.values()))

    async def close(self) -> None:
        """Deliver what is there."""
        while self._delivering:
            await asyncio.sleep(0)
