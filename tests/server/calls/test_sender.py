"""A delivery is sent once more if the server was busy, and never if it may have arrived."""

from __future__ import annotations

import asyncio
import threading
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from functools import partial

import pytest
from aiohttp import web
from aiohttp.test_utils import TestServer

from tacit.server.calls import sender as senders
from tacit.server.calls.sender import AT_ONCE, AT_ONCE_BY_PARTY, PARTY_RATE, Delivery, Sender
from tests.server.calls.test_public_address import delivered
from tests.server.client import eventually


@pytest.mark.parametrize(
    ("answers", "told", "tries"),
    [
        ((201,), 201, 1),
        ((503, 201), 201, 2),
        ((429, 201), 201, 2),
        ((503, 503, 201), 503, 2),
        ((500, 201), 500, 1),
        ((410, 201), 410, 1),
    ],
)
async def test_only_a_server_that_is_busy_is_asked_again_and_only_once(
    monkeypatch, answers, told, tries
):
    monkeypatch.setattr(senders, "RETRY_AFTER_S", 0.01)
    reached: list[bytes] = []

    async def take(request: web.Request) -> web.Response:
        reached.append(await request.read())
        return web.Response(status=answers[len(reached) - 1])

    app = web.Application()
    app.router.add_post("/", take)
    server = TestServer(app, host="127.0.0.1")
    await server.start_server()
    sender = Sender(to_loopback=True)
    try:
        assert await delivered(sender, f"http://127.0.0.1:{server.port}/", b"your turn") == told
        assert reached == [b"your turn"] * tries
    finally:
        sender.close()
        await server.close()


async def silent(_host: str, _port: int) -> list[str]:
    """Look a name up at a name server that never answers."""
    await asyncio.Event().wait()
    return []


@asynccontextmanager
async def chat() -> AsyncIterator[tuple[str, list[web.Request]]]:
    """A chat's server; yield its address, and what it was asked."""
    asked: list[web.Request] = []

    async def take(request: web.Request) -> web.Response:
        asked.append(request)
        return web.Response()

    app = web.Application()
    app.router.add_post("/", take)
    server = TestServer(app, host="127.0.0.1")
    await server.start_server()
    try:
        yield f"http://127.0.0.1:{server.port}/", asked
    finally:
        await server.close()


async def test_servers_that_never_answer_hold_up_only_the_deliveries_of_who_named_them():
    """Each has a domain of its own, so nothing but the party says that they belong together."""
    given_up: list[int | None] = []
    sender = Sender(to_loopback=True, lookup=silent)
    urls = [f"https://dark{number}.example/" for number in range(3 * AT_ONCE)]
    deliveries = [Delivery(url, b"x", {}, given_up.append, "Eve") for url in urls]
    try:
        async with chat() as (url, _):
            assert sender.take(lambda: deliveries)
            assert await delivered(sender, url) == 200
        assert sender._slots is not None
        assert sender._looking[("party", "Eve")] <= AT_ONCE_BY_PARTY
    finally:
        sender.close()


async def test_a_party_has_few_deliveries_waiting_and_others_are_still_taken(monkeypatch):
    monkeypatch.setattr(senders, "MOST_BY_PARTY", 3)
    sender = Sender(to_loopback=True, lookup=silent)
    deliveries = [
        Delivery(f"https://dark{one}.example/", b"x", {}, party="Eve") for one in range(9)
    ]
    try:
        async with chat() as (url, _):
            assert sender.take(lambda: deliveries)
            assert await delivered(sender, url) == 200
        assert sender._by_party["Eve"] == 3
    finally:
        sender.close()


def test_a_party_has_a_delivery_a_second_in_the_long_run():
    now = 0.0
    sender = Sender(clock=lambda: now)
    assert sum(sender.admits("Eve") for _ in range(1000)) == PARTY_RATE[1]
    assert sender.admits("Bob")
    now = 10.0
    assert sum(sender.admits("Eve") for _ in range(1000)) == 10


async def test_a_server_that_a_guest_chose_learns_no_versions():
    sender = Sender(to_loopback=True)
    try:
        async with chat() as (url, asked):
            assert await delivered(sender, url) == 200
        assert asked[0].headers["User-Agent"] == "Tacit"
    finally:
        sender.close()


async def test_a_newer_job_takes_the_place_of_the_one_that_waits():
    """However fast the turns of one table are, the calls of others wait for few of them."""
    written: list[int] = []
    busy, may_go = threading.Semaphore(0), threading.Event()

    def hold() -> list[Delivery]:
        busy.release()
        may_go.wait(20)
        return []

    def job(number: int) -> list[Delivery]:
        written.append(number)
        return []

    sender = Sender(to_loopback=True)
    try:
        for _ in range(2):
            sender.take(hold)
            await asyncio.to_thread(busy.acquire)
        assert all(sender.take(partial(job, number), "turn K7QF") for number in range(1000))
        sender.take(partial(job, -1), "turn other")
        assert sender._waiting == 4
        may_go.set()
        await eventually(lambda: sender._waiting == 0)
        assert sorted(written) == [-1, 999]
        assert sender._unwritten == {}
    finally:
        may_go.set()
        sender.close()


def test_the_log_is_told_now_and_then_of_what_is_dropped(monkeypatch):
    now, told = 0.0, []
    monkeypatch.setattr(senders, "note", lambda event, **more: told.append((event, more)))
    sender = Sender(clock=lambda: now)
    while sender.admits("Eve"):
        pass
    for _ in range(999):
        sender.admits("Eve")
    assert told == [("calls_dropped", {"why": "party", "count": 1})]
    now = senders.TOLD_EVERY_S
    for _ in range(20):
        sender.admits("Eve")
    assert told[1:] == [("calls_dropped", {"why": "party", "count": 1000})]


async def test_what_waits_is_still_sent_when_the_site_stops(monkeypatch):
    monkeypatch.setattr(senders, "DRAIN_S", 20.0)
    told: list[int | None] = []
    sender = Sender(to_loopback=True)
    async with chat() as (url, _):
        deliveries = [Delivery(url, b"x", {}, told.append, str(one)) for one in range(40)]
        assert sender.take(lambda: deliveries)
        await asyncio.to_thread(sender.close)
        assert told == [200] * 40


async def test_servers_that_never_answer_do_not_keep_a_site_from_stopping(monkeypatch):
    monkeypatch.setattr(senders, "DRAIN_S", 0.01)
    told: list[int | None] = []
    sender = Sender(to_loopback=True, lookup=silent)
    assert sender.take(lambda: [Delivery("https://dark.example/", b"x", {}, told.append)])
    await asyncio.to_thread(sender.close)
    assert sender._thread is not None
    assert not sender._thread.is_alive()
    assert told == []
