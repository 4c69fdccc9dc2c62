"""A sign of life on every connection of a node behind a proxy, at a pace that tells nothing."""

from __future__ import annotations

import asyncio

import pytest

from tacit.server.transport import heartbeat as pulse
from tacit.server.transport.websocket import Kind
from tests.server.client import people
from tests.server.sites import inside, quick
from tests.server.transport.test_raw_connections import raw_line


@pytest.fixture(autouse=True)
def _quick_pulse(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(pulse, "EVERY_S", 0.005)


async def test_a_node_behind_a_proxy_is_never_silent_for_long(tmp_path):
    async with inside(quick(tmp_path / "a.db", behind_proxy=True)) as site, raw_line(site) as one:
        line, _ = one
        for _ in range(3):  # which has not even said hello
            assert await line.until(Kind.PONG) == b""


async def test_a_site_without_a_proxy_sends_no_pulse(tmp_path):
    async with inside(quick(tmp_path / "a.db")) as site, people(site.url, "Ann") as (ann,):
        table = await ann.open("mindup", bots=["greedy", "greedy"])
        line = await ann.line(table)
        sent = site.site.pulse
        assert not any("Pulse.run" in repr(task) for task in asyncio.all_tasks())
        await sent.beat()  # clients take one all the same
        await line.do("start")


class Slow:
    """A connection that others wait for."""

    def __init__(self) -> None:
        self.pulses = 0

    def pulse(self) -> None:
        self.pulses += 1


async def test_moves_are_made_between_the_pulses_of_many():
    many, turns = pulse.Pulse(), 0
    connections = [Slow() for _ in range(3 * pulse.AT_ONCE)]
    for one in connections:
        many.add(one)

    async def moves() -> None:
        nonlocal turns
        while True:
            turns += 1
            await asyncio.sleep(0)

    others = asyncio.create_task(moves())
    await many.beat()
    others.cancel()
    assert turns >= 2
    assert [one.pulses for one in connections] == [1] * len(connections)
    many.discard(connections[0])
    await many.beat()
    assert (connections[0].pulses, connections[1].pulses) == (1, 2)
