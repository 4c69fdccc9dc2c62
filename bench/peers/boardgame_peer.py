"""boardgame.io's server under the same load."""

from __future__ import annotations

import asyncio
import shutil
import subprocess
from pathlib import Path

import aiohttp
from peers.load import PLAYERS, Load, Match, Player
from peers.process import Server
from peers.wire import frame

HERE = Path(__file__).parent / "boardgame"
AT_ONCE = 32
EVENT = b'42/mindup,["'
PICK = EVENT + b'update",{"type":"MAKE_MOVE","payload":{"type":"pick","args":[%d],%b}},%d'
EVERYBODY_TO_PICK = b'"picked":[false,false,false,false]'


class NotThere(RuntimeError):
    """The peer cannot be run here; the text says why."""


def install() -> None:
    """Fetch the peer in the versions of its lock file, unless it is there."""
    installed, lock = HERE / "node_modules/.package-lock.json", HERE / "package-lock.json"
    if installed.exists() and installed.stat().st_mtime >= lock.stat().st_mtime:
        return
    npm = shutil.which("npm")
    if npm is None or shutil.which("node") is None:
        raise NotThere("it needs Node.js and npm")
    command = [npm, "ci", "--no-audit", "--no-fund", "--ignore-scripts"]
    try:
        done = subprocess.run(
            command, check=False, cwd=HERE, capture_output=True, text=True, timeout=120
        )
    except subprocess.TimeoutExpired:
        raise NotThere("npm ci took more than two minutes") from None
    if done.returncode:
        raise NotThere(f"npm ci failed: {done.stderr.strip()[-500:]}")
    installed.touch()


def start(folder: Path) -> Server:
    """Start the server, with its in-memory store."""
    return Server(["node", str(HERE / "server.cjs")], folder, folder / "boardgame.log")


class BoardgamePlayer(Player):
    """A player with a socket.io connection, over WebSocket from the first byte."""

    def __init__(self, match: Match, seat: int, name: str, credentials: str) -> None:
        super().__init__(match, seat)
        self._name = name
        self._credentials = credentials
        self._me = b"%d" % seat
        self._begun = 0.0
        self._signed = f'"playerID":"{seat}","credentials":"{credentials}"'.encode()
        self._end = f',"{name}","{seat}"]'.encode()
        self.synced: asyncio.Future[None] = asyncio.get_running_loop().create_future()

    async def connect(self, port: int) -> None:
        """Connect and ask for the state."""
        await self.open(port, "/socket.io/?EIO=4&transport=websocket")
        await self.synced

    def pick(self, begun: float) -> None:
        self._begun = begun
        self.load.flying += 1
        move = PICK % (self.card, self._signed, self.version)
        self.write(frame(move + self._end))

    def message(self, data: bytes, start: int, end: int) -> None:
        if data.startswith(EVENT, start):
            kind = start + len(EVENT)
            if data.startswith(b"update", kind):
                self._update(data, kind, end)
            elif data.startswith(b"sync", kind):
                self.version = _version(data, kind)
                self.synced.set_result(None)
                self._look(data, kind, end)
        elif data.startswith(b"2", start):
            self.pings += 1
            self.write(frame(b"3"))
        elif data.startswith(b"0", start):
            self.write(frame(b"40/mindup,"))
        elif data.startswith(b"40/mindup,", start):
            sync = f'sync","{self._name}","{self.seat}","{self._credentials}",{PLAYERS}]'
            self.write(frame(EVENT + sync.encode()))
        else:
            self.load.fault(data[start:end].decode())

    def _update(self, data: bytes, start: int, end: int) -> None:
        version = _version(data, start)
        self.shown(version)
        mover = data.rindex(b'"playerID":"', start, end) + 12  # in the log at the end
        if data[mover : mover + 1] == self._me:
            self.match.acknowledged(version, self._begun)
        self._look(data, start, end)

    def _look(self, data: bytes, start: int, end: int) -> None:
        if data.find(EVERYBODY_TO_PICK, start, end) >= 0:
            hand = data.index(b'"hand":[', start, end) + 8
            self.turn(int(data[hand : hand + 2].rstrip(b",]")))


def _version(data: bytes, start: int) -> int:
    begin = data.index(b'"_stateID":', start) + 11
    end = begin
    while data[end] in b"0123456789":
        end += 1
    return int(data[begin:end])


async def seat_people(port: int, matches: list[Match]) -> None:
    """Open the matches and let the people join, over HTTP."""
    connector = aiohttp.TCPConnector(limit=AT_ONCE)
    gate = asyncio.Semaphore(AT_ONCE)
    address = f"http://127.0.0.1:{port}/games/mindup"
    async with aiohttp.ClientSession(connector=connector) as session:

        async def ask(path: str, body: dict[str, object]) -> dict[str, str]:
            async with session.post(f"{address}/{path}", json=body) as answer:
                answer.raise_for_status()
                said: dict[str, str] = await answer.json()
                return said

        async def one(match: Match) -> None:
            async with gate:
                name = (await ask("create", {"numPlayers": PLAYERS}))["matchID"]
                for seat in range(PLAYERS):
                    body: dict[str, object] = {
                        "playerID": str(seat),
                        "playerName": f"Player {seat}",
                    }
                    joined = await ask(f"{name}/join", body)
                    BoardgamePlayer(match, seat, name, joined["playerCredentials"])

        await asyncio.gather(*map(one, matches))


async def connect(port: int, matches: list[Match]) -> None:
    """Connect all players to their match."""
    gate = asyncio.Semaphore(AT_ONCE)

    async def one(player: Player) -> None:
        assert isinstance(player, BoardgamePlayer)
        async with gate:
            await player.connect(port)

    await asyncio.gather(*(one(player) for match in matches for player in match.players))


async def begin(_load: Load, _matches: list[Match]) -> None:
    """A match begins when it is created."""
