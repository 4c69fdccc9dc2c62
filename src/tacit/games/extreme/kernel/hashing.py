"""HMAC-SHA-256 of short messages, compiled: where the words of `core.chance` come from.

Of the hash only what a deal needs is here: a key of at most one block, and messages that fit into
one as well, with their padding. FIPS 180-4 has the names.
"""

from __future__ import annotations

import math
from typing import Any

import numpy as np
import numpy.typing as npt
from numba import int64, uint32

from tacit.games.extreme.kernel.state import compiled

Bytes = npt.NDArray[np.uint8]
Words = npt.NDArray[np.uint32]

BLOCK = 64
WORD = (1 << 32) - 1
INNER, OUTER = 0x36, 0x5C


def _primes(count: int) -> list[int]:
    found: list[int] = []
    number = 2
    while len(found) < count:
        if all(number % prime for prime in found):
            found.append(number)
        number += 1
    return found


def _cube_root(number: int) -> int:
    root = round(number ** (1 / 3))
    while root**3 > number:
        root -= 1
    while (root + 1) ** 3 <= number:
        root += 1
    return root


ROUND = np.array([_cube_root(prime << 96) & WORD for prime in _primes(64)], np.uint32)
"""Of the cube roots of primes the first 32 bits after the point."""
START = np.array([math.isqrt(prime << 64) & WORD for prime in _primes(8)], np.uint32)


def padded(message: bytes) -> bytes:
    """Return the last block of a message that comes after one whole block."""
    bits = 8 * (BLOCK + len(message))
    return message + b"\x80" + bytes(BLOCK - 9 - len(message)) + bits.to_bytes(8, "big")


PADDING = np.frombuffer(padded(bytes(32)), np.uint8)
"""The block of a digest that is hashed once more."""


@compiled
def _turned(word: int, by: int) -> int:
    return uint32((word >> by) | (word << (32 - by)))


@compiled
def _compress(before: Words, block: Bytes, after: Words) -> None:
    """Take one block in."""
    schedule = np.empty(64, np.uint32)
    for here in range(16):
        word = 0
        for place in range(4):
            word = (word << 8) | int64(block[4 * here + place])
        schedule[here] = word
    for here in range(16, 64):
        x, y = schedule[here - 15], schedule[here - 2]
        x = _turned(x, 7) ^ _turned(x, 18) ^ (x >> 3)
        y = _turned(y, 17) ^ _turned(y, 19) ^ (y >> 10)
        schedule[here] = schedule[here - 16] + x + schedule[here - 7] + y
    a, b, c, d = before[0], before[1], before[2], before[3]
    e, f, g, h = before[4], before[5], before[6], before[7]
    for here in range(64):
        sigma = _turned(e, 6) ^ _turned(e, 11) ^ _turned(e, 25)
        first = h + sigma + ((e & f) ^ (~e & g)) + ROUND[here] + schedule[here]
        sigma = _turned(a, 2) ^ _turned(a, 13) ^ _turned(a, 22)
        second = sigma + ((a & b) ^ (a & c) ^ (b & c))
        h, g, f, e = g, f, e, uint32(d + first)
        d, c, b, a = c, b, a, uint32(first + second)
    for here, word in enumerate((a, b, c, d, e, f, g, h)):
        after[here] = before[here] + word


@compiled
def begin(key: Bytes, halves: Words) -> None:
    """Take a key in, for the inner and for the outer hash."""
    block, start = np.empty(BLOCK, np.uint8), START.copy()
    for half, pad in enumerate((INNER, OUTER)):
        for place in range(BLOCK):
            block[place] = (int64(key[place]) if place < key.shape[0] else 0) ^ pad
        _compress(start, block, halves[half])


@compiled
def digest(halves: Words, message: Bytes, words: Words) -> None:
    """Write the eight words of a padded message's code."""
    block = PADDING.copy()
    _compress(halves[0], message, words)
    for here in range(8):
        for place in range(4):
            block[4 * here + place] = (words[here] >> (24 - 8 * place)) & 255
    _compress(halves[1], block, words)


def hmac(key: bytes, message: bytes) -> bytes:
    """Return the code of a short message, as `hmac.digest(key, message, "sha256")` does.

    >>> hmac(b"key", b"message").hex()[:16]
    '6e9ef29b75fffc5b'
    """
    halves, words = np.empty((2, 8), np.uint32), np.empty(8, np.uint32)
    begin(np.array([*key], np.uint8), halves)
    digest(halves, np.array([*padded(message)], np.uint8), words)
    found: Any = words.astype(">u4")
    return bytes(found.tobytes())
