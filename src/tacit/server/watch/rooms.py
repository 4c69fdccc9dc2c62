"""The rooms in which replays are watched together: their names, their number, their pings.

A room's name is random and signed, and the site keeps nothing of it: a client that has the name may
come, to any node, before and after a restart. A name is good for one finished game.
"""

from __future__ import annotations

import asyncio
import base64
import secrets
from collections.abc import Callable, Mapping

from tacit.core.rulebook import Refused
from tacit.server.config import Limits
from tacit.server.people.signer import Signer, same
from tacit.server.transport.outbox import Outbox
from tacit.server.watch.room import Room, RoomContext

DRAWN_BYTES, SIGNED_BYTES = 12, 12
"""A name has 96 random bits, and a signature of as many."""
BEAT_S = 5.0
"""The time between two pings of a connection."""
MARK_CHARS = 12
"""Characters by which nodes name a room to each other; too few to enter it."""

_NO_ROOM = Refused("no-room", "There is no such room to watch this replay together.")
_TAKEN = Refused("rooms-taken", "Too many replays are watched together now. Try again later.")


class RoomsError(Exception):
    """The room cannot be entered; the refusal says why, and HTTP has a status for it."""

    def __init__(self, refused: Refused, status: int) -> None:
        super().__init__(str(refused))
        self.refused = refused
        self.status = status


class Rooms:
    """The rooms of one node."""

    def __init__(
        self, secret: bytes, limits: Limits, outbox: Outbox, clock: Callable[[], int]
    ) -> None:
        self._signer = Signer(secret, "")
        self._limits = limits
        self._context = RoomContext(outbox, clock, limits.room_people, self._forget)
        self._rooms: dict[str, Room] = {}

    def __len__(self) -> int:
        return len(self._rooms)

    # Names

    def new_name(self, table: str, number: int) -> str:
        """Return the name of a new room for a finished game."""
        drawn = secrets.token_urlsafe(DRAWN_BYTES)
        return drawn + self._mark(table, number, drawn)

    def _is_name(self, table: str, number: int, name: str) -> bool:
        drawn, mark = name[:-16], name[-16:]
        return same(mark, self._mark(table, number, drawn))

    def _mark(self, table: str, number: int, drawn: str) -> str:
        digest = self._signer.digest("\n".join((table, str(number), drawn)))
        return base64.urlsafe_b64encode(digest[:SIGNED_BYTES]).decode()

    # Rooms

    def check(self, table: str, number: int, name: str, address: str) -> None:
        """Raise RoomsError if a client cannot enter a room."""
        if not self._is_name(table, number, name):
            raise RoomsError(_NO_ROOM, 404)
        if name in self._rooms:
            return
        mine = sum(room.address == address for room in self._rooms.values())
        if len(self._rooms) >= self._limits.rooms or mine >= self._limits.rooms_per_address:
            raise RoomsError(_TAKEN, 503)

    def enter(self, table: str, number: int, name: str, address: str) -> Room:
        """Return the room of a name, for a new connection; RoomsError if it cannot enter."""
        self.check(table, number, name, address)
        if name not in self._rooms:
            self._rooms[name] = Room(name, address, self._context)
        return self._rooms[name]

    def _forget(self, room: Room) -> None:
        if self._rooms.get(room.name) is room:
            del self._rooms[room.name]

    async def run(self) -> None:
        """Ping all connections now and then, until cancelled.

        Room by room: thousands of pings at once would be noticed at tables.
        """
        while True:
            rooms = list(self._rooms.values())
            for room in rooms:
                room.beat()
                await asyncio.sleep(BEAT_S / len(rooms))
            if not rooms:
                await asyncio.sleep(BEAT_S)

    def say_goodbye(self) -> None:
        """Tell all clients to reconnect when the site has restarted."""
        for room in list(self._rooms.values()):
            room.say_goodbye()

    # Several nodes

    @property
    def begun(self) -> dict[str, int]:
        """The rooms of this node, and since when they are open."""
        return {name[:MARK_CHARS]: room.begun for name, room in self._rooms.items()}

    def meet(self, elsewhere: Mapping[str, int]) -> None:
        """Close connections whose room was opened later on another node.

        The proxy sends new clients there; those who are here have not noticed yet.
        """
        for room in list(self._rooms.values()):
            if elsewhere.get(room.name[:MARK_CHARS], 0) > room.begun:
                room.say_goodbye()
