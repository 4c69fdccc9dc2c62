"""A connection's states, one by one: what follows which, and what is sent and read in each."""

from __future__ import annotations

import asyncio

import pytest

from tacit.server.config import Limits
from tacit.server.limits.budget import Budgets
from tacit.server.limits.rate_limit import RateLimit
from tacit.server.ops.metrics import Metrics
from tacit.server.transport import connection as module
from tacit.server.transport.acceptor import Acceptor, Slot
from tacit.server.transport.backlog import Backlog
from tacit.server.transport.connection import NEXT, Connection, Peer, Services, State
from tacit.server.transport.connections import Caller, Connections
from tacit.server.transport.websocket import CloseCode, frame
from tacit.table.log.records import PersonId
from tests.server.transport.test_websocket import framed

ADDRESS = "192.0.2.1"


class Pipe(asyncio.Transport):
    """A transport that keeps what is written."""

    def __init__(self):
        super().__init__()
        self.sent, self.protocol = [], None
        self.closed = self.aborted = False

    def write(self, data):
        self.sent.append(bytes(data))

    def set_protocol(self, protocol):
        self.protocol = protocol

    def get_write_buffer_size(self):
        return 0

    def is_closing(self):
        return self.closed or self.aborted

    def close(self):
        self.closed = True

    def abort(self):
        self.aborted = True


class Room:
    """A meeting that keeps what it is told."""

    name = "room"

    def __init__(self):
        self.told = []

    def read(self, data):
        return data

    def make_way(self, person, most):
        self.told.append(("make way", person, most))

    def connect(self, number, person, _to, address):
        self.told.append(("connect", number, person, address))

    def disconnect(self, number):
        self.told.append(("disconnect", number))

    def receive(self, _number, message):
        self.told.append(message)


class Bench:
    """A connection with everything around it."""

    def __init__(self):
        limits, self.registry = Limits(), Connections()
        budgets, metrics = Budgets(limits), Metrics()
        self.acceptor = Acceptor(limits, budgets, metrics.throttled, is_behind_proxy=False)
        self.account = budgets.of(ADDRESS)
        self.account.connections = self.acceptor.open_connections = 1
        backlog = Backlog(self.registry, limits.unread_altogether)
        messages = RateLimit(100.0, 100.0)
        services = Services(limits, self.registry, backlog, messages, metrics, False)
        slot = Slot(self.acceptor, self.account)
        self.peer = Peer(Caller(PersonId("ann"), "phone"), ADDRESS, self.account, slot)
        self.pipe, self.room = Pipe(), Room()
        self.connection = Connection(services, self.room, self.peer, self.pipe)

    def opened(self):
        self.connection.open(b"101")
        return self


@pytest.fixture(autouse=True)
def _no_waiting(monkeypatch):
    monkeypatch.setattr(module, "CLOSE_TIMEOUT_S", 0.01)


async def test_a_handshake_is_answered_before_the_table_knows_the_connection():
    bench = Bench()
    assert bench.connection.state is State.HANDSHAKE
    assert (len(bench.registry), bench.room.told, bench.pipe.sent) == (0, [], [])
    bench.opened()
    assert bench.connection.state is State.GREETED
    assert bench.pipe.sent == [b"101"]
    assert bench.pipe.protocol is bench.connection
    assert [what for what, *_ in bench.room.told] == ["make way", "connect"]
    assert bench.registry.of(bench.peer.caller) == [bench.connection]
    assert bench.registry.count_from(ADDRESS) == 1


async def test_when_greeted_messages_go_both_ways():
    bench = Bench().opened()
    bench.connection.data_received(framed(0x81, b"hello"))
    bench.connection.data_received(framed(0x89, b"ping"))
    bench.connection.send(frame(b"told"))
    bench.connection.send_heartbeat()
    assert bench.room.told[-1] == b"hello"
    assert bench.pipe.sent[1:] == [b"\x8a\x04ping", frame(b"told"), b"\x8a\x00"]


async def test_when_closing_nothing_is_sent_and_only_the_goodbye_is_read():
    bench = Bench().opened()
    bench.connection.hang_up()
    assert bench.connection.state is State.CLOSING
    sent = len(bench.pipe.sent)
    bench.connection.send(frame(b"too late"))
    bench.connection.send_heartbeat()
    bench.connection.hang_up()
    bench.connection.end()
    told = len(bench.room.told)
    bench.connection.data_received(framed(0x81, b"too late"))
    bench.connection.data_received(framed(0x89, b"") + framed(0x81, b"too late"))
    assert len(bench.pipe.sent) == sent
    assert len(bench.room.told) == told
    assert not bench.pipe.closed
    bench.connection.data_received(framed(0x88, b"\x03\xf4"))
    assert bench.pipe.closed
    assert len(bench.pipe.sent) == sent


async def test_a_client_that_does_not_say_goodbye_is_not_waited_for():
    bench = Bench().opened()
    bench.connection.close(CloseCode.TOO_FAST, "too fast")
    await asyncio.sleep(0.05)
    assert bench.pipe.closed


@pytest.mark.parametrize("goodbye", [True, False])
async def test_a_closed_connection_is_known_to_nobody(goodbye):
    bench = Bench().opened()
    if goodbye:
        bench.connection.hang_up()
    bench.connection.connection_lost(None)
    assert bench.connection.state is State.CLOSED
    assert bench.room.told[-1] == ("disconnect", bench.connection.id)
    assert (len(bench.registry), list(bench.registry)) == (0, [])
    assert (bench.registry.of(bench.peer.caller), bench.registry.count_from(ADDRESS)) == ([], 0)
    assert (bench.acceptor.open_connections, bench.account.connections) == (0, 0)


async def test_no_state_follows_that_should_not():
    for state, allowed in NEXT.items():
        for other in State:
            connection = Bench().connection
            connection._state = state
            if other in allowed:
                connection._enter(other)
            else:
                with pytest.raises(AssertionError, match=f"{state.name} is not followed by"):
                    connection._enter(other)


async def test_a_shutdown_waits_for_the_last_connection_but_not_for_ever():
    bench = Bench().opened()
    await bench.registry.wait_until_closed(0.01)
    waiting = asyncio.create_task(bench.registry.wait_until_closed(None))
    await asyncio.sleep(0)
    assert not waiting.done()
    bench.connection.connection_lost(None)
    await asyncio.wait_for(waiting, 5)
    await bench.registry.wait_until_closed(None)
