"""Servers that only pass a message on to the four of a group, each with another WebSocket.

python echo_server.py aiohttp|picows|own
"""

from __future__ import annotations

import asyncio
import json
import sys
from collections.abc import Callable
from itertools import count
from typing import Any, cast

import uvloop
from aiohttp import WSMsgType, web

from tacit.server.transport.websocket import Kind, Reader, accept, frame

GROUP = 4
ANSWER = bytes(300)
"""About as long as what is told of a move."""

HELLO = (
    "HTTP/1.1 101 Switching Protocols\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
    "Sec-WebSocket-Accept: {}\r\n\r\n"
)

Send = Callable[[bytes], Any]
_numbers = count()
_groups: dict[int, list[Send]] = {}


def join(send: Send) -> list[Send]:
    """Return the group of the next one who comes."""
    group = _groups.setdefault(next(_numbers) // GROUP, [])
    group.append(send)
    return group


async def with_aiohttp() -> int:
    """A coroutine for each line waits for the next message."""

    async def line(request: web.Request) -> web.WebSocketResponse:
        socket = web.WebSocketResponse(compress=False)
        await socket.prepare(request)
        group = join(socket.send_str)
        async for message in socket:
            if message.type is WSMsgType.TEXT:
                for send in group:
                    await send(ANSWER.decode())
        return socket

    app = web.Application()
    app.router.add_get("/", line)
    runner = web.AppRunner(app, access_log=None)
    await runner.setup()
    await web.TCPSite(runner, "127.0.0.1", 0, backlog=4096).start()
    return int(runner.addresses[0][1])


async def with_picows() -> int:
    """A protocol in C that calls back."""
    from picows import WSListener, WSMsgType, ws_create_server  # noqa: PLC0415 - it may be missing

    class Line(WSListener):  # type: ignore[misc]
        def on_ws_connected(self, transport: Any) -> None:
            self.group = join(lambda data: transport.send(WSMsgType.TEXT, data))

        def on_ws_frame(self, _transport: Any, came: Any) -> None:
            if came.msg_type == WSMsgType.TEXT:
                came.get_payload_as_bytes()
                for send in self.group:
                    send(ANSWER)

    server = await ws_create_server(lambda _: Line(), "127.0.0.1", 0)
    return int(server.sockets[0].getsockname()[1])


class OwnLine(asyncio.Protocol):
    """What the site does: a protocol of its own on the transport (`transport.websocket`)."""

    def __init__(self) -> None:
        self._reader = Reader(4096)
        self._group: list[Send] | None = None

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        self._transport = cast("asyncio.Transport", transport)

    def data_received(self, data: bytes) -> None:
        if self._group is None:
            key = data.partition(b"Sec-WebSocket-Key: ")[2].partition(b"\r\n")[0].decode()
            lines = (
                "HTTP/1.1 101 Switching Protocols",
                "Upgrade: websocket",
                "Connection: Upgrade",
            )
            answer = "\r\n".join((*lines, f"Sec-WebSocket-Accept: {accept(key)}", "", ""))
            self._transport.write(answer.encode())
            self._group = join(lambda payload: self._transport.write(frame(payload)))
            return
        for came in self._reader.feed(data):
            if came is not None and came.kind is Kind.TEXT:
                for send in self._group:
                    send(ANSWER)


async def with_own() -> int:
    """The site's own reader and frames."""
    server = await asyncio.get_running_loop().create_server(OwnLine, "127.0.0.1", 0, backlog=4096)
    return int(server.sockets[0].getsockname()[1])


async def main(kind: str) -> None:
    """Serve until standard input is closed."""
    port = await {"aiohttp": with_aiohttp, "picows": with_picows, "own": with_own}[kind]()
    print(json.dumps({"port": port}), flush=True)
    stop = asyncio.Event()
    asyncio.get_running_loop().add_reader(sys.stdin, stop.set)
    await stop.wait()


if __name__ == "__main__":
    uvloop.run(main(sys.argv[1]))
