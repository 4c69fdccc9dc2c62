"""One WebSocket between a client and a table, or a room where a replay is watched.

What comes in is read in the call that brings it and goes to the table at once; the outbox collects
what goes out. Frames are in `websocket`, the opening in `handshake`, what a client may send in
`inbound_limits`; this file has the states of a connection and what happens in each.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from enum import Enum, auto
from time import perf_counter
from typing import Any, NamedTuple, Protocol

import msgspec

from tacit.server.config import Limits
from tacit.server.limits.budget import Account
from tacit.server.limits.rate_limit import RateLimit
from tacit.server.ops.logs import fingerprint, note, trouble
from tacit.server.ops.metrics import Metrics
from tacit.server.transport.acceptor import Slot
from tacit.server.transport.backlog import Backlog
from tacit.server.transport.connections import Caller, Connections
from tacit.server.transport.heartbeat import HEARTBEAT
from tacit.server.transport.inbound_limits import MAX_BAD_MESSAGES, InboundLimits
from tacit.server.transport.intake import Intake
from tacit.server.transport.outbox import Recipient
from tacit.server.transport.roundtrip import min_round_trip_ms
from tacit.server.transport.websocket import (
    CloseCode,
    FrameReader,
    Opcode,
    ProtocolError,
    close_frame,
    frame,
)
from tacit.table.log.records import PersonId
from tacit.table.outputs import ConnectionId
from tacit.table.tell.messages import ENCODER, Bye, Hello

MAX_CHARGED_S = 0.02
"""The most that one reading costs: a longer one means that the machine was busy elsewhere."""
CLOSE_TIMEOUT_S = 2.0
"""How long a connection that we close waits for the client's close frame."""


class State(Enum):
    """Where a connection is in its life."""

    HANDSHAKE = auto()
    """The request to open it is accepted, the answer is not sent."""
    GREETED = auto()
    """Open: the table knows the connection, and messages go both ways."""
    CLOSING = auto()
    """Our close frame is sent. Nothing more is sent; only the client's close frame is read."""
    CLOSED = auto()
    """Gone: neither the table nor the registry knows it."""


NEXT = {
    State.HANDSHAKE: {State.GREETED},
    State.GREETED: {State.CLOSING, State.CLOSED},
    State.CLOSING: {State.CLOSED},
    State.CLOSED: set(),
}
"""The states that may follow each."""


class Meeting(Protocol):
    """Where connections lead: a table, or a room."""

    name: str

    @property
    def read(self) -> Callable[[bytes], Any]:
        """What decodes a message; msgspec.DecodeError if it is unreadable."""

    def make_way(self, person: PersonId, most: int) -> None:
        """Close a person's oldest connections, so that one more makes at most `most`."""

    def connect(
        self, connection: ConnectionId, person: PersonId, to: Recipient, address: str, /
    ) -> None:
        """Take a connection."""

    def disconnect(self, connection: ConnectionId) -> None:
        """Forget a connection."""

    def receive(self, connection: ConnectionId, message: Any, /) -> None:
        """Take a message from a connection."""


class Services(NamedTuple):
    """What all connections of a node share."""

    limits: Limits
    connections: Connections
    backlog: Backlog
    messages: RateLimit
    """The rate limit of messages by address."""
    metrics: Metrics
    is_behind_proxy: bool


class Peer(NamedTuple):
    """Who is at the other end."""

    caller: Caller
    address: str
    account: Account
    """The account that pays for what the client sends."""
    slot: Slot
    """What counts the TCP connection."""


