"""The WebSocket: one line between a person and a table."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence

import msgspec
from aiohttp import WSCloseCode, WSMsgType, web

from tacit.server.hard_bots import BUSY
from tacit.server.identity import Caller
from tacit.server.journalist import fingerprint, note, trouble
from tacit.server.live import LiveTable
from tacit.server.roundtrip import shortest
from tacit.server.site import SITE, Site
from tacit.server.throttle import Bucket
from tacit.server.visitor import address, is_from_here, known_caller
from tacit.table.messages import ENCODER, Bye, Hello, read
from tacit.table.outputs import LineId

MOST_BAD_MESSAGES = 5
"""Unreadable messages before a line is closed."""


class Socket:
    """A WebSocket that never makes anybody wait: a reader that cannot keep up is cut off."""

    __slots__ = ("_direct", "_metrics", "_most_unread", "_socket", "_transport", "_unread")

    def __init__(
        self, socket: web.WebSocketResponse, transport: asyncio.Transport, site: Site
    ) -> None:
        self._direct = not site.config.behind_proxy
        self._socket = socket
        self._transport = transport
        self._most_unread = site.config.limits.unread_bytes
        self._unread = site.unread
        self._metrics = site.metrics

    @property
    def behind(self) -> int:
        """How many bytes wait to be sent."""
        return self._transport.get_write_buffer_size()

    def cut(self) -> None:
        """Let the line go with all that waits for it."""
        self._metrics.cut_off.labels("slow").inc()
        self._transport.abort()

    def send(self, messages: Sequence[bytes]) -> None:
        """Send messages, all in one write."""
        if self._socket.closed or self._transport.is_closing():
            return  # the reader's side notices and says so
        behind = self._transport.get_write_buffer_size()
        if behind > self._most_unread:
            self.cut()
            return
        self._transport.write(b"".join([frame(message) for message in messages]))
        self._unread.note(self, behind)

    def forget(self) -> None:
        """The line is gone: nothing waits for it any more."""
        self._unread.forget(self)

    def round_trip(self) -> int | None:
        """Return the connection's own round trip in milliseconds, if it is direct and known."""
        return shortest(self._transport) if self._direct else None

    def end(self) -> None:
        """Tell a device that it is ended, and close."""
        self.send([ENCODER.encode(Bye(reason="device-ended"))])
        self.hang_up()

    def hang_up(self) -> None:
        """Close without waiting for the other side's goodbye."""
        closing = asyncio.ensure_future(self._socket.close(code=WSCloseCode.SERVICE_RESTART))
        closing.add_done_callback(lambda done: done.cancelled() or done.exception())


def frame(message: bytes) -> bytes:
    """Return a text message as a WebSocket sends it from a server: one frame, not masked.

    The library's own sending costs a coroutine and a write for every message; this costs neither.
    """
    size = len(message)
    if size < 126:
        return b"\x81" + size.to_bytes(1, "big") + message
    if size < 65536:
        return b"\x81\x7e" + size.to_bytes(2, "big") + message
    return b"\x81\x7f" + size.to_bytes(8, "big") + message


async def line(request: web.Request) -> web.StreamResponse:
    """Take a WebSocket to a table."""
    site = request.app[SITE]
    if not is_from_here(request):
        raise web.HTTPForbidden(text="This page may not connect to the site.")
    caller = known_caller(request)
    if caller is None:
        raise web.HTTPUnauthorized(text="Open the site first: it gives you a guest cookie.")
    live = await site.house.find(request.match_info["table"])
    if live is None:
        raise web.HTTPNotFound(text="There is no such table.")
    where = address(request)
    limits = site.config.limits
    if site.lines.get(where, 0) >= limits.lines_per_address:
        site.metrics.throttled.labels("lines").inc()
        raise web.HTTPTooManyRequests(text="Too many connections from your address.")
    if site.stopping or sum(site.lines.values()) >= limits.lines:
        raise web.HTTPServiceUnavailable(text="The site is full. Please try again later.")
    if not live.has_room(where):
        raise web.HTTPServiceUnavailable(text=BUSY.text)
    socket = web.WebSocketResponse(
        compress=False, max_msg_size=limits.message_bytes, decode_text=False, timeout=2.0
    )
    await socket.prepare(request)
    site.lines[where] = site.lines.get(where, 0) + 1
    try:
        await _serve(site, live, caller, socket, request)
    finally:
        site.lines[where] -= 1
        if not site.lines[where]:
            del site.lines[where]
    return socket


async def _serve(
    site: Site,
    live: LiveTable,
    caller: Caller,
    socket: web.WebSocketResponse,
    request: web.Request,
) -> None:
    transport = request.transport
    if transport is None or not live.has_room(address(request)):  # others came meanwhile
        return
    number = site.house.new_line()
    to = Socket(socket, transport, site)
    live.make_way(caller.person, site.config.limits.lines_per_person)
    live.connect(number, caller.person, to, address(request))
    site.devices.connect(caller, to)
    try:
        await _listen(site, live, number, socket, address(request))
    except Exception as error:  # one line must not take the site down
        trouble("line_failed", error, table=live.name)
    finally:
        live.disconnect(number)
        site.devices.disconnect(caller, to)
        to.forget()


async def _listen(
    site: Site, live: LiveTable, number: LineId, socket: web.WebSocketResponse, where: str
) -> None:
    """Pass on what comes in; whoever sends too much or nonsense is hung up."""
    loop = asyncio.get_running_loop()
    rate, hello_rate = site.config.limits.messages, site.config.limits.hellos
    bucket = Bucket(rate, 2 * rate, loop.time())
    hellos = Bucket(hello_rate, 20 * hello_rate, loop.time())
    bad = 0
    async for message in socket:
        if message.type is not WSMsgType.TEXT:
            await socket.close(code=WSCloseCode.UNSUPPORTED_DATA, message=b"text only")
            return
        now = loop.time()
        if not bucket.take(now) or not site.messages.take(where, now):
            await _cut_flood(site, live, socket, "messages")
            return
        try:
            read_message = read(message.data)
        except (msgspec.DecodeError, UnicodeDecodeError, RecursionError):
            bad += 1
            site.metrics.bad_messages.inc()
            if bad >= MOST_BAD_MESSAGES:
                await socket.close(code=WSCloseCode.UNSUPPORTED_DATA, message=b"unreadable")
                return
            continue
        if isinstance(read_message, Hello) and not hellos.take(now):  # its answer is dear
            await _cut_flood(site, live, socket, "hellos")
            return
        live.receive(number, read_message)


async def _cut_flood(site: Site, live: LiveTable, socket: web.WebSocketResponse, what: str) -> None:
    site.metrics.throttled.labels(what).inc()
    note("line_flooded", table=fingerprint(live.name))
    await socket.close(code=WSCloseCode.POLICY_VIOLATION, message=b"too fast")
