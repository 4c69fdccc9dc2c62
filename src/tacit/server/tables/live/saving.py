"""Saves a table's entries batch by batch, and reports when they are durable.

An entry waits until the outcome of those before it is known. The store compares numbers only: if an
entry were refused because another node had written one, the next would fit behind that one.
"""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable, Iterable
from typing import NamedTuple

from tacit.server.ops.logs import fingerprint, note, reason, trouble
from tacit.server.ops.metrics import Metrics
from tacit.server.tables.live.loop_bridge import LoopBridge
from tacit.store.store import Conflict, Store, StoreError, Unreachable
from tacit.store.turns import Turn
from tacit.table.outputs import Save


class Outcome(NamedTuple):
    """What a table does when the outcome of its entries is known."""

    saved: Callable[[list[Save]], None]
    """These are durable."""
    not_saved: Callable[[list[Save]], None]
    """These could not be written: neither they nor any after them happened."""
    lost: Callable[[], None]
    """Another node has written, or the outcome is unknown: the table goes on elsewhere."""


NOBODY = Outcome(lambda _: None, lambda _: None, lambda: None)
"""The outcome for a table that is closed: nothing hears of it."""


def turn_after(entries: Iterable[Save], begin: int) -> Turn | None:
    """Return which turn a table waits for after some entries, for the store; None if unchanged."""
    due: int | None = None
    awaited: dict[str, bool] = {}
    for waits in (entry.waited_for for entry in entries if entry.waited_for is not None):
        due = 0 if waits.due is None else begin + waits.due
        awaited |= waits.awaited
    return None if due is None else Turn(due, awaited)


class Saving:
    """The entries of one table on their way to the store."""

    def __init__(
        self, table: str, store: Store, loop_bridge: LoopBridge, metrics: Metrics, outcome: Outcome
    ) -> None:
        self._table = table
        self.begin = 0
        """When the table's clock began, in milliseconds since 1970."""
        self._store = store
        self._loop_bridge = loop_bridge
        self._metrics = metrics
        self._outcome = outcome
        self._waiting: list[Save] = []
        """Entries that the store has not been given yet."""
        self._since: list[float] = []
        """When each of those was decided."""
        self._check: asyncio.Task[None] | None = None
        self._stopped = False
        self._dropped = False
        self.busy = False
        """Whether the outcome of an entry is not known yet."""

    def save(self, entry: Save) -> None:
        """Have an entry written."""
        self._waiting.append(entry)
        self._since.append(time.perf_counter())
        if not self.busy:
            self._write()

    def stop(self) -> None:
        """Report nothing more once the outcome of the last entry is known.

        What waits is written if all before it was.
        """
        self._stopped = True
        if not self.busy:
            self._outcome = NOBODY

    def abandon(self) -> None:
        """Write nothing more: another node may write, and no client was told what waits."""
        self._dropped = True

    def _write(self) -> None:
        entries, since = self._waiting, self._since
        self._waiting, self._since = [], []
        if not entries or self._dropped:
            return
        self.busy = True

        def done(error: StoreError | None) -> None:
            self._loop_bridge.report(lambda: self._written(entries, since, error))

        people: dict[str, bool] = {}
        for entry in entries:
            if entry.people:
                people |= entry.people
        self._store.append(
            self._table,
            entries[0].after,
            [entry.entry for entry in entries],
            done,
            closed=entries[-1].closed,
            people=people,
            turn=turn_after(entries, self.begin),
        )

    def _written(self, entries: list[Save], since: list[float], error: StoreError | None) -> None:
        try:
            if error is None:
                self.busy = False
                self._write()
                self._outcome.saved(entries)
            else:
                self._metrics.not_saved.inc(len(entries))
                self._failed(entries, error)
        finally:
            if self._stopped:
                self.stop()
        now = time.perf_counter()
        for start in since:
            self._metrics.moves.told(now - start)

    def _failed(self, entries: list[Save], error: StoreError) -> None:
        if isinstance(error, Conflict | Unreachable):
            self._lose()
            return
        note("not_saved", table=fingerprint(self._table), error=reason(error, self._table))
        self._waiting, self._since = [], []
        self._check = asyncio.create_task(self._find_out(entries[0].after))
        self._outcome.not_saved(entries)

    async def _find_out(self, known: int) -> None:
        """Find out whether a failed write succeeded after all; nothing is written meanwhile.

        A thread reads the log: it may be long, and on a full disk every table does this.
        """
        try:
            found = len(await asyncio.to_thread(self._store.load, self._table))
        except StoreError:
            found = known  # nothing can be written either; the next attempt finds out
        except Exception as error:
            trouble("not_found_out", error, table=self._table)
            found = -1
        self.busy = False
        if self._stopped:
            self.stop()
        elif found == known:
            self._write()
        else:
            self._lose()

    def _lose(self) -> None:
        self.abandon()
        self.busy = False
        lost, self._outcome = self._outcome.lost, NOBODY
        lost()