class Connection(asyncio.Protocol):
    """A WebSocket. It never waits for its client: one that cannot keep up is dropped."""

    __slots__ = (
        "_intake",
        "_limits",
        "_meeting",
        "_peer",
        "_reader",
        "_services",
        "_state",
        "_transport",
        "account",
        "backlog_bytes",
        "id",
    )

    def __init__(
        self, services: Services, meeting: Meeting, peer: Peer, transport: asyncio.Transport
    ) -> None:
        self.id = services.connections.new_id()
        self.account = peer.account
        self.backlog_bytes = 0
        """What the send backlog counts for it."""
        self._services = services
        self._meeting = meeting
        self._peer = peer
        self._transport = transport
        self._reader = FrameReader(services.limits.message_bytes)
        self._limits = InboundLimits(services.limits, perf_counter())
        self._intake: Intake | None = None
        self._state = State.HANDSHAKE

    @property
    def caller(self) -> Caller:
        """The person and the device at the other end."""
        return self._peer.caller

    @property
    def address(self) -> str:
        """Where it comes from."""
        return self._peer.address

    @property
    def state(self) -> State:
        """Where it is in its life."""
        return self._state

    def _enter(self, state: State) -> None:
        assert state in NEXT[self._state], f"{self._state.name} is not followed by {state.name}"
        self._state = state

    # From state to state

    def open(self, answer: bytes) -> None:
        """Answer the handshake, and join the table: HANDSHAKE to GREETED."""
        self._enter(State.GREETED)
        self._transport.write(answer)
        self._transport.set_protocol(self)
        services, person = self._services, self.caller.person
        services.connections.add(self)
        self._meeting.make_way(person, services.limits.lines_per_person)
        self._meeting.connect(self.id, person, self, self.address)

    def close(self, code: CloseCode, reason: str = "") -> None:
        """Say goodbye, and close when the client has too, or after a moment: GREETED to CLOSING."""
        if self._send_close(close_frame(code, reason)):
            asyncio.get_running_loop().call_later(CLOSE_TIMEOUT_S, self._transport.close)

    def _closed_by_client(self, payload: bytes) -> None:
        """Return a client's goodbye, unless ours came first, and close."""
        self._send_close(frame(payload[:2], Opcode.CLOSE))
        self._transport.close()

    def _send_close(self, goodbye: bytes) -> bool:
        """Send the close frame; tell whether none was sent before."""
        if self._state is not State.GREETED or self._transport.is_closing():
            return False
        self._enter(State.CLOSING)
        self._transport.write(goodbye)
        return True

    def connection_lost(self, exc: Exception | None) -> None:  # noqa: ARG002  # for asyncio
        """Leave the table and the registry: whatever the state was, it is CLOSED."""
        self._enter(State.CLOSED)
        self._peer.slot.release()
        if self._intake is not None:
            self._intake.close()
            self._intake = None
        self._services.connections.remove(self)
        self._services.backlog.remove(self)
        self._meeting.disconnect(self.id)

    # What comes in

    def data_received(self, data: bytes) -> None:
        """Read what has come; an address in debt waits, and a connection that floods is dropped."""
        begin = perf_counter()
        if not self._limits.take(len(data), begin):
            return self._drop_flood()
        account = self.account
        if account.wait_s() > 0.0 or self._intake is not None:
            return self._hold(data)
        self._read(data, begin)
        account.spend(min(perf_counter() - begin, MAX_CHARGED_S))
        return None

    def _hold(self, data: bytes) -> None:
        """Read it later: the address is in debt."""
        if self._intake is None:
            self._intake = Intake(self._transport, self.account, self._read_held)
        self._intake.hold(data)

    def _read_held(self, data: bytes) -> None:
        self._intake = None
        begin = perf_counter()
        self._read(data, begin)
        self.account.spend(min(perf_counter() - begin, MAX_CHARGED_S))

    def _read(self, data: bytes, now: float) -> None:
        """Decode frames, and pass messages on."""
        is_paid = True
        try:
            message = self._reader.whole(data)
            if message is not None:
                return self._take_message(message, now) if self._state is State.GREETED else None
            for came in self._reader.feed(data):
                if not is_paid and not self._limits.frames.take(now):
                    return self._drop_flood()
                is_paid = False
                if came is not None:
                    self._take(came.opcode, came.payload, now)
        except ProtocolError as error:
            self.close(error.code, str(error))
        except Exception as error:  # one connection must not take the site down
            trouble("connection_failed", error, table=self._meeting.name)
            self._transport.abort()
        return None

    def _take(self, opcode: Opcode, payload: bytes, now: float) -> None:
        if opcode is Opcode.CLOSE:
            self._closed_by_client(payload)
        elif self._state is not State.GREETED:
            return
        elif opcode is Opcode.TEXT:
            self._take_message(payload, now)
        elif opcode is Opcode.PING:
            self.send(frame(payload, Opcode.PONG))

    def _take_message(self, payload: bytes, now: float) -> None:
        limits, services = self._limits, self._services
        if not limits.messages.take(now) or not services.messages.take(self._peer.address, now):
            return self._close_flood("messages")
        try:
            message = self._meeting.read(payload)
        except (msgspec.DecodeError, UnicodeDecodeError, RecursionError):
            limits.bad_messages += 1
            services.metrics.bad_messages.inc()
            if limits.bad_messages >= MAX_BAD_MESSAGES:
                self.close(CloseCode.UNSUPPORTED, "unreadable")
            return None
        if type(message) is Hello and not limits.hellos.take(now):  # its answer is expensive
            return self._close_flood("hellos")
        self._meeting.receive(self.id, message)
        return None

    def _close_flood(self, what: str) -> None:
        self._services.metrics.throttled.labels(what).inc()
        note("connection_flooded", table=fingerprint(self._meeting.name))
        self.close(CloseCode.TOO_FAST, "too fast")

    def _drop_flood(self) -> None:
        self._services.metrics.cut_off.labels("flood").inc()
        note("connection_cut", reason="flood")
        self._transport.abort()

    # What goes out

    @property
    def unsent_bytes(self) -> int:
        """How many bytes wait to be sent now."""
        return self._transport.get_write_buffer_size()

    def drop(self) -> None:
        """Close at once, with all that waits: the client does not keep up."""
        self._services.metrics.cut_off.labels("slow").inc()
        self._transport.abort()

    def send(self, frames: bytes) -> None:
        """Send messages, all in one write."""
        transport, services = self._transport, self._services
        if self._state is not State.GREETED or transport.is_closing():
            return
        unsent_bytes = transport.get_write_buffer_size()
        if unsent_bytes > services.limits.unread_bytes:
            self.drop()
            return
        transport.write(frames)
        services.backlog.update(self, unsent_bytes)

    def send_heartbeat(self) -> None:
        """Send a sign of life, unless other bytes wait to be sent anyway."""
        transport = self._transport
        if (
            self._state is State.GREETED
            and not transport.is_closing()
            and not transport.get_write_buffer_size()
        ):
            transport.write(HEARTBEAT)

    def round_trip(self) -> int | None:
        """Return its round trip in milliseconds, if no proxy is in between and it is known."""
        return None if self._services.is_behind_proxy else min_round_trip_ms(self._transport)

    def end(self) -> None:
        """Tell a device that it is signed out, and close."""
        self.send(frame(ENCODER.encode(Bye(reason="device-ended"))))
        self.hang_up()

    def hang_up(self) -> None:
        """Close because the site wants it; the client may reconnect."""
        self.close(CloseCode.RESTART)
