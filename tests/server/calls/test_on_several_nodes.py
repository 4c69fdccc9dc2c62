"""By correspondence on several nodes: one of them wakes a table that is due, and calls once."""

from __future__ import annotations

import asyncio

import pytest

from tests.server.calls.push_service import Device, push_service
from tests.server.calls.test_correspondence import SOON_S, all_gone, begun, pick, turns
from tests.server.calls.test_push import CROWD, idle, loopback, subscribe
from tests.server.client import eventually, people
from tests.server.cluster.test_nodes import at
from tests.server.sites import inside
from tests.store.postgres_server import new_place

DAY = 24 * 3600


@pytest.fixture
def place() -> str:
    return new_place()


async def test_one_node_wakes_a_table_that_is_due_and_calls_its_players_once(place):
    async with (
        push_service() as service,
        inside(loopback(place)) as one,
        inside(loopback(place)) as two,
        people(one.url, *CROWD) as three,
    ):
        ann, _, cleo = three
        table, lines = await begun(*three)
        await subscribe(ann, Device(service, "Ann"))
        for line in lines[:2]:
            await pick(line)
        await all_gone(one, lines)
        assert await turns(at(cleo, two)) == [(table, True)], "every node knows whose turn it is"
        for node in (one, two):
            node.later(4 * DAY)
        woken = await asyncio.gather(*(node.site.calls.overdue.wake_some() for node in (one, two)))
        assert 1 <= sum(woken) <= 2
        # Where both have taken it, the later claim counts; the other finds out and lets go.
        await eventually(lambda: len(one.site.tables) + len(two.site.tables) == 1)
        (node,) = [node for node in (one, two) if len(node.site.tables)]
        other = two if node is one else one
        assert await other.site.calls.overdue.wake_some() == 0, "a node plays it already"
        node.later(SOON_S)
        live = await node.site.tables.find(table)
        live._alarm._ringing()
        await service.until(1)
        for each in (one, two):
            await idle(each)
        assert [sent.device for sent in service.sent] == ["Ann"]
        await eventually(lambda: node.site.tables.seen(table).play.turn == 2)
        assert await turns(at(ann, other)) == [(table, True)]
