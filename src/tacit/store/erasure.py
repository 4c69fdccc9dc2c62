"""What a store does when somebody has themselves deleted.

It takes a while, and nobody shall have to ask again because the site stopped in between: so it is
noted that somebody is to be forgotten, until nothing is left of them.
"""

from __future__ import annotations

import hashlib
from collections.abc import Mapping
from typing import NamedTuple, Protocol

MARK_BYTES = 16


class Erasure(NamedTuple):
    """Somebody who is to be forgotten, and what stands in their place from then on."""

    person: str
    alias: str
    """Drawn at random: it leads nowhere, and keeps apart who played with whom."""


def mark_of(person: str) -> bytes:
    """Return the mark by which it is known of somebody that they were forgotten.

    A plain hash will do: there is no trying out a hundred and twenty-eight random bits.
    """
    return hashlib.sha256(b"forgotten " + person.encode(errors="surrogatepass")).digest()[
        :MARK_BYTES
    ]


class Erasures(Protocol):
    """Everything is durable when a call returns."""

    def begin_erasure(self, erasure: Erasure, at: int) -> None:
        """Note that somebody is to be forgotten; forget their keys, devices and answers at once.

        From now on no game of theirs is kept under their id. `at` is in milliseconds since 1970.
        """

    def pending_erasures(self, before: int) -> list[Erasure]:
        """Return who is to be forgotten since before a moment."""

    def erased(self) -> set[bytes]:
        """Return the marks of all who were or are to be forgotten."""

    def naming(self, person: str) -> list[str]:
        """Return the tables whose logs have somebody's id in them; looks through all of them."""

    def rewrite(self, table: str, lines: Mapping[int, bytes]) -> None:
        """Put other entries in the place of some, by their number.

        For whoever has the table alone: nobody may have it in memory, or append to it.
        """

    def end_erasure(self, person: str) -> None:
        """Note that nothing is left of somebody; remove what came in between, and their id."""
