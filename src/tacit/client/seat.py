"""A seat at a live table, for programs that use asyncio; `docs/client.md` has an example."""

from __future__ import annotations

import asyncio
import contextlib
import re
import time
from itertools import count
from types import TracebackType
from typing import Any

import aiohttp
import msgspec
from msgspec import UNSET

from tacit.client.errors import ClientError, NotAllowed
from tacit.client.http import ANSWER_TIMEOUT_S, connected, fetched, post, session, split_link
from tacit.client.state import Message, TableState, read
from tacit.table.conduct import is_race

PROTOCOL = 1
MOMENT_S = 0.3
"""A card of a race is not laid later than this after it was asked for."""
LATE = Message("refused", key="line-broke", text="The connection broke; the card was not laid.")
MOST_RECONNECTS = 8
"""Attempts to reconnect before giving up, each after a longer wait."""


class _Asked:
    """A request that has not been answered yet."""

    def __init__(self, name: str, request: dict[str, Any], *, timed: bool) -> None:
        self.id = name
        self.message = {"type": "do", "id": name, "request": request}
        self.answer: asyncio.Future[Message] = asyncio.get_running_loop().create_future()
        self._timed = timed
        self._at = time.monotonic()

    @property
    def stale(self) -> bool:
        """Whether it is about timing and comes too late."""
        return self._timed and time.monotonic() - self._at > MOMENT_S

    def answered(self, message: Message) -> None:
        """Take the answer."""
        if not self.answer.done():
            self.answer.set_result(message)

    def unanswered(self, why: str) -> None:
        """Fail: there will be no answer."""
        if not self.answer.done():
            self.answer.set_exception(ClientError(why))


