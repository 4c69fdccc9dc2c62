"""The referee of one table: presses happen in fair order, and play stops for absent players.

Everything that happens at a table goes through `Referee.commit`, which hands it out to be saved.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeAlias

from msgspec.structs import replace

from tacit.core.rulebook import Decided, Millis, Refused, Seat
from tacit.table.decide.game import act
from tacit.table.decide.requests import AnyRequest, Leave, Pause
from tacit.table.fairtime.absence import first_away, returned, why_stopped
from tacit.table.fairtime.connections import Connections
from tacit.table.fairtime.fair import Press
from tacit.table.fairtime.race import Pressed, Race, close_call
from tacit.table.log.journal import Journal, Reply
from tacit.table.log.records import Entry, Guest, PersonId, StoodIn, Stopped
from tacit.table.log.state import Stage, clock_of
from tacit.table.outputs import Output
from tacit.table.tell.answers import Answers

THE_TABLE = PersonId("")
"""Who acts when the table acts by itself."""


Interrupt: TypeAlias = Callable[[Reply, PersonId, AnyRequest, Millis, Millis], None]
"""Does what a request asks that was ordered among the presses; the last time is its press."""


class Referee:
    """Orders presses, applies actions, and hands every entry out to be saved."""

    def __init__(
        self,
        out: list[Output],
        journal: Journal,
        connections: Connections,
        answers: Answers,
        interrupt: Interrupt,
    ) -> None:
        self._out = out
        self._journal = journal
        self._connections = connections
        self._answers = answers
        self._interrupt = interrupt
        self.race = Race(connections)

    def break_cycles(self) -> None:
        """Drop the reference to the table."""
        self._interrupt = _ignore

    def is_here(self, guest: Guest) -> bool:
        """Tell whether a guest is at the table and connected."""
        person = self._journal.state.people[guest]
        return person.here and self._connections.is_here(person.id)

    def away_since(self, guest: Guest) -> Millis:
        """Return since when a guest without a connection is away."""
        return self._connections.away_since(self._journal.state.people[guest].id)

    def press(self, pressed: Pressed, seen: int, now: Millis) -> None:
        """Take a press of a player who had seen a version; it happens in the order pressed."""
        self.enter(pressed, self.race.credit_ms(pressed.by, seen, now), now)

    def enter(self, pressed: Pressed, credit_ms: int, now: Millis) -> None:
        """Take a press that is dated back by `credit_ms`; it happens in the order pressed."""
        self.race.enter(self._journal.state, pressed, credit_ms, now)
        self.release(now)

    def release(self, now: Millis) -> None:
        """Let happen the presses whose order is certain by now."""
        self._happen(self.race.due(now), now)

    def release_all(self, now: Millis) -> None:
        """Let happen all presses that are held."""
        self._happen(self.race.all(), now)

    def _happen(self, presses: list[Press[Pressed]], now: Millis) -> None:
        for press in presses:
            what = press.what
            at = Millis(max(press.pressed, clock_of(self._journal.state)))
            if isinstance(what.action, Pause | Leave):
                assert what.reply is not None
                self._interrupt(what.reply, what.by, what.action, now, at)
                continue
            if what.for_absence and first_away(self._journal.state, self.is_here) is None:
                continue  # the player was back in time
            close = close_call(self._journal.state, press)
            dated = self._journal.state.conduct.dated(what.action, at, press.compensated)
            self.play(replace(what, action=dated), now)
            if close is not None:
                self.commit(Entry(house=(close,)), None, now)

    def play(self, pressed: Pressed, now: Millis) -> None:
        """Apply an action now, or refuse it."""
        outcome = act(self._journal.state, pressed.action)
        if not isinstance(outcome, Refused):
            message = pressed.reply.id if pressed.reply else ""
            entry: Entry[Any] = Entry(
                by=pressed.by, id=message, house=pressed.house, game=outcome.events
            )
            self.commit(entry, pressed.reply, now, outcome)
        elif pressed.reply is not None:
            self._answers.give_final(pressed.reply, pressed.by, outcome)

    def commit(
        self,
        entry: Entry[Any],
        reply: Reply | None,
        now: Millis,
        decided: Decided | None = None,
        left: Millis | None = None,
    ) -> None:
        """Apply an entry to the table's state and hand it out to be saved."""
        self._out.append(self._journal.write(entry, reply, decided))
        if entry.house:
            self._end_stand_ins()
        self._stop_for_the_absent(now, left)

    def attend(self, now: Millis) -> None:
        """Do what follows when a player has come or gone."""
        self._end_stand_ins()
        self._stop_for_the_absent(now)

    def _end_stand_ins(self) -> None:
        """Give players who are back their seats."""
        for seat in returned(self._journal.state, self.is_here):
            entry: Entry[Any] = Entry(house=(StoodIn(seat=seat, on=False),))
            self._out.append(self._journal.write(entry, None))

    def _stop_for_the_absent(self, now: Millis, left: Millis | None = None) -> None:
        """Stop a race for a player who is away.

        `left` is when a player left, if no press from before that can still come.
        """
        state = self._journal.state
        away = first_away(state, self.is_here)
        if away is None:
            return
        at = Millis(max(now if left is None else left, clock_of(state)))
        action = state.conduct.stop(state.play, away, at)
        why = why_stopped(state, away)
        stop = Pressed(THE_TABLE, away, action, None, (why,), for_absence=True)
        if action is not None and left is not None:
            self.play(stop, now)
        elif action is not None and not self.race.holds_a_stop:
            self.enter(stop, 0, now)

    def stop_for_shutdown(self, now: Millis) -> None:
        """Stop play because the site closes all connections, if anything has to stop."""
        state, seat = self._journal.state, Seat(0)
        if state.stage is not Stage.PLAYING:
            return
        stop = state.conduct.stop(state.play, seat, Millis(max(now, clock_of(state))))
        if stop is not None:
            self.play(Pressed(THE_TABLE, seat, stop, None, (Stopped(),)), now)


def _ignore(*_: object) -> None:
    """Do nothing for a table that is evicted."""
