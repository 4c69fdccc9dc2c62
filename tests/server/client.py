"""People and their devices, as a browser would be: cookies, WebSockets, and a copy of what is told.

>>> copy = Copy()
>>> copy.take({"type": "sync", "version": 3, "house": {"stage": "lobby"}, "view": None,
...            "legal": {}, "waiting": [], "events": [], "now": 0})
>>> copy.take({"type": "update", "version": 4, "house": {"stage": "playing"}})
>>> copy.version, copy.stage
(4, 'playing')
"""

from __future__ import annotations

import asyncio
import contextlib
import json
import random
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from itertools import count
from typing import Any

import aiohttp

from tacit.server.people.identity import COOKIE
from tacit.table.tell.messages import PROTOCOL

TIMEOUT_S = 20.0
"""Seconds a test waits for what has to come."""
OVER = "over"
_IDS = count(1)


class HungUp(Exception):
    """The line was closed while something was waited for."""


class Copy:
    """What a client has: the last full message and every change since."""

    def __init__(self) -> None:
        self.version = 0
        self.house: dict[str, Any] = {}
        self.view: Any = None
        self.legal: dict[str, list[Any]] = {}
        self.waiting: list[int] = []
        self.door: dict[str, Any] | None = None

    @property
    def stage(self) -> str | None:
        return self.house.get("stage")

    @property
    def seat(self) -> int | None:
        return self.house.get("seat")

    def take(self, message: dict[str, Any]) -> None:
        match message["type"]:
            case "door":
                self.__init__()
                self.door = message
            case "sync":
                self.door = None
                for name in ("version", "house", "view", "legal", "waiting"):
                    setattr(self, name, message[name])
            case "update":
                self._update(message)
            case "said":
                line = {name: message[name] for name in ("guest", "text", "at")}
                self.house = self.house | {"chat": [*self.house["chat"], line][-50:]}

    def _update(self, message: dict[str, Any]) -> None:
        assert message["version"] == self.version + 1, "a version was missed"
        self.version = message["version"]
        self.house = self.house | message.get("house", {})
        if "view" in message:
            whole = message.get("fresh") or message["view"] is None
            self.view = message["view"] if whole else self.view | message["view"]
        self.legal = message.get("legal", self.legal)
        self.waiting = message.get("waiting", self.waiting)


class Line:
    """One device of one person at one table."""

    def __init__(self, socket: aiohttp.ClientWebSocketResponse, copy: Copy | None = None) -> None:
        self.socket = socket
        self.copy = copy or Copy()
        self.messages: list[dict[str, Any]] = []
        self.raw: list[str] = []
        self.answers: dict[str, dict[str, Any]] = {}
        """By message id: its Ack or refusal."""
        self.pongs = True
        self.closed = False
        self._changed = asyncio.Event()
        self._reader = asyncio.create_task(self._read())

    async def _read(self) -> None:
        try:
            async for message in self.socket:
                if message.type is not aiohttp.WSMsgType.TEXT:
                    break
                await self._take(message.data)
        except (ConnectionError, aiohttp.ClientError):
            pass
        finally:
            self.closed = True
            self._changed.set()

    async def _take(self, data: str) -> None:
        message = json.loads(data)
        self.raw.append(data)
        self.messages.append(message)
        self.copy.take(message)
        if message["type"] == "ping" and self.pongs:
            await self.socket.send_json({"type": "pong", "n": message["n"]})
        if message["type"] in ("ack", "refused"):
            self.answers[message["id"]] = message
        self._changed.set()

    def of(self, kind: str) -> list[dict[str, Any]]:
        """Return all that came of one kind."""
        return [message for message in self.messages if message["type"] == kind]

    async def until(self, condition: Callable[[], Any], timeout_s: float = TIMEOUT_S) -> Any:
        """Wait until a message makes something true; HungUp if the line is closed before."""
        async with asyncio.timeout(timeout_s):
            while not (met := condition()):
                if self.closed:
                    raise HungUp
                self._changed.clear()
                await self._changed.wait()
        return met

    async def until_closed(self, timeout_s: float = TIMEOUT_S) -> int | None:
        """Wait until the site hangs up, and return the code it gave."""
        with contextlib.suppress(HungUp):
            await self.until(lambda: False, timeout_s)
        return self.socket.close_code

    async def send(self, message: dict[str, Any]) -> None:
        try:
            await self.socket.send_json(message)
        except (ConnectionError, aiohttp.ClientError) as error:
            raise HungUp from error

    async def hello(self, version: int = 0) -> None:
        """Say hello and wait for what the table answers."""
        before = len(self.messages)
        await self.send({"type": "hello", "protocol": PROTOCOL, "version": version})
        answers = {"sync", "door", "bye"}
        await self.until(lambda: answers & {one["type"] for one in self.messages[before:]})

    async def ask(self, request: dict[str, Any], message: str | None = None) -> dict[str, Any]:
        """Ask for something and return the answer: an Ack or a refusal."""
        message = f"q{next(_IDS)}" if message is None else message
        self.answers.pop(message, None)
        await self.send({"type": "do", "id": message, "request": request})
        return await self.until(lambda: self.answers.get(message))

    async def do(self, do: str, **rest: Any) -> dict[str, Any]:
        """Ask for something that has to be done."""
        answer = await self.ask({"do": do, **rest})
        assert answer["type"] == "ack", answer
        return answer

    async def refused(self, do: str, **rest: Any) -> str:
        """Ask for something that has to be refused, and return the key."""
        answer = await self.ask({"do": do, **rest})
        assert answer["type"] == "refused", answer
        return answer["key"]

    async def close(self) -> None:
        with contextlib.suppress(ConnectionError, aiohttp.ClientError):
            await self.socket.close()
        await self._reader


