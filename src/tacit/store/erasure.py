"""Erasure: what a store does when a person has their data deleted.

It takes a while, and survives a restart: the store notes an erasure until it is done.
"""

from __future__ import annotations

import hashlib
from abc import abstractmethod
from collections.abc import Mapping
from typing import NamedTuple

from tacit.store.statements import Statements

MARK_BYTES = 16


class Erasure(NamedTuple):
    """A person to be erased, and the alias that replaces them."""

    person: str
    alias: str
    """Drawn at random: it leads nowhere, and keeps apart who played with whom."""


def person_hash(person: str) -> bytes:
    """Return the mark by which an erased person's id is recognised.

    A plain hash will do: nobody can try out 128 random bits.
    """
    return hashlib.sha256(b"forgotten " + person.encode(errors="surrogatepass")).digest()[
        :MARK_BYTES
    ]


class Erasures(Statements):
    """Everything is durable when a call returns."""

    @abstractmethod
    def begin_erasure(self, erasure: Erasure, at: int) -> None:
        """Note an erasure; delete the person's keys, devices and answers at once.

        From now on no game of theirs is kept under their id. `at` is in milliseconds since 1970.
        """

    def pending_erasures(self, before: int) -> list[Erasure]:
        """Return the erasures that were begun before a moment and are not done."""
        rows = self._read("SELECT person, alias FROM forgetting WHERE at < $1", before)
        return [Erasure(*row) for row in rows]

    def erased(self) -> set[bytes]:
        """Return the marks of all erased people, done or not."""
        return {bytes(mark) for (mark,) in self._read("SELECT mark FROM forgotten")}

    @abstractmethod
    def naming(self, person: str) -> list[str]:
        """Return the tables whose logs have a person's id in them; scans all logs."""

    @abstractmethod
    def rewrite(self, table: str, lines: Mapping[int, bytes]) -> None:
        """Put other entries in the place of some, by their number.

        The caller must hold the table alone: no node may have it in memory, or append to it.
        """

    @abstractmethod
    def end_erasure(self, person: str) -> None:
        """Note that an erasure is done; delete what came in between, and the person's id."""
