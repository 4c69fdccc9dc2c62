"""The site stops and starts, tables sleep and wake, and something is broken."""

from __future__ import annotations

import asyncio
import contextlib
import json
import logging
import random
import sqlite3
import sys
import threading
import weakref
from pathlib import Path

import pytest

from tacit.games.mindup.bots.greedy import Greedy
from tacit.store import SqliteStore
from tacit.store.store import StoreError
from tacit.table.log.records import Entry, Guest, Renamed, decode, encode
from tests.server.client import HungUp, eventually, people, play, seated
from tests.server.sites import Outside, figure, inside, quick

HOUR = 3600.0


@pytest.mark.parametrize("game", ["mindup", "extreme"])
async def test_a_restart_is_announced_and_everything_is_where_it_was(tmp_path, game):
    async with Outside(tmp_path / "a.db") as site, people(site.url, "Ann", "Bob", "Cleo") as crowd:
        table = await crowd[0].open(game)
        lines = await seated(table, *crowd)
        await lines[0].do("start")
        if game == "mindup":
            card = lines[0].copy.legal["pick"][0]
            await lines[0].do("act", action={"kind": "pick", "card": card})
        else:
            await lines[0].do("act", action={"kind": "lay-hand"})
        for line in lines:
            await line.until(lambda line=line: line.copy.version == lines[0].copy.version)
        assert await site.stop() == 0
        for line in lines:
            assert await line.until_closed() == 1012
            assert line.of("bye") == [{"type": "bye", "reason": "restart"}]
        await site.start()
        for person, line in zip(crowd, lines, strict=True):
            person.url = site.url
            back = await person.line(table, line.copy.version)
            for name in ("version", "house", "view", "legal", "waiting"):
                assert getattr(back.copy, name) == getattr(line.copy, name)
        assert await site.stop() == 0


async def test_a_request_that_waits_while_the_site_stops_is_told_to_come_back(
    tmp_path, monkeypatch
):
    async with inside(quick(tmp_path / "a.db")) as site, people(site.url, "Ann", "Bob") as two:
        ann, bob = two
        table = await ann.open("mindup")
        asked = asyncio.Event()
        monkeypatch.setattr(site.site.store, "append", lambda *_, **__: asked.set())
        path = f"{site.url}/api/tables/{table}/join"
        request = asyncio.create_task(bob.http.post(path, json={"name": "Bob"}))
        await asked.wait()
        site.site.say_goodbye()
        async with await request as response:
            assert response.status == 503
            assert (await response.json())["key"] == "no-answer"


async def test_idle_tables_leave_memory_and_come_back_by_their_name(tmp_path):
    async with inside(quick(tmp_path / "a.db")) as site, people(site.url, "Ann", "Bob") as two:
        ann, bob = two
        tables = site.site.tables
        idle = await ann.open("mindup", bots=["random", "random"])
        used = await bob.open("extreme")
        line = await bob.line(used)
        a = await ann.line(idle)
        await a.do("rename", name="Anna")
        await a.close()
        await eventually(lambda: (live := tables._tables[idle]).table.connections == 0 and live)
        assert tables.evict_idle() == 0, "it was used just now"
        site.later(HOUR - 60)
        assert tables.evict_idle() == 0
        site.later(120)
        assert tables.evict_idle() == 1
        assert [live.name for live in tables] == [used]
        assert await figure(site, "tacit_tables") == 1
        back = await ann.line(idle, a.copy.version)
        assert back.copy.house == a.copy.house
        assert len(tables) == 2
        await back.do("start")
        await line.do("say", text="I never left")


async def test_a_table_that_leaves_memory_leaves_nothing_to_be_looked_for(tmp_path, no_collector):
    """On a busy site garbage is hardly ever looked for: what goes must not hold on to itself."""
    async with inside(quick(tmp_path / "a.db")) as site, people(site.url, "Ann") as (ann,):
        table = await ann.open("mindup", bots=["random", "greedy"], start=True)
        line = await ann.line(table)
        await play(line, random.Random(2))
        await line.close()
        tables = site.site.tables
        await eventually(lambda: tables._tables[table].table.connections == 0)
        kept = weakref.ref(tables._tables[table]), weakref.ref(tables._tables[table].table)
        no_collector()
        site.later(2 * HOUR)
        assert tables.evict_idle() == 1
        await eventually(lambda: [one() for one in kept] == [None, None])


