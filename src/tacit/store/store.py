"""What a store promises, whatever keeps the entries."""

from __future__ import annotations

from collections.abc import Callable, Container, Mapping, Sequence
from concurrent.futures import Future
from functools import lru_cache
from types import MappingProxyType
from typing import NamedTuple, Protocol

from tacit.store.accounts import Accounts
from tacit.store.erasure import Erasures
from tacit.store.games import Games
from tacit.store.turns import Turn, TurnIndex

ID_CHARS = 64
ENTRY_BYTES = 64 * 2**20
SECRET_BYTES = 32


QUIET = ("evening:", "evening;")
"""From which id on, and before which, logs are pruned although they are not closed: hosts forget to
end an evening."""
QUIET_US = 30 * 24 * 3600 * 1_000_000
"""How long before the moment of pruning they were last written, at least."""


class StoreError(RuntimeError):
    """The log could not be written or read; the text says why."""


class NoRoom(StoreError):
    """The disk is full: what was acknowledged is safe, and it goes on once there is room."""


class Conflict(StoreError):
    """Another writer has appended to this table's log, or has claimed the table."""


class Outdated(StoreError):
    """The database is of an earlier version, and has to be brought up to date first."""


class Unreachable(StoreError):
    """The store does not answer. Whether something was saved is not known: the log will tell."""


Done = Callable[[StoreError | None], None]
"""Told None once an append is durable, or why it was refused."""

OnCommit = Callable[[float, int], None]
"""Told the seconds a commit took, from the first to the last byte, and its number of entries."""


People = Mapping[str, bool]
"""Who came to a table (True) or left it (False)."""
NOBODY: People = MappingProxyType({})


class IdleTable(NamedTuple):
    """An open table, and when it was last written to: microseconds since 1970."""

    table: str
    written: int


class Device(NamedTuple):
    """One of the devices a person uses, as its owner sees it listed."""

    id: str
    label: str
    seen: int
    """Milliseconds since 1970, roughly."""
    ended: bool = False
    """Its cookie is refused from then on."""


class Store(Accounts, Erasures, TurnIndex, Protocol):
    """The logs of live tables: opaque entries, numbered from 1. A table exists from its first on.

    Persist, then tell: the caller shows others only what `done` has reported durable. After a
    refusal the log is the truth: `load` says where it ends.
    """

    @property
    def games(self) -> Games:
        """What is kept of finished games."""

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
        """Queue entries to follow entry number `after`, all of them or none.

        `done` is called from the writer's thread, in order, once they are durable (None) or
        refused. Never blocks on the disk. An append marks its table closed or open again; one
        without entries does only that, and is durable when everything queued before it is.
        `people` tells who is at the table from then on, and who is not any more; `turn`, which
        turn by correspondence it waits for, where that may have changed.
        """

    def load(self, table: str) -> list[bytes]:
        """All durable entries of a table in order; empty if there is no such table."""

    def open_tables(self, limit: int) -> list[str]:
        """Ids of tables not closed, most recently written first."""

    def tables_of(self, person: str, limit: int, kind: str = "") -> list[str]:
        """Ids of tables not closed that a person is at, most recently written first.

        With a kind the ids of such logs instead: see `log_id`.
        """

    def idle_tables(self, after_us: int, before_us: int, limit: int) -> list[IdleTable]:
        """Tables not closed that were last written between two moments, the first written first.

        Neither moment itself is between; with the last one's `written` the next call goes on.
        """

    def prune(self, before_us: int, limit: int, keep: Container[str] = ()) -> int:
        """Remove some closed tables last written before a moment, logs and all; return how many.

        Those in `keep` stay. Call it again while it removes as many as the limit. Evenings need
        not be closed, if they have been quiet for much longer.
        """

    def keep_device(self, person: str, device: Device) -> None:
        """Keep a person's device as it is now; wait until it is durable."""

    def devices(self, person: str) -> list[Device]:
        """All devices kept of a person, the last seen first."""

    def ended_devices(self) -> set[tuple[str, str]]:
        """Person and id of every device that was ended."""

    def secret(self, name: str) -> bytes:
        """32 random bytes kept under a name, drawn the first time they are asked for."""

    def keep_setting(self, name: str, value: bytes) -> None:
        """Keep what the host of the site has set, instead of before; wait until it is durable."""

    def settings(self) -> dict[str, bytes]:
        """All that the host of the site has set, by name."""

    def backlog(self) -> int:
        """How many appends wait to be written."""

    def check(self) -> None:
        """Raise StoreError if nothing could be written now; waits for the disk."""

    def close(self) -> None:
        """Write what is queued, then stop; refuse at once what is appended later. Idempotent."""


def checked_secret(name: str, secret: bytes) -> bytes:
    """Return a secret fit to sign with; StoreError if it is cut off or empty.

    Everyone can sign with an empty key, so a site that took it would believe every cookie.
    """
    if len(secret) < SECRET_BYTES:
        mend = f"DELETE FROM secrets WHERE name = '{name}'"  # noqa: S608  # it is told, not run
        raise StoreError(
            f"The key {name!r} in the database is damaged: it has {len(secret)} bytes instead of"
            f" {SECRET_BYTES}. Restore a backup; or, if there is none, remove it with {mend}: a new"
            " key is drawn at the next start, and guests have to sign in again."
        )
    return secret


def log_id(kind: str, name: str) -> str:
    """Return the id of a log that is no table's, such as a group's.

    No table's name has a colon, so no such log is ever taken for a table.

    >>> log_id("group", "K7QF")
    'group:K7QF'
    """
    return f"{kind}:{name}"


def is_table(log: str) -> bool:
    """Tell whether a log is a table's."""
    return ":" not in log


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


def where_of(url: str) -> str:
    """A database's address without its password."""
    return url.rsplit("@", maxsplit=1)[-1].split("?", maxsplit=1)[0]


def older(where: str, version: int, wanted: int) -> StoreError:
    """The refusal of a database that has to be brought up to date first."""
    if not version:
        return StoreError(f"{where} has no games: there is no Tacit database in it.")
    return Outdated(
        f"{where} is of an earlier Tacit (database version {version}, not {wanted}): bring it up to"
        " date with `tacit upgrade --db …`, or start the site on it."
    )


def silent(_: str) -> None:
    """Tell nobody how far it is."""


def closed_store() -> StoreError:
    """The refusal of an append that came after `close`."""
    return StoreError("The game log could not be saved: the store is closed.")


def append_and_wait(  # noqa: PLR0913
    store: Store,
    table: str,
    after: int,
    entries: Sequence[bytes],
    *,
    closed: bool = False,
    people: People = NOBODY,
    turn: Turn | None = None,
) -> None:
    """Append as `Store.append` does and wait until it is durable; raise why it was refused.

    In a thread other than the writer's.
    """
    done: Future[StoreError | None] = Future()
    store.append(table, after, entries, done.set_result, closed=closed, people=people, turn=turn)
    refused = done.result()
    if refused is not None:
        raise refused
