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
from tacit.table.view import house_view, options, patch, play_view

REMEMBERED = 64
"""Versions a returning client can catch up event by event."""


_NOTHING: dict[str, Any] = {}


class Happened(NamedTuple):
    """Game events of one version, each with the state it happened in."""

    version: int
    events: tuple[tuple[Any, Any], ...]


class Told(NamedTuple):
    """What was last told about the game to everybody."""

    shared: dict[str, Any]
    waiting: tuple[Seat, ...]


class News(NamedTuple):
    """What an entry changed for everybody: the update of a spectator, and its shared part."""

    update: Update
    mood_changed: bool = False
    shared: dict[str, Any] = _NOTHING
    own: dict[str, Any] = _NOTHING


class Teller:
    """Turns entries into messages for each person, from what he may know before and after."""

    def __init__(self, state: TableState, version: int) -> None:
        self.state = state
        self._version = version
        self._past: deque[Happened] = deque(maxlen=REMEMBERED)
        self._told: Told | None = None
        self._legal: dict[int, dict[str, list[Any]]] = {}

    def sync(self, person: PersonId, version: int, now: Millis) -> Sync:
        """Return everything somebody may know, and the events since the version he has."""
        state = self.state
        seat = state.seat_of(state.guest_of(person))
        play = play_view(state, seat)
        if seat is not None and play is not None:
            self._legal[seat] = play.legal
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
        self.state = after
        self._version += 1
        if _seating(before) != _seating(after):
            self._past.clear()  # what happened before was for other people in these seats
        events = _with_states(before, after, entry)
        self._past.append(Happened(self._version, events))
        mood_changed = _mood(before) != _mood(after)
        house_changed = bool(entry.house) or mood_changed or before.close is not after.close
        news = self._for_everybody(before, after, events)._replace(mood_changed=mood_changed)
        to_all = news.update
        bytes_of: dict[Any, bytes] = {}
        updates: dict[int | None, Update] = {}
        tells = []
        for line, person in audience:
            seat = after.seat_of(after.guest_of(person))
            key = person if house_changed else seat
            data = bytes_of.get(key)
            if data is None:
                if seat not in updates:
                    updates[seat] = self._for_seat(news, before, after, events, seat)
                update = updates[seat]
                if house_changed:
                    house = patch(house_view(before, person), house_view(after, person))
                    update = msgspec.structs.replace(update, house=house)
                elif update is to_all and "all" in bytes_of:
                    data = bytes_of["all"]
                data = ENCODER.encode(update) if data is None else data
                bytes_of[key] = data
                if update is to_all:
                    bytes_of["all"] = data
            tells.append(Tell(line, data))
        return tells

    def _for_everybody(
        self, before: TableState, after: TableState, events: tuple[tuple[Any, Any], ...]
    ) -> News:
        """Return what everybody, a spectator too, may know of an entry."""
        rules = after.rules
        sights = self._witness(events, None)
        if after.play is None:
            self._told = None
            view = UNSET if before.play is None else None
            return News(Update(version=self._version, events=sights, view=view))
        if before.play is None:
            self._legal.clear()
            self._told = Told(rules.shared(after.play), rules.waiting(after.play))
            return News(Update(version=self._version, events=sights, fresh=True))
        if before.play is after.play:
            return News(Update(version=self._version))
        old = self._told or Told(rules.shared(before.play), rules.waiting(before.play))
        new = self._told = Told(rules.shared(after.play), rules.waiting(after.play))
        shared = _changed(old.shared, new.shared)
        own = _changed(rules.own(before.play, None), rules.own(after.play, None))
        update = Update(
            version=self._version,
            events=sights,
            view=(shared | own) or UNSET,
            waiting=UNSET if new.waiting == old.waiting else new.waiting,
        )
        return News(update, shared=shared, own=own)

    def _for_seat(
        self,
        news: News,
        before: TableState,
        after: TableState,
        events: tuple[tuple[Any, Any], ...],
        seat: int | None,
    ) -> Update:
        """Return what a seat may know of an entry: what all may, and what is its own."""
        if news.update.fresh:
            return self._fresh(news.update, after, events, seat)
        if seat is None or after.play is None:
            return news.update
        changes: dict[str, Any] = {}
        rules, mine = after.rules, Seat(seat)
        own: dict[str, Any] = {}
        if before.play is not after.play:
            own = _changed(rules.own(before.play, mine), rules.own(after.play, mine))
            if own != news.own:
                changes["view"] = (news.shared | own) or UNSET
            sights = self._witness(events, seat)
            if sights != news.update.events:
                changes["events"] = sights
        decided = bool(own) or not rules.DECIDES.isdisjoint(news.shared)
        if decided or news.mood_changed:
            old = self._legal[seat] if seat in self._legal else options(before, mine)
            new = self._legal[seat] = options(after, mine)
            if new != old:
                changes["legal"] = new
        return msgspec.structs.replace(news.update, **changes) if changes else news.update

    def _fresh(
        self,
        update: Update,
        after: TableState,
        events: tuple[tuple[Any, Any], ...],
        seat: int | None,
    ) -> Update:
        """Return the beginning of a game: the whole view."""
        play = play_view(after, seat)
        assert play is not None
        if seat is not None:
            self._legal[seat] = play.legal
        return msgspec.structs.replace(
            update,
            events=self._witness(events, seat),
            view=play.view,
            legal=play.legal,
            waiting=play.waiting,
        )

    def _witness(self, events: tuple[tuple[Any, Any], ...], seat: int | None) -> tuple[Any, ...]:
        witness = self.state.rules.witness
        mine = None if seat is None else Seat(seat)
        return tuple([witness(state, event, mine) for state, event in events])


def _changed(before: dict[str, Any], after: dict[str, Any]) -> dict[str, Any]:
    return {
        name: value
        for name, value in after.items()
        if value is not (old := before[name]) and value != old
    }


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
    for number, event in enumerate(entry.game, start=1):
        paired.append((play, event))
        if number < len(entry.game):
            play = rules.evolve(play, event)
    return tuple(paired)


def _seating(state: TableState) -> tuple[Any, ...]:
    return tuple([None if sitter is None else sitter.guest for sitter in state.seats])


def _mood(state: TableState) -> tuple[Any, ...]:
    """Return what changes around a game by what happens in it, or by a pause."""
    return (state.stage, state.paused, may_talk(state))
