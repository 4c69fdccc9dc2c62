"""What waits to be sent is bounded for all connections together."""

from __future__ import annotations

from itertools import count

from tacit.server.config import Limits
from tacit.server.limits.budget import Budgets
from tacit.server.transport.backlog import Backlog
from tacit.server.transport.connections import Caller, Connections
from tacit.table.log.records import PersonId

NUMBERS = count()


class Reader:
    """A connection whose client reads as much as the test says."""

    def __init__(self, registry, address="192.0.2.1", budgets=None):
        self.account = (budgets or Budgets(Limits())).of(address)
        self.address = address
        self.caller = Caller(PersonId(str(next(NUMBERS))), "")
        self.unsent_bytes = self.backlog_bytes = 0
        self.is_dropped = False
        registry.add(self)

    def drop(self):
        self.is_dropped = True
        self.unsent_bytes = 0

    def waits(self, backlog, size):
        self.unsent_bytes = size
        backlog.update(self, size)


def made(max_bytes=1000, readers=3):
    registry = Connections()
    return (Backlog(registry, max_bytes), *(Reader(registry) for _ in range(readers)))


def test_the_largest_backlog_is_dropped_first():
    backlog, small, big, middle = made()
    readers = (small, big, middle)
    small.waits(backlog, 100)
    big.waits(backlog, 600)
    assert not any(one.is_dropped for one in readers)
    middle.waits(backlog, 400)
    assert [one.is_dropped for one in readers] == [False, True, False]
    assert len(backlog) == 500


def test_a_client_that_has_caught_up_meanwhile_is_not_dropped():
    backlog, quick, slow = made(readers=2)
    quick.waits(backlog, 900)
    quick.unsent_bytes = 0
    slow.waits(backlog, 600)
    assert not quick.is_dropped
    assert not slow.is_dropped
    assert len(backlog) == 600


def test_a_connection_that_is_closed_or_has_read_everything_does_not_count():
    backlog, closed, read = made(readers=2)
    closed.waits(backlog, 500)
    read.waits(backlog, 400)
    backlog.remove(closed)
    read.waits(backlog, 0)
    assert len(backlog) == 0
    backlog.remove(closed)
    assert len(backlog) == 0


def test_one_address_has_its_own_bound_for_all_its_connections_together():
    budgets, registry = Budgets(Limits(held_bytes_per_address=1000)), Connections()
    backlog = Backlog(registry, 10_000)
    first, second = (Reader(registry, "192.0.2.1", budgets) for _ in range(2))
    other = Reader(registry, "192.0.2.2", budgets)
    first.waits(backlog, 600)
    other.waits(backlog, 600)
    second.waits(backlog, 600)
    assert [one.is_dropped for one in (first, second, other)] == [False, True, False]
    assert len(backlog) == 1200
    first.waits(backlog, 0)
    backlog.remove(other)
    assert budgets.of("192.0.2.1").is_idle
    assert budgets.of("192.0.2.2").is_idle
