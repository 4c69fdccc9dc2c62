"""Groups over HTTP: made of a table's players, joined by the link, played with again, erased."""

from __future__ import annotations

import asyncio
import json
import random

import pytest

from tests.server.client import people, play
from tests.server.people.test_erasure import goes, rows
from tests.server.sites import inside, quick
from tests.store.postgres_server import new_place

BOTS = {"bots": ["random"]}


@pytest.fixture(params=["sqlite", "postgres"])
def db(request, tmp_path):
    return str(tmp_path / "a.db") if request.param == "sqlite" else new_place()


async def problem(person, path, **body):
    """Return the status of a refusal and its key; GET without a body."""
    url = f"{person.url}{path}"
    asked = person.http.post(url, json=body) if body else person.http.get(url)
    async with asked as answer:
        assert answer.status >= 400
        text = await answer.text()
        return answer.status, json.loads(text)["key"] if text.startswith("{") else text


async def played(site, *players):
    """Play a game of Mind Up! to its end; return the table."""
    host, *others = players
    table = await host.open("mindup", **BOTS)
    for one in others:
        await one.join(table)
    lines = [await one.line(table) for one in players]
    await lines[0].do("start")
    await asyncio.gather(*(play(one, random.Random(1)) for one in lines))
    await site.site.projection.settled(10)
    return table


async def test_the_players_of_a_table_become_a_group_and_their_games_count(db):
    async with inside(quick(db)) as site, people(site.url, "Ann", "Bob", "Eve") as three:
        ann, bob, eve = three
        table = await played(site, ann, bob)
        made = await ann.post(f"/api/tables/{table}/group", title="Fridays")
        await site.site.projection.settled(10)
        found = await bob.get(f"/api/groups/{made['group']}")
        assert (found["title"], found["you"], found["founder"]) == ("Fridays", 1, 0)
        assert [one["name"] for one in found["members"]] == ["Ann", "Bob"]
        assert found["table"]["table"] == table
        (tally,) = found["tally"]["games"]
        assert (tally["game"], tally["games"]) == ("mindup", 1)
        assert (found["last"]["table"], found["last"]["number"]) == (table, 1)
        assert (await bob.get(f"/api/tables/{table}/group"))["group"] == made["group"]
        assert (await bob.get("/api/me/groups"))[0]["title"] == "Fridays"
        # Others at the table's link are not told of the group.
        assert (await problem(eve, f"/api/tables/{table}/group"))[0] == 404
        assert await eve.get("/api/me/groups") == []


async def test_everyone_with_the_link_comes_in_and_plays_at_the_same_table(db):
    async with inside(quick(db)) as site, people(site.url, "Ann", "Bob", "Eve") as three:
        ann, bob, eve = three
        group = (await ann.post("/api/groups", title="Fridays", name="Ann"))["group"]
        wanted = {"game": "extreme", "name": "Bob"}
        assert (await problem(bob, f"/api/groups/{group}/play", **wanted))[0] == 403
        await bob.post(f"/api/groups/{group}/join", name="Bob")
        first = await ann.post(f"/api/groups/{group}/play", game="extreme", name="Ann")
        second = await bob.post(f"/api/groups/{group}/play", **wanted)
        assert first["table"] == second["table"]
        door = (await eve.get(f"/api/groups/{group}"))["table"]
        assert (door["table"], door["stage"]) == (first["table"], "lobby")
        fresh = await bob.post(f"/api/groups/{group}/play", fresh=True, **wanted)
        assert fresh["table"] != first["table"]


async def test_members_leave_rename_and_are_removed(db):
    async with inside(quick(db)) as site, people(site.url, "Ann", "Bob", "Cy") as three:
        ann, bob, cy = three
        group = (await ann.post("/api/groups", title="Fridays", name="Ann"))["group"]
        for one, name in ((bob, "Bob"), (cy, "Cy")):
            await one.post(f"/api/groups/{group}/join", name=name)
        told = await bob.post(f"/api/groups/{group}/rename", name="Bobby", title="Saturdays")
        assert (told["title"], told["members"][1]["name"]) == ("Saturdays", "Bobby")
        refused = await problem(bob, f"/api/groups/{group}/remove", member=2)
        assert refused == (409, "founder-only")
        told = await ann.post(f"/api/groups/{group}/remove", member=2)
        assert [one["here"] for one in told["members"]] == [True, True, False]
        refused = await problem(cy, f"/api/groups/{group}/join", name="Cy")
        assert refused == (409, "removed-from-group")
        told = await ann.post(f"/api/groups/{group}/leave")
        assert (told["you"], told["founder"]) == (None, 1)
        assert await ann.get("/api/me/groups") == []


async def test_a_group_is_no_table_and_no_other_name_is_a_group(db):
    async with inside(quick(db)) as site, people(site.url, "Ann") as (ann,):
        group = (await ann.post("/api/groups", title="Fridays", name="Ann"))["group"]
        assert (await problem(ann, f"/api/tables/group:{group}"))[0] == 404
        assert (await problem(ann, "/api/groups/other"))[0] == 404
        assert (await problem(ann, f"/api/tables/group:{group}/games/1"))[0] == 404
        assert (await ann.get("/api/me"))["tables"] == []
        assert await problem(ann, "/api/groups", title=" ", name="Ann") == (409, "no-name")


async def test_an_erased_member_is_named_nowhere(db):
    async with (
        inside(quick(db, erasure_recheck_s=0.0)) as site,
        people(site.url, "Ann", "Zoë") as two,
    ):
        ann, zoe = two
        group = (await ann.post("/api/groups", title="Fridays", name="Ann"))["group"]
        await zoe.post(f"/api/groups/{group}/join", name="Zoë")
        await goes(zoe, site)
        assert "Zoë" not in await rows(site)
        found = await ann.get(f"/api/groups/{group}")
        assert [(one["name"], one["here"]) for one in found["members"]] == [
            ("Ann", True),
            ("…", False),
        ]


async def test_an_erased_founder_leaves_the_group_to_the_others(db):
    config = quick(db, erasure_recheck_s=0.0)
    async with inside(config) as site, people(site.url, "Ann", "Bob", "Cy") as (ann, bob, cy):
        group = (await ann.post("/api/groups", title="Fridays", name="Ann"))["group"]
        for one, name in ((bob, "Bob"), (cy, "Cy")):
            await one.post(f"/api/groups/{group}/join", name=name)
        await goes(ann, site)
        assert (await bob.get(f"/api/groups/{group}"))["founder"] == 1
        await bob.post(f"/api/groups/{group}/remove", member=2)
        assert await problem(cy, f"/api/groups/{group}") == (403, "removed-from-group")


async def test_a_table_makes_one_group_however_often_it_is_asked(db):
    async with inside(quick(db)) as site, people(site.url, "Ann", "Bob") as (ann, bob):
        table = await ann.open("mindup")
        await bob.join(table)
        await ann.post(f"/api/tables/{table}/group", title="Fridays")
        for one in (ann, bob):
            refused = await problem(one, f"/api/tables/{table}/group", title="Again")
            assert refused == (409, "has-group")
        assert len(await bob.get("/api/me/groups")) == 1
