"""One address sends requests that cost more to read, refuse or forget than to send."""

from __future__ import annotations

import asyncio
import contextlib
import gc
import gzip

from aiohttp import web

from tacit.server.config import Config
from tests.attacks.attack import Effort, Outcome, attack
from tests.server.sites import Inside, Outside, inside

PATHS = ("/api/tables", "/nowhere", "/", "/api/replays/tape", "/api/me")
BOMB = gzip.compress(bytes(2**22))
BURST = 600
"""Connections, more than one address may open at once."""


def _usual(effort: Effort) -> Config:
    """Return the settings of a host who has set nothing."""
    return Config(host="127.0.0.1", port=0, db=str(effort.folder / "usual.db"))


async def _answers(port: int, sent: bytes, timeout_s: float = 10.0) -> list[int]:
    """Send some bytes over one connection, and return the status of every answer."""
    reader, writer = await asyncio.open_connection("127.0.0.1", port)
    came = b""
    with contextlib.closing(writer), contextlib.suppress(OSError, TimeoutError):
        writer.write(sent)
        async with asyncio.timeout(timeout_s):
            while part := await reader.read(65536):
                came += part
    lines = came.replace(b"HTTP/1.1 ", b"\nHTTP/1.1 ").splitlines()
    return [int(line.split()[1]) for line in lines if line.startswith(b"HTTP/1.1 ")]


def _post(path: str, headers: str, body: bytes) -> bytes:
    return f"POST {path} HTTP/1.1\r\nHost: localhost\r\n{headers}\r\n\r\n".encode() + body


@attack("nothing that is compressed is unpacked", small=5, full=50)
async def send_compressed_bodies(effort: Effort) -> Outcome:
    read = 0
    async with inside(_usual(effort)) as site:
        for number in range(effort.tries):
            headers = f"Content-Encoding: gzip\r\nContent-Length: {len(BOMB)}"
            path = PATHS[number % len(PATHS)]
            read += await _answers(site.port, _post(path, headers, BOMB)) != [415]
    return Outcome(effort.tries, read, f"{read} of {effort.tries} bodies looked at")


@attack("a body of a thousand chunks is refused at its head", small=5, full=50)
async def send_bodies_in_tiny_chunks(effort: Effort) -> Outcome:
    chunks, read = b"1\r\nx\r\n" * 100_000, 0
    async with inside(_usual(effort)) as site:
        for number in range(effort.tries):
            request = _post(PATHS[number % len(PATHS)], "Transfer-Encoding: chunked", chunks)
            read += await _answers(site.port, request) != [411]
    return Outcome(effort.tries, read, f"{read} of {effort.tries} bodies looked at")


@attack("a client that asks too fast is refused once, late, and hung up on", small=1, full=5)
async def pipeline_requests(effort: Effort) -> Outcome:
    asked, answered = 5000, []
    async with inside(_usual(effort)) as site:
        for _ in range(effort.tries):
            line = b"GET /api/nothing HTTP/1.1\r\nHost: localhost\r\n\r\n"
            answered.append(len(await _answers(site.port, line * asked)))
    told = f"{asked} requests at once on one connection: {max(answered)} answers at the most"
    return Outcome(effort.tries, sum(count > 250 for count in answered), told)


@attack("the head of a request is bounded as a whole, not only line by line", small=2, full=20)
async def send_a_head_without_end(effort: Effort) -> Outcome:
    lines = b"".join(b"X-%d: %s\r\n" % (number, b"x" * 8000) for number in range(60))
    head, held = b"GET / HTTP/1.1\r\nHost: localhost\r\n", 0
    async with inside(_usual(effort)) as site:
        for _ in range(effort.tries):
            reader, writer = await asyncio.open_connection("127.0.0.1", site.port)
            with contextlib.closing(writer):
                writer.write(head + lines)
                try:
                    async with asyncio.timeout(10.0):
                        held += bool(await reader.read())
                except OSError:
                    pass  # it was dropped
                except TimeoutError:
                    held += 1
    return Outcome(effort.tries, held, f"{held} heads of {len(lines)} bytes kept")


