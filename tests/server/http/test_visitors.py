"""Who asks: guests and their cookies, devices, and pages of this site or another."""

from __future__ import annotations

import asyncio
import json
import re
from typing import Any

import aiohttp
import pytest

from tacit.server.http.pages import HEADERS, STATIC
from tacit.server.people.identity import COOKIE, LINK_VALID_S
from tests.server.answers import NEW, Answer, call, of
from tests.server.client import people
from tests.server.sites import inside, quick

# Who you are


def _cookie(answer: Answer) -> Any:
    return answer.cookies[COOKIE]


@pytest.mark.parametrize("path", ["/", "/t/anything", "/device/x", "/api/me"])
async def test_every_guest_gets_a_signed_cookie_that_scripts_and_other_sites_cannot_use(
    tmp_path, path
):
    async with inside(quick(tmp_path / "a.db")) as site:
        cookie = _cookie(await call(site, "GET", path))
        assert site.site.identity.read(cookie.value) is not None
        assert cookie["httponly"]
        assert cookie["samesite"] == "Lax"
        assert cookie["path"] == "/"
        assert not cookie["secure"]
        assert not cookie["domain"]
        assert int(cookie["max-age"]) > 360 * 24 * 3600


async def test_behind_an_encrypting_proxy_the_cookie_is_for_encrypted_lines_only(tmp_path):
    async with inside(quick(tmp_path / "a.db", behind_proxy=True)) as site:
        https = await call(site, "GET", "/api/me", headers={"X-Forwarded-Proto": "https"})
        assert _cookie(https)["secure"]
        assert "max-age=" in https.headers["Strict-Transport-Security"]
        plain = await call(site, "GET", "/api/me", headers={"X-Forwarded-Proto": "http"})
        assert not _cookie(plain)["secure"]
        assert "Strict-Transport-Security" not in plain.headers


async def test_without_a_proxy_nobody_can_claim_to_be_encrypted(tmp_path):
    async with inside(quick(tmp_path / "a.db")) as site:
        answer = await call(site, "GET", "/api/me", headers={"X-Forwarded-Proto": "https"})
        assert not _cookie(answer)["secure"]
        assert "Strict-Transport-Security" not in answer.headers


async def test_a_cookie_is_kept_and_a_forged_one_makes_a_new_guest(tmp_path):
    async with inside(quick(tmp_path / "a.db")) as site, people(site.url, "Ann") as (ann,):
        table = await ann.open("mindup")
        mine = ann.cookie
        await ann.get("/api/me")
        assert ann.cookie == mine
        person, _, signature = mine.rpartition(".")
        swapped = "0" if signature[0] != "0" else "1"
        for forged in (
            person,
            f"{person}.",
            f"{person}.{swapped}{signature[1:]}",
            f"x{mine}",
            f".{signature}",
            "." * 500,
        ):
            headers = {"Cookie": f"{COOKIE}={forged}"}
            answer = await call(site, "GET", "/api/me", headers=headers)
            assert answer.json["tables"] == []
            assert _cookie(answer).value not in (mine, forged)
            handshake = await call(site, "GET", f"/ws/{table}", headers=headers)
            assert handshake.problem == (401, "unauthorized")


async def test_a_link_moves_a_guest_to_another_device_once(tmp_path):
    names = ("Ann", "Ann's phone", "Eve")
    async with inside(quick(tmp_path / "a.db")) as site, people(site.url, *names) as three:
        ann, phone, eve = three
        table = await ann.open("mindup")
        link = await of(ann, "POST", "/api/me/link")
        assert link.status == 201
        token = link.json["url"].removeprefix("/device/")
        moved = await of(phone, "POST", "/api/me/device", json={"token": token})
        assert moved.status == 200
        assert [one["table"] for one in moved.json["tables"]] == [table]
        assert phone.cookie.partition(".")[0] == ann.cookie.partition(".")[0]
        again = await of(eve, "POST", "/api/me/device", json={"token": token})
        assert again.problem == (410, "old-link")
        line = await phone.line(table)
        assert line.copy.house["you"] == 0


async def test_a_link_is_good_for_ten_minutes(tmp_path):
    async with inside(quick(tmp_path / "a.db")) as site, people(site.url, "Ann", "Bob") as two:
        ann, bob = two
        await ann.get("/api/me")
        for age, status in ((LINK_VALID_S - 5, 200), (LINK_VALID_S + 5, 410)):
            link = (await of(ann, "POST", "/api/me/link")).json["url"]
            site.later(age)
            used = {"token": link.removeprefix("/device/")}
            assert (await of(bob, "POST", "/api/me/device", json=used)).status == status


async def test_only_a_guest_can_make_a_link(tmp_path):
    async with inside(quick(tmp_path / "a.db")) as site:
        assert (await call(site, "POST", "/api/me/link")).problem == (401, "nobody")


# Safety


SOMEWHERE = [
    ("GET", "/"),
    ("GET", "/t/some-table"),
    ("GET", "/device/some-token"),
    ("GET", "/static/index.html"),
    ("GET", "/static/nothing"),
    ("GET", "/api/tables"),
    ("POST", "/api/tables"),
    ("GET", "/api/tables/nowhere"),
    ("GET", "/api/me"),
    ("DELETE", "/api/me"),
    ("GET", "/api/openapi.json"),
    ("GET", "/healthz"),
    ("GET", "/metrics"),
    ("GET", "/ws/nowhere"),
    ("GET", "/nothing"),
    ("OPTIONS", "/"),
]


