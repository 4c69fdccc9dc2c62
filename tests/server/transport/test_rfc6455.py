"""RFC 6455, case by case, over a real socket.

The cases are those of the Autobahn test suite for servers, in a table of our own: framing, pings
and pongs, reserved bits, opcodes, fragmentation, UTF-8, closing, limits. Autobahn's server echoes;
ours speaks JSON, so a hello stands for any text, and its answer proves that the text arrived. Two
differences are ours by design: binary messages are refused (1003), and a message is at most
`message_bytes` long (1009). Answers leave at the end of a turn of the event loop: where one read
brings a text and a violation, only the violation is answered, as Autobahn allows (its
"non-strict"). Compression (Autobahn 12 and 13) is never negotiated.
"""

from __future__ import annotations

import asyncio
import contextlib
import json
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from itertools import pairwise

import pytest

from tacit.server.transport.websocket import Opcode
from tests.server.client import people
from tests.server.sites import Inside, inside, quick
from tests.server.transport.test_bad_connections import handshake
from tests.server.transport.test_raw_connections import Raw
from tests.server.transport.test_websocket import framed

FIN, TEXT, BINARY, CLOSE, PING, PONG = 0x80, 1, 2, 8, 9, 10
HELLO = '{"type":"hello","protocol":1}'
LIMIT = 4096
"""`Limits.message_bytes`."""


def text(payload: bytes | str = HELLO, first: int = FIN | TEXT) -> bytes:
    return framed(first, payload.encode() if isinstance(payload, str) else payload)


def padded(size: int) -> bytes:
    """Return a hello of this many bytes."""
    return HELLO.encode()[:-1] + b" " * (size - len(HELLO)) + b"}"


def with_name(letters: str) -> str:
    """Return a hello with a field that nobody reads."""
    return HELLO[:-1] + f',"x":"{letters}"}}'


def fragments(payload: bytes, *cuts: int) -> list[bytes]:
    """Return a text in fragments."""
    edges = (0, *cuts, len(payload))
    last = len(edges) - 2
    return [
        framed((FIN if number == last else 0) | (0 if number else TEXT), payload[a:b])
        for number, (a, b) in enumerate(pairwise(edges))
    ]


def goodbye(code: int, reason: bytes = b"") -> bytes:
    return framed(FIN | CLOSE, code.to_bytes(2, "big") + reason)


def control(opcode: int, payload: bytes = b"") -> bytes:
    return framed(FIN | opcode, payload)


GREETED = "greeted"
"""The hello was read, and answered."""
Answer = tuple[str | int, ...]

