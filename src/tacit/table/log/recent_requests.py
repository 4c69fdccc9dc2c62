"""What became of the last requests of each person, so that sending one twice does it once.

Everybody has room of their own: however much one asks for, nothing of another's is forgotten.
"""

from __future__ import annotations

from typing import Generic, TypeVar

from tacit.table.log.records import PersonId

T = TypeVar("T")

EACH = 64
"""Requests remembered of one person: more than a connection may have under way."""
PEOPLE = 64
"""People of whom any are remembered: more than a table has places."""


class RecentRequests(Generic[T]):
    """See the module's text."""

    def __init__(self) -> None:
        self._of: dict[PersonId, dict[str, T]] = {}

    def get(self, person: PersonId, request: str) -> T | None:
        """Return what became of a request; None if that is not known."""
        mine = self._of.get(person)
        return None if mine is None else mine.get(request)

    def keep(self, person: PersonId, request: str, became: T) -> None:
        """Remember what became of a request, and forget the oldest if there are too many."""
        mine = self._of.pop(person, None)
        if mine is None:
            mine = {}
        self._of[person] = mine  # at the end: whoever asked for nothing for longest goes first
        if len(self._of) > PEOPLE:
            del self._of[next(iter(self._of))]
        mine[request] = became
        if len(mine) > EACH:
            del mine[next(iter(mine))]

    def forget(self, person: PersonId, request: str) -> None:
        """A request has not happened after all."""
        mine = self._of.get(person)
        if mine is not None:
            mine.pop(request, None)
