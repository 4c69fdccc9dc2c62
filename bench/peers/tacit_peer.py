"""This project's server under load."""

from __future__ import annotations

import asyncio
import os
import re
import sys
from collections import deque
from pathlib import Path

import aiohttp
from peers.load import NOT_A_MOVE, PLAYERS, Load, Match, Player
from peers.process import Server
from peers.wire import frame

HERE = Path(__file__).parent
AT_ONCE = 32
UPDATE = b'{"type":"update","version":'
SYNC = b'{"type":"sync","version":'
ACK = b'{"type":"ack","id":"'
PING = b'{"type":"ping","n":'
REFUSED = b'{"type":"refused"'
EMPTY = ord("]")
HELLO = frame(b'{"type":"hello","protocol":1}')
PICKS = [
    b'","request":{"do":"act","action":{"kind":"pick","card":%d}}}' % card for card in range(61)
]


def start(folder: Path, *arguments: str) -> Server:
    """Start the server with its log on disk in a folder, or where TACIT_BENCH_DB says."""
    database = os.environ.get("TACIT_BENCH_DB") or str(folder / "tacit.db")
    return serve(database, folder, *arguments)


def serve(database: str, folder: Path, *arguments: str, apart: bool = True) -> Server:
    """Start the server on a database."""
    command = [sys.executable, str(HERE / "tacit_server.py"), database, *arguments]
    return Server(command, folder, folder / "tacit.log", apart=apart)


class TacitPlayer(Player):
    """A player with a WebSocket to a table; the player in the first seat starts the games."""

    def __init__(self, match: Match, seat: int) -> None:
        super().__init__(match, seat)
        self.table = ""
        self.cookie = ""
        self._number = 0
        self._asked: deque[tuple[bytes, float]] = deque()
        """What was asked and is not acknowledged, and when it was to be asked."""
        self.synced: asyncio.Future[None] = asyncio.get_running_loop().create_future()

    async def connect(self, port: int) -> None:
        """Connect and say hello."""
        await self.open(port, f"/ws/{self.table}", f"Cookie: {self.cookie}")
        self.write(HELLO)
        await self.synced

    def pick(self, begun: float) -> None:
        self._send(PICKS[self.card], begun)

    def ask_house(self, request: bytes) -> None:
        """Send a request that is not a move."""
        self._send(b'","request":{"do":"%b"}}' % request, NOT_A_MOVE)

    def _send(self, request: bytes, begun: float) -> None:
        self._number += 1
        identity = b"%d" % self._number
        self._asked.append((identity, begun))
        self.load.flying += 1
        self.write(frame(b'{"type":"do","id":"' + identity + request))

    def message(self, data: bytes, start: int, end: int) -> None:
        if data.startswith(UPDATE, start):
            begin = start + len(UPDATE)
            version = int(data[begin : data.index(b",", begin)])
            self.shown(version)
            self._look(data, begin, end)
        elif data.startswith(ACK, start):
            begin = start + len(ACK)
            identity, _, done = data[begin : end - 1].partition(b'","version":')
            asked, begun = self._asked.popleft()
            if identity != asked:
                self.load.fault(f"{identity!r} acknowledged instead of {asked!r}")
            self.match.acknowledged(int(done), begun)
        elif data.startswith(PING, start):
            self.pings += 1
            self.write(frame(b'{"type":"pong","n":' + data[start + len(PING) : end]))
        elif data.startswith(SYNC, start):
            begin = start + len(SYNC)
            self.version = int(data[begin : data.index(b",", begin)])
            self.synced.set_result(None)
        elif data.startswith(REFUSED, start):
            self.load.fault(data[start:end].decode())

    def _look(self, data: bytes, start: int, end: int) -> None:
        """Pick a card or begin the next game, if it is time."""
        hand = data.find(b'"hand":[', start, end)
        if hand >= 0:
            card = data[hand + 8 : hand + 10]
            if card[0] != EMPTY:
                self.turn(int(card.rstrip(b",]")))
        stage = data.find(b'"stage":"', start, end)
        if stage >= 0 and data.startswith(b"over", stage + 9):
            self.ask_house(b"rematch")
        elif stage >= 0 and self.seat == 0 and data.startswith(b"lobby", stage + 9):
            self.ask_house(b"start")


async def seat_people(port: int, matches: list[Match]) -> None:
    """Open the tables and let the people join, over HTTP."""
    jar = aiohttp.DummyCookieJar()
    connector = aiohttp.TCPConnector(limit=AT_ONCE)
    gate = asyncio.Semaphore(AT_ONCE)
    address = f"http://127.0.0.1:{port}/api/tables"
    async with aiohttp.ClientSession(cookie_jar=jar, connector=connector) as session:

        async def one(match: Match) -> None:
            table = ""
            for seat in range(PLAYERS):
                player = TacitPlayer(match, seat)
                body = {"name": f"Player {seat}", "contribution": "5eed" * 8}
                where = f"{address}/{table}/join" if table else address
                async with session.post(
                    where, json=body if table else body | {"game": "mindup"}
                ) as answer:
                    answer.raise_for_status()
                    table = (await answer.json())["table"]
                    player.table = table
                    player.cookie = answer.headers["Set-Cookie"].partition(";")[0]

        async def gated(match: Match) -> None:
            async with gate:
                await one(match)

        await asyncio.gather(*map(gated, matches))


async def connect(port: int, matches: list[Match]) -> None:
    """Connect all players to their table."""
    gate = asyncio.Semaphore(AT_ONCE)

    async def one(player: Player) -> None:
        assert isinstance(player, TacitPlayer)
        async with gate:
            await player.connect(port)

    await asyncio.gather(*(one(player) for match in matches for player in match.players))


async def begin(load: Load, matches: list[Match]) -> None:
    """Begin a game at each table."""
    for match in matches:
        host = match.players[0]
        assert isinstance(host, TacitPlayer)
        host.ask_house(b"start")
    await load.quiet()


async def commits(port: int) -> tuple[float, float, float]:
    """Return how many commits there were, how long they took and how many entries they wrote."""
    async with (
        aiohttp.ClientSession() as session,
        session.get(f"http://127.0.0.1:{port}/metrics") as answer,
    ):
        page = await answer.text()
    names = ("commit_seconds_count", "commit_seconds_sum", "entries_total")
    found = [re.search(rf"^tacit_store_{name} (\S+)$", page, re.MULTILINE) for name in names]
    count, seconds, entries = (float(match[1]) if match else 0.0 for match in found)
    return count, seconds, entries
