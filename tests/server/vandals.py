"""People whose devices send nonsense over real WebSockets."""

from __future__ import annotations

import contextlib
import random
from collections import Counter
from pathlib import Path

import aiohttp

from tacit.table.log.records import PersonId, decode
from tests.server import leaks
from tests.server.client import HungUp, Line, Person
from tests.server.good_will import finish
from tests.server.mutants import MESSAGES_A_TABLE, Mutants
from tests.server.sites import Inside, inside, quick
from tests.server.troubles import no_troubles


class Vandal:
    """A guest whose device sends nonsense, and comes back whenever they are thrown out."""

    def __init__(self, person: Person, table: str, rng: random.Random) -> None:
        self.person = person
        self._table = table
        self._rng = rng
        self._mutants = Mutants(rng)
        self.line: Line | None = None
        self.heard: list[str] = []

    async def burst(self, site: Inside, messages: int, counts: Counter[str]) -> None:
        """Send some messages at once and wait until they were read, or the line is closed."""
        for _ in range(messages):
            counts["messages"] += 1
            await self._send(site, counts)
        assert self.line is not None
        with contextlib.suppress(HungUp):
            await self.line.hello()

    async def _send(self, site: Inside, counts: Counter[str]) -> None:
        """Send one message, over a new line if the old one is gone."""
        if self.line is None or self.line.closed:
            await self.leave()
            self.line = await self.person.line(self._table)
            counts["lines opened"] += 1
        live = await site.site.tables.find(self._table)
        assert live is not None
        state = live.table.state
        data = self._mutants.draw(state, state.seat_of(state.guest_of(PersonId(self.person.id))))
        dice = self._rng.random()
        with contextlib.suppress(ConnectionError, aiohttp.ClientError):
            if dice < 0.97:
                await self.line.socket.send_frame(data, aiohttp.WSMsgType.TEXT)
            elif dice < 0.98:
                await self.line.socket.send_frame(data * 40, aiohttp.WSMsgType.TEXT)
            elif dice < 0.99:
                await self.line.socket.send_bytes(data)
            else:  # no frame at all
                self.line.socket._conn.transport.write(self._rng.randbytes(20))

    async def leave(self) -> None:
        if self.line is not None:
            self.heard += self.line.raw
            await self.line.close()
            self.person.lines.remove(self.line)
            self.line = None


async def fuzz_sockets(messages: int, seed: int, db: Path) -> Counter[str]:
    """Send messages over real WebSockets, while another guest is at the same table."""
    counts: Counter[str] = Counter()
    rng = random.Random(f"sockets {seed}")
    config = quick(db)
    with no_troubles():
        async with inside(config) as site:
            for start in range(0, messages, MESSAGES_A_TABLE):
                game = ("mindup", "extreme")[start // MESSAGES_A_TABLE % 2]
                most = min(MESSAGES_A_TABLE, messages - start)
                await _vandalise(site, game, most, rng, counts)
    return counts


async def _vandalise(
    site: Inside, game: str, messages: int, rng: random.Random, counts: Counter[str]
) -> None:
    crowd = [Person(site.url, f"Vandal {number}") for number in range(4)]
    try:
        table = await crowd[0].open(game)
        for person in crowd[1:]:
            await person.join(table)
        vandals = [Vandal(person, table, rng) for person in crowd]
        while messages > 0:
            burst = min(messages, rng.randint(1, 6))
            messages -= burst
            await rng.choice(vandals).burst(site, burst, counts)
        for vandal in vandals:
            await vandal.leave()
        lines = [await person.line(table) for person in crowd]
        await finish(lines)
        states = leaks.states_of(decode(site.site.store.load(table)))
        for person, vandal, line in zip(crowd, vandals, lines, strict=True):
            counts["told"] += leaks.check_all(vandal.heard + line.raw, states, person.id)
        counts["games finished"] += 1
    finally:
        for person in crowd:
            await person.close()
