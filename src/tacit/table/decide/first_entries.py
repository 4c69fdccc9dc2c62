"""The first entries of a table's log: it is set up, and the requests of its opening are done."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any

from msgspec.structs import replace

from tacit.core.rulebook import Millis, Refused
from tacit.table.decide.context import Context
from tacit.table.decide.decide import decide
from tacit.table.decide.requests import AnyRequest
from tacit.table.log.fold import fold, opened
from tacit.table.log.records import Entry, Opened, PersonId


def first_entries(
    setup: Opened,
    requests: Iterable[tuple[PersonId, AnyRequest]],
    new_seed: Callable[[], bytes],
) -> list[Entry[Any]] | Refused:
    """Return the log of a new table after these requests, or why one is refused.

    The sender of the first request is the opener.
    """
    entries: list[Entry[Any]] = [Entry(house=(setup,))]
    state = opened(entries[0])
    for number, (person, request) in enumerate(requests, start=1):
        asked = Context(request, person, Millis(0), lambda _: True, new_seed)
        decision = decide(state, asked)
        if isinstance(decision, Refused):
            return decision
        entries.append(replace(decision, by=person, id=f"opening-{number}"))
        state = fold(state, entries[-1])
    return entries
