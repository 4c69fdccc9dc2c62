"""The other nodes of a site: once a second each tells what it shows, and hears what has changed.

A node that was stopped for a while, or cut off, learns here which of its tables others play now.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import NamedTuple

import msgspec

from tacit.server.cluster.balance import Balance
from tacit.server.ops.logs import node_name, note, warn
from tacit.server.people.devices import Devices
from tacit.server.people.erasure import Forgetting
from tacit.server.tables.lobby import Lobby
from tacit.server.tables.tables import Tables
from tacit.server.watch.rooms import Rooms
from tacit.store.shared import Shared
from tacit.store.store import StoreError

BEAT_S = 1.0
"""Seconds between two."""
GONE_AFTER_S = 5.0
"""Seconds after which a node that tells nothing is not shown any more."""
HEARD_S = 120.0
"""Seconds of ended devices that are asked for: what a pause or a lost connection made us miss."""


class Node(msgspec.Struct, frozen=True):
    """What a node tells the others."""

    tables: int
    lines: int
    lobby: Lobby = Lobby()
    rooms: dict[str, int] = {}
    """Where replays are watched together, and since when."""
    name: str = ""
    """What it is called in the log."""


class _News(NamedTuple):
    nodes: dict[str, bytes]
    lost: list[str]
    ended: set[tuple[str, str]]
    forgotten: set[bytes]


class ThisNode(NamedTuple):
    """What a node tells of itself, and who hears what the others tell."""

    tables: Tables
    devices: Devices
    forgetting: Forgetting
    rooms: Rooms
    lines: Callable[[], int]
    clock: Callable[[], int]


class PeerNodes:
    """See the module's text."""

    def __init__(self, store: Shared, home: ThisNode) -> None:
        self._store = store
        self._home = home
        self.nodes: dict[str, Node] = {}
        """All that run, this one too."""
        self._deaf = False
        self._balance = Balance(home.clock)

    async def run(self) -> None:
        """Go on until cancelled."""
        while True:
            await self.beat()
            await asyncio.sleep(BEAT_S)

    async def beat(self) -> None:
        """Tell and hear once."""
        home = self._home
        mine = Node(
            tables=len(home.tables),
            lines=home.lines(),
            lobby=home.tables.lobby(),
            rooms=home.rooms.begun,
            name=node_name(),
        )
        try:
            news = await asyncio.to_thread(self._exchange, msgspec.json.encode(mine))
        except StoreError as error:  # whoever wants to play hears of it
            if not self._deaf:
                warn("neighbours_unheard", error=str(error))
            self._deaf = True
            return
        home.tables.lose(news.lost)
        home.devices.heard_ended(news.ended)
        await home.forgetting.hear_others(news.forgotten)
        self._meet({name: told for name, text in news.nodes.items() if (told := _read(text))})
        others = [node for name, node in self.nodes.items() if name != self._store.node]
        home.tables.elsewhere = tuple(node.lobby for node in others)
        for node in others:
            home.rooms.meet(node.rooms)
        self._hand_back()

    def _hand_back(self) -> None:
        """Send the players of a few tables on if this node has far more than its share."""
        connections = {name: node.lines for name, node in self.nodes.items()}
        chosen = self._balance.choose(self._home.tables, self._store.node, connections)
        for live in chosen:
            live.lose()
        if chosen:
            note("tables_handed_back", count=len(chosen))

    def _meet(self, nodes: dict[str, Node]) -> None:
        """Say who has come and gone; after an outage nobody knows that yet."""
        if self._deaf:
            warn("neighbours_heard_again")
        else:
            for gone in self.nodes.keys() - nodes.keys() - {self._store.node}:
                warn("node_gone", peer=self.nodes[gone].name or gone)
        for come in nodes.keys() - self.nodes.keys() - {self._store.node}:
            note("node_come", peer=nodes[come].name or come)
        self._deaf = False
        self.nodes = nodes

    def _exchange(self, mine: bytes) -> _News:
        store = self._store
        store.post(mine)
        notes, lost = store.notes(GONE_AFTER_S), store.lost()
        return _News(notes, lost, store.newly_ended(HEARD_S), store.newly_forgotten(HEARD_S))


def _read(text: bytes) -> Node | None:
    """Read what a node tells; one of another version may tell what is not known here."""
    try:
        return msgspec.json.decode(text, type=Node)
    except msgspec.DecodeError:
        return None
