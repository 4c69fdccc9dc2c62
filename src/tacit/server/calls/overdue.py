"""Wakes tables by correspondence whose turn is over while they are not in memory.

The table itself does the rest: it knows from its log that the time is up. Tables in memory wake by
their own alarm, on the node that plays them.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable

from tacit.server.ops.logs import fingerprint, note, reason
from tacit.server.tables.refusals import TableEnded, TablesError
from tacit.server.tables.tables import Tables
from tacit.store.store import StoreError
from tacit.store.turns import TurnIndex

WAKE_EVERY_S = 15.0
AT_ONCE = 20
"""Tables woken in one round: more would be noticed by those who play."""


class Overdue:
    """Goes through the tables that should be awake, from the first due to the last, in rounds."""

    def __init__(self, store: TurnIndex, tables: Tables, clock: Callable[[], int]) -> None:
        self._store = store
        self._tables = tables
        self._clock = clock
        self._looked = 0

    async def run(self) -> None:
        """Go on until cancelled."""
        while True:
            await asyncio.sleep(WAKE_EVERY_S)
            woken = await self.wake_some()
            if woken:
                note("tables_due", count=woken)

    async def wake_some(self) -> int:
        """Load the next tables that are due; return how many."""
        now = self._clock()
        try:
            due = await asyncio.to_thread(self._store.due_tables, self._looked, now, AT_ONCE)
        except StoreError:
            return 0  # players hear of it when they act
        self._looked = due[-1].due if len(due) == AT_ONCE else 0
        woken = 0
        for one in due:
            if self._tables.is_in_memory(one.table):
                continue
            try:
                woken += await self._tables.find(one.table) is not None
            except TableEnded:
                continue
            except (TablesError, StoreError):  # no room now: the next round tries again
                break
            except Exception as error:  # one damaged log must not stop the others
                note("not_woken", table=fingerprint(one.table), error=reason(error, one.table))
        return woken
