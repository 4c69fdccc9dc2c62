"""The log as the table sees it: what is durable, and what is still being saved."""

from __future__ import annotations

from collections import deque
from typing import Any

import msgspec
from msgspec.structs import replace

from tacit.core.rulebook import Decided
from tacit.table.log.fold import fold
from tacit.table.log.reader import walk
from tacit.table.log.recent_requests import RecentRequests
from tacit.table.log.records import Entry, Guest, PersonId, encode
from tacit.table.log.state import Stage, TableState
from tacit.table.log.turns import by_correspondence, waited_for
from tacit.table.outputs import ConnectionId, Save


class Reply(msgspec.Struct, frozen=True, gc=False):
    """Where the answer to a request goes: to a connection, or to the caller of `Table.ask`."""

    connection: ConnectionId | None
    id: str
    do: str = ""
    """What was asked for, for the metrics."""


class Pending(msgspec.Struct, frozen=True, gc=False):
    """An entry with the state before and after it, and who waits for the answer."""

    version: int
    before: TableState
    after: TableState
    entry: Entry[Any]
    reply: Reply | None
    states: tuple[Any, ...] = ()
    """The state in which each event of the game happened, if that is known."""


class Journal:
    """The state as it will be (`state`), and as far as it is durable (`saved`)."""

    def __init__(self, entries: list[Entry[Any]]) -> None:
        self._generation = 0
        """How often saving failed: tickets from before that are invalid."""
        self._pending: deque[Pending] = deque()
        self._done: RecentRequests[int] = RecentRequests()
        self.state: TableState
        for version, (entry, self.state) in enumerate(walk(entries), start=1):
            self._remember(entry, version)
        self.saved = self.state
        self.version = self.saved_version = len(entries)

    def write(self, entry: Entry[Any], reply: Reply | None, decided: Decided | None = None) -> Save:
        """Let an entry happen, and return it to be made durable.

        `decided` is what its events of the game were decided with, if they were.
        """
        before = self.state
        after = self.version
        play, states = (None, ()) if decided is None else (decided.state, decided.states)
        self.state = fold(before, entry, play)
        self.version += 1
        self._pending.append(Pending(self.version, before, self.state, entry, reply, states))
        self._remember(entry, self.version)
        ticket = (self._generation, self.version)
        closed = self.state.stage is Stage.OVER
        people = _came_and_went(before, self.state)
        by_post = by_correspondence(before.settings) or by_correspondence(self.state.settings)
        waits = waited_for(self.state) if by_post else None
        return Save(ticket, after, encode(entry), closed, people, waits)

    def _remember(self, entry: Entry[Any], version: int) -> None:
        if entry.id:
            self._done.keep(entry.by, entry.id, version)

    def done(self, person: PersonId, reply: Reply) -> int | None:
        """Return the version a request was done in; None if it is new.

        If it is not durable yet, the connection that sent it last gets the answer.
        """
        version = self._done.get(person, reply.id)
        if version is not None and version > self.saved_version:
            place = version - self.saved_version - 1
            self._pending[place] = replace(self._pending[place], reply=reply)
        return version

    def saved_up_to(self, ticket: tuple[int, int]) -> list[Pending]:
        """Take note that entries are durable, and return them."""
        generation, version = ticket
        told = []
        while generation == self._generation and self.saved_version < version:
            pending = self._pending.popleft()
            self.saved, self.saved_version = pending.after, pending.version
            told.append(pending)
        return told

    def lost(self, ticket: tuple[int, int]) -> list[Pending]:
        """Go back to what is durable, and return what has not happened after all."""
        if ticket[0] != self._generation:
            return []
        self._generation += 1
        undone = list(self._pending)
        self._pending.clear()
        self.state, self.version = self.saved, self.saved_version
        for pending in undone:
            self._done.forget(pending.entry.by, pending.entry.id)
        return undone


def _came_and_went(before: TableState, after: TableState) -> dict[str, bool]:
    """Return who is at the table that was not (True), and who is not any more (False)."""
    if before.people is after.people:  # by far the most often
        return {}
    was, now = _placed(before), _placed(after)
    return dict.fromkeys(was - now, False) | dict.fromkeys(now - was, True)


def _placed(state: TableState) -> set[str]:
    """Return who is at the table, or left a game that keeps their seat for them."""
    return {
        person.id
        for number, person in enumerate(state.people)
        if person.here or state.keeps_seat(Guest(number))
    }
