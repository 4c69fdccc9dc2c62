"""What people are told of each entry: the same bytes to all who may know the same."""

from __future__ import annotations

from collections import deque
from collections.abc import Iterable
from typing import Any, TypeAlias

import msgspec
from msgspec import UNSET

from tacit.core.rulebook import Millis, Seat
from tacit.table.log.journal import Pending
from tacit.table.log.records import Entry, PersonId
from tacit.table.log.state import TableState, may_talk
from tacit.table.outputs import ConnectionId, Tell
from tacit.table.tell.messages import ENCODER, Sync, Update
from tacit.table.tell.view import PlayView, house_view, options, patch, play_view, yours

REMEMBERED = 64
"""Versions a returning client can catch up event by event."""

_NOTHING: dict[str, Any] = {}
_NOBODY = PersonId("")

Happenings: TypeAlias = tuple[tuple[Any, Any], ...]
"""Events of the game, each after the state it happened in."""


class Past(msgspec.Struct, frozen=True, gc=False):
    """What happened in the game in one version."""

    version: int
    happened: Happenings


class Told(msgspec.Struct, frozen=True, gc=False):
    """What was last told about the game to everybody."""

    shared: dict[str, Any]
    waiting: tuple[Seat, ...]


class News(msgspec.Struct, frozen=True, gc=False):
    """What an entry changed, and the part of it that everybody may know."""

    before: TableState
    after: TableState
    happened: Happenings
    mood_changed: bool
    decides: bool
    """Whether it may have changed what seats can do that see nothing new of their own."""
    update: Update
    """As a spectator is told."""
    shared: dict[str, Any] = _NOTHING
    own: dict[str, Any] = _NOTHING


