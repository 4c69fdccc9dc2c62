"""Not too much at once from anybody."""

from __future__ import annotations

from collections import OrderedDict


class Bucket:
    """Fills at a rate, holds no more than its size, and lets one thing pass for each unit."""

    __slots__ = ("_filled", "_level", "_rate", "_size")

    def __init__(self, rate: float, size: float, now: float) -> None:
        self._rate = rate
        self._size = size
        self._level = size
        self._filled = now

    @property
    def most(self) -> int:
        """How many could pass at once at best."""
        return int(self._size)

    def take(self, now: float, amount: int = 1) -> bool:
        """Let so many things pass, all or none, if the bucket holds that much."""
        self._level = min(self._size, self._level + (now - self._filled) * self._rate)
        self._filled = now
        if self._level < amount:
            return False
        self._level -= amount
        return True


class Throttle:
    """A bucket for each address; those unused longest are forgotten first."""

    def __init__(self, rate: float, size: float, most: int = 10_000) -> None:
        self._rate = rate
        self._size = size
        self._most = most
        self._buckets: OrderedDict[str, Bucket] = OrderedDict()

    def take(self, address: str, now: float) -> bool:
        """Let one thing pass from an address if it has not asked too much."""
        bucket = self._buckets.pop(address, None) or Bucket(self._rate, self._size, now)
        self._buckets[address] = bucket
        while len(self._buckets) > self._most:
            self._buckets.popitem(last=False)
        return bucket.take(now)
