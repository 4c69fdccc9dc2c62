"""An evening: many people, the same deals at every table, seats drawn anew for each round.

Everyone with the link may come in, and sits from the next round on. An evening is the fold of its
log; what was played is not in it but in the games that have a round's label.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import NamedTuple, TypeAlias

import msgspec
from msgspec.structs import replace

from tacit.club.group import Gone
from tacit.core.mark import Mark
from tacit.core.rulebook import Record

KIND = "evening"


class EveningOpened(Record, frozen=True):
    """A host opened the evening."""

    person: str
    name: str
    title: str
    game: str
    size: int
    """Seats at every table."""
    minutes: int
    """How long a round takes."""
    at: int
    """Milliseconds since 1970, like all times here."""
    plays: bool = True
    """The host sits at the tables, too."""
    mark: Mark | None = None


class Came(Record, frozen=True):
    """A guest came in, for the first time or again."""

    person: str
    name: str
    at: int
    mark: Mark | None = None


class RoundBegun(Record, frozen=True):
    """Everyone who is there has a seat: by table and seat, the person; empty for a bot."""

    tables: tuple[tuple[str, ...], ...]
    at: int
    until: int


class RoundClosed(Record, frozen=True):
    """The host ended the time of the round."""

    at: int


class EveningEnded(Record, frozen=True):
    """The host ended the evening: the list is final."""

    at: int


class HostChanged(Record, frozen=True):
    """Another guest is host: the host passed it on, or was away and a guest took over."""

    person: str
    at: int
    passed: bool = False
    """The host before did it; earlier versions did not write who did."""


class SatOut(Record, frozen=True):
    """A guest gets no seat from the next round on, or gets one again."""

    person: str
    on: bool
    at: int
    missed: bool = False
    """They did nothing in the last round."""


class LockChanged(Record, frozen=True):
    """The host locked the evening against newcomers, or unlocked it."""

    locked: bool
    at: int


EveningEvent: TypeAlias = (
    EveningOpened
    | Came
    | Gone
    | RoundBegun
    | RoundClosed
    | EveningEnded
    | HostChanged
    | SatOut
    | LockChanged
)


class Guest(msgspec.Struct, frozen=True):
    """A person who is in the evening, or was."""

    person: str
    name: str
    here: bool = True
    removed: bool = False
    plays: bool = True
    mark: Mark | None = None
    changes: int = 0
    """Times that they came back."""
    sits_out: bool = False
    missed: bool = False
    """They sit out because they did nothing in a round."""
    back: int = 0
    """When they were last back."""
    sat_out: int = 0
    """Times that they, or the host for them, chose to sit out."""
    host_changes: int = 0
    """Times that they made another guest host, or took over from one who was away."""


class Round(msgspec.Struct, frozen=True):
    """One round: who sits where, and until when."""

    tables: tuple[tuple[str, ...], ...]
    begun: int
    until: int
    closed: bool = False
    """The host ended its time."""

    def table_of(self, person: str) -> int | None:
        """Return the table at which a person sits, counted from 0; None if at none."""
        return next((at for at, seats in enumerate(self.tables) if person in seats), None)


class Evening(msgspec.Struct, frozen=True):
    """An evening between two entries of its log."""

    title: str
    game: str
    size: int
    minutes: int
    guests: tuple[Guest, ...]
    """In the order they first came: a guest's number is their place in it."""
    rounds: tuple[Round, ...] = ()
    ended: bool = False
    hosted_by: str = ""
    """The person who is host; empty if no guest is here."""
    hosted_since: int = 0
    locked: bool = False
    """Only those may come in who were a guest before."""
    lock_changes: int = 0
    ended_at: int = 0

    @property
    def here(self) -> tuple[Guest, ...]:
        """Who is in it now."""
        return tuple(one for one in self.guests if one.here)

    @property
    def players(self) -> tuple[Guest, ...]:
        """Who gets a seat in the next round."""
        return tuple(one for one in self.here if one.plays and not one.sits_out)

    @property
    def host(self) -> Guest | None:
        """The guest who opened it or was made host; when they leave, the first who came."""
        return self.guest(self.hosted_by)

    def guest(self, person: str) -> Guest | None:
        """Return a person as a guest, here or not; None if they never were."""
        return next((one for one in self.guests if one.person == person), None)

    def is_in(self, person: str) -> bool:
        """Tell whether a person is in it now."""
        guest = self.guest(person)
        return guest is not None and guest.here


