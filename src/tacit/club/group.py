"""A group: people who play together again, with a name, a link and a tally.

Everyone with the link may come in. A group is the fold of its log; who played what is not in it but
in the games that have the group's label.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TypeAlias

import msgspec
from msgspec.structs import replace

from tacit.club.decision import Decided
from tacit.core.rulebook import Record, Refused
from tacit.table.decide.names import clean_name, clean_text, distinct

KIND = "group"
MOST_MEMBERS = 60
"""In a group at once."""
MOST_EVER = 300
"""Over time; those who were removed are remembered, so that they stay outside."""
LONGEST_TITLE = 40
ERASED_NAME = "…"
"""Of a person who was erased; nobody can choose it."""
MOST_ENTRIES = 5000
"""After this many entries a group takes no new members and names; it still plays."""
MOST_CHANGES = 50
"""Times that a member comes back or changes a name: one member cannot fill the log."""

NO_NAME = Refused("no-name", "Choose a name that others can read.")
NOT_IN_GROUP = Refused("not-in-group", "Come into the group first.")
REMOVED = Refused("removed-from-group", "You were removed from this group.")
FULL = Refused("group-full", "This group is full.")
FOUNDER_ONLY = Refused("founder-only", "Only the member who opened the group may do that.")
NO_SUCH_MEMBER = Refused("no-such-member", "There is no such member.")
WAS_MEMBER = Refused("was-member", "They were in this group before. They come back by its link.")


class Founded(Record, frozen=True):
    """A person opened the group."""

    person: str
    name: str
    title: str
    at: int
    """Milliseconds since 1970, like all times here."""


class Came(Record, frozen=True):
    """A person came in, for the first time or again; who was removed comes when let back in."""

    person: str
    name: str
    at: int


class Gone(Record, frozen=True):
    """A member left, or was removed and stays outside until the founder lets them back in."""

    person: str
    at: int
    removed: bool = False


class Named(Record, frozen=True):
    """A member has another name."""

    person: str
    name: str


class Titled(Record, frozen=True):
    """The group has another name."""

    title: str
    person: str = ""
    """The member who chose it."""


class TableOpened(Record, frozen=True):
    """The group has a new table."""

    table: str
    game: str
    at: int


GroupEvent: TypeAlias = Founded | Came | Gone | Named | Titled | TableOpened


class Member(msgspec.Struct, frozen=True):
    """A person who is in the group, or was."""

    person: str
    name: str
    since: int
    here: bool = True
    removed: bool = False
    changes: int = 0
    """How often they came back, or changed a name."""


class Group(msgspec.Struct, frozen=True):
    """A group between two entries of its log."""

    title: str
    members: tuple[Member, ...]
    """In the order they first came: a member's number is their place in it."""
    table: str = ""
    """The table it opened last; empty if there was none."""
    opened_at: int = 0
    """When, in milliseconds since 1970."""
    entries: int = 1

    @property
    def here(self) -> tuple[Member, ...]:
        """The members now."""
        return tuple(one for one in self.members if one.here)

    @property
    def founder(self) -> Member | None:
        """The member who opened it; once they have left, the one who has been in it for longest."""
        return self.here[0] if self.here else None

    def member(self, person: str) -> Member | None:
        """Return a person as a member, here or not; None if they never were."""
        return next((one for one in self.members if one.person == person), None)

    def is_in(self, person: str) -> bool:
        """Tell whether a person is a member now."""
        member = self.member(person)
        return member is not None and member.here


def fold(events: Sequence[GroupEvent]) -> Group:
    """Return the group after these events; the first one founds it."""
    first = events[0]
    assert isinstance(first, Founded)
    group = Group(first.title, (Member(first.person, first.name, first.at),))
    for event in events[1:]:
        group = replace(_evolve(group, event), entries=group.entries + 1)
    return group


def _evolve(group: Group, event: GroupEvent) -> Group:
    match event:
        case Came():
            known = group.member(event.person)
            if known is None:
                member = Member(event.person, event.name, event.at)
                return replace(group, members=(*group.members, member))
            changes = known.changes + 1
            back = replace(known, name=event.name, here=True, removed=False, changes=changes)
            return _changed(group, back)
        case Gone():
            known = group.member(event.person)
            if known is None:
                return group
            return _changed(group, replace(known, here=False, removed=event.removed))
        case Named():
            known = group.member(event.person)
            if known is None:
                return group
            return _changed(group, replace(known, name=event.name, changes=known.changes + 1))
        case Titled():
            known = group.member(event.person)
            if known is not None:
                group = _changed(group, replace(known, changes=known.changes + 1))
            return replace(group, title=event.title)
        case TableOpened():
            return replace(group, table=event.table, opened_at=event.at)
        case Founded():
            return group


