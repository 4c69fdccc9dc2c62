"""The host's page is the host's only; and a site may be for invited people."""

from __future__ import annotations

import re
from base64 import b64encode

import pytest

from tacit.server import neighbours
from tests.server.answers import call
from tests.server.client import eventually, people, seated
from tests.server.sites import inside, quick
from tests.store.postgres import new_place

TOKEN = "let-me-in"


def brought(token: str) -> dict[str, str]:
    """Return the header of somebody who brings a token."""
    return {"Authorization": "Basic " + b64encode(f"host:{token}".encode()).decode()}


HOST = brought(TOKEN)


@pytest.fixture
def place() -> str:
    return new_place()


async def test_without_a_token_there_is_no_page(tmp_path):
    async with inside(quick(tmp_path / "a.db")) as site:
        answer = await call(site, "GET", "/admin", headers={"Authorization": "Basic eDo="})
        assert answer.status == 404


@pytest.mark.parametrize("password", ["", "wrong", "é", TOKEN + "x"])
async def test_only_the_host_comes_in(tmp_path, password):
    config = quick(tmp_path / "a.db", admin_token=TOKEN)
    async with inside(config) as site, people(site.url, "Ann") as (ann,):
        wrong = brought(password)
        for method, path in (("GET", "/admin"), ("POST", "/admin/doors"), ("POST", "/admin/end")):
            async with ann.http.request(method, site.url + path) as answer:
                assert answer.status == 401
            async with ann.http.request(method, site.url + path, headers=wrong) as answer:
                assert answer.status == 401
        for _ in range(20):
            async with ann.http.get(site.url + "/admin", headers=wrong) as answer:
                status = answer.status
        assert status == 429, "nobody tries tokens one after the other"
        async with ann.http.get(site.url + "/admin", headers=HOST) as answer:
            assert answer.status == 429, "or the right one would be found all the same"
        site.later(3600)
        async with ann.http.get(site.url + "/admin", headers=HOST) as answer:
            assert answer.status == 200
            assert answer.headers["Cache-Control"] == "no-store"


async def test_another_sites_page_moves_nothing(tmp_path):
    config = quick(tmp_path / "a.db", admin_token=TOKEN)
    async with inside(config) as site, people(site.url, "Ann") as (ann,):
        theirs = {"Origin": "https://evil.example"}
        async with ann.http.post(
            site.url + "/admin/doors", headers=HOST | theirs, data={"doors": "close"}
        ) as answer:
            assert answer.status == 403
        assert not site.site.doors.closed


async def test_the_host_ends_a_table_and_never_learns_its_name(tmp_path):
    config = quick(tmp_path / "a.db", admin_token=TOKEN)
    async with inside(config) as site, people(site.url, "<b>Ann") as (ann,):
        table = await ann.open("mindup")
        (line,) = await seated(table, ann)
        async with ann.http.get(site.url + "/admin", headers=HOST) as answer:
            text = await answer.text()
        assert table not in text
        assert "Ann" not in text
        (mark,) = re.findall(r"name=table value=(\w+)", text)
        async with ann.http.post(
            site.url + "/admin/end", headers=HOST, data={"table": mark}
        ) as answer:
            assert answer.status == 200
        await line.until_closed()
        answer = await call(site, "GET", f"/api/tables/{table}")
        assert (answer.status, answer.json["key"]) == (410, "ended")
        async with ann.http.post(
            site.url + "/admin/end", headers=HOST, data={"table": "none"}
        ) as answer:
            assert answer.status == 404


async def test_doors_are_closed_on_all_nodes_and_games_go_on(monkeypatch, place):
    monkeypatch.setattr(neighbours, "BEAT", 0.05)
    config = quick(place, admin_token=TOKEN)
    async with (
        inside(config) as one,
        inside(config) as two,
        people(one.url, "Ann") as (ann,),
    ):
        table = await ann.open("extreme", bots=["metronome"])
        for wanted in ("close", "open"):
            async with ann.http.post(
                one.url + "/admin/doors", headers=HOST, data={"doors": wanted}
            ) as answer:
                assert answer.status == 200
            await eventually(lambda wanted=wanted: two.site.doors.closed == (wanted == "close"))
            body = {"game": "mindup", "name": "Bob"}
            opened = await call(two, "POST", "/api/tables", json=body)
            if wanted == "close":
                assert opened.problem == (503, "doors-closed")
                line = await ann.line(table)
                await line.do("start")
            else:
                assert opened.status == 201
        async with ann.http.get(one.url + "/admin", headers=HOST) as answer:
            assert "Nodes" in await answer.text()


async def test_an_invited_site_is_for_those_who_were_invited(tmp_path):
    config = quick(tmp_path / "a.db", admin_token=TOKEN, invite_only=True)
    body = {"game": "mindup", "name": "Ann", "settings": {"public": True}}
    async with inside(config) as site, people(site.url, "Ann", "Bob", "Cy") as (ann, bob, cy):
        assert (await call(site, "POST", "/api/tables", json=body)).problem == (403, "invite-only")
        assert (await call(site, "GET", "/invite/guessed")).status == 404
        async with ann.http.get(site.url + "/admin", headers=HOST) as answer:
            (path,) = re.findall(r"href=(/invite/\w+)", await answer.text())
        async with ann.http.get(site.url + path, allow_redirects=False) as answer:
            assert answer.status == 303
        table = await ann.open("mindup", settings={"public": True})
        await seated(table, ann, bob)
        assert await bob.open("extreme"), "who sits at a table was invited by somebody"
        assert await cy.get("/api/tables") == [], "there is no lobby"
        async with cy.http.post(site.url + "/api/tables", json=body) as answer:
            assert answer.status == 403
