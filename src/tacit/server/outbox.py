"""Messages on their way to lines, delivered without ever waiting for a slow reader."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from typing import Protocol


class Recipient(Protocol):
    """Something that takes messages: a WebSocket."""

    def send(self, messages: Sequence[bytes]) -> None:
        """Send at once and in order; whoever cannot keep up is cut off."""

    def hang_up(self) -> None:
        """Close, after all that was sent."""

    def round_trip(self) -> int | None:
        """Return the connection's own round trip in milliseconds, if it is direct and known."""


class Outbox:
    """Collects what is said in one turn of the event loop, then delivers it all."""

    def __init__(self) -> None:
        self._loop = asyncio.get_running_loop()
        self._waiting: dict[Recipient, list[bytes]] = {}
        self._leaving: list[Recipient] = []
        self._delivering = False

    def post(self, to: Recipient, data: bytes) -> None:
        """Take a message."""
        messages = self._waiting.get(to)
        if messages is None:
            self._waiting[to] = [data]
        else:
            messages.append(data)
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
        for to, messages in waiting.items():
            to.send(messages)
        for line in leaving:
            line.hang_up()

    def __len__(self) -> int:
        return sum(map(len, self._waiting.values()))

    async def close(self) -> None:
        """Deliver what is there."""
        while self._delivering:
            await asyncio.sleep(0)
