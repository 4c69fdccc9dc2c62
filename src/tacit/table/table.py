"""One live table: messages in, messages out.

It owns the table's state and nothing else does. Whatever happens is first handed out to be made
durable (`Save`) and told to people only when `saved` says that it is. What could not be saved never
happened: the table goes back to what is durable and says so.

Times are milliseconds of the table's clock, which whoever runs the table brings along.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from msgspec.structs import replace

from tacit.core.rulebook import Decided, Millis, Refused, Seat
from tacit.table.bots import Pace, Robots
from tacit.table.decide.actions import read_action
from tacit.table.decide.answers import Answer, answer
from tacit.table.decide.asked import NOT_HERE, SILENCE, Asked
from tacit.table.decide.course import act
from tacit.table.decide.decide import decide
from tacit.table.decide.moderation import Moderation, moderate
from tacit.table.decide.remembered import Remembered
from tacit.table.decide.requests import (
    Act,
    AnyRequest,
    History,
    Join,
    Leave,
    Odds,
    Pause,
    Say,
    Show,
    kind_of,
)
from tacit.table.fairtime.absence import first_away, left_behind, returned, why_stopped
from tacit.table.fairtime.fair import Press
from tacit.table.fairtime.race import Pressed, Race, close_call, interrupts, is_a_race
from tacit.table.fairtime.turn_clock import TurnClock
from tacit.table.log.journal import Journal, Pending, Reply
from tacit.table.log.records import Entry, Guest, PersonId, Said, StoodIn, Stopped
from tacit.table.log.size_limit import worn_out
from tacit.table.log.state import Stage, TableState, clock_of
from tacit.table.luck import luck
from tacit.table.outputs import Ask, LineId, Output
from tacit.table.tell.audience import Audience, looked_up
from tacit.table.tell.chat import may_talk
from tacit.table.tell.connections import PING_GAPS, PING_GAPS_IN_PLAY, Line, Lines
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

RETRY_AFTER = 1000
"""Milliseconds until bots try again what could not be saved."""
ASLEEP = 5000
"""Milliseconds after which a wake that comes late means that the site was asleep."""
NOBODY = PersonId("")
"""Who acts when the table acts by itself."""


class Table:
    """See the module's text."""

    def __init__(
        self,
        log: list[Entry[Any]] | Journal,
        now: Millis,
        new_seed: Callable[[], bytes],
        pace: Pace | None = None,
        may: Callable[[LineId, PersonId, AnyRequest], Refused | None] | None = None,
    ) -> None:
        """Take up a log, which may be folded already.

        `may` says why a guest has to wait with a request; of what is played only interruptions
        are asked about.
        """
        self.out: list[Output] = []
        """What is to be done, for whoever runs the table to take away."""
        self._new_seed = new_seed
        self._may = may
        self._journal = log if isinstance(log, Journal) else Journal(log)
        self._lines = Lines(now)
        self._audience = Audience(self.out, self._lines, self._journal)
        self._race = Race(self._lines)
        self._answers: Remembered[Answer] = Remembered()
        """What no log remembers: why something was refused, mostly."""
        self._robots = Robots(self._journal.state.game, pace or Pace())
        self._turn = TurnClock(now)
        self._pinged = 0
        self._ask_again: Millis | None = None
        # Nobody is connected yet. A level in play stops at the last moment that is known, so that
        # the time the site was away does not count as silence.
        self._look_after(clock_of(self._journal.state))
        self._ask_bots(now)

    def let_go(self) -> None:
        """Ask whoever ran it nothing more: then all of it goes from memory at once."""
        self._may = None

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
        """The last that was said."""
        return self._audience.chat.after(self.state.chat)

    @property
    def lines(self) -> int:
        """How many lines there are."""
        return len(self._lines)

    def connect(self, line: LineId, person: PersonId, now: Millis) -> None:
        """Take a new line of somebody; it says hello next."""
        self._lines.add(line, person, now)

    def disconnect(self, line: LineId, now: Millis) -> None:
        """A line is gone. Its person is away if it was their last."""
        if self._lines.drop(line, now):
            self._lines.forget_others(people_of(self._journal.state))
            self._look_after(now)
            self._tell_presence(now)

    def say_goodbye(self, reason: str, now: Millis) -> None:
        """Tell everybody that their line will be closed, and close it; a level in play stops."""
        self._carry_on(self._race.all(), now)
        self._stop_for_the_site(now)
        for line in self._lines:
            self._audience.hang_up(line, reason)

    def _stop_for_the_site(self, now: Millis) -> None:
        """Stop play because all connections are closed, if there is anything to stop."""
        state, seat = self._journal.state, Seat(0)
        if state.stage is not Stage.PLAYING:
            return
        stop = state.conduct.stop(state.play, seat, Millis(max(now, clock_of(state))))
        if stop is not None:
            self._play(Pressed(NOBODY, seat, stop, None, (Stopped(),)), now)

    def receive(
        self, line: LineId, message: ClientMessage, now: Millis, direct: int | None = None
    ) -> None:
        """Take a message of a client; `direct` see `LagTracker.pong`."""
        sender = self._lines.get(line)
        if sender is None:
            return
        sender.heard = now
        match message:
            case Do():
                self._request(line, sender, message, now)
            case Pong(n=number):
                before = seen_of(sender.lag)
                sender.lag.pong(number, now, direct)
                if seen_of(sender.lag) != before:
                    self._tell_presence(now)
            case Hello():
                self._greet(line, sender, message, now)

    def _greet(self, line: LineId, sender: Line, message: Hello, now: Millis) -> None:
        if message.protocol != PROTOCOL:
            self._audience.hang_up(line, "protocol")
            return
        first = not sender.greeted
        self._lines.greet(line)
        self._audience.sync(line, now, message.version)
        if first:
            self._audience.tell(line, Ping(n=sender.lag.ping(now)))
            self._look_after(now)
            self._tell_presence(now)

    def ask(self, person: PersonId, request: AnyRequest, message: str, now: Millis) -> None:
        """Take a request of somebody without a line; an `Answered` tells what becomes of it."""
        self._ask_house(Reply(None, message, kind_of(request)), person, request, now)

    def moderate(self, order: Moderation, message: str, now: Millis) -> None:
        """Do what the host of the site orders; an `Answered` tells what becomes of it."""
        reply = Reply(None, message, kind_of(order))
        decision = moderate(self._journal.state, order, self._asked(Leave(), NOBODY, now))
        if isinstance(decision, Refused):
            self._answer(reply, decision)
        elif not decision.house:  # it is so already
            self._answer(reply, self.version)
        else:
            self._commit(decision, reply, now)

    def _asked(self, request: AnyRequest, person: PersonId, now: Millis) -> Asked:
        return Asked(
            request=request,
            person=person,
            now=now,
            is_here=self._is_here,
            new_seed=self._new_seed,
            away_since=self._away_since,
            is_heard=self._audience.chat.of,
        )

    def _request(self, line: LineId, sender: Line, message: Do, now: Millis) -> None:
        person, reply = sender.person, Reply(line, message.id, kind_of(message.request))
        if not 0 < len(message.id) <= LONGEST_ID:
            self._answer(reply, Refused("bad-id", "A message needs an id of 1 to 40 characters."))
            return
        state = self._journal.state
        version = self._journal.done(person, reply)
        given = self._answers.get(person, message.id)
        if version is not None:
            if version <= self.version:
                self._answer(reply, version)
        elif given is not None:
            self._answer(reply, given)
        elif self._race.holds(person, reply):
            return  # it is answered in its turn
        elif isinstance(message.request, Act):
            self._act(reply, person, message, message.request, now)
        elif interrupts(state, person, message.request):
            seat = state.seat_of(state.guest_of(person))
            self._press(Pressed(person, Seat(seat or 0), message.request, reply), message, now)
        else:
            self._ask_house(reply, person, message.request, now)

    def _answer(self, reply: Reply, given: Answer) -> None:
        self.out += answer(reply, given)

    def _answer_for_good(self, reply: Reply, by: PersonId, given: Answer) -> None:
        """Answer, and give the same answer should the same message come again."""
        self._answers.keep(by, reply.id, given)
        self._answer(reply, given)

    def _ask_house(
        self,
        reply: Reply,
        person: PersonId,
        request: AnyRequest,
        now: Millis,
        pressed: Millis | None = None,
    ) -> None:
        """Do what somebody asks of the table; `pressed` is when, if its turn has come in a race."""
        if not isinstance(request, Join) and not self.is_inside(person):
            self._answer(reply, NOT_HERE)  # at no cost to those who are
            return
        refused = worn_out(self._journal.version, request)
        if refused is None and reply.line is not None and self._may is not None:
            refused = self._may(reply.line, person, request)
        if refused is not None:
            self._answer(reply, refused)  # not for good: the same may be done a moment later
            return
        asked = self._asked(request, person, now if pressed is None else pressed)
        decision = decide(self._journal.state, asked)
        if isinstance(decision, Refused):
            self._answer_for_good(reply, person, decision)
        elif isinstance(request, Say | Show) and not may_talk(self.state):
            # It would be told at once, and so tell what nobody has been told yet.
            self._answer_for_good(reply, person, SILENCE)
        elif isinstance(request, Say | Show):
            self._audience.express(self.state, person, request, decision)
            self._answer_for_good(reply, person, self.version)
        elif isinstance(request, History | Odds):
            self._show(reply, person, request)
        else:
            self._commit(replace(decision, by=person, id=reply.id), reply, now, left=pressed)

    def _show(self, reply: Reply, person: PersonId, request: History | Odds) -> None:
        """Tell one line what it asked to see: of the game as its person has been told it."""
        shown = looked_up(self.state, person, request)
        if isinstance(shown, Refused):
            self._answer(reply, shown)
            return
        assert reply.line is not None
        self._audience.tell(reply.line, shown)
        self._audience.tell(reply.line, Ack(id=reply.id, version=self.version))

    def is_inside(self, person: PersonId) -> bool:
        """Tell whether somebody is at the table, not only at its door."""
        guest = self._journal.state.guest_of(person)
        return guest is not None and self._journal.state.people[guest].here

    def _is_here(self, guest: Guest) -> bool:
        person = self._journal.state.people[guest]
        return person.here and self._lines.is_here(person.id)

    def _away_since(self, guest: Guest) -> Millis:
        return self._lines.away_since(self._journal.state.people[guest].id)

    @property
    def connected(self) -> set[Guest]:
        """Who is at the table and connected to it."""
        return self._audience.connected(self.state)

    def _act(self, reply: Reply, person: PersonId, message: Do, request: Act, now: Millis) -> None:
        state = self._journal.state
        guest = state.guest_of(person)
        if guest is None or not state.people[guest].here:
            self._answer(reply, NOT_HERE)
            return
        seat = state.seat_of(guest)
        if seat is None:
            self._answer_for_good(reply, person, Refused("watching", "You are not playing."))
            return
        at = Millis(max(now, clock_of(state)))
        action = worn_out(self._journal.version, request)
        action = action or read_action(state.game, Seat(seat), request.action, at)
        if isinstance(action, Refused):
            self._answer_for_good(reply, person, action)
            return
        if type(action) in state.conduct.interruptions and self._may is not None:
            assert reply.line is not None
            refused = self._may(reply.line, person, request)
            if refused is not None:
                self._answer(reply, refused)
                return
        if is_a_race(state, action):
            self._press(Pressed(person, Seat(seat), action, reply), message, now)
        else:
            self._play(Pressed(person, Seat(seat), action, reply), now)

    def _press(self, pressed: Pressed, message: Do, now: Millis) -> None:
        seen = self.version if message.seen is None else message.seen
        self._enter(pressed, self._race.credit(pressed.by, seen, now), now)

    def _enter(self, pressed: Pressed, credit: int, now: Millis) -> None:
        """Take what may have been pressed before something else: it happens in that order."""
        self._race.enter(self._journal.state, pressed, credit, now)
        self._carry_on(self._race.due(now), now)

    def _carry_on(self, presses: list[Press[Pressed]], now: Millis) -> None:
        for press in presses:
            what = press.what
            at = Millis(max(press.pressed, clock_of(self._journal.state)))
            if isinstance(what.action, Pause | Leave):
                assert what.reply is not None
                self._ask_house(what.reply, what.by, what.action, now, at)
                continue
            if what.for_absence and not self._somebody_is_away:
                continue  # they were back before it came to that
            close = close_call(self._journal.state, press)
            dated = self._journal.state.conduct.dated(what.action, at, press.compensated)
            self._play(replace(what, action=dated), now)
            if close is not None:
                self._commit(Entry(house=(close,)), None, now)

    def _play(self, pressed: Pressed, now: Millis) -> None:
        outcome = act(self._journal.state, pressed.action)
        if not isinstance(outcome, Refused):
            message = pressed.reply.id if pressed.reply else ""
            entry: Entry[Any] = Entry(
                by=pressed.by, id=message, house=pressed.house, game=outcome.events
            )
            self._commit(entry, pressed.reply, now, outcome)
        elif pressed.reply is not None:
            self._answer_for_good(pressed.reply, pressed.by, outcome)

    def _commit(
        self,
        entry: Entry[Any],
        reply: Reply | None,
        now: Millis,
        decided: Decided | None = None,
        left: Millis | None = None,
    ) -> None:
        """Let an entry happen as far as the table is concerned, and hand it out to be saved."""
        self.out.append(self._journal.write(entry, reply, decided))
        if entry.house:
            self._let_them_play()
        self._stop_for_the_absent(now, left)

    def saved(self, ticket: tuple[int, int], now: Millis) -> None:
        """Entries are durable: tell everybody."""
        for pending in self._journal.saved_up_to(ticket):
            self._publish(pending, now)
        self._ask_bots(now)

    def not_saved(self, ticket: tuple[int, int], now: Millis) -> None:
        """An entry could not be saved: neither it nor what followed it has happened."""
        text = "It could not be saved, so it did not happen. Please try again."
        for pending in self._journal.lost(ticket):
            if pending.reply is not None:
                self._answer(pending.reply, Refused("not-saved", text))
        self._robots.forget()
        self._ask_again = Millis(now + RETRY_AFTER)

    def _publish(self, pending: Pending, now: Millis) -> None:
        before, after, entry = pending.before, pending.after, pending.entry
        self._race.told(pending.version, now)
        self._audience.publish(pending, now)
        if entry.house and _who_and_how(before) != _who_and_how(after):
            self._tell_presence(now)
        asked_again = after.conduct.asked_again
        for event in entry.game:
            if type(event) in asked_again:
                self._robots.forget_seat(event.seat)
        if pending.reply is not None:
            self._answer(pending.reply, pending.version)

    def _look_after(self, now: Millis) -> None:
        """Do what is to be done when somebody has come or gone."""
        self._let_them_play()
        self._stop_for_the_absent(now)

    def _let_them_play(self) -> None:
        """End a bot's standing in for those who are back."""
        for seat in returned(self._journal.state, self._is_here):
            entry: Entry[Any] = Entry(house=(StoodIn(seat=seat, on=False),))
            self.out.append(self._journal.write(entry, None))

    def _stop_for_the_absent(self, now: Millis, left: Millis | None = None) -> None:
        """Stop a level for those who are gone.

        `left` is when somebody left, if nothing that was pressed before can come any more.
        """
        state = self._journal.state
        gone = first_away(state, self._is_here)
        if gone is None:
            return
        at = Millis(max(now if left is None else left, clock_of(state)))
        action = state.conduct.stop(state.play, gone, at)
        stop = Pressed(NOBODY, gone, action, None, (why_stopped(state, gone),), for_absence=True)
        if action is not None and left is not None:
            self._play(stop, now)
        elif action is not None and not self._race.holds_a_stop:
            self._enter(stop, 0, now)

    @property
    def _somebody_is_away(self) -> bool:
        return first_away(self._journal.state, self._is_here) is not None

    def _tell_presence(self, now: Millis) -> None:
        self._turn.look(self.state, now)
        self._audience.tell_presence(self.state, self._turn.deadline(self.state), now)

    def _ask_bots(self, now: Millis) -> None:
        state = self.state
        if self._turn.look(state, now) and state.settings.turn_seconds is not None:
            self._tell_presence(now)
        late = state.rules.waiting(state.play) if self._turn.up else ()
        self.out += self._robots.questions(state, self.version, late, now)

    def answered(self, ask: Ask, answer: Any, now: Millis) -> None:
        """A bot has answered."""
        self._robots.answered(ask.ticket, ask.question, answer, now)
        self._robots_act(now)

    def _robots_act(self, now: Millis) -> None:
        for seat, action in self._robots.due(now):
            state = self._journal.state
            if state.stage is not Stage.PLAYING:
                return  # the game ended while the answer was under way
            dated = replace(action, seat=seat, at=Millis(max(now, clock_of(state))))
            pressed = Pressed(NOBODY, seat, dated, None, self._turn.played_for(state, seat))
            if is_a_race(state, dated):
                self._enter(pressed, 0, now)
            elif seat in state.rules.waiting(state.play):
                self._play(pressed, now)

    def wake(self, now: Millis) -> None:
        """Do whatever is due by now."""
        due = self.next_wake
        if due is not None and now - due > ASLEEP:
            # The site itself was stopped or suspended: nobody else was silent or took too long.
            self._lines.forgive(now)
            self._turn.forgive(now - due)
            self._tell_presence(now)
        self._carry_on(self._race.due(now), now)
        self._robots_act(now)
        deadline = self._turn.deadline(self.state)
        if deadline is not None and now >= deadline and not self._turn.up:
            self._time_is_up(now)
        if self._ask_again is not None and now >= self._ask_again:
            self._ask_again = None
            self._look_after(now)
            self._ask_bots(now)
        for line, number in self._lines.pings(now, self._ping_gap):
            if number is None:
                self._audience.hang_up(line, "silent")
            else:
                self._audience.tell(line, Ping(n=number))

    def _ping_gap(self) -> int:
        self._pinged += 1
        in_play = self.state.stage is Stage.PLAYING and self.state.conduct.timed
        gaps = PING_GAPS_IN_PLAY if in_play else PING_GAPS
        return gaps[luck(self.state.seed, f"ping {self._pinged}") % len(gaps)]

    def _time_is_up(self, now: Millis) -> None:
        """Let a bot pick for whoever has not; and go on picking for those who are away."""
        state = self.state
        self._turn.up = True
        for seat in left_behind(state, state.rules.waiting(state.play), self._is_here):
            self._commit(Entry(house=(StoodIn(seat=seat, on=True),)), None, now)
        self._ask_bots(now)

    @property
    def next_wake(self) -> Millis | None:
        """When `wake` has something to do; None if nothing is to be waited for."""
        wake = self._lines.next_ping
        for time in (
            self._race.next_release,
            self._robots.next_due,
            self._ask_again,
            None if self._turn.up else self._turn.deadline(self._journal.saved),
        ):
            if time is not None and (wake is None or time < wake):
                wake = time
        return wake


def _who_and_how(state: TableState) -> tuple[Any, ...]:
    """Return what a change of presence is about: who is there, where, and the time for a turn."""
    return (people_of(state), state.seats, state.settings.turn_seconds)
