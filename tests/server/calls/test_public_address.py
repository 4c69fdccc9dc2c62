"""Nothing is ever sent into the host's own network, however its address is written or resolved."""

from __future__ import annotations

import asyncio
import threading

import pytest
from aiohttp import web
from aiohttp.test_utils import TestServer

from tacit.server.calls.public_address import (
    NotPublic,
    is_public,
    look_up,
    public_addresses,
    url_fault,
)
from tacit.server.calls.sender import AT_ONCE, AT_ONCE_BY_PARTY, MOST_BYTES, Delivery, Sender

INSIDE = (
    "0.0.0.0",
    "10.1.2.3",
    "100.64.0.1",
    "127.0.0.1",
    "127.1.2.3",
    "169.254.169.254",
    "172.16.0.1",
    "192.168.1.1",
    "198.18.0.1",
    "224.0.0.1",
    "240.0.0.1",
    "255.255.255.255",
    "::",
    "::1",
    "::ffff:10.0.0.1",
    "::ffff:7f00:1",
    "64:ff9b::a00:1",
    "64:ff9b:1::1",
    "2001:0:4136:e378:8000:63bf:3fff:fdd2",
    "2001:db8::1",
    "2002:7f00:1::",
    "fc00::1",
    "fd00:ec2::254",
    "fe80::1",
    "fe80::1%eth0",
    "fec0::1",
    "ff02::1",
    "localhost",
    "",
)
OUTSIDE = ("1.1.1.1", "8.8.8.8", "2606:4700::1111", "::ffff:1.1.1.1")


def test_addresses_inside_a_network_are_not_public():
    assert [one for one in INSIDE if is_public(one)] == []
    assert [one for one in OUTSIDE if not is_public(one)] == []


@pytest.mark.parametrize(
    "url",
    [
        "http://hooks.example.org/",
        "https://127.0.0.1/",
        "https://[::1]/",
        "https://[::ffff:10.0.0.1]/",
        "https://[fe80::1%25eth0]/",
        "https://169.254.169.254/latest/meta-data",
        "https://me:secret@hooks.example.org/",
        "https://hooks.example.org:99999/",
        "https://hooks.example.org:0/",
        "https://[1::2/",
        "https:///path",
        "//hooks.example.org",
        "file:///etc/passwd",
        "gopher://hooks.example.org/",
        "https://hooks.example.org/a b",
        "https://hooks.example.org/\r\nHost: x",
        "https://höoks.example.org/",
        "https://2130706433/",
        "https://0x7f000001/",
        "https://0177.0.0.1/",
        "https://127.1/",
        "https://127.0.0.1./",
        "https://0/",
        "https://hooks.example.org/" + "x" * 1000,
        "",
    ],
)
def test_an_address_that_shows_what_it_is_is_refused_at_once(url):
    assert url_fault(url) is not None
    assert url_fault(url, to_loopback=True) is not None


def test_a_refused_address_is_told_how_it_is_written():
    assert "ASCII letters, digits and signs" in (url_fault("https://höoks.example.org/") or "")
    assert "xn--" in (url_fault("https://hooks.example.org/a b") or "")
    assert url_fault("https://xn--hoks-5qa.example.org/") is None
    assert "1000 characters" in (url_fault("https://hooks.example.org/" + 1000 * "ö") or "")


def test_an_https_address_is_taken_and_loopback_in_tests_only():
    assert url_fault("https://hooks.example.org/T/B?wait=1") is None
    assert url_fault("https://1.1.1.1:8443/") is None
    assert url_fault("http://127.0.0.1:80/") is not None
    assert url_fault("http://127.0.0.1:80/", to_loopback=True) is None


@pytest.mark.parametrize("host", ["2130706433", "0x7f000001", "0177.0.0.1", "127.1", "localhost"])
async def test_other_ways_to_write_an_address_are_looked_up_and_refused(host):
    with pytest.raises((NotPublic, OSError)):
        await public_addresses(host, 443, look_up)


async def test_a_name_with_one_address_inside_is_refused():
    async def lookup(_host: str, _port: int) -> list[str]:
        return ["1.1.1.1", "10.0.0.1"]

    with pytest.raises(NotPublic):
        await public_addresses("hooks.example.org", 443, lookup)


async def delivered(sender: Sender, url: str, body: bytes = b"x") -> int | None:
    """Send a delivery; return the status that came back."""
    told: list[int | None] = []
    done = threading.Event()

    def answered(status: int | None) -> None:
        told.append(status)
        done.set()

    assert sender.take(lambda: [Delivery(url, body, {}, answered)])
    assert await asyncio.to_thread(done.wait, 20)
    return told[0]


async def test_a_name_that_changes_its_address_is_looked_up_once_and_not_believed():
    """The first answer is public, the next would be this machine: there is no next one."""
    asked: list[str] = []
    reached: list[str] = []

    async def lookup(host: str, _port: int) -> list[str]:
        asked.append(host)
        return ["240.0.0.1" if len(asked) > 9 else "127.0.0.1"]

    async def take(request: web.Request) -> web.Response:
        reached.append(request.path)
        return web.Response()

    app = web.Application()
    app.router.add_post("/{path:.*}", take)
    server = TestServer(app, host="127.0.0.1")
    await server.start_server()
    sender = Sender(lookup=lookup)
    try:
        assert await delivered(sender, f"https://hooks.example.org:{server.port}/") is None
        assert asked == ["hooks.example.org"]
        assert reached == []
    finally:
        sender.close()
        await server.close()


async def test_a_name_server_that_is_silent_holds_up_no_other_delivery():
    """However many go to its names; nor do these take all threads when their time is up."""
    asked, given_up = [], []
    ever = asyncio.Event()

    async def lookup(host: str, _port: int) -> list[str]:
        asked.append(host)
        await ever.wait()
        return []

    async def take(_: web.Request) -> web.Response:
        return web.Response()

    app = web.Application()
    app.router.add_post("/", take)
    server = TestServer(app, host="127.0.0.1")
    await server.start_server()
    sender = Sender(to_loopback=True, lookup=lookup)
    urls = [f"https://n{number}.silent.example/" for number in range(3 * AT_ONCE)]
    deliveries = [Delivery(url, b"x", {}, given_up.append, "Eve") for url in urls]
    try:
        assert sender.take(lambda: deliveries)
        assert await delivered(sender, f"http://127.0.0.1:{server.port}/") == 200
        assert given_up == []
        assert len(asked) <= AT_ONCE_BY_PARTY
    finally:
        sender.close()
        await server.close()


async def test_a_redirect_is_an_answer_and_not_followed_and_large_messages_stay_here():
    reached: list[str] = []

    async def take(request: web.Request) -> web.Response:
        reached.append(request.path)
        return web.Response(status=302, headers={"Location": "/inside"})

    app = web.Application()
    app.router.add_route("*", "/{path:.*}", take)
    server = TestServer(app, host="127.0.0.1")
    await server.start_server()
    sender = Sender(to_loopback=True)
    url = f"http://127.0.0.1:{server.port}/hook"
    try:
        assert await delivered(sender, url) == 302
        assert await delivered(sender, url, b"x" * (MOST_BYTES + 1)) is None
        assert reached == ["/hook"]
    finally:
        sender.close()
        await server.close()
    assert not sender.take(list), "it is closed"
