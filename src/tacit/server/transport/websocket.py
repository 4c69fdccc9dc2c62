"""The WebSocket's frames: RFC 6455 without extensions, and without I/O.

A message is returned by the call that brought its last byte, and each frame is counted while it is
read. Decision 10 says why this is not a library.
"""

from __future__ import annotations

import codecs
import struct
from collections.abc import Iterator
from enum import IntEnum
from typing import NamedTuple

_FINAL, _RESERVED, _MASKED = 0x80, 0x70, 0x80
_SHORT_BYTES = 125
"""The longest payload whose length is in the header's second byte, and of a control frame."""
_MASK_BYTES = 4
_CLOSE_CODES = frozenset((*range(1000, 1004), *range(1007, 1015)))
"""The codes that a close frame may carry, besides those of applications."""
_APPLICATION_CODES = range(3000, 5000)
_Utf8Decoder = codecs.getincrementaldecoder("utf-8")


class Opcode(IntEnum):
    """What a frame is."""

    CONTINUATION = 0
    TEXT = 1
    BINARY = 2
    CLOSE = 8
    PING = 9
    PONG = 10


class CloseCode(IntEnum):
    """Why a connection is closed, as browsers are told."""

    OK = 1000
    PROTOCOL_ERROR = 1002
    UNSUPPORTED = 1003
    INVALID_TEXT = 1007
    TOO_FAST = 1008
    TOO_BIG = 1009
    RESTART = 1012


class Message(NamedTuple):
    """A whole text message, or a control frame."""

    opcode: Opcode
    payload: bytes


class ProtocolError(Exception):
    """The bytes are no WebSocket, or too many; nothing after them can be read."""

    def __init__(self, code: CloseCode, reason: str) -> None:
        super().__init__(reason)
        self.code = code


_TEXT = _FINAL | Opcode.TEXT
_SHORT_HEADERS = [bytes((_TEXT, size)) for size in range(_SHORT_BYTES + 1)]
_HEADER_16 = struct.Struct("!BBH")
_HEADER_64 = struct.Struct("!BBQ")


