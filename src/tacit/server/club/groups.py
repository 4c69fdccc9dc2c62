"""The groups of a site: opened from a table or alone, changed by their members, and their tally."""

from __future__ import annotations

import asyncio
import secrets
import threading
from collections.abc import Callable
from typing import NamedTuple, TypeAlias

from tacit.club import group as groups
from tacit.club.decision import Decided
from tacit.club.group import KIND, Group, GroupEvent, Member, fold
from tacit.club.tally import TalliedGame, Tally, tally
from tacit.club.tally_change import TallyChange, last_change
from tacit.core.mark import Mark
from tacit.core.recent import Recent
from tacit.core.rulebook import Refused
from tacit.server.club.shared_log import SharedLog
from tacit.server.history.projection import about
from tacit.server.tables.live.live import LiveTable
from tacit.server.tables.refusals import TableEnded, TablesError
from tacit.server.tables.tables import Tables, TableSummary
from tacit.store.games import Position
from tacit.store.store import Store, log_id
from tacit.table.decide.context import NO_SUCH_GUEST
from tacit.table.decide.moderation import TAKEN, Belong
from tacit.table.log.records import Guest, PersonId
from tacit.table.log.state import TableState

NAME_BYTES = 12
"""A group's name is its link: 96 random bits."""
MOST_GAMES = 2000
"""Games that count in a tally: the last ones."""
MOST_GROUPS = 20
"""Groups that a person is shown."""
TABLE_STAYS_MS = 12 * 3600 * 1000
"""For so long after the last move a group's table is the one to come to."""

TABLE_LASTS_MS = 3 * 24 * 3600 * 1000
"""A table that was opened longer ago is not loaded to look whether guests are there."""

PRESENT_MS = 10 * 60 * 1000
"""For so long after the last move at another node's table its guests are said to be there."""

TALLY_MS = 60_000
"""How long a tally is kept in memory, if nothing changes."""
MOST_TALLIES = 64

Members: TypeAlias = tuple[Member, ...]
Change = Callable[[Group], Decided[GroupEvent] | Refused]


class TalliedGroup(NamedTuple):
    """A group's tally, and its last game."""

    tally: Tally
    last: TalliedGame | None
    change: TallyChange
    """What that did to the tally."""


class _KeptTally(NamedTuple):
    at: int
    basis: tuple[Members, Position | None]
    """The members and the newest game that it was made of."""
    tallied: TalliedGroup


