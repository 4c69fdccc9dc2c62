"""The outcomes of each person's latest requests, so that sending one twice does it once.

Each person has a share of their own: one person's requests never evict another's.
"""

from __future__ import annotations

from typing import Generic, TypeVar

from tacit.table.log.records import PersonId

T = TypeVar("T")

MAX_EACH = 64
"""Requests kept of one person: more than a connection may have in flight."""
MAX_PEOPLE = 64
"""People of whom requests are kept: more than a table admits."""


class RecentRequests(Generic[T]):
    """Outcomes by person and request, bounded for each person."""

    def __init__(self) -> None:
        self._of: dict[PersonId, dict[str, T]] = {}

    def get(self, person: PersonId, request: str) -> T | None:
        """Return the outcome of a request; None if it is not known."""
        mine = self._of.get(person)
        return None if mine is None else mine.get(request)

    def keep(self, person: PersonId, request: str, became: T) -> None:
        """Keep the outcome of a request, and evict the oldest if there are too many."""
        mine = self._of.pop(person, None)
        if mine is None:
            mine = {}
        self._of[person] = mine  # at the end: the person idle for longest is evicted first
        if len(self._of) > MAX_PEOPLE:
            del self._of[next(iter(self._of))]
        mine[request] = became
        if len(mine) > MAX_EACH:
            del mine[next(iter(mine))]

    def forget(self, person: PersonId, request: str) -> None:
        """Drop a request that has not happened after all."""
        mine = self._of.get(person)
        if mine is not None:
            mine.pop(request, None)
