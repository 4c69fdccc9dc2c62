"""The WebSocket's opening handshake (RFC 6455, section 4.2)."""

from __future__ import annotations

import base64
import hashlib
from collections.abc import Mapping

_MAGIC = b"258EAFA5-E914-47DA-95CA-C5AB0DC85B11"
_KEY_BYTES = 16


class BadHandshake(Exception):
    """The request does not open a WebSocket; its text says why."""


def answer(headers: Mapping[str, str], extra: Mapping[str, str]) -> bytes:
    """Return the response to a handshake, with some headers of ours."""
    tokens = {token.strip().lower() for token in headers.get("Connection", "").split(",")}
    if headers.get("Upgrade", "").lower() != "websocket" or "upgrade" not in tokens:
        raise BadHandshake("This address is for WebSockets.")
    if headers.get("Sec-WebSocket-Version") != "13":
        raise BadHandshake("This site speaks version 13 of WebSocket only.")
    accepted = accept_key(headers.get("Sec-WebSocket-Key", ""))
    if accepted is None:
        raise BadHandshake("Sec-WebSocket-Key must be 16 bytes in base64.")
    told = {"Upgrade": "websocket", "Connection": "Upgrade", "Sec-WebSocket-Accept": accepted}
    lines = [f"{name}: {value}\r\n" for name, value in (*told.items(), *extra.items())]
    return f"HTTP/1.1 101 Switching Protocols\r\n{''.join(lines)}\r\n".encode()


def accept_key(key: str) -> str | None:
    """Return what proves that the server read the key of a handshake; None if it is no key.

    >>> accept_key("dGhlIHNhbXBsZSBub25jZQ==")
    's3pPLMBiTxaQ9kYGzzhZRbK+xOo='
    """
    try:
        if len(base64.b64decode(key, validate=True)) != _KEY_BYTES:
            return None
    except ValueError:
        return None
    digest = hashlib.sha1(key.encode() + _MAGIC, usedforsecurity=False).digest()
    return base64.b64encode(digest).decode()
