"""A room in which spectators watch a replay together: one leads, the others follow or browse.

A room is in memory while a spectator is in it, and knows nothing of the game but its address. Where
the leader is, is a number that every client understands. So there is nothing in it to keep, and
nothing that could tell a card.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from itertools import count
from typing import ClassVar, NamedTuple

from msgspec import Struct

from tacit.server.transport.outbox import Outbox, Recipient
from tacit.server.watch.messages import (
    Come,
    Here,
    Lead,
    Moment,
    RoomMessage,
    RoomSaid,
    Show,
    Together,
    Watcher,
    Welcome,
    read,
)
from tacit.store.erasure import person_hash
from tacit.table.decide.names import clean_name, distinct
from tacit.table.log.records import PersonId
from tacit.table.outputs import ConnectionId
from tacit.table.tell.messages import ENCODER, PROTOCOL, Bye, Ping

TELL_EVERY_S = 0.1
"""The time between two messages to all; what happens in between is sent together."""
SILENT_MS = 15_000
"""A connection that answers no ping for so long is closed."""


class RoomContext(NamedTuple):
    """What a room needs of the site."""

    outbox: Outbox
    clock: Callable[[], int]
    most: int
    """Connections at once."""
    empty: Callable[[Room], None]
    """Called when the last spectator has gone."""


class _Connection(Struct):
    person: PersonId
    to: Recipient
    heard: int
    here: Here | None = None
    """None until the client has said hello."""


class Room:
    """The connections of one room, its leader, and where in the replay the leader is."""

    read: ClassVar = staticmethod(read)

    def __init__(self, name: str, address: str, context: RoomContext) -> None:
        self.name = name
        self.address = address
        """The address it was opened from."""
        self.begun = context.clock()
        self._context = context
        self._connections: dict[ConnectionId, _Connection] = {}
        self._numbers = count(1)
        self._leader: ConnectionId | None = None
        self._led: bytes | None = None
        """The mark of the last leader, not their id: their data may be erased meanwhile. They lead
        again if they reconnect before another takes the lead."""
        self._at: Moment | None = None
        self._told = 0.0
        self._telling: asyncio.TimerHandle | None = None

    def __len__(self) -> int:
        return len(self._connections)

    # Coming and going

    def make_way(self, person: PersonId, most: int) -> None:
        """Close a person's oldest connections, so that with one more they have at most `most`."""
        mine = [connection for connection, one in self._connections.items() if one.person == person]
        for connection in mine[: max(0, len(mine) - most + 1)]:
            self._send_away(connection, "elsewhere")

    def connect(
        self, connection: ConnectionId, person: PersonId, to: Recipient, _address: str
    ) -> None:
        """Take a new connection, if there is room."""
        if len(self._connections) >= self._context.most:
            self._say(to, Bye(reason="full"))
            self._context.outbox.hang_up(to)
        else:
            self._connections[connection] = _Connection(person, to, self._context.clock())

    def disconnect(self, connection: ConnectionId) -> None:
        """Drop a connection that has closed."""
        if self._connections.pop(connection, None) is None:
            return
        if connection == self._leader:
            self._leader = None
        if self._connections:
            self._tell_soon()
        else:
            self.close()
            self._context.empty(self)

    def beat(self) -> None:
        """Ping every connection, and close those that have been silent too long."""
        now = self._context.clock()
        for connection, one in list(self._connections.items()):
            if now - one.heard > SILENT_MS:
                self._send_away(connection, "silent")
            else:
                self._say(one.to, Ping(n=0))

    def say_goodbye(self) -> None:
        """Close all connections: their clients reconnect to wherever the room is from now on."""
        for connection in list(self._connections):
            self._send_away(connection, "restart")

    def close(self) -> None:
        """Send nothing more."""
        if self._telling is not None:
            self._telling.cancel()
            self._telling = None

    def _send_away(self, connection: ConnectionId, reason: str) -> None:
        to = self._connections[connection].to
        self._say(to, Bye(reason=reason))
        self._context.outbox.hang_up(to)
        self.disconnect(connection)

    # Messages in

    def receive(self, connection: ConnectionId, said: RoomSaid) -> None:
        """Take a message from a connection."""
        one = self._connections.get(connection)
        if one is None:  # it is being closed
            return
        one.heard = self._context.clock()
        match said:
            case Come(protocol=protocol) if protocol != PROTOCOL:
                self._send_away(connection, "protocol")
            case Come(name=name):
                self._come(connection, one, name)
            case Show(at=at) if connection == self._leader:
                self._at = at
                self._tell_soon()
            case Lead(to=to):
                self._lead(connection, to)

    def _come(self, connection: ConnectionId, one: _Connection, name: str) -> None:
        others = [
            other.here.name
            for other in self._connections.values()
            if other.here and other is not one
        ]
        name = clean_name(name)
        number = next(self._numbers) if one.here is None else one.here.number
        one.here = Here(number, distinct(name, others) if name else "")
        self._say(one.to, Welcome(you=number))
        if self._leader is None and self._led in (None, person_hash(one.person)):
            self._leader, self._led = connection, person_hash(one.person)
        self._tell_soon()

    def _lead(self, connection: ConnectionId, to: Watcher) -> None:
        """Pass the lead on; while there is no leader, a spectator may take it."""
        next_one = next((other for other, who in self._connections.items() if _is(who, to)), None)
        if next_one is None or (self._leader is None and next_one != connection):
            return
        if self._leader in (None, connection):
            self._leader, self._led = next_one, person_hash(self._connections[next_one].person)
            self._tell_soon()

    # Messages out

    def _say(self, to: Recipient, message: RoomMessage) -> None:
        self._context.outbox.post(to, ENCODER.encode(message))

    def _tell_soon(self) -> None:
        """Send the room's state to all, now or when enough time has passed."""
        if self._telling is None:
            loop = asyncio.get_running_loop()
            delay = max(0.0, self._told + TELL_EVERY_S - loop.time())
            self._telling = loop.call_later(delay, self._tell)

    def _tell(self) -> None:
        self._telling = None
        self._told = asyncio.get_running_loop().time()
        present = [one for one in self._connections.values() if one.here is not None]
        leading = None if self._leader is None else self._connections[self._leader].here
        told = Together(
            people=tuple(one.here for one in present if one.here is not None),
            leader=None if leading is None else leading.number,
            at=self._at,
        )
        for one in present:
            self._say(one.to, told)


def _is(one: _Connection, number: Watcher) -> bool:
    return one.here is not None and one.here.number == number
