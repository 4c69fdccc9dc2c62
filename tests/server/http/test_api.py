"""The HTTP API: what it does, and what it refuses and how."""

from __future__ import annotations

import json
import random
import re
import time

import pytest
from prometheus_client.parser import text_string_to_metric_families

from tacit.log.replay import load
from tacit.log.verify import verify
from tacit.server.http import pages
from tacit.server.http.openapi import describe
from tacit.server.people.identity import COOKIE
from tests.server.answers import NEW, call, of
from tests.server.client import people, play
from tests.server.sites import inside, quick, roomy

# Tables


async def test_a_table_is_opened_joined_looked_at_and_left_in_the_list_of_its_people(tmp_path):
    async with inside(quick(tmp_path / "a.db")) as site, people(site.url, "Ann", "Bob") as two:
        ann, bob = two
        opened = await of(ann, "POST", "/api/tables", json=NEW)
        table = opened.json["table"]
        assert opened.status == 201
        assert opened.json == {"table": table, "url": f"/t/{table}"}
        assert re.fullmatch(r"[\w-]{16}", table)
        before = time.time() * 1000 - 60_000
        door = await bob.get(f"/api/tables/{table}")
        assert door == {
            "table": table,
            "game": "mindup",
            "stage": "lobby",
            "free": 5,
            "spectators": True,
            "inside": False,
        }
        joined = await of(bob, "POST", f"/api/tables/{table}/join", json={"name": "Bob"})
        assert (joined.status, joined.json) == (200, {"table": table, "url": f"/t/{table}"})
        inside_now = door | {"free": 4, "inside": True}
        assert await bob.get(f"/api/tables/{table}") == inside_now
        (mine,) = (await bob.get("/api/me"))["tables"]
        assert mine.pop("active") >= before
        assert mine == inside_now | {"others": ["Ann"], "bots": [], "progress": []}
        line = await bob.line(table)
        await line.do("leave")
        assert (await bob.get("/api/me"))["tables"] == []


async def test_a_player_who_leaves_in_the_middle_of_a_game_finds_the_way_back(tmp_path):
    async with inside(quick(tmp_path / "a.db")) as site, people(site.url, "Ann") as (ann,):
        table = await ann.open("mindup", bots=["greedy", "random"], start=True)
        line = await ann.line(table)
        await line.do("leave")
        (mine,) = (await ann.get("/api/me"))["tables"]
        assert (mine["table"], mine["inside"], mine["stage"]) == (table, False, "playing")
        assert (mine["others"], mine["bots"]) == ([], ["greedy", "random"])
        assert mine["progress"] == [1, 1]
        await line.do("join", name="Ann")
        assert line.copy.seat == 0


async def test_a_table_with_bots_can_begin_at_once(tmp_path):
    async with inside(quick(tmp_path / "a.db")) as site, people(site.url, "Ann") as (ann,):
        table = await ann.open("mindup", bots=["greedy", "random"], start=True, contribution="abcd")
        line = await ann.line(table)
        assert line.copy.stage == "playing"
        assert [seat["bot"] for seat in line.copy.house["seats"]] == [None, "greedy", "random"]
        assert line.copy.house["contributed"]


async def test_a_guest_can_join_as_a_spectator(tmp_path):
    async with inside(quick(tmp_path / "a.db")) as site, people(site.url, "Ann", "Bob") as two:
        ann, bob = two
        table = await ann.open("mindup")
        await bob.join(table, watch=True)
        line = await bob.line(table)
        assert line.copy.house["seat"] is None
        assert [guest["name"] for guest in line.copy.house["guests"]] == ["Ann", "Bob"]


