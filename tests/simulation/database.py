"""The database that several nodes share, as far as one table's log goes.

What arrives is done at once or not at all, in the order of arrival. The fence is the real one:
an append is taken only by the last who claimed the table, and only where the log ends.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from tacit.store.postgres import append as postgres_writing
from tacit.store.store import StoreError
from tests.simulation.scenario import Weather
from tests.simulation.world import World

CLAIM, RELEASE, HOLDER, LOAD = "claim", "release", "holder", "load"
TABLE = "K7QF"


class Database:
    """Outlives every node; is full or restarted now and then."""

    def __init__(
        self, world: World, weather: Weather, first: bytes, written: Callable[[bytes], None]
    ) -> None:
        self.durable: list[bytes] = []
        self.holder: str | None = None
        self.full = False
        self.down = False
        self.under_way = 0
        """Statements that have not been answered."""
        self._world = world
        self._written = written
        self._weather = weather
        self._rng = world.chance("database")
        self._write(first)
        self._statements: dict[str, Callable[..., Any]] = {
            postgres_writing.APPEND: self._append,
            postgres_writing._HEADS: self._heads,
            postgres_writing._LOGGED: self._logged,
            CLAIM: self._claim,
            RELEASE: self._release,
            HOLDER: lambda: self.holder,
            LOAD: lambda: list(self.durable),
        }
        self._plan(self._fill, weather.full_every)
        self._plan(self.restart, weather.crash_every * 4)

    @property
    def idle(self) -> bool:
        """Whether no statement is under way."""
        return not self.under_way

    def do(self, statement: str, *values: Any) -> Any:
        """Do one statement, now."""
        return self._statements[statement](*values)

    def _claim(self, claim: str) -> None:
        if self.holder not in (None, claim):
            self._world.counts["taken over"] += 1
        self.holder = claim

    def _release(self, claim: str) -> None:
        if self.holder == claim:
            self.holder = None

    def _may_append(self, was: int, claim: str) -> bool:
        return was == len(self.durable) and claim == self.holder

    def _append(self, *columns: list[Any]) -> list[dict[str, Any]]:
        ids, was, lengths, _closed, _written, claims, _, _, entries, *_people = columns
        if not ids:
            return []
        if self.full and entries:
            self._world.counts["save failed"] += 1
            raise StoreError("The game log could not be saved: the disk is full.")
        if not self._may_append(was[0], claims[0]):
            self._world.counts["append refused"] += 1
            return []
        assert lengths[0] == was[0] + len(entries)
        for entry in entries:
            self._write(entry)
        return [{"id": TABLE}]

    def _heads(self, _ids: list[str]) -> list[dict[str, Any]]:
        return [{"id": TABLE, "length": len(self.durable), "holder": self.holder}]

    def _logged(self, _id: str, after: int, until: int) -> list[dict[str, Any]]:
        return [{"entry": entry} for entry in self.durable[after:until]]

    def _write(self, entry: bytes) -> None:
        self.durable.append(entry)
        self._written(entry)

    def _plan(self, what: Callable[[], None], every: float) -> None:
        self._world.after(self._rng.expovariate(1 / every), what)

    def _fill(self) -> None:
        if not self._world.calm:
            self.full = True
            self._world.counts["disk full"] += 1
            self._world.after(self._rng.randrange(200, 8000), self._empty)

    def _empty(self) -> None:
        self.full = False
        self._plan(self._fill, self._weather.full_every)

    def restart(self) -> None:
        """Answer nothing for a while; what was done stays."""
        if not self._world.calm:
            self.down = True
            self._world.counts["database restarted"] += 1
            self._world.after(self._rng.randrange(300, 5000), self._up)

    def _up(self) -> None:
        self.down = False
        self._plan(self.restart, self._weather.crash_every * 4)
