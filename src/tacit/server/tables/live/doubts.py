"""Whether another node has played on at a table of this node, which was paused and cannot know."""

from __future__ import annotations

import asyncio
from collections.abc import Callable

from tacit.store.shared import Shared
from tacit.store.store import StoreError


class Doubts:
    """Asks the store one question at a time: clients that invent versions delay only each other."""

    def __init__(self, table: str, store: Shared) -> None:
        self._table = table
        self._store = store
        self._asking = asyncio.Lock()
        self._tasks: set[asyncio.Task[None]] = set()

    def ask(self, then: Callable[[bool | None], None]) -> None:
        """Tell whether the table is lost; None if it cannot be known now."""
        task = asyncio.create_task(self._ask(then))
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    async def _ask(self, then: Callable[[bool | None], None]) -> None:
        try:
            async with self._asking:
                lost = self._table in await asyncio.to_thread(self._store.lost)
        except StoreError:
            then(None)
        else:
            then(lost)