async def test_the_lobby_lists_public_tables_only(tmp_path):
    async with inside(quick(tmp_path / "a.db")) as site, people(site.url, "Ann", "Bob") as two:
        ann, bob = two
        await ann.open("mindup")
        public = await ann.open("extreme", settings={"public": True})
        await bob.join(public, watch=True)
        assert await bob.get("/api/tables") == [], "nobody is connected"
        a, b = await ann.line(public), await bob.line(public)
        assert await bob.get("/api/tables") == [
            {
                "table": public,
                "game": "extreme",
                "stage": "lobby",
                "host": "Ann",
                "players": 1,
                "seats": 4,
                "watching": 1,
                "here": 2,
            }
        ]
        await a.do("leave")
        await b.do("leave")
        assert await bob.get("/api/tables") == []


async def test_the_lobby_hides_tables_whose_door_is_closed(tmp_path):
    async with inside(quick(tmp_path / "a.db")) as site, people(site.url, "Ann") as (ann,):
        closed = {"public": True, "spectators": False}
        shut = await ann.open("mindup", settings=closed, bots=["random"] * 2, start=True)
        table = await ann.open("mindup", settings=closed)
        for one in (shut, table):
            await ann.line(one)
        assert [one["table"] for one in await ann.get("/api/tables")] == [table]


# What is refused


DEEP = b'{"game":"mindup","name":' + b"[" * 5000 + b"]" * 5000 + b"}"


@pytest.mark.parametrize(
    "body",
    [
        b"",
        b"{",
        b"[]",
        b"null",
        b"NaN",
        b'{"game":"mindup"}',
        b'{"name":"Ann"}',
        b'{"game":1,"name":"Ann"}',
        b'{"game":"mindup","name":null}',
        b'{"game":"mindup","name":"Ann","start":"yes"}',
        b'{"game":"mindup","name":"Ann","bots":"greedy"}',
        b'{"game":"mindup","name":"Ann","bots":[1]}',
        b'{"game":"mindup","name":"Ann","seed":"00"}',
        b'{"game":"mindup","name":"Ann","settings":{"objectives":1.5}}',
        b'{"game":"mindup","name":"Ann","settings":{"secret":1}}',
        b'{"game":"mindup","name":"\xff"}',
        b'{"game":"mindup","name":"\\ud800"}',
        b'{"game":"mindup","name":"Ann"} {}',
        DEEP,
    ],
    ids=lambda body: body[:50].decode("latin-1"),
)
async def test_a_body_that_cannot_be_read_is_refused(tmp_path, body):
    async with inside(quick(tmp_path / "a.db")) as site:
        assert (await call(site, "POST", "/api/tables", data=body)).problem == (400, "bad-request")
        assert len(site.site.tables) == 0


@pytest.mark.parametrize("path", ["/api/tables/nowhere/join", "/api/me/device"])
@pytest.mark.parametrize("body", [b"", b"{", b"{}", b'{"name":1}', b'{"token":[]}', b'{"x":1}'])
async def test_every_body_is_checked(tmp_path, path, body):
    async with inside(quick(tmp_path / "a.db")) as site:
        assert (await call(site, "POST", path, data=body)).problem == (400, "bad-request")


LEVEL_OF_TWO = {"game": "extreme", "settings": {"own": {"practice": 12}}}


@pytest.mark.parametrize(
    ("change", "key"),
    [
        ({"game": "chess"}, "no-such-game"),
        ({"name": ""}, "no-name"),
        ({"name": "\u200b \u202e"}, "no-name"),
        ({"contribution": "xyz"}, "bad-contribution"),
        ({"contribution": "ab" * 65}, "bad-contribution"),
        ({"settings": {"objectives": 6}}, "bad-settings"),
        ({"settings": {"objectives": 10**30}}, "bad-settings"),
        ({"settings": {"turn_seconds": 1}}, "bad-settings"),
        ({"game": "extreme", "settings": {"objectives": 1}}, "bad-settings"),
        ({"game": "extreme", "settings": {"own": {"players": 4}}}, "bad-settings"),
        (LEVEL_OF_TWO | {"bots": ["random"] * 2, "start": True}, "bad-settings"),
        ({"bots": ["metronome"]}, "no-such-bot"),
        ({"bots": ["../bot.py:Bot"]}, "no-such-bot"),
        ({"bots": ["random"] * 6}, "no-such-seat"),
        ({"start": True}, "wrong-number"),
    ],
)
async def test_a_table_that_cannot_be_is_refused(tmp_path, change, key):
    async with inside(quick(tmp_path / "a.db")) as site:
        answer = await call(site, "POST", "/api/tables", json=NEW | change)
        assert answer.problem == (409, key)
        assert site.site.store.open_tables(10) == [], "nothing is left behind"


