"""A person has themselves deleted: nothing on the site names them any more, and nobody else loses
anything."""

from __future__ import annotations

import asyncio
import json
import random
import sqlite3
from contextlib import AsyncExitStack, asynccontextmanager, closing
from pathlib import Path

import asyncpg
import pytest

from tacit import cli
from tacit.log.replay import load
from tacit.log.verify import verify
from tacit.server.cluster import peers
from tacit.server.config import Limits
from tacit.server.people import erasure
from tacit.server.people.identity import COOKIE
from tacit.store import open_store
from tacit.store.erasure import Erasure
from tacit.store.sqlite import database
from tacit.store.store import StoreError
from tests.server.answers import made
from tests.server.client import HungUp, Person, eventually, people, play
from tests.server.sites import inside, quick
from tests.store.postgres_server import new_place
from tests.table.logged import log_of

NAME = "Anneliese Żółw"
BOTS = {"bots": ["random", "random"]}


@pytest.fixture(params=["memory", "sqlite", "postgres"])
def db(request, tmp_path):
    if request.param == "memory":
        return "memory:"
    return str(tmp_path / "a.db") if request.param == "sqlite" else new_place()


@asynccontextmanager
async def running(db, **changes):
    async with inside(quick(db, erasure_recheck_s=0.0, **changes)) as site:
        yield site


async def rows(site) -> str:
    """Return everything that is in the database, as one text."""
    db = site.config.db
    if db.startswith("postgresql:"):
        return await from_postgres(db)
    if db == "memory:":
        return from_sqlite(database.connect(site.site.store._path))
    return from_sqlite(sqlite3.connect(db))


def from_sqlite(connection: sqlite3.Connection) -> str:
    with closing(connection):
        names = [name for (name,) in connection.execute("SELECT name FROM sqlite_master")]
        tables = [
            name
            for (name,) in connection.execute("SELECT name FROM sqlite_master WHERE type='table'")
        ]
        assert {"entries", "games", "people", "passkeys", "rated"} <= set(tables)
        found = [
            repr(row) for name in tables for row in connection.execute(f"SELECT * FROM {name}")
        ]
    return "\n".join([*names, *found]).replace("\\\\", "\\")


async def from_postgres(url: str) -> str:
    connection = await asyncpg.connect(url)
    try:
        schema = await connection.fetchval("SELECT current_schema()")
        tables = await connection.fetch(
            "SELECT table_name FROM information_schema.tables WHERE table_schema = $1", schema
        )
        assert {"entries", "games", "links"} <= {name for (name,) in tables}
        found = []
        for (name,) in tables:
            found += [
                repr(dict(row)) for row in await connection.fetch(f"SELECT * FROM {schema}.{name}")
            ]
    finally:
        await connection.close()
    return "\n".join(found)


def names(text: str, person_id: str) -> bool:
    """Tell whether a text names her, in any way it may be written."""
    ways = (person_id, NAME, "Anneliese", repr(NAME.encode())[2:-1], json.dumps(NAME)[1:-1])
    return any(way in text for way in ways)


def bytes_of(db: str) -> bytes:
    """Return all that stands on the disk beside and in the database."""
    folder = Path(db).parent
    return b"".join(file.read_bytes() for file in folder.rglob("*") if file.is_file())


async def ask(person: Person) -> dict:
    return await person.post("/api/me/forget/ask")


async def goes(person: Person, site) -> None:
    """Be asked, say yes, and wait until nothing is left to be done."""
    ticket = (await ask(person))["ticket"]
    assert (await person.post("/api/me/forget", ticket=ticket)) == {"done": True}
    await site.site.eraser.settled()
    await site.site.projection.settled(20)


async def status(person: Person, path: str, **body) -> int:
    async with person.http.post(person.url + path, json=body) as response:
        return response.status


async def plays(person: Person, table: str, chance: int):
    line = await person.line(table)
    await play(line, random.Random(chance))
    return line