async def test_many_who_come_at_once_wake_a_table_once(tmp_path):
    async with inside(quick(tmp_path / "a.db")) as site, people(site.url, *"ABCDE") as crowd:
        table = await crowd[0].open("mindup")
        await asyncio.gather(*(person.join(table) for person in crowd))
        site.later(2 * HOUR)
        assert site.site.tables.evict_idle() == 1
        lines = await asyncio.gather(*(person.line(table) for person in crowd))
        assert len(site.site.tables) == 1
        await lines[0].do("say", text="all here?")
        for line in lines:
            await line.until(lambda line=line: line.copy.house["chat"])


async def test_a_table_that_sleeps_does_nothing_more(tmp_path):
    """Its bots have been asked, but what they answer is for the table that comes after it."""
    config = quick(tmp_path / "a.db", bot_pace_ms=(60, 60))
    async with inside(config) as site, people(site.url, "Ann") as (ann,):
        table = await ann.open("mindup", bots=["random", "random"], start=True)
        asleep = site.site.tables._tables[table]
        site.later(2 * HOUR)
        assert site.site.tables.evict_idle() == 1
        line = await ann.line(table)
        await play(line, random.Random(1))
        assert asleep.table.version < line.copy.version
        assert await figure(site, "tacit_store_refused_total") == 0


async def test_a_damaged_log_is_told_and_hurts_no_other(tmp_path, caplog):
    db = tmp_path / "a.db"
    async with inside(quick(db)) as site, people(site.url, "Ann") as (ann,):
        damaged, fine = await ann.open("mindup"), await ann.open("mindup")
    _sql(
        db,
        "DELETE FROM entries WHERE number = 1 AND table_key ="
        f" (SELECT key FROM tables WHERE id = '{damaged}')",
    )
    async with inside(quick(db)) as site, people(site.url, "Ann") as (ann,):
        async with ann.http.get(f"{site.url}/api/tables/{damaged}") as response:
            assert response.status == 503
        assert not any(damaged in record.getMessage() for record in caplog.records)
        caplog.clear()
        await ann.get("/api/me")
        await ann.line(fine)


async def test_after_a_restart_nothing_is_awake_until_a_guest_comes(tmp_path):
    """Also a table at which bots would go on: nobody is there to see it."""
    db = tmp_path / "a.db"
    async with inside(quick(db)) as site, people(site.url, "Ann") as (ann,):
        table = await ann.open("mindup", bots=["random"] * 2, start=True, settings={"public": True})
        await (await ann.line(table)).close()
    async with inside(quick(db)) as site, people(site.url, "Ann") as (ann,):
        assert await ann.get("/api/tables") == []
        assert len(site.site.tables) == 0
        await ann.get("/api/me")
        await ann.line(table)
        assert await ann.get("/api/tables") == [], "a stranger at the door is not at the table"


async def test_when_the_clock_was_put_back_bots_go_on_from_the_last_time(tmp_path):
    db = tmp_path / "a.db"
    async with inside(quick(db)) as site, people(site.url, "Ann") as (ann,):
        table = await ann.open("extreme", bots=["adaptive", "adaptive"], start=True)
        line = await ann.line(table)
        site.later(HOUR)
        await line.do("act", action={"kind": "lay-hand"})
        await line.until(lambda: line.copy.view["phase"] == "lifting")
        then = line.copy.view["now"]
        cookie = ann.cookie
    assert then >= HOUR * 1000
    async with inside(quick(db)) as site, people(site.url, "Ann") as (ann,):
        ann.http.cookie_jar.update_cookies({"tacit": cookie})
        line = await ann.line(table)
        assert line.of("sync")[0]["now"] >= then
        if line.copy.view["phase"] == "gathering":
            await line.do("act", action={"kind": "lay-hand"})
            await line.until(lambda: line.copy.view["phase"] == "lifting")
        await line.do("act", action={"kind": "lift-hand"})
        await line.until(lambda: line.copy.view["events"], 20)


def _sql(db: Path, statement: str) -> None:
    with contextlib.closing(sqlite3.connect(db)) as connection, connection:
        connection.execute(statement)


async def test_another_process_that_writes_to_the_log_is_noticed(tmp_path, caplog):
    caplog.set_level(logging.INFO, "tacit.server")
    db = tmp_path / "a.db"
    async with inside(quick(db)) as site, people(site.url, "Ann", "Bob") as two:
        table = await two[0].open("mindup")
        a, b = await seated(table, *two)
        version = a.copy.version
        other = SqliteStore(db)
        foreign = encode(Entry(house=(Renamed(guest=Guest(1), name="from afar"),)))
        other.append(table, version, [foreign], lambda _: None)
        other.close()
        request = {"do": "rename", "name": "mine"}
        with pytest.raises(HungUp):  # nobody knows here what became of it: it is not refused
            await a.ask(request, "mine")
        for line in (a, b):
            await line.until_closed()
            assert line.of("bye")[-1]["reason"] == "restart"
        back = await two[0].line(table, a.copy.version, a.copy)
        assert back.copy.version == version + 1
        assert back.copy.house["guests"][1]["name"] == "from afar"
        assert (await back.ask(request, "mine"))["type"] == "ack"
        assert [one["name"] for one in back.copy.house["guests"]] == ["mine", "from afar"]
        lines = [record.getMessage() for record in caplog.records]
        assert any('"event":"table_lost"' in line for line in lines)
        assert not any(table in line for line in lines)


