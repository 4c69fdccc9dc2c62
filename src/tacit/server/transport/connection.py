"""The WebSocket: one line between a person and a table, or a room where a replay is watched.

`line` opens it: HTTP ends there, and the connection is the line's own. What comes in is read in the
call that brings it and goes to the table at once; what goes out is collected by the outbox.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from time import perf_counter
from typing import Any, NamedTuple, Protocol

import msgspec
from aiohttp import web

from tacit.server.bots.quota import BUSY
from tacit.server.http.pages import headers_for
from tacit.server.http.visitor import address, is_from_here, known_caller
from tacit.server.limits.budget import Account
from tacit.server.limits.rate_limit import Bucket
from tacit.server.ops.logs import fingerprint, note, trouble
from tacit.server.people.identity import Caller
from tacit.server.site import SITE, Site
from tacit.server.transport.acceptor import Gone, Place, connection_of
from tacit.server.transport.heartbeat import PULSE
from tacit.server.transport.intake import Intake
from tacit.server.transport.outbox import Recipient
from tacit.server.transport.roundtrip import shortest
from tacit.server.transport.websocket import Broken, Code, Kind, Reader, accept, closing, frame
from tacit.table.log.records import PersonId
from tacit.table.outputs import ConnectionId
from tacit.table.tell.messages import ENCODER, Bye, Hello

MOST_BAD_MESSAGES = 5
"""Unreadable messages before a line is closed."""
FRAMES = 3
"""Frames for each message somebody may send: pings, answers to pings, and parts of messages."""
MOST_CHARGED_S = 0.02
"""What one reading costs at the most: more is a machine that was busy elsewhere."""
HELLOS_AT_ONCE = 3
"""Seconds' worth of hellos at once: a client says one when it connects, and has at most one more
under way."""
GOODBYE_SECONDS = 2.0
"""How long a line that is closed waits for the other side's goodbye."""


class Meeting(Protocol):
    """Where lines lead: a table, or a room."""

    name: str

    @property
    def read(self) -> Callable[[bytes], Any]:
        """What makes a message of its bytes; msgspec.DecodeError if they are none."""

    def make_way(self, person: PersonId, most: int) -> None:
        """Hang up somebody's oldest lines, so that with one more they have at most so many."""

    def connect(self, line: ConnectionId, person: PersonId, to: Recipient, address: str, /) -> None:
        """Take a line from somewhere."""

    def disconnect(self, line: ConnectionId) -> None:
        """Let a line go."""

    def receive(self, line: ConnectionId, message: Any, /) -> None:
        """Take a message from a line."""


class Ends(NamedTuple):
    """What a line connects, and from where."""

    site: Site
    there: Meeting
    caller: Caller
    where: str
    place: Place
    """What keeps count of connections."""
    account: Account
    """What the address pays with."""


class Flow:
    """How much may come over one line: frames and bytes, messages, and hellos among them."""

    __slots__ = ("_per_byte", "frames", "hellos", "messages")

    def __init__(self, site: Site, now: float) -> None:
        limits = site.config.limits
        frames = FRAMES * limits.messages
        self._per_byte = FRAMES / limits.message_bytes
        self.frames = Bucket(2 * frames, 4 * frames, now)
        self.messages = Bucket(limits.messages, 2 * limits.messages, now)
        self.hellos = Bucket(limits.hellos, HELLOS_AT_ONCE * max(1.0, limits.hellos), now)

    def take(self, size: int, now: float) -> bool:
        """Let some bytes in, and the first frame that ends in them: it costs its bytes."""
        return self.frames.take(now, 1.0 + size * self._per_byte)