@pytest.mark.parametrize(("method", "path"), SOMEWHERE)
async def test_every_response_has_the_safety_headers(tmp_path, method, path):
    async with inside(quick(tmp_path / "a.db")) as site:
        answer = await call(site, method, path)
        assert {name: answer.headers.get(name) for name in HEADERS} == HEADERS
        assert "Access-Control-Allow-Origin" not in answer.headers
        if path.startswith("/api/"):
            assert answer.headers["Cache-Control"] == "no-store"


async def test_refusals_and_handshakes_have_the_safety_headers_too(tmp_path):
    async with inside(quick(tmp_path / "a.db")) as site, people(site.url, "Ann") as (ann,):
        table = await ann.open("mindup")
        line = await ann.line(table)
        shaken = line.socket._response.headers
        foreign = await call(
            site, "POST", "/api/tables", json=NEW, headers={"Origin": "https://evil.example"}
        )
        site.site.requests._size = 0
        site.site.requests._buckets.clear()
        slow = await call(site, "GET", "/")
        assert (foreign.status, slow.status) == (403, 429)
        for headers in (shaken, foreign.headers, slow.headers):
            assert {name: headers.get(name) for name in HEADERS} == HEADERS


async def test_a_mistake_in_the_site_is_noted_and_told_without_details(
    tmp_path, monkeypatch, caplog
):
    async with inside(quick(tmp_path / "a.db")) as site:
        monkeypatch.setattr(site.site.tables, "lobby", lambda: 1 / 0)
        answer = await call(site, "GET", "/api/tables")
        assert answer.problem == (500, "broken")
        assert {name: answer.headers.get(name) for name in HEADERS} == HEADERS
        (record,) = caplog.records
        noted = json.loads(record.getMessage())
        assert (noted["event"], noted["route"]) == ("request_failed", "/api/tables")
        assert "ZeroDivisionError" in noted["trace"]
        caplog.clear()


@pytest.mark.parametrize(
    ("headers", "allowed"),
    [
        ({}, True),
        ({"Origin": "{site}"}, True),
        ({"Origin": "{site}", "Sec-Fetch-Site": "same-origin"}, True),
        ({"Sec-Fetch-Site": "none"}, True),
        ({"Origin": "https://friend.example"}, True),
        ({"Origin": "https://evil.example"}, False),
        ({"Origin": "{site}.evil.example"}, False),
        ({"Origin": "http://localhost:1"}, False),
        ({"Origin": "null"}, False),
        ({"Origin": ""}, False),
        ({"Origin": "http://["}, False),
        ({"Origin": "{site}", "Host": "another.example"}, False),
        ({"Origin": "https://another.example", "Host": "another.example"}, True),
        ({"Sec-Fetch-Site": "cross-site"}, False),
        ({"Sec-Fetch-Site": "same-site"}, False),
    ],
)
async def test_only_the_sites_own_pages_and_no_page_at_all_may_ask(tmp_path, headers, allowed):
    names = {"origins": ("https://friend.example",), "host_names": ("another.example",)}
    config = quick(tmp_path / "a.db", **names)
    async with inside(config) as site, people(site.url, "Ann") as (ann,):
        table = await ann.open("mindup")
        sent = {name: value.format(site=site.url) for name, value in headers.items()}
        answer = await of(ann, "POST", "/api/tables", json=NEW, headers=sent)
        if allowed:
            assert answer.status == 201
            await ann.line(table, headers=sent)
        else:
            assert answer.problem == (403, "other-site")
            with pytest.raises(aiohttp.WSServerHandshakeError) as refused:
                await ann.line(table, headers=sent)
            assert refused.value.status == 403
        assert (await call(site, "GET", "/api/tables", headers=sent)).status == 200


async def test_the_pages_need_no_script_or_style_of_their_own(tmp_path):
    """The content policy forbids both: everything is in files."""
    async with inside(quick(tmp_path / "a.db")) as site:
        for path in ("/", "/t/x", "/device/x"):
            answer = await call(site, "GET", path)
            html = answer.body.decode()
            assert answer.headers["Content-Type"].startswith("text/html")
            assert "unsafe" not in answer.headers["Content-Security-Policy"]
            assert not re.findall(r"<script(?![^>]*\ssrc=)[^>]*>", html)
            assert not re.findall(r"<style|\sstyle\s*=|\son\w+\s*=|javascript:", html)
            for source in re.findall(r"(?:src|href)=\"([^\"]+)\"", html):
                assert source.startswith("/static/")
                assert (STATIC / source.removeprefix("/static/")).is_file()


async def test_odd_bytes_in_a_cookie_are_nobody(tmp_path):
    async with inside(quick(tmp_path / "a.db")) as site:
        reader, writer = await asyncio.open_connection("127.0.0.1", site.port)
        for junk in (b"\xff.\xfe", b'"\\377.\\376"', b"\xc3\x28." + b"\xe2" * 32):
            writer.write(b"GET /api/me HTTP/1.1\r\nHost: x\r\nCookie: tacit=" + junk + b"\r\n\r\n")
            head = await reader.readuntil(b"\r\n\r\n")
            assert head.startswith(b"HTTP/1.1 200")
            await reader.readexactly(int(re.search(rb"Content-Length: (\d+)", head)[1]))
        writer.close()
        await writer.wait_closed()
