"""Frames are counted however they are cut."""

from __future__ import annotations

import random

from tacit.server.frames import Frames


def framed(opcode: int, payload: bytes, *, masked: bool = True) -> bytes:
    size = len(payload)
    mask = 128 if masked else 0
    if size < 126:
        head = bytes((opcode, mask | size))
    elif size < 65536:
        head = bytes((opcode, mask | 126)) + size.to_bytes(2, "big")
    else:
        head = bytes((opcode, mask | 127)) + size.to_bytes(8, "big")
    return head + (b"mask" if masked else b"") + payload


def test_every_kind_of_frame_counts():
    kinds = [0x81, 0x82, 0x01, 0x00, 0x80, 0x88, 0x89, 0x8A]
    data = b"".join(framed(kind, b"") for kind in kinds)
    assert Frames().count(data, 100) == len(kinds)


def test_frames_of_all_sizes_are_counted_once_wherever_reads_cut_them():
    for seed in range(50):
        rng = random.Random(seed)
        sizes = [rng.choice((0, 1, 125, 126, 300, 65535, 65536)) for _ in range(20)]
        data = b"".join(framed(0x89, bytes(size), masked=rng.random() < 0.7) for size in sizes)
        frames, at, seen = Frames(), 0, 0
        while at < len(data):
            step = rng.choice((1, 2, 3, 9, 1000, 70_000))
            seen += frames.count(data[at : at + step], 100)
            at += step
        assert seen == len(sizes), f"seed {seed}"


def test_counting_stops_beyond_the_most():
    assert Frames().count(framed(0x89, b"") * 1000, 10) == 11
