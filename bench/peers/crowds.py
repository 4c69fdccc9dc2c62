"""What one hostile address does with all connections it may have, and with files and replays.

Everything else that an adversary does comes from the site's description; these behaviours are about
what lies below it: connections, heads, files, frames and workers.
"""

from __future__ import annotations

import asyncio
import contextlib
import itertools
import os
import re
import socket
from collections.abc import Awaitable, Callable, Coroutine
from typing import Any, Protocol

import tacit
from tacit.games.extreme import LayHand, LiftHand
from tacit.log.replay import dump

CROWD = 380
"""Connections at once: nearly all that an address may have."""
LONG_GAME = 1200
"""Hands laid and lifted again in a true replay: nearly as many events as a site reads."""
GONE = (OSError, TimeoutError, asyncio.IncompleteReadError, RuntimeError)
HOST = b"Host: localhost\r\n"
WAIT_S = 3.0

Streams = tuple[asyncio.StreamReader, asyncio.StreamWriter]


class Target(Protocol):
    """What is attacked; the adversary has one."""

    port: int
    address: str

    @property
    def is_over(self) -> bool:
        """Whether the time is over."""

    async def connect(self) -> Streams:
        """Open a connection."""


class Own(Protocol):
    """The hostile guest's own table, and the cookie they play with."""

    table: str
    cookie: str


Behaviour = Callable[[Any, Any], Awaitable[None]]


def _crowd(once: Callable[[Target, Own], Coroutine[Any, Any, None]], size: int) -> Behaviour:
    """Return a behaviour: one thing, done on many connections over and over."""

    async def work(target: Target, own: Own) -> None:
        while not target.is_over:
            with contextlib.suppress(*GONE):
                await once(target, own)
            await asyncio.sleep(0.02)

    async def behave(target: Target, own: Own) -> None:
        await asyncio.gather(*(work(target, own) for _ in range(size)))

    return behave


async def _send(target: Target, data: bytes, hold_s: float) -> None:
    """Send something, and keep the connection open for a while without reading."""
    _, writer = await target.connect()
    try:
        async with asyncio.timeout(hold_s):
            writer.write(data)
            await writer.drain()
            while not target.is_over:
                await asyncio.sleep(0.2)
    finally:
        writer.transport.abort()


async def _half_head(target: Target, _: Own) -> None:
    """Send all header lines that may be sent, and never the end."""
    lines = b"".join(b"X-%d: %s\r\n" % (number, b"x" * 8000) for number in range(60))
    await _send(target, b"GET /nowhere HTTP/1.1\r\n" + HOST + lines, 20.0)


async def _body(target: Target, _: Own) -> None:
    """Send a body that is refused, in a size of which every connection may wait with some."""
    head = b"POST /api/tables HTTP/1.1\r\n" + HOST + b"Content-Length: 40000\r\n\r\n"
    await _send(target, head + b"x" * 39_000, WAIT_S)


_ODD = itertools.cycle(
    (
        b"GET / HTTP/1.0\r\n\r\n",
        b"HEAD / HTTP/1.1\r\n" + HOST + b"\r\n",
        b"OPTIONS * HTTP/1.1\r\n" + HOST + b"\r\n",
        b"GET http://localhost/api/me HTTP/1.1\r\n" + HOST + b"\r\n",
        b"GET /metrics HTTP/1.1\r\nHost: \xff:99999999\r\n\r\n",
        b"GET /static/" + b"a" * 7000 + b" HTTP/1.1\r\n" + HOST + b"\r\n",
        b"GET /api/me HTTP/1.1\r\n" + HOST + b"Cookie: " + b'a="\\' * 1600 + b"\r\n\r\n",
        b"POST /api/tables HTTP/1.1\r\n" + HOST + b"Content-Length: 1\r\nContent-Length: 2\r\n\r\n",
        b"POST /api/sign-in/code HTTP/1.1\r\n" + HOST + b"Expect: 100-continue\r\n\r\n",
        b"\r\n" * 4000,
    )
)


