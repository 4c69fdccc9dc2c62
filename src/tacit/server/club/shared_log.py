"""A small log that every node reads and appends to: the log of a group or of an evening.

A table has one node that plays it. These logs have none: a request reads the log, decides, and
appends after the last entry it has read. Where another request was faster, it starts again.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Sequence
from concurrent.futures import Future
from typing import Any, Generic, TypeVar

import msgspec

from tacit.club.decision import Decided
from tacit.core.rulebook import Refused
from tacit.store.store import Conflict, Store, StoreError, log_id

ATTEMPTS = 8
"""Times that a request starts again because others were faster."""
BUSY = Refused("too-fast", "Too many at once. Please wait a moment.")
NOT_SAVED = Refused("not-saved", "It could not be saved. Try again later.")

Event = TypeVar("Event", bound=msgspec.Struct)
State = TypeVar("State")


class SharedLog(Generic[Event, State]):
    """All logs of one kind: `event` is the tagged union of their events, `fold` makes a state."""

    def __init__(
        self, store: Store, kind: str, event: Any, fold: Callable[[Sequence[Event]], State]
    ) -> None:
        self._store = store
        self._kind = kind
        self._decoder = msgspec.json.Decoder(event)
        self._fold = fold

    async def read(self, name: str) -> State | None:
        """Return the state of a log; None if there is none of that name."""
        found = await asyncio.to_thread(self._read, name)
        return None if found is None else found[1]

    async def open(self, name: str, decided: Decided[Event]) -> State | Refused:
        """Write the first entries of a log; refused if there is one of that name."""
        return await asyncio.to_thread(self._append, name, [], decided)

    async def change(
        self, name: str, decide: Callable[[State], Decided[Event] | Refused]
    ) -> State | Refused | None:
        """Decide on the state as it is, append what that causes, and return the state after it.

        `decide` is called in a thread, and again where another request was faster.
        None if there is no log of that name.
        """
        for _ in range(ATTEMPTS):
            found = await asyncio.to_thread(self._read, name)
            if found is None:
                return None
            events, state = found
            decided = await asyncio.to_thread(decide, state)
            if isinstance(decided, Refused):
                return decided
            if not decided.events and not decided.people:
                return state
            try:
                return await asyncio.to_thread(self._append, name, events, decided)
            except Conflict:
                continue
        return BUSY

    async def names_of(self, person: str, limit: int, closed_after: int | None = None) -> list[str]:
        """Return the names of the logs that a person is in, the last written first.

        With a moment, in milliseconds, also of those that are closed and were written after it.
        """
        after_us = None if closed_after is None else closed_after * 1000
        ids = await asyncio.to_thread(self._store.tables_of, person, limit, self._kind, after_us)
        return [one.partition(":")[2] for one in ids]

    def _read(self, name: str) -> tuple[list[Event], State] | None:
        """Read and fold a log; in a thread, because a long one takes a while."""
        lines = self._store.load(log_id(self._kind, name))
        events = [self._decoder.decode(line) for line in lines]
        return (events, self._fold(events)) if events else None

    def _append(self, name: str, before: list[Event], decided: Decided[Event]) -> State | Refused:
        done: Future[StoreError | None] = Future()
        self._store.append(
            log_id(self._kind, name),
            len(before),
            [msgspec.json.encode(one) for one in decided.events],
            done.set_result,
            closed=decided.closed,
            people=decided.people,
        )
        error = done.result()
        if isinstance(error, Conflict):
            raise error
        if error is not None:
            return NOT_SAVED
        return self._fold([*before, *decided.events])
