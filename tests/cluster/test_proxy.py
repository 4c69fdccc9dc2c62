"""The proxy in front of the nodes, run with nodes that answer when a test lets them."""

from __future__ import annotations

import asyncio
import os
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

import aiohttp
from aiohttp import web
from aiohttp.test_utils import TestServer

from tacit.server.cluster.workers import CADDYFILE, caddy_program
from tacit.server.transport.heartbeat import EVERY_S
from tests.cluster.ports import free_ports

TIMES = {
    "connection": "/readyz 250ms 1500ms 2s",
    "api": "/readyz 500ms 5s 60s",
    "wait": "lb_try_duration 5s",
}
"""How long the proxy waits for what; a test need not wait as long."""
SLOW = 6


@asynccontextmanager
async def proxied(folder: Path, *nodes: TestServer, **changes: str) -> AsyncIterator[str]:
    """Run the real proxy before some nodes, with other times in its settings; yield its address."""
    text = CADDYFILE.read_text()
    for old, new in changes.items():
        assert TIMES[old] in text
        text = text.replace(TIMES[old], new)
    config = folder / "Caddyfile"
    config.write_text(text)
    (port,) = free_ports(1)
    url = f"http://127.0.0.1:{port}"
    addresses = " ".join(f"127.0.0.1:{node.port}" for node in nodes)
    proxy = await asyncio.create_subprocess_exec(
        *(caddy_program(), "run", "--adapter", "caddyfile", "--config", str(config)),
        env=os.environ | {"TACIT_SITE": url, "TACIT_NODES": addresses, "TACIT_CADDY_ADMIN": "off"},
        stderr=asyncio.subprocess.DEVNULL,
    )
    try:
        async with asyncio.timeout(20):
            while True:
                try:
                    _, writer = await asyncio.open_connection("127.0.0.1", port)
                    writer.close()
                    break
                except OSError:
                    await asyncio.sleep(0.05)
        yield url
    finally:
        proxy.kill()
        await proxy.wait()
        for node in nodes:
            await node.close()


async def test_slow_answers_of_one_visitor_take_no_node_away_from_the_others(tmp_path):
    nodes = [await _node(name) for name in ("one", "two")]
    async with (
        proxied(tmp_path, *nodes, api="/readyz 500ms 200ms 60s") as url,
        aiohttp.ClientSession(url) as http,
    ):
        async with asyncio.timeout(20):
            while (home := await _who_answers(http)) is None:
                await asyncio.sleep(0.05)
        slow = [http.post("/api/tables/calm-otter/slow") for _ in range(SLOW)]
        statuses = [response.status for response in await asyncio.gather(*slow)]
        assert set(statuses) == {504}
        assert await _who_answers(http) == home


async def test_all_requests_of_an_evening_meet_on_one_node(tmp_path):
    """Else each node reads it, and calls time at its tables."""
    nodes = [await _node(name) for name in ("one", "two")]
    async with proxied(tmp_path, *nodes) as url, aiohttp.ClientSession(url) as http:
        async with asyncio.timeout(20):
            while await _who_answers(http) is None:
                await asyncio.sleep(0.05)
        homes = []
        for evening in range(12):
            paths = [f"/api/evenings/{evening}{rest}" for rest in ("", "/rounds/1", "/join")]
            answers = {(await _answer(http, path))[1] for path in paths}
            assert len(answers) == 1
            homes += answers
        assert set(homes) == {b"one", b"two"}


async def test_the_connections_of_a_node_that_says_nothing_are_closed(tmp_path):
    """A paused node neither sends anything nor closes what it has; the players come back."""
    nodes = [await _node("one")]
    async with (
        proxied(tmp_path, *nodes, connection="/readyz 250ms 1500ms 200ms") as url,
        aiohttp.ClientSession(url) as http,
    ):
        whole, hung = await http.ws_connect("/ws/whole"), await http.ws_connect("/ws/hung")
        async with asyncio.timeout(20):
            assert (await hung.receive()).type is not aiohttp.WSMsgType.TEXT
            assert hung.closed
            for _ in range(5):
                assert (await whole.receive()).data == "still here"


def test_nodes_speak_often_enough_for_the_proxy():
    timeout_s = float(TIMES["connection"].rpartition(" ")[2].removesuffix("s"))
    assert TIMES["connection"] in CADDYFILE.read_text()
    assert timeout_s > 2 * EVERY_S, "one pulse may be late"
    assert timeout_s <= 2.0, "with the way back that is a silence below three seconds"


async def test_without_a_database_pages_are_served_and_the_api_says_why(tmp_path):
    nodes = [await _node(name, ready=False) for name in ("one", "two")]
    async with (
        proxied(tmp_path, *nodes, wait="lb_try_duration 300ms") as url,
        aiohttp.ClientSession(url) as http,
    ):
        async with asyncio.timeout(20):  # until the proxy has asked them
            while (found := await _answer(http, "/api/tables"))[0] != 503:
                await asyncio.sleep(0.05)
        refused = b'{"key":"not-read","text":"The games cannot be read. Try again later."}'
        assert found == (503, refused)
        for path in ("/", "/t/calm-otter", "/rules/mindup", "/static/a.js", "/replay"):
            assert (await _answer(http, path))[0] == 200, path


async def _answer(http: aiohttp.ClientSession, path: str) -> tuple[int, bytes]:
    async with http.get(path) as answer:
        return answer.status, await answer.read()


async def _node(name: str, *, ready: bool = True) -> TestServer:
    async def answer(request: web.Request) -> web.StreamResponse:
        if request.path.endswith("/slow"):
            await asyncio.sleep(60)
        away = request.path == "/readyz" and not ready
        return web.Response(text=name, status=503 if away else 200)

    async def line(request: web.Request) -> web.StreamResponse:
        socket = web.WebSocketResponse()
        await socket.prepare(request)
        while request.path == "/ws/whole":
            await socket.send_str("still here")
            await asyncio.sleep(0.05)
        await socket.receive()
        return socket

    app = web.Application()
    app.router.add_get("/ws/{table}", line)
    app.router.add_route("*", "/{anything:.*}", answer)
    server = TestServer(app, host="127.0.0.1")
    await server.start_server()
    return server


async def _who_answers(http: aiohttp.ClientSession) -> str | None:
    async with http.get("/t/calm-otter") as response:
        return await response.text() if response.status == 200 else None