async def test_a_refusal_over_http_carries_what_its_words_need(tmp_path):
    async with inside(quick(tmp_path / "a.db")) as site:
        few = (await call(site, "POST", "/api/tables", json=NEW | {"start": True})).json
        assert few["details"] == {"count": 1, "least": 3, "most": 6}
        assert few["text"] == "Mind Up! is for 3 to 6 players; 1 sit here."
        bots = (await call(site, "POST", "/api/tables", json=NEW | {"bots": ["chess"]})).json
        assert "greedy" in bots["details"]["known"]
        broken = (await call(site, "POST", "/api/tables", data=b"{")).json
        assert broken["details"]["error"] in broken["text"]
        plain = (await call(site, "POST", "/api/tables", json=NEW | {"name": ""})).json
        assert set(plain) == {"key", "text"}, "a refusal without details has none"


async def test_a_guest_who_may_not_come_in_is_told_why(tmp_path):
    names = ("Ann", "Bob", "Cleo")
    async with inside(quick(tmp_path / "a.db")) as site, people(site.url, *names) as crowd:
        ann, bob, cleo = crowd
        table = await ann.open("extreme", settings={"spectators": False}, bots=["random"] * 3)
        path = f"/api/tables/{table}/join"
        assert (await of(bob, "POST", path, json={"name": "Bob"})).problem == (409, "door-closed")
        line = await ann.line(table)
        await line.do("free", seat=3)
        await cleo.join(table)
        await line.do("remove", guest=1)
        assert (await of(cleo, "POST", path, json={"name": "Cleo"})).problem == (409, "removed")
        await bob.join(table)


async def test_one_address_brings_only_so_many_new_people_to_a_table(tmp_path):
    limits = roomy(joins=3)
    config = quick(tmp_path / "a.db", limits=limits)
    async with inside(config) as site, people(site.url, "Ann", "Bob") as (ann, bob):
        tables = [await ann.open("mindup"), await ann.open("mindup")]
        path = f"/api/tables/{tables[0]}/join"
        answers = [await call(site, "POST", path, json={"name": "X"}) for _ in range(4)]
        assert [answer.status for answer in answers] == [200, 200, 200, 429]
        assert answers[-1].problem == (429, "crowd")
        await ann.join(tables[0])
        await bob.get("/api/me")
        line = await bob.line(tables[0])
        assert await line.refused("join", name="Bob") == "crowd"
        await bob.join(tables[1])
        site.later(60)
        await line.do("join", name="Bob")


async def test_a_body_that_is_too_large_is_refused(tmp_path):
    async with inside(quick(tmp_path / "a.db", limits=roomy(body_bytes=1000))) as site:
        name = {"game": "mindup", "name": "A" * 1000}
        answer = await call(site, "POST", "/api/tables", json=name)
        assert answer.problem == (413, "request-entity-too-large")
        assert (await call(site, "POST", "/api/tables", json=NEW)).status == 201


