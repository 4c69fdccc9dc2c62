"""Bodies and answers of the API of groups."""

from __future__ import annotations

import msgspec

from tacit.club.tally import Tally
from tacit.club.tally_change import TallyChange
from tacit.core.mark import Mark
from tacit.server.http.api.records import Body, DoorAnswer
from tacit.table.log.records import Settings


class NewGroup(Body, frozen=True):
    """A group to open."""

    title: str
    name: str = ""
    """Yours; at a table the one you have there."""


class JoinGroup(Body, frozen=True):
    """A guest with the link comes into the group."""

    name: str


class RenameGroup(Body, frozen=True):
    """Another name for you, or for the group."""

    name: str = ""
    title: str = ""


class RemoveMember(Body, frozen=True):
    """A member to remove, by number."""

    member: int


class LetMemberBack(Body, frozen=True):
    """A removed member to let back in, by number."""

    member: int


class PlayTonight(Body, frozen=True):
    """Come to the group's table, or open one."""

    game: str
    name: str
    settings: Settings = Settings()
    contribution: str = ""
    mark: Mark | None = None
    fresh: bool = False
    """Open a new one though there is one."""


class MemberAnswer(msgspec.Struct, frozen=True):
    """A member, or one who was."""

    number: int
    name: str
    here: bool
    removed: bool = False
    """You may let them back in; only the founder is told."""


class LastGame(msgspec.Struct, frozen=True):
    """The group's last game, and who won it."""

    table: str
    number: int
    won: tuple[int, ...]
    change: TallyChange
    """What it did to the tally."""


class AtTable(msgspec.Struct, frozen=True):
    """A member who is at the group's table now."""

    member: int
    mark: Mark | None
    """The one they have there."""


class GroupAnswer(msgspec.Struct, frozen=True):
    """A group as everyone with its link sees it."""

    group: str
    title: str
    you: int | None
    """Your number, if you are a member."""
    founder: int | None
    """The member who may remove others."""
    members: tuple[MemberAnswer, ...]
    table: DoorAnswer | None
    """Where the group plays now."""
    tally: Tally
    last: LastGame | None
    at_table: tuple[AtTable, ...] = ()
    """Who is there now; only members are told."""


class GroupDealRow(msgspec.Struct, frozen=True):
    """What a member did with today's deal."""

    member: int
    name: str
    place: int
    """Among the members."""
    score: int
    you: bool


class GroupDeal(msgspec.Struct, frozen=True):
    """Today's deal of a game among the members of a group."""

    game: str
    day: str
    open: bool = False
    """You have played it; before that there are no rows, and the rest is the same for all."""
    full: int | None = None
    """The score of a game that is won, where all win or lose together."""
    rows: tuple[GroupDealRow, ...] = ()
    """The best first."""


class MyGroup(msgspec.Struct, frozen=True):
    """A group you are in."""

    group: str
    title: str
    members: int
    table: DoorAnswer | None


class Newcomer(msgspec.Struct, frozen=True):
    """A player at the group's table who was never in the group."""

    guest: int
    """Their number at the table."""
    name: str


class TakeIn(Body, frozen=True):
    """A player of the group's table to take into the group."""

    guest: int
    """By their number at the table."""


class TableGroup(msgspec.Struct, frozen=True):
    """The group that a table belongs to."""

    group: str
    title: str
    newcomers: tuple[Newcomer, ...] = ()
    """Whom you can take in, if you are a member and at the table."""
