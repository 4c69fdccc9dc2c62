"""A client that does not read its answer holds a connection, memory or a file only for so long."""

from __future__ import annotations

import asyncio
import socket

import pytest
from aiohttp import web

from tacit.server.http import pages
from tests.server.client import eventually
from tests.server.sites import inside, quick, roomy

SIZE = 12 * 2**20
"""More than the system takes at once, less than an address may have waiting."""


async def _large(_: web.Request) -> web.Response:
    return web.Response(body=bytes(SIZE))


async def _ask(port: int, path: str) -> socket.socket:
    asking = socket.socket()
    asking.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
    asking.setblocking(False)
    loop = asyncio.get_running_loop()
    await loop.sock_connect(asking, ("127.0.0.1", port))
    await loop.sock_sendall(asking, f"GET {path} HTTP/1.1\r\nHost: localhost\r\n\r\n".encode())
    return asking


@pytest.mark.parametrize("path", ["/large", "/static/large"])
async def test_an_answer_that_is_not_read_is_dropped(path, tmp_path, monkeypatch):
    with (tmp_path / "large").open("wb") as file:
        file.truncate(SIZE)
    monkeypatch.setattr(
        pages, "ROUTES", [web.get("/large", _large), web.static("/static", tmp_path)]
    )
    config = quick(tmp_path / "a.db", limits=roomy(send_seconds=0.2, head_seconds=60.0))
    async with inside(config) as site:
        asking = await _ask(site.port, path)
        acceptor = site.site.acceptor
        await eventually(lambda: acceptor.open_connections == 1)
        await eventually(lambda: acceptor.open_connections == 0)
        assert site.site.budgets.usage().held_bytes == 0
        asking.close()
