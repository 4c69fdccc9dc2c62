"""What a store promises, whatever keeps the entries."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import lru_cache
from typing import Protocol

ID_CHARS = 64
ENTRY_BYTES = 64 * 2**20
SECRET_BYTES = 32


class StoreError(RuntimeError):
    """The log could not be written or read; the text says why."""


class Conflict(StoreError):
    """Somebody else has written to this table's log."""


Done = Callable[[StoreError | None], None]
"""Told None once an append is durable, or why it was refused."""

OnCommit = Callable[[float, int], None]
"""Told the seconds a commit took, from the first to the last byte, and its number of entries."""


class Store(Protocol):
    """The logs of live tables: opaque entries, numbered from 1. A table exists from its first on.

    Persist, then tell: whoever appends shows others only what `done` has reported durable. After a
    refusal the log is the truth: `load` says where it ends.
    """

    def append(
        self,
        table: str,
        after: int,
        entries: Sequence[bytes],
        done: Done,
        *,
        closed: bool = False,
    ) -> None:
        """Queue entries to follow entry number `after`, all of them or none.

        `done` is called from the writer's thread, in order, once they are durable (None) or
        refused. Never blocks on the disk. An append marks its table closed or open again; one
        without entries does only that, and is durable when everything queued before it is.
        """

    def load(self, table: str) -> list[bytes]:
        """All durable entries of a table in order; empty if there is no such table."""

    def open_tables(self, limit: int) -> list[str]:
        """Ids of tables not closed, most recently written first."""

    def secret(self, name: str) -> bytes:
        """32 random bytes kept under a name, drawn the first time they are asked for."""

    def backlog(self) -> int:
        """How many appends wait to be written."""

    def close(self) -> None:
        """Write what is queued, then stop; refuse at once what is appended later. Idempotent."""


@lru_cache(maxsize=4096)
def id_fault(table: str) -> str | None:
    """What is wrong with a table's id, in words: every store takes the same ids."""
    if not 1 <= len(table) <= ID_CHARS:
        return f"A table's id has 1 to {ID_CHARS} characters, not {len(table)}."
    try:
        text = table.encode()
    except UnicodeEncodeError:
        return f"A table's id is text; {table!r} is not."
    # Databases end a text at its first NUL, and two tables would share a log.
    return f"A table's id has no NUL; {table!r} has." if b"\0" in text else None


def fault(table: str, entries: Sequence[bytes]) -> StoreError | None:
    """The refusal of an append that no log could take; None if there is nothing wrong with it."""
    wrong = id_fault(table)
    if wrong is None:
        sizes = [len(entry) if isinstance(entry, bytes) else -1 for entry in entries]
        if min(sizes, default=0) < 0:
            wrong = f"An entry is bytes; table {table} was given something else."
        elif max(sizes, default=0) > ENTRY_BYTES:
            wrong = f"An entry has at most {ENTRY_BYTES:,} bytes; table {table} was given more."
    return None if wrong is None else StoreError(wrong)


def conflict(table: str, length: int, after: int) -> Conflict:
    """The refusal of entries that were to follow another entry than the last."""
    return Conflict(
        f"The log of table {table} ends with entry {length}; nothing can follow entry {after}."
    )


def closed_store() -> StoreError:
    """The refusal of an append that came after `close`."""
    return StoreError("The game log could not be saved: the store is closed.")
