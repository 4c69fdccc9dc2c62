"""One live table: messages in, messages out.

Only the table changes its state. Whatever happens is first handed out to be made durable (`Save`);
people are told once `saved` says that it is. What could not be saved never happened: the table
goes back to what is durable and says so.

A request takes this way: `receive` → `Dispatcher.process` → a decider of `tacit.table.decide`, or
for a press the `Referee` → `Referee.commit` → `Save` → `saved` → `_publish`.

Times are milliseconds of the table's clock, which the caller passes in.
"""

from __future__ import annotations

import secrets
from collections.abc import Callable
from typing import Any

from msgspec.structs import replace

from tacit.core.rulebook import Decided, Millis, Refused
from tacit.table.bots import Pace, TableBots
from tacit.table.decide.moderation import Moderation
from tacit.table.decide.requests import AnyRequest, kind_of
from tacit.table.dispatch import Dispatcher, May
from tacit.table.fairtime.absence import AbsenceClock, left_behind
from tacit.table.fairtime.connections import (
    PING_GAPS_IN_PLAY_MS,
    PING_GAPS_MS,
    Connection,
    Connections,
)
from tacit.table.fairtime.game_clock import PLAY_OUT_ATTEMPTS, GameClock
from tacit.table.fairtime.race import Pressed, is_a_race
from tacit.table.fairtime.turn_clock import TurnClock
from tacit.table.log.journal import Journal, Pending, Reply
from tacit.table.log.records import Entry, Guest, PersonId, Reminded, Resumed, Said, StoodIn, TimeUp
from tacit.table.log.state import Stage, TableState, clock_of
from tacit.table.log.turns import deadline, pause_ends, reminder_at, waited_for
from tacit.table.luck import luck
from tacit.table.outputs import Ask, ConnectionId, GiveUp, Output, PlayOut
from tacit.table.referee import THE_TABLE
from tacit.table.tell.audience import Audience
from tacit.table.tell.messages import PROTOCOL, ClientMessage, Do, Hello, Ping, Pong
from tacit.table.tell.presence import people_of, seen_of

RETRY_AFTER_MS = 1000
"""How long until bots try again what could not be saved."""
ASLEEP_AFTER_MS = 5000
"""A wake that comes later than this means that the site itself was asleep."""

_NOT_SAVED = Refused("not-saved", "It could not be saved, so it did not happen. Please try again.")


