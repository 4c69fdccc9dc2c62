"""Accounts: passkeys, recovery codes, names, consent to research, and small belongings."""

from __future__ import annotations

from typing import NamedTuple

from tacit.store.statements import Statements


class Passkey(NamedTuple):
    """The public half of a passkey, which signs a person in."""

    id: bytes
    person: str
    key: bytes
    counter: int
    """How often it was used, as far as its device counts."""
    host: str
    """The site's name that it was made under; it opens nothing under another."""
    label: str
    added: int
    used: int
    """Milliseconds since 1970, like `added`."""


_PASSKEY = ", ".join(Passkey._fields)


class Account(NamedTuple):
    """A person's name, and the hash of their recovery code."""

    name: str = ""
    code: bytes | None = None
    made: int = 0
    """When the code was made."""


class Consent(NamedTuple):
    """Whether a person's games may be used for research, and since when."""

    agreed: bool
    at: int


class Accounts(Statements):
    """Passkeys, recovery codes and answers. Everything is durable when a call returns."""

    def keep_passkey(self, passkey: Passkey) -> bool:
        """Keep a new passkey; False, and nothing is changed, if its id is taken."""
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
        """Note that a passkey was used; False if it is gone or its counter has not moved on.

        Devices without a counter always send 0.
        """
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
        """Note that a challenge was answered; False if it was before.

        It is kept until it has expired anyway.
        """
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
        """Return all whose games may be used for research."""
        return {person for (person,) in self._read("SELECT person FROM consents WHERE agreed")}

    def keep_belonging(self, person: str, name: str, value: bytes | None) -> None:
        """Keep something for a person instead of what had its name; None removes it.

        The caller bounds how many there are and how large they are.
        """
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
