"""HTTP requests that are right, wrong, or no HTTP at all."""

from __future__ import annotations

import asyncio
import contextlib
import random
import re
from collections import Counter
from pathlib import Path

import msgspec

from tacit.server.http.pages import HEADERS
from tests.server.client import Person
from tests.server.good_will import finish
from tests.server.mutants import Mutants
from tests.server.sites import inside, quick
from tests.server.troubles import no_troubles

AT_ONCE = 64
"""Requests under way at the same time."""
TIMEOUT_S = 0.2
"""Seconds for an answer: the site waits for the rest of a request that will never be whole."""
REQUESTS = (
    ("GET", "/", b""),
    ("GET", "/healthz", b""),
    ("GET", "/metrics", b""),
    ("GET", "/api/openapi.json", b""),
    ("GET", "/api/me", b""),
    ("GET", "/api/tables", b""),
    ("GET", "/api/tables/TABLE", b""),
    ("GET", "/api/tables/TABLE/games/1", b""),
    ("GET", "/static/index.html", b""),
    ("GET", "/t/TABLE", b""),
    ("GET", "/ws/TABLE", b""),
    ("POST", "/api/tables", b'{"game":"mindup","name":"Ann","bots":["random"],"start":false}'),
    ("POST", "/api/tables", b'{"game":"extreme","name":"Ann","settings":{"public":true}}'),
    ("POST", "/api/tables/TABLE/join", b'{"name":"Bob","contribution":"abcd","watch":true}'),
    ("POST", "/api/me/link", b""),
    ("GET", "/api/box", b""),
    ("POST", "/api/score/mindup", b'{"order":[2,4,1,5,3],"tableaux":[[22,13,25],[1]]}'),
    ("POST", "/api/score/extreme", b'{"colour":"white","pile":[7,14,28,20]}'),
    ("POST", "/api/me/device", b'{"token":"abcdef"}'),
)
HEADER_LINES = (
    "Origin: http://x",
    "Origin: http://[",
    "Origin: null",
    "Cookie: tacit=\xff\xfe.\xff",
    'Cookie: tacit="a;b"; tacit=x.y; =;;',
    "Content-Encoding: gzip",
    "Content-Encoding: br",
    "Transfer-Encoding: chunked",
    "Content-Type: text/\xff",
    "Content-Type: multipart/form-data; boundary=x",
    "Range: bytes=0-999999999999",
    "Range: bytes=-",
    "If-Modified-Since: yesterday",
    "Expect: 100-continue",
    "Expect: a miracle",
    "Upgrade: websocket",
    "Sec-WebSocket-Key: x",
    "Sec-WebSocket-Version: 99",
    "X-Forwarded-For: ,,,",
    "X-Forwarded-Proto: gopher",
    "Accept-Encoding: *;q=0",
    "Connection: Upgrade, keep-alive",
    "Host: \xff",
    "Host:",
    "X: " + "y" * 9000,
)


class Caller:
    """Makes HTTP requests that are right, wrong, or no HTTP at all."""

    def __init__(self, rng: random.Random, table: str, cookie: str) -> None:
        self._rng = rng
        self._table = table
        self._cookie = cookie
        self._mutants = Mutants(rng)

    def draw(self) -> bytes:
        rng = self._rng
        method, path, body = rng.choice(REQUESTS)
        path = path.replace("TABLE", self._table if rng.random() < 0.7 else "%FFx")
        dice = rng.random()
        if dice < 0.3:
            body = self._mutants.garble(body)
        elif dice < 0.5 and body:
            value = msgspec.json.decode(body)
            body = self._mutants.write(self._mutants.change(value))
        if rng.random() < 0.1:
            method = rng.choice(("PUT", "DELETE", "OPTIONS", "HEAD", "PATCH", "TRACE", "BREW"))
        if rng.random() < 0.15:
            noise = rng.choice(("%00", "/../", "?a=b#c", "%zz", "\xe9", "//", "é" * 40, "a" * 70))
            cut = rng.randrange(len(path) + 1)
            path = path[:cut] + noise + path[cut:]
        lines = [f"{method} {path} HTTP/1.1", "Host: 127.0.0.1", "Connection: close"]
        if rng.random() < 0.5:
            lines.append(f"Cookie: tacit={self._cookie}")
        length = len(body) if rng.random() < 0.9 else rng.choice((0, 5, len(body) // 2))
        lines.append(f"Content-Length: {length}")
        if rng.random() < 0.5:
            lines.append(rng.choice(HEADER_LINES))
        head = "\r\n".join(lines).encode("utf-8", "surrogateescape")
        request = head + b"\r\n\r\n" + body
        return self._mutants.garble(request) if rng.random() < 0.1 else request


async def _exchange(port: int, request: bytes) -> bytes:
    """Send a request and return what comes back until the site closes, or has nothing to say."""
    reader, writer = await asyncio.open_connection("127.0.0.1", port)
    answer = b""
    try:
        writer.write(request)
        async with asyncio.timeout(TIMEOUT_S):
            while chunk := await reader.read(65_536):
                answer += chunk
    except (TimeoutError, ConnectionError):
        pass  # it waits for the rest of a request that will never be whole, or had enough
    finally:
        writer.close()
        with contextlib.suppress(ConnectionError):
            await writer.wait_closed()
    return answer


def check_answer(answer: bytes) -> str:
    """Return the status of an answer; raise if it is none the site should give."""
    if not answer:
        return "no answer"
    first, _, rest = answer.partition(b"\r\n")
    status = re.match(rb"HTTP/\d\.\d (\d{3}) ", first)
    assert status is not None, first
    code = status[1].decode()
    assert code == "503" or not code.startswith("5"), answer[:2000]
    if first.startswith(b"HTTP/1.0 400"):
        return "400 no HTTP"  # aiohttp answers this itself, before there is a site
    head = rest.partition(b"\r\n\r\n")[0].decode("latin-1").lower()
    if code not in ("100", "101"):
        for name, value in HEADERS.items():
            assert f"{name}: {value}".lower() in head, (name, answer[:2000])
    return code


def _status(request: bytes, answer: bytes) -> str:
    try:
        return check_answer(answer)
    except AssertionError as error:
        error.add_note(f"request {request!r}")
        raise


async def fuzz_http(requests: int, seed: int, db: Path) -> Counter[str]:
    """Make HTTP requests of every kind, and see that each gets a decent answer."""
    counts: Counter[str] = Counter()
    rng = random.Random(f"http {seed}")
    with no_troubles():
        async with inside(quick(db)) as site:
            ann = Person(site.url, "Ann")
            table = await ann.open("mindup", bots=["random", "random"])
            caller = Caller(rng, table, ann.cookie)
            for start in range(0, requests, AT_ONCE):
                batch = [caller.draw() for _ in range(min(AT_ONCE, requests - start))]
                answers = await asyncio.gather(*(_exchange(site.port, one) for one in batch))
                for request, answer in zip(batch, answers, strict=True):
                    counts["messages"] += 1
                    counts[f"status: {_status(request, answer)}"] += 1
            line = await ann.line(table)
            for guest in line.copy.house["guests"][1:]:  # who joined will never come
                await line.do("remove", guest=guest["guest"])
            await finish([line])
            counts["games finished"] += 1
            await ann.close()
    return counts
