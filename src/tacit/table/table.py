"""One live table: messages in, messages out.

Only the table changes its state. Whatever happens is first handed out to be made durable (`Save`);
people are told once `saved` says that it is. What could not be saved never happened: the table
goes back to what is durable and says so.

A request takes this way: `receive` → `_process` → a decider of `tacit.table.decide`, or for a press
the `Referee` → `Referee.commit` → `Save` → `saved` → `_publish`.

Times are milliseconds of the table's clock, which the caller passes in.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from msgspec.structs import replace

from tacit.core.rulebook import Millis, Refused, Seat
from tacit.table.actions import read_action
from tacit.table.bots import Pace, TableBots
from tacit.table.decide.context import NOT_HERE, SILENCE, Context
from tacit.table.decide.decide import decide
from tacit.table.decide.moderation import Moderation, moderate
from tacit.table.decide.requests import (
    Act,
    AnyRequest,
    History,
    Join,
    Leave,
    Odds,
    Say,
    Show,
    kind_of,
)
from tacit.table.decide.size_limit import worn_out
from tacit.table.fairtime.absence import left_behind
from tacit.table.fairtime.connections import (
    PING_GAPS_IN_PLAY_MS,
    PING_GAPS_MS,
    Connection,
    Connections,
)
from tacit.table.fairtime.race import Pressed, interrupts, is_a_race
from tacit.table.fairtime.turn_clock import TurnClock
from tacit.table.log.journal import Journal, Pending, Reply
from tacit.table.log.records import Entry, Guest, PersonId, Said, StoodIn
from tacit.table.log.state import Stage, TableState, clock_of, may_talk
from tacit.table.luck import luck
from tacit.table.outputs import Ask, ConnectionId, Output
from tacit.table.referee import THE_TABLE, Referee
from tacit.table.tell.answers import Answers
from tacit.table.tell.audience import Audience, looked_up
from tacit.table.tell.messages import (
    LONGEST_ID,
    PROTOCOL,
    Ack,
    ClientMessage,
    Do,
    Hello,
    Ping,
    Pong,
)
from tacit.table.tell.presence import people_of, seen_of

RETRY_AFTER_MS = 1000
"""How long until bots try again what could not be saved."""
MOST_SCREENS = 8
"""That show one table at once."""
ASLEEP_AFTER_MS = 5000
"""A wake that comes later than this means that the site itself was asleep."""

_NOT_SAVED = Refused("not-saved", "It could not be saved, so it did not happen. Please try again.")


class Table:
    """The one owner of a table's state. The caller carries out what it adds to `out`."""

    def __init__(
        self,
        log: list[Entry[Any]] | Journal,
        now: Millis,
        new_seed: Callable[[], bytes],
        pace: Pace | None = None,
        may: Callable[[ConnectionId, PersonId, AnyRequest], Refused | None] | None = None,
    ) -> None:
        """Resume from a log, which may be folded already.

        `may` rate-limits requests: it says why a guest has to wait. Of the actions in a game it is
        asked about interruptions only.
        """
        self.out: list[Output] = []
        """What is to be done; the caller takes it away."""
        self._new_seed = new_seed
        self._may = may
        self._journal = log if isinstance(log, Journal) else Journal(log)
        self._connections = Connections(now)
        self._audience = Audience(self.out, self._connections, self._journal)
        self._answers = Answers(self.out)
        self._referee = Referee(
            self.out, self._journal, self._connections, self._answers, self._ask_house
        )
        self._bots = TableBots(self._journal.state.game, pace or Pace())
        self._turn = TurnClock(now)
        self._pinged = 0
        self._retry_at: Millis | None = None
        # Nobody is connected yet. A race stops at the last moment that is known, so that the time
        # the site was away does not count as silence.
        self._referee.attend(clock_of(self._journal.state))
        self._ask_bots(now)

    def let_go(self) -> None:
        """Break the reference cycles, so that an evicted table leaves memory at once."""
        self._may = None
        self._referee.let_go()

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
        guest = self._journal.state.guest_of(person)
        return guest is not None and self._journal.state.people[guest].here

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
                self._process(connection, sender, message, now)
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
        if first and message.screen:
            if len(self._connections.screens) >= MOST_SCREENS:
                self._audience.disconnect(connection, "full")
                return
            self._connections.show(connection)
        self._connections.greet(connection)
        self._audience.sync(connection, now, message.version)
        if first:
            self._audience.tell(connection, Ping(n=sender.lag.ping(now)))
            self._referee.attend(now)
            self._tell_presence(now)

    def _tell_presence(self, now: Millis) -> None:
        self._turn.look(self.state, now)
        self._audience.tell_presence(self.state, self._turn.deadline(self.state), now)

    # Requests

    def ask(self, person: PersonId, request: AnyRequest, message: str, now: Millis) -> None:
        """Take a request that comes without a connection; an `Answered` tells its outcome."""
        self._ask_house(Reply(None, message, kind_of(request)), person, request, now)

    def moderate(self, order: Moderation, message: str, now: Millis) -> None:
        """Do what the host of the site orders; an `Answered` tells its outcome."""
        reply = Reply(None, message, kind_of(order))
        decision = moderate(self._journal.state, order, self._context(Leave(), THE_TABLE, now))
        if isinstance(decision, Refused):
            self._answers.give(reply, decision)
        elif not decision.house:  # nothing changes
            self._answers.give(reply, self.version)
        else:
            self._referee.commit(decision, reply, now)

    def _context(self, request: AnyRequest, person: PersonId, now: Millis) -> Context:
        return Context(
            request=request,
            person=person,
            now=now,
            is_here=self._referee.is_here,
            new_seed=self._new_seed,
            away_since=self._referee.away_since,
            is_heard=self._audience.chat.of,
        )

    def _process(
        self, connection: ConnectionId, sender: Connection, message: Do, now: Millis
    ) -> None:
        """Do a request once, however often it is sent."""
        person, request = sender.person, message.request
        reply = Reply(connection, message.id, kind_of(request))
        if not 0 < len(message.id) <= LONGEST_ID:
            wrong = Refused("bad-id", "A message needs an id of 1 to 40 characters.")
            self._answers.give(reply, wrong)
            return
        if sender.shown_by is not None:  # a screen shows, and asks for nothing
            self._answers.give(reply, NOT_HERE)
            return
        state = self._journal.state
        version = self._journal.done(person, reply)
        given = self._answers.final(person, message.id)
        if version is not None:
            if version <= self.version:
                self._answers.give(reply, version)
        elif given is not None:
            self._answers.give(reply, given)
        elif self._referee.race.holds(person, reply):
            return  # it is answered when it is released
        elif isinstance(request, Act):
            self._act(reply, person, message, request, now)
        elif interrupts(state, person, request):
            seat = Seat(state.seat_of(state.guest_of(person)) or 0)
            self._referee.press(Pressed(person, seat, request, reply), self._seen(message), now)
        else:
            self._ask_house(reply, person, request, now)

    def _seen(self, message: Do) -> int:
        return self.version if message.seen is None else message.seen

    def _ask_house(
        self,
        reply: Reply,
        person: PersonId,
        request: AnyRequest,
        now: Millis,
        pressed: Millis | None = None,
    ) -> None:
        """Do what a person asks of the table; `pressed` is when, if it was ordered in a race."""
        if not isinstance(request, Join) and not self.is_inside(person):
            self._answers.give(reply, NOT_HERE)  # before the rate limit, which is for guests
            return
        refused = worn_out(self._journal.version, request)
        if refused is None and reply.connection is not None and self._may is not None:
            refused = self._may(reply.connection, person, request)
        if refused is not None:
            self._answers.give(reply, refused)
            return
        context = self._context(request, person, now if pressed is None else pressed)
        decision = decide(self._journal.state, context)
        if isinstance(decision, Refused):
            self._answers.give_final(reply, person, decision)
        elif isinstance(request, Say | Show):
            self._express(reply, person, request, decision)
        elif isinstance(request, History | Odds):
            self._look_up(reply, person, request)
        else:
            entry = replace(decision, by=person, id=reply.id)
            self._referee.commit(entry, reply, now, left=pressed)

    def _express(
        self, reply: Reply, person: PersonId, request: Say | Show, decision: Entry[Any]
    ) -> None:
        """Tell at once what a person said or showed, unless they may not talk yet."""
        if not may_talk(self.state):
            # The end of the silence is decided but not durable. Talk would tell it.
            self._answers.give_final(reply, person, SILENCE)
            return
        self._audience.express(self.state, person, request, decision)
        self._answers.give_final(reply, person, self.version)

    def _look_up(self, reply: Reply, person: PersonId, request: History | Odds) -> None:
        """Show one connection what it asked to see, of the game as its person has been told it."""
        shown = looked_up(self.state, person, request)
        if isinstance(shown, Refused):
            self._answers.give(reply, shown)
            return
        assert reply.connection is not None
        self._audience.tell(reply.connection, shown)
        self._audience.tell(reply.connection, Ack(id=reply.id, version=self.version))

    def _act(self, reply: Reply, person: PersonId, message: Do, request: Act, now: Millis) -> None:
        """Do an action of the game, or hold it if it matters which player was first."""
        state = self._journal.state
        guest = state.guest_of(person)
        if guest is None or not state.people[guest].here:
            self._answers.give(reply, NOT_HERE)
            return
        seat = state.seat_of(guest)
        if seat is None:
            watching = Refused("watching", "You are not playing.")
            self._answers.give_final(reply, person, watching)
            return
        at = Millis(max(now, clock_of(state)))
        action = worn_out(self._journal.version, request)
        action = action or read_action(state.game, Seat(seat), request.action, at)
        if isinstance(action, Refused):
            self._answers.give_final(reply, person, action)
            return
        if type(action) in state.conduct.interruptions and self._may is not None:
            assert reply.connection is not None
            refused = self._may(reply.connection, person, request)
            if refused is not None:
                self._answers.give(reply, refused)
                return
        pressed = Pressed(person, Seat(seat), action, reply)
        if is_a_race(state, action):
            self._referee.press(pressed, self._seen(message), now)
        else:
            self._referee.play(pressed, now)

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
                self._answers.give(pending.reply, _NOT_SAVED)
        self._bots.forget()
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
            self._answers.give(pending.reply, pending.version)

    # Bots

    def _ask_bots(self, now: Millis) -> None:
        state = self.state
        if self._turn.look(state, now) and state.settings.turn_seconds is not None:
            self._tell_presence(now)
        late = state.rules.waiting(state.play) if self._turn.up else ()
        self.out += self._bots.questions(state, self.version, late, now)

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
            self._turn.forgive(now - due)
            self._tell_presence(now)
        self._referee.release(now)
        self._bots_act(now)
        deadline = self._turn.deadline(self.state)
        if deadline is not None and now >= deadline and not self._turn.up:
            self._time_is_up(now)
        if self._retry_at is not None and now >= self._retry_at:
            self._retry_at = None
            self._referee.attend(now)
            self._ask_bots(now)
        for connection, number in self._connections.pings(now, self._ping_gap_ms):
            if number is None:
                self._audience.disconnect(connection, "silent")
            else:
                self._audience.tell(connection, Ping(n=number))

    def _ping_gap_ms(self) -> int:
        self._pinged += 1
        in_play = self.state.stage is Stage.PLAYING and self.state.conduct.timed
        gaps = PING_GAPS_IN_PLAY_MS if in_play else PING_GAPS_MS
        return gaps[luck(self.state.seed, f"ping {self._pinged}") % len(gaps)]

    def _time_is_up(self, now: Millis) -> None:
        """Let a bot pick for late players this turn, and for absent ones until they return."""
        state = self.state
        self._turn.up = True
        for seat in left_behind(state, state.rules.waiting(state.play), self._referee.is_here):
            self._referee.commit(Entry(house=(StoodIn(seat=seat, on=True),)), None, now)
        self._ask_bots(now)

    @property
    def next_wake(self) -> Millis | None:
        """When `wake` has something to do; None if nothing is pending."""
        wake = self._connections.next_ping
        for time in (
            self._referee.race.next_release,
            self._bots.next_due,
            self._retry_at,
            None if self._turn.up else self._turn.deadline(self._journal.saved),
        ):
            if time is not None and (wake is None or time < wake):
                wake = time
        return wake


def _who_and_how(state: TableState) -> tuple[Any, ...]:
    """Return what presence is about: who is there, in which seat, and the limit of a turn."""
    return (people_of(state), state.seats, state.settings.turn_seconds)
