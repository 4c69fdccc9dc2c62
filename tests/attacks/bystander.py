"""A guest who plays at another table while a site is attacked, and how long their moves take."""

from __future__ import annotations

import asyncio
import contextlib
import time
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

from tests.server.client import HungUp, Line, people, seated

EVERY = 0.1
"""Seconds between two moves: well below what a line may send."""


class Bystander:
    """Plays on, and measures."""

    def __init__(self, line: Line) -> None:
        self._line = line
        self.delays: list[float] = []

    async def play(self) -> None:
        """Pick a card and take it back, over and over."""
        with contextlib.suppress(HungUp):
            while True:
                card = self._line.copy.view["hand"][0]
                for action in ({"kind": "pick", "card": card}, {"kind": "take-back"}):
                    start = time.perf_counter()
                    await self._line.do("act", action=action)
                    self.delays.append(time.perf_counter() - start)
                    await asyncio.sleep(EVERY)

    async def quiet(self, moves: int = 6) -> float:
        """Return how long the slowest of some moves took, and forget them."""
        while len(self.delays) < moves:
            await asyncio.sleep(EVERY)
        slowest = max(self.delays)
        self.delays.clear()
        return slowest

    @property
    def worst(self) -> float:
        """How long the slowest move took so far."""
        return max(self.delays, default=0.0)


@asynccontextmanager
async def bystander(url: str) -> AsyncIterator[Bystander]:
    """Let a guest play Mind Up! with a friend who takes their time, and a bot."""
    async with people(url, "Nora", "Ned") as two:
        table = await two[0].open("mindup", bots=["greedy"])
        line, _ = await seated(table, *two)
        await line.do("start")
        await line.until(lambda: line.copy.view is not None)
        played = Bystander(line)
        task = asyncio.create_task(played.play())
        try:
            yield played
        finally:
            task.cancel()
            with contextlib.suppress(asyncio.CancelledError):
                await task
