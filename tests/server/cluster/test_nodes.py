"""Several nodes on one PostgreSQL: a table goes on wherever its people come to."""

from __future__ import annotations

import asyncio
import signal
from collections.abc import AsyncIterator
from contextlib import AsyncExitStack, asynccontextmanager

import pytest

from tacit.server.cluster import balance, peers
from tacit.store import StoreError
from tacit.store.postgres import connections as postgres_lines
from tacit.table.log.records import decode
from tests.cluster.ports import free_ports
from tests.cluster.postgres import Postgres
from tests.server.client import HungUp, Person, eventually, people, seated
from tests.server.sites import Inside, inside, quick
from tests.server.watch.test_watch import comes
from tests.store.postgres_server import new_place


@pytest.fixture(autouse=True)
def _quick_beats(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(peers, "BEAT_S", 0.05)


@pytest.fixture
def place() -> str:
    return new_place()


@asynccontextmanager
async def nodes(place: str, count: int = 2) -> AsyncIterator[list[Inside]]:
    async with AsyncExitStack() as stack:
        yield [await stack.enter_async_context(inside(quick(place))) for _ in range(count)]


def at(person: Person, node: Inside) -> Person:
    """Let a guest's requests go to a node, as a proxy would."""
    person.url = node.url
    return person


async def until_ready(person: Person, status: int) -> None:
    """Wait until a node says that it is ready, or that it is not; it looks once a second."""
    async with asyncio.timeout(20):
        while True:
            async with person.http.get(person.url + "/readyz") as ready:
                if ready.status == status:
                    return
            await asyncio.sleep(0.05)


async def test_a_table_opened_on_one_node_is_played_on_another(place):
    async with nodes(place) as (one, two), people(one.url, "Ann", "Bob") as (ann, bob):
        table = await ann.open("mindup", bots=["greedy"], settings={"public": True})
        assert len(one.site.tables) == 0, "it is woken where its people come to"
        await at(bob, two).join(table)
        a, b = await at(ann, two).line(table), await bob.line(table)
        await a.do("start")
        await b.until(lambda: b.copy.stage == "playing")
        # Everybody finds it, whatever node they ask.
        for node in (one, two):
            async with asyncio.timeout(10):
                while [row["table"] for row in await at(ann, node).get("/api/tables")] != [table]:
                    await asyncio.sleep(0.01)
            mine = (await at(ann, node).get("/api/me"))["tables"]
            assert [(row["table"], row["others"]) for row in mine] == [(table, ["Bob"])]
        assert len(one.site.tables) == 0, "looking takes nothing away"


async def test_who_comes_to_another_node_takes_the_table_there_and_the_others_follow(place):
    async with nodes(place) as (one, two), people(one.url, "Ann", "Bob") as (ann, bob):
        table = await ann.open("mindup", bots=["greedy"])
        a, b = await seated(table, ann, bob)
        await a.do("start")
        card = a.copy.legal["pick"][0]
        there = await at(bob, two).line(table)
        # Either the node hears of it, or it is refused when it writes: nothing is acknowledged.
        with pytest.raises(HungUp):
            await a.ask({"do": "act", "action": {"kind": "pick", "card": card}}, "my-pick")
        await a.until_closed()
        await b.until_closed()
        assert "my-pick" not in a.answers
        assert a.of("bye")[-1]["reason"] == b.of("bye")[-1]["reason"] == "restart"
        assert len(one.site.tables) == 0
        back = await at(ann, two).line(table, a.copy.version, a.copy)
        answer = await back.ask({"do": "act", "action": {"kind": "pick", "card": card}}, "my-pick")
        assert answer["type"] == "ack"
        await there.until(lambda: there.copy.version == back.copy.version)
        ids = [entry.id for entry in decode(two.site.store.load(table))]
        assert ids.count("my-pick") == 1


async def test_a_quiet_table_that_was_taken_is_evicted_too(place):
    async with nodes(place) as (one, two), people(one.url, "Ann", "Bob") as (ann, bob):
        table = await ann.open("extreme")
        (line,) = await seated(table, ann)
        await at(bob, two).join(table)
        assert await line.until_closed() == 1012
        await eventually(lambda: len(one.site.tables) == 0)


async def test_nobody_is_shown_what_was_before_what_they_have_seen(place, monkeypatch):
    """A node that was paused does not know yet that another one plays its table."""
    monkeypatch.setattr(peers, "BEAT_S", 1000.0)
    async with nodes(place) as (one, two), people(one.url, "Ann", "Bob") as (ann, bob):
        table = await ann.open("mindup", bots=["greedy"])
        a, b = await seated(table, ann, bob)
        there = await at(bob, two).line(table)
        await there.do("rename", name="Robert")
        assert len(one.site.tables) == 1, "it has not heard of it"
        back = await at(bob, one).line(table, there.copy.version)
        assert back.of("sync") == []
        assert back.of("bye") == [{"type": "bye", "reason": "restart"}]
        await a.until_closed()
        await b.until_closed()
        assert len(one.site.tables) == 0
        liar = await at(ann, two).line(table, 10**6)
        assert liar.of("sync")[0]["version"] == there.copy.version, "this one knows all there is"


async def test_a_stranger_does_not_learn_how_far_a_table_is(place, monkeypatch):
    """Whatever version they claim, their hello is looked into alike, and one at a time."""
    async with nodes(place, 1) as (one,), people(one.url, "Ann", "Bob", "Eve") as (ann, bob, eve):
        table = await ann.open("mindup", bots=["greedy"])
        a, _ = await seated(table, ann, bob)
        asked: list[str] = []
        lost = one.site.store.lost
        monkeypatch.setattr(one.site.store, "lost", lambda: asked.append("") or lost())
        async with eve.http.get(eve.url + "/"):  # so that she has a cookie
            pass
        for version in (1, a.copy.version, a.copy.version + 1):
            asked.clear()
            line = await eve.line(table, version)
            assert line.of("door")
            assert "" in asked
            await line.close()


async def test_who_has_seen_more_comes_back_later_if_nobody_can_tell_why(place, monkeypatch):
    async with nodes(place, 1) as (one,), people(one.url, "Ann", "Bob") as (ann, bob):
        table = await ann.open("mindup", bots=["greedy"])
        a, _ = await seated(table, ann, bob)

        def unreachable() -> list[str]:
            raise StoreError("gone")

        monkeypatch.setattr(one.site.store, "lost", unreachable)
        back = await bob.line(table, 10**6)
        assert back.of("bye") == [{"type": "bye", "reason": "restart"}]
        await a.do("rename", name="Anna")  # nobody else is sent away


async def test_a_node_that_stops_lets_its_tables_go_on_elsewhere(place):
    async with nodes(place, 1) as (two,), people(two.url, "Ann", "Bob") as (ann, bob):
        async with nodes(place, 1) as (one,):
            table = await at(ann, one).open("extreme")
            a, b = await seated(table, ann, at(bob, one))
            await a.do("start")
            await a.do("act", action={"kind": "lay-hand"})
            told = a.copy.version
        await a.until_closed()
        back = await at(ann, two).line(table, told, a.copy)
        assert back.copy.version >= told
        await back.do("act", action={"kind": "lift-hand"})
        await b.until_closed()


async def test_a_link_made_on_one_node_works_once_on_another(place):
    async with nodes(place) as (one, two), people(one.url, "Ann", "Phone") as (ann, phone):
        table = await ann.open("mindup")
        token = (await ann.post("/api/me/link"))["url"].removeprefix("/device/")
        at(phone, two)
        assert (await phone.get(f"/api/me/device/{token}"))["theirs"] == 1
        tables = (await phone.post("/api/me/device", token=token))["tables"]
        assert [row["table"] for row in tables] == [table]
        async with ann.http.post(f"{one.url}/api/me/device", json={"token": token}) as again:
            assert again.status == 410
        # And a device that is ended on one node is nobody on the other.
        line = await phone.line(table)
        assert await ann.post("/api/me/devices/end") == {"ended": 1}
        await line.until_closed()
        assert line.of("bye")[-1]["reason"] == "device-ended"
        assert (await phone.get("/api/me"))["tables"] == []


async def test_a_node_without_its_database_sends_people_on_and_refuses_nothing(monkeypatch):
    monkeypatch.setattr(postgres_lines.Reconnecting.do, "__defaults__", (0.3,))
    postgres = Postgres(free_ports(1)[0])
    postgres.start()
    try:
        async with nodes(postgres.url, 1) as (node,), people(node.url, "Ann") as (ann,):
            table = await ann.open("mindup", bots=["random", "random"])
            line = await ann.line(table)
            assert (await ann.get("/readyz")) == {"ok": True}
            postgres.stop(signal.SIGINT)
            with pytest.raises(HungUp):
                await line.ask({"do": "start"}, "go")
            assert not line.answers
            await until_ready(ann, 503)
            postgres.start()
            await until_ready(ann, 200)
            back = await ann.line(table, line.copy.version, line.copy)
            assert (await back.ask({"do": "start"}, "go"))["type"] == "ack"
    finally:
        postgres.close()


async def test_without_the_database_pages_and_files_are_there_and_the_rest_says_why(monkeypatch):
    monkeypatch.setattr(postgres_lines, "AWAY_RETRY_FOR_S", 0.1)
    monkeypatch.setattr(postgres_lines.Readers.begin, "__defaults__", ("read", 0.3))
    monkeypatch.setattr(postgres_lines.Readers.do, "__defaults__", ("read", 0.3))
    monkeypatch.setattr(postgres_lines.Reconnecting.do, "__defaults__", (0.3,))
    postgres = Postgres(free_ports(1)[0])
    postgres.start()
    try:
        async with nodes(postgres.url, 1) as (node,), people(node.url, "Ann") as (ann,):
            table = await ann.open("mindup")
            postgres.stop(signal.SIGINT)
            await until_ready(ann, 503)
            async with asyncio.timeout(20):
                for path in ("/", f"/t/{table}", "/rules/mindup", "/replay", "/static/index.html"):
                    async with ann.http.get(ann.url + path) as answer:
                        assert answer.status == 200, path
                assert (await ann.get("/livez")) == {"ok": True}
                async with ann.http.get(ann.url + "/healthz") as answer:
                    assert (answer.status, (await answer.json())["ok"]) == (503, False)
                asked = [ann.http.get(f"{ann.url}/api/tables/{table}") for _ in range(40)]
                asked += [ann.http.get(ann.url + "/api/me")]
                for answer in await asyncio.gather(*asked):
                    problem = await answer.json()
                    assert (answer.status, problem["key"]) == (503, "not-read")
                    assert problem["text"] == "The games cannot be read. Try again later."
                wanted = {"game": "mindup", "name": "Ann"}
                async with ann.http.post(ann.url + "/api/tables", json=wanted) as answer:
                    assert (answer.status, (await answer.json())["key"]) == (503, "not-saved")
    finally:
        postgres.close()


async def test_who_watches_a_replay_together_meets_on_one_node(place):
    async with nodes(place) as (one, two), people(one.url, "Ann", "Bob") as (ann, bob):
        for person in (ann, bob):
            async with person.http.get(person.url + "/"):
                pass  # which gives a cookie
        path = f"some/games/1/together/{one.site.rooms.new_name('some', 1)}"
        a = await comes(ann, path)
        two.later(1)  # so that it certainly begins later there
        b = await comes(at(bob, two), path)
        await a.until_closed()
        assert a.of("bye")[-1]["reason"] == "restart"
        again = await comes(at(ann, two), path)
        assert [who["name"] for who in again.room["people"]] == ["Bob", "Ann"]
        assert again.room["leader"] == b.you
        assert not b.closed


async def test_a_node_that_came_back_gets_its_share_of_quiet_tables(place, monkeypatch):
    """One node has all connections; the proxy sends those who come again to the other."""
    monkeypatch.setattr(balance, "FEW", 1)
    monkeypatch.setattr(balance, "SETTLE_MS", 3_600_000)
    async with nodes(place) as (one, two), people(one.url, "Ann", "Bob") as (ann, bob):
        tables = [await ann.open("mindup", bots=["greedy"]) for _ in range(4)]
        lines = {table: await seated(table, ann, bob) for table in tables}
        await eventually(lambda: one.site.peers.nodes.keys() == two.site.peers.nodes.keys())
        await one.site.peers.beat()
        assert len(one.site.tables) == 4, "it waits until no node comes or goes"
        one.later(balance.STEADY_MS / 1000)
        await eventually(lambda: len(one.site.tables) == 2)
        moved = [table for table in tables if not one.site.tables.is_in_memory(table)]
        for table in moved:
            old, _ = lines[table]
            await old.until_closed()
            assert old.of("bye")[-1]["reason"] == "restart"
            for person in (ann, bob):
                await at(person, two).line(table, old.copy.version)
        assert [len(node.site.tables) for node in (one, two)] == [2, 2]
