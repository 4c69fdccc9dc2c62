"""Telling people what happened: the same bytes to all who may know the same."""

from __future__ import annotations

from collections import deque
from collections.abc import Iterable
from typing import Any, NamedTuple

import msgspec
from msgspec import UNSET

from tacit.games.rulebook import Millis, Seat
from tacit.table.messages import ENCODER, Sync, Update
from tacit.table.outputs import LineId, Tell
from tacit.table.records import Entry, PersonId
from tacit.table.state import TableState
from tacit.table.talk import may_talk
from tacit.table.view import PlayView, house_view, patch, play_view

REMEMBERED = 64
"""Versions a returning client can catch up event by event."""


class Happened(NamedTuple):
    """Game events of one version, each with the state it happened in."""

    version: int
    events: tuple[tuple[Any, Any], ...]


class Teller:
    """Turns entries into messages for each person, from what he may know before and after."""

    def __init__(self, state: TableState, version: int) -> None:
        self._state = state
        self._version = version
        self._past: deque[Happened] = deque(maxlen=REMEMBERED)
        self._views: dict[int | None, PlayView | None] = {}

    def sync(self, person: PersonId, version: int, now: Millis) -> Sync:
        """Return everything somebody may know, and the events since the version he has."""
        state = self._state
        seat = state.seat_of(state.guest_of(person))
        play = play_view(state, seat)
        missed: tuple[Any, ...] = ()
        if self._past and self._past[0].version <= version + 1:
            missed = tuple(
                sight
                for happened in self._past
                if happened.version > version
                for sight in self._witness(happened.events, seat)
            )
        return Sync(
            version=self._version,
            house=house_view(state, person),
            view=None if play is None else play.view,
            legal={} if play is None else play.legal,
            waiting=() if play is None else play.waiting,
            events=missed,
            now=now,
        )

    def update(
        self,
        before: TableState,
        after: TableState,
        entry: Entry[Any],
        audience: Iterable[tuple[LineId, PersonId]],
    ) -> list[Tell]:
        """Return the messages that tell an entry to everybody at the table."""
        self._state = after
        self._version += 1
        if entry.house and before.seats is not after.seats:
            self._views.clear()  # seats may mean other people now
        events = _with_states(before, after, entry)
        self._past.append(Happened(self._version, events))
        house_changed = bool(entry.house) or _mood(before) != _mood(after)
        told: dict[Any, bytes] = {}
        updates: dict[int | None, Update] = {}
        tells = []
        for line, person in audience:
            seat = after.seat_of(after.guest_of(person))
            key = person if house_changed else seat
            if key not in told:
                if seat not in updates:
                    updates[seat] = self._play_update(before, after, events, seat)
                update = updates[seat]
                if house_changed:
                    house = patch(house_view(before, person), house_view(after, person))
                    update = msgspec.structs.replace(update, house=house)
                told[key] = ENCODER.encode(update)
            tells.append(Tell(line, told[key]))
        return tells

    def _play_update(
        self,
        before: TableState,
        after: TableState,
        events: tuple[tuple[Any, Any], ...],
        seat: int | None,
    ) -> Update:
        old = self._views[seat] if seat in self._views else play_view(before, seat)
        new = self._views[seat] = play_view(after, seat)
        sights = self._witness(events, seat)
        if new is None:
            view = UNSET if old is None else None
            return Update(version=self._version, events=sights, view=view)
        if old is None:
            return Update(
                version=self._version,
                events=sights,
                view=new.view,
                fresh=True,
                legal=new.legal,
                waiting=new.waiting,
            )
        return Update(
            version=self._version,
            events=sights,
            view=patch(old.view, new.view) or UNSET,
            legal=UNSET if new.legal == old.legal else new.legal,
            waiting=UNSET if new.waiting == old.waiting else new.waiting,
        )

    def _witness(self, events: tuple[tuple[Any, Any], ...], seat: int | None) -> tuple[Any, ...]:
        witness = self._state.rules.witness
        mine = None if seat is None else Seat(seat)
        return tuple(witness(state, event, mine) for state, event in events)


def _with_states(
    before: TableState, after: TableState, entry: Entry[Any]
) -> tuple[tuple[Any, Any], ...]:
    """Pair each game event with the state it happened in."""
    if not entry.game:
        return ()
    rules = after.rules
    play = before.play
    if play is None:  # the game begins with this entry
        play = rules.initial(after.play.setup)
    paired = []
    for event in entry.game:
        paired.append((play, event))
        play = rules.evolve(play, event) if len(entry.game) > 1 else play
    return tuple(paired)


def _mood(state: TableState) -> tuple[Any, ...]:
    return (state.stage, may_talk(state))
