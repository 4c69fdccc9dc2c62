"""The host's page is the host's only: what it shows and does; and sites for invited people."""

from __future__ import annotations

import json
import re
from base64 import b64encode

import pytest

from tacit.server.http.admin.session import COOKIE, SESSION_S
from tacit.server.ops.host_settings import MAX_ANNOUNCEMENT_CHARS
from tests.server.answers import Answer, call, of
from tests.server.client import people, seated
from tests.server.sites import Inside, inside, quick

TOKEN = "let-me-in"
HOST = {"Authorization": f"Bearer {TOKEN}"}
ACTIONS = {
    "sign-out": {},
    "find": {"do": "look", "find": "Ann"},
    "tables": {"do": "end", "table": "0123456789"},
    "doors": {"closed": True},
    "announcement": {"text": "Closed", "minutes": 1},
}


def basic(token: str) -> dict[str, str]:
    """Return the header of a script that brings the token as a password."""
    return {"Authorization": "Basic " + b64encode(f"host:{token}".encode()).decode()}


async def post(site: Inside, path: str, body: object, **rest: object) -> Answer:
    return await call(site, "POST", f"/api/admin/{path}", json=body, **rest)


async def look(site: Inside) -> dict:
    return (await call(site, "GET", "/api/admin", headers=HOST)).json


async def signed_in(site: Inside) -> str:
    """Sign in, and return the cookie."""
    answer = await post(site, "sign-in", {"token": TOKEN})
    assert answer.status == 200
    return answer.cookies[COOKIE].value


@pytest.fixture
def config(tmp_path):
    return quick(tmp_path / "a.db", admin_token=TOKEN)


async def test_without_a_token_there_is_no_page(tmp_path):
    async with inside(quick(tmp_path / "a.db")) as site:
        for headers in ({}, basic(""), {"Authorization": "Bearer "}):
            for path in ("/admin", "/api/admin", "/api/admin/session"):
                assert (await call(site, "GET", path, headers=headers)).status == 404
            for path, body in (ACTIONS | {"sign-in": {"token": ""}}).items():
                assert (await post(site, path, body, headers=headers)).status == 404


@pytest.mark.parametrize("token", ["", "wrong", "é", TOKEN + "x"])
async def test_nothing_is_told_or_done_without_the_token(config, token):
    async with inside(config) as site:
        for headers in (
            {},
            basic(token),
            {"Authorization": f"Bearer {token}".encode().decode("latin-1")},
        ):
            site.later(3600)
            answer = await call(site, "GET", "/api/admin", headers=headers)
            assert answer.problem == (401, "unauthorized")
            assert answer.headers["WWW-Authenticate"] == 'Bearer realm="Tacit"'
            for path, body in ACTIONS.items():
                assert (await post(site, path, body, headers=headers)).status == 401
        assert not site.site.host_settings.doors.closed
        assert site.site.host_settings.greeting() is None


async def test_a_thousand_tries_find_nothing_and_then_not_even_the_right_one_passes(config):
    async with inside(config) as site, people(site.url, "Eve") as (eve,):
        cookie = await signed_in(site)
        statuses = [
            (await of(eve, "POST", "/api/admin/sign-in", json={"token": f"guess-{number}"})).status
            for number in range(1000)
        ]
        assert statuses.count(401) <= 12
        assert set(statuses) == {401, 429}
        assert (await post(site, "sign-in", {"token": TOKEN})).status == 429
        assert (await call(site, "GET", "/api/admin", headers=HOST)).status == 429
        inside_already = await call(site, "GET", "/api/admin", cookies={COOKIE: cookie})
        assert inside_already.status == 200, "a host who is signed in is not locked out by others"
        site.later(3600)
        assert (await call(site, "GET", "/api/admin", headers=HOST)).status == 200


