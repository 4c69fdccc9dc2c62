"""The tables that a person is at, on whichever node."""

from __future__ import annotations

import asyncio

from tacit.server.ops.logs import trouble
from tacit.server.tables.refusals import TableEnded
from tacit.server.tables.tables import Tables, TableSummary
from tacit.store.store import Store
from tacit.table.log.records import PersonId

MOST = 20
"""Tables that a person is shown."""
MOST_WOKEN = 5
"""Tables loaded into memory for one such question."""


async def tables_of(person: PersonId, store: Store, tables: Tables) -> list[TableSummary]:
    """Return the unfinished tables that a person is at, the last used first.

    The store finds them by index. Only a few are loaded into memory for one question.
    """
    names = await asyncio.to_thread(store.tables_of, person, MOST)
    asleep = 0
    mine: list[TableSummary] = []
    for name in names:
        if not tables.is_in_memory(name):
            asleep += 1
            if asleep > MOST_WOKEN:
                continue
        try:
            summary = await tables.summary(name)
        except TableEnded:
            continue
        except Exception as error:  # one damaged log must not hide the others
            trouble("not_woken", error, table=name)
            continue
        if summary is not None and summary.state.has_place(person):
            mine.append(summary)
    return mine
