"""Erasing a person from a table's log: the games stay, with an alias in their seat.

Names and ids are no part of a shuffle, so every game still verifies. Contributions to shuffles
stay: they were drawn at random, and the cards follow from them.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from itertools import count

import msgspec
from msgspec.structs import replace

from tacit.core.rulebook import Refused
from tacit.table.decide.context import Context
from tacit.table.decide.decide import decide
from tacit.table.decide.requests import Leave
from tacit.table.log.fold import fold
from tacit.table.log.reader import latest_state
from tacit.table.log.records import (
    Entry,
    Guest,
    HouseEvent,
    Joined,
    PersonId,
    Renamed,
    Said,
    encode,
)
from tacit.table.log.state import Stage, clock_of, stood_in

ERASED_NAME = "Somebody"
"""The name of erased people; the second at a table gets a number."""

_ENTRY = msgspec.json.Decoder(Entry[msgspec.Raw])


class Farewell(msgspec.Struct, frozen=True):
    """The entry with which an erased person leaves a table."""

    entry: bytes
    over: bool
    """No game is going on after it."""


def farewell(log: list[bytes], person: PersonId, new_seed: Callable[[], bytes]) -> Farewell | None:
    """Return how a person leaves; None if they have left.

    A game goes on, and a bot plays for them until it is over.
    """
    state = latest_state(log)
    guest = state.guest_of(person)
    if guest is None or state.ended or not state.has_place(person):
        return None
    events: tuple[HouseEvent, ...] = ()
    if state.people[guest].here:
        # Connections are not known here: everyone who has not left counts as connected.
        is_here = lambda one: state.people[one].here  # noqa: E731
        left = decide(state, Context(Leave(), person, clock_of(state), is_here, new_seed))
        assert not isinstance(left, Refused)
        events = left.house
    after = fold(state, Entry(house=events))
    events += stood_in(after, guest)
    if not events:
        return None
    return Farewell(encode(Entry(house=events)), over=after.stage is Stage.OVER)


def is_played_without(log: list[bytes], person: PersonId) -> bool:
    """Tell whether a game is going on in which a person has no seat: it would be disturbed."""
    state = latest_state(log)
    return state.stage is Stage.PLAYING and state.seat_of(state.guest_of(person)) is None


def without(log: Sequence[bytes], person: PersonId, alias: PersonId) -> dict[int, bytes]:
    """Return the entries of a log that change when a person is erased, by number."""
    entries = [_ENTRY.decode(line) for line in log]
    eraser = _Eraser(entries, person, alias)
    changed = {}
    for number, entry in enumerate(entries, start=1):
        house = tuple(map(eraser.without, entry.house))
        by = entry.by == person
        if by or house != entry.house:
            # Their messages' ids are whatever their device drew.
            other = Entry(
                by=alias if by else entry.by,
                id="" if by else entry.id,
                house=house,
                game=entry.game,
            )
            changed[number] = encode(other)
    return changed


class _Numbers:
    """Tracks which person has which guest number while a log is read."""

    def __init__(self) -> None:
        self._people: list[PersonId] = []

    def join(self, event: Joined) -> None:
        """Note that a person came."""
        if event.person in self._people:
            return
        if event.instead is None:
            self._people.append(event.person)
        else:
            self._people[event.instead] = event.person

    def __getitem__(self, guest: Guest) -> PersonId:
        return self._people[guest]


class _Eraser:
    """Goes through a log and erases a person."""

    def __init__(
        self, entries: Sequence[Entry[msgspec.Raw]], person: PersonId, alias: PersonId
    ) -> None:
        self._person = person
        self._alias = alias
        self._numbers = _Numbers()
        names = _names(entries)
        self._names = {name.casefold() for whose, name in names if whose == person}
        taken = {name for whose, name in names if whose != person}
        self._name = next(name for name in map(_numbered, count(1)) if name not in taken)

    def without(self, event: HouseEvent) -> HouseEvent:
        """Return what happened, without them."""
        match event:
            case Joined():
                self._numbers.join(event)
                if event.person == self._person:
                    return replace(event, person=self._alias, name=self._name, mark=None)
            case Renamed() if self._numbers[event.guest] == self._person:
                return replace(event, name=self._name)
            case Said() if self._numbers[event.guest] == self._person or self._is_named(event.text):
                return replace(event, text="…")
        return event

    def _is_named(self, text: str) -> bool:
        return any(name in text.casefold() for name in self._names)


def _names(entries: Sequence[Entry[msgspec.Raw]]) -> set[tuple[PersonId, str]]:
    """Return what everybody was called at a table."""
    numbers = _Numbers()
    names = set()
    for event in (event for entry in entries for event in entry.house):
        if isinstance(event, Joined):
            numbers.join(event)
            names.add((event.person, event.name))
        elif isinstance(event, Renamed):
            names.add((numbers[event.guest], event.name))
    return names


def _numbered(number: int) -> str:
    return ERASED_NAME if number == 1 else f"{ERASED_NAME} {number}"
