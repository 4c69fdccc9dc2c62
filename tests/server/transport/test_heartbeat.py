"""A sign of life on every connection of a node behind a proxy, at a pace that tells nothing."""

from __future__ import annotations

import asyncio

import pytest

from tacit.server.transport import heartbeat
from tacit.server.transport.connections import Caller, Connections
from tacit.server.transport.websocket import Opcode
from tacit.table.log.records import PersonId
from tests.server.client import people
from tests.server.sites import inside, quick
from tests.server.transport.test_raw_connections import raw_line


@pytest.fixture(autouse=True)
def _quick_heartbeat(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(heartbeat, "EVERY_S", 0.005)


async def test_a_node_behind_a_proxy_is_never_silent_for_long(tmp_path):
    async with inside(quick(tmp_path / "a.db", behind_proxy=True)) as site, raw_line(site) as one:
        line, _ = one
        for _ in range(3):  # which has not even said hello
            assert await line.until(Opcode.PONG) == b""


async def test_a_site_without_a_proxy_sends_no_heartbeat(tmp_path):
    async with inside(quick(tmp_path / "a.db")) as site, people(site.url, "Ann") as (ann,):
        table = await ann.open("mindup", bots=["greedy", "greedy"])
        line = await ann.line(table)
        sent = site.site.heartbeat
        assert not any("Heartbeat.run" in repr(task) for task in asyncio.all_tasks())
        await sent.beat()  # clients take one all the same
        await line.do("start")


class Counting:
    """A connection that counts its heartbeats."""

    def __init__(self, number: int) -> None:
        self.beats = 0
        self.caller = Caller(PersonId(str(number)), "")
        self.address = "192.0.2.1"

    def send_heartbeat(self) -> None:
        self.beats += 1


async def test_moves_are_made_between_the_heartbeats_of_many():
    registry, turns = Connections(), 0
    every = heartbeat.Heartbeat(registry)
    connections = [Counting(number) for number in range(3 * heartbeat.BATCH)]
    for one in connections:
        registry.add(one)

    async def moves() -> None:
        nonlocal turns
        while True:
            turns += 1
            await asyncio.sleep(0)

    others = asyncio.create_task(moves())
    await every.beat()
    others.cancel()
    assert turns >= 2
    assert [one.beats for one in connections] == [1] * len(connections)
    registry.remove(connections[0])
    await every.beat()
    assert (connections[0].beats, connections[1].beats) == (1, 2)
