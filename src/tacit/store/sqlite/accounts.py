"""Passkeys, recovery codes and answers in the SQLite file."""

from __future__ import annotations

import sqlite3
from contextlib import AbstractContextManager

from tacit.store.accounts import Consent, Kept, Passkey


class SqliteKeeping:
    """See `Keeping`; a part of the store, which lends it connections."""

    def _session(self, purpose: str) -> AbstractContextManager[sqlite3.Connection]:
        raise NotImplementedError

    def _read(self, query: str, *values: object) -> list[tuple[object, ...]]:
        with self._session("read") as connection:
            return connection.execute(query, values).fetchall()

    def _change(self, statement: str, *values: object) -> int:
        """Change something; return how many rows were."""
        with self._session("saved") as connection:
            return connection.execute(statement, values).rowcount

    def keep_passkey(self, passkey: Passkey) -> bool:
        """Keep a new passkey; False if its id is taken."""
        insert = "INSERT INTO passkeys VALUES (?, ?, ?, ?, ?, ?, ?, ?) ON CONFLICT DO NOTHING"
        return self._change(insert, *passkey) == 1

    def passkey(self, key_id: bytes) -> Passkey | None:
        """Return the passkey of an id."""
        rows = self._read("SELECT * FROM passkeys WHERE id = ?", key_id)
        return Passkey(*rows[0]) if rows else None  # type: ignore[arg-type]

    def passkeys(self, person: str) -> list[Passkey]:
        """Return somebody's passkeys, the first added first."""
        rows = self._read("SELECT * FROM passkeys WHERE person = ? ORDER BY added, id", person)
        return [Passkey(*row) for row in rows]  # type: ignore[arg-type]

    def use_passkey(self, key_id: bytes, counter: int, at: int) -> bool:
        """Note that a passkey was used; False if it is gone or its counter has not moved on."""
        update = (
            "UPDATE passkeys SET counter = ?1, used = ?2"
            " WHERE id = ?3 AND (counter < ?1 OR (counter = 0 AND ?1 = 0))"
        )
        return self._change(update, counter, at, key_id) == 1

    def remove_passkey(self, person: str, key_id: bytes) -> bool:
        """Remove one of somebody's passkeys; False if they have no such."""
        remove = "DELETE FROM passkeys WHERE person = ? AND id = ?"
        return self._change(remove, person, key_id) == 1

    def spend(self, challenge: bytes, until: int, now: int) -> bool:
        """Note that a challenge was answered; False if it was before."""
        with self._session("saved") as connection, connection:
            connection.execute("BEGIN IMMEDIATE")
            connection.execute("DELETE FROM spent WHERE until < ?", (now,))
            insert = "INSERT INTO spent VALUES (?, ?) ON CONFLICT DO NOTHING"
            return connection.execute(insert, (challenge, until)).rowcount == 1

    def keep_name(self, person: str, name: str) -> None:
        """Keep what somebody is called."""
        self._change(
            "INSERT INTO kept (person, name, made) VALUES (?, ?, 0)"
            " ON CONFLICT (person) DO UPDATE SET name = excluded.name",
            person,
            name,
        )

    def keep_code(self, person: str, code: bytes, made: int) -> None:
        """Keep the hash of somebody's recovery code, instead of the one before."""
        self._change(
            "INSERT INTO kept (person, name, code, made) VALUES (?, '', ?, ?)"
            " ON CONFLICT (person) DO UPDATE SET code = excluded.code, made = excluded.made",
            person,
            code,
            made,
        )

    def kept(self, person: str) -> Kept:
        """Return what is kept of somebody."""
        rows = self._read("SELECT name, code, made FROM kept WHERE person = ?", person)
        return Kept(*rows[0]) if rows else Kept()  # type: ignore[arg-type]

    def person_of_code(self, code: bytes) -> str | None:
        """Return whose recovery code has this hash."""
        rows = self._read("SELECT person FROM kept WHERE code = ?", code)
        return str(rows[0][0]) if rows else None

    def keep_consent(self, person: str, consent: Consent) -> None:
        """Keep somebody's answer about research, instead of the one before."""
        self._change("INSERT OR REPLACE INTO consents VALUES (?, ?, ?)", person, *consent)

    def consent(self, person: str) -> Consent | None:
        """Return somebody's answer about research; None if they gave none."""
        rows = self._read("SELECT agreed, at FROM consents WHERE person = ?", person)
        return Consent(bool(rows[0][0]), rows[0][1]) if rows else None  # type: ignore[arg-type]

    def agreed(self) -> set[str]:
        """Return all whose games may be used for research."""
        return {str(person) for (person,) in self._read("SELECT person FROM consents WHERE agreed")}

    def forget_kept(self, person: str) -> None:
        """Forget somebody's passkeys, code, name and answer."""
        with self._session("saved") as connection, connection:
            connection.execute("BEGIN IMMEDIATE")
            connection.execute("DELETE FROM passkeys WHERE person = ?", (person,))
            connection.execute("DELETE FROM kept WHERE person = ?", (person,))
            connection.execute("DELETE FROM consents WHERE person = ?", (person,))
