"""The peer nodes of a site: once a second each node posts its state, and reads what has changed.

A node that was paused, or cut off, learns here which of its tables other nodes have taken over.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import NamedTuple

import msgspec

from tacit.server.club.evening_presence import HostPresence
from tacit.server.cluster.balance import Balance
from tacit.server.ops.logs import node_name, note, warn
from tacit.server.people.devices import Devices
from tacit.server.people.erasure import Eraser
from tacit.server.tables.lobby import Lobby
from tacit.server.tables.tables import Tables
from tacit.server.watch.rooms import Rooms
from tacit.store.shared import Shared
from tacit.store.store import StoreError

BEAT_S = 1.0
"""The time between two exchanges."""
GONE_AFTER_S = 5.0
"""After which a node that posts nothing is gone."""
HEARD_S = 120.0
"""How far back ended devices are asked for: what a pause or a lost connection made us miss."""


class Node(msgspec.Struct, frozen=True, rename={"connections": "lines"}):
    """The state that a node posts for its peers."""

    tables: int
    connections: int
    lobby: Lobby = Lobby()
    rooms: dict[str, int] = {}
    """The rooms where replays are watched together, and since when."""
    name: str = ""
    """Its name in the log."""
    hosts: dict[str, int] = {}
    """Evenings, and when the host of each was seen."""


class _News(NamedTuple):
    nodes: dict[str, bytes]
    lost: list[str]
    ended: set[tuple[str, str]]
    erased: set[bytes]


class ThisNode(NamedTuple):
    """The parts of this node that post their state, or learn of changes."""

    tables: Tables
    devices: Devices
    eraser: Eraser
    rooms: Rooms
    hosts: HostPresence
    connections: Callable[[], int]
    clock: Callable[[], int]


class PeerNodes:
    """Exchanges news with the peer nodes, through the database."""

    def __init__(self, store: Shared, here: ThisNode) -> None:
        self._store = store
        self._here = here
        self.nodes: dict[str, Node] = {}
        """All running nodes, this one too."""
        self._cut_off = False
        self._balance = Balance(here.clock)

    async def run(self) -> None:
        """Go on until cancelled."""
        while True:
            await self.beat()
            await asyncio.sleep(BEAT_S)

    async def beat(self) -> None:
        """Post and read once."""
        here = self._here
        mine = Node(
            tables=len(here.tables),
            connections=here.connections(),
            lobby=here.tables.lobby(),
            rooms=here.rooms.begun,
            name=node_name(),
            hosts=here.hosts.news,
        )
        try:
            news = await asyncio.to_thread(self._exchange, msgspec.json.encode(mine))
        except StoreError as error:  # players hear of it when they act
            if not self._cut_off:
                warn("neighbours_unheard", error=str(error))
            self._cut_off = True
            return
        here.tables.lose(news.lost)
        here.devices.heard_ended(news.ended)
        await here.eraser.hear_others(news.erased)
        self._meet({name: told for name, text in news.nodes.items() if (told := _read(text))})
        others = [node for name, node in self.nodes.items() if name != self._store.node]
        here.tables.elsewhere = tuple(node.lobby for node in others)
        here.hosts.meet(node.hosts for node in others)
        for node in others:
            here.rooms.meet(node.rooms)
        self._hand_back()

    def _hand_back(self) -> None:
        """Close the connections of a few tables if this node has far more than its share."""
        connections = {name: node.connections for name, node in self.nodes.items()}
        chosen = self._balance.choose(self._here.tables, self._store.node, connections)
        for live in chosen:
            live.lose()
        if chosen:
            note("tables_handed_back", count=len(chosen))

    def _meet(self, nodes: dict[str, Node]) -> None:
        """Log which nodes have come and gone; after an outage that is not known yet."""
        if self._cut_off:
            warn("neighbours_heard_again")
        else:
            for gone in self.nodes.keys() - nodes.keys() - {self._store.node}:
                warn("node_gone", peer=self.nodes[gone].name or gone)
        for come in nodes.keys() - self.nodes.keys() - {self._store.node}:
            note("node_come", peer=nodes[come].name or come)
        self._cut_off = False
        self.nodes = nodes

    def _exchange(self, mine: bytes) -> _News:
        store = self._store
        store.post(mine)
        notes, lost = store.notes(GONE_AFTER_S), store.lost()
        return _News(notes, lost, store.newly_ended(HEARD_S), store.newly_erased(HEARD_S))


def _read(text: bytes) -> Node | None:
    """Read a node's state; None if a node of another version wrote it."""
    try:
        return msgspec.json.decode(text, type=Node)
    except msgspec.DecodeError:
        return None
