"""The site in this process, with lines that lead nowhere: what it does and keeps by itself."""

from __future__ import annotations

import asyncio
import time
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any

from peers.tacit_server import plenty
from peers.wire import frame as masked

from tacit.server.config import Config
from tacit.server.http.app import make_app
from tacit.server.site import SITE, Site
from tacit.server.tables.live.live import LiveTable
from tacit.server.tables.opening import Opening
from tacit.server.transport.acceptor import Slot
from tacit.server.transport.connection import Connection, Peer
from tacit.server.transport.connections import Caller
from tacit.server.transport.http_server import Runner
from tacit.table.decide.requests import Join
from tacit.table.log.records import PersonId, Settings

NAMES = ("Ann", "Bob", "Cleo", "Dan")


@asynccontextmanager
async def a_site(folder: str) -> AsyncIterator[Site]:
    """Run a site with its database in a folder."""
    config = Config(host="127.0.0.1", port=0, db=f"{folder}/tacit.db", limits=plenty())
    runner = Runner(make_app(config), access_log=None)
    await runner.setup()
    yield runner.app[SITE]
    await runner.cleanup()


class Nowhere(asyncio.Transport):
    """Takes bytes, and keeps the last."""

    def __init__(self) -> None:
        super().__init__()
        self.last = b""

    def write(self, data: Any) -> None:
        self.last = data

    def set_protocol(self, protocol: asyncio.BaseProtocol) -> None:
        """Nothing comes in by itself."""

    def get_write_buffer_size(self) -> int:
        return 0

    def is_closing(self) -> bool:
        return False

    def close(self) -> None:
        """Nothing to close."""

    abort = close


class Watched(Nowhere):
    """Notes when something was written."""

    def __init__(self) -> None:
        super().__init__()
        self.at = 0.0

    def write(self, data: Any) -> None:
        self.last = data
        self.at = time.perf_counter()


class Match:
    """One table, and the lines of its players."""

    def __init__(self, site: Site, live: LiveTable) -> None:
        self._live = live
        self._ids = 0
        self._site = site
        self.lines: list[Connection] = []
        self.ends: list[Watched] = []
        for person in live.table.state.people:
            self.connect(person.id)

    def connect(self, person: PersonId) -> None:
        """Open a connection for a person at the table."""
        end = Watched()
        account = self._site.budgets.of("here")
        peer = Peer(Caller(person, ""), "here", account, Slot(self._site.acceptor, account))
        line = Connection(self._site.transport, self._live, peer, end)
        line.open(b"")
        self.lines.append(line)
        self.ends.append(end)
        self._say(len(self.lines) - 1, b'{"type":"hello","protocol":1}')

    @property
    def live(self) -> LiveTable:
        return self._live

    def _say(self, seat: int, message: bytes) -> None:
        self.lines[seat].data_received(masked(message))

    def do(self, seat: int, request: bytes) -> None:
        self._ids += 1
        self._say(seat, b'{"type":"do","id":"%d","request":%b}' % (self._ids, request))

    @property
    def waits(self) -> bool:
        """Whether something is not durable yet."""
        return self._live.is_saving

    @property
    def playing(self) -> bool:
        return self._live.table.state.play is not None and self._live.table.state.play.ended is None

    def pick_all(self) -> int:
        """Lay everybody's first card, as far as they have one."""
        hands = self._live.table.state.play.hands
        for seat in range(len(hands)):
            if hands[seat]:
                action = b'{"kind":"pick","card":%d}' % hands[seat][0]
                self.do(seat, b'{"do":"act","action":%b}' % action)
        return sum(map(bool, hands))


async def settled(site: Site, matches: list[Match]) -> None:
    """Wait until everything is durable and told."""
    while any(match.waits for match in matches) or len(site.outbox):
        await asyncio.sleep(0.002)


async def seat(site: Site, number: int, game: str = "mindup", players: int = 4) -> Match:
    """Open a table, and connect its players."""
    people = [PersonId(f"{game}-{number}-{seat}") for seat in range(players)]
    opening = Opening(game, Settings(), [Join(name=NAMES[0])])
    name = await site.tables.open(opening, people[0], "here")
    live = await site.tables.find(name)
    assert live is not None
    for person, called in zip(people[1:], NAMES[1:], strict=False):
        await site.tables.ask(live, person, Join(name=called), "here")
    return Match(site, live)