async def test_nothing_names_them_and_the_others_lose_nothing(db):
    async with running(db) as site, people(site.url, NAME, "Bob") as (ann, bob):
        finished = await ann.open("mindup", bots=["random"])
        await bob.join(finished)
        hers, his = await ann.line(finished), await bob.line(finished)
        await hers.do("start")
        await asyncio.gather(play(hers, random.Random(1)), play(his, random.Random(2)))
        left = await bob.open("mindup")
        await ann.join(left)
        await (await ann.line(left)).do("leave")
        lobby = await ann.open("extreme", settings={"public": True})
        code = (await ann.post("/api/me/code", name=NAME))["code"]
        await ann.post("/api/me/link")
        await ann.post("/api/me/research", agreed=True)
        for one in ("", "/tape", "/picture.png"):
            await made(bob, f"/api/tables/{finished}/games/1{one}")
        before = await bob.get("/api/me/games")
        rated = (await bob.get("/api/me/records"))["ratings"][0]["history"]
        person, cookie = ann.id, ann.cookie
        assert names(await rows(site), person)
        assert (await ask(ann)) | {"ticket": ""} == {"ticket": "", "games": 1, "tables": 1}

        await goes(ann, site)

        assert not names(await rows(site), person)
        assert await bob.get("/api/tables") == []
        # The old cookie is nobody's, nor is the code.
        assert not any(one.key == COOKIE for one in ann.http.cookie_jar)
        ann.http.cookie_jar.update_cookies({COOKIE: cookie})
        assert (await ann.get("/api/me"))["tables"] == []
        given = {one.value.partition(".")[0] for one in ann.http.cookie_jar if one.key == COOKIE}
        assert len(given - {person}) == 1, "she is a new guest"
        assert await status(ann, "/api/sign-in/code", code=code) == 403
        # Bob's page is as it was, but for the name.
        after = await bob.get("/api/me/games")
        assert after["total"] == 1
        assert {one["name"] for one in after["games"][0]["players"]} == {
            "Somebody",
            "Bob",
            "random",
        }
        assert json.dumps(after).replace("Somebody", NAME) == json.dumps(before).replace(
            json.dumps(NAME)[1:-1], NAME
        )
        assert (await bob.get("/api/me/records"))["ratings"][0]["history"] == rated
        async with bob.http.get(f"{site.url}/api/tables/{finished}/games/1") as response:
            line = (await response.read()).rstrip(b"\n")
        assert verify(load(line), line).ok
        assert load(line).names[0] == "Somebody"
        tape = json.dumps(await bob.get(f"/api/tables/{finished}/games/1/tape"))
        assert not names(tape, person)
        await tables_go_on_without_her(site, bob, finished, lobby)
        await it_is_made_anew_without_her(site, bob, person)


async def tables_go_on_without_her(site, bob, finished, lobby):
    again = await bob.line(finished)
    assert [one["name"] for one in again.copy.house["guests"]] == ["Bob"]
    await again.do("rematch")
    async with bob.http.get(f"{site.url}/api/tables/{lobby}") as response:
        assert (await response.json())["free"] == 4


async def it_is_made_anew_without_her(site, bob, person):
    kept = site.site.store.games
    was = [kept.history(f"mindup {bob.id}", 10), kept.of(bob.id, 10)]
    if site.config.db != "memory:":
        assert cli.main(["rebuild", "--db", site.config.db]) == 0
        assert [kept.history(f"mindup {bob.id}", 10), kept.of(bob.id, 10)] == was
    assert not names(await rows(site), person)


async def test_a_running_game_goes_on_with_a_stand_in_and_writes_nothing_of_them(db):
    async with running(db) as site, people(site.url, NAME, "Bob") as (ann, bob):
        table = await ann.open("mindup", bots=["random"])
        await bob.join(table)
        hers, his = await ann.line(table), await bob.line(table)
        await hers.do("start")
        person = ann.id
        await goes(ann, site)
        await hers.until_closed()
        assert hers.of("bye")
        with pytest.raises(HungUp):  # Bob is sent on, and comes back
            await his.until(lambda: False)
        back = await bob.line(table)
        assert back.copy.house["seats"][0] == {
            "name": "Somebody",
            "guest": 0,
            "bot": None,
            "stand_in": True,
        }
        assert back.copy.house["host"] == 1
        await play(back, random.Random(2))
        assert (await bob.get("/api/me/games"))["total"] == 1
        assert not names(await rows(site), person)
        assert not names(json.dumps(back.messages), person)


async def test_a_race_goes_on_with_a_stand_in_too(tmp_path):
    async with running(tmp_path / "a.db") as site, people(site.url, NAME, "Bob") as (ann, bob):
        table = await ann.open("extreme")
        await bob.join(table)
        hers, his = await ann.line(table), await bob.line(table)
        await hers.do("start")
        await goes(ann, site)
        await his.until_closed()
        back = await bob.line(table)
        assert back.copy.house["seats"][0]["stand_in"]
        await play(back, random.Random(2))