@pytest.mark.parametrize(
    ("method", "path", "body"),
    [
        ("GET", "/api/tables/nowhere", None),
        ("GET", "/api/tables/%00", None),
        ("GET", "/api/tables/%FF%FE", None),
        ("GET", "/api/tables/" + "x" * 65, None),
        ("POST", "/api/tables/nowhere/join", {"name": "Ann"}),
        ("GET", "/ws/nowhere", None),
        ("GET", "/nothing", None),
        ("GET", "/api/tables/nowhere/games/1234567", None),
        ("GET", "/api/tables/nowhere/games/one", None),
        ("GET", "/static/nothing.js", None),
        ("GET", "/static/../site.py", None),
        ("GET", "/static/%2e%2e/site.py", None),
        ("GET", "/static/..%2f..%2fsite.py", None),
        ("GET", "/static/", None),
    ],
)
async def test_what_is_not_there_is_not_found(tmp_path, method, path, body):
    async with inside(quick(tmp_path / "a.db")) as site:
        guest = {"Cookie": f"{COOKIE}={site.site.identity.sign(site.site.identity.new())}"}
        answer = await call(site, method, path, json=body, headers=guest)
        assert answer.status == (403 if path == "/static/" else 404)
        assert path.startswith("/static/") or answer.problem == (404, "not-found")


async def test_a_wrong_method_is_told_which_are_right(tmp_path):
    async with inside(quick(tmp_path / "a.db")) as site:
        answer = await call(site, "DELETE", "/api/tables")
        assert answer.problem == (405, "method-not-allowed")
        assert answer.headers["Allow"] == "GET,HEAD,POST"


# The score pad


@pytest.mark.parametrize(
    ("game", "body", "scored"),
    [
        (
            "mindup",
            {"order": [2, 4, 1, 5, 3], "tableaux": [[22, 13, 25, 46, 20, 8, 53]]},
            {"columns": 24, "bonuses": 1, "objectives": 0, "total": 25},
        ),
        (
            "extreme",
            {"colour": "white", "pile": [7, 14, 28, 20, 25, 23, 37, 48]},
            {"errors": 1, "mistakes": [{"card": 28, "overtook": [20, 25, 23]}]},
        ),
    ],
)
async def test_what_lies_on_a_real_table_can_be_scored(tmp_path, game, body, scored):
    async with inside(quick(tmp_path / "a.db")) as site:
        answer = await call(site, "POST", f"/api/score/{game}", json=body)
        assert answer.status == 200
        assert answer.json == ({"players": [scored]} if game == "mindup" else scored)


@pytest.mark.parametrize("game", ["mindup", "extreme"])
@pytest.mark.parametrize("body", [b"", b"{}", b"[" * 9000, b'{"order":[1],"pile":[0]}', b"\xff"])
async def test_what_cannot_lie_on_a_table_is_refused(tmp_path, game, body):
    async with inside(quick(tmp_path / "a.db")) as site:
        answer = await call(site, "POST", f"/api/score/{game}", data=body)
        assert answer.problem == (400, "bad-request")


async def test_only_known_games_can_be_scored(tmp_path):
    async with inside(quick(tmp_path / "a.db")) as site:
        answer = await call(site, "POST", "/api/score/chess", json={})
        assert answer.problem == (404, "not-found")


async def test_what_is_in_the_box_can_be_asked(tmp_path):
    async with inside(quick(tmp_path / "a.db")) as site:
        box = (await call(site, "GET", "/api/box")).json
        assert len(box["levels"]) == 12
        assert set(box["teams"]) == {"2", "3", "4"}


# Replays, health, figures


async def test_a_replay_can_be_had_when_the_game_is_over_and_not_before(tmp_path):
    async with inside(quick(tmp_path / "a.db")) as site, people(site.url, "Ann") as (ann,):
        table = await ann.open("mindup", bots=["random", "random"], start=True)
        path = f"/api/tables/{table}/games"
        for number in (0, 1, 2, 999_999):
            answer = await call(site, "GET", f"{path}/{number}")
            assert answer.problem == (404, "no-replay")
        await play(await ann.line(table), random.Random(1))
        answer = await call(site, "GET", f"{path}/1")
        assert answer.status == 200
        disposition = answer.headers["Content-Disposition"]
        assert disposition == 'attachment; filename="mindup-1.tacit.json"'
        line = answer.body.strip()
        assert verify(load(line), line).ok
        assert (await call(site, "GET", f"{path}/2")).problem == (404, "no-replay")


