"""A sign of life on every connection, so that a proxy notices within seconds that a node hangs.

A paused or frozen process keeps its connections open, and neither the proxy nor the players can
tell it from a quiet table. So a node behind a proxy never stays silent for longer than `EVERY_S`,
and the proxy closes a connection on which it hears nothing for longer (`read_timeout` in the
Caddyfile). A pulse is a pong that no ping asked for: browsers take it without an answer. It comes
at the same pace whatever happens at a table, so that it tells nothing.
"""

from __future__ import annotations

import asyncio
from typing import Protocol

from tacit.server.transport.websocket import Kind, frame

EVERY_S = 0.75
PULSE = frame(b"", Kind.PONG)
AT_ONCE = 200
"""Connections in one go: moves do not wait for more."""


class Connection(Protocol):
    """What has a pulse."""

    def pulse(self) -> None:
        """Send a sign of life."""


class Pulse:
    """The connections of a node that get a sign of life."""

    def __init__(self) -> None:
        self._connections: set[Connection] = set()

    def add(self, connection: Connection) -> None:
        """Begin with a connection."""
        self._connections.add(connection)

    def discard(self, connection: Connection) -> None:
        """Stop with a connection."""
        self._connections.discard(connection)

    async def run(self) -> None:
        """Go on until cancelled."""
        while True:
            await asyncio.sleep(EVERY_S)
            await self.beat()

    async def beat(self) -> None:
        """Send each connection a sign of life."""
        for number, connection in enumerate(tuple(self._connections), 1):
            connection.pulse()
            if number % AT_ONCE == 0:
                await asyncio.sleep(0)
