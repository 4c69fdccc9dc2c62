"""Mind Up! by correspondence: several tables, and time that goes on without them."""

from __future__ import annotations

import random
import sqlite3

from tacit.server.calls.turns import MOST_READ
from tests.server.answers import of
from tests.server.client import Line, Person, eventually, next_move, people, seated
from tests.server.sites import Inside, inside, quick, roomy

DAY = 24 * 3600
LAST_TURN = (3, 8)
THREE = {"turn_seconds": 3 * DAY}
SOON_S = 16.0
"""Longer than the grace of a table that has just come back into memory."""


async def begun(*crowd: Person) -> tuple[str, list[Line]]:
    table = await crowd[0].open("mindup", settings=THREE)
    for person in crowd[1:]:
        await person.join(table)
    lines = await seated(table, *crowd)
    await lines[0].do("start")
    for line in lines:
        await line.until(lambda line=line: line.copy.stage == "playing")
    return table, lines


async def pick(line: Line) -> None:
    wanted = next_move(line.copy, random.Random(1))
    assert wanted is not None
    assert (await line.ask(wanted))["type"] == "ack"


async def all_gone(site: Inside, lines: list[Line]) -> None:
    for line in lines:
        await line.close()
    await eventually(lambda: not any(live.table.connections for live in site.site.tables))
    site.later(2 * 3600)
    site.site.tables.evict_idle()
    assert len(site.site.tables) == 0


async def turns(person: Person) -> list[tuple[str, bool]]:
    return [(one["table"], one["yours"]) for one in await person.get("/api/me/turns")]


async def test_the_list_of_turns_knows_several_tables_and_wakes_none(tmp_path):
    crowd = ("Ann", "Bob", "Cleo")
    async with inside(quick(tmp_path / "a.db")) as site, people(site.url, *crowd) as three:
        ann, bob, _ = three
        first, lines = await begun(*three)
        second, others = await begun(*three)
        await pick(lines[0])
        await all_gone(site, lines + others)
        assert await turns(ann) == [(second, True), (first, False)]
        assert await turns(bob) == [(first, True), (second, True)]
        (one, _) = await bob.get("/api/me/turns")
        assert one.pop("due") > site.site.clock() + 2 * DAY * 1000
        told = {"game": "mindup", "others": ["Ann", "Cleo"], "bots": [], "progress": [1, 1]}
        told |= {"paused": False}
        assert one == {"table": first, "yours": True} | told
        assert len(site.site.tables) == 0, "no table was woken for it"


async def test_a_stranger_has_no_turns_and_one_question_reads_few_logs(tmp_path):
    async with inside(quick(tmp_path / "a.db")) as site, people(site.url, "Ann", "Bob") as two:
        ann, bob = two
        assert await turns(bob) == []
        bots = {"settings": THREE, "bots": ["random", "random"], "start": True}
        opened = {await ann.open("mindup", **bots) for _ in range(MOST_READ + 3)}
        found = await turns(ann)
        assert len(found) == MOST_READ
        due = [one["due"] for one in await ann.get("/api/me/turns")]
        whole = site.site.clock() + 3 * DAY * 1000
        assert all(whole - 60_000 < one <= whole for one in due), "also while bots are thinking"
        assert {table for table, _ in await turns(ann)} == opened
        assert await turns(bob) == []


async def test_a_game_that_began_at_its_opening_waits_though_nobody_connects(tmp_path):
    async with inside(quick(tmp_path / "a.db")) as site, people(site.url, "Ann") as (ann,):
        table = await ann.open("mindup", settings=THREE, bots=["random", "random"], start=True)
        await eventually(lambda: not any(live.is_saving for live in site.site.tables))
        site.later(600)
        assert site.site.tables.evict_idle() == 1
        assert await turns(ann) == [(table, True)]
        site.later(3 * DAY)
        assert await site.site.calls.overdue.wake_some() == 1
        await hurry(site, table)
        await eventually(lambda: site.site.tables.seen(table).play.turn == 2)


async def test_the_house_picks_when_the_days_are_over_although_nobody_is_there(tmp_path):
    crowd = ("Ann", "Bob", "Cleo")
    async with inside(quick(tmp_path / "a.db")) as site, people(site.url, *crowd) as three:
        ann, _, cleo = three
        table, lines = await begun(*three)
        for line in lines[:2]:
            await pick(line)
        await all_gone(site, lines)
        overdue = site.site.calls.overdue
        site.later(2 * DAY)
        assert await overdue.wake_some() == 0, "there is time left"
        site.later(DAY)
        assert await overdue.wake_some() == 1
        assert await overdue.wake_some() == 0, "it is awake"
        await hurry(site, table)
        await eventually(lambda: site.site.tables.seen(table).play.turn == 2)
        await eventually(lambda: not any(live.is_saving for live in site.site.tables))
        assert await turns(ann) == [(table, True)]
        assert await turns(cleo) == [(table, False)], "a bot plays until Cleo returns"
        line = await cleo.line(table)
        await line.until(lambda: not line.copy.house["seats"][2]["stand_in"])


async def test_turns_stand_in_the_order_in_which_they_end_not_of_their_reminders(tmp_path):
    async with inside(quick(tmp_path / "a.db")) as site, people(site.url, "Ann") as (ann,):
        bots = {"bots": ["random", "random"], "start": True}
        week = await ann.open("mindup", settings={"turn_seconds": 7 * DAY}, **bots)
        await eventually(lambda: not any(live.is_saving for live in site.site.tables))
        site.later(4.5 * DAY)  # its reminder comes 18 hours from now, its end 2.5 days from now
        day = await ann.open("mindup", settings={"turn_seconds": DAY}, **bots)
        await eventually(lambda: not any(live.is_saving for live in site.site.tables))
        assert [table for table, _ in await turns(ann)] == [day, week]
        two = await ann.open("mindup", settings={"turn_seconds": 2 * DAY}, **bots)
        assert [table for table, _ in await turns(ann)] == [day, two, week]


