"""What waits to be sent is bounded, even within one turn of the event loop."""

from __future__ import annotations

import asyncio

from tacit.server.transport.outbox import ALL_BYTES, EACH_BYTES, Outbox


class To:
    """A connection that takes everything."""

    def __init__(self):
        self.got = self.cuts = self.hung_up = 0

    def send(self, frames):
        self.got += len(frames)

    def hang_up(self):
        self.hung_up += 1

    def cut(self):
        self.cuts += 1


async def test_a_connection_that_would_get_too_much_at_once_is_cut_off_and_gets_nothing():
    outbox, greedy, other = Outbox(), To(), To()
    outbox.post(other, b"hello")
    for _ in range(40):
        outbox.post(greedy, bytes(EACH_BYTES // 40))
    await asyncio.sleep(0)
    assert (greedy.cuts, greedy.got) == (1, 0)
    assert other.got > 0 == other.cuts


async def test_a_single_message_larger_than_the_share_is_not_sent():
    outbox, to = Outbox(), To()
    outbox.post(to, bytes(EACH_BYTES + 1))
    await asyncio.sleep(0)
    assert (to.cuts, to.got) == (1, 0)


async def test_what_waits_for_all_together_is_delivered_before_it_is_too_much():
    outbox, many = Outbox(), [To() for _ in range(100)]
    size, most = EACH_BYTES // 2, 0
    for to in many:
        outbox.post(to, bytes(size))
        most = max(most, len(outbox))
    assert most * size <= ALL_BYTES
    assert sum(to.got for to in many) >= 100 * size - ALL_BYTES  # in the same turn
    await asyncio.sleep(0)
    assert all(to.got >= size and not to.cuts for to in many)


async def test_a_connection_is_closed_after_what_came_before():
    outbox, to = Outbox(), To()
    outbox.post(to, b"bye")
    outbox.hang_up(to)
    await asyncio.sleep(0)
    assert to.got
    assert to.hung_up == 1
