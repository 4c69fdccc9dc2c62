"""What waits to be sent is bounded for all lines together."""

from __future__ import annotations

from tacit.server.config import Limits
from tacit.server.limits.budget import Budgets
from tacit.server.transport.backlog import Unread


class Line:
    def __init__(self, address="192.0.2.1", budgets=None):
        self.account = (budgets or Budgets(Limits())).of(address)
        self.behind = 0
        self.is_cut = False

    def cut(self):
        self.is_cut = True
        self.behind = 0

    def waits(self, unread, size):
        self.behind = size
        unread.note(self, size)


def test_whoever_is_furthest_behind_is_cut_off_first():
    unread = Unread(1000)
    small, big, middle = lines = [Line() for _ in range(3)]
    small.waits(unread, 100)
    big.waits(unread, 600)
    assert not any(line.is_cut for line in lines)
    middle.waits(unread, 400)
    assert [line.is_cut for line in lines] == [False, True, False]
    assert len(unread) == 500


def test_whoever_has_caught_up_meanwhile_is_not_cut_off():
    unread = Unread(1000)
    quick, slow = Line(), Line()
    quick.waits(unread, 900)
    quick.behind = 0
    slow.waits(unread, 600)
    assert not quick.is_cut
    assert not slow.is_cut
    assert len(unread) == 600


def test_a_line_that_is_gone_or_has_read_everything_does_not_count():
    unread = Unread(1000)
    gone, read = Line(), Line()
    gone.waits(unread, 500)
    read.waits(unread, 400)
    unread.forget(gone)
    read.waits(unread, 0)
    assert len(unread) == 0
    unread.forget(gone)
    assert len(unread) == 0


def test_one_address_has_its_own_bound_for_all_its_connections_together():
    budgets, unread = Budgets(Limits(held_bytes_per_address=1000)), Unread(10_000)
    first, second = (Line("192.0.2.1", budgets) for _ in range(2))
    other = Line("192.0.2.2", budgets)
    first.waits(unread, 600)
    other.waits(unread, 600)
    second.waits(unread, 600)
    assert [one.is_cut for one in (first, second, other)] == [False, True, False]
    assert len(unread) == 1200
    first.waits(unread, 0)
    unread.forget(other)
    assert budgets.of("192.0.2.1").is_idle
    assert budgets.of("192.0.2.2").is_idle
