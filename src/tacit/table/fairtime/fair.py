"""Fair order: the press of the finger decides, not the length of the way.

A press that arrives is dated back by its time on the network, as far as the server measured it.
It is held until no press that is still under way could be dated before it, and never longer than
the bound. Then presses are released in the order they were made.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Generic, NamedTuple, TypeVar

from tacit.core.rulebook import MAX_COMPENSATED_MS, Millis

T = TypeVar("T")


class Press(NamedTuple, Generic[T]):
    """What a player pressed, and when, as far as the server can know."""

    pressed: Millis
    arrival: int
    release: Millis
    compensated: Millis
    what: T


class FairQueue(Generic[T]):
    """Holds presses until their order is certain, as far as the bound allows."""

    def __init__(self) -> None:
        self._held: list[Press[T]] = []
        self._arrivals = 0

    def add(self, what: T, now: Millis, credit_ms: int, reach_ms: int) -> None:
        """Take a press that arrived now and is dated back by `credit_ms`.

        `reach_ms` is how far back a later press of another player could be dated.
        """
        compensated = min(credit_ms, MAX_COMPENSATED_MS)
        pressed = now - compensated
        release = min(pressed + reach_ms, now + MAX_COMPENSATED_MS)
        self._arrivals += 1
        press = Press(
            pressed=Millis(pressed),
            arrival=self._arrivals,
            release=Millis(max(now, release)),
            compensated=Millis(compensated),
            what=what,
        )
        self._held.append(press)

    def due(self, now: Millis) -> list[Press[T]]:
        """Release the presses that are certain by now, in the order pressed.

        Once no press earlier than one can come, none can come earlier than those before it.
        """
        if not self._held:
            return []
        certain = [press.pressed for press in self._held if press.release <= now]
        if not certain:
            return []
        last = max(certain)
        ready = sorted(press for press in self._held if press.pressed <= last)
        self._held = [press for press in self._held if press.pressed > last]
        return ready

    def all(self) -> list[Press[T]]:
        """Release all presses, certain or not, in the order pressed."""
        ready, self._held = sorted(self._held), []
        return ready

    def __iter__(self) -> Iterator[Press[T]]:
        return iter(self._held)

    @property
    def next_release(self) -> Millis | None:
        """When the next press is released."""
        if not self._held:
            return None
        return min(press.release for press in self._held)
