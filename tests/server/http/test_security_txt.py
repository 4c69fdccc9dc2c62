"""Where to report a hole is told (RFC 9116), and what to attack is not: no versions anywhere."""

from __future__ import annotations

import asyncio
from datetime import UTC, datetime, timedelta

import pytest

from tacit.cli import main
from tests.server.answers import call
from tests.server.client import people
from tests.server.sites import inside, quick

PATH = "/.well-known/security.txt"


def _fields(body: bytes) -> dict[str, str]:
    return dict(line.split(": ", 1) for line in body.decode().splitlines())


async def test_security_txt_names_the_hosts_contact_and_does_not_expire(tmp_path):
    config = quick(tmp_path / "a.db", security_contact="mailto:ann@club.example")
    async with inside(config) as site:
        for _ in range(2):
            answer = await call(site, "GET", PATH)
            assert answer.status == 200
            assert answer.headers["Content-Type"] == "text/plain; charset=utf-8"
            fields = _fields(answer.body)
            assert fields["Contact"] == "mailto:ann@club.example"
            expires = datetime.fromisoformat(fields["Expires"])
            now = datetime.fromtimestamp(site.site.clock() / 1000, UTC)
            assert timedelta(days=30) < expires - now < timedelta(days=365)
            site.later(400 * 24 * 3600)


async def test_security_txt_of_a_site_below_a_path_is_at_the_root_as_well(tmp_path):
    config = quick(tmp_path / "a.db", base_path="/tacit", security_contact="https://a.example/")
    async with inside(config) as site:
        for path in (PATH, f"/tacit{PATH}"):
            answer = await call(site, "GET", path)
            assert _fields(answer.body)["Contact"] == "https://a.example/"


async def test_a_site_whose_host_names_no_contact_has_no_security_txt(tmp_path):
    async with inside(quick(tmp_path / "a.db")) as site:
        assert (await call(site, "GET", PATH)).status == 404


def test_a_contact_that_is_none_is_refused_in_one_line(tmp_path, capsys):
    wrong = ["--security-contact", "ask\nContact: evil", "--db", f"{tmp_path}/a.db"]
    assert main(["serve", "--port", "0", *wrong]) == 2
    told = capsys.readouterr().err
    assert told.startswith("tacit: --security-contact must be an e-mail address or a URI")
    assert told.count("\n") == 1


MALFORMED = [
    b"GET / HTTP/1.1\r\nHost: x\r\nbad header line\r\n\r\n",
    b"\x16\x03\x01\x02\x00\r\n\r\n",
    b"GET / HTTP/9.9\r\n\r\n",
    b"POST /api/tables HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\nzz\r\n",
    b"GET / HTTP/1.1\r\nHost: x\r\nA: " + b"a" * 100_000 + b"\r\n\r\n",
    b"GET / HTTP/1.1\r\nHost: x\r\nExpect: wonders\r\nConnection: close\r\n\r\n",
    b"GET /nowhere HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n",
    b"GET /static/none.js HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n",
    b"BREW / HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n",
    b"GET / HTTP/1.1\r\nHost: evil.example\r\nConnection: close\r\n\r\n",
]


@pytest.mark.parametrize("request_bytes", MALFORMED, ids=lambda one: repr(one[:40]))
async def test_no_answer_tells_versions_however_wrong_the_request(request_bytes, tmp_path):
    async with inside(quick(tmp_path / "a.db")) as site:
        reader, writer = await asyncio.open_connection("127.0.0.1", site.port)
        writer.write(request_bytes)
        async with asyncio.timeout(10):
            head = (await reader.readuntil(b"\r\n\r\n")).decode().lower()
        writer.close()
    assert "\r\nserver: tacit\r\n" in head
    assert "aiohttp" not in head
    assert "python" not in head


async def test_no_page_and_no_handshake_tells_versions(tmp_path):
    async with inside(quick(tmp_path / "a.db")) as site, people(site.url, "Ann") as (ann,):
        for path in ("/", "/api/tables", "/healthz", "/metrics", PATH):
            assert (await call(site, "GET", path)).headers["Server"] == "tacit"
        line = await ann.line(await ann.open("mindup"))
        assert line.socket._response.headers["Server"] == "tacit"
