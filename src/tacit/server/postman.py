"""Delivers messages to lines without ever waiting for a slow reader."""

from __future__ import annotations

import asyncio
from collections import deque
from typing import Protocol


class Recipient(Protocol):
    """Something that takes messages: a WebSocket, or a request that waits for its answer."""

    async def send(self, data: bytes) -> None:
        """Send at once; whoever cannot keep up is cut off."""

    async def hang_up(self) -> None:
        """Close."""


class Postman:
    """Sends in the order given. One task for all, woken once for each batch."""

    def __init__(self) -> None:
        self._bag: deque[tuple[Recipient, bytes | None]] = deque()
        self._filled = asyncio.Event()
        self._task = asyncio.create_task(self._run())

    def post(self, to: Recipient, data: bytes | None) -> None:
        """Take a message; None hangs up after all that came before."""
        self._bag.append((to, data))
        self._filled.set()

    def __len__(self) -> int:
        return len(self._bag)

    async def _run(self) -> None:
        while True:
            await self._filled.wait()
            self._filled.clear()
            while self._bag:
                to, data = self._bag.popleft()
                if data is None:
                    await to.hang_up()
                else:
                    await to.send(data)

    async def close(self) -> None:
        """Deliver what is there and stop."""
        while self._bag:
            await asyncio.sleep(0)
        self._task.cancel()
        await asyncio.gather(self._task, return_exceptions=True)
