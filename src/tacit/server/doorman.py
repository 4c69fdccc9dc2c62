"""What happens below HTTP: who may connect at all, and what becomes of a connection afterwards.

The library has no hook for this, so the two classes that it makes for every connection are ours.
"""

from __future__ import annotations

import asyncio
import sys
from contextlib import suppress

from aiohttp import web

from tacit.server.address import neighbourhood
from tacit.server.config import Limits
from tacit.server.files import open_files
from tacit.server.site import SITE, Site

SPARE_FILES = 128
"""Files kept for the database, replays and pages, however many connect."""


class Place:
    """A connection's place in the doorman's count; it goes with it from HTTP to a WebSocket."""

    __slots__ = ("_doorman",)

    def __init__(self, doorman: Doorman) -> None:
        self._doorman = doorman

    def leave(self) -> None:
        """Give it back."""
        self._doorman.forget(self)


class Connection(web.RequestHandler):
    """One connection of somebody, for as long as HTTP is spoken on it."""

    __slots__ = ()

    def hand_over(self) -> tuple[asyncio.Transport, Place]:
        """End HTTP on it, and give it away: the library's part of its memory is free."""
        transport, doorman = self.transport, self._manager
        assert transport is not None
        assert isinstance(doorman, Doorman)
        place = doorman.keep_place(self)
        self.transport = None  # or losing the connection would close it
        self.connection_lost(None)
        return transport, place


def connection_of(request: web.Request) -> Connection | None:
    """Return the connection of a request that may become a WebSocket, if it is still there."""
    connection = request.protocol
    transport = request.transport
    gone = transport is None or transport.is_closing()
    return connection if isinstance(connection, Connection) and not gone else None


class Gone(web.StreamResponse):
    """The answer to a request whose connection was handed over: there is nothing to send."""

    def __init__(self) -> None:
        super().__init__(status=101)

    async def prepare(self, request: web.BaseRequest) -> None:
        """Send nothing."""

    async def write_eof(self, data: bytes = b"") -> None:
        """Send nothing."""


class Doorman(web.Server):
    """Makes connections, and counts them by address."""

    def __init__(self, site: Site, server: web.Server) -> None:
        super().__init__(
            server.request_handler,
            request_factory=server.request_factory,
            handler_cancellation=server.handler_cancellation,
            **server._kwargs,  # noqa: SLF001  # what each connection is made with
        )
        self.site = site
        self._by_address: dict[str, int] = {}
        self._addresses: dict[web.RequestHandler | Place, str] = {}
        self._websockets = 0
        self._last_left = asyncio.Event()
        limits = site.config.limits
        # Behind a proxy, all connections are the proxy's.
        self._most = sys.maxsize if site.config.behind_proxy else limits.connections_per_address
        self._most_altogether = most_connections(limits)

    def __call__(self) -> web.RequestHandler:
        """Return what serves a new connection."""
        return Connection(self, loop=self._loop, **self._kwargs)

    def connection_made(self, handler: web.RequestHandler, transport: asyncio.Transport) -> None:
        """Let a connection in, or close it again if its address has too many."""
        super().connection_made(handler, transport)
        peer = transport.get_extra_info("peername")
        address = str(peer[0]) if isinstance(peer, tuple) else "local"
        place = self._addresses[handler] = neighbourhood(address) or address
        count = self._by_address[place] = self._by_address.get(place, 0) + 1
        if count > self._most or len(self._addresses) > self._most_altogether:
            self.site.metrics.throttled.labels("connections").inc()
            transport.abort()

    def connection_lost(
        self, handler: web.RequestHandler, exc: BaseException | None = None
    ) -> None:
        """Forget a connection."""
        super().connection_lost(handler, exc)
        self.forget(handler)

    def keep_place(self, handler: Connection) -> Place:
        """Count a connection on, without the handler it had."""
        place = Place(self)
        self._addresses[place] = self._addresses.pop(handler)
        self._websockets += 1
        return place

    def forget(self, counted: web.RequestHandler | Place) -> None:
        """Count a connection no more."""
        address = self._addresses.pop(counted, None)
        if address is None:
            return
        self._by_address[address] -= 1
        if not self._by_address[address]:
            del self._by_address[address]
        if isinstance(counted, Place):
            self._websockets -= 1
            if not self._websockets:
                self._last_left.set()

    async def shutdown(self, timeout: float | None = None) -> None:
        """Wait a moment for goodbyes on WebSockets, and for requests."""
        self._last_left.clear()
        if self._websockets:
            with suppress(TimeoutError):
                await asyncio.wait_for(self._last_left.wait(), timeout)
        await super().shutdown(timeout)


class Runner(web.AppRunner):
    """Runs the site with the doorman in front of it."""

    async def _make_server(self) -> web.Server:
        server = await super()._make_server()
        return Doorman(self.app[SITE], server)


def most_connections(limits: Limits) -> int:
    """Return how many connections there may be: never so many that files run out."""
    return min(limits.connections, open_files() - SPARE_FILES)