class Line(asyncio.Protocol):
    """A line that never makes anybody wait: a reader that cannot keep up is cut off."""

    __slots__ = (
        "_account",
        "_bad",
        "_closing",
        "_ends",
        "_flow",
        "_intake",
        "_reader",
        "_transport",
        "number",
    )

    def __init__(self, ends: Ends, transport: asyncio.Transport) -> None:
        self._ends = ends
        self._account = ends.account
        self._intake: Intake | None = None
        self._transport = transport
        self._reader = Reader(ends.site.config.limits.message_bytes)
        self._flow = Flow(ends.site, perf_counter())
        self._closing = False
        self._bad = 0
        self.number = ends.site.tables.new_line()

    def begin(self) -> None:
        """Connect person and meeting."""
        site, there, caller, where, *_ = self._ends
        site.lines[where] = site.lines.get(where, 0) + 1
        there.make_way(caller.person, site.config.limits.lines_per_person)
        there.connect(self.number, caller.person, self, where)
        site.devices.connect(caller, self)
        site.pulse.add(self)

    def connection_lost(self, exc: Exception | None) -> None:  # noqa: ARG002  # for asyncio
        """Disconnect them again."""
        site, there, caller, where, place, _ = self._ends
        place.leave()
        if self._intake is not None:
            self._intake.close()
            self._intake = None
        site.lines[where] -= 1
        if not site.lines[where]:
            del site.lines[where]
        there.disconnect(self.number)
        site.devices.disconnect(caller, self)
        site.pulse.discard(self)
        site.unread.forget(self)

    # What comes in

    def data_received(self, data: bytes) -> None:
        """Read what has come; an address in debt waits, and a connection that floods is closed."""
        begin = perf_counter()
        if not self._flow.take(len(data), begin):
            return self._drown()
        account = self._account
        if account.wait_s() > 0.0 or self._intake is not None:
            return self._hold(data)
        self._read(data, begin)
        account.spend(min(perf_counter() - begin, MOST_CHARGED_S))
        return None

    def _hold(self, data: bytes) -> None:
        """Read it later: the address is in debt."""
        if self._intake is None:
            self._intake = Intake(self._transport, self._account, self._read_held)
        self._intake.hold(data)

    def _read_held(self, data: bytes) -> None:
        self._intake = None
        begin = perf_counter()
        self._read(data, begin)
        self._account.spend(min(perf_counter() - begin, MOST_CHARGED_S))

    def _read(self, data: bytes, now: float) -> None:
        """Make messages of bytes, and pass them on."""
        flow, paid = self._flow, True
        try:
            message = self._reader.whole(data)
            if message is not None:
                return None if self._closing else self._message(message, now)
            for came in self._reader.feed(data):
                if not paid and not flow.frames.take(now):
                    return self._drown()
                paid = False
                if came is not None:
                    self._take(came.kind, came.payload, now)
        except Broken as broken:
            self.close(broken.code, str(broken))
        except Exception as error:  # one line must not take the site down
            trouble("line_failed", error, table=self._ends.there.name)
            self._transport.abort()
        return None

    def _take(self, kind: Kind, payload: bytes, now: float) -> None:
        if kind is Kind.CLOSE:
            self._say_goodbye(frame(payload[:2], Kind.CLOSE))
            self._transport.close()
        elif self._closing:
            return  # only their goodbye is waited for
        elif kind is Kind.TEXT:
            self._message(payload, now)
        elif kind is Kind.PING:
            self.send(frame(payload, Kind.PONG))

    def _message(self, payload: bytes, now: float) -> None:
        site, there, _, where, *_ = self._ends
        flow = self._flow
        if not flow.messages.take(now) or not site.messages.take(where, now):
            return self._flood("messages")
        try:
            message = there.read(payload)
        except (msgspec.DecodeError, UnicodeDecodeError, RecursionError):
            self._bad += 1
            site.metrics.bad_messages.inc()
            if self._bad >= MOST_BAD_MESSAGES:
                self.close(Code.UNSUPPORTED, "unreadable")
            return None
        if type(message) is Hello and not flow.hellos.take(now):  # its answer is dear
            return self._flood("hellos")
        there.receive(self.number, message)
        return None

    def _flood(self, what: str) -> None:
        self._ends.site.metrics.throttled.labels(what).inc()
        note("line_flooded", table=fingerprint(self._ends.there.name))
        self.close(Code.TOO_FAST, "too fast")

    def _drown(self) -> None:
        self._ends.site.metrics.cut_off.labels("flood").inc()
        note("line_cut", reason="flood")
        self._transport.abort()

    # What goes out

    @property
    def account(self) -> Account:
        """Whom it is charged to."""
        return self._account

    @property
    def behind(self) -> int:
        """How many bytes wait to be sent."""
        return self._transport.get_write_buffer_size()

    def cut(self) -> None:
        """Let the line go with all that waits for it."""
        self._ends.site.metrics.cut_off.labels("slow").inc()
        self._transport.abort()

    def send(self, frames: bytes) -> None:
        """Send messages, all in one write."""
        transport, site = self._transport, self._ends.site
        if self._closing or transport.is_closing():
            return
        behind = transport.get_write_buffer_size()
        if behind > site.config.limits.unread_bytes:
            self.cut()
            return
        transport.write(frames)
        site.unread.note(self, behind)

    def pulse(self) -> None:
        """Send a sign of life, unless other bytes wait to be sent anyway."""
        transport = self._transport
        if not (self._closing or transport.is_closing() or transport.get_write_buffer_size()):
            transport.write(PULSE)

    def round_trip(self) -> int | None:
        """Return the connection's own round trip in milliseconds, if it is direct and known."""
        return None if self._ends.site.config.behind_proxy else shortest(self._transport)

    def end(self) -> None:
        """Tell a device that it is ended, and close."""
        self.send(frame(ENCODER.encode(Bye(reason="device-ended"))))
        self.hang_up()

    def hang_up(self) -> None:
        """Close because the site wants it."""
        self.close(Code.RESTART)

    def close(self, code: Code, reason: str = "") -> None:
        """Say goodbye, and end when the other side has, or after a moment."""
        if self._say_goodbye(closing(code, reason)):
            asyncio.get_running_loop().call_later(GOODBYE_SECONDS, self._transport.close)

    def _say_goodbye(self, goodbye: bytes) -> bool:
        """Send the last frame; tell whether it was not sent before."""
        if self._closing or self._transport.is_closing():
            return False
        self._closing = True
        self._transport.write(goodbye)
        return True