EURO = "κόσμε€𝄞"
SPLIT = with_name(EURO).encode()
BAD = b"\xce\xba\xe1\xbd\xb9\xcf\x83\xce\xbc\xce\xb5\xed\xa0\x80edited"
"""Autobahn's 6.3: a surrogate in the middle."""
CASES: dict[str, tuple[list[bytes], Answer]] = {
    # 1: framing
    "1.1 an empty text is a text": ([text(""), text()], (GREETED,)),
    "1.1 125 bytes, the longest short length": ([text(padded(125))], (GREETED,)),
    "1.1 126 bytes, the shortest 16-bit length": ([text(padded(126))], (GREETED,)),
    "1.1 127 bytes": ([text(padded(127))], (GREETED,)),
    "1.1 128 bytes": ([text(padded(128))], (GREETED,)),
    "1.1 the longest message": ([text(padded(LIMIT))], (GREETED,)),
    "1.1 byte by byte": ([bytes((one,)) for one in text(padded(300))], (GREETED,)),
    "1.2 binary is refused by design": ([text(b"\x00\xff", FIN | BINARY)], (1003,)),
    "1.2 an empty binary too": ([text(b"", FIN | BINARY)], (1003,)),
    "5.1 a frame that is not masked": ([b"\x81\x02Hi"], (1002,)),
    # 2: pings and pongs
    "2.1 an empty ping": ([control(PING)], ("pong",)),
    "2.2 a ping with a payload": ([control(PING, b"Hello")], ("pong Hello",)),
    "2.3 a ping with bytes": ([control(PING, b"\x00\xff\xfe")], ("pong \x00\xff\xfe",)),
    "2.4 a ping of 125 bytes": ([control(PING, b"x" * 125)], ("pong " + "x" * 125,)),
    "2.5 a ping of 126 bytes": ([control(PING, b"x" * 126)], (1002,)),
    "2.6 a ping byte by byte": (
        [bytes((one,)) for one in control(PING, b"x" * 125)],
        ("pong " + "x" * 125,),
    ),
    "2.7 a pong that no ping asked for": ([control(PONG), control(PING)], ("pong",)),
    "2.8 the same with a payload": ([control(PONG, b"why"), control(PING)], ("pong",)),
    "2.9 a pong, then a ping": (
        [control(PONG, b"unasked") + control(PING, b"asked")],
        ("pong asked",),
    ),
    "2.10 ten pings at once": (
        [b"".join(control(PING, b"%d" % number) for number in range(10))],
        tuple(f"pong {number}" for number in range(10)),
    ),
    "2.11 ten pings byte by byte": (
        [bytes((one,)) for number in range(10) for one in control(PING, b"%d" % number)],
        tuple(f"pong {number}" for number in range(10)),
    ),
    # 3: reserved bits
    "3.1 RSV3 in a text": ([text(HELLO, FIN | 0x10 | TEXT)], (1002,)),
    "3.2 RSV2 after a text": ([text() + text(HELLO, FIN | 0x20 | TEXT)], (1002,)),
    "3.3 RSV2 and RSV3": ([text(HELLO, FIN | 0x30 | TEXT)], (1002,)),
    "3.4 RSV1, the bit of compression": ([text(HELLO, FIN | 0x40 | TEXT)], (1002,)),
    "3.5 RSV1 in a binary": ([text(b"", FIN | 0x50 | BINARY)], (1002,)),
    "3.6 RSV1 in a ping": ([framed(FIN | 0x60 | PING, b"")], (1002,)),
    "3.7 all of them in a goodbye": ([framed(FIN | 0x70 | CLOSE, b"")], (1002,)),
    # 4: opcodes
    **{
        f"4.1 reserved opcode {opcode} of data": ([framed(FIN | opcode, b"")], (1002,))
        for opcode in range(3, 8)
    },
    **{
        f"4.2 reserved opcode {opcode} of control": ([framed(FIN | opcode, b"x")], (1002,))
        for opcode in range(11, 16)
    },
    "4.1 a text, then a reserved opcode": ([text() + framed(FIN | 5, b"x")], (1002,)),
    # 5: fragmentation
    "5.1 a ping in two parts": ([framed(PING, b"a"), framed(FIN, b"b")], (1002,)),
    "5.2 a pong in two parts": ([framed(PONG, b"a"), framed(FIN, b"b")], (1002,)),
    "5.3 a text in two": (fragments(HELLO.encode(), 9), (GREETED,)),
    "5.4 a text in two, in one write": ([b"".join(fragments(HELLO.encode(), 9))], (GREETED,)),
    "5.5 a text in two, byte by byte": (
        [bytes((one,)) for part in fragments(HELLO.encode(), 9) for one in part],
        (GREETED,),
    ),
    "5.6 a ping between": (
        [control(PING, b"!").join(fragments(HELLO.encode(), 9))],
        ("pong !", GREETED),
    ),
    "5.7 a ping between, in writes of its own": (
        [fragments(HELLO.encode(), 9)[0], control(PING, b"!"), fragments(HELLO.encode(), 9)[1]],
        ("pong !", GREETED),
    ),
    "5.9 the end of nothing": ([framed(FIN, b"x"), text()], (1002,)),
    "5.10 the same, in one write": ([framed(FIN, b"x") + text()], (1002,)),
    "5.12 a part of nothing": ([framed(0, b"x") + text()], (1002,)),
    "5.15 a text, its end, and one end more": (
        [b"".join(fragments(HELLO.encode(), 9)) + framed(FIN, b"x")],
        (1002,),
    ),
    "5.16 parts that begin as the end of nothing": (
        [framed(0, b"x") + framed(TEXT, b"y") + framed(FIN, b"z")],
        (1002,),
    ),
    "5.18 a text begun twice": ([text("a", TEXT) + text("b", FIN | TEXT)], (1002,)),
    "5.19 five parts with two pings": (
        [
            b"".join(fragments(HELLO.encode(), 3, 9)[:2])
            + control(PING, b"1")
            + b"".join(framed(0, HELLO[at : at + 5].encode()) for at in (9, 14))
            + control(PING, b"2")
            + framed(FIN, HELLO[19:].encode())
        ],
        ("pong 1", "pong 2", GREETED),
    ),
    "5.20 parts of nothing between": (
        [text("", TEXT) + framed(0, b"") * 3 + framed(FIN, HELLO.encode())],
        (GREETED,),
    ),
    # 6: UTF-8
    "6.1 an empty text in three parts": (
        [text("", TEXT) + framed(0, b"") + framed(FIN, b"") + text()],
        (GREETED,),
    ),
    "6.2 letters of one to four bytes": ([text(with_name(EURO))], (GREETED,)),
    "6.2 the same, cut at every byte": (
        [b"".join(fragments(SPLIT, *range(1, len(SPLIT))))],
        (GREETED,),
    ),
    "6.3 a surrogate": ([text(BAD)], (1007,)),
    "6.3 the same, cut at every byte": ([b"".join(fragments(BAD, *range(1, len(BAD))))], (1007,)),
    "6.4 refused with the part that is wrong, before the end": (
        [text(BAD[:11], TEXT), framed(0, BAD[11:])],
        (1007,),
    ),
    "6.4 a code point beyond Unicode, before the end": (
        [text(b"\xce\xba", TEXT), framed(0, b"\xf4\x90\x80\x80")],
        (1007,),
    ),
    "6.6 half a letter at the end": ([text(b"\xce\xba\xe1\xbd")], (1007,)),
    "6.6 half a letter at the end of the last part": (
        [text(b"\xce", TEXT) + framed(FIN, b"\xba\xe1\xbd")],
        (1007,),
    ),
    "6.7 the largest code points of each length": (
        [text(with_name("\x7f\u07ff\uffff\U0010ffff"))],
        (GREETED,),
    ),
    "6.8 five bytes": ([text(b"\xf8\x88\x80\x80\x80")], (1007,)),
    "6.8 six bytes": ([text(b"\xfc\x84\x80\x80\x80\x80")], (1007,)),
    "6.10 a continuation byte alone": ([text(b"\x80")], (1007,)),
    "6.11 the edges of the surrogates": ([text(with_name("\ud7ff\ue000\ufffd"))], (GREETED,)),
    "6.12 an incomplete letter, then another": ([text(b"\xe1\x80\xe2\xf0\x91")], (1007,)),
    "6.14 an impossible byte": ([text(b"\xfe")], (1007,)),
    "6.15 two impossible bytes": ([text(b"\xff\xfe")], (1007,)),
    "6.16 an overlong slash": ([text(b"\xc0\xaf")], (1007,)),
    "6.17 an overlong slash of four bytes": ([text(b"\xf0\x80\x80\xaf")], (1007,)),
    "6.18 an overlong null": ([text(b"\xc0\x80")], (1007,)),
    "6.19 a single surrogate": ([text(b"\xed\xbf\xbf")], (1007,)),
    "6.20 a pair of surrogates": ([text(b"\xed\xa0\x80\xed\xb0\x80")], (1007,)),
    "6.22 what is no character, but a code point": (
        [text(with_name("\ufffe\uffff\U0001fffe"))],
        (GREETED,),
    ),
    # 7: closing
    "7.1 a text, then a goodbye": ([text(), goodbye(1000)], (GREETED, 1000)),
    "7.1 two goodbyes": ([goodbye(1000) + goodbye(1000)], (1000,)),
    "7.1 a ping after a goodbye": ([goodbye(1000) + control(PING)], (1000,)),
    "7.1 a text after a goodbye": ([goodbye(1000) + text()], (1000,)),
    "7.1 a goodbye between the parts of a text": (
        [text(HELLO[:9], TEXT) + goodbye(1000) + framed(FIN, HELLO[9:].encode())],
        (1000,),
    ),
    "7.3 an empty goodbye": ([control(CLOSE)], ("closed",)),
    "7.3 a goodbye of one byte": ([control(CLOSE, b"a")], (1002,)),
    "7.3 a code alone": ([goodbye(1000)], (1000,)),
    "7.3 a code and a reason": ([goodbye(1000, b"Hello")], (1000,)),
    "7.3 the longest reason": ([goodbye(1000, b"x" * 123)], (1000,)),
    "7.3 a reason too long": ([goodbye(1000, b"x" * 124)], (1002,)),
    "7.5 a reason that is not UTF-8": ([goodbye(1000, BAD)], (1007,)),
    **{
        f"7.7 code {code}": ([goodbye(code)], (code,))
        for code in (1000, 1001, 1002, 1003, 1007, 1008, 1009, 1010, 1011, 1012, 1013, 1014)
    },
    **{f"7.7 code {code}": ([goodbye(code)], (code,)) for code in (3000, 3999, 4000, 4999)},
    **{
        f"7.9 code {code}": ([goodbye(code)], (1002,))
        for code in (0, 999, 1004, 1005, 1006, 1015, 1016, 1100, 2000, 2999)
    },
    **{f"7.13 code {code}": ([goodbye(code)], (1002,)) for code in (5000, 65535)},
    # 9: limits
    "9.1 a message too long": ([text(padded(LIMIT + 1))], (1009,)),
    "9.1 refused by its length, before it comes": (
        [b"\x81\xff" + (2**40).to_bytes(8, "big")],
        (1009,),
    ),
    "9.1 a length with its highest bit set": ([b"\x81\xff" + b"\xff" * 8], (1009,)),
    "9.3 parts that are too long together": (
        [text(b" " * LIMIT, TEXT) + framed(0, b" ")],
        (1009,),
    ),
    "9.5 a long message in small writes": (
        [text(padded(LIMIT))[at : at + 64] for at in range(0, LIMIT + 8, 64)],
        (GREETED,),
    ),
}


