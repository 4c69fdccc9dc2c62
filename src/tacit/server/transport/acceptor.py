"""What happens below HTTP: who may connect at all, and what becomes of a connection afterwards.

The library has no hook for this, so the two classes that it makes for every connection are ours.
"""

from __future__ import annotations

import asyncio
import sys
from contextlib import suppress
from time import perf_counter
from typing import cast

from aiohttp import web

from tacit.server.config import Limits
from tacit.server.http.pages import HEADERS
from tacit.server.limits.address import limit_key
from tacit.server.limits.budget import BYTE_S, REQUEST_S, Account
from tacit.server.ops.open_files import open_files
from tacit.server.site import SITE, Site
from tacit.server.transport.intake import Intake

SPARE_FILES = 128
"""Files kept for the database, replays and pages, however many connect."""
PIECE_BYTES = 8192
"""How much of one connection is read in one turn of the event loop."""
SMALL_ANSWER_BYTES = 65_536
"""An answer of this size is in the system's hands at once; a larger one waits for its reader."""


class Place:
    """A connection's place in the doorman's count; it goes with it from HTTP to a WebSocket."""

    __slots__ = ("_doorman", "account")

    def __init__(self, doorman: Doorman, account: Account) -> None:
        self._doorman = doorman
        self.account = account

    def leave(self) -> None:
        """Give it back."""
        self._doorman.forget(self)


class Connection(web.RequestHandler):
    """One connection, for as long as HTTP is spoken on it.

    What comes in is charged to its address and read in pieces. Behind a proxy, connections belong
    to the proxy; there the guard charges each request to the address that the proxy names.
    """

    __slots__ = ("_intake", "_is_deaf", "account")

    account: Account | None
    """The account of the address; None behind a proxy."""

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        """Begin to speak HTTP, unless the doorman refuses the connection."""
        doorman = self._manager
        assert isinstance(doorman, Doorman)
        transport = cast("asyncio.Transport", transport)  # uvloop's has no such class
        self._is_deaf = False
        self._intake: Intake | None = None
        self.account = None
        account = doorman.admit(self, transport)
        if account is None:
            self._manager = None  # it was never connected
            transport.abort()
            return
        if not doorman.is_behind_proxy:
            self.account = account
            self._intake = Intake(transport, account, self._read_piece)
        super().connection_made(transport)

    def connection_lost(self, exc: BaseException | None) -> None:
        """Let go of what was held for it."""
        if self._intake is not None:
            self._intake.close()
            self._intake = None  # or the two would keep each other in memory
        super().connection_lost(exc)

    def data_received(self, data: bytes) -> None:
        """Read what has come, at the pace that its address can pay for."""
        account, intake = self.account, self._intake
        if intake is None or account is None or not data:  # or the library goes on by itself
            super().data_received(data)
        elif self._is_deaf:
            account.spend(len(data) * BYTE_S)
            if account.wait_s() > 0.0 and self.transport is not None:
                self.transport.pause_reading()
        elif intake.is_holding or account.wait_s() > 0.0:
            intake.hold(data)
        else:
            self._read_piece(data)

    def _read_piece(self, data: bytes) -> None:
        """Read the first piece, and hold the rest."""
        assert self.account is not None
        if self._is_deaf:
            return
        begin = perf_counter()
        super().data_received(data[:PIECE_BYTES])
        spent = perf_counter() - begin + min(len(data), PIECE_BYTES) * BYTE_S
        self.account.spend(spent)
        if len(data) > PIECE_BYTES and self._intake is not None:
            self._intake.hold(data[PIECE_BYTES:])

    def stop_reading(self) -> None:
        """Throw away what still comes: the request is refused, and its body is not looked at."""
        self._is_deaf = True

    def handle_error(
        self,
        request: web.BaseRequest,
        status: int = 500,
        exc: BaseException | None = None,
        message: str | None = None,
    ) -> web.StreamResponse:
        """Charge what is no HTTP like a request, read no more of it, and answer like all else."""
        if self.account is not None:
            self.account.spend(REQUEST_S)
        self.stop_reading()
        response = super().handle_error(request, status, exc, message)
        response.headers.update(HEADERS)
        return response

    async def finish_response(
        self, request: web.BaseRequest, resp: web.StreamResponse, start_time: float | None
    ) -> tuple[web.StreamResponse, bool]:
        """Send an answer; a large one is held for its address, and not for ever."""
        body = resp.body if isinstance(resp, web.Response) else None
        size = len(body) if isinstance(body, bytes | bytearray) else 0
        account = self.account
        if size <= SMALL_ANSWER_BYTES or account is None:
            return await super().finish_response(request, resp, start_time)
        if not account.hold(size):
            self.force_close()
            return resp, True
        try:
            async with asyncio.timeout(self.send_seconds):
                return await super().finish_response(request, resp, start_time)
        except TimeoutError:
            if self.transport is not None:
                self.transport.abort()
            return resp, True
        finally:
            account.release(size)

    @property
    def send_seconds(self) -> float:
        """How long the reader of an answer may take."""
        doorman = self._manager
        return doorman.limits.send_seconds if isinstance(doorman, Doorman) else 0.0

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
        self.limits = limits = site.config.limits
        self.is_behind_proxy = site.config.behind_proxy
        self._accounts: dict[web.RequestHandler | Place, Account] = {}
        self._websockets = 0
        self._last_left = asyncio.Event()
        # Behind a proxy, all connections are the proxy's.
        self._most = sys.maxsize if self.is_behind_proxy else limits.connections_per_address
        self._most_altogether = most_connections(limits)

    def __call__(self) -> web.RequestHandler:
        """Return what serves a new connection."""
        return Connection(self, loop=self._loop, **self._kwargs)

    def admit(self, handler: Connection, transport: asyncio.Transport) -> Account | None:
        """Return the account of a new connection's address; None if it may have no more."""
        peer = transport.get_extra_info("peername")
        address = str(peer[0]) if isinstance(peer, tuple) else "local"
        account = self.site.budgets.of(limit_key(address) or address)
        soon = not self.is_behind_proxy and not account.connect()
        full = account.connections >= self._most or len(self._accounts) >= self._most_altogether
        if soon or full:
            self.site.metrics.throttled.labels("connections").inc()
            return None
        self._accounts[handler] = account
        account.connections += 1
        return account

    def connection_lost(
        self, handler: web.RequestHandler, exc: BaseException | None = None
    ) -> None:
        """Forget a connection."""
        super().connection_lost(handler, exc)
        self.forget(handler)

    def keep_place(self, handler: Connection) -> Place:
        """Count a connection on, without the handler it had."""
        account = self._accounts.pop(handler)
        place = Place(self, account)
        self._accounts[place] = account
        self._websockets += 1
        return place

    def forget(self, counted: web.RequestHandler | Place) -> None:
        """Count a connection no more."""
        account = self._accounts.pop(counted, None)
        if account is None:
            return
        account.connections -= 1
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