async def line(request: web.Request) -> web.StreamResponse:
    """Take a WebSocket to a table."""
    site, caller = request.app[SITE], _caller(request)
    live = await site.tables.find(request.match_info["table"])
    if live is None:
        raise web.HTTPNotFound(text="There is no such table.")
    answer = _welcome(request)
    if not live.has_room(address(request)):
        raise web.HTTPServiceUnavailable(text=BUSY.text)
    return _connect(request, caller, answer, lambda: live)


async def line_together(request: web.Request) -> web.StreamResponse:
    """Take a WebSocket to a room where a replay is watched."""
    rooms, caller = request.app[SITE].rooms, _caller(request)
    table, number, room = (request.match_info[part] for part in ("table", "number", "room"))
    asked = (table, int(number), room, address(request))
    rooms.check(*asked)
    return _connect(request, caller, _welcome(request), lambda: rooms.enter(*asked))


def _caller(request: web.Request) -> Caller:
    """Return who wants to connect."""
    if not is_from_here(request):
        raise web.HTTPForbidden(text="This page may not connect to the site.")
    caller = known_caller(request)
    if caller is None:
        raise web.HTTPUnauthorized(text="Open the site first: it gives you a guest cookie.")
    return caller


def _welcome(request: web.Request) -> bytes:
    """Return the answer to a handshake, if there is room for one line more."""
    answer, site = _handshake(request), request.app[SITE]
    limits = site.config.limits
    if site.lines.get(address(request), 0) >= limits.lines_per_address:
        site.metrics.throttled.labels("lines").inc()
        raise web.HTTPTooManyRequests(text="Too many connections from your address.")
    if site.stopping or sum(site.lines.values()) >= limits.lines:
        raise web.HTTPServiceUnavailable(text="The site is full. Please try again later.")
    return answer


def _connect(
    request: web.Request, caller: Caller, answer: bytes, find: Callable[[], Meeting]
) -> web.StreamResponse:
    """Make a connection a line to a table or a room, which is there from now on."""
    connection = connection_of(request)
    if connection is not None:  # not gone meanwhile
        site, there = request.app[SITE], find()
        transport, place = connection.hand_over()
        transport.write(answer)
        where = address(request)
        account = site.budgets.of(where) if site.config.behind_proxy else place.account
        one = Line(Ends(site, there, caller, where, place, account), transport)
        transport.set_protocol(one)
        one.begin()
    return Gone()


def _handshake(request: web.Request) -> bytes:
    """Return the answer to a WebSocket's handshake."""
    headers = request.headers
    wanted = {token.strip().lower() for token in headers.get("Connection", "").split(",")}
    if headers.get("Upgrade", "").lower() != "websocket" or "upgrade" not in wanted:
        raise web.HTTPBadRequest(text="This address is for WebSockets.")
    if headers.get("Sec-WebSocket-Version") != "13":
        raise web.HTTPBadRequest(text="Only version 13 of WebSocket is spoken here.")
    accepted = accept(headers.get("Sec-WebSocket-Key", ""))
    if accepted is None:
        raise web.HTTPBadRequest(text="The handshake's key is none.")
    answer = {"Upgrade": "websocket", "Connection": "Upgrade", "Sec-WebSocket-Accept": accepted}
    told = [f"{name}: {value}\r\n" for name, value in (answer | headers_for(request)).items()]
    return f"HTTP/1.1 101 Switching Protocols\r\n{''.join(told)}\r\n".encode()