def _changed(group: Group, member: Member) -> Group:
    members = tuple(member if one.person == member.person else one for one in group.members)
    return replace(group, members=members)


def found(
    person: str, name: str, title: str, others: Sequence[tuple[str, str]], at: int
) -> Decided[GroupEvent] | Refused:
    """Open a group for a person and others, by id and name, who are at a table with them."""
    mine, called = clean_name(name), clean_text(title, LONGEST_TITLE)
    if not mine or not called:
        return NO_NAME
    events: list[GroupEvent] = [Founded(person, mine, called, at)]
    events += [Came(other, theirs, at) for other, theirs in others if other != person]
    return Decided(events, {one.person: True for one in events if isinstance(one, Founded | Came)})


def come(group: Group, person: str, name: str, at: int) -> Decided[GroupEvent] | Refused:
    """Let a person in who has the link."""
    known = group.member(person)
    if known is not None and known.removed:
        return REMOVED
    if known is not None and known.here:
        return Decided()
    called = clean_name(name)
    if not called:
        return NO_NAME
    is_new = known is None and len(group.members) >= MOST_EVER
    if is_new or len(group.here) >= MOST_MEMBERS or _is_worn(group, known):
        return FULL
    called = distinct(called, [one.name for one in group.here])
    return Decided([Came(person, called, at)], {person: True})


def take_in(
    group: Group, member: str, person: str, name: str, at: int
) -> Decided[GroupEvent] | Refused:
    """Let a member take in a person who sits with them, once: who is gone again stays so."""
    if not group.is_in(member):
        return NOT_IN_GROUP
    known = group.member(person)
    if known is not None and not known.here:
        return WAS_MEMBER
    return come(group, person, name, at)


def leave(group: Group, person: str, at: int) -> Decided[GroupEvent] | Refused:
    """Let a member leave; the last one closes the group."""
    if not group.is_in(person):
        return NOT_IN_GROUP
    is_last = len(group.here) == 1
    return Decided([Gone(person, at)], {person: False}, closed=is_last)


def remove(group: Group, person: str, number: int, at: int) -> Decided[GroupEvent] | Refused:
    """Let the founder remove a member for good."""
    if group.founder is None or group.founder.person != person:
        return FOUNDER_ONLY if group.is_in(person) else NOT_IN_GROUP
    member = group.members[number] if 0 <= number < len(group.members) else None
    if member is None or not member.here or member.person == person:
        return NO_SUCH_MEMBER
    return Decided([Gone(member.person, at, removed=True)], {member.person: False})


def let_back(group: Group, person: str, number: int, at: int) -> Decided[GroupEvent] | Refused:
    """Let the founder take a removed member back in, under the name that they had."""
    if group.founder is None or group.founder.person != person:
        return FOUNDER_ONLY if group.is_in(person) else NOT_IN_GROUP
    member = group.members[number] if 0 <= number < len(group.members) else None
    if member is None or not member.removed or member.name == ERASED_NAME:
        return NO_SUCH_MEMBER
    if len(group.here) >= MOST_MEMBERS or _is_worn(group, member):
        return FULL
    called = distinct(member.name, [one.name for one in group.here])
    return Decided([Came(member.person, called, at)], {member.person: True})


def rename(
    group: Group, person: str, *, name: str = "", title: str = ""
) -> Decided[GroupEvent] | Refused:
    """Give a member or the group another name."""
    member = group.member(person)
    if member is None or not member.here:
        return NOT_IN_GROUP
    if _is_worn(group, member):
        return FULL
    events: list[GroupEvent] = []
    if name:
        called = clean_name(name)
        if not called:
            return NO_NAME
        called = distinct(called, [one.name for one in group.here if one.person != person])
        events += [Named(person, called)] if called != member.name else []
    if title:
        called = clean_text(title, LONGEST_TITLE)
        if not called:
            return NO_NAME
        events += [Titled(called, person)] if called != group.title else []
    return Decided(events)


def _is_worn(group: Group, member: Member | None) -> bool:
    """Tell whether a member, or the whole group, has made enough changes."""
    many = member is not None and member.changes >= MOST_CHANGES
    return many or group.entries >= MOST_ENTRIES


def open_table(group: Group, table: str, game: str, at: int) -> Decided[GroupEvent] | Refused:
    """Note the group's new table; it is no table of the group if another was faster."""
    if group.entries >= 2 * MOST_ENTRIES:
        return FULL
    return Decided([TableOpened(table, game, at)])
