"""Accounts: passkeys, recovery codes, names, consent to research, and small belongings."""

from __future__ import annotations

from typing import NamedTuple, Protocol


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


class Accounts(Protocol):
    """Passkeys, recovery codes and answers. Everything is durable when a call returns."""

    def keep_passkey(self, passkey: Passkey) -> bool:
        """Keep a new passkey; False, and nothing is changed, if its id is taken."""

    def passkey(self, key_id: bytes) -> Passkey | None:
        """Return the passkey of an id."""

    def passkeys(self, person: str) -> list[Passkey]:
        """Return a person's passkeys, the first added first."""

    def use_passkey(self, key_id: bytes, counter: int, at: int) -> bool:
        """Note that a passkey was used; False if it is gone or its counter has not moved on.

        Devices without a counter always send 0.
        """

    def remove_passkey(self, person: str, key_id: bytes) -> bool:
        """Remove one of a person's passkeys; False if they have no such."""

    def spend(self, challenge: bytes, until: int, now: int) -> bool:
        """Note that a challenge was answered; False if it was before.

        It is kept until it has expired anyway.
        """

    def keep_name(self, person: str, name: str) -> None:
        """Keep a person's name."""

    def keep_code(self, person: str, code: bytes, made: int) -> None:
        """Replace the hash of a person's recovery code."""

    def kept(self, person: str) -> Account:
        """Return what is kept of a person."""

    def person_of_code(self, code: bytes) -> str | None:
        """Return whose recovery code has this hash."""

    def keep_consent(self, person: str, consent: Consent) -> None:
        """Keep a person's answer about research instead of the one before."""

    def consent(self, person: str) -> Consent | None:
        """Return a person's answer about research; None if they gave none."""

    def agreed(self) -> set[str]:
        """Return all whose games may be used for research."""

    def keep_belonging(self, person: str, name: str, value: bytes | None) -> None:
        """Keep something for a person instead of what had its name; None removes it.

        The caller bounds how many there are and how large they are.
        """

    def belongings(self, person: str, prefix: str = "") -> dict[str, bytes]:
        """All that is kept for a person, by name, of names that begin so."""