class Person:
    """A guest with a browser: one cookie jar, any number of connections."""

    def __init__(self, url: str, name: str) -> None:
        self.url = url
        self.name = name
        self.http = aiohttp.ClientSession(cookie_jar=aiohttp.CookieJar(unsafe=True))
        self.lines: list[Line] = []

    @property
    def cookie(self) -> str:
        """The guest cookie as the site gave it."""
        return next(one.value for one in self.http.cookie_jar if one.key == COOKIE)

    @property
    def id(self) -> str:
        """Who this is in the site's log."""
        return self.cookie.partition(".")[0]

    async def get(self, path: str) -> Any:
        async with self.http.get(self.url + path) as response:
            assert response.status == 200, (response.status, await response.text())
            return await response.json()

    async def post(self, path: str, **body: Any) -> Any:
        async with self.http.post(self.url + path, json=body) as response:
            assert response.status in (200, 201), (response.status, await response.text())
            return await response.json()

    async def open(self, game: str, **rest: Any) -> str:
        """Open a table, and return its name."""
        return (await self.post("/api/tables", game=game, name=self.name, **rest))["table"]

    async def join(self, table: str, **rest: Any) -> None:
        await self.post(f"/api/tables/{table}/join", name=self.name, **rest)

    async def line(
        self, table: str, version: int | None = 0, copy: Copy | None = None, **rest: Any
    ) -> Line:
        """Connect to a table and say hello; with version None say nothing yet."""
        socket = await self.http.ws_connect(f"{self.url}/ws/{table}", max_msg_size=0, **rest)
        line = Line(socket, copy)
        self.lines.append(line)
        if version is not None:
            await line.hello(version)
        return line

    async def close(self) -> None:
        for line in self.lines:
            await line.close()
        await self.http.close()


@asynccontextmanager
async def people(url: str, *names: str) -> AsyncIterator[list[Person]]:
    """Let people come with their browsers, and leave afterwards."""
    came = [Person(url, name) for name in names]
    try:
        yield came
    finally:
        for person in came:
            await person.close()


async def seated(table: str, *crowd: Person) -> list[Line]:
    """Let people join a table and connect to it."""
    for person in crowd:
        await person.join(table)
    return [await person.line(table) for person in crowd]


async def eventually(condition: Callable[[], Any]) -> None:
    """Wait for something inside a site of this process that nobody hears of."""
    async with asyncio.timeout(30):  # a busy machine may need long; a good run never does
        while not condition():
            await asyncio.sleep(0.002)


# What a player does who only wants the game to go on.
_GO_ON = ("pick", "lay-hand", "play", "vote", "discard", "ready", "lift-hand")


def next_move(copy: Copy, rng: random.Random) -> dict[str, Any] | None:
    """Return something the table waits for from this seat, or None."""
    if copy.stage != "playing" or copy.seat not in copy.waiting:
        return None
    for kind in _GO_ON:
        if kind in copy.legal:
            return {"do": "act", "action": move(kind, copy.legal[kind], rng)}
    return None


def move(kind: str, choices: list[Any], rng: random.Random) -> dict[str, Any]:
    """Return an action of a kind with one of the choices there are for it."""
    action: dict[str, Any] = {"kind": kind}
    if kind == "vote":
        action["agree"] = rng.choice(choices)
    elif choices:
        action["card"] = rng.choice(choices)
    return action


async def play(line: Line, rng: random.Random) -> None:
    """Play until the game is over."""
    copy = line.copy
    while copy.stage != OVER:
        request = next_move(copy, rng)
        if request is None:
            await line.until(lambda: copy.stage == OVER or next_move(copy, random.Random(0)))
            continue
        version = copy.version
        answer = await line.ask(request)
        if answer["type"] == "refused":  # it crossed something on its way
            await line.until(lambda version=version: copy.version > version)
