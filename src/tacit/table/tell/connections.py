"""The lines to the people at a table: who is connected, and how well."""

from __future__ import annotations

from collections.abc import Callable, Container, Iterable, Iterator

from tacit.core.rulebook import Millis
from tacit.table.fairtime.lag import LagTracker
from tacit.table.log.records import PersonId
from tacit.table.outputs import LineId

PING_GAPS = range(2000, 6000)
"""Milliseconds between two measurements."""
PING_GAPS_IN_PLAY = range(1000, 3000)
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
        self._listening: tuple[tuple[LineId, PersonId], ...] = ()
        """The lines that have said hello."""

    def add(self, number: LineId, person: PersonId, now: Millis) -> None:
        """Take a new line of somebody; it says hello next."""
        self._lines[number] = Line(person, now)

    def greet(self, number: LineId) -> None:
        """Take note that a line has said hello."""
        self._lines[number].greeted = True
        self._listen()

    def _listen(self) -> None:
        self._listening = tuple(
            (number, line.person) for number, line in self._lines.items() if line.greeted
        )

    def drop(self, number: LineId, now: Millis) -> bool:
        """Forget a line; tell whether it had said hello."""
        line = self._lines.pop(number, None)
        if line is None or not line.greeted:
            return False
        self._left[line.person] = now
        self._listen()
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
        return [one for one in self._listening if one[1] in people]

    def is_here(self, person: PersonId) -> bool:
        """Tell whether somebody is connected."""
        return any(who == person for _, who in self._listening)

    def quality(self, person: PersonId) -> str:
        """Return how good somebody's best line is, in a word."""
        qualities = [
            line.lag.quality
            for line in self._lines.values()
            if line.greeted and line.person == person
        ]
        return min(qualities, key=("good", "fair", "poor", "new").index, default="gone")

    def credit(self, person: PersonId) -> int:
        """Return by how much a press of somebody is dated back: what suits their fastest line.

        They may watch on one line and press on another.
        """
        return min((line.lag.one_way for line in self._of(person)), default=0)

    def reach(self, people: Iterable[PersonId]) -> int:
        """Return how far back a press that is yet to come from these people could be dated."""
        return max(
            (min((line.lag.reach for line in self._of(person)), default=0) for person in people),
            default=0,
        )

    def _of(self, person: PersonId) -> list[Line]:
        return [one for one in self._lines.values() if one.greeted and one.person == person]

    def pings(self, now: Millis, gap: Callable[[], int]) -> list[tuple[LineId, int | None]]:
        """Return the numbers to send now if it is time; None for a line that has gone silent.

        A line is measured once it has said hello. `gap` says how long until the next time, which
        clients must not foresee: whoever knows when they are measured can be slow just then.
        """
        if now < self._next_ping:
            return []
        self._next_ping = Millis(now + gap())
        return [
            (number, None if now - line.heard > SILENT_AFTER else line.lag.ping(now))
            for number, line in self._lines.items()
            if line.greeted or now - line.heard > SILENT_AFTER
        ]

    @property
    def next_ping(self) -> Millis | None:
        """When lines have to be measured next; None without any."""
        return self._next_ping if self._lines else None