def fold(events: Sequence[EveningEvent]) -> Evening:
    """Return the evening after these events; the first one opens it."""
    first = events[0]
    assert isinstance(first, EveningOpened)
    guests = {first.person: Guest(first.person, first.name, plays=first.plays, mark=first.mark)}
    rounds: list[Round] = []
    ended = locked = False
    lock_changes = ended_at = 0
    host = _Host(first.person, first.at)
    for event in events[1:]:
        match event:
            case Came() | Gone() | SatOut():
                _change_guest(guests, event)
            case RoundBegun():
                rounds.append(Round(event.tables, event.at, event.until))
            case RoundClosed():
                rounds[-1] = replace(rounds[-1], until=event.at, closed=True)
            case EveningEnded():
                ended, ended_at = True, event.at
            case LockChanged():
                locked, lock_changes = event.locked, lock_changes + 1
            case HostChanged():
                _count_host_change(guests, host.person, event)
            case EveningOpened():
                pass
        host = _host_after(host, guests, event)
    return Evening(
        first.title, first.game, first.size, first.minutes,
        guests=tuple(guests.values()), rounds=tuple(rounds), ended=ended,
        hosted_by=host.person, hosted_since=host.since,
        locked=locked, lock_changes=lock_changes, ended_at=ended_at,
    )  # fmt: skip


class _Host(NamedTuple):
    """Who is host while a log is folded."""

    person: str
    since: int
    is_chosen: bool = False
    """Whether the host was chosen; otherwise it is the first guest who is here."""


def _host_after(host: _Host, guests: Mapping[str, Guest], event: EveningEvent) -> _Host:
    """Return who is host after an event, which the guests have taken already."""
    if isinstance(event, HostChanged):
        return _Host(event.person, event.at, is_chosen=True)
    has_come = isinstance(event, Came) and not host.is_chosen
    has_gone = isinstance(event, Gone) and event.person == host.person
    if not (has_come or has_gone):
        return host
    first = next((one.person for one in guests.values() if one.here), "")
    return host if first == host.person else _Host(first, event.at)


def _change_guest(guests: dict[str, Guest], event: Came | Gone | SatOut) -> None:
    known = guests.get(event.person)
    if isinstance(event, Came):
        guests[event.person] = _came(known, event)
    elif known is None:
        return
    elif isinstance(event, Gone):
        guests[event.person] = replace(known, here=False, removed=event.removed)
    else:
        chosen = known.sat_out + (event.on and not event.missed)
        guests[event.person] = replace(
            known, sits_out=event.on, missed=event.on and event.missed, sat_out=chosen,
            back=known.back if event.on else event.at,
        )  # fmt: skip


def _count_host_change(guests: dict[str, Guest], before: str, event: HostChanged) -> None:
    """Count a change for the guest who made it; that the opener takes the role back is free."""
    opener = next(iter(guests))
    by = before if event.passed else event.person
    if by in guests and (event.passed or by != opener):
        guests[by] = replace(guests[by], host_changes=guests[by].host_changes + 1)


def _came(known: Guest | None, event: Came) -> Guest:
    if known is None:
        return Guest(event.person, event.name, mark=event.mark)
    return replace(
        known, name=event.name, mark=event.mark, here=True, sits_out=False, missed=False,
        changes=known.changes + 1,
    )  # fmt: skip
