"""One hostile address: everything it does to a site that is running on this machine.

`python adversary.py PORT ADDRESS BEHAVIOUR SECONDS` does one thing as hard as it can, then stops.
What can be done is not listed here: the requests come from the site's own description
(`/api/openapi.json`), the messages from the records of the protocol. A new endpoint or message is
attacked from the day it exists.
"""

from __future__ import annotations

import asyncio
import contextlib
import gzip
import http.client
import itertools
import json
import os
import random
import sys
import time
from collections.abc import Awaitable, Callable, Iterator
from functools import cache
from typing import Any, NamedTuple

import msgspec.inspect as inspected
import uvloop
from peers.crowds import CROWDS

from tacit.table.decide.requests import AnyRequest
from tacit.table.tell.messages import ClientMessage, Do

CONNECTIONS = 20
SLOW_CONNECTIONS = 300
MOST_BYTES = 2**20
CHUNKED = b"1\r\nx\r\n" * (MOST_BYTES // 6) + b"0\r\n\r\n"
DRIPPED = b"POST /api/tables HTTP/1.1\r\nHost: x\r\nContent-Length: 900\r\n\r\n" * 9
SLOW_BYTES = 10
"""What a slow client sends at once."""
AT_ONCE = 64
"""Requests or messages sent without reading an answer."""
MESSAGE_BYTES = 4000
"""As large as a message may be, nearly."""
GONE = (OSError, TimeoutError, asyncio.IncompleteReadError, RuntimeError)
"""How a connection ends that the site has closed; uvloop says it with a RuntimeError."""
JSON = "Content-Type: application/json\r\n"


class Target(NamedTuple):
    """What is attacked, from where, and until when."""

    port: int
    address: str
    until: float

    @property
    def is_over(self) -> bool:
        return time.monotonic() >= self.until

    async def connect(self) -> tuple[asyncio.StreamReader, asyncio.StreamWriter]:
        return await asyncio.open_connection(
            "127.0.0.1", self.port, local_addr=(self.address, 0), limit=2**20
        )


class Endpoint(NamedTuple):
    """A method and a path; what stands in braces is filled in."""

    method: str
    path: str

    @property
    def group(self) -> str:
        """Endpoints that are attacked together."""
        parts = self.path.strip("/").split("/")
        return "/".join(parts[:2]) if parts[0] == "api" else parts[0] or "home"

    def head(self, filled: dict[str, str], more: str = "") -> bytes:
        path = self.path
        for name, value in filled.items():
            path = path.replace(f"{{{name}}}", value)
        cookie = f"Cookie: {filled['cookie']}\r\n" if filled.get("cookie") else ""
        return f"{self.method} {path} HTTP/1.1\r\nHost: localhost\r\n{cookie}{more}".encode()


class Own(NamedTuple):
    """The hostile guest's own table, and the cookie they play with."""

    table: str
    cookie: str


PAGES = (Endpoint("GET", "/"), Endpoint("GET", "/nowhere/at/all"), Endpoint("PUT", "/"))
"""What the description leaves out."""


def endpoints(description: dict[str, Any]) -> list[Endpoint]:
    """Return everything that can be asked for."""
    described = [
        Endpoint(method.upper(), path)
        for path, methods in description["paths"].items()
        for method in methods
        if method in ("get", "post", "put", "delete", "patch")
    ]
    return [*PAGES, *described]


def groups(description: dict[str, Any]) -> dict[str, list[Endpoint]]:
    """Return the endpoints by group."""
    found: dict[str, list[Endpoint]] = {}
    for endpoint in endpoints(description):
        found.setdefault(endpoint.group, []).append(endpoint)
    return found


# Shapes of requests: each is sent over one connection.

_NUMBERS = itertools.count()


def _big(one: Endpoint, own: dict[str, str]) -> Iterator[bytes]:
    if one.method == "GET":
        yield one.head(own) + b"".join(b"X-%d: %s\r\n" % (n, b"x" * 8000) for n in range(120))
        yield b"\r\n"
        return
    body = b'{"name":"' + b"x" * (MOST_BYTES - 11) + b'"}'
    yield one.head(own, f"{JSON}Content-Length: {len(body)}\r\n\r\n") + body


@cache
def _bomb() -> bytes:
    return gzip.compress(bytes(2**24), 9) * 64  # a megabyte that would be a gigabyte


def _compressed(one: Endpoint, own: dict[str, str]) -> Iterator[bytes]:
    size = f"{JSON}Content-Encoding: gzip\r\nContent-Length: {len(_bomb())}\r\n\r\n"
    yield one.head(own, size) + _bomb()


def _chunked(one: Endpoint, own: dict[str, str]) -> Iterator[bytes]:
    yield one.head(own, f"{JSON}Transfer-Encoding: chunked\r\n\r\n") + CHUNKED


def _pipelined(one: Endpoint, own: dict[str, str]) -> Iterator[bytes]:
    for _ in range(4):
        yield one.head(own, "Content-Length: 0\r\n\r\n") * AT_ONCE


def _repeated(one: Endpoint, own: dict[str, str]) -> Iterator[bytes]:
    body = json.dumps({"name": f"n{next(_NUMBERS)}", "game": "mindup", "token": "x" * 40}).encode()
    if one.method == "GET":
        body = b""
    yield one.head(own, f"{JSON}Content-Length: {len(body)}\r\n\r\n") + body


def _malformed(one: Endpoint, own: dict[str, str]) -> Iterator[bytes]:
    wrong = (b"no colon\r\n\r\n", b"Content-Length: -1\r\n\r\n", b"X: \x00\r\n\r\n", b": \r\n\r\n")
    yield one.head(own) + wrong[next(_NUMBERS) % len(wrong)]


def _expecting(one: Endpoint, own: dict[str, str]) -> Iterator[bytes]:
    yield one.head(own, f"{JSON}Expect: the-moon\r\nContent-Length: 10\r\n\r\n")


def _broken_off(one: Endpoint, own: dict[str, str]) -> Iterator[bytes]:
    yield one.head(own, f"{JSON}Content-Length: 1000\r\n\r\n") + b'{"name":'


def _slow(one: Endpoint, own: dict[str, str]) -> Iterator[bytes]:
    sent = b"".join(_repeated(one, own))
    for begin in range(0, len(sent), SLOW_BYTES):
        yield sent[begin : begin + SLOW_BYTES]


SHAPES: dict[str, Callable[[Endpoint, dict[str, str]], Iterator[bytes]]] = {
    "big": _big,
    "compressed": _compressed,
    "chunked": _chunked,
    "pipelined": _pipelined,
    "repeated": _repeated,
    "malformed": _malformed,
    "expecting": _expecting,
    "half-closed": _broken_off,
    "slow": _slow,
}


async def _once(target: Target, shape: str, one: Endpoint, own: dict[str, str]) -> None:
    """Open a connection, send a request in some shape, and read what comes of it."""
    reader, writer = await target.connect()
    try:
        async with asyncio.timeout(3):
            for part in SHAPES[shape](one, own):
                writer.write(part)
                await writer.drain()
                if shape == "slow":
                    await asyncio.sleep(0.1)
            if shape == "half-closed":
                writer.write_eof()
            if shape == "repeated":
                for _ in range(AT_ONCE):
                    await reader.readuntil(b"\r\n\r\n")
                    writer.write(b"".join(_repeated(one, own)))
            while await reader.read(65536):
                pass
    finally:
        writer.transport.abort()


def filled_in(own: Own) -> dict[str, str]:
    """Return what stands in a path instead of its names in braces, and the cookie."""
    filled = {"table": own.table, "number": "1", "room": "x" * 30, "token": "x" * 30}
    club = {"group": "x" * 16, "evening": "x" * 16, "day": "2026-11-18"}
    return filled | club | {"game": "mindup", "cookie": own.cookie}


def asking(shape: str, targets: list[Endpoint]) -> Callable[[Target, Own], Awaitable[None]]:
    """Return a behaviour: some endpoints, asked for in a shape over many connections."""

    async def behave(target: Target, own: Own) -> None:
        filled = filled_in(own)
        turns = itertools.cycle(targets)

        async def work() -> None:
            while not target.is_over:
                with contextlib.suppress(*GONE):
                    await _once(target, shape, next(turns), filled)
                await asyncio.sleep(0)

        await asyncio.gather(*(work() for _ in range(CONNECTIONS)))

    return behave


async def connecting(target: Target, _: Own) -> None:
    """Open connections and close them again."""

    async def work() -> None:
        while not target.is_over:
            with contextlib.suppress(*GONE):
                _, writer = await target.connect()
                writer.transport.abort()
            await asyncio.sleep(0)

    await asyncio.gather(*(work() for _ in range(CONNECTIONS)))


async def dripping(target: Target, _: Own) -> None:
    """Send requests a byte at a time over many connections."""

    async def work() -> None:
        while not target.is_over:
            with contextlib.suppress(*GONE):
                _, writer = await target.connect()
                for byte in (
                    b"POST /api/tables HTTP/1.1\r\nHost: x\r\nContent-Length: 900\r\n\r\n" * 9
                ):
                    writer.write(bytes((byte,)))
                    await writer.drain()
                    await asyncio.sleep(0.05)
                    if target.is_over:
                        break
                writer.transport.abort()
            await asyncio.sleep(0.01)

    await asyncio.gather(*(work() for _ in range(SLOW_CONNECTIONS)))


async def not_reading(target: Target, own: Own) -> None:
    """Ask for a lot, and read nothing of it."""

    async def work() -> None:
        while not target.is_over:
            with contextlib.suppress(*GONE):
                _, writer = await target.connect()
                writer.transport.pause_reading()
                cookie = f"Cookie: {own.cookie}\r\n"
                asked = (
                    f"GET /api/openapi.json HTTP/1.1\r\nHost: localhost\r\n{cookie}\r\n".encode()
                )
                for _ in range(50):
                    writer.write(asked)
                    async with asyncio.timeout(1):
                        await writer.drain()
                    await asyncio.sleep(0.05)
                writer.transport.abort()
            await asyncio.sleep(0.01)

    await asyncio.gather(*(work() for _ in range(CONNECTIONS * 5)))


# Messages over WebSockets


def _value(kind: inspected.Type, size: int) -> Any:
    """Return a value of a type, as large as it may be."""
    match kind:
        case inspected.StrType():
            return "x" * min(size, kind.max_length or size)
        case inspected.IntType():
            return 1
        case inspected.BoolType():
            return True
        case inspected.FloatType():
            return 1.0
        case inspected.LiteralType():
            return kind.values[0]
        case inspected.UnionType():
            return _value(kind.types[0], size)
        case inspected.StructType():
            return _record(kind, size)
        case inspected.DictType():
            return {"kind": "x" * size}
    return None


def _record(kind: inspected.StructType, size: int) -> dict[str, Any]:
    tag = {} if kind.tag_field is None else {kind.tag_field: kind.tag}
    return tag | {field.encode_name: _value(field.type, size) for field in kind.fields}


def _tag(kind: type) -> str:
    return str(kind.__struct_config__.tag)


def messages(size: int) -> dict[str, dict[str, Any]]:
    """Return a message of each kind, its texts of some size."""
    found = {}
    for kind in ClientMessage.__args__:
        if kind is not Do:
            info = inspected.type_info(kind)
            assert isinstance(info, inspected.StructType)
            found[_tag(kind)] = _record(info, size)
    for asked in AnyRequest.__args__:
        info = inspected.type_info(asked)
        assert isinstance(info, inspected.StructType)
        found[f"do {_tag(asked)}"] = {"type": "do", "id": "x", "request": _record(info, size)}
    return found


def _frame(message: dict[str, Any]) -> bytes:
    data = json.dumps(message).encode()
    head = b"\x81" + (bytes((0x80 | len(data),)) if len(data) < 126 else b"\xfe")
    if len(data) >= 126:
        head += len(data).to_bytes(2, "big")
    return head + bytes(4) + data  # a mask of zeros


async def _open_socket(
    target: Target, own: Own
) -> tuple[asyncio.StreamReader, asyncio.StreamWriter]:
    reader, writer = await target.connect()
    writer.write(
        f"GET /ws/{own.table} HTTP/1.1\r\nHost: localhost\r\nUpgrade: websocket\r\n"
        "Connection: Upgrade\r\nSec-WebSocket-Version: 13\r\n"
        f"Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\nCookie: {own.cookie}\r\n\r\n".encode()
    )
    await reader.readuntil(b"\r\n\r\n")
    return reader, writer


async def _swallow(reader: asyncio.StreamReader) -> None:
    with contextlib.suppress(*GONE):
        while await reader.read(65536):
            pass


def saying(
    message: dict[str, Any], *, at_once: int, pause_s: float, connections: int = CONNECTIONS
) -> Callable[[Target, Own], Awaitable[None]]:
    """Return a behaviour: one message over and over, on many connections that come back."""
    hello = _frame({"type": "hello", "protocol": 1})

    def fresh() -> bytes:
        if message["type"] == "do":
            return _frame(message | {"id": f"m{next(_NUMBERS)}"})
        return _frame(message)

    async def work(target: Target, own: Own) -> None:
        while not target.is_over:
            with contextlib.suppress(*GONE):
                reader, writer = await _open_socket(target, own)
                writer.write(hello)
                swallow = asyncio.create_task(_swallow(reader))
                while not target.is_over and not swallow.done():
                    writer.write(b"".join(fresh() for _ in range(at_once)))
                    async with asyncio.timeout(3):
                        await writer.drain()
                    await asyncio.sleep(pause_s)
                writer.transport.abort()
                await swallow
            await asyncio.sleep(0.01)

    async def behave(target: Target, own: Own) -> None:
        await asyncio.gather(*(work(target, own) for _ in range(connections)))

    return behave


async def proposing(target: Target, own: Own) -> None:
    """Propose, refuse, pause and go on as fast as is allowed, then have everything told at once."""
    actions = [{"kind": "propose-star"}, {"kind": "refuse-star"}, {"kind": "stop"}]
    doing = [{"do": "act", "action": action} for action in actions]
    requests = [*doing, {"do": "pause"}, {"do": "resume"}]
    turns = itertools.cycle({"type": "do", "id": "", "request": one} for one in requests)
    half = Target(
        target.port, target.address, time.monotonic() + (target.until - time.monotonic()) / 2
    )
    while not half.is_over:
        with contextlib.suppress(*GONE):
            reader, writer = await _open_socket(half, own)
            writer.write(_frame({"type": "hello", "protocol": 1}))
            swallow = asyncio.create_task(_swallow(reader))
            while not half.is_over and not swallow.done():
                writer.write(_frame(next(turns) | {"id": f"m{next(_NUMBERS)}"}))
                await asyncio.sleep(0.06)
            writer.transport.abort()
            await swallow
    hello = {"type": "hello", "protocol": 1, "version": 0}
    await saying(hello, at_once=19, pause_s=1.0, connections=176)(target, own)


async def idling(target: Target, _: Own) -> None:
    """Use a processor, and leave the site alone: what a busy machine costs by itself."""
    while not target.is_over:
        sum(range(20_000))
        await asyncio.sleep(0)


Behaviour = Callable[[Target, Own], Awaitable[None]]


def catalogue(description: dict[str, Any]) -> dict[str, Behaviour]:
    """Return everything that a hostile address does, by name."""
    found: dict[str, Behaviour] = {}
    for group, some in groups(description).items():
        for shape in SHAPES:
            found[f"{shape} {group}"] = asking(shape, some)
    found |= {"connect": connecting, "drip": dripping, "never-read": not_reading}
    found |= {"propose": proposing} | CROWDS
    for name, message in messages(MESSAGE_BYTES // 2).items():
        found[f"largest {name}"] = saying(message, at_once=8, pause_s=0.2)
    for name, message in messages(8).items():
        found[f"fastest {name}"] = saying(message, at_once=AT_ONCE, pause_s=0.0)
        old = message | ({"version": 0, "protocol": 0} if name == "hello" else {"seen": 0})
        found[f"oldest {name}"] = saying(old, at_once=3, pause_s=0.15, connections=100)
    return found


def mixed(everything: dict[str, Behaviour], seed: int) -> Behaviour:
    """Return all behaviours by turns, a second each, in an order of its own."""

    async def behave(target: Target, own: Own) -> None:
        names = sorted(everything)
        random.Random(seed).shuffle(names)
        for name in itertools.cycle(names):
            if target.is_over:
                return
            until = min(target.until, time.monotonic() + 1.0)
            await everything[name](Target(target.port, target.address, until), own)

    return behave


def _own_table(port: int, address: str, game: str) -> Own:
    connection = http.client.HTTPConnection(
        "127.0.0.1", port, timeout=10, source_address=(address, 0)
    )
    with contextlib.closing(connection):
        bots = {"mindup": ["greedy", "greedy"], "extreme": ["metronome"]}[game]
        body = json.dumps({"game": game, "name": "Eve", "bots": bots, "start": True})
        connection.request("POST", "/api/tables", body, {"Content-Type": "application/json"})
        answer = connection.getresponse()
        made = json.loads(answer.read())
        cookie = (answer.getheader("Set-Cookie") or "").partition(";")[0]
        return Own(made.get("table", "none"), cookie)


def described(port: int, address: str = "127.0.0.1") -> dict[str, Any]:
    """Return what a site says of itself."""
    connection = http.client.HTTPConnection(
        "127.0.0.1", port, timeout=10, source_address=(address, 0)
    )
    with contextlib.closing(connection):
        connection.request("GET", "/api/openapi.json")
        return json.loads(connection.getresponse().read())


def main() -> None:
    port, address, name, seconds = sys.argv[1:]
    os.nice(10)  # the players' devices are elsewhere, and are not slowed down by it
    everything = catalogue(described(int(port), address))
    extreme = name in ("propose", "oldest hello", "fastest do pause")
    own = _own_table(int(port), address, "extreme" if extreme else "mindup")
    everything |= {"calm": idling, "mixed": mixed(everything, int(address.rsplit(".", 1)[-1]))}
    target = Target(int(port), address, time.monotonic() + float(seconds))
    uvloop.run(everything[name](target, own))


if __name__ == "__main__":
    main()
