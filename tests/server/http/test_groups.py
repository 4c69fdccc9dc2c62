"""Groups over HTTP: made of a table's players, joined by the link, played with again, erased."""

from __future__ import annotations

import asyncio
import json
import random

import msgspec
import pytest

from tacit.server.club.groups import PRESENT_MS
from tests.server.client import eventually, people, play
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
        (duel,) = found["last"]["change"]["duels"]
        assert (duel["ahead"], duel["behind"]) == (1, 0)
        assert [duel] == [
            one | {"member": duel["member"], "other": duel["other"], "ahead": 1, "behind": 0}
            for one in tally["duels"]
        ]
        assert (await bob.get(f"/api/tables/{table}/group"))["group"] == made["group"]
        assert (await bob.get("/api/me/groups"))[0]["title"] == "Fridays"
        # Others at the table's link are not told of the group.
        assert (await problem(eve, f"/api/tables/{table}/group"))[0] == 404
        assert await eve.get("/api/me/groups") == []


async def test_a_friend_who_came_by_the_tables_code_is_taken_in_and_their_games_count(db):
    names = ("Ann", "Bob", "Cleo", "Dan")
    async with inside(quick(db)) as site, people(site.url, *names) as (ann, bob, cleo, dan):
        group = (await ann.post("/api/groups", title="Fridays", name="Ann"))["group"]
        await bob.post(f"/api/groups/{group}/join", name="Bob")
        wanted = {"game": "mindup", "name": "Ann"}
        table = (await ann.post(f"/api/groups/{group}/play", **wanted))["table"]
        ours = f"/api/tables/{table}/group"
        await cleo.join(table)
        await dan.post(f"/api/tables/{table}/join", name="Dan", watch=True)
        line = await ann.line(table)
        await line.do("add-bot", seat=2, bot="random")
        other = await cleo.line(table)
        await line.do("start")
        await asyncio.gather(*(play(one, random.Random(1)) for one in (line, other)))
        await site.site.projection.settled(10)
        newcomer = {"guest": 1, "name": "Cleo"}
        assert (await ann.get(ours))["newcomers"] == [newcomer], "Dan only watches"
        assert (await bob.get(ours))["newcomers"] == [], "Bob is not at the table"
        spectator, nobody = 2, 9
        for guest in (spectator, nobody, -1):
            refused = await problem(ann, f"{ours}/members", guest=guest)
            assert refused == (409, "no-such-guest")
        assert await problem(bob, f"{ours}/members", guest=1) == (403, "not-here")
        for stranger in (cleo, dan):
            assert (await problem(stranger, f"{ours}/members", guest=1))[0] == 404
        assert (await ann.post(f"{ours}/members", guest=1))["newcomers"] == []
        assert (await ann.post(f"{ours}/members", guest=1))["newcomers"] == []
        found = await cleo.get(f"/api/groups/{group}")
        assert (found["you"], found["members"][2]["name"]) == (2, "Cleo")
        (tally,) = found["tally"]["games"]
        assert [(one["member"], one["games"]) for one in tally["scores"]] == [(0, 1), (2, 1)]
        # Whom the founder removes no member can take in again.
        await ann.post(f"/api/groups/{group}/remove", member=2)
        assert (await ann.get(ours))["newcomers"] == []
        assert await problem(ann, f"{ours}/members", guest=1) == (409, "was-member")


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
        # Only the founder is told whom she may let back in.
        bobs = (await bob.get(f"/api/groups/{group}"))["members"]
        assert [one["removed"] for one in told["members"]] == [False, False, True]
        assert [one["removed"] for one in bobs] == [False, False, False]
        back = f"/api/groups/{group}/let-back"
        assert await problem(bob, back, member=2) == (409, "founder-only")
        assert await problem(cy, back, member=2) == (409, "not-in-group")
        told = await ann.post(back, member=2)
        assert (told["members"][2]["here"], told["members"][2]["removed"]) == (True, False)
        assert (await cy.get("/api/me/groups"))[0]["group"] == group
        await ann.post(f"/api/groups/{group}/remove", member=2)
        told = await ann.post(f"/api/groups/{group}/leave")
        assert (told["you"], told["founder"]) == (None, 1)
        assert await ann.get("/api/me/groups") == []