ODD = (
    b"GET /metrics HTTP/1.1\r\nHost: localhost:999999999\r\n\r\n",
    b"GET /metrics HTTP/1.1\r\nHost: \xff\xfe\r\n\r\n",
    b'GET /replay/x/1 HTTP/1.1\r\nHost: \xff"><script>\r\n\r\n',
    b"GET /static/" + b"a" * 7000 + b" HTTP/1.1\r\nHost: localhost\r\n\r\n",
    b"GET /static/%ff%00 HTTP/1.1\r\nHost: localhost\r\nRange: bytes=9-1\r\n\r\n",
    b'GET /static/icon.svg HTTP/1.1\r\nHost: localhost\r\nIf-None-Match: """\r\n\r\n',
    b"GET http://[::1/api/me HTTP/1.1\r\nHost: localhost\r\n\r\n",
    b"GET / HTTP/1.0\r\n\r\n",
    b"OPTIONS * HTTP/1.1\r\nHost: localhost\r\n\r\n",
    b"CONNECT x:1 HTTP/1.1\r\nHost: localhost\r\n\r\n",
    _post("/api/tables", "Content-Length: 4\r\nContent-Length: 5", b"12345"),
    _post("/api/tables", "Content-Length: 5\r\nTransfer-Encoding: chunked", b"0\r\n\r\n"),
    _post("/api/tables", "Content-Length: 9000", b"[" * 9000),
)
"""Requests that no browser sends."""


@attack("no request is answered with a fault of ours, which would fill the log", small=13, full=130)
async def send_requests_that_no_browser_sends(effort: Effort) -> Outcome:
    async with Outside(effort.folder / "odd.db") as site:
        answers = [
            await _answers(site.port, ODD[number % len(ODD)], timeout_s=0.5)
            for number in range(effort.tries)
        ]
        faults = sum(status == 500 for one in answers for status in one)
        traces = sum("Traceback" in line for line in site.log)
    told = f"{faults} answers of 500, {traces} tracebacks in the log"
    return Outcome(effort.tries, faults + traces, told)


def _alive() -> int:
    """Return how many connections Python knows of, garbage among them."""
    return sum(isinstance(one, web.RequestHandler) for one in gc.get_objects())


async def _malform(site: Inside) -> None:
    with contextlib.suppress(OSError):
        await _answers(site.port, b"GET / HTTP/1.1\r\nHost: localhost\r\nno colon\r\n\r\n")


@attack("what is no HTTP is counted, too, and leaves nothing behind", small=1, full=5)
async def send_malformed_requests(effort: Effort) -> Outcome:
    most = 0
    async with inside(_usual(effort)) as site:
        for _ in range(effort.tries):
            for _ in range(BURST // 20):
                await asyncio.gather(*(_malform(site) for _ in range(20)))
            most = max(most, _alive())
        refused = site.site.metrics.throttled.labels("connections")._value.get()
    told = f"{refused:.0f} of {BURST} connections refused; {most} of them in memory at the most"
    return Outcome(effort.tries, int(not refused or most > 450), told)


@attack("connections over the limit are refused without a word in the log", small=1, full=3)
async def open_too_many_connections(effort: Effort) -> Outcome:
    async with Outside(effort.folder / "many.db") as site:
        for _ in range(effort.tries):
            opened = await asyncio.gather(
                *(asyncio.open_connection("127.0.0.1", site.port) for _ in range(BURST)),
                return_exceptions=True,
            )
            for one in opened:
                if isinstance(one, tuple):
                    one[1].close()
        traces = sum("Traceback" in line for line in site.log)
    return Outcome(effort.tries, traces, f"{BURST} connections at once, {traces} tracebacks")
