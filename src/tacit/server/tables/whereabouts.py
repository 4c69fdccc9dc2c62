"""The tables that somebody is at, wherever they are played."""

from __future__ import annotations

import asyncio

from tacit.server.ops.logs import trouble
from tacit.server.tables.refusals import TableEnded
from tacit.server.tables.tables import Tables, TableSummary
from tacit.store.store import Store
from tacit.table.log.records import PersonId

MOST = 20
"""Tables that somebody is told to be at."""
MOST_WOKEN = 5
"""Tables brought back into memory because somebody asks which ones are theirs."""


async def tables_of(person: PersonId, store: Store, tables: Tables) -> list[TableSummary]:
    """Return the tables with something to go on with that somebody is at, the last used first.

    The store finds them by index. Only so many that sleep are woken for one question.
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