async def test_the_cookie_is_short_lived_unforgeable_and_for_this_site_only(config, tmp_path):
    async with inside(config) as site:
        answer = await post(site, "sign-in", {"token": TOKEN})
        cookie = answer.cookies[COOKIE]
        assert (cookie["httponly"], cookie["samesite"]) == (True, "Strict")
        assert (cookie["path"], cookie["max-age"]) == ("/api/admin", str(SESSION_S))
        until, _, signature = cookie.value.partition(".")
        later = f"{int(until) + 1000}.{signature}"
        forged = [
            later,
            f"{until}.",
            f"{until}.{'0' * 64}",
            signature,
            ".",
            "9" * 30,
            f"٣.{signature}",
        ]
        for value in forged:
            header = {"Cookie": f"{COOKIE}={value}".encode().decode("latin-1")}
            assert (await call(site, "GET", "/api/admin", headers=header)).status == 401, value
            session = await call(site, "GET", "/api/admin/session", headers=header)
            assert session.json == {"signed_in": False}
        mine = {COOKIE: cookie.value}
        session = await call(site, "GET", "/api/admin/session", cookies=mine)
        assert session.json == {"signed_in": True}
        left = await post(site, "sign-out", {}, cookies=mine)
        assert left.cookies[COOKIE]["max-age"] == "0"
        site.later(SESSION_S + 1)
        assert (await call(site, "GET", "/api/admin", cookies=mine)).status == 401
    async with inside(quick(tmp_path / "a.db", admin_token="another")) as site:
        assert (await call(site, "GET", "/api/admin", cookies=mine)).status == 401


async def test_another_token_ends_every_session(config, tmp_path):
    async with inside(config) as site:
        cookie = {COOKIE: await signed_in(site)}
    async with inside(config) as site:
        assert (await call(site, "GET", "/api/admin", cookies=cookie)).status == 200
    async with inside(quick(tmp_path / "a.db", admin_token="another")) as site:
        assert (await call(site, "GET", "/api/admin", cookies=cookie)).status == 401


@pytest.mark.parametrize("origin", ["https://evil.example", "null"])
async def test_another_sites_page_moves_nothing(config, origin):
    async with inside(config) as site:
        cookie = {COOKIE: await signed_in(site)}
        for path, body in (ACTIONS | {"sign-in": {"token": TOKEN}}).items():
            answer = await post(site, path, body, cookies=cookie, headers={"Origin": origin})
            assert answer.problem == (403, "other-site")
        assert not site.site.host_settings.doors.closed


async def test_the_page_is_the_app_and_its_own_requests_say_where_they_come_from(config):
    async with inside(config) as site:
        page = await call(site, "GET", "/admin")
        assert page.status == 200
        assert page.headers["Referrer-Policy"] == "same-origin"
        assert page.headers["Cache-Control"] == "no-store"
        assert "default-src 'self'" in page.headers["Content-Security-Policy"]
        own = {"Origin": site.url}
        answer = await post(site, "sign-in", {"token": TOKEN}, headers=own)
        assert answer.status == 200


async def test_the_host_sees_names_and_neither_links_nor_cards(config):
    async with inside(config) as site, people(site.url, "<b>Ann", "Bob") as (ann, bob):
        table = await ann.open("mindup", bots=["greedy"])
        line, _ = await seated(table, ann, bob)
        await line.do("start")
        answer = await call(site, "GET", "/api/admin", headers=HOST)
        (shown,) = answer.json["shown"]
        assert [one["name"] for one in shown["guests"]] == ["<b>Ann", "Bob"]
        assert [one["host"] for one in shown["guests"]] == [True, False]
        assert (shown["game"], shown["stage"], shown["bots"]) == ("mindup", "playing", 1)
        assert answer.json["people"] == 2
        assert table not in answer.body.decode()
        known = {"table", "game", "stage", "paused", "guests", "bots", "active"}
        assert set(shown) == known, "nothing of the game itself"


async def test_a_table_is_found_by_its_link_and_by_a_name_even_if_nobody_is_there(config):
    async with inside(config) as site, people(site.url, "Ann", "Bob") as (ann, bob):
        one, two = await ann.open("mindup"), await bob.open("extreme")
        link = f"https://play.example/t/{one}?x#y"

        async def found(text: str) -> list[str]:
            answer = await post(site, "find", {"do": "look", "find": text}, headers=HOST)
            return [table["game"] for table in answer.json["shown"]]

        assert await found(link) == ["mindup"]
        assert await found("bOB") == ["extreme"]
        assert await found("nobody") == await found("https://play.example/t/none") == []
        (shown,) = [table for table in (await look(site))["shown"] if table["game"] == "extreme"]
        assert await found(shown["table"]) == ["extreme"]
    async with inside(config) as site:
        answer = await post(site, "find", {"do": "look", "find": f"/t/{two}"}, headers=HOST)
        assert [table["game"] for table in answer.json["shown"]] == ["extreme"], "it was asleep"
        assert (await look(site))["tables"] == 1


