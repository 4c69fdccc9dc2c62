"""What if: a table that goes on from a turn of a finished game."""

from __future__ import annotations

import json
import random

import pytest

from tacit.log.replay import digest_of, load
from tacit.log.verify import verify
from tacit.table.past.finished import finished_games
from tests.server.answers import of
from tests.server.client import people, play
from tests.server.sites import inside, quick, roomy


async def played(ann, game="mindup", bots=("random", "random")):
    """Play a game to its end, and return its table."""
    table = await ann.open(game, bots=list(bots), start=True)
    await play(await ann.line(table), random.Random(1))
    return table


async def replay_of(ann, table):
    return (await of(ann, "GET", f"/api/tables/{table}/games/1")).body.rstrip(b"\n")


def place(table, *, at=(2, 3), seat=1, number=1):
    return {"table": table, "number": number, "place": list(at), "seat": seat}


async def test_it_stands_where_the_other_game_stood_and_says_so(tmp_path):
    async with (
        inside(quick(tmp_path / "a.db")) as site,
        people(site.url, "Ann", "Ben") as (
            ann,
            ben,
        ),
    ):
        table = await played(ann)
        first = await replay_of(ann, table)
        new = await ann.open("mindup", what_if=place(table), bots=["random"])
        line = await ann.line(new)
        house = line.copy.house
        assert house["what_if"] == [2, 3]
        assert (house["seat"], len(house["seats"])) == (1, 3)
        assert house["seats"][0]["bot"] == "random"
        assert (await line.ask({"do": "start"}))["key"] == "all-seats"
        changed = {"do": "configure", "settings": house["settings"] | {"objectives": 2}}
        assert (await line.ask(changed))["key"] == "bad-settings"
        await ben.join(new)
        await line.until(lambda: line.copy.house["seats"][2]["name"] == "Ben")
        await line.ask({"do": "start"})
        await line.until(lambda: line.copy.view)
        view = line.copy.view
        assert (view["round"], view["turn"]) == (2, 3)
        sheet = json.loads(first)
        revealed = [one for one in sheet["events"] if one["kind"] == "revealed"]
        assert view["row"] == sorted(revealed[7]["plays"])
        started = next(one for one in line.of("update") if one.get("fresh"))
        assert all(one["kind"] != "pick" or one["seat"] == 1 for one in started["events"])


async def test_its_replay_verifies_and_names_the_game_it_comes_from(tmp_path):
    async with inside(quick(tmp_path / "a.db")) as site, people(site.url, "Ann") as (ann,):
        table = await played(ann)
        first = await replay_of(ann, table)
        assert len(finished_games(site.site.store.load(table))) == 1
        for seat in (0, 2):
            new = await ann.open(
                "mindup", what_if=place(table, seat=seat), bots=["random", "greedy"], start=True
            )
            await play(await ann.line(new), random.Random(2))
            line = await replay_of(ann, new)
            assert finished_games(site.site.store.load(new)) == [], "it counts for nothing"
            replay = load(line)
            assert verify(replay, line).ok
            assert replay.settings.start.of == digest_of(first)
            assert replay.names[seat] == "Ann"
        again = await ann.open("mindup", what_if=place(new, at=(3, 1)), bots=["random"])
        assert (await ann.line(again)).copy.house["what_if"] == [3, 1]


async def test_another_game_at_that_table_goes_on_from_there_too(tmp_path):
    config = quick(tmp_path / "a.db")
    async with inside(config) as site, people(site.url, "Ann") as (ann,):
        table = await played(ann)
        new = await ann.open("mindup", what_if=place(table, at=(3, 8)), bots=["random", "random"])
        line = await ann.line(new)
        await line.ask({"do": "start"})
        await play(line, random.Random(3))
        await line.ask({"do": "rematch"})
        await line.until(lambda: line.copy.stage == "lobby")
        assert line.copy.seat == 1
        assert len(line.copy.house["seats"]) == 3
        await line.ask({"do": "start"})
        await line.until(lambda: line.copy.view)
        assert (line.copy.view["round"], line.copy.view["turn"]) == (3, 8)
    async with inside(config) as site, people(site.url, "Ben") as (ben,):
        await ben.join(new, watch=True)
        watching = await ben.line(new)
        assert watching.copy.view["turn"] == 8, "the log alone tells where it stands"
        assert watching.copy.view["hand"] == []


@pytest.mark.parametrize(
    ("wanted", "problem"),
    [
        ({"at": (1, 7)}, (409, "no-what-if")),
        ({"at": (2,)}, (409, "no-what-if")),
        ({"at": ()}, (409, "no-what-if")),
        ({"at": (2**70, -1)}, (409, "no-what-if")),
        ({"seat": 3}, (409, "no-what-if")),
        ({"seat": -1}, (409, "no-what-if")),
        ({"number": 2}, (404, "no-replay")),
        ({"number": -1}, (404, "no-replay")),
    ],
)
async def test_there_is_no_such_place(tmp_path, wanted, problem):
    async with inside(quick(tmp_path / "a.db")) as site, people(site.url, "Ann") as (ann,):
        table = await played(ann)
        body = {"game": "mindup", "name": "Ann", "what_if": place(table, **wanted)}
        assert (await of(ann, "POST", "/api/tables", json=body)).problem == problem


async def test_a_game_going_on_and_other_games_cannot_be_gone_on_with(tmp_path):
    async with inside(quick(tmp_path / "a.db")) as site, people(site.url, "Ann") as (ann,):
        going_on = await ann.open("mindup", bots=["random", "random"], start=True)
        body = {"game": "mindup", "name": "Ann", "what_if": place(going_on, at=(1, 1))}
        assert (await of(ann, "POST", "/api/tables", json=body)).problem == (404, "no-replay")
        over = await played(ann)
        body = {"game": "extreme", "name": "Ann", "what_if": place(over)}
        assert (await of(ann, "POST", "/api/tables", json=body)).problem == (409, "no-what-if")
        body = {"game": "mindup", "name": "Ann", "what_if": place(over), "bots": ["random"] * 3}
        assert (await of(ann, "POST", "/api/tables", json=body)).problem == (409, "no-such-seat")


async def test_asking_for_many_is_refused(tmp_path):
    config = quick(tmp_path / "a.db", limits=roomy(replays=0.001))
    async with inside(config) as site, people(site.url, "Ann") as (ann,):
        body = {"game": "mindup", "name": "Ann", "what_if": place("none")}
        asked = [(await of(ann, "POST", "/api/tables", json=body)).problem for _ in range(11)]
        assert asked == [(404, "no-replay")] * 10 + [(429, "too-fast")]
