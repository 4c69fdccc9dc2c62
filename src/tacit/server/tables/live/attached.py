"""The connections of one live table: whose each is, and where its messages go."""

from __future__ import annotations

from typing import NamedTuple

from tacit.server.transport.outbox import Outbox, Recipient
from tacit.table.log.records import PersonId
from tacit.table.outputs import ConnectionId
from tacit.table.tell.messages import ENCODER, Bye


class Attached(NamedTuple):
    """One connection."""

    to: Recipient
    person: PersonId
    address: str


class AttachedConnections(dict[ConnectionId, Attached]):
    """All connections of one table, the oldest first."""

    def __init__(self, outbox: Outbox) -> None:
        super().__init__()
        self._outbox = outbox

    def surplus_of(self, person: PersonId, most: int) -> list[ConnectionId]:
        """Return a person's oldest connections that have to close before they get one more."""
        mine = [connection for connection, one in self.items() if one.person == person]
        return mine[: max(0, len(mine) - most + 1)]

    def tell_all(self, data: bytes) -> None:
        """Send the same to every connection."""
        for one in self.values():
            self._outbox.post(one.to, data)

    def hang_up(self, connection: ConnectionId) -> None:
        """Close a connection, if it is still there, after all that was sent."""
        there = self.get(connection)
        if there is not None:
            self._outbox.hang_up(there.to)

    def send_on(self, connection: ConnectionId, reason: str = "restart") -> None:
        """Tell a connection why it is closed, and close it."""
        self._outbox.post(self[connection].to, ENCODER.encode(Bye(reason=reason)))
        self.hang_up(connection)

    def send_all_on(self, reason: str) -> None:
        """Tell all connections why they are closed, and close them."""
        for connection in self:
            self.send_on(connection, reason)
