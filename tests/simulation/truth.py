"""The durable log, folded apart from any table, and what it says anybody should have been told."""

from __future__ import annotations

from typing import Any, NamedTuple

import msgspec

from tacit.table.log.fold import fold, opened
from tacit.table.log.records import Entry, Opened, Rematched, decode
from tacit.table.log.state import Stage, TableState
from tacit.table.tell.view import house_view, play_view
from tests.simulation.knowledge import Knowledge, Seat, may_be_told
from tests.simulation.world import check

encode = msgspec.json.encode


class Version(NamedTuple):
    """The table after an entry."""

    entry: Entry[Any]
    before: TableState | None
    state: TableState
    knowledge: Knowledge | None


class Truth:
    """One version for each durable entry, numbered from 1."""

    def __init__(self) -> None:
        self._lines: list[bytes] = []
        self._versions: list[Version] = []
        self._places: dict[tuple[str, str], int] = {}
        self._houses: dict[tuple[int, str], bytes] = {}
        self._plays: dict[tuple[int, Seat], bytes] = {}
        self._sights: dict[tuple[int, Seat], tuple[bytes, ...]] = {}
        self.published: set[str] = set()
        """Seeds of games that are over."""

    def __len__(self) -> int:
        return len(self._versions)

    def __getitem__(self, version: int) -> Version:
        return self._versions[version - 1]

    @property
    def entries(self) -> list[Entry[Any]]:
        """The whole log."""
        return [version.entry for version in self._versions]

    @property
    def state(self) -> TableState:
        """The table after all that is durable."""
        return self._versions[-1].state

    def written(self, line: bytes) -> None:
        """Take in an entry that became durable."""
        self._lines.append(line)
        first = self._lines[:1]
        entry = decode([*first, line])[-1]
        before = self.state if self._versions else None
        state = fold(before or opened(entry), entry)
        if entry.id:
            key = (entry.by, entry.id)
            check("done twice", key not in self._places, key, "in", self._places.get(key))
            self._places[key] = len(self._versions) + 1
        if state.stage is Stage.OVER:
            self.published.add(state.seed.hex())
        self._versions.append(Version(entry, before, state, self._knowledge(before, state, entry)))

    def _knowledge(
        self, before: TableState | None, state: TableState, entry: Entry[Any]
    ) -> Knowledge | None:
        if state.play is None:
            return None
        known = self._versions[-1].knowledge
        if before is None or before.play is None:
            known = Knowledge(len(state.names))
        assert known is not None
        return known.after(state, entry)

    def place(self, person: str, message: str) -> int | None:
        """Return the version in which a request was done, if it was."""
        return self._places.get((person, message))

    def seat(self, version: int, person: str) -> int | None:
        """Return where a person sat."""
        state = self[version].state
        return state.seat_of(state.guest_of(person))

    def is_here(self, version: int, person: str) -> bool:
        """Tell whether a person was at the table."""
        state = self[version].state
        guest = state.guest_of(person)
        return guest is not None and state.people[guest].here

    def house(self, version: int, person: str) -> bytes:
        """Return what a person should see around the game."""
        key = (version, person)
        if key not in self._houses:
            self._houses[key] = encode(house_view(self[version].state, person))
        return self._houses[key]

    def play(self, version: int, seat: Seat) -> bytes:
        """Return what a seat should see of the game: view, legal, waiting."""
        key = (version, seat)
        if key not in self._plays:
            play = play_view(self[version].state, seat)
            shown = (None, {}, ()) if play is None else (play.view, play.legal, play.waiting)
            self._plays[key] = encode(shown)
        return self._plays[key]

    def sights(self, version: int, seat: Seat) -> tuple[bytes, ...]:
        """Return what a seat should have been told of the game's events of a version."""
        key = (version, seat)
        if key not in self._sights:
            self._sights[key] = self._witnessed(version, seat)
        return self._sights[key]

    def _witnessed(self, number: int, seat: Seat) -> tuple[bytes, ...]:
        version = self[number]
        if not version.entry.game:
            return ()
        rules = version.state.rules
        assert version.before is not None
        play = version.before.play or rules.initial(version.state.play.setup)
        told = []
        for event in version.entry.game:
            told.append(encode(rules.witness(play, event, seat)))
            play = rules.evolve(play, event)
        self._scan(version, seat, told)
        return tuple(told)

    def _scan(self, version: Version, seat: Seat, told: list[bytes]) -> None:
        assert version.knowledge is not None
        message = {"events": [msgspec.json.decode(one) for one in told]}
        may_be_told(version.knowledge, seat, message, b" ".join(told))

    def is_what_was_missed(self, told: list[Any], version: int, person: str, since: int) -> bool:
        """Tell whether events are all that a person saw up to a version, from some later than one.

        They saw them from where they sat when they happened.
        """
        missing = [encode(event) for event in told]
        while missing and version > since:
            seen = self.sights(version, self.seat(version, person))
            if seen and tuple(missing[-len(seen) :]) != seen:
                return False
            missing = missing[: len(missing) - len(seen)]
            version -= 1
        return not missing


def seeds_in(entry: Entry[Any]) -> list[str]:
    """Return the secret seeds that an entry brings."""
    return [event.seed for event in entry.house if isinstance(event, Opened | Rematched)]
