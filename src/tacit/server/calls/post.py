"""Posts one message over a connection of its own, and reads no more than the status of the answer.

The guest who named a server may own it. So nothing is read after the first line, which is short: an
HTTP client would parse interim answers (`100 Continue`) for as long as they come.
"""

from __future__ import annotations

import asyncio
import re
import ssl
from collections.abc import Mapping, Sequence
from functools import cache, partial
from urllib.parse import SplitResult, quote, urlsplit

CONNECT_S = 1.5
"""For an address, if the host has another one after it."""
MOST_LINE_BYTES = 4096
USER_AGENT = "Tacit"
"""A server that a guest chose learns no versions."""
PORTS = {"https": 443, "http": 80}
_STATUS = re.compile(rb"HTTP/1\.[01] ([2-5][0-9]{2})[ \r\n]")
"""Statuses below 200 are no answers: the answer would come after them."""
_UNQUOTED = "%/:=&?~+!$,;'@()*[]-._"


@cache
def tls() -> ssl.SSLContext:
    """Return what checks the certificates of servers."""
    context = ssl.create_default_context()
    context.set_alpn_protocols(["http/1.1"])
    return context


def port_of(at: SplitResult) -> int:
    """Return the port of an address."""
    return at.port or PORTS[at.scheme]


async def post(
    url: str, addresses: Sequence[str], headers: Mapping[str, str], body: bytes
) -> int | None:
    """Send a message to the first of a host's addresses that takes it; return the status.

    None if the answer is none of HTTP. OSError or ValueError if nothing could be sent.
    """
    at = urlsplit(url)
    sent = _request(at, headers, body)
    reader, writer = await _connected(at, addresses)
    try:
        writer.write(sent)
        await writer.drain()
        found = _STATUS.match(await reader.readline())
        return None if found is None else int(found[1])
    finally:
        writer.transport.abort()  # to close TLS properly would mean to read on


async def _connected(
    at: SplitResult, addresses: Sequence[str]
) -> tuple[asyncio.StreamReader, asyncio.StreamWriter]:
    """Return a connection to the host: by TLS, unless it is a test's on loopback."""
    is_secure = at.scheme == "https"
    connect = partial(
        asyncio.open_connection,
        port=port_of(at),
        limit=MOST_LINE_BYTES,
        ssl=tls() if is_secure else None,
        server_hostname=(at.hostname or "").rstrip(".") if is_secure else None,
    )
    *others, last = addresses
    for address in others:
        try:
            async with asyncio.timeout(CONNECT_S):
                return await connect(address)
        except OSError:
            continue
    return await connect(last)


def _request(at: SplitResult, headers: Mapping[str, str], body: bytes) -> bytes:
    host = at.hostname or ""
    named = f"[{host}]" if ":" in host else host
    port = "" if port_of(at) == PORTS[at.scheme] else f":{at.port}"
    query = f"?{quote(at.query, _UNQUOTED)}" if at.query else ""
    lines = [
        f"POST {quote(at.path or '/', _UNQUOTED)}{query} HTTP/1.1",
        f"Host: {named}{port}",
        f"User-Agent: {USER_AGENT}",
        "Accept: */*",
        "Connection: close",
        f"Content-Length: {len(body)}",
        *(f"{name}: {value}" for name, value in headers.items()),
    ]
    if not all(line.isprintable() for line in lines):  # no line may break into two
        raise ValueError("a header holds a character that cannot be printed")
    return "\r\n".join([*lines, "", ""]).encode() + body
