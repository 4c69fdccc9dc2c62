"""Servers that only pass a message on to the four of a group, each with another WebSocket.

python echo_server.py aiohttp|picows|websockets|wsproto|own
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

from tacit.server.transport.handshake import accept_key
from tacit.server.transport.websocket import FrameReader, Opcode, frame

SIZE = 4
ANSWER = bytes(300)
"""About as long as the message about a move."""

HELLO = (
    "HTTP/1.1 101 Switching Protocols\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
    "Sec-WebSocket-Accept: {}\r\n\r\n"
)

Send = Callable[[bytes], Any]
_numbers = count()
_groups: dict[int, list[Send]] = {}


def join(send: Send) -> list[Send]:
    """Return the group of the next one who comes."""
    group = _groups.setdefault(next(_numbers) // SIZE, [])
    group.append(send)
    return group


async def with_aiohttp() -> int:
    """A coroutine for each connection waits for the next message."""

    async def connection(request: web.Request) -> web.WebSocketResponse:
        socket = web.WebSocketResponse(compress=False)
        await socket.prepare(request)
        group = join(socket.send_str)
        async for message in socket:
            if message.type is WSMsgType.TEXT:
                for send in group:
                    await send(ANSWER.decode())
        return socket

    app = web.Application()
    app.router.add_get("/", connection)
    runner = web.AppRunner(app, access_log=None)
    await runner.setup()
    await web.TCPSite(runner, "127.0.0.1", 0, backlog=4096).start()
    return int(runner.addresses[0][1])


async def with_picows() -> int:
    """A protocol in C that calls back."""
    from picows import WSListener, WSMsgType, ws_create_server  # noqa: PLC0415 - it may be missing

    class Listener(WSListener):  # type: ignore[misc]
        def on_ws_connected(self, transport: Any) -> None:
            self.group = join(lambda data: transport.send(WSMsgType.TEXT, data))

        def on_ws_frame(self, _transport: Any, came: Any) -> None:
            if came.msg_type == WSMsgType.TEXT:
                came.get_payload_as_bytes()
                for send in self.group:
                    send(ANSWER)

    server = await ws_create_server(lambda _: Listener(), "127.0.0.1", 0)
    return int(server.sockets[0].getsockname()[1])


class Sansio(asyncio.Protocol):
    """A protocol on the transport that gives its bytes to a reader without I/O."""

    def __init__(self) -> None:
        self._group: list[Send] | None = None

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        self._transport = cast("asyncio.Transport", transport)

    def data_received(self, data: bytes) -> None:
        if self._group is None:
            self._transport.write(self.handshake(data))
            self._group = join(self.send)
            return
        for _ in range(self.messages(data)):
            for send in self._group:
                send(ANSWER)

    def handshake(self, data: bytes) -> bytes:
        """Return the answer to a request."""
        raise NotImplementedError

    def messages(self, data: bytes) -> int:
        """Read bytes; return how many messages have come."""
        raise NotImplementedError

    def send(self, payload: bytes) -> None:
        """Send a text message."""
        raise NotImplementedError


class Own(Sansio):
    """What the site does (`transport.websocket`)."""

    def __init__(self) -> None:
        super().__init__()
        self._reader = FrameReader(4096)

    def handshake(self, data: bytes) -> bytes:
        key = data.partition(b"Sec-WebSocket-Key: ")[2].partition(b"\r\n")[0].decode()
        return HELLO.format(accept_key(key)).encode()

    def messages(self, data: bytes) -> int:
        if self._reader.whole(data) is not None:
            return 1
        came = self._reader.feed(data)
        return sum(one is not None and one.opcode is Opcode.TEXT for one in came)

    def send(self, payload: bytes) -> None:
        self._transport.write(frame(payload))


def with_websockets() -> type[Sansio]:
    """The library's `ServerProtocol`, without its coroutines."""
    from websockets import frames  # noqa: PLC0415 - it may be missing
    from websockets.http11 import Request  # noqa: PLC0415
    from websockets.server import ServerProtocol  # noqa: PLC0415

    class Websockets(Sansio):
        def __init__(self) -> None:
            super().__init__()
            self._protocol = ServerProtocol(max_size=4096)

        def handshake(self, data: bytes) -> bytes:
            protocol = self._protocol
            protocol.receive_data(data)
            (request,) = protocol.events_received()
            assert isinstance(request, Request)
            protocol.send_response(protocol.accept(request))
            return b"".join(protocol.data_to_send())

        def messages(self, data: bytes) -> int:
            self._protocol.receive_data(data)
            came = self._protocol.events_received()
            return sum(
                isinstance(one, frames.Frame) and one.opcode == frames.Opcode.TEXT for one in came
            )

        def send(self, payload: bytes) -> None:
            self._protocol.send_text(payload)
            for data in self._protocol.data_to_send():
                self._transport.write(data)

    return Websockets


def with_wsproto() -> type[Sansio]:
    """The library's `WSConnection`."""
    from wsproto import ConnectionType, WSConnection  # noqa: PLC0415 - it may be missing
    from wsproto.events import AcceptConnection, TextMessage  # noqa: PLC0415

    class Wsproto(Sansio):
        def __init__(self) -> None:
            super().__init__()
            self._protocol = WSConnection(ConnectionType.SERVER)

        def handshake(self, data: bytes) -> bytes:
            self._protocol.receive_data(data)
            list(self._protocol.events())
            return bytes(self._protocol.send(AcceptConnection()))

        def messages(self, data: bytes) -> int:
            self._protocol.receive_data(data)
            return sum(isinstance(one, TextMessage) for one in self._protocol.events())

        def send(self, payload: bytes) -> None:
            self._transport.write(self._protocol.send(TextMessage(data=payload.decode())))

    return Wsproto


async def with_sansio(made: type[Sansio]) -> int:
    """Serve with a protocol on the transport."""
    server = await asyncio.get_running_loop().create_server(made, "127.0.0.1", 0, backlog=4096)
    return int(server.sockets[0].getsockname()[1])


SANSIO: dict[str, Callable[[], type[Sansio]]] = {
    "own": lambda: Own,
    "websockets": with_websockets,
    "wsproto": with_wsproto,
}


async def main(kind: str) -> None:
    """Serve until standard input is closed."""
    if kind in SANSIO:
        port = await with_sansio(SANSIO[kind]())
    else:
        port = await {"aiohttp": with_aiohttp, "picows": with_picows}[kind]()
    print(json.dumps({"port": port}), flush=True)
    stop = asyncio.Event()
    asyncio.get_running_loop().add_reader(sys.stdin, stop.set)
    await stop.wait()


if __name__ == "__main__":
    uvloop.run(main(sys.argv[1]))
