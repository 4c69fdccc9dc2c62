"""Backpressure on what comes in: connections of an address in debt wait in one queue."""

from __future__ import annotations

import asyncio
import heapq
from itertools import count

import pytest

from tacit.server.config import Limits
from tacit.server.limits import budget
from tacit.server.limits.budget import Budgets
from tacit.server.transport import intake
from tacit.server.transport.intake import Intake

CONNECTIONS = 300
PIECES = 3
PIECE_S = 0.004


class Loop:
    """An event loop of which time passes only from timer to timer."""

    def __init__(self) -> None:
        self.now = 0.0
        self.woken = 0
        self._numbers = count()
        self._timers: list = []

    def call_later(self, delay, call, *given):
        heapq.heappush(self._timers, (self.now + delay, next(self._numbers), call, given))

    def run(self):
        while self._timers:
            at, _, call, given = heapq.heappop(self._timers)
            self.now = max(self.now, at + 1e-9)
            self.woken += 1
            call(*given)


class Transport:
    def __init__(self) -> None:
        self.reads = True
        self.is_aborted = False

    def pause_reading(self):
        self.reads = False

    def resume_reading(self):
        self.reads = True

    def abort(self):
        self.is_aborted = True


@pytest.fixture
def loop(monkeypatch):
    loop = Loop()
    monkeypatch.setattr(asyncio, "get_running_loop", lambda: loop)
    monkeypatch.setattr(budget, "perf_counter", lambda: loop.now)
    assert intake.asyncio is asyncio
    return loop


class Reader:
    """A connection that takes a byte at a time, each for some time of the loop."""

    def __init__(self, account, read) -> None:
        self.transport = Transport()
        self.account = account
        self.read = read
        self.intake = Intake(self.transport, account, self.feed)

    def feed(self, data):
        self.read.append(self)
        self.account.spend(PIECE_S)
        if data[1:]:
            self.intake.hold(data[1:])


def test_each_connection_in_debt_is_woken_once_for_each_piece(loop):
    account, read = Budgets(Limits()).of("a"), []
    account.spend(1.0)
    readers = [Reader(account, read) for _ in range(CONNECTIONS)]
    for one in readers:
        one.intake.hold(bytes(PIECES))
        assert not one.transport.reads
    loop.run()
    assert read == readers * PIECES  # in turn
    assert all(one.transport.reads for one in readers)
    assert account.held_bytes == 0
    assert loop.woken <= 2 * len(read)


def test_a_closed_connection_leaves_the_queue_and_the_others_go_on(loop):
    account, read = Budgets(Limits()).of("a"), []
    account.spend(1.0)
    first, closed, last = readers = [Reader(account, read) for _ in range(3)]
    for one in readers:
        one.intake.hold(b"x")
    closed.intake.close()
    assert len(account.queue) == 2
    loop.run()
    assert read == [first, last]
    assert account.held_bytes == 0


def test_a_connection_that_breaks_while_it_is_read_does_not_stop_the_others(loop):
    account, read = Budgets(Limits()).of("a"), []
    account.spend(1.0)

    def broken(_):
        raise ValueError("broken")

    bad = Intake(Transport(), account, broken)
    bad.hold(b"x")
    good = Reader(account, read)
    good.intake.hold(b"x")
    with pytest.raises(ValueError, match="broken"):
        loop.run()
    loop.run()
    assert read == [good]


def test_connections_that_come_and_go_leave_one_timer(loop):
    account = Budgets(Limits()).of("a")
    account.spend(1.0)
    for _ in range(CONNECTIONS):
        one = Reader(account, [])
        one.intake.hold(b"x")
        one.intake.close()
    loop.run()
    assert loop.woken == 1


def test_a_connection_that_would_hold_too_much_is_dropped(loop):
    account = Budgets(Limits(held_bytes_per_address=10)).of("a")
    one = Reader(account, [])
    one.intake.hold(bytes(11))
    assert one.transport.is_aborted
    assert account.held_bytes == 0
