"""A WebSocket spoken by hand: what a browser's own code never lets a test do."""

from __future__ import annotations

import asyncio
import contextlib
import json
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

from tacit.server.transport.websocket import Opcode
from tests.server.client import eventually, people
from tests.server.sites import Inside, inside, quick, roomy
from tests.server.transport.test_bad_connections import handshake
from tests.server.transport.test_websocket import framed

HELLO = b'{"type":"hello","protocol":1}'


class Raw:
    """One end of a line, byte by byte."""

    def __init__(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        self._reader, self._writer = reader, writer

    def send(self, data: bytes) -> None:
        self._writer.write(data)

    async def frame(self) -> tuple[int, bytes]:
        """Return the next frame's kind and payload."""
        first, size = await self._reader.readexactly(2)
        if size == 126:
            size = int.from_bytes(await self._reader.readexactly(2), "big")
        return first & 15, await self._reader.readexactly(size)

    async def until(self, kind: int) -> bytes:
        async with asyncio.timeout(10):
            while True:
                found, payload = await self.frame()
                if found == kind:
                    return payload

    async def ended(self) -> bool:
        async with asyncio.timeout(10):
            with contextlib.suppress(ConnectionError):
                return await self._reader.read() == b""
            return True

    def vanish(self) -> None:
        self._writer.transport.abort()


@asynccontextmanager
async def raw_line(site: Inside) -> AsyncIterator[tuple[Raw, str]]:
    async with people(site.url, "Ann") as (ann,):
        table = await ann.open("mindup")
        socket = await handshake(site, table, ann.cookie)
        reader, writer = await asyncio.open_connection(sock=socket)
        try:
            yield Raw(reader, writer), table
        finally:
            writer.close()


async def test_a_ping_is_answered_and_pieces_make_a_message(tmp_path):
    async with inside(quick(tmp_path / "a.db")) as site, raw_line(site) as (line, _):
        line.send(framed(0x89, b"are you there?"))
        assert await line.until(Opcode.PONG) == b"are you there?"
        line.send(framed(0x01, HELLO[:5]) + framed(0x89, b"") + framed(0x80, HELLO[5:]))
        assert json.loads(await line.until(Opcode.TEXT))["type"] == "sync"


async def test_a_goodbye_is_returned_and_the_connection_ends(tmp_path):
    async with inside(quick(tmp_path / "a.db")) as site, raw_line(site) as (line, _):
        line.send(framed(0x88, (1001).to_bytes(2, "big") + b"going away"))
        assert await line.until(Opcode.CLOSE) == (1001).to_bytes(2, "big")
        assert await line.ended()
        await eventually(lambda: not len(site.site.connections))


async def test_nonsense_is_told_what_it_is(tmp_path):
    async with inside(quick(tmp_path / "a.db")) as site, raw_line(site) as (line, _):
        line.send(b"\x81\x02Hi")
        assert (await line.until(Opcode.CLOSE))[:2] == (1002).to_bytes(2, "big")
        line.send(framed(0x88, b"\x03\xea") + b"and more of it" * 1000)
        assert await line.ended()


async def test_a_client_that_vanishes_leaves_nothing_behind(tmp_path):
    config = quick(tmp_path / "a.db", limits=roomy(connections_per_address=12))
    async with inside(config) as site:
        for _ in range(20):  # more than the address may have at once
            async with raw_line(site) as (line, _):
                line.send(framed(0x81, HELLO)[:9])
                line.vanish()
            await eventually(lambda: not len(site.site.connections))


async def test_handshakes_that_are_none_are_refused(tmp_path):
    async with inside(quick(tmp_path / "a.db")) as site, people(site.url, "Ann") as (ann,):
        table = await ann.open("mindup")
        good = {
            "Upgrade": "websocket",
            "Connection": "keep-alive, Upgrade",
            "Sec-WebSocket-Version": "13",
            "Sec-WebSocket-Key": "dGhlIHNhbXBsZSBub25jZQ==",
        }
        bad = ({"Upgrade": "h2c"}, {"Sec-WebSocket-Version": "8"}, {"Sec-WebSocket-Key": "short"})
        for change in bad:
            async with ann.http.get(f"{site.url}/ws/{table}", headers=good | change) as answer:
                assert answer.status == 400, change
                assert (await answer.json())["text"]
        assert not len(site.site.connections)
