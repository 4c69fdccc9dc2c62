"""The lines to the people at a table: who is connected, and how well."""

from __future__ import annotations

from collections.abc import Container, Iterator

from tacit.games.rulebook import Millis
from tacit.table.lag import LagTracker
from tacit.table.outputs import LineId
from tacit.table.records import PersonId

PING_EVERY = 4000
PING_EVERY_IN_PLAY = 2000
SILENT_AFTER = 15_000
"""A line that says nothing for so long, not even answers pings, is hung up."""


class Line:
    """One connection of one person."""

    __slots__ = ("greeted", "heard", "lag", "person")

    def __init__(self, person: PersonId, now: Millis) -> None:
        self.person = person
        self.lag = LagTracker()
        self.heard = now
        self.greeted = False


class Lines:
    """All lines of one table. A person may have several."""

    def __init__(self, now: Millis) -> None:
        self._lines: dict[LineId, Line] = {}
        self._next_ping = now
        self._begin = now
        self._left: dict[PersonId, Millis] = {}
        """When somebody's last line was dropped."""

    def add(self, number: LineId, person: PersonId, now: Millis) -> None:
        """Take a new line of somebody; it says hello next."""
        self._lines[number] = Line(person, now)

    def drop(self, number: LineId, now: Millis) -> bool:
        """Forget a line; tell whether it had said hello."""
        line = self._lines.pop(number, None)
        if line is None or not line.greeted:
            return False
        self._left[line.person] = now
        return True

    def away_since(self, person: PersonId) -> Millis:
        """Return since when somebody without a line is away, as far as this process knows."""
        return self._left.get(person, self._begin)

    def forget_others(self, people: Container[PersonId]) -> None:
        """Keep nothing about anybody but these people."""
        self._left = {one: when for one, when in self._left.items() if one in people}

    def forgive(self, now: Millis) -> None:
        """Take no line for silent until now: it was not listened to."""
        for line in self._lines.values():
            line.heard = now

    def get(self, number: LineId) -> Line | None:
        """Return a line, or None if it is gone."""
        return self._lines.get(number)

    def __len__(self) -> int:
        return len(self._lines)

    def __iter__(self) -> Iterator[LineId]:
        return iter(tuple(self._lines))

    def greeted(self, people: Container[PersonId]) -> list[tuple[LineId, PersonId]]:
        """Return the lines of these people that have said hello."""
        return [
            (number, line.person)
            for number, line in self._lines.items()
            if line.greeted and line.person in people
        ]

    def is_here(self, person: PersonId) -> bool:
        """Tell whether somebody is connected."""
        return any(line.greeted and line.person == person for line in self._lines.values())

    def quality(self, person: PersonId) -> str:
        """Return how good somebody's best line is, in a word."""
        qualities = [
            line.lag.quality
            for line in self._lines.values()
            if line.greeted and line.person == person
        ]
        return min(qualities, key=("good", "fair", "poor", "new").index, default="gone")

    def slowest(self, people: Container[PersonId]) -> int:
        """Return how long a press of one of these people may still be under way."""
        delays = (line.lag.slowest for line in self._lines.values() if line.person in people)
        return max(delays, default=0)

    def pings(self, now: Millis, *, in_play: bool) -> list[tuple[LineId, int | None]]:
        """Return the numbers to send now if it is time; None for a line that has gone silent.

        A line is measured once it has said hello.
        """
        if now < self._next_ping:
            return []
        self._next_ping = Millis(now + (PING_EVERY_IN_PLAY if in_play else PING_EVERY))
        return [
            (number, None if now - line.heard > SILENT_AFTER else line.lag.ping(now))
            for number, line in self._lines.items()
            if line.greeted or now - line.heard > SILENT_AFTER
        ]

    @property
    def next_ping(self) -> Millis | None:
        """When lines have to be measured next; None without any."""
        return self._next_ping if self._lines else None
