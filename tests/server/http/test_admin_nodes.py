"""On several nodes the host's page shows and acts on the tables of all, whichever one answers."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import AsyncExitStack, asynccontextmanager

import pytest

from tacit.server.cluster import admin_orders, peers
from tests.server.answers import call
from tests.server.client import Person, eventually, people, seated
from tests.server.http.test_admin import HOST, TOKEN, look, post, signed_in
from tests.server.sites import Inside, inside, quick
from tests.store.postgres_server import new_place

NEW = {"game": "mindup", "name": "Bob"}


@pytest.fixture(autouse=True)
def _quick_beats(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(peers, "BEAT_S", 0.05)
    monkeypatch.setattr(admin_orders, "BEAT_S", 0.05)
    monkeypatch.setattr(admin_orders, "ASK_AGAIN_S", 0.02)


@pytest.fixture
def place() -> str:
    return new_place()


@asynccontextmanager
async def nodes(place: str) -> AsyncIterator[tuple[Inside, Inside]]:
    config = quick(place, admin_token=TOKEN)
    async with AsyncExitStack() as stack:
        one, two = [await stack.enter_async_context(inside(config)) for _ in range(2)]
        await eventually(lambda: len(one.site.peers.nodes) == 2)
        yield one, two


async def played_on(node: Inside, *who: Person, **rest: object) -> list:
    """Open a table and connect all people to it, on a node."""
    for person in who:
        person.url = node.url
    return await seated(await who[0].open("mindup", **rest), *who)


async def test_tables_of_all_nodes_are_shown_and_found_on_any(place):
    async with (
        nodes(place) as (one, two),
        people(one.url, "Ann", "Bob") as (ann, bob),
    ):
        await played_on(one, ann)
        bob.url = two.url
        table = await bob.open("extreme")
        await seated(table, bob)
        for node in (one, two):
            told = await look(node)
            names = {guest["name"] for shown in told["shown"] for guest in shown["guests"]}
            assert names == {"Ann", "Bob"}
            assert (told["nodes"], told["unheard"], told["tables"], told["people"]) == (2, 0, 2, 2)
            for text in (f"https://x.example/t/{table}", "bob"):
                body = {"do": "look", "find": text}
                found = (await post(node, "find", body, headers=HOST)).json["shown"]
                assert [shown["game"] for shown in found] == ["extreme"]
        assert len(two.site.tables) == len(one.site.tables) == 1, "looking moves no table"


async def test_the_node_that_has_a_table_mutes_removes_and_ends(place):
    async with (
        nodes(place) as (one, two),
        people(two.url, "Ann", "Bob") as (ann, bob),
    ):
        a, b = await played_on(two, ann, bob)
        cookie = {"tacit-admin": await signed_in(one)}
        mark = (await look(one))["shown"][0]["table"]
        mute = {"do": "mute", "table": mark, "guest": 1}
        assert (await post(one, "tables", mute, cookies=cookie)).status == 200
        assert await b.refused("say", text="Rude") == "muted"
        remove = {"do": "remove", "table": mark, "guest": 1}
        assert (await post(one, "tables", remove, cookies=cookie)).status == 200
        await b.until(lambda: b.copy.door is not None and b.copy.door["removed"])
        again = await post(one, "tables", remove, cookies=cookie)
        assert again.problem == (409, "no-such-guest")
        end = {"do": "end", "table": mark}
        assert (await post(one, "tables", end, cookies=cookie)).status == 200
        await a.until_closed()
        gone = await post(one, "tables", end, cookies=cookie)
        assert gone.problem == (404, "no-such-table")
        assert (await look(one))["tables"] == 0


async def test_doors_and_announcements_hold_on_all_nodes_and_over_a_restart(place):
    async with (
        nodes(place) as (one, two),
        people(two.url, "Ann") as (ann,),
    ):
        (line,) = await played_on(two, ann)
        await post(one, "announcement", {"text": "We close soon", "minutes": 10}, headers=HOST)
        await line.until(lambda: line.of("announcement"))
        await post(one, "doors", {"closed": True}, headers=HOST)
        await eventually(lambda: two.site.host_settings.doors.closed)
        assert (await call(two, "POST", "/api/tables", json=NEW)).problem == (503, "doors-closed")
    async with nodes(place) as (_, again):
        assert (await call(again, "POST", "/api/tables", json=NEW)).status == 503
        assert (await look(again))["announcement"]["text"] == "We close soon"
        await post(again, "doors", {"closed": False}, headers=HOST)
        assert (await call(again, "POST", "/api/tables", json=NEW)).status == 201


async def test_a_node_that_does_not_answer_is_told_of_and_nothing_is_taken_from_it(
    place, monkeypatch
):
    async with (
        nodes(place) as (one, two),
        people(two.url, "Ann") as (ann,),
    ):
        ann.url = two.url
        table = await ann.open("mindup")
        await seated(table, ann)
        mark = (await look(one))["shown"][0]["table"]
        monkeypatch.setattr(admin_orders, "ANSWER_TIMEOUT_S", 0.2)
        passed_over = []

        async def take_none(_: object) -> None:
            passed_over.append(True)

        monkeypatch.setattr(two.site.admin_orders, "_take_orders", take_none)
        await eventually(lambda: passed_over)  # by then it takes no order any more
        told = await look(one)
        assert (told["unheard"], told["nodes"], told["shown"]) == (1, 2, [])
        body = {"do": "look", "find": f"/t/{table}"}
        assert (await post(one, "find", body, headers=HOST)).json["found"] == 0
        assert len(one.site.tables) == 0
        end = await post(one, "tables", {"do": "end", "table": mark}, headers=HOST)
        assert end.problem == (503, "node-silent")
