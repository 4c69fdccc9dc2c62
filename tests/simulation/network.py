"""A line between a device and the server.

It is as honest as a WebSocket: what arrives, arrives in order, and a line that breaks loses what is
under way in both directions while its ends notice at different times. Only a tangled network does
what no WebSocket does: it doubles messages and lets them overtake each other.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from tests.simulation.scenario import Weather
from tests.simulation.world import World

NOTICES_WITHIN = {"client": 6_000, "server": 20_000}


class Direction:
    """One way of a line."""

    def __init__(self, line: Line, deliver: Callable[[Any], None]) -> None:
        self._line = line
        self._deliver = deliver
        self._last = 0
        self.under_way = 0

    @property
    def next_arrival(self) -> int:
        """When something sent now would arrive at the earliest."""
        return self._last

    def send(self, what: Any, *, counts: bool = True) -> None:
        """Put something on its way; `counts` is whether rest has to wait for it."""
        line = self._line
        if not line.carries:
            return
        self._put(what, line.delay(), counts=counts)
        if line.tangled and line.rng.random() < 0.1:
            line.world.counts["doubled under way"] += 1
            self._put(what, line.delay() + line.rng.randrange(2000), counts=counts)

    def _put(self, what: Any, delay: int, *, counts: bool) -> None:
        line = self._line
        arrival = line.world.now + delay
        if not line.tangled:
            arrival = self._last = max(arrival, self._last)
        self.under_way += counts

        def arrive() -> None:
            self.under_way -= counts
            if line.carries:
                self._deliver(what)

        line.world.after(arrival - line.world.now, arrive)


class Line:
    """A connection of one device, from the moment it is accepted."""

    def __init__(self, world: World, weather: Weather, number: int, person: str) -> None:
        self.world = world
        self.number = number
        self.person = person
        self.rng = world.chance(f"line {number}")
        self._weather = weather
        self._usual = self.rng.randint(*weather.delay)
        self.carries = True
        self.closing = False
        """Whether an end has closed it, though the other may not know yet."""
        self.to_server: Direction
        self.to_client: Direction
        self._notice: dict[str, Callable[[], None]] = {}

    @property
    def tangled(self) -> bool:
        """Whether messages are doubled and overtake each other here."""
        return self._weather.tangled and not self.world.calm

    @property
    def under_way(self) -> int:
        """How many messages are under way that rest has to wait for."""
        return self.to_server.under_way + self.to_client.under_way

    def delay(self) -> int:
        """Draw how long a message takes: mostly the usual way, sometimes far longer."""
        jitter = int(self.rng.random() ** 3 * self._weather.jitter)
        return self._usual + jitter

    def join(self, server: Any, client: Any) -> None:
        """Tie both ends to the line and let fate have it."""
        self.to_server = Direction(self, lambda data: server.hear(self, data))
        self.to_client = Direction(self, lambda message: client.hear(self, message))
        self._notice = {"client": lambda: client.lost(self), "server": lambda: server.lost(self)}
        self.world.after(self.rng.expovariate(1 / self._weather.line_life), self._fate)

    def _fate(self) -> None:
        if self.carries and not self.world.calm:
            self.world.counts["line broken"] += 1
            self.cut("client", "server")

    def cut(self, *ends: str) -> None:
        """Break the line: nothing arrives any more, and these ends notice some time later."""
        self.carries = False
        for end in ends:
            self.world.after(self.rng.random() ** 2 * NOTICES_WITHIN[end], self._notice[end])

    def hang_up(self, other: str) -> None:
        """Close one end properly: the other end gets what was sent before, and then notices."""
        self.closing = True
        direction = self.to_client if other == "client" else self.to_server
        notice = self._notice[other]

        def closed() -> None:
            self.carries = False
            notice()

        wait = max(self.delay(), direction.next_arrival - self.world.now)
        self.world.after(wait, closed)
