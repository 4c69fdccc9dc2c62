"""Virtual time: all that happens is an event in one queue, and chance comes from one seed."""

import hashlib
import heapq
import random
from collections import Counter
from collections.abc import Callable


class Failure(AssertionError):
    """A check failed; the text begins with the check's name."""


def check(name, holds, *details):
    """Fail with the name of the check and what was found, unless it holds."""
    if not holds:
        raise Failure(f"{name}: {' '.join(map(str, details))}")


class World:
    """The clock in milliseconds, the queue of what is to happen, and what was counted."""

    def __init__(self, seed: int) -> None:
        self.seed = seed
        self.now = 0
        self.steps = 0
        self.counts: Counter[str] = Counter()
        self.digest = hashlib.sha256()
        self.calm = False
        """No more faults and whims: everything may come to rest."""
        self._queue: list[tuple[int, int, Callable[[], None]]] = []
        self._number = 0

    def heard(self, what: bytes) -> None:
        """Let something count for the digest of all that was said."""
        self.digest.update(what)

    def chance(self, name) -> random.Random:
        """Return a source of chance of its own, so that one part does not disturb another."""
        return random.Random(f"{self.seed} {name}")

    def after(self, delay: float, call: Callable[[], None]) -> None:
        """Let something happen that many milliseconds from now."""
        self._number += 1
        heapq.heappush(self._queue, (self.now + max(0, round(delay)), self._number, call))

    def run(self, done: Callable[[], bool], *, until: int, most_steps: int) -> None:
        """Let things happen until all is done; not to be done in time counts as a deadlock."""
        while not done():
            check("deadlock", bool(self._queue), "nothing is left to happen")
            when, _, call = heapq.heappop(self._queue)
            check("deadlock", when <= until, "not done by", until, "ms")
            check("deadlock", self.steps < most_steps, "not done in", most_steps, "steps")
            self.now = when
            self.steps += 1
            call()
