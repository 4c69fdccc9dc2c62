"""How far away a connection is, by the server's own measurement (fair time)."""

from __future__ import annotations

from tacit.core.rulebook import MOST_COMPENSATED, Millis

KEPT = 16
"""Round trips remembered."""


class LagTracker:
    """Round trips of one connection, from pings that carry a number only the server can date.

    Whoever answers late looks slow and is dated back for it. So the least of many answers counts,
    and where the line is direct the round trip of the connection below, which is not theirs to
    delay, is the most that is believed.
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
        while len(self._sent) > KEPT:
            del self._sent[min(self._sent)]
        return number

    def pong(self, number: int, now: Millis, direct: int | None = None) -> None:
        """Take an answer; a number that was not sent, or was answered before, is ignored.

        `direct` is the round trip of the connection itself, if that goes to the client and no
        further.
        """
        self._direct = direct
        sent = self._sent.pop(number, None)
        if sent is not None:
            self._trips = (*self._trips, max(0, now - sent))[-KEPT:]

    @property
    def one_way(self) -> int:
        """Half the shortest recent round trip: what a press is credited. Nothing if unknown."""
        shortest = min(self._trips, default=0)
        if self._direct is not None:
            shortest = min(shortest, self._direct)
        return min(shortest // 2, MOST_COMPENSATED)

    @property
    def reach(self) -> int:
        """How far back a press on this line could be dated: as far as can be while unmeasured."""
        return self.one_way if self._trips else MOST_COMPENSATED

    @property
    def quality(self) -> str:
        """The line in a word, for the others to see: silence may be a slow line."""
        if not self._trips:
            return "new"
        longest = max(self._trips)
        return "good" if longest < 150 else "fair" if longest < 400 else "poor"
