"""The queue of appends in front of both stores: the writer's thread takes what is in it."""

from __future__ import annotations

import time
from collections.abc import Sequence

from tacit.store.store import NOBODY, Done, OnCommit, People, Store, StoreError, fault
from tacit.store.turns import Turn
from tacit.store.writer import Append, Writer, tell


class SqlStore(Store):
    """The parts of a `Store` that need nothing but the writer's thread."""

    _writer: Writer
    _on_commit: OnCommit | None
    _claims: dict[str, str]
    """The fencing tokens of tables, in a store that several nodes share."""

    def append(  # noqa: PLR0913
        self,
        table: str,
        after: int,
        entries: Sequence[bytes],
        done: Done,
        *,
        closed: bool = False,
        people: People = NOBODY,
        turn: Turn | None = None,
    ) -> None:
        """Queue entries to follow entry number `after`; see `Store.append`."""
        kept = tuple(entries)
        wrong, claim = fault(table, kept), self._claims.get(table)
        self._writer.put(Append(table, after, kept, closed, done, wrong, people, claim, turn))

    def backlog(self) -> int:
        """How many appends wait to be written."""
        return self._writer.backlog()

    def _report(self, batch: list[Append], outcomes: list[StoreError | None], start: float) -> None:
        """Tell the listener how long a batch took, if anything was written."""
        done = zip(batch, outcomes, strict=True)
        written = sum(len(append.entries) for append, outcome in done if outcome is None)
        if written and self._on_commit is not None:
            tell(self._on_commit, time.perf_counter() - start, written)
