"""What waits to be sent is bounded, even within one turn of the event loop."""

from __future__ import annotations

import asyncio

from tacit.server.transport.outbox import MAX_CONNECTION_BYTES, MAX_TOTAL_BYTES, Outbox


class To:
    """A connection that takes everything."""

    def __init__(self):
        self.got = self.drops = self.hung_up = 0

    def send(self, frames):
        self.got += len(frames)

    def hang_up(self):
        self.hung_up += 1

    def drop(self):
        self.drops += 1


async def test_a_connection_that_would_get_too_much_at_once_is_dropped_and_gets_nothing():
    outbox, greedy, other = Outbox(), To(), To()
    outbox.post(other, b"hello")
    for _ in range(40):
        outbox.post(greedy, bytes(MAX_CONNECTION_BYTES // 40))
    await asyncio.sleep(0)
    assert (greedy.drops, greedy.got) == (1, 0)
    assert other.got > 0 == other.drops


async def test_a_single_message_larger_than_the_share_is_not_sent():
    outbox, to = Outbox(), To()
    outbox.post(to, bytes(MAX_CONNECTION_BYTES + 1))
    await asyncio.sleep(0)
    assert (to.drops, to.got) == (1, 0)


async def test_what_waits_for_all_together_is_delivered_before_it_is_too_much():
    outbox, many = Outbox(), [To() for _ in range(100)]
    size, most = MAX_CONNECTION_BYTES // 2, 0
    for to in many:
        outbox.post(to, bytes(size))
        most = max(most, len(outbox))
    assert most * size <= MAX_TOTAL_BYTES
    assert sum(to.got for to in many) >= 100 * size - MAX_TOTAL_BYTES  # in the same turn
    await asyncio.sleep(0)
    assert all(to.got >= size and not to.drops for to in many)


async def test_a_connection_is_closed_after_what_came_before():
    outbox, to = Outbox(), To()
    outbox.post(to, b"bye")
    outbox.hang_up(to)
    await asyncio.sleep(0)
    assert to.got
    assert to.hung_up == 1