async def test_a_group_that_everyone_has_left_is_pruned_unless_a_guest_comes_back(db, caplog):
    config = msgspec.structs.replace(quick(db), keep_days=1.0)
    async with inside(config) as site, people(site.url, "Ann", "Bob") as (ann, bob):
        left, kept = [
            (await ann.post("/api/groups", title=title, name="Ann"))["group"]
            for title in ("Left", "Kept")
        ]
        for group in (left, kept):
            await ann.post(f"/api/groups/{group}/leave")
        await bob.post(f"/api/groups/{kept}/join", name="Bob")
        await ann.open("mindup")  # SQLite keeps the last log that was made
        await site.site.projection.settled(10)
        assert "not_looked_through" not in caplog.text, "no group is read as a table"
        site.later(2 * 86_400)
        await site.site.housekeeping.prune()
        assert (await problem(bob, f"/api/groups/{left}"))[0] == 404
        assert (await bob.get(f"/api/groups/{kept}"))["you"] == 1


async def test_a_group_whose_last_member_is_erased_is_pruned(db):
    config = msgspec.structs.replace(quick(db), keep_days=1.0, erasure_recheck_s=0.0)
    async with inside(config) as site, people(site.url, "Ann", "Bob") as (ann, bob):
        group = (await ann.post("/api/groups", title="Left", name="Ann"))["group"]
        await bob.open("mindup")
        ticket = (await ann.post("/api/me/forget/ask"))["ticket"]
        await ann.post("/api/me/forget", ticket=ticket)
        await site.site.eraser.settled()
        await site.site.projection.settled(10)
        assert (await bob.get(f"/api/groups/{group}"))["you"] is None
        site.later(2 * 86_400)
        await site.site.housekeeping.prune()
        assert (await problem(bob, f"/api/groups/{group}"))[0] == 404


async def test_a_tally_is_added_up_once_for_all_who_look(db):
    async with inside(quick(db)) as site, people(site.url, "Ann", "Bob") as (ann, bob):
        table = await played(site, ann, bob)
        group = (await ann.post(f"/api/tables/{table}/group", title="Fridays"))["group"]
        await site.site.projection.settled(10)
        add_up, added = site.site.groups._add_up, []
        site.site.groups._add_up = lambda *one: added.append(one) or add_up(*one)
        for _ in range(3):
            (tally,) = (await bob.get(f"/api/groups/{group}"))["tally"]["games"]
            assert tally["games"] == 1
        assert len(added) == 1
        wanted = {"game": "mindup", "name": "Ann", "fresh": True}
        line = await ann.line((await ann.post(f"/api/groups/{group}/play", **wanted))["table"])
        for seat in (1, 2):
            await line.do("add-bot", seat=seat, bot="random")
        await line.do("start")
        await play(line, random.Random(1))
        await site.site.projection.settled(10)
        (tally,) = (await bob.get(f"/api/groups/{group}"))["tally"]["games"]
        assert (tally["games"], len(added)) == (2, 2)


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


async def test_members_are_told_who_is_at_the_table_and_others_are_not(db):
    async with inside(quick(db)) as site, people(site.url, "Ann", "Bob", "Eve") as three:
        ann, bob, eve = three
        group = (await ann.post("/api/groups", title="Fridays", name="Ann"))["group"]
        await bob.post(f"/api/groups/{group}/join", name="Bob")
        mark = {"shape": 2, "colour": 3, "face": 1}
        wanted = {"game": "mindup", "name": "Ann", "mark": mark}
        table = (await ann.post(f"/api/groups/{group}/play", **wanted))["table"]
        line = await ann.line(table)
        await eve.join(table)
        watching = await eve.line(table)
        for member in (ann, bob):
            there = (await member.get(f"/api/groups/{group}"))["at_table"]
            assert there == [{"member": 0, "mark": mark}], "Eve is there and no member"
        assert (await eve.get(f"/api/groups/{group}"))["at_table"] == []
        await line.close()
        await watching.close()
        await eventually(lambda: site.site.tables.connected(table) == set())
        assert (await bob.get(f"/api/groups/{group}"))["at_table"] == []


async def test_a_table_of_another_node_has_guests_as_long_as_something_happens(tmp_path):
    async with inside(quick(tmp_path / "a.db")) as site, people(site.url, "Ann") as (ann,):
        group = (await ann.post("/api/groups", title="Fridays", name="Ann"))["group"]
        await ann.post(f"/api/groups/{group}/play", game="mindup", name="Ann")
        site.site.tables.connected = lambda _: None
        assert len((await ann.get(f"/api/groups/{group}"))["at_table"]) == 1
        site.later(PRESENT_MS / 1000 + 1)
        assert (await ann.get(f"/api/groups/{group}"))["at_table"] == []
