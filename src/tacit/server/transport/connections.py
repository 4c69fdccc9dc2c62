"""The registry of connections: every WebSocket of this node, in one place.

The heartbeat, the send backlog, the limits by address, the owners of devices, the metrics and the
shutdown ask it; nothing else keeps a list of all connections.
"""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from contextlib import suppress
from itertools import count
from typing import TYPE_CHECKING, NamedTuple

from tacit.table.log.records import PersonId
from tacit.table.outputs import ConnectionId

if TYPE_CHECKING:
    from tacit.server.transport.connection import Connection


class Caller(NamedTuple):
    """The guest and the device at the other end, as their cookie names them."""

    person: PersonId
    device: str


class Connections:
    """All open WebSockets, by address and by device."""

    def __init__(self) -> None:
        self._ids = count(1)
        self._by_caller: dict[Caller, set[Connection]] = {}
        self._by_address: dict[str, int] = {}
        self._total = 0
        self._all_closed = asyncio.Event()

    def __len__(self) -> int:
        return self._total

    def __iter__(self) -> Iterator[Connection]:
        """Go through a copy: connections may close meanwhile."""
        return iter([one for device in self._by_caller.values() for one in device])

    def new_id(self) -> ConnectionId:
        """Return the id of a new connection."""
        return ConnectionId(next(self._ids))

    def add(self, connection: Connection) -> None:
        """Register a connection that is open from now on."""
        self._by_caller.setdefault(connection.caller, set()).add(connection)
        address = connection.address
        self._by_address[address] = self._by_address.get(address, 0) + 1
        self._total += 1

    def remove(self, connection: Connection) -> None:
        """Forget a connection that is closed."""
        same = self._by_caller[connection.caller]
        same.remove(connection)
        if not same:
            del self._by_caller[connection.caller]
        address = connection.address
        self._by_address[address] -= 1
        if not self._by_address[address]:
            del self._by_address[address]
        self._total -= 1
        if not self._total:
            self._all_closed.set()

    def count_from(self, address: str) -> int:
        """Return how many connections an address has."""
        return self._by_address.get(address, 0)

    def of(self, caller: Caller) -> list[Connection]:
        """Return the connections of a person's device."""
        return list(self._by_caller.get(caller, ()))

    async def wait_until_closed(self, timeout_s: float | None) -> None:
        """Wait until no connection is left, but not longer than that."""
        self._all_closed.clear()
        if self._total:
            with suppress(TimeoutError):
                await asyncio.wait_for(self._all_closed.wait(), timeout_s)