async def test_the_host_ends_a_table_with_guests_at_it(config):
    async with inside(config) as site, people(site.url, "Ann") as (ann,):
        table = await ann.open("mindup")
        (line,) = await seated(table, ann)
        mark = (await look(site))["shown"][0]["table"]
        end = {"do": "end", "table": mark}
        assert (await post(site, "tables", end, headers=HOST)).status == 200
        await line.until_closed()
        assert line.of("bye")[-1]["reason"] == "ended"
        answer = await call(site, "GET", f"/api/tables/{table}")
        assert (answer.status, answer.json["key"]) == (410, "ended")
        assert answer.json["details"]["by"] == "host"
        gone = await post(site, "find", {"do": "look", "find": f"/t/{table}"}, headers=HOST)
        assert (gone.status, gone.json["found"]) == (200, 0)
        again = await post(site, "tables", end, headers=HOST)
        assert again.problem == (404, "no-such-table")


async def test_the_host_mutes_and_removes_a_person(config):
    async with inside(config) as site, people(site.url, "Ann", "Bob") as (ann, bob):
        table = await ann.open("mindup")
        a, b = await seated(table, ann, bob)
        mark = (await look(site))["shown"][0]["table"]
        mute = {"do": "mute", "table": mark, "guest": 1}
        assert (await post(site, "tables", mute, headers=HOST)).status == 200
        assert await b.refused("say", text="Rude") == "muted"
        assert (await look(site))["shown"][0]["guests"][1]["muted"]
        await post(site, "tables", mute | {"on": False}, headers=HOST)
        await b.do("say", text="Sorry")
        remove = {"do": "remove", "table": mark, "guest": 1}
        assert (await post(site, "tables", remove, headers=HOST)).status == 200
        await b.until(lambda: b.copy.door is not None and b.copy.door["removed"])
        assert [one["name"] for one in (await look(site))["shown"][0]["guests"]] == ["Ann"]
        gone = await post(site, "tables", remove, headers=HOST)
        assert gone.problem == (409, "no-such-guest")
        for guest in (-1, 10**9):
            answer = await post(site, "tables", mute | {"guest": guest}, headers=HOST)
            assert answer.problem == (409, "no-such-guest")
        await a.until(lambda: len(a.copy.house["guests"]) == 1)


async def test_closed_doors_stay_closed_over_a_restart_and_games_go_on(config):
    new = {"game": "mindup", "name": "Bob"}
    async with inside(config) as site, people(site.url, "Ann") as (ann,):
        table = await ann.open("extreme", bots=["metronome"])
        assert (await post(site, "doors", {"closed": True}, headers=HOST)).status == 200
        opened = await call(site, "POST", "/api/tables", json=new)
        assert opened.problem == (503, "doors-closed")
        line = await ann.line(table)
        await line.do("start")
    async with inside(config) as site:
        assert (await look(site))["closed"]
        assert (await call(site, "POST", "/api/tables", json=new)).status == 503
        await post(site, "doors", {"closed": False}, headers=HOST)
        assert (await call(site, "POST", "/api/tables", json=new)).status == 201


async def test_an_announcement_reaches_every_table_and_home_and_has_an_end(config):
    async with inside(config) as site, people(site.url, "Ann", "Bob") as (ann, bob):
        table = await ann.open("mindup")
        (line,) = await seated(table, ann)
        said = {"text": "  We close\nat eleven ", "minutes": 10}
        answer = await post(site, "announcement", said, headers=HOST)
        assert answer.json == {"text": "We close at eleven", "seconds": 600}
        await line.until(lambda: line.of("announcement"))
        (told,) = line.of("announcement")
        assert (told["text"], told["seconds"]) == ("We close at eleven", 600)
        assert (await ann.get("/api/me"))["announcement"]["text"] == "We close at eleven"
        await bob.join(table)
        late = await bob.line(table)
        assert late.of("announcement")[0]["text"] == "We close at eleven"
        await post(site, "announcement", {"text": ""}, headers=HOST)
        await line.until(lambda: line.of("announcement")[-1]["text"] == "")
        await post(site, "announcement", said, headers=HOST)
        site.later(601)
        assert (await ann.get("/api/me"))["announcement"] == {"text": "", "seconds": 0}
        assert site.site.host_settings.greeting() is None


