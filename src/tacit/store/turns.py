"""Which tables wait for a turn by correspondence, until when and for whom: an index of the logs."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Mapping
from typing import NamedTuple

from tacit.store.statements import Statements


class Turn(NamedTuple):
    """What an append says of the turn that its table waits for from then on."""

    due: int
    """When the table has to be awake, in milliseconds since 1970; 0 if it waits for no turn."""
    awaited: Mapping[str, bool]
    """Whether it is their turn, by person who plays."""


class TurnOf(NamedTuple):
    """A turn at a table that a person is at."""

    table: str
    due: int
    is_theirs: bool
    written: int
    """Changes with every append: what was read from the log is good until then."""


class DueTable(NamedTuple):
    """A table that should be awake."""

    table: str
    due: int


class TurnIndex(Statements):
    """Found by index: no log is read for it."""

    def turns_of(self, person: str, limit: int) -> list[TurnOf]:
        """Turns at the tables that a person is at: theirs first, then the first due first."""
        rows = self._read(
            "SELECT id, due, awaited, written FROM people JOIN tables ON table_key = key"
            " WHERE person = $1 AND due > 0 AND NOT closed"
            " ORDER BY awaited DESC, due, key LIMIT $2",
            person,
            max(limit, 0),
        )
        return [TurnOf(table, due, bool(mine), written) for table, due, mine, written in rows]

    @abstractmethod
    def due_tables(self, after_ms: int, before_ms: int, limit: int) -> list[DueTable]:
        """Tables due between two moments, the first due first; none that another node plays.

        Neither moment itself is between; with the last one's `due` the next call goes on.
        """
