"""Lines that misbehave are closed, and nobody else notices."""

from __future__ import annotations

import asyncio
import base64
import contextlib
import os
import socket as sockets
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import pytest

from tacit.server.transport.inbound_limits import HELLOS_AT_ONCE
from tests.server.client import HungUp, eventually, people, seated
from tests.server.sites import Inside, Outside, figure, inside, quick, roomy


async def handshake(site: Inside | Outside, table: str, cookie: str) -> sockets.socket:
    """Open a line with nothing but a socket, which has room for very little."""
    raw = sockets.socket()
    raw.setsockopt(sockets.SOL_SOCKET, sockets.SO_RCVBUF, 4096)
    raw.setblocking(False)
    loop = asyncio.get_running_loop()
    await loop.sock_connect(raw, ("127.0.0.1", site.port))
    key = base64.b64encode(os.urandom(16)).decode()
    head = (
        f"GET /ws/{table} HTTP/1.1\r\nHost: 127.0.0.1:{site.port}\r\nUpgrade: websocket\r\n"
        f"Connection: Upgrade\r\nSec-WebSocket-Key: {key}\r\nSec-WebSocket-Version: 13\r\n"
        f"Cookie: tacit={cookie}\r\n\r\n"
    )
    await loop.sock_sendall(raw, head.encode())
    answer = b""
    while b"\r\n\r\n" not in answer:
        answer += await loop.sock_recv(raw, 1)
    assert b" 101 " in answer
    return raw


def frame(text: str) -> bytes:
    """Return a short text as a client's frame, masked with nothing."""
    data = text.encode()
    assert len(data) < 126
    return bytes([0x81, 0x80 | len(data)]) + bytes(4) + data


@asynccontextmanager
async def either(where: str, db: Path, **limits: Any) -> AsyncIterator[Inside | Outside]:
    config = quick(db, limits=roomy(**limits))
    async with inside(config) if where == "inside" else Outside(db, config) as site:
        yield site


@pytest.mark.parametrize("where", ["inside", "outside"])
async def test_a_reader_that_does_not_read_is_cut_off_and_nobody_waits_for_it(tmp_path, where):
    """Outside runs on uvloop, inside on asyncio's own loop."""
    limits = {"unread_bytes": 20_000}
    async with (
        either(where, tmp_path / "a.db", **limits) as site,
        people(site.url, "Ann", "Slow") as (ann, slow),
    ):
        table = await ann.open("mindup")
        await slow.join(table)
        line = await ann.line(table)
        raw = await handshake(site, table, slow.cookie)
        with contextlib.closing(raw):
            hello = frame('{"type":"hello","protocol":1}')
            await asyncio.get_running_loop().sock_sendall(raw, hello)
            await line.until(lambda: line.of("presence")[-1]["seats"][1]["here"])
            for _ in range(50):  # every hello is answered with all of it
                await line.do("say", text="blah " * 40)
            for _ in range(3000):
                await asyncio.get_running_loop().sock_sendall(raw, hello)
                await line.do("show", emote="wave")
                if not line.of("presence")[-1]["seats"][1]["here"]:
                    break
            else:
                raise AssertionError("the slow connection was never cut off")
            assert await figure(site, "tacit_cut_off_total", reason="slow") == 1
        await line.do("say", text="that is better")
        back = await slow.line(table)
        assert back.copy.house["chat"][-1]["text"] == "that is better"
        assert back.copy.house["seat"] == 1


async def test_a_line_that_asks_for_everything_all_the_time_is_closed(tmp_path):
    config = quick(tmp_path / "a.db", limits=roomy(hellos=0.001))
    async with inside(config) as site, people(site.url, "Ann") as (ann,):
        line = await ann.line(await ann.open("mindup"))
        for _ in range(HELLOS_AT_ONCE - 1):
            await line.hello()
        await line.send({"type": "hello", "protocol": 1})
        assert await line.until_closed() == 1008
        assert len(line.of("sync")) == HELLOS_AT_ONCE
        assert await figure(site, "tacit_throttled_total", what="hellos") == 1


async def test_many_lines_from_one_address_may_not_send_more_than_a_club_does(tmp_path):
    config = quick(tmp_path / "a.db", limits=roomy(messages_per_address=2), behind_proxy=True)
    async with inside(config) as site, people(site.url, "Ann", "Bob") as (ann, bob):
        table = await ann.open("mindup")
        await bob.join(table)
        away = {"X-Forwarded-For": "192.0.2.9"}
        b = await bob.line(table, headers=away)
        lines = [await ann.line(table, version=None) for _ in range(4)]
        for line in lines:
            for number in range(3):
                with contextlib.suppress(HungUp):
                    await line.send({"type": "pong", "n": number})
        await eventually(lambda: any(line.closed for line in lines))
        assert {line.socket.close_code for line in lines if line.closed} == {1008}
        await b.do("say", text="still here")


