"""The WebSocket's bytes: the handshake, frames, and messages in however many pieces they come.

A library would give each message to a coroutine that waits for it, which costs more than all the
rest of taking it. Here a message is handed over in the call that brought its last byte, and each
frame is counted while it is read. What is spoken is RFC 6455, without extensions.
"""

from __future__ import annotations

import base64
import hashlib
import struct
from collections.abc import Iterator
from enum import IntEnum
from typing import NamedTuple

_MAGIC = b"258EAFA5-E914-47DA-95CA-C5AB0DC85B11"
_KEY_BYTES = 16
_FINAL, _RESERVED, _MASKED = 0x80, 0x70, 0x80
_CONTROL = 0x08
_SHORT = 125
_MASK_BYTES = 4


class Kind(IntEnum):
    """What a frame is."""

    CONTINUATION = 0
    TEXT = 1
    BINARY = 2
    CLOSE = 8
    PING = 9
    PONG = 10


class Code(IntEnum):
    """Why a line is closed, as browsers are told."""

    OK = 1000
    PROTOCOL_ERROR = 1002
    UNSUPPORTED = 1003
    TOO_FAST = 1008
    TOO_BIG = 1009
    RESTART = 1012


class Came(NamedTuple):
    """A whole message, or a control frame."""

    kind: Kind
    payload: bytes


class Broken(Exception):
    """What came is no WebSocket, or too much; nothing after it can be read."""

    def __init__(self, code: Code, reason: str) -> None:
        super().__init__(reason)
        self.code = code


_TEXT = _FINAL | Kind.TEXT
_SHORT_HEADS = [bytes((_TEXT, size)) for size in range(_SHORT + 1)]
_LONG_HEAD = struct.Struct("!BBH")
_LONGEST_HEAD = struct.Struct("!BBQ")


class Reader:
    """Makes messages of what comes over one line.

    >>> list(Reader(100).feed(b"\\x81\\x82mask" + bytes((ord("m") ^ 72, ord("a") ^ 105))))
    [Came(kind=<Kind.TEXT: 1>, payload=b'Hi')]
    """

    __slots__ = ("_begun", "_most", "_parts", "_size")

    def __init__(self, most: int) -> None:
        self._most = most
        """The bytes of the longest message."""
        self._begun = b""
        """A frame of which a part has come."""
        self._parts: list[bytes] | None = None
        """The pieces of a message whose last piece has not come."""
        self._size = 0

    def whole(self, data: bytes) -> bytes | None:
        """Return the message if these bytes are just one short one: by far the most are.

        Nothing is taken if they are not; `feed` reads everything else.
        """
        size = len(data) - 2 - _MASK_BYTES
        if (
            0 <= size <= _SHORT
            and data[0] == _TEXT
            and data[1] == _MASKED | size
            and not self._begun
            and self._parts is None
            and size <= self._most
        ):
            return _unmasked(data, 2, 2 + _MASK_BYTES, size)
        return None

    def feed(self, data: bytes) -> Iterator[Came | None]:
        """Return what has come with some bytes, one for each frame: None for part of a message."""
        if self._begun:
            data, self._begun = self._begun + data, b""
        at, end = 0, len(data)
        while at < end:
            if end - at < 2:
                break
            first, second = data[at], data[at + 1]
            size, head = second & 0x7F, at + 2
            if size > _SHORT:
                head += 2 if size == 126 else 8
                if head > end:
                    break
                size = int.from_bytes(data[at + 2 : head], "big")
            if not second & _MASKED or first & _RESERVED:
                raise Broken(Code.PROTOCOL_ERROR, "no frame of a browser")
            if size > self._most - (0 if first & _CONTROL else self._size):
                raise Broken(Code.TOO_BIG, "too long")
            begin = head + _MASK_BYTES
            if begin + size > end:
                break
            payload = _unmasked(data, head, begin, size)
            at = begin + size
            yield self._take(first, payload)
        self._begun = data[at:]

    def _take(self, first: int, payload: bytes) -> Came | None:
        """Take a frame."""
        final = first & _FINAL
        try:
            kind = Kind(first & 0x0F)
        except ValueError:
            raise Broken(Code.PROTOCOL_ERROR, "no known frame") from None
        if kind >= Kind.CLOSE:
            if not final or len(payload) > _SHORT:
                raise Broken(Code.PROTOCOL_ERROR, "no control frame")
            return Came(kind, payload)
        if kind is Kind.BINARY:
            raise Broken(Code.UNSUPPORTED, "text only")
        if (kind is Kind.CONTINUATION) == (self._parts is None):
            raise Broken(Code.PROTOCOL_ERROR, "pieces out of order")
        parts = self._parts = [] if self._parts is None else self._parts
        if payload:  # endless pieces of nothing must not fill the memory
            parts.append(payload)
            self._size += len(payload)
        if not final:
            return None
        self._parts, self._size = None, 0
        return Came(Kind.TEXT, b"".join(parts))


def _unmasked(data: bytes, head: int, begin: int, size: int) -> bytes:
    """Return the payload of a frame; all its bytes at once, as one large number."""
    mask = data[head:begin] * (size // _MASK_BYTES + 1)
    whole = int.from_bytes(data[begin : begin + size], "little")
    return (whole ^ int.from_bytes(mask[:size], "little")).to_bytes(size, "little")


def frame(payload: bytes, kind: Kind = Kind.TEXT) -> bytes:
    """Return a message as a server sends it: one frame, not masked.

    >>> frame(b"Hi")
    b'\\x81\\x02Hi'
    """
    size = len(payload)
    first = _FINAL | kind
    if size <= _SHORT:
        return (_SHORT_HEADS[size] if first == _TEXT else bytes((first, size))) + payload
    if size < 65536:
        return _LONG_HEAD.pack(first, 126, size) + payload
    return _LONGEST_HEAD.pack(first, 127, size) + payload


def closing(code: int, reason: str = "") -> bytes:
    """Return the frame that closes a line."""
    return frame(code.to_bytes(2, "big") + reason.encode()[: _SHORT - 2], Kind.CLOSE)


def accept(key: str) -> str | None:
    """Return a server's answer to the key of a handshake, or None if it is none.

    >>> accept("dGhlIHNhbXBsZSBub25jZQ==")
    's3pPLMBiTxaQ9kYGzzhZRbK+xOo='
    """
    try:
        if len(base64.b64decode(key, validate=True)) != _KEY_BYTES:
            return None
    except ValueError:
        return None
    digest = hashlib.sha1(key.encode() + _MAGIC, usedforsecurity=False).digest()
    return base64.b64encode(digest).decode()