class Groups:
    """All groups of the site, on whichever node."""

    def __init__(self, store: Store, tables: Tables, clock: Callable[[], int]) -> None:
        self._log: SharedLog[GroupEvent, Group] = SharedLog(store, KIND, GroupEvent, fold)
        self._games = store.games
        self._tables = tables
        self._clock = clock
        self._tallies: Recent[str, _KeptTally] = Recent(MOST_TALLIES)
        """By label, those asked for lately."""
        self._lock = threading.Lock()
        """Several threads add up tallies."""

    async def found(self, person: PersonId, name: str, title: str) -> str:
        """Open a group without a table; return its name. TablesError if it is refused."""
        return await self._open(groups.found(person, name, title, (), self._clock()))

    async def found_at(self, live: LiveTable, person: PersonId, title: str) -> str:
        """Open a group of the people who sit at a table; its games count from the first one on."""
        state = live.table.state
        if state.label or state.given or state.what_if is not None:
            raise TablesError(TAKEN)
        sitting = [state.people[one.guest] for one in state.seats if one and one.guest is not None]
        me = state.guest_of(person)
        assert me is not None
        others = [(one.id, one.name) for one in sitting]
        mine = state.people[me].name
        found = groups.found(person, mine, title, others, self._clock())
        if isinstance(found, Refused):
            raise TablesError(found)
        name = secrets.token_urlsafe(NAME_BYTES)
        # The table first: of two who ask at once, one makes a group.
        refused = await live.moderate(Belong(label=log_id(KIND, name)))
        if refused is not None:
            raise TablesError(refused)
        opened = groups.TableOpened(live.name, state.game, self._clock())
        await self._open(found._replace(events=[*found.events, opened]), name)
        return name

    async def _open(self, decided: Decided[GroupEvent] | Refused, name: str = "") -> str:
        if isinstance(decided, Refused):
            raise TablesError(decided)
        name = name or secrets.token_urlsafe(NAME_BYTES)
        opened = await self._log.open(name, decided)
        if isinstance(opened, Refused):
            raise TablesError(opened)
        return name

    async def take_in(
        self, live: LiveTable, name: str, member: PersonId, guest: Guest
    ) -> Group | None:
        """Let a member take in a player of the group's table; None if there is no such group."""
        state = live.table.state
        if state.seat_of(guest) is None:
            raise TablesError(NO_SUCH_GUEST)
        person, now = state.people[guest], self._clock()
        return await self.change(
            name, lambda group: groups.take_in(group, member, person.id, person.name, now)
        )

    async def read(self, name: str) -> Group | None:
        """Return a group; None if there is none of that name."""
        return await self._log.read(name)

    async def change(self, name: str, change: Change) -> Group | None:
        """Change a group; None if there is none of that name, TablesError if it is refused."""
        changed = await self._log.change(name, change)
        if isinstance(changed, Refused):
            raise TablesError(changed)
        return changed

    async def of(self, person: PersonId) -> list[tuple[str, Group]]:
        """Return a person's groups by name, the last used first."""
        names = await self._log.names_of(person, MOST_GROUPS)
        found = [(name, await self._log.read(name)) for name in names]
        return [(name, group) for name, group in found if group and group.is_in(person)]

    async def table_of(self, group: Group) -> TableSummary | None:
        """Return the table to come to; None if there is none, or no guest has been there lately."""
        is_old = self._clock() - group.opened_at > TABLE_LASTS_MS
        if not group.table or (is_old and not self._tables.is_in_memory(group.table)):
            return None
        try:
            summary = await self._tables.summary(group.table)
        except TableEnded:
            return None
        if summary is None or self._clock() - summary.active > TABLE_STAYS_MS:
            return None
        return summary

    def at_table(self, group: Group, table: TableSummary) -> list[tuple[int, Mark | None]]:
        """Return the members who are at a table now, by number, with their marks there.

        At a table of this node they are connected. Of others only the log is known: guests who
        have not left are there, as long as something happens.
        """
        connected = self._tables.connected(table.name)
        if connected is None and self._clock() - table.active > PRESENT_MS:
            return []
        there: dict[str, Mark | None] = {
            one.id: one.mark
            for guest, one in enumerate(table.state.people)
            if one.here and (connected is None or guest in connected)
        }
        return [
            (number, there[one.person])
            for number, one in enumerate(group.members)
            if one.here and one.person in there
        ]

    async def take_table(self, name: str, seen: str, table: str, game: str) -> str:
        """Make a new table the group's; return the one it has, if another member was faster."""
        now = self._clock()

        def decide(group: Group) -> Decided[GroupEvent] | Refused:
            if group.table != seen:
                return Decided()
            return groups.open_table(group, table, game, now)

        changed = await self.change(name, decide)
        return table if changed is None else changed.table

    async def tally(self, name: str, group: Group) -> TalliedGroup:
        """Return the tally of a group's finished games."""
        return await asyncio.to_thread(self._tally, log_id(KIND, name), group.members)

    def _tally(self, label: str, members: Members) -> TalliedGroup:
        """Return a group's tally; in a thread. It is made anew after a game, or another member."""
        newest = self._games.labelled(label, 1)
        now, basis = self._clock(), (members, newest[0].position if newest else None)
        with self._lock:
            kept = self._tallies.get(label)
        if kept is not None and kept.basis == basis and now - kept.at < TALLY_MS:
            return kept.tallied
        tallied = self._add_up(label, members)
        with self._lock:
            self._tallies[label] = _KeptTally(now, basis, tallied)
        return tallied

    def _add_up(self, label: str, members: Members) -> TalliedGroup:
        games = []
        for kept in reversed(self._games.labelled(label, MOST_GAMES)):
            told = about(kept)
            if told.practice:
                continue
            games.append(
                TalliedGame(
                    table=kept.table,
                    number=kept.position.number,
                    game=told.game,
                    ended=kept.position.ended,
                    people=kept.people,
                    names=tuple(one.name for one in told.players),
                    result=told.result,
                )
            )
        people = [one.person for one in members]
        here = {one.person for one in members if one.here}
        tallied = tally(games, people, here)
        change = last_change(games, tallied, people, here)
        return TalliedGroup(tallied, games[-1] if games else None, change)


def newcomers(group: Group, state: TableState) -> list[tuple[Guest, str]]:
    """Return who sits at a group's table and was never in the group, by number there and name."""
    sitting = [one.guest for one in state.seats if one is not None and one.guest is not None]
    people = [(guest, state.people[guest]) for guest in sitting]
    return [(guest, one.name) for guest, one in people if group.member(one.id) is None]
