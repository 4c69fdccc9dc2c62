"""The latency of a connection: round trips that the server measures (fair time)."""

from __future__ import annotations

from tacit.core.rulebook import MAX_COMPENSATED_MS, Millis

MAX_TRIPS = 16
"""Round trips kept of each connection."""


class LagTracker:
    """Round trips of one connection, from pings whose numbers only the server can date.

    A client that answers late looks slow, and its presses are dated back for it. So the shortest
    of many round trips counts. Where the TCP connection reaches the client directly, its own round
    trip, which the client cannot delay, is the upper bound.
    """

    __slots__ = ("_direct", "_next", "_sent", "_trips")

    def __init__(self) -> None:
        self._sent: dict[int, Millis] = {}
        self._trips: tuple[int, ...] = ()
        self._direct: int | None = None
        self._next = 1

    def ping(self, now: Millis) -> int:
        """Return the number to send now."""
        number = self._next
        self._next += 1
        self._sent[number] = now
        while len(self._sent) > MAX_TRIPS:
            del self._sent[min(self._sent)]
        return number

    def pong(self, number: int, now: Millis, direct: int | None = None) -> None:
        """Take a pong; a number that was not sent, or was answered before, is ignored.

        `direct` is the round trip of the TCP connection, if it ends at the client itself.
        """
        self._direct = direct
        sent = self._sent.pop(number, None)
        if sent is not None:
            self._trips = (*self._trips, max(0, now - sent))[-MAX_TRIPS:]

    @property
    def one_way_ms(self) -> int:
        """Half the shortest recent round trip, which a press is credited; 0 if unknown."""
        shortest = min(self._trips, default=0)
        if self._direct is not None:
            shortest = min(shortest, self._direct)
        return min(shortest // 2, MAX_COMPENSATED_MS)

    @property
    def reach_ms(self) -> int:
        """How far back a press could be dated: as far as allowed while nothing is measured."""
        return self.one_way_ms if self._trips else MAX_COMPENSATED_MS

    @property
    def quality(self) -> str:
        """The connection in a word, for the others to see: silence may be a slow connection."""
        if not self._trips:
            return "new"
        longest = max(self._trips)
        return "good" if longest < 150 else "fair" if longest < 400 else "poor"