@pytest.mark.parametrize(
    ("path", "body"),
    [
        ("announcement", {"text": "x" * (MAX_ANNOUNCEMENT_CHARS + 1)}),
        ("announcement", {"text": "x", "minutes": 0}),
        ("announcement", {"text": "x", "minutes": 1e9}),
        ("announcement", {"text": 5}),
        ("doors", {"closed": "yes"}),
        ("doors", {"closed": True, "more": 1}),
        ("find", {"do": "look", "find": "x" * 301}),
        ("tables", {"do": "look", "find": ""}),
        ("tables", {"do": "end"}),
        ("tables", {"do": "mute", "table": "a", "guest": "0"}),
        ("sign-in", {"token": "x" * 1001}),
    ],
)
async def test_bad_orders_get_one_clear_line(config, path, body):
    async with inside(config) as site:
        answer = await post(site, path, body, headers=HOST)
        assert answer.problem == (400, "bad-request")
        assert not site.site.host_settings.doors.closed


async def test_no_name_and_no_link_is_written_to_the_log(config, caplog):
    caplog.set_level("INFO")
    async with inside(config) as site, people(site.url, "Annabel") as (ann,):
        table = await ann.open("mindup")
        await seated(table, ann)
        cookie = {COOKIE: await signed_in(site)}
        mark = (await look(site))["shown"][0]["table"]
        await post(site, "find", {"do": "look", "find": f"/t/{table}"}, cookies=cookie)
        await post(site, "announcement", {"text": "Annabel"}, cookies=cookie)
        for order in ("mute", "remove"):
            body = {"do": order, "table": mark, "guest": 0}
            assert (await post(site, "tables", body, cookies=cookie)).status == 200
        await post(site, "tables", {"do": "end", "table": mark}, cookies=cookie)
    lines = [one.getMessage() for one in caplog.records if one.name == "tacit.server"]
    events = {json.loads(line)["event"] for line in lines}
    done = {"admin_signed_in", "announced", "guest_muted", "guest_removed", "table_ended"}
    assert done <= events
    assert not re.search(f"Annabel|{re.escape(table)}|{TOKEN}", "".join(lines))


async def test_an_invited_site_is_for_those_who_were_invited(tmp_path):
    config = quick(tmp_path / "a.db", admin_token=TOKEN, invite_only=True)
    body = {"game": "mindup", "name": "Ann", "settings": {"public": True}}
    async with inside(config) as site, people(site.url, "Ann", "Bob", "Cy") as (ann, bob, cy):
        assert (await call(site, "POST", "/api/tables", json=body)).problem == (403, "invite-only")
        assert (await call(site, "GET", "/invite/guessed")).status == 404
        path = (await look(site))["invitation"]
        async with ann.http.get(site.url + path, allow_redirects=False) as answer:
            assert answer.status == 303
        table = await ann.open("mindup", settings={"public": True})
        await seated(table, ann, bob)
        assert await bob.open("extreme"), "a seat at a table is an invitation"
        assert await cy.get("/api/tables") == [], "there is no lobby"
        async with cy.http.post(site.url + "/api/tables", json=body) as answer:
            assert answer.status == 403


async def test_an_invited_guest_stays_invited_when_this_browser_becomes_another_of_their_devices(
    tmp_path,
):
    config = quick(tmp_path / "a.db", invite_only=True)
    async with inside(config) as site, people(site.url, "Phone", "Laptop") as (phone, laptop):
        await phone.get("/api/me")
        async with laptop.http.get(f"{site.url}/invite/{site.site.invitations.code}") as answer:
            assert answer.status == 200
        link = (await phone.post("/api/me/link"))["url"]
        await laptop.post("/api/me/device", token=link.rpartition("/")[2])
        assert laptop.id == phone.id
        assert await laptop.open("mindup")
