"""A screen keeps no table alive, and a host need not play."""

from __future__ import annotations

from tests.server.client import eventually, people
from tests.server.sites import inside, quick, roomy

DAY = 24 * 3600.0


async def test_a_table_that_only_a_screen_shows_is_evicted_and_expires(tmp_path):
    limits = roomy(idle_minutes=10, unvisited_minutes=1e9)
    config = quick(tmp_path / "a.db", limits=limits)
    async with inside(config) as site, people(site.url, "Ann", "Bob") as (ann, bob):
        table = await ann.open("mindup", settings={"public": True}, bots=["search"])
        line = await ann.line(table)
        hard = site.site.hard_bots
        assert hard.playing == 1
        await bob.get(f"/api/tables/{table}")  # a screen's page asks first, and gets its cookie
        screen = await bob.line(table, None)
        await screen.send({"type": "hello", "protocol": 1, "screen": True})
        await screen.until(lambda: screen.copy.house)
        await line.close()
        (live,) = site.site.tables
        await eventually(lambda: live.table.connections == 0)
        assert hard.playing == 0, "a screen alone makes no bot count"
        site.later(9 * 60)
        assert site.site.tables.evict_idle() == 0
        site.later(2 * 60)
        assert site.site.tables.evict_idle() == 1
        await screen.until(lambda: {"type": "bye", "reason": "idle"} in screen.messages)
        site.later(2 * DAY)
        await site.site.housekeeping.expire_tables()
        async with ann.http.get(f"{site.url}/api/tables/{table}") as response:
            assert response.status == 410


async def test_a_host_can_open_a_table_only_to_host_it_and_start_a_game_of_others(tmp_path):
    async with (
        inside(quick(tmp_path / "a.db")) as site,
        people(site.url, "Ann", "Bob") as (ann, bob),
    ):
        table = await ann.open("mindup", watch=True, bots=["random", "random"])
        host = await ann.line(table)
        assert (host.copy.house["you"], host.copy.house["seat"]) == (host.copy.house["host"], None)
        bots = [seat["bot"] for seat in host.copy.house["seats"]]
        assert bots[:3] == ["random", "random", None]
        await bob.join(table)
        await host.do("add-bot", seat=3, bot="random")
        await host.do("start")
        await host.until(lambda: host.copy.house["stage"] == "playing")
        assert host.copy.view["hand"] == []
        alone = await ann.open("mindup", watch=True, settings={"spectators": False})
        assert (await ann.line(alone)).copy.house["seat"] is None, "a host is no spectator"
