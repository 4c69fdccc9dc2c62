"""A WebSocket's bytes are read however they are cut, and nothing else is taken for one."""

from __future__ import annotations

import random
from itertools import pairwise

import pytest

from tacit.server.transport.handshake import accept_key
from tacit.server.transport.websocket import (
    CloseCode,
    FrameReader,
    Message,
    Opcode,
    ProtocolError,
    close_frame,
    frame,
)

MOST = 4096
FINAL = 0x80


def framed(first: int, payload: bytes, mask: bytes = b"mask") -> bytes:
    """Return a frame as a browser sends it."""
    size = len(payload)
    if size < 126:
        head = bytes((first, 0x80 | size))
    elif size < 65536:
        head = bytes((first, 0x80 | 126)) + size.to_bytes(2, "big")
    else:
        head = bytes((first, 0x80 | 127)) + size.to_bytes(8, "big")
    hidden = bytes(byte ^ mask[at % 4] for at, byte in enumerate(payload))
    return head + mask + hidden


def read(data: bytes, most: int = MOST) -> list[Message | None]:
    return list(FrameReader(most).feed(data))


def test_every_frame_counts_and_parts_make_one_message():
    data = b"".join(
        (
            framed(0x81, b"one"),
            framed(0x01, b"t"),
            framed(0x00, b"w"),
            framed(0x89, b"ping"),
            framed(0x80, b"o"),
            framed(0x8A, b""),
            framed(0x88, b"\x03\xe8bye"),
        )
    )
    assert read(data) == [
        Message(Opcode.TEXT, b"one"),
        None,
        None,
        Message(Opcode.PING, b"ping"),
        Message(Opcode.TEXT, b"two"),
        Message(Opcode.PONG, b""),
        Message(Opcode.CLOSE, b"\x03\xe8bye"),
    ]


def text(rng: random.Random, size: int) -> bytes:
    """Return UTF-8 of this many bytes, with characters of one to four bytes."""
    made = b""
    while len(made) < size:
        letters = [one for one in "aé€𝄞" if len(one.encode()) <= size - len(made)]
        made += rng.choice(letters).encode()
    return made


def test_messages_of_all_sizes_are_read_wherever_they_are_cut():
    for seed in range(60):
        rng = random.Random(seed)
        sent, data = [], b""
        for _ in range(12):
            payload = text(rng, rng.choice((0, 1, 2, 3, 125, 126, 127, 300, 1000, MOST)))
            ends = sorted(rng.sample(range(len(payload) + 1), min(len(payload), rng.randrange(4))))
            parts = [payload[a:b] for a, b in pairwise((0, *ends, len(payload)))]
            for number, part in enumerate(parts):
                final = FINAL if number == len(parts) - 1 else 0
                kind = Opcode.CONTINUATION if number else Opcode.TEXT
                data += framed(final | kind, part, rng.randbytes(4))
                if rng.random() < 0.2:
                    data += framed(0x89, b"?" * rng.randrange(126), rng.randbytes(4))
            sent.append(payload)
        reader, at, came = FrameReader(MOST), 0, []
        while at < len(data):
            step = rng.choice((1, 2, 3, 9, 100, 5000))
            came += reader.feed(data[at : at + step])
            at += step
        told = [one.payload for one in came if one is not None and one.opcode is Opcode.TEXT]
        assert told == sent, f"seed {seed}"


@pytest.mark.parametrize(
    ("data", "code"),
    [
        (b"\x81\x02Hi", CloseCode.PROTOCOL_ERROR),  # not masked
        (framed(0xC1, b"compressed"), CloseCode.PROTOCOL_ERROR),
        (framed(0x83, b"no kind"), CloseCode.PROTOCOL_ERROR),
        (framed(0x09, b"half a ping"), CloseCode.PROTOCOL_ERROR),
        (framed(0x89, bytes(126)), CloseCode.PROTOCOL_ERROR),
        (framed(0x80, b"the end of nothing"), CloseCode.PROTOCOL_ERROR),
        (framed(0x01, b"begun") + framed(0x81, b"another"), CloseCode.PROTOCOL_ERROR),
        (framed(0x82, b"bytes"), CloseCode.UNSUPPORTED),
        (framed(0x81, bytes(MOST + 1)), CloseCode.TOO_BIG),
        (framed(0x01, bytes(MOST)) + framed(0x80, b"+"), CloseCode.TOO_BIG),
        (framed(0x81, bytes(70_000))[:14], CloseCode.TOO_BIG),  # refused before it has come
    ],
)
def test_what_is_no_message_is_refused(data, code):
    with pytest.raises(ProtocolError) as broken:
        read(data)
    assert broken.value.code is code


def test_a_ping_between_the_parts_of_a_long_message_is_none_of_it():
    data = framed(0x01, bytes(MOST)) + framed(0x89, bytes(125)) + framed(0x80, b"")
    assert read(data)[2] == Message(Opcode.TEXT, bytes(MOST))


def test_endless_parts_of_nothing_take_no_memory():
    reader = FrameReader(MOST)
    list(reader.feed(framed(0x01, b"")))
    for _ in range(100):
        list(reader.feed(framed(0x00, b"")))
    assert reader._parts == []


def test_random_bytes_never_do_worse_than_be_refused():
    for seed in range(300):
        rng = random.Random(seed)
        reader = FrameReader(MOST)
        try:
            for _ in range(20):
                list(reader.feed(rng.randbytes(rng.randrange(200))))
        except ProtocolError:
            pass


def test_what_a_server_sends():
    assert frame(b"x" * 125)[:2] == b"\x81\x7d"
    assert frame(b"x" * 126)[:4] == b"\x81\x7e\x00\x7e"
    assert frame(b"x" * 65536)[:10] == b"\x81\x7f" + (65536).to_bytes(8, "big")
    assert close_frame(CloseCode.RESTART, "later") == b"\x88\x07\x03\xf4later"
    assert close_frame(CloseCode.OK, "x" * 500)[:2] == b"\x88\x7d"


def test_only_sixteen_bytes_are_a_key():
    assert accept_key("dGhlIHNhbXBsZSBub25jZQ==") == "s3pPLMBiTxaQ9kYGzzhZRbK+xOo="
    assert accept_key("") is None
    assert accept_key("c2hvcnQ=") is None
    assert accept_key("no base 64!") is None
