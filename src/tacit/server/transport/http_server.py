"""The boundary to aiohttp: HTTP on a connection, until it becomes a WebSocket.

aiohttp has no hook for what happens below HTTP. So the classes that it makes for a server and for
each connection are derived here, and nowhere else. The methods used and overridden have public
names but are not all documented: pyproject.toml bounds aiohttp's version, and
tests/server/transport/test_aiohttp_contract.py fails in plain words when one of them changes.
"""

from __future__ import annotations

import asyncio
from collections.abc import Mapping
from time import perf_counter
from typing import Any, NamedTuple, cast

from aiohttp import StreamReader, web

from tacit.server.limits.budget import BYTE_S, REQUEST_S, Account
from tacit.server.transport.acceptor import Acceptor, Slot
from tacit.server.transport.connections import Connections
from tacit.server.transport.intake import Intake

PIECE_BYTES = 8192
"""How much of one connection is read in one turn of the event loop."""
MAX_HEAD_BYTES = 65_536
"""What a connection may send before a request begins: lines without end would fill the memory."""
SMALL_RESPONSE_BYTES = 65_536
"""The system takes a response of this size at once; a larger one waits for its reader."""


class Serving(NamedTuple):
    """What the HTTP server needs of the site."""

    acceptor: Acceptor
    connections: Connections
    headers: Mapping[str, str]
    """The headers of every response, for those that no handler makes."""
    handler_args: Mapping[str, Any]
    """How aiohttp serves a connection: timeouts and sizes."""


SERVING: web.AppKey[Serving] = web.AppKey("serving", Serving)


class HttpConnection(web.RequestHandler):
    """One connection, for as long as it speaks HTTP.

    What comes in is charged to its address and read in pieces. Behind a proxy, connections belong
    to the proxy; there the guard charges each request to the address that the proxy names.
    """

    __slots__ = ("_content", "_head_bytes", "_intake", "_is_deaf", "_serving", "_slot", "account")

    account: Account | None
    """The account of the address; None behind a proxy."""

    def __init__(self, server: HttpServer, serving: Serving) -> None:
        loop = asyncio.get_running_loop()
        super().__init__(server, loop=loop, **serving.handler_args)
        self._serving = serving
        self._slot: Slot | None = None
        self._intake: Intake | None = None
        self._is_deaf = False
        self._head_bytes = 0
        self._content: StreamReader | None = None
        self.account = None

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        """Speak HTTP, unless the acceptor refuses the connection."""
        transport = cast("asyncio.Transport", transport)  # uvloop's has no such class
        acceptor = self._serving.acceptor
        self._slot = acceptor.admit(transport)
        if self._slot is None:
            transport.abort()
            return
        if not acceptor.is_behind_proxy:
            self.account = self._slot.account
            self._intake = Intake(transport, self.account, self._read_piece)
        super().connection_made(transport)

    def connection_lost(self, exc: BaseException | None) -> None:
        """Release what the connection holds."""
        if self._slot is None:  # it was refused
            return
        self._slot.release()
        self._end_http(exc)

    def _end_http(self, exc: BaseException | None) -> None:
        self._slot = self._content = None
        if self._intake is not None:
            self._intake.close()
            self._intake = None  # or the two would keep each other in memory
        super().connection_lost(exc)

    def data_received(self, data: bytes) -> None:
        """Read what has come, at the pace that its address can pay for."""
        account, intake = self.account, self._intake
        if intake is None or account is None or not data:  # aiohttp resumes with empty data
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
        spent_s = perf_counter() - begin + min(len(data), PIECE_BYTES) * BYTE_S
        self.account.spend(spent_s)
        if self._content is None or self._content.is_eof():
            self._head_bytes += min(len(data), PIECE_BYTES)
            if self._head_bytes > MAX_HEAD_BYTES and self.transport is not None:
                self.transport.abort()
                return
        if len(data) > PIECE_BYTES and self._intake is not None:
            self._intake.hold(data[PIECE_BYTES:])

    def begin_request(self, content: StreamReader) -> None:
        """Take note of a request: its body comes next, and then the head of another one."""
        self._head_bytes, self._content = 0, content

    def stop_reading(self) -> None:
        """Discard what still comes: the request is refused, and its body is not looked at."""
        self._is_deaf = True

    def handle_error(
        self,
        request: web.BaseRequest,
        status: int = 500,
        exc: BaseException | None = None,
        message: str | None = None,
    ) -> web.StreamResponse:
        """Charge what is not HTTP like a request, stop reading, and add the usual headers."""
        if self.account is not None:
            self.account.spend(REQUEST_S)
        self.stop_reading()
        response = super().handle_error(request, status, exc, message)
        response.headers.update(self._serving.headers)
        return response

    async def finish_response(
        self, request: web.BaseRequest, resp: web.StreamResponse, start_time: float | None
    ) -> tuple[web.StreamResponse, bool]:
        """Send a response; one in memory counts for its address, and none may take for ever."""
        body = resp.body if isinstance(resp, web.Response) else None
        size = len(body) if isinstance(body, bytes | bytearray) else 0
        account = self.account
        is_file = isinstance(resp, web.FileResponse)  # which stays open until it is sent
        if account is None or (size <= SMALL_RESPONSE_BYTES and not is_file):
            return await super().finish_response(request, resp, start_time)
        if not account.hold(size):
            self.force_close()
            return resp, True
        try:
            async with asyncio.timeout(self._serving.acceptor.limits.send_seconds):
                return await super().finish_response(request, resp, start_time)
        except TimeoutError:
            if self.transport is not None:
                self.transport.abort()
            return resp, True
        finally:
            account.release(size)

    def hand_over(self) -> tuple[asyncio.Transport, Slot]:
        """End HTTP and give the connection away; aiohttp's part of its memory is free."""
        transport, slot = self.transport, self._slot
        assert transport is not None
        assert slot is not None
        self.transport = None  # or aiohttp would close it
        self._end_http(None)
        return transport, slot


