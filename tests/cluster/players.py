"""People who play on whatever happens, as a page does, and write down what they were told."""

from __future__ import annotations

import asyncio
import contextlib
import random
import time
from typing import Any

import aiohttp

from tests.cluster.checker import Record, digest
from tests.server.client import OVER, Copy, HungUp, Line, Person, next_move

SILENT = 4.0
"""Seconds after which a line that says nothing is dead: the site pings more often."""
AGAIN = (0.1, 0.4)
"""Seconds until a player whose connection broke comes back."""
BROKEN = (HungUp, TimeoutError, aiohttp.ClientError, ConnectionError)


class _Heard(Line):
    """A line that writes down every version."""

    record: Record

    async def _take(self, data: str) -> None:
        before = self.copy.version
        await super()._take(data)
        copy = self.copy
        if copy.version and copy.version != before and copy.door is None:
            self.record.seen.append((copy.version, digest(copy.house, copy.view)))


class Player:
    """One of the people at a table."""

    def __init__(self, person: Person, table: str, rng: random.Random, *, host: bool) -> None:
        self.person = person
        self.table = table
        self.record = Record(table, "")
        self.copy = Copy()
        self.broken: list[float] = []
        """When lines broke."""
        self.back: list[float] = []
        """When a new connection had its first picture of the table."""
        self.done: list[float] = []
        """When something was acknowledged."""
        self.unanswered: dict[str, dict[str, Any]] = {}
        self.stopping = False
        self._asked = 0
        self._rng = rng
        self._host = host

    async def play(self, thinking: float) -> None:
        """Play until told to stop and everything is answered."""
        self.record.person = self.person.id
        while not (self.stopping and not self.unanswered):
            with contextlib.suppress(*BROKEN):
                await self._visit(thinking)
            await asyncio.sleep(self._rng.uniform(*AGAIN))

    async def _visit(self, thinking: float) -> None:
        socket = await asyncio.wait_for(
            self.person.http.ws_connect(f"{self.person.url}/ws/{self.table}", max_msg_size=0), 10
        )
        line = _Heard(socket, self.copy)
        line.record = self.record
        try:
            await asyncio.wait_for(line.hello(self.copy.version), SILENT)
            self.back.append(time.monotonic())
            for message, request in tuple(self.unanswered.items()):
                await self._ask(line, request, message)
            while not self.stopping:
                await self._step(line, thinking)
        finally:
            self.broken.append(time.monotonic())
            self._note(line)
            with contextlib.suppress(Exception):
                await asyncio.wait_for(line.close(), 2)

    async def _step(self, line: Line, thinking: float) -> None:
        copy = self.copy
        request = self._wanted()
        if request is None:
            heard = len(line.messages)
            await line.until(
                lambda: self._wanted() is not None or self.stopping or len(line.messages) > heard,
                SILENT,
            )
            return
        await asyncio.sleep(self._rng.uniform(0, thinking))
        version = copy.version
        request = self._wanted() or request
        answer = await self._ask(line, request)
        if answer["type"] == "refused":  # it crossed something on its way
            with contextlib.suppress(TimeoutError):
                await line.until(lambda: copy.version > version, 0.3)

    def _wanted(self) -> dict[str, Any] | None:
        copy = self.copy
        if copy.stage == "playing":
            return {"do": "resume"} if copy.house["paused"] else next_move(copy, self._rng)
        if copy.stage == OVER:
            return None if copy.house["you"] in copy.house["again"] else {"do": "rematch"}
        return {"do": "start"} if self._host else None

    async def _ask(
        self, line: Line, request: dict[str, Any], message: str | None = None
    ) -> dict[str, Any]:
        if message is None:
            self._asked += 1
            message = f"{self.person.name}-{self._asked}"
        self.unanswered[message] = request
        answer = await asyncio.wait_for(line.ask(request, message), SILENT)
        self._note(line)
        return answer

    def _note(self, line: Line) -> None:
        for message, answer in line.answers.items():
            self.unanswered.pop(message, None)
            if answer["type"] == "refused":
                self.record.refused.add(message)
                continue
            if message not in self.record.acknowledged:
                self.done.append(time.monotonic())
                self.record.acknowledged[message] = answer["version"]
            elif self.record.acknowledged[message] != answer["version"]:
                self.record.twice.append(message)
        line.answers.clear()