async def test_a_game_they_only_watch_is_not_interrupted(db, monkeypatch):
    monkeypatch.setattr(erasure, "ANSWER_TIMEOUT_S", 0.1)
    async with running(db) as site, people(site.url, NAME, "Bob") as (ann, bob):
        table = await bob.open("mindup", **BOTS, start=True)
        his = await bob.line(table)
        await ann.join(table, watch=True)
        hers = await ann.line(table)
        person = ann.id
        ticket = (await ask(ann))["ticket"]
        assert (await ann.post("/api/me/forget", ticket=ticket)) == {"done": False}
        await site.site.eraser.settled()
        await hers.until_closed()
        await his.until(lambda: [one["name"] for one in his.copy.house["guests"]] == ["Bob"])
        await play(his, random.Random(2))
        assert not his.closed, "nobody was sent on while the game went on"
        await site.site.eraser.go_on(site.site.clock() + 1)
        await site.site.eraser.settled()
        assert not names(await rows(site), person)
        assert (await bob.get("/api/me/games"))["total"] == 1


async def test_a_game_that_nobody_goes_on_with_is_not_waited_for(tmp_path):
    async with running(tmp_path / "a.db") as site, people(site.url, NAME, "Bob") as (ann, bob):
        table = await bob.open("mindup", **BOTS, start=True)
        await ann.join(table, watch=True)
        person = ann.id
        site.later(3600)
        await goes(ann, site)
        assert not names(await rows(site), person)


async def test_no_counter_keeps_them(tmp_path):
    async with running(tmp_path / "a.db") as site, people(site.url, NAME) as (ann,):
        table = await ann.open("mindup")
        await (await ann.line(table)).do("say", text="hello")
        person = ann.id
        limits = site.site.eraser._parts.table_limits
        assert person in limits._talk.person._buckets
        await goes(ann, site)
        assert person not in limits._talk.person._buckets


async def test_nothing_of_them_is_left_on_the_disk(tmp_path):
    (tmp_path / "site").mkdir()
    db = str(tmp_path / "site" / "a.db")
    async with running(db) as site, people(site.url, NAME, "Bob") as (ann, bob):
        for number in range(5):
            table = await ann.open("mindup", bots=["random"], start=False)
            await bob.join(table)
            hers, his = await ann.line(table), await bob.line(table)
            await hers.do("start")
            both = (play(hers, random.Random(number)), play(his, random.Random(9)))
            await asyncio.gather(*both)
            await made(bob, f"/api/tables/{table}/games/1/picture.png")
        await ann.post("/api/me/code", name=NAME)
        assert await bob.get("/api/me/games")
        pictures = set(Path(f"{db}.reviews").glob("*.picture"))
        assert len(pictures) == 5
        person = ann.id
        await goes(ann, site)
        assert not {file for file in pictures if file.exists()}
        left = bytes_of(db)
    left += bytes_of(db)
    assert person.encode() not in left
    assert NAME.encode() not in left
    assert b"Bob" in left


async def test_no_guest_is_erased_by_another_or_by_a_slip(tmp_path):
    async with running(tmp_path / "a.db") as site, people(site.url, NAME, "Eve") as (ann, eve):
        await ann.open("mindup")
        assert await status(eve, "/api/me/forget/ask") == 401
        await eve.open("mindup")
        hers, other = (await ask(ann))["ticket"], (await ask(eve))["ticket"]
        assert await status(eve, "/api/me/forget", ticket=hers) == 410
        assert await status(ann, "/api/me/forget", ticket=other) == 410
        assert await status(ann, "/api/me/forget", ticket="") == 410
        assert await status(ann, "/api/me/forget") == 400
        headers = {"Origin": "https://evil.example"}
        body = {"ticket": hers}
        path = f"{site.url}/api/me/forget"
        async with ann.http.post(path, json=body, headers=headers) as response:
            assert response.status == 403
        site.later(600)
        assert await status(ann, "/api/me/forget", ticket=hers) == 410
        assert len((await ann.get("/api/me"))["tables"]) == 1
        hers = (await ask(ann))["ticket"]
        assert await status(ann, "/api/me/forget", ticket=hers) == 200
        assert await status(ann, "/api/me/forget", ticket=hers) == 401
        assert len((await eve.get("/api/me"))["tables"]) == 1


async def test_only_so_many_at_once(tmp_path, monkeypatch):
    limits = Limits(sign_ins=2, requests=1e6)
    async with (
        running(tmp_path / "a.db", limits=limits) as site,
        people(site.url, "A", "B", "C") as three,
    ):
        tickets = []
        for one in three:
            await one.open("mindup")
            tickets.append((await ask(one))["ticket"])
        monkeypatch.setattr(erasure, "MOST_RUNNING", 0)
        assert await status(three[0], "/api/me/forget", ticket=tickets[0]) == 503
        monkeypatch.setattr(erasure, "MOST_RUNNING", 10)
        told = [
            await status(one, "/api/me/forget", ticket=ticket)
            for one, ticket in zip(three, tickets, strict=True)
        ]
        assert told == [200, 200, 200], "guests who played here have tries of their own"