def http_connection(request: web.Request) -> HttpConnection | None:
    """Return the connection of a request that may become a WebSocket, if it is still there."""
    connection = request.protocol
    transport = request.transport
    is_gone = transport is None or transport.is_closing()
    return connection if isinstance(connection, HttpConnection) and not is_gone else None


class Upgraded(web.StreamResponse):
    """The response to a request whose connection was handed over: nothing is left to send."""

    def __init__(self) -> None:
        super().__init__(status=101)

    async def prepare(self, request: web.BaseRequest) -> None:
        """Send nothing."""

    async def write_eof(self, data: bytes = b"") -> None:
        """Send nothing."""


class HttpServer(web.Server):
    """Makes an `HttpConnection` of every TCP connection."""

    def __init__(self, server: web.Server, serving: Serving) -> None:
        super().__init__(
            server.request_handler,
            request_factory=self._begin_request,
            handler_cancellation=server.handler_cancellation,
        )
        self._serving = serving
        self._new_request = server.request_factory

    def _begin_request(
        self, message: Any, content: StreamReader, protocol: Any, *given: Any
    ) -> web.BaseRequest:
        protocol.begin_request(content)
        return self._new_request(message, content, protocol, *given)

    def __call__(self) -> web.RequestHandler:
        """Return what serves a new connection."""
        return HttpConnection(self, self._serving)

    async def shutdown(self, timeout: float | None = None) -> None:
        """Wait a moment for the goodbyes on WebSockets, and for requests."""
        await self._serving.connections.wait_until_closed(timeout)
        await super().shutdown(timeout)


class Runner(web.AppRunner):
    """Runs the app behind an `HttpServer`."""

    def __init__(
        self, app: web.Application, *, shutdown_timeout: float = 60.0, **kwargs: Any
    ) -> None:
        super().__init__(app, shutdown_timeout=shutdown_timeout, **kwargs)
        self._shutdown_timeout_s = shutdown_timeout
        self._http_server: HttpServer | None = None

    @property
    def server(self) -> web.Server | None:
        """What listeners hand new connections to."""
        return self._http_server

    async def setup(self) -> None:
        """Start the app."""
        await super().setup()
        server = super().server
        assert server is not None
        self._http_server = HttpServer(server, self.app[SERVING])

    async def shutdown(self) -> None:
        """Say goodbye, then wait for those who are still connected."""
        server = self._http_server
        if server is not None:
            server.pre_shutdown()
        await super().shutdown()
        if server is not None:
            await server.shutdown(self._shutdown_timeout_s)
