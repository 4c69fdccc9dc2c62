"""A WebSocket client that does no more than it must: the load has to cost less than the server.

Messages are passed on as positions in the received bytes; they are neither copied nor decoded.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import cast

MASK = b"\x37\xfa\x21\x3d"
LONGEST = 1024
_MASKS = [int.from_bytes((MASK * (length // 4 + 1))[:length]) for length in range(LONGEST)]
_NONCE = "dGhlIHNhbXBsZSBub25jZQ=="
_ACCEPT = b"s3pPLMBiTxaQ9kYGzzhZRbK+xOo="
TEXT, CLOSE, PING = 0x81, 0x88, 0x89


def frame(message: bytes, kind: int = TEXT) -> bytes:
    """Return a message as a client sends it, masked."""
    length = len(message)
    masked = (int.from_bytes(message) ^ _MASKS[length]).to_bytes(length)
    if length < 126:
        return bytes((kind, 0x80 | length)) + MASK + masked
    return bytes((kind, 0xFE, length >> 8, length & 255)) + MASK + masked


class Connection(asyncio.Protocol):
    """One connection. `message` is called for every text that comes in."""

    def __init__(self) -> None:
        self.write: Callable[[bytes], None]
        self.transport: asyncio.Transport
        self.opened: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self.is_open = False
        self._request = b""
        self._rest = b""

    async def open(self, port: int, path: str, *headers: str) -> None:
        """Connect to a server on this machine."""
        lines = (
            f"GET {path} HTTP/1.1",
            f"Host: 127.0.0.1:{port}",
            "Upgrade: websocket",
            "Connection: Upgrade",
            f"Sec-WebSocket-Key: {_NONCE}",
            "Sec-WebSocket-Version: 13",
            *headers,
        )
        self._request = "\r\n".join((*lines, "", "")).encode()
        await asyncio.get_running_loop().create_connection(lambda: self, "127.0.0.1", port)
        await self.opened

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        self.transport = cast("asyncio.Transport", transport)
        self.write = self.transport.write
        self.write(self._request)

    def connection_lost(self, _error: Exception | None) -> None:
        self.is_open = False
        if not self.opened.done():
            self.opened.set_exception(ConnectionError("the server closed the connection"))

    def _answered(self, data: bytes) -> bytes:
        """Take the answer to the request to open; return what came after it."""
        answer, end, rest = data.partition(b"\r\n\r\n")
        if not end:
            self._rest = data
            return b""
        if not answer.startswith(b"HTTP/1.1 101") or _ACCEPT not in answer:
            if not self.opened.done():
                self.opened.set_exception(ConnectionError(answer.decode()))
            return b""
        self.is_open = True
        self.opened.set_result(None)
        return rest

    def data_received(self, data: bytes) -> None:
        if self._rest:
            data = self._rest + data
            self._rest = b""
        if not self.is_open:
            data = self._answered(data)
        position, size = 0, len(data)
        while size - position >= 2:
            length, start = data[position + 1], position + 2
            if length >= 126:
                start += 2 if length == 126 else 8
                if start > size:
                    break
                length = int.from_bytes(data[position + 2 : start])
            end = start + length
            if end > size:
                break
            kind = data[position]
            if kind == TEXT:
                self.message(data, start, end)
            elif kind == PING:
                self.write(frame(data[start:end], 0x8A))
            elif kind == CLOSE:
                self.transport.close()
            position = end
        if position < size:
            self._rest = data[position:]

    def message(self, data: bytes, start: int, end: int) -> None:
        """Take the message at this position of the data."""
        raise NotImplementedError