class FrameReader:
    """Turns the bytes of one client into messages.

    >>> list(FrameReader(100).feed(b"\\x81\\x82mask" + bytes((ord("m") ^ 72, ord("a") ^ 105))))
    [Message(opcode=<Opcode.TEXT: 1>, payload=b'Hi')]
    """

    __slots__ = ("_buffer", "_decoder", "_max_bytes", "_parts", "_size_bytes")

    def __init__(self, max_bytes: int) -> None:
        self._max_bytes = max_bytes
        """The size of the longest message."""
        self._buffer = b""
        """The beginning of a frame that is not complete."""
        self._parts: list[bytes] | None = None
        """The fragments of a message that is not complete."""
        self._size_bytes = 0
        self._decoder: codecs.IncrementalDecoder | None = None

    def whole(self, data: bytes) -> bytes | None:
        """Return the message if the bytes are exactly one short one, as they nearly always are.

        Otherwise nothing is consumed; `feed` reads everything else.
        """
        size = len(data) - 2 - _MASK_BYTES
        if (
            0 <= size <= _SHORT_BYTES
            and data[0] == _TEXT
            and data[1] == _MASKED | size
            and not self._buffer
            and self._parts is None
            and size <= self._max_bytes
        ):
            payload = _unmasked(data, 2, 2 + _MASK_BYTES, size)
            if not payload.isascii():
                _check_text(payload)
            return payload
        return None

    def feed(self, data: bytes) -> Iterator[Message | None]:
        """Yield one item for each complete frame: None for a fragment of a message to come."""
        if self._buffer:
            data, self._buffer = self._buffer + data, b""
        at, end = 0, len(data)
        while end - at >= 2:
            first, second = data[at], data[at + 1]
            size, head = second & 0x7F, at + 2
            opcode = self._opcode(first, second)
            if size > _SHORT_BYTES:
                head += 2 if size == 126 else 8
                if head > end:
                    break
                size = int.from_bytes(data[at + 2 : head], "big")
            if size > self._max_bytes - (0 if opcode >= Opcode.CLOSE else self._size_bytes):
                raise ProtocolError(CloseCode.TOO_BIG, "message too long")
            begin = head + _MASK_BYTES
            if begin + size > end:
                break
            payload = _unmasked(data, head, begin, size)
            at = begin + size
            yield self._take(opcode, payload, is_final=bool(first & _FINAL))
        self._buffer = data[at:]

    def _opcode(self, first: int, second: int) -> Opcode:
        """Return what a frame is; ProtocolError if it may not come now."""
        if not second & _MASKED or first & _RESERVED:
            raise ProtocolError(CloseCode.PROTOCOL_ERROR, "not masked, or a reserved bit is set")
        try:
            opcode = Opcode(first & 0x0F)
        except ValueError:
            raise ProtocolError(CloseCode.PROTOCOL_ERROR, "unknown opcode") from None
        if opcode >= Opcode.CLOSE:
            if not first & _FINAL or second & 0x7F > _SHORT_BYTES:
                raise ProtocolError(CloseCode.PROTOCOL_ERROR, "control frame too long or divided")
        elif opcode is Opcode.BINARY:
            raise ProtocolError(CloseCode.UNSUPPORTED, "text only")
        elif (opcode is Opcode.CONTINUATION) == (self._parts is None):
            raise ProtocolError(CloseCode.PROTOCOL_ERROR, "fragments out of order")
        return opcode

    def _take(self, opcode: Opcode, payload: bytes, *, is_final: bool) -> Message | None:
        if opcode >= Opcode.CLOSE:
            if opcode is Opcode.CLOSE:
                _check_close(payload)
            return Message(opcode, payload)
        if self._parts is None:
            if is_final:
                _check_text(payload)
                return Message(Opcode.TEXT, payload)
            self._parts, self._decoder = [], _Utf8Decoder()
        assert self._decoder is not None
        try:
            self._decoder.decode(payload, is_final)
        except UnicodeDecodeError:
            raise ProtocolError(CloseCode.INVALID_TEXT, "not UTF-8") from None
        parts = self._parts
        if payload:  # endless empty fragments must not fill the memory
            parts.append(payload)
            self._size_bytes += len(payload)
        if not is_final:
            return None
        self._parts, self._decoder, self._size_bytes = None, None, 0
        return Message(Opcode.TEXT, b"".join(parts))


def _check_text(payload: bytes) -> None:
    try:
        payload.decode()
    except UnicodeDecodeError:
        raise ProtocolError(CloseCode.INVALID_TEXT, "not UTF-8") from None


def _check_close(payload: bytes) -> None:
    """Check a close frame: empty, or a valid code and a reason in UTF-8."""
    if not payload:
        return
    code = int.from_bytes(payload[:2], "big")
    if len(payload) < 2 or not (code in _CLOSE_CODES or code in _APPLICATION_CODES):
        raise ProtocolError(CloseCode.PROTOCOL_ERROR, "invalid close code")
    _check_text(payload[2:])


def _unmasked(data: bytes, head: int, begin: int, size: int) -> bytes:
    """Return the payload of a frame: one XOR of two large numbers beats a loop over bytes."""
    mask = data[head:begin] * (size // _MASK_BYTES + 1)
    whole = int.from_bytes(data[begin : begin + size], "little")
    return (whole ^ int.from_bytes(mask[:size], "little")).to_bytes(size, "little")


def frame(payload: bytes, opcode: Opcode = Opcode.TEXT) -> bytes:
    """Return a frame as a server sends it: final and not masked.

    >>> frame(b"Hi")
    b'\\x81\\x02Hi'
    """
    size = len(payload)
    first = _FINAL | opcode
    if size <= _SHORT_BYTES:
        return (_SHORT_HEADERS[size] if first == _TEXT else bytes((first, size))) + payload
    if size < 65536:
        return _HEADER_16.pack(first, 126, size) + payload
    return _HEADER_64.pack(first, 127, size) + payload


def close_frame(code: int, reason: str = "") -> bytes:
    """Return the frame that closes a connection."""
    return frame(code.to_bytes(2, "big") + reason.encode()[: _SHORT_BYTES - 2], Opcode.CLOSE)