async def test_a_paused_game_is_listed_and_goes_on_by_itself(tmp_path):
    config = quick(tmp_path / "a.db", limits=roomy(game_days=0.5))
    async with inside(config) as site, people(site.url, "Ann", "Bob", "Cleo") as three:
        ann, bob, _ = three
        table, lines = await begun(*three)
        await pick(lines[0])
        site.later(DAY)
        await lines[0].do("pause")
        await all_gone(site, lines)
        for person in (ann, bob):
            (one,) = await person.get("/api/me/turns")
            assert (one["table"], one["yours"], one["paused"]) == (table, False, True)
            assert 2.9 * DAY < (one["due"] - site.site.clock()) / 1000 + 2 * 3600 <= 3 * DAY
        site.later(2 * DAY)
        await site.site.housekeeping.expire_tables()
        assert await site.site.calls.overdue.wake_some() == 0
        site.later(DAY)
        assert await site.site.calls.overdue.wake_some() == 1
        await eventually(lambda: not site.site.tables.seen(table).paused)
        await eventually(lambda: not any(live.is_saving for live in site.site.tables))
        (one,) = await bob.get("/api/me/turns")
        assert (one["yours"], one["paused"]) == (True, False)
        assert (one["due"] - site.site.clock()) / 1000 > 1.9 * DAY, "with the time that was left"


def due(site: Inside) -> int:
    (one,) = site.site.store.due_tables(0, 2**62, 10)
    return one.due


async def hurry(site: Inside, table: str) -> None:
    """Let the time pass in which a player could still come."""
    site.later(SOON_S)
    live = await site.site.tables.find(table)
    live._alarm._ringing()


async def test_a_turn_survives_the_restart_of_the_site(tmp_path):
    crowd = ("Ann", "Bob", "Cleo")
    config = quick(tmp_path / "a.db")
    async with inside(config) as site, people(site.url, *crowd) as three:
        table, lines = await begun(*three)
        await pick(lines[0])
        (before, *_) = await three[1].get("/api/me/turns")
    async with inside(config) as site:
        site.later(4 * DAY)
        assert await site.site.calls.overdue.wake_some() == 1
        await hurry(site, table)
        await eventually(lambda: due(site) >= before["due"] + 3 * DAY * 1000)
        assert site.site.tables.seen(table).play.turn == 2, "and Ann has the whole time again"


async def test_a_log_that_cannot_be_read_does_not_keep_others_asleep(tmp_path, caplog):
    path = tmp_path / "a.db"
    config = quick(path, limits=roomy(unvisited_minutes=1e9))
    async with inside(config) as site, people(site.url, "Ann", "Bob", "Cleo") as three:
        broken, lines = await begun(*three)
        sound, others = await begun(*three)
        await all_gone(site, lines + others)
        with sqlite3.connect(path) as database:
            database.execute(
                "UPDATE entries SET entry = 'x' WHERE number = 2"
                " AND table_key = (SELECT key FROM tables WHERE id = ?)",
                (broken,),
            )
        assert {table for table, _ in await turns(three[0])} == {sound}
        site.later(4 * DAY)
        assert await site.site.calls.overdue.wake_some() == 1
        assert site.site.tables.is_in_memory(sound)
        caplog.clear()


async def test_an_erased_player_has_no_turns_and_the_game_goes_on(tmp_path):
    crowd, config = ("Ann", "Bob", "Cleo"), quick(tmp_path / "a.db", erasure_recheck_s=0.0)
    async with inside(config) as site, people(site.url, *crowd) as three:
        ann, _, cleo = three
        table, lines = await begun(*three)
        await all_gone(site, lines)
        who = cleo.id
        ticket = (await cleo.post("/api/me/forget/ask"))["ticket"]
        await of(cleo, "POST", "/api/me/forget", json={"ticket": ticket})
        await site.site.eraser.settled()
        assert site.site.store.turns_of(who, 10) == []
        due = {one.table: one.due for one in site.site.store.due_tables(0, 2**62, 10)}
        assert due[table] < site.site.clock(), "the bot in their seat is to pick"
        (one,) = await ann.get("/api/me/turns")
        assert "Cleo" not in one["others"]


async def test_an_unfinished_game_by_correspondence_does_not_expire(tmp_path):
    config = quick(tmp_path / "a.db", limits=roomy(game_days=0.5, lobby_days=0.5))
    async with inside(config) as site, people(site.url, "Ann", "Bob", "Cleo") as three:
        table, lines = await begun(*three)
        await all_gone(site, lines)
        site.later(DAY)
        await site.site.housekeeping.expire_tables()
        assert (await of(three[0], "GET", f"/api/tables/{table}")).status == 200


async def all_but_the_last_pick(site: Inside, table: str, lines: list[Line]) -> None:
    """Play until the game waits for the first player alone."""
    while True:
        for line in lines[1:]:
            await pick(line)
        play = site.site.tables.seen(table).play
        if (play.round, play.turn) == LAST_TURN:
            return
        await pick(lines[0])
        for line in lines:
            await line.until(lambda line=line: next_move(line.copy, random.Random(1)) is not None)
