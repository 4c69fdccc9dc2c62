"""What happens below HTTP: who may connect at all, and how much may come over one connection.

The library has no hook for this, so the two classes that it makes for every connection are ours.
"""

from __future__ import annotations

import asyncio
import sys
from collections.abc import Callable
from typing import Any

from aiohttp import web

from tacit.server.address import neighbourhood
from tacit.server.config import Limits
from tacit.server.files import open_files
from tacit.server.frames import Frames
from tacit.server.journalist import note
from tacit.server.site import SITE, Site
from tacit.server.throttle import Bucket

SPARE_FILES = 128
"""Files kept for the database, replays and pages, however many connect."""
FRAMES = 3
"""Frames for each message somebody may send: pings, answers to pings, and parts of messages."""


class Watched:
    """The parser of one WebSocket, which gets no more than its line may send."""

    __slots__ = ("_bytes", "_clock", "_frames", "_handler", "_heads", "_parser", "_site")

    def __init__(self, parser: Any, handler: Connection, site: Site) -> None:
        limits = site.config.limits
        self._clock = asyncio.get_running_loop().time
        now = self._clock()
        messages, size = limits.messages, limits.messages * limits.message_bytes
        self._parser = parser
        self._handler = handler
        self._site = site
        self._heads = Frames()
        self._frames = Bucket(FRAMES * messages, 2 * FRAMES * messages, now)
        self._bytes = Bucket(size, 2 * size, now)

    def feed_data(self, data: bytes) -> tuple[bool, bytes]:
        """Pass on what has come, or cut the line."""
        now = self._clock()
        frames = self._heads.count(data, self._frames.most)
        if self._frames.take(now, frames) and self._bytes.take(now, len(data)):
            fed: tuple[bool, bytes] = self._parser.feed_data(data)
            return fed
        self._site.metrics.cut_off.labels("flood").inc()
        note("line_cut", reason="flood")
        if self._handler.transport is not None:
            self._handler.transport.abort()
        return True, b""

    def feed_eof(self) -> None:
        """Say that nothing more will come."""
        self._parser.feed_eof()


class Connection(web.RequestHandler):
    """One connection of somebody; a WebSocket on it is watched."""

    __slots__ = ()

    def set_parser(self, parser: Any, data_received_cb: Callable[[], None] | None = None) -> None:
        """Take the parser of a WebSocket."""
        manager = self._manager
        assert isinstance(manager, Doorman)
        watched: Any = Watched(parser, self, manager.site)
        super().set_parser(watched, data_received_cb)


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
        self._addresses: dict[web.RequestHandler, str] = {}
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
        place = self._addresses.pop(handler, None)
        if place is None:
            return
        self._by_address[place] -= 1
        if not self._by_address[place]:
            del self._by_address[place]


class Runner(web.AppRunner):
    """Runs the site with the doorman in front of it."""

    async def _make_server(self) -> web.Server:
        server = await super()._make_server()
        return Doorman(self.app[SITE], server)


def most_connections(limits: Limits) -> int:
    """Return how many connections there may be: never so many that files run out."""
    return min(limits.connections, open_files() - SPARE_FILES)