class LiveSeat:
    """A seat, or a spectator's place. Made by `join` and `open_table`."""

    def __init__(self, http: aiohttp.ClientSession, site: str, table: str) -> None:
        self.site = site
        self.table = table
        self._http = http
        self._told = TableState()
        self._ids = count(1)
        self._asked: dict[str, _Asked] = {}
        self._socket: aiohttp.ClientWebSocketResponse | None = None
        self._changes = asyncio.Condition()
        self._ahead = 0.0
        self._greeting = False
        """Whether the answer to a hello is yet to come."""
        self._gone: str | None = None
        self._reader: asyncio.Task[None] | None = None

    # What is known

    @property
    def url(self) -> str:
        """The link of the table."""
        return f"{self.site}/t/{self.table}"

    @property
    def house(self) -> dict[str, Any]:
        """Everything around the game, as docs/protocol.md has it."""
        return self._told.house

    @property
    def game(self) -> str:
        """The name of the game, such as "mindup"."""
        return str(self.house["game"])

    @property
    def stage(self) -> str:
        """Whether the table is in the "lobby", "playing" or "over"."""
        return str(self.house["stage"])

    @property
    def seat(self) -> int | None:
        """The seat, counted from 0; None for a spectator."""
        return self.house.get("seat")

    @property
    def view(self) -> Any:
        """The game as this seat may know it; None in the lobby."""
        return self._told.view

    @property
    def legal(self) -> dict[str, list[Any]]:
        """By kind of action, the cards or answers it can be done with now."""
        return self._told.legal

    @property
    def waiting(self) -> tuple[int, ...]:
        """The seats the game cannot go on without."""
        return tuple(self._told.waiting)

    @property
    def version(self) -> int:
        """The version of the table: it grows with every event."""
        return self._told.version

    @property
    def asked(self) -> bool:
        """Whether the game waits for this seat."""
        return self.stage == "playing" and self.seat in self.waiting

    @property
    def gone(self) -> str | None:
        """Why the connection is closed for good; None while it is open."""
        return self._gone

    @property
    def now(self) -> int:
        """The table's clock in milliseconds, estimated from the last message."""
        return round(time.monotonic() * 1000 + self._ahead)

    # What can be done

    async def act(self, kind: str, **choice: Any) -> int:
        """Do something in the game, `act("pick", card=22)`; NotAllowed if the rules refuse."""
        return await self.ask("act", action={"kind": kind, **choice})

    async def ask(self, do: str, **fields: Any) -> int:
        """Ask the table for anything docs/protocol.md lists; return its version after that.

        If the connection breaks meanwhile, the request is sent again under the same id and done
        once. An action of a race, such as a card of The Mind Extreme, is refused when it is late.
        """
        if self._gone is not None:
            raise ClientError(self._gone)
        timed = do == "act" and is_race(self.game, fields["action"])
        asked = _Asked(f"c{next(self._ids)}", {"do": do, **fields}, timed=timed)
        self._asked[asked.id] = asked
        try:
            await self._send(asked.message)
            async with asyncio.timeout(ANSWER_TIMEOUT_S):
                answer = await asked.answer
        except TimeoutError:
            raise ClientError("the table does not answer") from None
        finally:
            del self._asked[asked.id]
        if answer.type == "refused":
            raise NotAllowed(answer.key, answer.text)
        return answer.version

    async def change(self, version: int | None = None) -> bool:
        """Wait for a version later than this one, or than the present one.

        Return False if the connection is closed for good.
        """
        since = self.version if version is None else version
        async with self._changes:
            await self._changes.wait_for(lambda: self.version > since or self._gone is not None)
        return self._gone is None

    async def until_asked(self) -> bool:
        """Wait until the game waits for this seat; False when it is over instead."""
        while not self.asked:
            if self.stage == "over" or not await self.change():
                return False
        return True

    async def replay(self) -> bytes:
        """Return the replay of the game that has just ended."""
        number = self.house["games"]
        path = f"{self.site}/api/tables/{self.table}/games/{number}"
        found = await fetched(self._http, path)
        if found is None:
            raise ClientError("there is no replay of that game yet")
        return found

    # The connection

    async def connect(self) -> None:
        """Connect and wait for the first full message of the table."""
        await self._reconnect()
        self._reader = asyncio.create_task(self._read())
        async with self._changes:
            with contextlib.suppress(TimeoutError):
                async with asyncio.timeout(ANSWER_TIMEOUT_S):
                    await self._changes.wait_for(lambda: self.version or self._gone)
        if self._gone or not self.version:
            why = self._gone or "the table does not answer"
            await self.close()
            raise ClientError(why)

    async def close(self) -> None:
        """Close the connection; the seat stays taken while a game goes on."""
        self._gone = self._gone or "the connection is closed"
        if self._reader is not None:
            self._reader.cancel()
            with contextlib.suppress(asyncio.CancelledError):
                await self._reader
        if self._socket is not None:
            await self._socket.close()
        await self._http.close()

    async def __aenter__(self) -> LiveSeat:
        return self

    async def __aexit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        await self.close()

    async def _reconnect(self) -> None:
        self._socket = await connected(self._http, self.site, self.table)
        await self._hello()
        for asked in list(self._asked.values()):
            if asked.stale:
                asked.answered(LATE)
            else:
                await self._send(asked.message)

    async def _send(self, message: dict[str, Any]) -> None:
        assert self._socket is not None
        with contextlib.suppress(ConnectionError, aiohttp.ClientError):  # the reader reconnects
            await self._socket.send_str(msgspec.json.encode(message).decode())

    async def _read(self) -> None:
        """Apply messages until the connection is closed for good."""
        try:
            await self._listen()
        except ClientError as error:
            await self._give_up(str(error))

    async def _listen(self) -> None:
        """Apply messages, reconnect when the connection breaks; ClientError if one does not fit."""
        tries = 0
        while self._gone is None:
            assert self._socket is not None
            with contextlib.suppress(ConnectionError, aiohttp.ClientConnectionError):
                async for message in self._socket:
                    if message.type is aiohttp.WSMsgType.TEXT:
                        tries = 0
                        await self._take(read(message.data))
                    elif isinstance(message.data, aiohttp.WebSocketError):
                        raise ClientError(f"the site sent what cannot be read: {message.data}")
                    elif message.type is aiohttp.WSMsgType.ERROR:
                        break
                    else:
                        raise ClientError("the site sent what is no message of a table")
            tries += 1
            if self._gone is None and tries > MOST_RECONNECTS:
                raise ClientError("the site cannot be reached any more")
            if self._gone is None:
                await asyncio.sleep(0.05 * 2**tries)
                with contextlib.suppress(ClientError):
                    await self._reconnect()

    async def _take(self, message: Message) -> None:
        if message.now is not UNSET:
            self._ahead = message.now - time.monotonic() * 1000
        if message.type == "ping":
            await self._send({"type": "pong", "n": message.n})
        elif message.type in ("ack", "refused"):
            if message.id in self._asked:
                self._asked[message.id].answered(message)
        elif message.type == "door":
            removed = "the host has sent you away"
            await self._give_up(removed if message.removed else "you are not at this table")
        elif message.type == "bye" and message.reason == "protocol":
            await self._give_up("the site speaks another protocol: use another version of tacit")
        elif message.type == "bye" and message.reason == "elsewhere":
            await self._give_up("you are at this table in too many places")
        elif not self._told.take(message) and not self._greeting:
            await self._hello()
        if message.type in ("sync", "door"):
            self._greeting = False
        async with self._changes:
            self._changes.notify_all()

    async def _hello(self) -> None:
        """Ask for a full message; not again before the answer has come."""
        self._greeting = True
        await self._send({"type": "hello", "protocol": PROTOCOL, "version": self.version})

    async def _give_up(self, why: str) -> None:
        self._gone = why
        for asked in self._asked.values():
            asked.unanswered(why)
        async with self._changes:
            self._changes.notify_all()


async def join(url: str, name: str, *, contribution: bytes = b"") -> LiveSeat:
    """Sit down at a table by its link, under a name; use it with `async with`."""
    site, table = split_link(url)
    async with session() as http:
        body = {"name": name, "contribution": contribution.hex()}
        await post(http, f"{site}/api/tables/{table}/join", body)
        seat = LiveSeat(http, site, table)
        await seat.connect()
    return seat


async def open_table(
    site: str, game: str, name: str, *, bots: tuple[str, ...] = (), **settings: Any
) -> LiveSeat:
    """Open a table at a site and sit down first; bots take the seats after."""
    site = site.rstrip("/")
    async with session() as http:
        body = {"game": game, "name": name, "bots": bots, "settings": settings}
        opened = await post(http, f"{site}/api/tables", body)
        table = str(opened.get("table"))
        if not re.fullmatch(r"[A-Za-z0-9_-]{1,100}", table):
            raise ClientError(f"{site} opened no table that can be found")
        seat = LiveSeat(http, site, table)
        await seat.connect()
    return seat
