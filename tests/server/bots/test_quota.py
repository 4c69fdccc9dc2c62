"""Bots that think hard are counted, and there are only a few."""

from __future__ import annotations

import asyncio

import aiohttp
import pytest

from tacit.games.mindup.bots.asking import ASKING
from tacit.server.bots.quota import HardBotQuota
from tests.server.answers import of
from tests.server.client import eventually, people
from tests.server.sites import inside, quick, roomy


def test_a_bot_that_thinks_hard_is_a_compiled_bot_there_is():
    assert ASKING.hard <= ASKING.compiled <= ASKING.bots.keys()


def test_only_bots_that_think_hard_count():
    bots = HardBotQuota(4)
    bots.play("t", "mindup", "here", ("greedy", "raven"))
    assert bots.playing == 1
    assert bots.refused("mindup", ["greedy"] * 100, "here") is None


def test_one_address_has_half_of_them():
    bots = HardBotQuota(4)
    bots.play("t", "mindup", "here", ("raven", "raven"))
    assert bots.refused("mindup", ["raven"], "here").key == "bots-busy"
    assert bots.refused("mindup", ["raven", "search"], "there") is None
    assert bots.refused("mindup", ["raven"] * 3, "there").key == "bots-busy"


def test_when_all_are_playing_nobody_can_invite_one_until_some_are_done():
    bots = HardBotQuota(4)
    for address in ("here", "there"):
        bots.play(address, "mindup", address, ("raven", "raven"))
    assert bots.busy == tuple(sorted(ASKING.hard))
    assert bots.refused("mindup", ["raven"], "elsewhere").key == "bots-busy"
    bots.play("here", "mindup", "here", ("greedy",))
    assert bots.busy == ()
    assert bots.refused("mindup", ["raven"], "elsewhere") is None


async def test_the_box_says_which_bots_are_busy_and_nobody_can_invite_them(tmp_path):
    config = quick(tmp_path / "a.db", limits=roomy(hard_bots=2))
    async with inside(config) as site, people(site.url, "Ann", "Bob") as (ann, bob):
        first = await ann.line(await ann.open("mindup", bots=["search"]))
        assert (await bob.get("/api/box"))["busy"] == []
        assert await first.refused("add-bot", seat=2, bot="raven") == "bots-busy"
        await first.do("add-bot", seat=2, bot="greedy")
        site.site.hard_bots.play("another", "mindup", "elsewhere", ("raven",))
        assert (await bob.get("/api/box"))["busy"] == sorted(ASKING.hard)
        again = {"game": "mindup", "name": "Bob", "bots": ["raven"]}
        assert (await of(bob, "POST", "/api/tables", json=again)).problem == (503, "bots-busy")
        await first.do("free", seat=1)
        assert (await bob.get("/api/box"))["busy"] == []
        await first.do("add-bot", seat=1, bot="search")


async def test_a_table_nobody_is_connected_to_holds_no_bots(tmp_path):
    config = quick(tmp_path / "a.db", limits=roomy(hard_bots=2))
    async with inside(config) as site, people(site.url, "Ann") as (ann,):
        table = await ann.open("mindup", bots=["search"])
        line = await ann.line(table)
        bots = site.site.hard_bots
        assert bots.playing == 1
        await line.close()
        await eventually(lambda: bots.playing == 0)
        await ann.line(table)
        assert bots.playing == 1


RAVENS = {"game": "mindup", "name": "Ann", "bots": ["raven"] * 5}


async def test_tables_opened_without_a_line_count_however_many_are_opened_at_once(tmp_path):
    config = quick(tmp_path / "a.db", limits=roomy(hard_bots=20))
    async with inside(config) as site, people(site.url, "Ann") as (ann,):
        await ann.get("/api/me")
        asked = [of(ann, "POST", "/api/tables", json=RAVENS) for _ in range(6)]
        statuses = sorted([answer.status for answer in await asyncio.gather(*asked)])
        assert statuses == [201, 201, 503, 503, 503, 503], "half of them for one address"
        assert site.site.hard_bots.playing == 10
        site.later(6 * 60)
        site.site.tables.evict_idle()
        assert site.site.hard_bots.playing == 0


async def test_a_player_who_comes_back_to_hard_bots_needs_room_for_them(tmp_path):
    config = quick(tmp_path / "a.db", limits=roomy(hard_bots=4))
    async with inside(config) as site, people(site.url, "Ann", "Bob") as (ann, bob):
        bots = site.site.hard_bots
        tables = []
        for _ in range(3):
            tables.append(await ann.open("mindup", bots=["raven", "raven"]))
            await (await ann.line(tables[-1])).close()
            await eventually(lambda: bots.playing == 0)
        line = await ann.line(tables[0])
        await ann.line(tables[0])
        for table in tables[1:]:
            with pytest.raises(aiohttp.WSServerHandshakeError) as refused:
                await ann.line(table)
            assert refused.value.status == 503
        path = f"/api/tables/{tables[1]}/join"
        assert (await of(bob, "POST", path, json={"name": "Bob"})).problem == (503, "bots-busy")
        assert bots.playing == 2
        await line.do("free", seat=1)
        await line.do("free", seat=2)
        await ann.line(tables[1])


async def test_bots_on_their_way_to_a_seat_count(tmp_path):
    config = quick(tmp_path / "a.db", limits=roomy(hard_bots=4))
    async with inside(config) as site, people(site.url, "Ann") as (ann,):
        line = await ann.line(await ann.open("mindup"))
        for seat in range(1, 6):
            request = {"do": "add-bot", "seat": seat, "bot": "raven"}
            await line.send({"type": "do", "id": f"b{seat}", "request": request})
        await line.until(lambda: len(line.answers) == 5)
        kinds = [line.answers[f"b{seat}"]["type"] for seat in range(1, 6)]
        assert kinds == ["ack", "ack", "refused", "refused", "refused"]
        assert site.site.hard_bots.playing == 2


async def test_a_table_that_was_lost_counts_none_when_its_lines_go(tmp_path):
    """A silent connection must not keep bots counted for a table that is gone."""
    config = quick(tmp_path / "a.db", limits=roomy(hard_bots=4))
    async with inside(config) as site, people(site.url, "Ann") as (ann,):
        table = await ann.open("mindup", bots=["raven", "raven"])
        line = await ann.line(table, version=None)
        assert site.site.hard_bots.playing == 2
        site.site.tables._tables[table].lose()
        await line.until_closed()
        await eventually(lambda: len(site.site.connections) == 0)
        assert site.site.hard_bots.playing == 0


def test_a_bot_that_counts_its_playouts_thinks_hard_as_well():
    bots = HardBotQuota(1)
    with bots.invited("mindup", ["search#250"], "a"):
        assert bots.playing == 1
        assert bots.refused("mindup", ["flat#9"], "b") is not None
        assert bots.refused("mindup", ["greedy"], "b") is None