class Updates:
    """Turns entries into messages for each person, from what they may know before and after.

    What each seat was told last is kept, so that only changes are computed. A seat without a
    connection is brought up to date by the sync of the next one.
    """

    def __init__(self, state: TableState, version: int) -> None:
        self.state = state
        self._version = version
        self._past: deque[Past] = deque(maxlen=REMEMBERED)
        self._told: Told | None = None
        self._own: dict[int | None, dict[str, Any]] = {}
        self._legal: dict[int, dict[str, list[Any]]] = {}
        self._seat_of = _seats_by_person(state)

    def sync(self, person: PersonId, version: int, now: Millis) -> Sync:
        """Return everything a person may know, and the events since the version they have."""
        state = self.state
        seat = self._seat_of.get(person)
        play = self._look(seat)
        missed: tuple[Any, ...] = ()
        if self._past and self._past[0].version <= version + 1:
            missed = tuple(
                sight
                for past in self._past
                if past.version > version
                for sight in self._witness(past.happened, seat)
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

    def _look(self, seat: int | None) -> PlayView | None:
        """Return the whole view of a seat, and remember that it is told."""
        play = play_view(self.state, seat)
        if play is not None and seat is not None:
            self._own[seat] = self.state.rules.own(self.state.play, Seat(seat))
            self._legal[seat] = play.legal
        return play

    def update(
        self, pending: Pending, audience: Iterable[tuple[ConnectionId, PersonId]]
    ) -> list[Tell]:
        """Return the messages that tell an entry to everybody at the table."""
        before, after, entry = pending.before, pending.after, pending.entry
        self.state = after
        self._version += 1
        if before.seats is not after.seats or before.people is not after.people:
            self._seat_of = _seats_by_person(after)
            if _sitting(before) != _sitting(after):
                self._past.clear()  # what happened before was for other people in these seats
        around = (
            bool(entry.house)
            or before.close is not after.close
            or before.stopped is not after.stopped
        )
        if not around and len(entry.game) == 1 and type(entry.game[0]) in after.rules.PERSONAL:
            return self._tell_personal(pending, audience)
        news = self._news(pending)
        self._past.append(Past(self._version, news.happened))
        if around or news.mood_changed:
            return self._tell_each(news, audience)
        return self._tell_seats(news, audience)

    def _tell_personal(
        self, pending: Pending, audience: Iterable[tuple[ConnectionId, PersonId]]
    ) -> list[Tell]:
        """Tell what one player did, of which all others see the same: most entries are that.

        So there are two messages, however many listen, and nothing else is looked at.
        """
        after, play, rules = pending.after, pending.after.play, pending.after.rules
        (event,) = pending.entry.game
        was, seat = pending.before.play, event.seat
        self._past.append(Past(self._version, ((was, event),)))
        old = self._told or Told(rules.shared(was), rules.waiting(was))
        shared = _changed(old.shared, rules.PERSONAL[type(event)](play))
        waiting = rules.waiting(play)
        self._told = Told(old.shared | shared, waiting)
        update = Update(
            version=self._version,
            events=(rules.witness(was, event, None),),
            view=shared or UNSET,
            waiting=UNSET if waiting == old.waiting else waiting,
        )
        to_all, mine = ENCODER.encode(update), b""
        tells = []
        for connection, person in audience:
            if self._seat_of.get(person) != seat:
                tells.append(Tell(connection, to_all))
                continue
            if not mine:
                own = self._own_changes(pending.before, after, seat)
                self._legal[seat] = options(after, seat)
                update = Update(
                    version=self._version,
                    events=(rules.witness(was, event, seat),),
                    view=(shared | own) or UNSET,
                    legal=self._legal[seat],
                    waiting=update.waiting,
                )
                mine = ENCODER.encode(update)
            tells.append(Tell(connection, mine))
        return tells

    def _tell_seats(
        self, news: News, audience: Iterable[tuple[ConnectionId, PersonId]]
    ) -> list[Tell]:
        """Tell what happened in the game: the same to all in one seat, often to everybody."""
        data_of: dict[int | None, bytes] = {}
        to_all = b""
        tells = []
        for connection, person in audience:
            seat = self._seat_of.get(person)
            data = data_of.get(seat)
            if data is None:
                update = self._for_seat(news, seat)
                if update is not news.update:
                    data = ENCODER.encode(update)
                else:
                    data = to_all = to_all or ENCODER.encode(update)
                data_of[seat] = data
            tells.append(Tell(connection, data))
        return tells

    def _tell_each(
        self, news: News, audience: Iterable[tuple[ConnectionId, PersonId]]
    ) -> list[Tell]:
        """Tell what changed around the game as well, which everybody sees with their own eyes."""
        before, after = news.before, news.after
        around = patch(house_view(before, _NOBODY), house_view(after, _NOBODY))
        updates: dict[int | None, Update] = {}
        data_of: dict[PersonId, bytes] = {}
        tells = []
        for connection, person in audience:
            data = data_of.get(person)
            if data is None:
                seat = self._seat_of.get(person)
                if seat not in updates:
                    updates[seat] = self._for_seat(news, seat)
                house = around | _changed(yours(before, person), yours(after, person))
                data = ENCODER.encode(msgspec.structs.replace(updates[seat], house=house))
                data_of[person] = data
            tells.append(Tell(connection, data))
        return tells

    def _news(self, pending: Pending) -> News:
        """Return what everybody, a spectator too, may know of an entry."""
        before, after, entry = pending.before, pending.after, pending.entry
        happened = (
            tuple(zip(pending.states, entry.game, strict=True))
            if pending.states
            else _with_states(before, after, entry)
        )
        rules, version = after.rules, self._version
        sights = self._witness(happened, None)
        shared = own = _NOTHING
        if after.play is None:
            self._told = None
            view = UNSET if before.play is None else None
            update = Update(version=version, events=sights, view=view)
        elif before.play is None:
            self._legal.clear()
            self._own.clear()
            self._told = Told(rules.shared(after.play), rules.waiting(after.play))
            update = Update(version=version, events=sights, fresh=True)
        elif before.play is after.play:
            update = Update(version=version)
        else:
            old = self._told or Told(rules.shared(before.play), rules.waiting(before.play))
            own = self._own_changes(before, after, None)
            new = self._told = Told(rules.shared(after.play), rules.waiting(after.play))
            shared = _changed(old.shared, new.shared)
            update = Update(
                version=version,
                events=sights,
                view=(shared | own) or UNSET,
                waiting=UNSET if new.waiting == old.waiting else new.waiting,
            )
        mood_changed = _mood(before) != _mood(after)
        decides = mood_changed or not rules.DECIDES.isdisjoint(shared)
        return News(before, after, happened, mood_changed, decides, update, shared, own)

    def _own_changes(
        self, before: TableState, after: TableState, seat: Seat | None
    ) -> dict[str, Any]:
        rules = after.rules
        old = self._own.get(seat) or rules.own(before.play, seat)
        new = rules.own(after.play, seat)
        if new == old:
            return _NOTHING
        self._own[seat] = new
        return _changed(old, new)

    def _for_seat(self, news: News, seat: int | None) -> Update:
        """Return what a seat may know of an entry: what all may, and what is its own."""
        update, before, after = news.update, news.before, news.after
        if update.fresh:
            return self._fresh(news, seat)
        if seat is None or after.play is None:
            return update
        changes: dict[str, Any] = {}
        mine = Seat(seat)
        own = _NOTHING
        if before.play is not after.play:
            own = self._own_changes(before, after, mine)
            if own != news.own:
                changes["view"] = (news.shared | own) or UNSET
            sights = self._witness(news.happened, seat, update.events)
            if sights != update.events:
                changes["events"] = sights
        if own or news.decides:
            old = self._legal[seat] if seat in self._legal else options(before, mine)
            new = self._legal[seat] = options(after, mine)
            if new != old:
                changes["legal"] = new
        return msgspec.structs.replace(update, **changes) if changes else update

    def _fresh(self, news: News, seat: int | None) -> Update:
        """Return the beginning of a game: the whole view."""
        play = self._look(seat)
        assert play is not None
        return msgspec.structs.replace(
            news.update,
            events=self._witness(news.happened, seat),
            view=play.view,
            legal=play.legal,
            waiting=play.waiting,
        )

    def _witness(
        self, happened: Happenings, seat: int | None, watched: tuple[Any, ...] = ()
    ) -> tuple[Any, ...]:
        """Return what a seat sees of some events; `watched` is what a spectator sees of them."""
        witness, personal = self.state.rules.witness, self.state.rules.PERSONAL
        mine = None if seat is None else Seat(seat)
        return tuple(
            [
                watched[number]
                if watched and type(event) in personal and event.seat != seat
                else witness(state, event, mine)
                for number, (state, event) in enumerate(happened)
            ]
        )


def _changed(before: dict[str, Any], after: dict[str, Any]) -> dict[str, Any]:
    return {
        name: value
        for name, value in after.items()
        if value is not (old := before[name]) and value != old
    }


def _with_states(before: TableState, after: TableState, entry: Entry[Any]) -> Happenings:
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


def _seats_by_person(state: TableState) -> dict[PersonId, int]:
    return {
        state.people[sitter.guest].id: seat
        for seat, sitter in enumerate(state.seats)
        if sitter is not None and sitter.guest is not None
    }


def _sitting(state: TableState) -> tuple[Any, ...]:
    return tuple([None if sitter is None else sitter.guest for sitter in state.seats])


def _mood(state: TableState) -> tuple[Any, ...]:
    """Return what changes around a game by what happens in it, or by a pause."""
    return (state.stage, state.paused, may_talk(state))
