"""Rate limits: token buckets, one for each address or person."""

from __future__ import annotations

from collections.abc import Callable

from tacit.core.recent import Recent


class Bucket:
    """A token bucket: it fills at a rate up to its size, and each event takes a token."""

    __slots__ = ("_filled", "_level", "_rate", "_size")

    def __init__(self, rate: float, size: float, now: float) -> None:
        self._rate = rate
        self._size = size
        self._level = size
        self._filled = now

    def take(self, now: float, amount: float = 1.0) -> bool:
        """Take some tokens, all or none; tell whether they were there."""
        level = self._level + (now - self._filled) * self._rate
        if level > self._size:  # noqa: PLR1730  # a call of min takes longer than all of this
            level = self._size
        self._filled = now
        passes = level >= amount
        self._level = level - amount if passes else level
        return passes

    def is_empty(self, now: float) -> bool:
        """Tell whether there is not even one token."""
        self.take(now, 0.0)
        return self._level < 1.0


class RateLimit:
    """A bucket for each address; those unused longest are dropped first."""

    def __init__(self, rate: float, size: float, most: int = 10_000) -> None:
        self._rate = rate
        self._size = size
        self._buckets: Recent[str, Bucket] = Recent(most)

    def take(self, address: str, now: float, amount: float = 1.0) -> bool:
        """Take some tokens of an address, all or none; tell whether they were there."""
        bucket = self._buckets.get(address)
        if bucket is None:
            bucket = self._buckets[address] = Bucket(self._rate, self._size, now)
        else:
            self._buckets.move_to_end(address)
        return bucket.take(now, amount)

    def give_back(self, address: str, now: float, amount: float = 1.0) -> None:
        """Give tokens back that were taken for nothing."""
        bucket = self._buckets.get(address)
        if bucket is not None:
            bucket.take(now, -amount)

    def forget(self, is_gone: Callable[[str], bool]) -> None:
        """Drop the buckets of those who are gone."""
        for one in [one for one in self._buckets if is_gone(one)]:
            del self._buckets[one]

    def is_used_up(self, address: str, now: float) -> bool:
        """Tell whether an address has no token left, without taking one."""
        bucket = self._buckets.get(address)
        return bucket is not None and bucket.is_empty(now)
