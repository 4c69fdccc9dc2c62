"""The tables of an evening: names and seeds, derived from one secret of the site.

Nothing is stored, and every node works out the same. The seed of a round tells nothing about that
of another, and a table's name, which is its invitation, nothing about the others.
"""

from __future__ import annotations

import base64
import hmac
from random import Random
from typing import NamedTuple

from tacit.club.evening import KIND

_NAME_CHARS = 16
"""Of an evening's name, and of what makes a table's name secret: 96 bits each."""
_MAC_BYTES = 12
_NUMBER_CHARS = 3
"""Of a round."""


class RoundOf(NamedTuple):
    """One round of an evening, counted from 1."""

    evening: str
    number: int

    @property
    def label(self) -> str:
        """The label of its games.

        >>> RoundOf("K7QF", 2).label
        'evening:K7QF:2'
        """
        return f"{KIND}:{self.evening}:{self.number}"


def _derived(secret: bytes, purpose: str, of: RoundOf) -> bytes:
    told = f"tacit evening {purpose} {of.evening} {of.number}"
    return hmac.digest(secret, told.encode(), "sha256")


def seed_of(secret: bytes, of: RoundOf) -> bytes:
    """Return the seed of a round: the same at every table."""
    return _derived(secret, "deal", of)


def seats_of(secret: bytes, of: RoundOf) -> Random:
    """Return the luck with which the seats of a round are drawn."""
    return Random(_derived(secret, "seats", of))  # noqa: S311  # no one guesses its seed


def table_name(secret: bytes, of: RoundOf, table: int) -> str:
    """Return the name of a table of a round, counted from 0."""
    mac = _derived(secret, f"table {table}", of)[:_MAC_BYTES]
    secret_part = base64.urlsafe_b64encode(mac).decode()
    return f"{KIND}-{of.evening}-{of.number}-{secret_part}"


def round_of_table(name: str) -> RoundOf | None:
    """Return the round that a table's name tells; None for all other tables.

    >>> round_of_table("evening-0123456789abcdef-3-fedcba9876543210")
    RoundOf(evening='0123456789abcdef', number=3)
    """
    kind, _, rest = name.partition("-")
    evening, number = rest[:_NAME_CHARS], rest[_NAME_CHARS + 1 : -_NAME_CHARS - 1]
    is_number = number.isascii() and number.isdecimal() and len(number) <= _NUMBER_CHARS
    if kind != KIND or not is_number or len(rest) < 2 * _NAME_CHARS + len(number) + 2:
        return None
    return RoundOf(evening, int(number))
