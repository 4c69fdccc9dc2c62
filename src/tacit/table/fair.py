"""Fair order: the press of the finger decides, not the length of the cable.

A press that arrives is dated back by the time it was under way, as far as the server measured it.
It is held until no slower line could still deliver an earlier press, and never longer than the
bound. Then presses are let go in the order they were made.
"""

from __future__ import annotations

from typing import Generic, NamedTuple, TypeVar

from tacit.games.extreme.records import MOST_COMPENSATED
from tacit.games.rulebook import Millis

T = TypeVar("T")


class Press(NamedTuple, Generic[T]):
    """Something somebody pressed, and when he did as far as can be known."""

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

    def add(self, what: T, now: Millis, one_way: int, slowest_other: int) -> None:
        """Take a press that arrived now over a line of this delay, beside lines that slow."""
        compensated = min(one_way, MOST_COMPENSATED)
        pressed = now - compensated
        release = min(pressed + slowest_other, now + MOST_COMPENSATED)
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
        """Let go what is certain by now, in the order pressed.

        When no press earlier than one can come any more, none earlier than those before it can.
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

    @property
    def next_release(self) -> Millis | None:
        """When something will be let go."""
        if not self._held:
            return None
        return min(press.release for press in self._held)