async def test_a_guest_is_in_eight_places_at_most_and_the_oldest_is_told(tmp_path):
    async with inside(quick(tmp_path / "a.db")) as site, people(site.url, "Ann", "Bob") as two:
        ann, bob = two
        table = await ann.open("mindup")
        await bob.join(table)
        b = await bob.line(table)
        lines = [await ann.line(table) for _ in range(9)]
        await lines[0].until_closed()
        assert lines[0].messages[-1] == {"type": "bye", "reason": "elsewhere"}
        await ann.join(table)  # over HTTP, which is no place
        for line in (*lines[1:], b):
            await line.do("say", text="here")
        assert not b.closed


async def test_a_flood_is_stopped_by_closing_the_line(tmp_path):
    limits = roomy(messages=5)
    config = quick(tmp_path / "a.db", limits=limits)
    async with inside(config) as site, people(site.url, "Ann", "Bob") as two:
        table = await two[0].open("mindup")
        a, b = await seated(table, *two)
        with contextlib.suppress(ConnectionError):
            for number in range(25):
                await a.socket.send_json({"type": "pong", "n": number})
        assert await a.until_closed() == 1008
        assert await figure(site, "tacit_throttled_total", what="messages") == 1
        await b.do("say", text="what was that?")
        back = await two[0].line(table)
        assert back.copy.house["seat"] == 0


async def test_a_few_unreadable_messages_are_overlooked(tmp_path):
    async with inside(quick(tmp_path / "a.db")) as site, people(site.url, "Ann", "Bob") as two:
        table = await two[0].open("mindup")
        a, b = await seated(table, *two)
        nonsense = [
            "nonsense",
            '{"type":"dance"}',
            '{"type":"do","id":1,"request":{"do":"start"}}',
            '{"type":"do","id":"x","request":{"do":"act","action":' + "[" * 2000,
        ]
        for text in nonsense:
            await a.socket.send_str(text)
        await a.do("say", text="still there")
        await a.socket.send_str("\x00")  # the fifth is one too many
        assert await a.until_closed() == 1003
        assert await figure(site, "tacit_bad_messages_total") == 5
        assert b.copy.house["chat"][-1]["text"] == "still there"
        await b.do("say", text="and I")


async def test_text_that_is_not_utf_8_closes_the_connection(tmp_path):
    async with inside(quick(tmp_path / "a.db")) as site, people(site.url, "Ann") as (ann,):
        table = await ann.open("mindup")
        raw = await handshake(site, table, ann.cookie)
        with contextlib.closing(raw):
            junk = bytes([0x81, 0x84]) + bytes(4) + b"\xff\xfe\xfd\xfc"
            await asyncio.get_running_loop().sock_sendall(raw, junk)
            answer = await asyncio.get_running_loop().sock_recv(raw, 4)
            assert answer == bytes((0x88, 2 + len("not UTF-8"))) + (1007).to_bytes(2, "big")
            await eventually(lambda: not len(site.site.connections))


@pytest.mark.parametrize(
    ("data", "code"),
    [("x" * 4097, 1009), (b"bytes", 1003), ("x" * 4096, None)],
    ids=["too long", "bytes", "just short enough"],
)
async def test_what_is_too_long_or_not_text_closes_the_line(tmp_path, data, code):
    async with inside(quick(tmp_path / "a.db")) as site, people(site.url, "Ann", "Bob") as two:
        table = await two[0].open("mindup")
        a, b = await seated(table, *two)
        await (a.socket.send_bytes(data) if isinstance(data, bytes) else a.socket.send_str(data))
        if code is None:
            await a.do("say", text="just short enough")
        else:
            assert await a.until_closed() == code
        await b.do("say", text="never mind")


async def test_a_line_that_answers_no_pings_is_hung_up(tmp_path):
    async with inside(quick(tmp_path / "a.db")) as site, people(site.url, "Ann", "Bob") as two:
        table = await two[0].open("mindup")
        a, b = await seated(table, *two)
        a.pongs = False
        live = await site.site.tables.find(table)
        for _ in range(4):
            site.later(4.5)
            live._wake()
            await b.do("show", emote="wave")
        await a.until(lambda: a.of("bye"))
        assert a.of("bye")[0]["reason"] == "silent"
        await a.until_closed()
        await b.until(lambda: not b.of("presence")[-1]["seats"][0]["here"])
        assert not b.closed