@asynccontextmanager
async def connected(site: Inside, table: str, cookie: str) -> AsyncIterator[Raw]:
    socket = await handshake(site, table, cookie)
    reader, writer = await asyncio.open_connection(sock=socket)
    try:
        yield Raw(reader, writer)
    finally:
        writer.close()


async def answers(raw: Raw, wanted: int) -> Answer:
    """Return what comes back: pongs, that a hello was read, and the code of a goodbye."""
    found: list[str | int] = []
    async with asyncio.timeout(10):
        while len(found) < wanted:
            opcode, payload = await raw.frame()
            if opcode == PONG:
                found.append(f"pong {payload.decode('latin-1')}".strip(" "))
            elif opcode == CLOSE:
                found.append(int.from_bytes(payload[:2], "big") if payload else "closed")
            elif json.loads(payload)["type"] == "sync":
                found.append(GREETED)
    return tuple(found)


async def test_every_case_of_the_table(tmp_path):
    """One site and one table for all of them; every case has a connection of its own."""
    failed = {}
    async with inside(quick(tmp_path / "a.db")) as site, people(site.url, "Ann") as (ann,):
        table = await ann.open("mindup")
        for name, (writes, wanted) in CASES.items():
            async with connected(site, table, ann.cookie) as raw:
                for data in writes:
                    raw.send(data)
                    await asyncio.sleep(0)
                try:
                    found = await answers(raw, len(wanted))
                except (TimeoutError, asyncio.IncompleteReadError) as error:
                    found = (repr(error),)
                if found != wanted:
                    failed[name] = found
                elif isinstance(wanted[-1], int) or wanted[-1] == "closed":
                    raw.send(control(CLOSE))  # what the server waits for, where it came first
                    if not await raw.ended():
                        failed[name] = ("not closed",)
    assert failed == {}