async def _odd(target: Target, _: Own) -> None:
    """Send what no browser sends."""
    reader, writer = await target.connect()
    try:
        async with asyncio.timeout(WAIT_S):
            writer.write(next(_ODD) * 4)
            await reader.read(65536)
    finally:
        writer.transport.abort()


async def _handshake(target: Target, own: Own, after: bytes) -> None:
    """Open a WebSocket and send some bytes, the request and they in one piece."""
    reader, writer = await target.connect()
    try:
        async with asyncio.timeout(WAIT_S):
            head = (
                f"GET /ws/{own.table} HTTP/1.1\r\nHost: localhost\r\nUpgrade: websocket\r\n"
                "Connection: Upgrade\r\nSec-WebSocket-Version: 13\r\n"
                f"Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\nCookie: {own.cookie}\r\n\r\n"
            )
            writer.write(head.encode() + after)
            while await reader.read(65536):
                pass
    finally:
        writer.transport.abort()


async def _silent(target: Target, own: Own) -> None:
    """Open a WebSocket and say nothing."""
    await _handshake(target, own, b"")


async def _fragments(target: Target, own: Own) -> None:
    """Open a WebSocket and send pings and empty fragments."""
    fragment = b"\x01\x80\0\0\0\0" + b"\x00\x80\0\0\0\0" * 50 + b"\x89\x80\0\0\0\0" * 50
    await _handshake(target, own, fragment)


async def reading_files(target: Target, _: Own) -> None:
    """Ask for the app's files in ranges and whole, and read nothing of them."""
    page = b""
    with contextlib.suppress(*GONE):
        reader, writer = await target.connect()
        writer.write(b"GET / HTTP/1.1\r\n" + HOST + b"Connection: close\r\n\r\n")
        async with asyncio.timeout(WAIT_S):
            page = await reader.read(-1)
        writer.close()
    files = itertools.cycle(sorted(set(re.findall(rb"/static/[\w./-]+", page))) or [b"/worker.js"])
    more = itertools.cycle((b"", b"Range: bytes=0-\r\n", b'If-None-Match: "x"\r\n'))

    async def once(target: Target, _: Own) -> None:
        asking = socket.socket()
        asking.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
        asking.setblocking(False)
        asking.bind((target.address, 0))
        loop = asyncio.get_running_loop()
        with contextlib.closing(asking):
            await loop.sock_connect(asking, ("127.0.0.1", target.port))
            lines = (b"GET %s HTTP/1.1\r\n" % next(files)) + HOST + next(more) + b"\r\n"
            await loop.sock_sendall(asking, lines * 8)
            await asyncio.sleep(WAIT_S)

    await _crowd(once, CROWD)(target, _)


async def bringing_replays(target: Target, own: Own) -> None:
    """Have long, true replays verified and played back."""
    game = tacit.new("extreme", players=2, seed=os.getpid())
    for _ in range(LONG_GAME):
        game.play(0, LayHand(seat=0))
        game.play(0, LiftHand(seat=0))
    while not game.over:
        seat = game.waiting[0]
        game.play(seat, game.legal(seat)[0])
    file = dump(game.replay())
    paths = itertools.cycle((b"verify", b"tape"))

    async def once(target: Target, _: Own) -> None:
        reader, writer = await target.connect()
        head = b"POST /api/replays/%s HTTP/1.1\r\n" % next(paths) + HOST
        try:
            async with asyncio.timeout(WAIT_S * 2):
                writer.write(head + b"Content-Length: %d\r\n\r\n" % len(file) + file)
                await reader.read(65536)
        finally:
            writer.transport.abort()

    await _crowd(once, 20)(target, own)


CROWDS: dict[str, Behaviour] = {
    "crowd heads": _crowd(_half_head, CROWD),
    "crowd bodies": _crowd(_body, CROWD),
    "crowd odd": _crowd(_odd, CROWD),
    "crowd handshakes": _crowd(_silent, CROWD),
    "crowd fragments": _crowd(_fragments, 100),
    "files": reading_files,
    "true replays": bringing_replays,
}
