"""What an attack is: a guest tries many times to learn, gain or stop something, and we count.

Each attack is kept for good. `make test` tries it a few times, `make attack` as hard as it can.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import NamedTuple


class Effort(NamedTuple):
    """How hard an attack is tried, and where it may leave files."""

    tries: int
    folder: Path
    seed: int = 1


class Outcome(NamedTuple):
    """What came of an attack."""

    tries: int
    successes: int
    told: str
    """The figures in a few words: what was seen, what it would be without the defence."""


class Attack(NamedTuple):
    """An attack, and what must come of it."""

    name: str
    promise: str
    small: int
    """Tries in `make test`."""
    full: int
    """Tries in `make attack`."""
    most: Callable[[int], float]
    """How many of the tries may succeed, by luck or because it is not promised otherwise."""
    run: Callable[[Effort], Awaitable[Outcome]]


ATTACKS: list[Attack] = []


def attack(
    promise: str, *, small: int, full: int, most: Callable[[int], float] = lambda _: 0
) -> Callable[[Callable[[Effort], Awaitable[Outcome]]], Callable[[Effort], Awaitable[Outcome]]]:
    """Keep an attack: a coroutine that tries `effort.tries` times and counts its successes."""

    def keep(
        run: Callable[[Effort], Awaitable[Outcome]],
    ) -> Callable[[Effort], Awaitable[Outcome]]:
        name = run.__name__.replace("_", " ")
        ATTACKS.append(Attack(name, promise, small, full, most, run))
        return run

    return keep