class Table:
    """The one owner of a table's state. The caller carries out what it adds to `out`."""

    def __init__(  # noqa: PLR0913
        self,
        log: list[Entry[Any]] | Journal,
        now: Millis,
        new_seed: Callable[[], bytes],
        pace: Pace | None = None,
        may: May | None = None,
        *,
        secret: bytes | None = None,
    ) -> None:
        """Resume from a log, which may be folded already.

        The moments of pings and of bots follow from `secret`, which is drawn if it is not given.
        They must not follow from the seed: tables of an evening have the same, and a guest of one
        would foresee those of another.

        `may` rate-limits requests: it says why a guest has to wait. Of the actions in a game it is
        asked about interruptions only.
        """
        self.out: list[Output] = []
        """What is to be done; the caller takes it away."""
        self._journal = log if isinstance(log, Journal) else Journal(log)
        self._connections = Connections(now)
        self._audience = Audience(self.out, self._connections, self._journal)
        self._dispatcher = Dispatcher(
            self.out,
            self._journal,
            self._connections,
            self._audience,
            new_seed=new_seed,
            may=may,
        )
        self._referee = self._dispatcher.referee
        self._secret = secrets.token_bytes(32) if secret is None else secret
        self._bots = TableBots(self._journal.state.game, pace or Pace(), self._secret)
        self._turn = TurnClock(now)
        self._absence = AbsenceClock()
        self._game = GameClock()
        self._pinged = 0
        self._retry_at: Millis | None = None
        # Nobody is connected yet. A race stops at the last moment that is known, so that the time
        # the site was away does not count as silence.
        self._referee.attend(clock_of(self._journal.state))
        self._ask_bots(now)

    def break_cycles(self) -> None:
        """Break the reference cycles, so that an evicted table leaves memory at once."""
        self._dispatcher.break_cycles()

    @property
    def state(self) -> TableState:
        """The table as far as it is durable: what people have been told."""
        return self._journal.saved

    @property
    def version(self) -> int:
        """The number of durable entries."""
        return self._journal.saved_version

    @property
    def chat(self) -> tuple[Said, ...]:
        """The latest chat."""
        return self._audience.chat.after(self.state.chat)

    @property
    def connections(self) -> int:
        """How many connections of people there are; screens keep no table in memory."""
        return len(self._connections) - len(self._connections.screens)

    @property
    def connected(self) -> set[Guest]:
        """The guests who are at the table and connected to it."""
        return self._audience.connected(self.state)

    def is_inside(self, person: PersonId) -> bool:
        """Tell whether a person is at the table, not only at its door."""
        return self._journal.state.is_inside(person)

    # Connections

    def connect(self, connection: ConnectionId, person: PersonId, now: Millis) -> None:
        """Add a new connection of a person; its first message is a hello."""
        self._connections.add(connection, person, now)

    def disconnect(self, connection: ConnectionId, now: Millis) -> None:
        """Remove a connection; its person is away if it was their last."""
        if self._connections.drop(connection, now):
            self._connections.forget_others(people_of(self._journal.state))
            self._referee.attend(now)
            self._tell_presence(now)

    def say_goodbye(self, reason: str, now: Millis) -> None:
        """Stop a race, tell every connection why it will be closed, and close it."""
        self._referee.release_all(now)
        self._referee.stop_for_shutdown(now)
        for connection in self._connections:
            self._audience.disconnect(connection, reason)

    def receive(
        self,
        connection: ConnectionId,
        message: ClientMessage,
        now: Millis,
        direct: int | None = None,
    ) -> None:
        """Take a message of a client; for `direct` see `LagTracker.pong`."""
        sender = self._connections.get(connection)
        if sender is None:
            return
        sender.heard = now
        match message:
            case Do():
                self._dispatcher.process(connection, sender, message, now)
            case Pong(n=number):
                before = seen_of(sender.lag)
                sender.lag.pong(number, now, direct)
                if sender.shown_by is None and seen_of(sender.lag) != before:
                    self._tell_presence(now)
            case Hello():
                self._greet(connection, sender, message, now)

    def _greet(
        self, connection: ConnectionId, sender: Connection, message: Hello, now: Millis
    ) -> None:
        if message.protocol != PROTOCOL:
            self._audience.disconnect(connection, "protocol")
            return
        first = not sender.greeted
        if first and message.screen and not self._audience.show(connection, now):
            return
        self._connections.greet(connection)
        self._audience.sync(connection, now, message.version)
        if first:
            self._audience.tell(connection, Ping(n=sender.lag.ping(now)))
            self._referee.attend(now)
            self._tell_presence(now)

    def _tell_presence(self, now: Millis) -> None:
        self._turn.look(self.state, now)
        self._absence.look(self._journal.state, self._referee.is_here, now)
        self._audience.tell_presence(self.state, self._turn.deadline(self.state), now)

    # Requests without a connection

    def ask(self, person: PersonId, request: AnyRequest, message: str, now: Millis) -> None:
        """Take a request that comes without a connection; an `Answered` tells its outcome."""
        self._dispatcher.ask(Reply(None, message, kind_of(request)), person, request, now)

    def moderate(self, order: Moderation, message: str, now: Millis) -> None:
        """Do what the host of the site orders; an `Answered` tells its outcome."""
        self._dispatcher.moderate(order, Reply(None, message, kind_of(order)), now)

    # Durability

    def saved(self, ticket: tuple[int, int], now: Millis) -> None:
        """Tell everybody what has become durable."""
        for pending in self._journal.saved_up_to(ticket):
            self._publish(pending, now)
        self._ask_bots(now)

    def not_saved(self, ticket: tuple[int, int], now: Millis) -> None:
        """Undo an entry that could not be saved, and all that followed it."""
        for pending in self._journal.lost(ticket):
            if pending.reply is not None:
                self._dispatcher.answers.give(pending.reply, _NOT_SAVED)
        self._bots.forget()
        self._game.again()
        self._retry_at = Millis(now + RETRY_AFTER_MS)

    def _publish(self, pending: Pending, now: Millis) -> None:
        before, after, entry = pending.before, pending.after, pending.entry
        self._referee.race.told(pending.version, now)
        self._audience.publish(pending, now)
        if entry.house and _who_and_how(before) != _who_and_how(after):
            self._tell_presence(now)
        asked_again = after.conduct.asked_again
        for event in entry.game:
            if type(event) in asked_again:
                self._bots.forget_seat(event.seat)
        if pending.reply is not None:
            self._dispatcher.answers.give(pending.reply, pending.version)

    # Bots

    def _ask_bots(self, now: Millis) -> None:
        state = self.state
        self._absence.look(self._journal.state, self._referee.is_here, now)
        if self._turn.look(state, now) and state.settings.turn_seconds is not None:
            self._tell_presence(now)
        if self._game.asks_to_play_out(state):
            self.out.append(PlayOut(state, now))
        late = state.rules.waiting(state.play) if self._turn.up else ()
        self.out += self._bots.questions(state, self.version, late, now)

    def played_out(self, rest: Decided, now: Millis) -> None:
        """Take what bots made of a game whose time is up."""
        if self._journal.state.stage is Stage.PLAYING:
            self._referee.commit(Entry(game=rest.events), None, now, rest)

    def not_played_out(self, now: Millis) -> None:
        """Have bots try again soon, or give up: a round must not wait for this table for ever."""
        failed = self._game.failed()
        if self._journal.state.stage is not Stage.PLAYING:
            return  # it is over all the same
        if failed >= PLAY_OUT_ATTEMPTS:
            self.out.append(GiveUp())
            return
        self._game.again()
        self._retry_at = Millis(now + RETRY_AFTER_MS * failed)

    def answered(self, ask: Ask, answer: Any, now: Millis) -> None:
        """Take a bot's answer."""
        self._bots.answered(ask.ticket, ask.question, answer, now)
        self._bots_act(now)

    def _bots_act(self, now: Millis) -> None:
        for seat, action in self._bots.due(now):
            state = self._journal.state
            if state.stage is not Stage.PLAYING:
                return  # the game ended while the bot was thinking
            dated = replace(action, seat=seat, at=Millis(max(now, clock_of(state))))
            pressed = Pressed(THE_TABLE, seat, dated, None, self._turn.played_for(state, seat))
            if is_a_race(state, dated):
                self._referee.enter(pressed, 0, now)
            elif seat in state.rules.waiting(state.play):
                self._referee.play(pressed, now)

    # Time

    def wake(self, now: Millis) -> None:
        """Do whatever is due by now."""
        due = self.next_wake
        if due is not None and now - due > ASLEEP_AFTER_MS:
            # The site was stopped or suspended: no player was silent or took too long.
            self._connections.forgive(now)
            self._turn.forgive(now - due, now)
            self._absence.forgive(now)
            self._tell_presence(now)
        self._referee.release(now)
        self._bots_act(now)
        deadline = self._turn.deadline(self.state)
        if deadline is not None and now >= deadline and not self._turn.up:
            self._time_is_up(now)
        self._stand_in(now)
        self._remind(now)
        if (goes_on := self._goes_on) is not None and now >= goes_on:
            self._referee.commit(Entry(house=(Resumed(at=now),)), None, now)
        if self._ends(now):
            self._referee.release_all(now)  # they were pressed in time
        if self._ends(now):  # and none of them ended the game
            self._referee.commit(Entry(house=(TimeUp(),)), None, now)
        if self._retry_at is not None and now >= self._retry_at:
            self._retry_at = None
            self._referee.attend(now)
            self._ask_bots(now)
        for connection, number in self._connections.pings(now, self._ping_gap_ms):
            if number is None:
                self._audience.disconnect(connection, "silent")
            else:
                self._audience.tell(connection, Ping(n=number))

    def _ends(self, now: Millis) -> bool:
        """Tell whether the time of the game is up by now, and was not before."""
        ends = self._game.ends_at(self._journal.state, self._retry_at)
        return ends is not None and now >= ends

    def _ping_gap_ms(self) -> int:
        self._pinged += 1
        in_play = self.state.stage is Stage.PLAYING and self.state.conduct.timed
        gaps = PING_GAPS_IN_PLAY_MS if in_play else PING_GAPS_MS
        return gaps[luck(self._secret, f"ping {self._pinged}") % len(gaps)]

    def _time_is_up(self, now: Millis) -> None:
        """Let a bot pick for late players this turn, and for absent ones until they return."""
        state = self.state
        self._turn.up = True
        for seat in left_behind(state, state.rules.waiting(state.play), self._referee.is_here):
            self._referee.commit(Entry(house=(StoodIn(seat=seat, on=True),)), None, now)
        self._ask_bots(now)

    def _remind(self, now: Millis) -> None:
        """Write down, once, that those whom a turn of days waits for are reminded of its end."""
        reminder, until = self._reminder, deadline(self._journal.state)
        if reminder is None or now < reminder:
            return
        self._turn.reminds = False
        if until is not None and now < until:  # else the table slept too long: a bot picks
            self._referee.commit(Entry(house=(Reminded(at=now),)), None, now)

    def _stand_in(self, now: Millis) -> None:
        """Let bots play for those whom a table of an evening has waited for long enough."""
        if self._retry_at is not None:
            return
        self._absence.look(self._journal.state, self._referee.is_here, now)
        for seat in self._absence.up(now):
            self._referee.commit(Entry(house=(StoodIn(seat=seat, on=True),)), None, now)

    @property
    def _reminder(self) -> Millis | None:
        """When players are to be reminded of the end of their turn; None if they are not."""
        state = self._journal.state
        reminder = reminder_at(state)
        if reminder is None or self._retry_at is not None or not self._turn.reminds:
            return None
        return reminder if any(waited_for(state).awaited.values()) else None

    @property
    def _goes_on(self) -> Millis | None:
        """When a pause ends by itself; None without one."""
        return pause_ends(self._journal.state) if self._retry_at is None else None

    @property
    def next_wake(self) -> Millis | None:
        """When `wake` has something to do; None if nothing is pending."""
        wake = self._connections.next_ping
        for time in (
            self._referee.race.next_release,
            self._bots.next_due,
            self._retry_at,
            self._game.ends_at(self._journal.state, self._retry_at),
            self._goes_on,
            self._reminder,
            self._absence.next_up if self._retry_at is None else None,
            None if self._turn.up else self._turn.deadline(self._journal.saved),
        ):
            if time is not None and (wake is None or time < wake):
                wake = time
        return wake


def _who_and_how(state: TableState) -> tuple[Any, ...]:
    """Return what presence is about: who is there, in which seat, and the limit of a turn."""
    return (people_of(state), state.seats, state.settings.turn_seconds)
