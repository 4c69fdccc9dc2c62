"""How far away a connection is, by the server's own measurement (fair time)."""

from __future__ import annotations

from tacit.games.extreme.records import MOST_COMPENSATED
from tacit.games.rulebook import Millis

KEPT = 8
"""Round trips remembered."""


class LagTracker:
    """Round trips of one connection, from pings that carry a number only the server can date."""

    __slots__ = ("_next", "_sent", "_trips")

    def __init__(self) -> None:
        self._sent: dict[int, Millis] = {}
        self._trips: tuple[int, ...] = ()
        self._next = 1

    def ping(self, now: Millis) -> int:
        """Return the number to send now."""
        number = self._next
        self._next += 1
        self._sent[number] = now
        while len(self._sent) > KEPT:
            del self._sent[min(self._sent)]
        return number

    def pong(self, number: int, now: Millis) -> None:
        """Take an answer; a number that was not sent, or was answered before, is ignored."""
        sent = self._sent.pop(number, None)
        if sent is not None:
            self._trips = (*self._trips, max(0, now - sent))[-KEPT:]

    @property
    def one_way(self) -> int:
        """Half the shortest recent round trip: what a press is credited."""
        return min(min(self._trips, default=0) // 2, MOST_COMPENSATED)

    @property
    def slowest(self) -> int:
        """Half the longest recent round trip: how long a press may still be under way."""
        return min(max(self._trips, default=0) // 2, MOST_COMPENSATED)

    @property
    def quality(self) -> str:
        """The line in a word, for the others to see: silence may be a slow line."""
        if not self._trips:
            return "new"
        longest = max(self._trips)
        return "good" if longest < 150 else "fair" if longest < 400 else "poor"
