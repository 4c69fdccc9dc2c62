"""What SQLite and PostgreSQL keep with the same statements.

Parameters are written `$1`, `$2`, …; SQLite reads them as `?1`, `?2`, ….
"""

from __future__ import annotations

import secrets
import time
from collections.abc import Sequence
from typing import Any

from tacit.store.accounts import Account, Consent, Passkey
from tacit.store.erasure import Erasure
from tacit.store.store import (
    NOBODY,
    SECRET_BYTES,
    Device,
    Done,
    OnCommit,
    People,
    StoreError,
    checked_secret,
    fault,
    id_fault,
)
from tacit.store.turns import Turn, TurnOf
from tacit.store.writer import Append, Writer, tell

_PASSKEY = ", ".join(Passkey._fields)


class Statements:
    """A database that runs statements; each call is a transaction of its own."""

    def _read(self, query: str, *values: object) -> list[Any]:
        """Return the rows that a query finds."""
        raise NotImplementedError

    def _change(self, statement: str, *values: object) -> int:
        """Change something durably; return how many rows were changed."""
        raise NotImplementedError


class SqlStore(Statements):
    """The parts of a `Store` that need nothing but a statement or the writer's thread."""

    _writer: Writer
    _on_commit: OnCommit | None
    _claims: dict[str, str]
    """The fencing tokens of tables, in a store that several nodes share."""

    # Logs

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

    def load(self, table: str) -> list[bytes]:
        """All durable entries of a table in order; empty if there is no such table."""
        if id_fault(table):
            return []
        rows = self._read(
            "SELECT number, entry FROM entries JOIN tables ON table_key = key"
            " WHERE id = $1 ORDER BY number",
            table,
        )
        if rows and rows[-1][0] != len(rows):
            raise StoreError(f"The log of table {table} is damaged: entries are missing.")
        return [entry for _, entry in rows]

    def open_tables(self, limit: int) -> list[str]:
        """Ids of tables not closed, most recently written first."""
        rows = self._read(
            "SELECT id FROM tables WHERE NOT closed AND id NOT LIKE '%:%'"
            " ORDER BY written DESC LIMIT $1",
            max(limit, 0),
        )
        return [table for (table,) in rows]

    def tables_of(self, person: str, limit: int, kind: str = "") -> list[str]:
        """Ids of logs not closed that a person is in, most recently written first."""
        rows = self._read(
            "SELECT id FROM people JOIN tables ON table_key = key"
            " WHERE person = $1 AND NOT closed AND id LIKE $2 AND ($2 <> '%' OR id NOT LIKE '%:%')"
            " ORDER BY written DESC LIMIT $3",
            person,
            f"{kind}:%" if kind else "%",
            max(limit, 0),
        )
        return [table for (table,) in rows]

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

    # The site

    def secret(self, name: str) -> bytes:
        """32 random bytes kept under a name, drawn the first time they are asked for."""
        find = "SELECT secret FROM secrets WHERE name = $1"
        rows = self._read(find, name)
        if not rows:
            drawn = secrets.token_bytes(SECRET_BYTES)
            # Another process may be drawing too: the first one's stays, and both read that.
            self._change("INSERT INTO secrets VALUES ($1, $2) ON CONFLICT DO NOTHING", name, drawn)
            rows = self._read(find, name)
        return checked_secret(name, bytes(rows[0][0]))

    def keep_setting(self, name: str, value: bytes) -> None:
        """Keep a setting of the site's host instead of the one before."""
        self._change(
            "INSERT INTO settings VALUES ($1, $2)"
            " ON CONFLICT (name) DO UPDATE SET value = excluded.value",
            name,
            value,
        )

    def settings(self) -> dict[str, bytes]:
        """All settings of the site's host, by name."""
        rows = self._read("SELECT name, value FROM settings")
        return {name: bytes(value) for name, value in rows}

    # Devices

    def devices(self, person: str) -> list[Device]:
        """All devices kept of a person, the last seen first."""
        rows = self._read(
            "SELECT id, label, seen, ended FROM devices WHERE person = $1 ORDER BY seen DESC, id",
            person,
        )
        return [Device(one, label, seen, bool(ended)) for one, label, seen, ended in rows]

    def ended_devices(self) -> set[tuple[str, str]]:
        """Person and id of every device that was ended."""
        return {tuple(row) for row in self._read("SELECT person, id FROM devices WHERE ended")}

    # Accounts

    def keep_passkey(self, passkey: Passkey) -> bool:
        """Keep a new passkey; False if its id is taken."""
        insert = (
            f"INSERT INTO passkeys ({_PASSKEY}) VALUES ($1, $2, $3, $4, $5, $6, $7, $8)"  # noqa: S608
            " ON CONFLICT DO NOTHING"
        )
        return self._change(insert, *passkey) == 1

    def passkey(self, key_id: bytes) -> Passkey | None:
        """Return the passkey of an id."""
        rows = self._read(f"SELECT {_PASSKEY} FROM passkeys WHERE id = $1", key_id)  # noqa: S608
        return Passkey(*rows[0]) if rows else None

    def passkeys(self, person: str) -> list[Passkey]:
        """Return a person's passkeys, the first added first."""
        query = f"SELECT {_PASSKEY} FROM passkeys WHERE person = $1 ORDER BY added, id"  # noqa: S608
        return [Passkey(*row) for row in self._read(query, person)]

    def use_passkey(self, key_id: bytes, counter: int, at: int) -> bool:
        """Note that a passkey was used; False if it is gone or its counter has not moved on."""
        update = (
            "UPDATE passkeys SET counter = $1, used = $2"
            " WHERE id = $3 AND (counter < $1 OR (counter = 0 AND $1 = 0))"
        )
        return self._change(update, counter, at, key_id) == 1

    def remove_passkey(self, person: str, key_id: bytes) -> bool:
        """Remove one of a person's passkeys; False if they have no such."""
        remove = "DELETE FROM passkeys WHERE person = $1 AND id = $2"
        return self._change(remove, person, key_id) == 1

    def spend(self, challenge: bytes, until: int, now: int) -> bool:
        """Note that a challenge was answered; False if it was before."""
        self._change("DELETE FROM spent WHERE until < $1", now)
        insert = "INSERT INTO spent VALUES ($1, $2) ON CONFLICT DO NOTHING"
        return self._change(insert, challenge, until) == 1

    def keep_name(self, person: str, name: str) -> None:
        """Keep a person's name."""
        self._change(
            "INSERT INTO kept (person, name, made) VALUES ($1, $2, 0)"
            " ON CONFLICT (person) DO UPDATE SET name = excluded.name",
            person,
            name,
        )

    def keep_code(self, person: str, code: bytes, made: int) -> None:
        """Replace the hash of a person's recovery code."""
        self._change(
            "INSERT INTO kept (person, name, code, made) VALUES ($1, '', $2, $3)"
            " ON CONFLICT (person) DO UPDATE SET code = excluded.code, made = excluded.made",
            person,
            code,
            made,
        )

    def kept(self, person: str) -> Account:
        """Return what is kept of a person."""
        rows = self._read("SELECT name, code, made FROM kept WHERE person = $1", person)
        return Account(*rows[0]) if rows else Account()

    def person_of_code(self, code: bytes) -> str | None:
        """Return whose recovery code has this hash."""
        rows = self._read("SELECT person FROM kept WHERE code = $1", code)
        return rows[0][0] if rows else None

    def keep_consent(self, person: str, consent: Consent) -> None:
        """Keep a person's answer about research instead of the one before."""
        self._change(
            "INSERT INTO consents VALUES ($1, $2, $3)"
            " ON CONFLICT (person) DO UPDATE SET agreed = excluded.agreed, at = excluded.at",
            person,
            *consent,
        )

    def consent(self, person: str) -> Consent | None:
        """Return a person's answer about research; None if they gave none."""
        rows = self._read("SELECT agreed, at FROM consents WHERE person = $1", person)
        return Consent(bool(rows[0][0]), rows[0][1]) if rows else None

    def agreed(self) -> set[str]:
        """Return all people whose games may be used for research."""
        return {person for (person,) in self._read("SELECT person FROM consents WHERE agreed")}

    # Belongings

    def keep_belonging(self, person: str, name: str, value: bytes | None) -> None:
        """Keep something for a person instead of what had its name; None removes it."""
        if value is None:
            self._change("DELETE FROM belongings WHERE person = $1 AND name = $2", person, name)
            return
        self._change(
            "INSERT INTO belongings VALUES ($1, $2, $3)"
            " ON CONFLICT (person, name) DO UPDATE SET value = excluded.value",
            person,
            name,
            value,
        )

    def belongings(self, person: str, prefix: str = "") -> dict[str, bytes]:
        """All that is kept for a person, by name, of names that begin so."""
        rows = self._read("SELECT name, value FROM belongings WHERE person = $1", person)
        return {name: bytes(value) for name, value in rows if name.startswith(prefix)}

    # Erasure

    def pending_erasures(self, before: int) -> list[Erasure]:
        """Return the erasures that were begun before a moment and are not done."""
        rows = self._read("SELECT person, alias FROM forgetting WHERE at < $1", before)
        return [Erasure(*row) for row in rows]

    def erased(self) -> set[bytes]:
        """Return the marks of all erased people."""
        return {bytes(mark) for (mark,) in self._read("SELECT mark FROM forgotten")}
