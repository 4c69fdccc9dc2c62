"""The connections of one table: which people are connected, and how well."""

from __future__ import annotations

from collections.abc import Callable, Container, Iterable, Iterator

from tacit.core.rulebook import Millis
from tacit.table.fairtime.lag import LagTracker
from tacit.table.log.records import PersonId
from tacit.table.outputs import ConnectionId

PING_GAPS_MS = range(2000, 6000)
"""Milliseconds between two pings."""
PING_GAPS_IN_PLAY_MS = range(1000, 3000)
SILENT_AFTER_MS = 15_000
"""The table closes a connection that has sent nothing for so long, not even a pong."""


NOBODY = PersonId("")
"""The person id of every screen: a screen sees what a spectator sees."""


class Connection:
    """One connection of one person, or of a screen."""

    __slots__ = ("greeted", "heard", "lag", "person", "shown_by")

    def __init__(self, person: PersonId, now: Millis) -> None:
        self.person = person
        self.lag = LagTracker()
        self.heard = now
        self.greeted = False
        self.shown_by: PersonId | None = None
        """If it is a screen, the person whose device it is."""


class Connections:
    """All connections of one table; a person may have several."""

    def __init__(self, now: Millis) -> None:
        self._connections: dict[ConnectionId, Connection] = {}
        self._next_ping = now
        self._begin = now
        self._left: dict[PersonId, Millis] = {}
        """When each person's last connection was dropped."""
        self._listening: tuple[tuple[ConnectionId, PersonId], ...] = ()
        """The connections that have said hello."""

    def add(self, number: ConnectionId, person: PersonId, now: Millis) -> None:
        """Add a new connection of a person; its first message is a hello."""
        self._connections[number] = Connection(person, now)

    def greet(self, number: ConnectionId) -> None:
        """Note that a connection has said hello."""
        self._connections[number].greeted = True
        self._listen()

    def show(self, number: ConnectionId) -> None:
        """Make a connection a screen: from now on it is no person's, whatever seat they have."""
        connection = self._connections[number]
        connection.shown_by, connection.person = connection.person, NOBODY

    @property
    def screens(self) -> list[tuple[ConnectionId, PersonId]]:
        """The screens, and by whom each is shown."""
        return [
            (number, one.shown_by)
            for number, one in self._connections.items()
            if one.shown_by is not None
        ]

    def _listen(self) -> None:
        self._listening = tuple(
            (number, connection.person)
            for number, connection in self._connections.items()
            if connection.greeted
        )

    def drop(self, number: ConnectionId, now: Millis) -> bool:
        """Forget a connection; tell whether it had said hello."""
        connection = self._connections.pop(number, None)
        if connection is None or not connection.greeted:
            return False
        self._left[connection.person] = now
        self._listen()
        return True

    def away_since(self, person: PersonId) -> Millis:
        """Return since when a person without a connection is away, as far as this process knows."""
        return self._left.get(person, self._begin)

    def forget_others(self, people: Container[PersonId]) -> None:
        """Keep nothing about people other than these."""
        self._left = {one: when for one, when in self._left.items() if one in people}

    def forgive(self, now: Millis) -> None:
        """Count no connection as silent until now: the server was not listening."""
        for connection in self._connections.values():
            connection.heard = now

    def get(self, number: ConnectionId) -> Connection | None:
        """Return a connection, or None if it is gone."""
        return self._connections.get(number)

    def __len__(self) -> int:
        return len(self._connections)

    def __iter__(self) -> Iterator[ConnectionId]:
        return iter(tuple(self._connections))

    def greeted(self, people: Container[PersonId]) -> list[tuple[ConnectionId, PersonId]]:
        """Return the connections of these people that have said hello."""
        return [one for one in self._listening if one[1] in people]

    def is_here(self, person: PersonId) -> bool:
        """Tell whether a person is connected."""
        return any(who == person for _, who in self._listening)

    def quality(self, person: PersonId) -> str:
        """Return how good a person's best connection is, in a word."""
        qualities = [
            connection.lag.quality
            for connection in self._connections.values()
            if connection.greeted and connection.person == person
        ]
        return min(qualities, key=("good", "fair", "poor", "new").index, default="gone")

    def credit_ms(self, person: PersonId) -> int:
        """Return by how many milliseconds a person's press is dated back.

        Their fastest connection counts: they may watch on one and press on another.
        """
        return min((connection.lag.one_way_ms for connection in self._of(person)), default=0)

    def reach_ms(self, people: Iterable[PersonId]) -> int:
        """Return how far back the next press of any of these people could be dated."""
        return max(
            (
                min((connection.lag.reach_ms for connection in self._of(person)), default=0)
                for person in people
            ),
            default=0,
        )

    def _of(self, person: PersonId) -> list[Connection]:
        return [one for one in self._connections.values() if one.greeted and one.person == person]

    def pings(self, now: Millis, gap: Callable[[], int]) -> list[tuple[ConnectionId, int | None]]:
        """Return the pings to send now; None instead of a number for a silent connection.

        A connection is measured once it has said hello. `gap` draws the time until the next pings.
        Clients must not foresee it: one that did could be slow just then.
        """
        if now < self._next_ping:
            return []
        self._next_ping = Millis(now + gap())
        return [
            (number, None if now - connection.heard > SILENT_AFTER_MS else connection.lag.ping(now))
            for number, connection in self._connections.items()
            if connection.greeted or now - connection.heard > SILENT_AFTER_MS
        ]

    @property
    def next_ping(self) -> Millis | None:
        """When pings are due next; None without connections."""
        return self._next_ping if self._connections else None
