"""Where luck comes from: every shuffle of a game derives from one secret seed, checkably.

Before the first card the table shows `commitment(seed)`; every player may add a contribution, and
`mix` makes the game's key from the seed and all contributions. After the game the seed is published
and anyone can compute every shuffle again. `docs/shuffle.md` describes the construction so that it
can be rebuilt in any language.
"""

from __future__ import annotations

import hashlib
import hmac
from collections.abc import Iterable, Iterator, Sequence
from typing import TypeVar

T = TypeVar("T")

SEED_BYTES = 32
_WORD_BYTES = 4
_WORDS = 1 << (8 * _WORD_BYTES)


def commitment(seed: bytes) -> str:
    """Return what is shown before the game: the SHA-256 of the seed, in hexadecimal."""
    return hashlib.sha256(seed).hexdigest()


def mix(seed: bytes, contributions: Iterable[bytes]) -> bytes:
    """Return the game's key, which neither the site nor any player alone can choose."""
    parts = [b"tacit mix 1"]
    for contribution in contributions:
        parts += (len(contribution).to_bytes(4, "big"), contribution)
    return hmac.digest(seed, b"".join(parts), "sha256")


class Chance:
    """All shuffles of one game, each from its own stream of the game's key.

    >>> Chance(bytes(32)).shuffle("an example", range(5))
    (0, 3, 1, 4, 2)
    """

    def __init__(self, key: bytes) -> None:
        self._key = key

    def shuffle(self, label: str, items: Sequence[T], first: int | None = None) -> tuple[T, ...]:
        """Shuffle by Fisher–Yates from the front; `first` stops once that many places are settled.

        The label names the stream ("deck", "level 3"), so shuffles do not depend on each other.
        """
        words = self._words(label)
        pool = list(items)
        last = len(pool) if first is None else first
        for here in range(last):
            there = here + _below(len(pool) - here, words)
            pool[here], pool[there] = pool[there], pool[here]
        return tuple(pool[:last])

    def _words(self, label: str) -> Iterator[int]:
        """Yield 32-bit numbers: HMAC-SHA-256 of label, a zero byte and a block counter."""
        prefix = label.encode() + b"\0"
        block = 0
        while True:
            digest = hmac.digest(self._key, prefix + block.to_bytes(8, "big"), "sha256")
            for start in range(0, len(digest), _WORD_BYTES):
                yield int.from_bytes(digest[start : start + _WORD_BYTES], "big")
            block += 1


def _below(bound: int, words: Iterator[int]) -> int:
    """Draw a number from 0 to bound − 1; words past the last whole multiple are thrown away."""
    limit = _WORDS - _WORDS % bound
    word = next(words)
    while word >= limit:
        word = next(words)
    return word % bound
