"""The send backlog: what waits to be sent on all connections together.

It is bounded. When it is full, the connections with the largest backlogs are dropped first. What a
connection counts for is updated when more is sent to it, so it may only be less by now.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from tacit.server.transport.connections import Connections

if TYPE_CHECKING:
    from tacit.server.transport.connection import Connection

FULL_AFTER_DROPS = 0.75
"""How full it may be after dropping, so that it is not done again at once."""


class Backlog:
    """Bounds the unsent bytes of all connections."""

    def __init__(self, connections: Connections, max_bytes: int) -> None:
        self._connections = connections
        self._max_bytes = max_bytes
        self._total_bytes = 0

    def __len__(self) -> int:
        return self._total_bytes

    def update(self, connection: Connection, size_bytes: int) -> None:
        """Count what waits for a connection; drop some if it is too much altogether."""
        before = connection.backlog_bytes
        if not size_bytes and not before:
            return
        if not connection.account.hold(size_bytes - before):  # its address has too much waiting
            self.remove(connection)
            connection.drop()
            return
        connection.backlog_bytes = size_bytes
        self._total_bytes += size_bytes - before
        if self._total_bytes > self._max_bytes:
            self._make_room()

    def remove(self, connection: Connection) -> None:
        """Remove a connection from the backlog."""
        self._set(connection, 0)

    def _set(self, connection: Connection, size_bytes: int) -> None:
        change = size_bytes - connection.backlog_bytes
        connection.backlog_bytes = size_bytes
        self._total_bytes += change
        connection.account.release(-change)

    def _make_room(self) -> None:
        """Count again, then drop the largest backlogs until there is room."""
        waiting = [one for one in self._connections if one.backlog_bytes]
        for connection in waiting:
            self._set(connection, connection.unsent_bytes)
        for connection in sorted(waiting, key=lambda one: -one.backlog_bytes):
            if self._total_bytes <= FULL_AFTER_DROPS * self._max_bytes:
                return
            self.remove(connection)
            connection.drop()