async def test_a_write_that_failed_but_had_succeeded_is_found_out(tmp_path, monkeypatch):
    """The log is read in a thread, and everybody is sent on to the table as it is."""
    async with inside(quick(tmp_path / "a.db")) as site, people(site.url, "Ann", "Bob") as two:
        table = await two[0].open("mindup")
        a, b = await seated(table, *two)
        store, threads = site.site.store, []
        append, load = store.append, store.load

        def unsure(*of, **more):
            *rest, done = of
            append(*rest, lambda _: done(StoreError("Nobody knows.")), **more)

        def noted(name):
            threads.append(threading.current_thread())
            return load(name)

        monkeypatch.setattr(store, "load", noted)
        with monkeypatch.context() as patch:
            patch.setattr(store, "append", unsure)
            assert await a.refused("rename", name="Anna") == "not-saved"
            for line in (a, b):
                await line.until_closed()
                assert line.of("bye")[-1]["reason"] == "restart"
        assert threads
        assert threading.main_thread() not in threads
        back = await two[0].line(table)
        assert back.copy.house["guests"][0]["name"] == "Anna"
        await back.do("rename", name="Ann again")


async def test_what_follows_a_request_that_could_not_be_saved_does_not_slip_in(tmp_path):
    """Another process wrote an entry: by its number the second request would fit behind that."""
    db = tmp_path / "a.db"
    async with inside(quick(db)) as site, people(site.url, "Ann") as (ann,):
        table = await ann.open("mindup")
        line, answered, sent = await ann.line(table), set(), set()
        for round_ in range(10):
            other = SqliteStore(db)
            foreign = encode(Entry(house=(Renamed(guest=Guest(0), name="from afar"),)))
            other.append(table, line.copy.version, [foreign], lambda _: None)
            other.close()
            messages = [f"{round_}-{number}" for number in range(3)]
            for message in messages:
                request = {"do": "rename", "name": message}
                await line.send({"type": "do", "id": message, "request": request})
            await line.until_closed()
            answered |= line.answers.keys()
            sent |= set(messages)
            line = await ann.line(table)
            await line.do("rename", name="in step again")
        ids = [entry.id for entry in decode(site.site.store.load(table))]
        assert not sent & answered
        assert not sent & set(ids)


async def test_a_bot_that_breaks_is_noted_and_breaks_nothing_else(tmp_path, monkeypatch, caplog):
    monkeypatch.setattr(Greedy, "choose", lambda *_: 1 / 0)
    async with inside(quick(tmp_path / "a.db")) as site, people(site.url, "Ann") as (ann,):
        table = await ann.open("mindup", bots=["greedy", "random"], start=True)
        line = await ann.line(table)
        await eventually(lambda: site.site.metrics.bot_failures._value.get() == 1)
        await line.do("act", action={"kind": "pick", "card": line.copy.legal["pick"][0]})
        assert json.loads(caplog.records[0].getMessage())["event"] == "bot_failed"
        caplog.clear()


async def test_a_second_site_on_the_same_file_does_not_start_and_says_why(tmp_path):
    db = tmp_path / "a.db"
    async with Outside(db) as site:
        command = [sys.executable, "-m", "tacit", "serve", "--port", "0", "--db", str(db)]
        second = await asyncio.create_subprocess_exec(*command, stderr=asyncio.subprocess.PIPE)
        try:
            _, said = await asyncio.wait_for(second.communicate(), 30)
        finally:
            with contextlib.suppress(ProcessLookupError):
                second.kill()
        assert second.returncode == 2
        assert b"is in use by another Tacit that is running" in said
        assert b"Traceback" not in said
        await site.kill()
        async with Outside(db):
            pass  # what a killed one held is free


async def test_after_the_whole_process_was_stopped_nobody_is_cut_off_as_silent(tmp_path):
    """As if the machine had been busy or asleep for longer than a line may be silent."""
    async with inside(quick(tmp_path / "a.db")) as site, people(site.url, "Ann") as (ann,):
        line = await ann.line(await ann.open("mindup"))
        site.later(20)
        live = next(iter(site.site.tables))
        live._wake()
        await line.do("say", text="still here")
        assert not line.of("bye")