async def test_health_is_good_until_the_site_stops(tmp_path):
    async with inside(quick(tmp_path / "a.db")) as site:
        answer = await call(site, "GET", "/healthz")
        assert (answer.status, answer.json) == (200, {"ok": True})
        site.site.stopping = True
        answer = await call(site, "GET", "/healthz")
        assert (answer.status, answer.json) == (503, {"ok": False, "reason": "stopping"})


FAMILIES = {
    "tacit_tables",
    "tacit_websocket_connections",
    "tacit_requests",
    "tacit_refusals",
    "tacit_bad_messages",
    "tacit_throttled",
    "tacit_cut_off",
    "tacit_receipt_to_broadcast_seconds",
    "tacit_store_commit_seconds",
    "tacit_store_entries",
    "tacit_store_refused",
    "tacit_store_backlog_appends",
    "tacit_outbox_messages",
    "tacit_bot_seconds",
    "tacit_bot_failures",
    "tacit_http_requests",
}


async def test_metrics_count_without_naming_a_guest(tmp_path):
    async with inside(quick(tmp_path / "a.db")) as site, people(site.url, "Annabelle") as (ann,):
        table = await ann.open("mindup", bots=["greedy", "greedy"], start=True)
        line = await ann.line(table)
        opening = 5  # opened, joined, two bots, started; bots may have picked since
        assert line.copy.version >= opening
        assert await line.refused("sit", seat=1) == "in-game"
        await line.socket.send_str("nonsense")
        await play(line, random.Random(1))
        await ann.get(f"/api/tables/{table}")
        answer = await call(site, "GET", "/metrics")
        text = answer.body.decode()
        families = {one.name: one for one in text_string_to_metric_families(text)}
        assert families.keys() >= FAMILIES
        assert all(one.documentation for one in families.values())
        for secret in (table, "Annabelle", ann.id, line.copy.house["seed"]):
            assert secret not in text
        values = {
            (sample.name, *sample.labels.values()): sample.value
            for family in families.values()
            for sample in family.samples
        }
        assert values["tacit_tables",] == 1
        assert values["tacit_websocket_connections",] == 1
        assert values["tacit_requests_total", "join"] == 1
        assert values["tacit_requests_total", "act"] >= 21
        assert values["tacit_refusals_total", "in-game"] == 1
        assert values["tacit_bad_messages_total",] == 1
        assert values["tacit_store_entries_total",] == line.copy.version
        assert values["tacit_store_refused_total",] == 0
        assert values["tacit_bot_seconds_count",] >= 42
        assert values["tacit_receipt_to_broadcast_seconds_count",] == line.copy.version - opening
        assert values["tacit_http_requests_total", "/api/tables/{table}", "200"] == 1


# The description


def _described() -> set[tuple[str, str]]:
    return {
        (method.upper(), path)
        for path, methods in describe()["paths"].items()
        for method in methods
    }


async def test_every_route_of_the_api_is_described_and_every_description_has_a_route(tmp_path):
    async with inside(quick(tmp_path / "a.db")) as site:
        routes = {
            (route.method, route.resource.canonical)
            for route in site.app.router.routes()
            if route.method != "HEAD"
        }
    files = {("GET", getattr(route, "prefix", route.path)) for route in pages.ROUTES}
    files.add(("GET", "/admin"))  # for people, not programs
    assert routes - files == _described()


async def test_the_description_is_served(tmp_path):
    async with inside(quick(tmp_path / "a.db")) as site:
        answer = await call(site, "GET", "/api/openapi.json")
        assert answer.status == 200
        assert answer.json == json.loads(json.dumps(describe()))
