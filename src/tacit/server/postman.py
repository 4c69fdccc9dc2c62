"""Delivers messages to lines without ever waiting for a slow reader."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from typing import Protocol


class Recipient(Protocol):
    """Something that takes messages: a WebSocket, or a request that waits for its answer."""

    def send(self, messages: Sequence[bytes]) -> None:
        """Send at once and in order; whoever cannot keep up is cut off."""

    def hang_up(self) -> None:
        """Close, after all that was sent."""

    def round_trip(self) -> int | None:
        """Return the connection's own round trip in milliseconds, if it is direct and known."""


class Postman:
    """Collects what is said in one turn of the event loop, and then goes round once."""

    def __init__(self) -> None:
        self._loop = asyncio.get_running_loop()
        self._bags: dict[Recipient, list[bytes]] = {}
        self._leaving: list[Recipient] = []
        self._going = False

    def post(self, to: Recipient, data: bytes) -> None:
        """Take a message."""
        bag = self._bags.get(to)
        if bag is None:
            self._bags[to] = [data]
        else:
            bag.append(data)
        self._go_soon()

    def hang_up(self, on: Recipient) -> None:
        """Close a line after all that came before."""
        self._leaving.append(on)
        self._go_soon()

    def _go_soon(self) -> None:
        if not self._going:
            self._going = True
            self._loop.call_soon(self._go)

    def _go(self) -> None:
        self._going = False
        bags, self._bags = self._bags, {}
        leaving, self._leaving = self._leaving, []
        for to, messages in bags.items():
            to.send(messages)
        for line in leaving:
            line.hang_up()

    def __len__(self) -> int:
        return sum(map(len, self._bags.values()))

    async def close(self) -> None:
        """Deliver what is there."""
        while self._going:
            await asyncio.sleep(0)