@pytest.mark.parametrize("size", [0, 1, 125, 126, 127, 65_535, 65_536])
async def test_what_we_send_has_the_shortest_length_and_is_not_masked(tmp_path, size):
    async with inside(quick(tmp_path / "a.db")) as site, people(site.url, "Ann") as (ann,):
        table = await ann.open("mindup")
        async with connected(site, table, ann.cookie) as raw:
            (connection,) = site.site.connections
            site.site.outbox.post(connection, b"x" * size)
            async with asyncio.timeout(10):
                first, second = await raw._reader.readexactly(2)
                assert first == FIN | Opcode.TEXT
                assert second == (size if size < 126 else 126 if size < 65_536 else 127)
                more = {126: 2, 127: 8}.get(second, 0)
                length = await raw._reader.readexactly(more)
                assert not more or int.from_bytes(length, "big") == size
                assert await raw._reader.readexactly(size) == b"x" * size


async def test_a_client_that_vanishes_is_not_told_goodbye(tmp_path):
    """1006 is never sent; the connection is closed and forgotten."""
    async with inside(quick(tmp_path / "a.db")) as site, people(site.url, "Ann") as (ann,):
        table = await ann.open("mindup")
        async with connected(site, table, ann.cookie) as raw:
            raw.vanish()
            with contextlib.suppress(TimeoutError):
                await site.site.connections.wait_until_closed(10)
            assert len(site.site.connections) == 0
