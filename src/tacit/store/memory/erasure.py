"""Forgetting people in memory."""

from __future__ import annotations

import threading
from collections.abc import Mapping
from typing import TYPE_CHECKING

from tacit.store.erasure import Leaving, mark_of
from tacit.store.memory.accounts import MemoryKeeping

if TYPE_CHECKING:
    from tacit.store.store import Device


class MemoryForgetting(MemoryKeeping):
    """See `Forgetting`; a part of the store."""

    _lock: threading.Lock
    _logs: dict[str, list[bytes]]
    _people: set[tuple[str, str]]
    _devices: dict[tuple[str, str], Device]

    def __init__(self) -> None:
        super().__init__()
        self._forgetting: dict[str, tuple[Leaving, int]] = {}
        self._forgotten: set[bytes] = set()

    def begin_forgetting(self, leaving: Leaving, at: int) -> None:
        """Note that somebody is to be forgotten; see `Forgetting`."""
        with self._lock:
            self._forgotten.add(mark_of(leaving.person))
            self._forgetting.setdefault(leaving.person, (leaving, at))
        self._forget_small(leaving.person)

    def _forget_small(self, person: str) -> None:
        self.forget_kept(person)
        with self._lock:
            self._devices = {key: one for key, one in self._devices.items() if key[0] != person}

    def to_forget(self, before: int) -> list[Leaving]:
        """Return who is to be forgotten since before a moment."""
        with self._lock:
            return [leaving for leaving, at in self._forgetting.values() if at < before]

    def forgotten(self) -> set[bytes]:
        """Return the marks of all who were or are to be forgotten."""
        with self._lock:
            return set(self._forgotten)

    def naming(self, person: str) -> list[str]:
        """Return the tables whose logs have somebody's id in them."""
        sought = person.encode()
        with self._lock:
            return [
                table for table, log in self._logs.items() if any(sought in entry for entry in log)
            ]

    def rewrite(self, table: str, lines: Mapping[int, bytes]) -> None:
        """Put other entries in the place of some, by their number."""
        with self._lock:
            for number, entry in lines.items():
                self._logs[table][number - 1] = entry

    def end_forgetting(self, person: str) -> None:
        """Note that nothing is left of somebody; see `Forgetting`."""
        self._forget_small(person)
        with self._lock:
            self._people = {one for one in self._people if one[0] != person}
            self._forgetting.pop(person, None)
