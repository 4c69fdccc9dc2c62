"""Which TCP connections are accepted: a number for each address, and a number altogether."""

from __future__ import annotations

import asyncio
import sys

from prometheus_client import Counter

from tacit.server.config import Limits
from tacit.server.limits.address import limit_key
from tacit.server.limits.budget import Account, Budgets
from tacit.server.ops.open_files import open_files

SPARE_FILES = 128
"""Files kept for the database, replays and pages, however many connect."""


class Slot:
    """One counted TCP connection; it is handed on when HTTP becomes a WebSocket."""

    __slots__ = ("_acceptor", "account")

    def __init__(self, acceptor: Acceptor, account: Account) -> None:
        self._acceptor = acceptor
        self.account = account

    def release(self) -> None:
        """Give the slot back."""
        self.account.connections -= 1
        self._acceptor.open_connections -= 1


class Acceptor:
    """Admits TCP connections and counts them."""

    def __init__(
        self, limits: Limits, budgets: Budgets, throttled: Counter, *, is_behind_proxy: bool
    ) -> None:
        self.limits = limits
        self.is_behind_proxy = is_behind_proxy
        self.open_connections = 0
        self._budgets = budgets
        self._throttled = throttled
        # Behind a proxy, all connections are the proxy's.
        self._max_per_address = sys.maxsize if is_behind_proxy else limits.connections_per_address
        self._max_altogether = max_connections(limits)

    def admit(self, transport: asyncio.Transport) -> Slot | None:
        """Return a slot for a new connection; None if its address may have no more."""
        peer = transport.get_extra_info("peername")
        address = str(peer[0]) if isinstance(peer, tuple) else "local"
        account = self._budgets.of(limit_key(address) or address)
        is_too_soon = not self.is_behind_proxy and not account.connect()
        if (
            is_too_soon
            or account.connections >= self._max_per_address
            or self.open_connections >= self._max_altogether
        ):
            self._throttled.labels("connections").inc()
            return None
        account.connections += 1
        self.open_connections += 1
        return Slot(self, account)


def max_connections(limits: Limits) -> int:
    """Return how many connections there may be: never so many that files run out."""
    return min(limits.connections, open_files() - SPARE_FILES)
