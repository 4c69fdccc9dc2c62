"""The tables a guest can go on with are found in the store, whatever is in memory."""

from __future__ import annotations

import random
import sqlite3
from contextlib import closing

from tacit.server.tables.whereabouts import MOST, MOST_WOKEN
from tests.server.client import Person, people, play
from tests.server.sites import inside, quick

HOUR = 3600
BOTS = {"bots": ["random", "random"], "start": True}


async def mine(person: Person) -> list[str]:
    return [door["table"] for door in (await person.get("/api/me"))["tables"]]


async def test_an_unfinished_game_is_found_after_a_restart_with_many_newer_tables(tmp_path):
    db = tmp_path / "a.db"
    async with inside(quick(db)) as site, people(site.url, "Ann", "Bob") as (ann, bob):
        table = await ann.open("mindup", **BOTS)
        for _ in range(250):
            await bob.open("extreme")
        cookie = ann.cookie
    async with inside(quick(db)) as site, people(site.url, "Ann") as (ann,):
        ann.http.cookie_jar.update_cookies({"tacit": cookie})
        assert await mine(ann) == [table]


async def test_an_unfinished_game_is_found_after_a_long_time_idle(tmp_path):
    async with inside(quick(tmp_path / "a.db")) as site, people(site.url, "Ann") as (ann,):
        table = await ann.open("mindup", **BOTS)
        site.later(2 * HOUR)
        site.site.tables.evict_idle()
        assert len(site.site.tables) == 0
        assert await mine(ann) == [table]


async def test_a_finished_game_is_not_to_be_gone_on_with_until_a_rematch(tmp_path):
    async with inside(quick(tmp_path / "a.db")) as site, people(site.url, "Ann") as (ann,):
        table = await ann.open("mindup", **BOTS)
        line = await ann.line(table)
        assert await mine(ann) == [table]
        await play(line, random.Random(1))
        assert await mine(ann) == []
        await line.do("say", text="again?")
        assert await mine(ann) == []
        await line.do("rematch")
        assert await mine(ann) == [table]


async def test_a_table_one_left_is_not_ones_own(tmp_path):
    async with inside(quick(tmp_path / "a.db")) as site, people(site.url, "Ann", "Bob") as two:
        ann, bob = two
        table = await ann.open("mindup")
        await bob.join(table)
        assert await mine(bob) == [table]
        await (await bob.line(table)).do("leave")
        assert await mine(bob) == []
        assert await mine(ann) == [table]


async def test_one_question_wakes_a_few_tables_only(tmp_path):
    async with inside(quick(tmp_path / "a.db")) as site, people(site.url, "Ann") as (ann,):
        for _ in range(MOST + 10):
            await ann.open("mindup")
        assert len(await mine(ann)) == MOST
        site.later(2 * HOUR)
        site.site.tables.evict_idle()
        assert len(await mine(ann)) == MOST_WOKEN
        assert len(site.site.tables) == MOST_WOKEN


async def test_one_damaged_log_does_not_hide_the_others(tmp_path, caplog):
    db = tmp_path / "a.db"
    async with inside(quick(db)) as site, people(site.url, "Ann") as (ann,):
        damaged, fine = await ann.open("mindup"), await ann.open("mindup")
        cookie = ann.cookie
    with closing(sqlite3.connect(db)) as connection, connection:
        connection.execute(
            "UPDATE entries SET entry = '{}' WHERE number = 1 AND table_key ="
            " (SELECT key FROM tables WHERE id = ?)",
            (damaged,),
        )
    async with inside(quick(db)) as site, people(site.url, "Ann") as (ann,):
        ann.http.cookie_jar.update_cookies({"tacit": cookie})
        assert await mine(ann) == [fine]
        assert not any(damaged in record.getMessage() for record in caplog.records)
        caplog.clear()
