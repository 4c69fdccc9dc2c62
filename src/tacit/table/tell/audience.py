"""The people connected to a table, and everything they are told."""

from __future__ import annotations

from collections import deque
from typing import Any

from msgspec.structs import replace

from tacit.core.rulebook import Millis, Refused, Seat
from tacit.table.decide.context import NO_GAME
from tacit.table.decide.requests import History, Odds, Say, Show
from tacit.table.fairtime.connections import NOBODY, Connections
from tacit.table.log.fold import MOST_CHAT
from tacit.table.log.journal import Journal, Pending
from tacit.table.log.records import Entry, Guest, PersonId, Said
from tacit.table.log.state import TableState
from tacit.table.outputs import ConnectionId, Disconnect, Output, Tell
from tacit.table.tell.messages import (
    ENCODER,
    Bye,
    Gesture,
    Heard,
    HistoryTold,
    OddsTold,
    ServerMessage,
    Who,
)
from tacit.table.tell.presence import door, may_show, people_of, presence
from tacit.table.tell.updates import Updates

MOST_SCREENS = 8
"""Screens that may show one table at once."""


class Audience:
    """Says things by adding to the table's `out`."""

    def __init__(self, out: list[Output], connections: Connections, journal: Journal) -> None:
        self._out = out
        self._connections = connections
        self._teller = Updates(journal.saved, journal.saved_version)
        self.chat = Chat()

    def tell(self, connection: ConnectionId, message: ServerMessage) -> None:
        """Send a message to a connection."""
        self._out.append(Tell(connection, ENCODER.encode(message)))

    def disconnect(self, connection: ConnectionId, reason: str) -> None:
        """Tell a connection that it will be closed, and close it."""
        self.tell(connection, Bye(reason=reason))
        self._out.append(Disconnect(connection))

    def tell_all(self, state: TableState, message: ServerMessage) -> None:
        """Send a message to everybody at the table, and to its screens."""
        data = ENCODER.encode(message)
        there = self._connections.greeted(people_of(state)) + self._screens(state)
        self._out += [Tell(connection, data) for connection, _ in there]

    def show(self, connection: ConnectionId, now: Millis) -> bool:
        """Make a connection a screen; tell whether there is room for it.

        Strangers cannot keep the players' own screens out: those take a stranger's place.
        """
        here, screens = people_of(self._teller.state), self._connections.screens
        if len(screens) >= MOST_SCREENS:
            sender = self._connections.get(connection)
            strangers = [one for one, by in screens if by not in here]
            if sender is None or sender.person not in here or not strangers:
                self.disconnect(connection, "full")
                return False
            self.disconnect(strangers[0], "full")
            self._connections.drop(strangers[0], now)
        self._connections.show(connection)
        return True

    def _screens(self, state: TableState) -> list[tuple[ConnectionId, PersonId]]:
        """Return the screens that may show the table, as connections of nobody."""
        return [
            (connection, NOBODY)
            for connection, shown_by in self._connections.screens
            if may_show(state, shown_by)
        ]

    def tell_presence(self, state: TableState, deadline: Millis | None, now: Millis) -> None:
        """Tell everybody who is there, and until when the table waits for this turn."""
        seats, screens = presence(state, self._connections), len(self._screens(state))
        self.tell_all(state, Who(seats=seats, deadline=deadline, now=now, screens=screens))

    def sync(self, connection: ConnectionId, now: Millis, version: int) -> None:
        """Send everything its person may know, or only the door to a person who has not joined.

        A screen is sent what a spectator may know, or the door where it may show nothing.
        """
        sender = self._connections.get(connection)
        if sender is None:
            return
        state = self._teller.state  # what people have been told; more may be durable already
        guest = state.guest_of(sender.shown_by or sender.person)
        if sender.shown_by is not None:
            inside = may_show(state, sender.shown_by)
        else:
            inside = guest is not None and state.people[guest].here
        if inside:
            sync = self._teller.sync(sender.person, version, now)
            chat = self.chat.after(state.chat)
            self.tell(connection, replace(sync, house=replace(sync.house, chat=chat)))
        else:
            self.tell(connection, door(state, guest))

    def publish(self, pending: Pending, now: Millis) -> None:
        """Tell what has become durable; people who came or went by it get a full sync."""
        before, after = pending.before, pending.after
        there = people_of(after)
        came_or_went = set() if before.people is after.people else people_of(before) ^ there
        stayed = self._connections.greeted(there - came_or_went if came_or_went else there)
        screens = self._connections.screens
        kept = [one for one, by in screens if may_show(before, by) and may_show(after, by)]
        stayed += [(one, NOBODY) for one in kept]
        self._out += self._teller.update(pending, stayed)
        for screen, by in screens:
            if may_show(before, by) != may_show(after, by):
                self.sync(screen, now, 0)
        if came_or_went:
            for connection, _ in self._connections.greeted(came_or_went):
                self.sync(connection, now, 0)

    def express(
        self, state: TableState, person: PersonId, request: Say | Show, decision: Entry[Any]
    ) -> None:
        """Tell everybody what a guest said or showed; neither is kept in the log."""
        guest = state.guest_of(person)
        if guest is None:
            return  # the others have not heard yet that they came
        if isinstance(request, Show):
            self.tell_all(state, Gesture(guest=guest, emote=request.emote))
        for said in decision.house:
            assert isinstance(said, Said)
            kept = self.chat.add(said)
            self.tell_all(state, Heard(guest=kept.guest, text=kept.text, at=kept.at))

    def connected(self, state: TableState) -> set[Guest]:
        """Return who is at the table and connected to it."""
        here = {person for _, person in self._connections.greeted(people_of(state))}
        return {Guest(number) for number, one in enumerate(state.people) if one.id in here}


def looked_up(
    state: TableState, person: PersonId, request: History | Odds
) -> HistoryTold | OddsTold | Refused:
    """Return what a person asked to see of the game, as they have been told it."""
    if state.play is None:
        return NO_GAME
    if isinstance(request, History):
        return HistoryTold(turns=state.rules.history(state.play))
    seat = state.seat_of(state.guest_of(person))
    odds = state.rules.odds(state.play, None if seat is None else Seat(seat))
    when = None if odds is None else state.conduct.turn(state.play)
    round_, turn = when or (0, 0)
    return OddsTold(round=round_, turn=turn, odds=odds)


class Chat:
    """The last lines said at a table since the site started, after those in an old log.

    Chat is no part of the game, so it is not part of the log: it is told at once, and the latest
    lines stay in memory for people who come later.
    """

    def __init__(self) -> None:
        self._lines: deque[Said] = deque(maxlen=MOST_CHAT)

    def add(self, line: Said) -> Said:
        """Keep a line, and return it with a time that no line before it has."""
        if self._lines and line.at <= self._lines[-1].at:
            line = replace(line, at=Millis(self._lines[-1].at + 1))
        self._lines.append(line)
        return line

    def of(self, guest: Guest) -> bool:
        """Tell whether the chat still shows something that a guest said."""
        return any(line.guest == guest for line in self._lines)

    def after(self, old: tuple[Said, ...]) -> tuple[Said, ...]:
        """Return the last lines, those of an old log first."""
        return (*old, *self._lines)[-MOST_CHAT:]
