"""Replays of finished games: made one after the other in a thread of their own, and cached.

A finished game never changes, so one replay is good for all. Which games of a table are over is
cached until its log grows: asking for others is cheap. Addresses are served in turn. A thread
cannot be killed, so the work in it has to be bounded.
"""

from __future__ import annotations

import asyncio
from collections import OrderedDict
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from typing import Any, NamedTuple, TypeVar

from tacit.core.recent import Recent
from tacit.log.replay import SUFFIX, dump
from tacit.server.limits.fair_queue import FairQueue, Ledger, Turn
from tacit.store.store import Store, is_table
from tacit.table.log.records import PersonId, decode
from tacit.table.past.replays import finished, game_of

T = TypeVar("T")

MOST_TABLES = 1000
"""Tables whose finished games are cached."""
KEPT_BYTES = 32 * 2**20
MOST_WAITING = 64
"""Pieces of work that may wait or run."""
SHARE = 8
"""Those of one address: enough for a household that opens its game's replay together."""


class File(NamedTuple):
    """A replay as it is sent."""

    name: str
    body: bytes
    people: tuple[PersonId, ...] = ()
    """The players by seat, empty for a bot. Never sent."""

    def seat_of(self, person: PersonId | None) -> int | None:
        """Return the seat that a person had in this game, or None."""
        return self.people.index(person) if person and person in self.people else None


class ReplayCache:
    """The thread that makes replays, and the replays it made."""

    def __init__(
        self, store: Store, keep: int = KEPT_BYTES, *, ledger: Ledger | None = None
    ) -> None:
        self._store = store
        self._keep = keep
        self._thread = ThreadPoolExecutor(1, "replays")
        self._queue = FairQueue(1, most=MOST_WAITING, share=SHARE, ledger=ledger)
        self._kept: OrderedDict[tuple[str, int], File] = OrderedDict()
        self._size = 0
        self._over: Recent[str, tuple[int, frozenset[int]]] = Recent(MOST_TABLES)
        """The length of a log and its finished games, by table; used in the thread only."""
        self._since = 0
        """How often the cache was cleared: what was begun before is not cached."""
        self._asked: dict[tuple[str, int], asyncio.Task[File | None]] = {}

    async def replay(self, address: str, table: str, number: int) -> File | None:
        """Return a finished game of a table, None if there is none.

        QueueFull or ShareFull if too many wait.
        """
        key = (table, number)
        if key in self._kept:
            self._kept.move_to_end(key)
            return self._kept[key]
        asked = self._asked.get(key)
        if asked is None:
            turn = self._queue.turn(address)
            asked = self._begin(turn, partial(self._make, table, number))
            self._asked[key] = asked
            since = self._since
            asked.add_done_callback(lambda done: self._made(key, done, since))
        return await asyncio.shield(asked)

    async def think(self, address: str, work: Callable[[], T]) -> T:
        """Do some work in the same thread; QueueFull or ShareFull if too many wait.

        If the caller is cancelled before it has begun, it is not done.
        """
        turn = self._queue.turn(address)
        task = self._begin(turn, work)
        try:
            return await asyncio.shield(task)
        except asyncio.CancelledError:
            if turn.waits:
                task.cancel()
            raise

    def _begin(self, turn: Turn, work: Callable[[], T]) -> asyncio.Task[T]:
        async def wait_and_do() -> T:
            await turn.come()
            return await asyncio.get_running_loop().run_in_executor(self._thread, work)

        task = asyncio.create_task(wait_and_do())
        task.add_done_callback(lambda done: _ended(turn, done))
        return task

    def _make(self, table: str, number: int) -> File | None:
        log = self._store.load(table) if is_table(table) else []
        if not log:
            return None
        length, over = self._over.get(table, (0, frozenset[int]()))
        if length == len(log) and number not in over:
            return None
        entries = decode(log)
        played = game_of(entries, number)
        if played is None:
            self._over[table] = (len(log), finished(entries))
            return None
        name = f"{played.replay.rules.NAME}-{number}{SUFFIX}"
        return File(name, dump(played.replay) + b"\n", played.people)

    def _made(self, key: tuple[str, int], done: asyncio.Task[File | None], since: int) -> None:
        if self._asked.get(key) is done:
            del self._asked[key]
        file = None if done.cancelled() or done.exception() is not None else done.result()
        if file is None or since != self._since:
            return
        self._kept[key] = file
        self._size += len(file.body)
        while self._size > self._keep:
            _, old = self._kept.popitem(last=False)
            self._size -= len(old.body)

    def forget(self) -> None:
        """Clear the cache: a person was erased from some replays."""
        self._kept.clear()
        self._size = 0
        self._asked.clear()  # requests from now on get another
        self._since += 1

    def close(self) -> None:
        """Make no more."""
        self._queue.clear()
        self._thread.shutdown(wait=False, cancel_futures=True)


def _ended(turn: Turn, task: asyncio.Task[Any]) -> None:
    turn.leave()
    if not task.cancelled():
        task.exception()  # marks it as seen: a caller that still waits raises it
