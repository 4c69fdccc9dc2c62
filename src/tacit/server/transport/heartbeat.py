"""A heartbeat on every connection, so that a proxy notices within seconds that a node hangs.

A paused or frozen process keeps its connections open, and neither the proxy nor the players can
tell it from a quiet table. So a node behind a proxy never stays silent for longer than `EVERY_S`,
and the proxy closes a connection on which it hears nothing for longer (`read_timeout` in the
Caddyfile). A heartbeat is a pong that no ping asked for: browsers ignore it. Its pace does not
depend on what happens at a table, so it reveals nothing.
"""

from __future__ import annotations

import asyncio

from tacit.server.transport.connections import Connections
from tacit.server.transport.websocket import Opcode, frame

EVERY_S = 0.75
HEARTBEAT = frame(b"", Opcode.PONG)
BATCH = 200
"""Connections served without a pause: moves wait for no more."""


class Heartbeat:
    """Sends every connection of a node a sign of life."""

    def __init__(self, connections: Connections) -> None:
        self._connections = connections

    async def run(self) -> None:
        """Go on until cancelled."""
        while True:
            await asyncio.sleep(EVERY_S)
            await self.beat()

    async def beat(self) -> None:
        """Send each connection one heartbeat."""
        for number, connection in enumerate(self._connections, 1):
            connection.send_heartbeat()
            if number % BATCH == 0:
                await asyncio.sleep(0)
