"""Passkeys, recovery codes and answers in PostgreSQL."""

from __future__ import annotations

from typing import Any

from tacit.store.accounts import Consent, Kept, Passkey

_COLUMNS = ", ".join(Passkey._fields)


class PostgresKeeping:
    """See `Keeping`; a part of the store, which lends it connections."""

    def _fetch(self, query: str, *values: object, purpose: str = "read") -> list[Any]:
        raise NotImplementedError

    def _change(self, statement: str, *values: object) -> bool:
        """Change something that is returned; tell whether anything was."""
        return bool(self._fetch(statement, *values, purpose="saved"))

    def keep_passkey(self, passkey: Passkey) -> bool:
        """Keep a new passkey; False if its id is taken."""
        insert = (
            f"INSERT INTO passkeys ({_COLUMNS}) VALUES ($1, $2, $3, $4, $5, $6, $7, $8)"  # noqa: S608
            " ON CONFLICT DO NOTHING RETURNING id"
        )
        return self._change(insert, *passkey)

    def passkey(self, key_id: bytes) -> Passkey | None:
        """Return the passkey of an id."""
        rows = self._fetch(f"SELECT {_COLUMNS} FROM passkeys WHERE id = $1", key_id)  # noqa: S608
        return Passkey(*rows[0]) if rows else None

    def passkeys(self, person: str) -> list[Passkey]:
        """Return somebody's passkeys, the first added first."""
        query = f"SELECT {_COLUMNS} FROM passkeys WHERE person = $1 ORDER BY added, id"  # noqa: S608
        return [Passkey(*row) for row in self._fetch(query, person)]

    def use_passkey(self, key_id: bytes, counter: int, at: int) -> bool:
        """Note that a passkey was used; False if it is gone or its counter has not moved on."""
        return self._change(
            "UPDATE passkeys SET counter = $1, used = $2"
            " WHERE id = $3 AND (counter < $1 OR (counter = 0 AND $1 = 0)) RETURNING id",
            counter,
            at,
            key_id,
        )

    def remove_passkey(self, person: str, key_id: bytes) -> bool:
        """Remove one of somebody's passkeys; False if they have no such."""
        remove = "DELETE FROM passkeys WHERE person = $1 AND id = $2 RETURNING id"
        return self._change(remove, person, key_id)

    def spend(self, challenge: bytes, until: int, now: int) -> bool:
        """Note that a challenge was answered; False if it was before."""
        self._fetch("DELETE FROM spent WHERE until < $1", now, purpose="saved")
        insert = "INSERT INTO spent VALUES ($1, $2) ON CONFLICT DO NOTHING RETURNING until"
        return self._change(insert, challenge, until)

    def keep_name(self, person: str, name: str) -> None:
        """Keep what somebody is called."""
        self._change(
            "INSERT INTO kept (person, name, made) VALUES ($1, $2, 0)"
            " ON CONFLICT (person) DO UPDATE SET name = excluded.name",
            person,
            name,
        )

    def keep_code(self, person: str, code: bytes, made: int) -> None:
        """Keep the hash of somebody's recovery code, instead of the one before."""
        self._change(
            "INSERT INTO kept (person, name, code, made) VALUES ($1, '', $2, $3)"
            " ON CONFLICT (person) DO UPDATE SET code = excluded.code, made = excluded.made",
            person,
            code,
            made,
        )

    def kept(self, person: str) -> Kept:
        """Return what is kept of somebody."""
        rows = self._fetch("SELECT name, code, made FROM kept WHERE person = $1", person)
        return Kept(*rows[0]) if rows else Kept()

    def person_of_code(self, code: bytes) -> str | None:
        """Return whose recovery code has this hash."""
        rows = self._fetch("SELECT person FROM kept WHERE code = $1", code)
        return rows[0][0] if rows else None

    def keep_consent(self, person: str, consent: Consent) -> None:
        """Keep somebody's answer about research, instead of the one before."""
        self._change(
            "INSERT INTO consents VALUES ($1, $2, $3)"
            " ON CONFLICT (person) DO UPDATE SET agreed = excluded.agreed, at = excluded.at",
            person,
            *consent,
        )

    def consent(self, person: str) -> Consent | None:
        """Return somebody's answer about research; None if they gave none."""
        rows = self._fetch("SELECT agreed, at FROM consents WHERE person = $1", person)
        return Consent(*rows[0]) if rows else None

    def agreed(self) -> set[str]:
        """Return all whose games may be used for research."""
        return {person for (person,) in self._fetch("SELECT person FROM consents WHERE agreed")}

    def forget_kept(self, person: str) -> None:
        """Forget somebody's passkeys, code, name and answer."""
        self._change(
            "WITH keys AS (DELETE FROM passkeys WHERE person = $1),"
            " answers AS (DELETE FROM consents WHERE person = $1)"
            " DELETE FROM kept WHERE person = $1",
            person,
        )
