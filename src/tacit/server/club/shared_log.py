"""A small log that every node reads and appends to: the log of a group or of an evening.

A table has one node that plays it. These logs have none: a request reads the log, decides, and
appends after the last entry it has read. The requests of a node wait for each other,
in the order in which they came. Where another node was faster, a request starts again.
"""

from __future__ import annotations

import asyncio
import hashlib
import random
from collections.abc import Callable, Sequence
from concurrent.futures import Future
from typing import Any, Generic, NamedTuple, TypeVar
from weakref import WeakValueDictionary

import msgspec

from tacit.club.decision import Decided
from tacit.core.recent import Recent
from tacit.core.rulebook import Refused
from tacit.server.limits.metering import in_thread
from tacit.store.store import Conflict, Store, StoreError, log_id

ATTEMPTS = 20
"""Times that a request starts again because other nodes were faster."""
PAUSE_S = 0.02
"""At most so long before it does, so that of several nodes each has its chance."""
MOST_WAITING = 500
"""Requests of a node that wait to change one log. Two hundred come into an evening at once; of one
address there are fewer, by its rate limit."""
MOST_FOLDED = 128
"""Logs whose state is kept in memory."""
BUSY = Refused("too-fast", "Too many at once. Please wait a moment.")
NOT_SAVED = Refused("not-saved", "It could not be saved. Try again later.")

Event = TypeVar("Event", bound=msgspec.Struct)
State = TypeVar("State")


class _Read(NamedTuple, Generic[State]):
    """A log as it was read."""

    lines: list[bytes]
    state: State


class _Queue:
    """The requests of this node that change one log."""

    def __init__(self) -> None:
        self.lock = asyncio.Lock()
        self.waiting = 0
        """One of them has its turn."""


class SharedLog(Generic[Event, State]):
    """All logs of one kind: `event` is the tagged union of their events, `fold` makes a state."""

    def __init__(
        self, store: Store, kind: str, event: Any, fold: Callable[[Sequence[Event]], State]
    ) -> None:
        self._store = store
        self._kind = kind
        self._decoder = msgspec.json.Decoder(event)
        self._fold = fold
        self._queues: WeakValueDictionary[str, _Queue] = WeakValueDictionary()
        """By log, kept by those who are in it."""
        self._folded: Recent[str, tuple[bytes, State]] = Recent(MOST_FOLDED)
        """By log, a hash of its entries, and the state after them."""

    async def read(self, name: str) -> State | None:
        """Return the state of a log; None if there is none of that name."""
        found = await in_thread(self._read, name)
        return None if found is None else found.state

    async def open(self, name: str, decided: Decided[Event]) -> State | Refused:
        """Write the first entries of a log; refused if there is one of that name."""
        return await in_thread(self._append, name, [], decided)

    async def change(
        self, name: str, decide: Callable[[State], Decided[Event] | Refused]
    ) -> State | Refused | None:
        """Decide on the state as it is, append what that causes, and return the state after it.

        `decide` is called in a thread, and again where another node was faster.
        None if there is no log of that name.
        """
        queue = self._queues.setdefault(name, _Queue())
        if queue.waiting >= MOST_WAITING:
            return BUSY
        queue.waiting += 1
        try:
            async with queue.lock:
                return await self._change(name, decide)
        finally:
            queue.waiting -= 1

    async def _change(
        self, name: str, decide: Callable[[State], Decided[Event] | Refused]
    ) -> State | Refused | None:
        for _ in range(ATTEMPTS):
            found = await in_thread(self._read, name)
            if found is None:
                return None
            decided = await in_thread(decide, found.state)
            if isinstance(decided, Refused):
                return decided
            if not decided.events and not decided.people:
                return found.state
            try:
                return await in_thread(self._append, name, found.lines, decided)
            except Conflict:
                await asyncio.sleep(random.uniform(0.0, PAUSE_S))  # noqa: S311
        return BUSY

    async def names_of(self, person: str, limit: int, closed_after: int | None = None) -> list[str]:
        """Return the names of the logs that a person is in, the last written first.

        With a moment, in milliseconds, also of those that are closed and were written after it.
        """
        after_us = None if closed_after is None else closed_after * 1000
        ids = await asyncio.to_thread(self._store.tables_of, person, limit, self._kind, after_us)
        return [one.partition(":")[2] for one in ids]

    def _read(self, name: str) -> _Read[State] | None:
        """Read and fold a log; in a thread, because a long one takes a while."""
        lines = self._store.load(log_id(self._kind, name))
        return _Read(lines, self._folded_as(name, lines)) if lines else None

    def _folded_as(self, name: str, lines: list[bytes]) -> State:
        """Return the state after these entries; they are folded once, however often it is asked.

        Erasure rewrites entries in place, so their number alone does not tell that they are the
        same.
        """
        digest = hashlib.blake2b(b"\n".join(lines)).digest()
        kept = self._folded.get(name)
        if kept is not None and kept[0] == digest:
            return kept[1]
        state = self._fold([self._decoder.decode(line) for line in lines])
        self._folded[name] = (digest, state)
        return state

    def _append(self, name: str, before: list[bytes], decided: Decided[Event]) -> State | Refused:
        done: Future[StoreError | None] = Future()
        new = [msgspec.json.encode(one) for one in decided.events]
        self._store.append(
            log_id(self._kind, name),
            len(before),
            new,
            done.set_result,
            closed=decided.closed,
            people=decided.people,
        )
        error = done.result()
        if isinstance(error, Conflict):
            raise error
        if error is not None:
            return NOT_SAVED
        return self._folded_as(name, [*before, *new])