async def test_new_guests_share_the_tries_of_their_address(tmp_path):
    limits = Limits(sign_ins=2, requests=1e6)
    async with (
        running(tmp_path / "a.db", limits=limits) as site,
        people(site.url, "A", "B", "C") as three,
    ):
        told = []
        for one in three:
            await one.get("/api/me")
            told.append(await status(one, "/api/me/research", agreed=True))
        assert told == [200, 200, 429], "each answer is a row, and guests cost nothing"
        assert await status(three[2], "/api/me/code", name="C") == 429


async def test_a_site_that_stopped_in_the_middle_goes_on(tmp_path):
    db = str(tmp_path / "a.db")
    log = log_of("mindup", [("ann-id", NAME), ("bob-id", "Bob")], ["random"])
    with closing(open_store(db)) as store:
        written = asyncio.get_running_loop().create_future()
        loop = asyncio.get_running_loop()
        store.append(
            "t", 0, log, lambda no: loop.call_soon_threadsafe(written.set_result, no), closed=True
        )
        assert await written is None
        store.begin_erasure(Erasure("ann-id", "alias"), 1000)
    assert names(from_sqlite(sqlite3.connect(db)), "ann-id")
    async with running(db) as site:
        await eventually(lambda: not site.site.store.pending_erasures(2**62))
        await site.site.projection.settled(20)
        assert not names(from_sqlite(sqlite3.connect(db)), "ann-id")
        assert len(site.site.store.games.of("bob-id", 10)) == 1


async def test_a_store_that_fails_is_tried_again(tmp_path, monkeypatch):
    async with running(tmp_path / "a.db") as site, people(site.url, NAME) as (ann,):
        await ann.open("mindup")
        person, ticket = ann.id, (await ask(ann))["ticket"]
        store = site.site.store

        def fails(*_):
            raise StoreError("The disk is full.")

        monkeypatch.setattr(erasure, "ANSWER_TIMEOUT_S", 0.1)
        with monkeypatch.context() as broken:
            broken.setattr(store, "rewrite", fails)
            assert (await ann.post("/api/me/forget", ticket=ticket)) == {"done": False}
            await site.site.eraser.settled()
        assert names(await rows(site), person)
        await site.site.eraser.go_on(site.site.clock() + 1)
        await site.site.eraser.settled()
        assert not names(await rows(site), person)


@pytest.fixture
def place():
    return new_place()


async def test_a_node_that_plays_their_table_writes_nothing_of_them(place, monkeypatch):
    monkeypatch.setattr(peers, "BEAT_S", 0.05)
    async with AsyncExitStack() as stack:
        one, two = [await stack.enter_async_context(running(place)) for _ in range(2)]
        async with people(one.url, NAME, "Bob") as (ann, bob):
            table = await ann.open("mindup", bots=["random"])
            ann.url = bob.url = two.url
            await bob.join(table)
            hers, his = await ann.line(table), await bob.line(table)
            await hers.do("start")
            assert len(two.site.tables) == 1
            person, cookie = ann.id, ann.cookie
            ann.url = one.url  # the other node is asked
            await goes(ann, one)
            await his.until_closed()
            await hers.until_closed()
            back = await bob.line(table)
            assert back.copy.house["seats"][0]["name"] == "Somebody"
            await play(back, random.Random(2))
            await eventually(lambda: two.site.identity.is_erased(person))
            ann.http.cookie_jar.update_cookies({COOKIE: cookie})
            ann.url = two.url
            assert (await ann.get("/api/me"))["tables"] == []
            await two.site.projection.settled(20)
            assert (await bob.get("/api/me/games"))["total"] == 1
            assert not names(await rows(one), person)


async def test_a_node_that_was_cut_off_for_long_hears_of_it_later(place, monkeypatch):
    monkeypatch.setattr(peers, "HEARD_S", 0.0)
    async with AsyncExitStack() as stack:
        one, two = [await stack.enter_async_context(running(place)) for _ in range(2)]
        async with people(one.url, NAME) as (ann,):
            await ann.open("mindup")
            person, cookie = ann.id, ann.cookie
            await goes(ann, one)
            assert two.site.identity.read(cookie) == person
            await two.site.eraser.go_on(0)
            assert two.site.identity.read(cookie) is None


def test_the_mark_is_no_way_back():
    store = open_store("memory:")
    store.begin_erasure(Erasure("ann-id", "alias"), 1000)
    store.end_erasure("ann-id")
    store.close()
    assert "ann-id" not in from_sqlite(database.connect(store._path))
