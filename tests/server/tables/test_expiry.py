"""Tables end when nobody has been there for long; their links say so, their replays stay."""

from __future__ import annotations

import gc
import random
from typing import Any

import pytest

from tacit.server.tables import tables as tables_module
from tacit.server.tables.expiry import AT_ONCE, ended_table
from tacit.server.tables.refusals import TableEnded
from tests.server.client import Person, eventually, people, play
from tests.server.sites import Inside, inside, quick, roomy

DAY = 24 * 3600.0
BOTS = {"bots": ["random", "random"], "start": True}


async def look(person: Person, table: str) -> tuple[int, dict[str, Any]]:
    async with person.http.get(f"{person.url}/api/tables/{table}") as response:
        return response.status, await response.json()


async def tidy(site: Inside) -> None:
    site.site.tables.evict_idle()
    await site.site.housekeeping.expire_tables()


async def visit(site: Inside, person: Person, table: str) -> None:
    await (await person.line(table)).close()
    await eventually(lambda: not any(live.table.connections for live in site.site.tables))


async def test_a_table_nobody_comes_back_to_ends_and_its_link_explains_itself(tmp_path):
    limits = roomy(unvisited_minutes=1e9)
    config = quick(tmp_path / "a.db", limits=limits)
    async with inside(config) as site, people(site.url, "Ann") as (ann,):
        lobby = await ann.open("mindup", settings={"public": True})
        playing = await ann.open("mindup", **BOTS)
        for table in (lobby, playing):
            await visit(site, ann, table)
        site.later(1.5 * DAY)
        await tidy(site)
        status, told = await look(ann, lobby)
        assert (status, told["key"]) == (410, "ended")
        assert told["details"]["game"] == "mindup"
        assert told["details"]["games"] == 0
        assert abs(told["details"]["at"] - site.site.clock()) < 60_000
        assert (await look(ann, playing))[0] == 200
        site.later(31 * DAY)
        await tidy(site)
        assert (await look(ann, playing))[0] == 410
        assert (await ann.get("/api/me"))["tables"] == []
        async with ann.http.post(f"{site.url}/api/tables/{playing}/join", json={"name": "A"}):
            assert len(site.site.tables) == 0
        with pytest.raises(Exception, match="410"):
            await ann.line(playing)


async def test_a_visit_to_an_ended_table_leaves_nothing_in_memory(tmp_path, no_collector):
    """On a busy site garbage is hardly ever looked for, and whole logs would hang on it."""
    limits = roomy(unvisited_minutes=1e9)
    async with (
        inside(quick(tmp_path / "a.db", limits=limits)) as site,
        people(site.url, "Ann") as (ann,),
    ):
        table = await ann.open("mindup")
        await visit(site, ann, table)
        site.later(1.5 * DAY)
        await tidy(site)
        no_collector()
        for _ in range(5):
            assert (await look(ann, table))[0] == 410
        await eventually(lambda: not any(type(one) is TableEnded for one in gc.get_objects()))


async def test_a_finished_game_ends_nothing_and_its_replay_stays(tmp_path):
    async with inside(quick(tmp_path / "a.db")) as site, people(site.url, "Ann") as (ann,):
        table = await ann.open("mindup", **BOTS)
        line = await ann.line(table)
        await play(line, random.Random(1))
        await line.do("rematch")
        await line.close()
        await eventually(lambda: not any(live.table.connections for live in site.site.tables))
        site.later(31 * DAY)
        await tidy(site)
        status, told = await look(ann, table)
        assert (status, told["details"]["games"]) == (410, 1)
        assert (await ann.get(f"/api/tables/{table}/games/1"))["game"] == "mindup"


async def test_a_table_with_a_guest_does_not_end(tmp_path):
    async with inside(quick(tmp_path / "a.db")) as site, people(site.url, "Ann") as (ann,):
        table = await ann.open("mindup")
        line = await ann.line(table)
        live = await site.site.tables.find(table)
        site.later(100 * DAY)
        live.table._connections.forgive(live.now)
        await tidy(site)
        await line.do("say", text="still here")


async def test_few_logs_are_read_at_once_and_all_get_their_turn(tmp_path):
    limits = roomy(unvisited_minutes=1e9)
    config = quick(tmp_path / "a.db", limits=limits)
    async with inside(config) as site, people(site.url, "Ann") as (ann,):
        games = [await ann.open("mindup", **BOTS) for _ in range(AT_ONCE)]
        lobbies = [await ann.open("mindup") for _ in range(AT_ONCE + 5)]
        site.later(2 * DAY)
        await tidy(site)

        def ended(tables: list[str]) -> int:
            return sum(ended_table(site.site.store.load(one)) is not None for one in tables)

        assert 0 <= ended(lobbies) <= AT_ONCE
        for _ in range(3):
            await tidy(site)
        assert ended(lobbies) == len(lobbies)
        assert ended(games) == 0


async def test_a_table_that_cannot_be_ended_for_any_reason_is_told_in_the_log(
    tmp_path, monkeypatch, caplog
):
    def broken(*_, **__):
        raise RuntimeError("nothing ends")

    async with inside(quick(tmp_path / "a.db")) as site, people(site.url, "Ann") as (ann,):
        table = await ann.open("mindup")
        monkeypatch.setattr(tables_module, "end_table", broken)
        live = await site.site.tables.find(table)
        site.site.tables._give_up(live)
        await eventually(lambda: "nothing ends" in caplog.text)
        assert '"event":"not_ended"' in caplog.text
        assert table not in caplog.text, "a table's name is its invitation"
        caplog.clear()
        assert (await ann.get(f"/api/tables/{table}"))["stage"] == "lobby"
