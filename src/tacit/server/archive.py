"""Replays of finished games: made one after the other in a thread of their own, and kept a while.

A game that is over never changes, so what was made for one person is good for all. Which games of
a table are over is remembered as long as nothing is added to its log: asking for others is cheap.
"""

from __future__ import annotations

import asyncio
from collections import OrderedDict
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import NamedTuple, TypeVar

from tacit.log.replay import SUFFIX, dump
from tacit.store.store import Store
from tacit.table.records import decode
from tacit.table.replays import finished, replay_of

T = TypeVar("T")

REMEMBERED = 1000
"""Tables of which it is known which games are over."""
KEPT_BYTES = 32 * 2**20
MOST_ASKED = 32
"""Replays that may be waited for at once."""


class File(NamedTuple):
    """A replay as it is sent."""

    name: str
    body: bytes


class TooMany(Exception):
    """More replays are waited for than will be made soon."""


class Archive:
    """See the module's text."""

    def __init__(self, store: Store, keep: int = KEPT_BYTES) -> None:
        self._store = store
        self._keep = keep
        self._thread = ThreadPoolExecutor(1, "archive")
        self._kept: OrderedDict[tuple[str, int], File] = OrderedDict()
        self._size = 0
        self._over: OrderedDict[str, tuple[int, frozenset[int]]] = OrderedDict()
        """By table the length of its log and the games that are over; used in the thread only."""
        self._since = 0
        """How often everything was forgotten: what was begun before is not kept."""
        self._thinking = 0
        self._asked: dict[tuple[str, int], asyncio.Future[File | None]] = {}

    async def replay(self, table: str, number: int) -> File | None:
        """Return a finished game of a table, None if there is none; TooMany if many are asked."""
        key = (table, number)
        if key in self._kept:
            self._kept.move_to_end(key)
            return self._kept[key]
        asked = self._asked.get(key)
        if asked is None:
            if len(self._asked) >= MOST_ASKED:
                raise TooMany
            loop = asyncio.get_running_loop()
            asked = loop.run_in_executor(self._thread, self._make, table, number)
            self._asked[key] = asked
            since = self._since
            asked.add_done_callback(lambda done: self._made(key, done, since))
        return await asyncio.shield(asked)

    async def think(self, work: Callable[[], T]) -> T:
        """Do something with a replay in the same thread, after all that was asked before."""
        if self._thinking >= MOST_ASKED:
            raise TooMany
        self._thinking += 1
        try:
            return await asyncio.get_running_loop().run_in_executor(self._thread, work)
        finally:
            self._thinking -= 1

    def _make(self, table: str, number: int) -> File | None:
        log = self._store.load(table)
        if not log:
            return None
        length, over = self._over.get(table, (0, frozenset[int]()))
        if length == len(log) and number not in over:
            return None
        entries = decode(log)
        replay = replay_of(entries, number)
        if replay is None:
            self._over.pop(table, None)
            self._over[table] = (len(log), finished(entries))
            if len(self._over) > REMEMBERED:
                self._over.popitem(last=False)
            return None
        return File(f"{replay.rules.NAME}-{number}{SUFFIX}", dump(replay) + b"\n")

    def _made(self, key: tuple[str, int], done: asyncio.Future[File | None], since: int) -> None:
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
        """Keep nothing that was made so far: somebody was taken out of it."""
        self._kept.clear()
        self._size = 0
        self._asked.clear()  # whoever asks from now on gets another
        self._since += 1

    def close(self) -> None:
        """Make no more."""
        self._thread.shutdown(wait=False, cancel_futures=True)
