"""One live table: messages in, messages out.

It owns the table's state and nothing else does. Whatever happens is first handed out to be made
durable (`Save`) and told to people only when `saved` says that it is. What could not be saved never
happened: the table goes back to what is durable and says so.

Times are milliseconds of the table's clock, which whoever runs the table brings along.
"""

from __future__ import annotations

from collections import OrderedDict, deque
from collections.abc import Callable
from typing import Any

import msgspec
from msgspec.structs import replace

from tacit.games.rulebook import Millis, Refused, Seat
from tacit.table.absence import first_away, left_behind, returned, turn_of
from tacit.table.actions import read_action
from tacit.table.decide import NOT_HERE, SILENCE, Asked, act, decide
from tacit.table.fair import FairQueue, Press
from tacit.table.journal import REMEMBERED, Journal, Pending, Reply
from tacit.table.lag import LagTracker
from tacit.table.lines import PING_GAPS, PING_GAPS_IN_PLAY, Line, Lines
from tacit.table.luck import luck
from tacit.table.messages import (
    ENCODER,
    LONGEST_ID,
    PROTOCOL,
    Ack,
    Bye,
    ClientMessage,
    Do,
    Door,
    Gesture,
    Heard,
    Hello,
    HistoryTold,
    No,
    OddsTold,
    Ping,
    Pong,
    Presence,
    ServerMessage,
    Who,
)
from tacit.table.outputs import Answered, Ask, HangUp, LineId, Output, Tell
from tacit.table.records import (
    CloseCall,
    Entry,
    Guest,
    HouseEvent,
    PersonId,
    PlayedFor,
    Said,
    StoodIn,
)
from tacit.table.requests import (
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
from tacit.table.robots import Pace, Robots
from tacit.table.state import Stage, TableState, clock_of
from tacit.table.talk import Chat, may_talk
from tacit.table.telling import Teller
from tacit.table.wear import worn_out

RETRY_AFTER = 1000
"""Milliseconds until bots try again what could not be saved."""
ASLEEP = 5000
"""Milliseconds after which a wake that comes late means that the site was asleep."""
TOLD = 32
"""Versions of which it is remembered when they were told."""
NOBODY = PersonId("")
"""Who acts when the table acts by itself."""


class Pressed(msgspec.Struct, frozen=True, gc=False):
    """On its way to the table: an action of the game, or a request that interrupts it."""

    by: PersonId
    seat: Seat
    action: Any
    reply: Reply | None
    house: tuple[HouseEvent, ...] = ()
    """What else happens by it."""
    for_absence: bool = False
    """Play is to be stopped because somebody is away; not if they are back before it comes."""


class Table:
    """See the module's text."""

    def __init__(
        self,
        log: list[Entry[Any]] | Journal,
        now: Millis,
        new_seed: Callable[[], bytes],
        pace: Pace | None = None,
        may: Callable[[LineId, PersonId, AnyRequest], Refused | None] = lambda *_: None,
    ) -> None:
        """Take up a log, which may be folded already.

        `may` says why somebody has to wait with a request; what is played is not asked.
        """
        self.out: list[Output] = []
        self._new_seed = new_seed
        self._pace = pace or Pace()
        self._may = may
        self._chat = Chat()
        self._lines = Lines(now)
        self._fair: FairQueue[Pressed] = FairQueue()
        self._told_at: deque[tuple[int, Millis]] = deque(maxlen=TOLD)
        """When versions were told, the last at the end."""
        self._pinged = 0
        self._answered: OrderedDict[tuple[PersonId, str], Refused | Ack] = OrderedDict()
        self._held: dict[tuple[PersonId, str], Reply] = {}
        self._ask_again: Millis | None = None
        self._take_up(log if isinstance(log, Journal) else Journal(log), now)

    def _take_up(self, journal: Journal, now: Millis) -> None:
        self._journal = journal
        self._teller = Teller(journal.saved, journal.saved_version)
        self._robots = Robots(journal.state.game, self._pace)
        self._turn: tuple[Any, ...] = ()
        self._turn_since = now
        self._late = False
        # Nobody is connected yet. A level in play stops at the last moment that is known, so that
        # the time the site was away does not count as silence.
        self._look_after(clock_of(journal.state))
        self._ask_bots(now)

    def reload(self, entries: list[Entry[Any]], now: Millis) -> None:
        """Take the log as it really is, after somebody else wrote to it."""
        self._take_up(self._journal.again(entries), now)
        for line in self._lines:
            self._sync(line, now, 0)

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
        return self._chat.after(self.state.chat)

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
            self._lines.forget_others(_there(self._journal.state))
            self._look_after(now)
            self._tell_presence(now)

    def say_goodbye(self, reason: str, now: Millis) -> None:
        """Tell everybody that their line will be closed, and close it; a level in play stops."""
        self._carry_on(self._fair.all(), now)
        self._stop(Seat(0), now)
        for line in self._lines:
            self._hang_up(line, reason)

    def _stop(self, seat: Seat, now: Millis) -> None:
        """Stop play for a seat, if there is anything to stop."""
        state = self._journal.state
        if state.stage is not Stage.PLAYING:
            return
        stop = state.conduct.stop(state.play, seat, Millis(max(now, clock_of(state))))
        if stop is not None:
            self._play(Pressed(NOBODY, seat, stop, None), now)

    def _hang_up(self, line: LineId, reason: str) -> None:
        self._tell(line, Bye(reason=reason))
        self.out.append(HangUp(line))

    def _tell(self, line: LineId, message: ServerMessage) -> None:
        self.out.append(Tell(line, ENCODER.encode(message)))

    def receive(
        self, line: LineId, message: ClientMessage, now: Millis, direct: int | None = None
    ) -> None:
        """Take a message of a client; `direct` see `LagTracker.pong`."""
        sender = self._lines.get(line)
        if sender is None:
            return
        sender.heard = now
        match message:
            case Pong(n=number):
                before = _seen_of(sender.lag)
                sender.lag.pong(number, now, direct)
                if _seen_of(sender.lag) != before:
                    self._tell_presence(now)
            case Hello():
                self._greet(line, sender, message, now)
            case Do():
                self._request(line, sender, message, now)

    def _greet(self, line: LineId, sender: Line, message: Hello, now: Millis) -> None:
        if message.protocol != PROTOCOL:
            self._hang_up(line, "protocol")
            return
        first = not sender.greeted
        sender.greeted = True
        self._sync(line, now, message.version)
        if first:
            self._tell(line, Ping(n=sender.lag.ping(now)))
            self._look_after(now)
            self._tell_presence(now)

    def _sync(self, line: LineId, now: Millis, version: int) -> None:
        """Send everything its person may know, or only the door to somebody who is outside."""
        sender = self._lines.get(line)
        if sender is None:
            return
        state = self._teller.state  # what people have been told; more may be durable already
        guest = state.guest_of(sender.person)
        if guest is not None and state.people[guest].here:
            sync = self._teller.sync(sender.person, version, now)
            self._tell(line, replace(sync, house=replace(sync.house, chat=self.chat)))
        else:
            self._tell(line, _door(state, guest))

    def _request(self, line: LineId, sender: Line, message: Do, now: Millis) -> None:
        person, reply = sender.person, Reply(line, message.id, kind_of(message.request))
        if not 0 < len(message.id) <= LONGEST_ID:
            self._refuse(reply, Refused("bad-id", "A message needs an id of 1 to 40 characters."))
            return
        key = (person, message.id)
        version = self._journal.done(person, reply)
        if version is not None:
            if version <= self.version:
                self._acknowledge(reply, version)
        elif key in self._answered:
            self._answer_again(reply, self._answered[key])
        elif key in self._held:
            self._held[key] = reply
        elif isinstance(message.request, Act):
            self._act(reply, sender.person, message, now)
        elif self._interrupts(person, message.request):
            seat = self._journal.state.seat_of(self._journal.state.guest_of(person))
            pressed = Pressed(person, Seat(seat or 0), message.request, reply)
            self._race(pressed, self._credit(message, person, now), now)
        else:
            self._ask_house(reply, person, message.request, now)

    def _interrupts(self, person: PersonId, request: AnyRequest) -> bool:
        """Tell whether a request stops a race: then it stands in one order with the presses."""
        state = self._journal.state
        return (
            isinstance(request, Pause | Leave)
            and is_race_on(state)
            and state.seat_of(state.guest_of(person)) is not None
        )

    def _credit(self, message: Do, person: PersonId, now: Millis) -> int:
        """Return by how much a press is dated back.

        What somebody had seen when they pressed was under way to them for as long as the press was
        under way to us: so no more than half the time since it was told.
        """
        seen = self.version if message.seen is None else message.seen
        credit = self._lines.credit(person)
        for version, told in reversed(self._told_at):
            if version <= seen:
                return min(credit, max(0, now - told) // 2)
        return credit

    def _refuse(self, reply: Reply, refused: Refused) -> None:
        no = No(id=reply.id, key=refused.key, text=str(refused), details=refused.details)
        self._tell(reply.line, no)
        self.out.append(Answered(reply.do, refused.key))

    def _acknowledge(self, reply: Reply, version: int) -> None:
        self._tell(reply.line, Ack(id=reply.id, version=version))
        self.out.append(Answered(reply.do))

    def _answer_again(self, reply: Reply, answer: Refused | Ack) -> None:
        if isinstance(answer, Refused):
            self._refuse(reply, answer)
        else:
            self._acknowledge(reply, answer.version)

    def _answer_for_good(self, reply: Reply, by: PersonId, answer: Refused | Ack) -> None:
        """Answer, and give the same answer should the same message come again."""
        self._answered[by, reply.id] = answer
        while len(self._answered) > REMEMBERED:
            self._answered.popitem(last=False)
        self._answer_again(reply, answer)

    def _ask_house(
        self,
        reply: Reply,
        person: PersonId,
        request: AnyRequest,
        now: Millis,
        pressed: Millis | None = None,
    ) -> None:
        """Do what somebody asks of the table; `pressed` is when, if its turn has come in a race."""
        if not isinstance(request, Join) and not self._is_inside(person):
            self._refuse(reply, NOT_HERE)  # at no cost to those who are
            return
        refused = worn_out(self._journal.version, request)
        refused = refused or self._may(reply.line, person, request)
        if refused is not None:
            self._refuse(reply, refused)  # not for good: the same may be done a moment later
            return
        asked = Asked(
            request=request,
            person=person,
            now=now if pressed is None else pressed,
            is_here=self._is_here,
            new_seed=self._new_seed,
            away_since=self._away_since,
            is_heard=self._chat.of,
        )
        decision = decide(self._journal.state, asked)
        if isinstance(decision, Refused):
            self._answer_for_good(reply, person, decision)
        elif isinstance(request, Say | Show) and not may_talk(self.state):
            # It would be told at once, and so tell what nobody has been told yet.
            self._answer_for_good(reply, person, SILENCE)
        elif isinstance(request, Say | Show):
            self._express(request, decision, person)
            self._answer_for_good(reply, person, Ack(id=reply.id, version=self.version))
        elif isinstance(request, History | Odds):
            self._show(reply, person, request)
        else:
            self._commit(replace(decision, by=person, id=reply.id), reply, now, left=pressed)

    def _show(self, reply: Reply, person: PersonId, request: History | Odds) -> None:
        """Tell one line what it asked to see: of the game as its person has been told it."""
        state = self.state
        if state.play is None:
            self._refuse(reply, Refused("no-game", "No game is going on."))
            return
        if isinstance(request, History):
            self._tell(reply.line, HistoryTold(turns=state.rules.history(state.play)))
        else:
            seat = state.seat_of(state.guest_of(person))
            odds = state.rules.odds(state.play, None if seat is None else Seat(seat))
            when = None if odds is None else state.conduct.turn(state.play)
            round_, turn = when or (0, 0)
            self._tell(reply.line, OddsTold(round=round_, turn=turn, odds=odds))
        self._tell(reply.line, Ack(id=reply.id, version=self.version))

    def _is_inside(self, person: PersonId) -> bool:
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
        state = self.state
        here = {person for _, person in self._lines.greeted(_there(state))}
        return {Guest(number) for number, one in enumerate(state.people) if one.id in here}

    def _express(self, request: Say | Show, decision: Entry[Any], person: PersonId) -> None:
        """Tell everybody what somebody said or showed; neither is kept in the log."""
        guest = self.state.guest_of(person)
        if guest is None:
            return  # the others have not heard yet that they came
        if isinstance(request, Show):
            self._tell_all(Gesture(guest=guest, emote=request.emote))
        for said in decision.house:
            assert isinstance(said, Said)
            line = self._chat.add(said)
            self._tell_all(Heard(guest=line.guest, text=line.text, at=line.at))

    def _tell_all(self, message: ServerMessage) -> None:
        data = ENCODER.encode(message)
        self.out += [Tell(line, data) for line, _ in self._lines.greeted(_there(self.state))]

    def _act(self, reply: Reply, person: PersonId, message: Do, now: Millis) -> None:
        assert isinstance(message.request, Act)
        state = self._journal.state
        guest = state.guest_of(person)
        seat = state.seat_of(guest)
        if not self._is_inside(person):
            self._refuse(reply, NOT_HERE)
            return
        if seat is None:
            self._refuse(reply, Refused("watching", "You are not playing."))
            return
        at = Millis(max(now, clock_of(state)))
        action = worn_out(self._journal.version, message.request)
        action = action or read_action(state.game, Seat(seat), message.request.action, at)
        if isinstance(action, Refused):
            self._answer_for_good(reply, person, action)
        elif is_a_race(state, action):
            pressed = Pressed(person, Seat(seat), action, reply)
            self._race(pressed, self._credit(message, person, now), now)
        else:
            self._play(Pressed(person, Seat(seat), action, reply), now)

    def _race(self, pressed: Pressed, credit: int, now: Millis) -> None:
        """Take what may have been pressed before something else: it happens in that order."""
        state = self._journal.state
        others = {
            state.people[sitter.guest].id
            for seat, sitter in enumerate(state.seats)
            if seat != pressed.seat and sitter is not None and sitter.guest is not None
        }
        if pressed.reply is not None:
            self._held[pressed.by, pressed.reply.id] = pressed.reply
        self._fair.add(pressed, now, credit, self._lines.reach(others))
        self._let_go(now)

    def _let_go(self, now: Millis) -> None:
        self._carry_on(self._fair.due(now), now)

    def _carry_on(self, presses: list[Press[Pressed]], now: Millis) -> None:
        for press in presses:
            what = press.what
            if what.reply is not None:  # answer on the line that asked last
                what = replace(what, reply=self._held.pop((what.by, what.reply.id)))
            at = Millis(max(press.pressed, clock_of(self._journal.state)))
            if isinstance(what.action, Pause | Leave):
                assert what.reply is not None
                self._ask_house(what.reply, what.by, what.action, now, at)
                continue
            if what.for_absence and not self._somebody_is_away:
                continue  # they were back before it came to that
            close_call = _close_call(self._journal.state, press)
            dated = self._journal.state.conduct.dated(what.action, at, press.compensated)
            self._play(replace(what, action=dated), now)
            if close_call is not None:
                self._commit(Entry(house=(close_call,)), None, now)

    def _play(self, pressed: Pressed, now: Millis) -> None:
        outcome = act(self._journal.state, pressed.action)
        if not isinstance(outcome, Refused):
            message = pressed.reply.id if pressed.reply else ""
            entry: Entry[Any] = Entry(
                by=pressed.by, id=message, house=pressed.house, game=outcome.events
            )
            self._commit(entry, pressed.reply, now, outcome.state)
        elif pressed.reply is not None:
            self._answer_for_good(pressed.reply, pressed.by, outcome)

    def _commit(
        self,
        entry: Entry[Any],
        reply: Reply | None,
        now: Millis,
        play: Any = None,
        left: Millis | None = None,
    ) -> None:
        """Let an entry happen as far as the table is concerned, and hand it out to be saved."""
        self.out.append(self._journal.write(entry, reply, play))
        self._look_after(now, left)

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
                self._refuse(pending.reply, Refused("not-saved", text))
        self._robots.forget()
        self._ask_again = Millis(now + RETRY_AFTER)

    def _publish(self, pending: Pending, now: Millis) -> None:
        before, after, entry = pending.before, pending.after, pending.entry
        self._told_at.append((pending.version, now))
        there = _there(after)
        came_or_went = set() if before.people is after.people else _there(before) ^ there
        stayed = self._lines.greeted(there - came_or_went if came_or_went else there)
        self.out += self._teller.update(before, after, entry, stayed)
        if came_or_went:
            for line, _ in self._lines.greeted(came_or_went):
                self._sync(line, now, 0)
        if entry.house and _who_and_how(before) != _who_and_how(after):
            self._tell_presence(now)
        for event in entry.game:
            if type(event) in after.conduct.asked_again:
                self._robots.forget_seat(event.seat)
        if pending.reply is not None:
            self._acknowledge(pending.reply, pending.version)

    def _look_after(self, now: Millis, left: Millis | None = None) -> None:
        """End a bot's standing in for those who are back; stop a level for those who are gone.

        `left` is when somebody left, if nothing that was pressed before can come any more.
        """
        for seat in returned(self._journal.state, self._is_here):
            entry: Entry[Any] = Entry(house=(StoodIn(seat=seat, on=False),))
            self.out.append(self._journal.write(entry, None))
        state = self._journal.state
        gone = first_away(state, self._is_here)
        if gone is None:
            return
        at = Millis(max(now if left is None else left, clock_of(state)))
        action = state.conduct.stop(state.play, gone, at)
        stop = Pressed(NOBODY, gone, action, None, for_absence=True)
        if action is not None and left is not None:
            self._play(stop, now)
        elif action is not None and not self._stop_is_held:
            self._race(stop, 0, now)

    @property
    def _somebody_is_away(self) -> bool:
        return first_away(self._journal.state, self._is_here) is not None

    @property
    def _stop_is_held(self) -> bool:
        """Whether a level is about to be stopped for somebody who is away."""
        return any(press.what.for_absence for press in self._fair)

    def _tell_presence(self, now: Millis) -> None:
        seats = tuple(self._presence(seat) for seat in range(len(self.state.seats)))
        self._tell_all(Who(seats=seats, deadline=self._deadline, now=now))

    def _presence(self, seat: int) -> Presence:
        sitter = self.state.seats[seat]
        if sitter is None or sitter.guest is None:
            return Presence(here=sitter is not None, line="good")
        person = self.state.people[sitter.guest]
        if not person.here:
            return Presence(here=False, line="gone")
        line = self._lines.quality(person.id)
        return Presence(
            here=line != "gone", line=line, credit=_shown(self._lines.credit(person.id))
        )

    @property
    def _deadline(self) -> Millis | None:
        """Until when the table waits for this turn, in a game that has turns."""
        state = self.state
        seconds = state.settings.turn_seconds
        if seconds is None or state.stage is not Stage.PLAYING or state.paused:
            return None
        without_turns = state.conduct.turn(state.play) is None
        return None if without_turns else Millis(self._turn_since + 1000 * seconds)

    def _ask_bots(self, now: Millis) -> None:
        state = self.state
        turn = turn_of(state)
        if turn != self._turn:
            self._turn, self._turn_since = turn, now
            self._late = False
            if state.settings.turn_seconds is not None:
                self._tell_presence(now)
        late = set(state.rules.waiting(state.play)) if self._late else set()
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
            pressed = Pressed(NOBODY, seat, dated, None, self._played_for(state, seat))
            if is_a_race(state, dated):
                self._race(pressed, 0, now)
            elif seat in state.rules.waiting(state.play):
                self._play(pressed, now)

    def _played_for(self, state: TableState, seat: Seat) -> tuple[HouseEvent, ...]:
        """Say for whom the table plays because their time is up; not for its own bots."""
        sitter = state.seats[seat]
        if not self._late or sitter is None or sitter.guest is None:
            return ()
        turn = state.conduct.turn(state.play)
        return () if turn is None else (PlayedFor(seat=seat, round=turn[0], turn=turn[1]),)

    def wake(self, now: Millis) -> None:
        """Do whatever is due by now."""
        due = self.next_wake
        if due is not None and now - due > ASLEEP:
            # The site itself was stopped or suspended: nobody else was silent or took too long.
            self._lines.forgive(now)
            self._turn_since = Millis(self._turn_since + now - due)
            self._tell_presence(now)
        self._let_go(now)
        self._robots_act(now)
        if self._deadline is not None and now >= self._deadline and not self._late:
            self._time_is_up(now)
        if self._ask_again is not None and now >= self._ask_again:
            self._ask_again = None
            self._look_after(now)
            self._ask_bots(now)
        for line, number in self._lines.pings(now, self._ping_gap):
            if number is None:
                self._hang_up(line, "silent")
            else:
                self._tell(line, Ping(n=number))

    def _ping_gap(self) -> int:
        self._pinged += 1
        in_play = self.state.stage is Stage.PLAYING and self.state.conduct.timed
        gaps = PING_GAPS_IN_PLAY if in_play else PING_GAPS
        return gaps[luck(self.state.seed, f"ping {self._pinged}") % len(gaps)]

    def _time_is_up(self, now: Millis) -> None:
        """Let a bot pick for whoever has not; and go on picking for those who are away."""
        state = self.state
        self._late = True
        for seat in left_behind(state, state.rules.waiting(state.play), self._is_here):
            self._commit(Entry(house=(StoodIn(seat=seat, on=True),)), None, now)
        self._ask_bots(now)

    @property
    def next_wake(self) -> Millis | None:
        """When `wake` has something to do; None if nothing is to be waited for."""
        wake = self._lines.next_ping
        deadline = None if self._late else self._deadline
        for time in (self._fair.next_release, self._robots.next_due, self._ask_again, deadline):
            if time is not None and (wake is None or time < wake):
                wake = time
        return wake


def _there(state: TableState) -> set[PersonId]:
    return {person.id for person in state.people if person.here}


def _who_and_how(state: TableState) -> tuple[Any, ...]:
    """Return what a change of presence is about: who is there, where, and the time for a turn."""
    return (_there(state), state.seats, state.settings.turn_seconds)


def _door(state: TableState, guest: Guest | None) -> Door:
    """Return what somebody who has the link may know: the link is the invitation."""
    removed = guest is not None and state.people[guest].banned
    known = bool(state.people) and not removed
    sitters = [sitter for sitter in state.seats if sitter is not None and known]
    return Door(
        game=state.game,
        stage=state.stage,
        free=state.free_seats,
        spectators=state.settings.spectators,
        removed=removed,
        host=state.people[state.host].name if known else "",
        players=tuple(state.sitter_name(sitter) for sitter in sitters if not sitter.bot),
        bots=tuple(sitter.bot for sitter in sitters if sitter.bot),
        kept=guest is not None and state.keeps_seat(guest),
    )


def _shown(credit: int) -> int:
    """Return a credit as it is shown: roughly, so that it seldom changes."""
    return credit - credit % 10


def _seen_of(lag: LagTracker) -> tuple[str, int]:
    """Return what the others see of a line."""
    return lag.quality, _shown(lag.one_way)


def is_race_on(state: TableState) -> bool:
    """Tell whether it matters now who was first, so that nothing may jump the queue."""
    return (
        state.stage is Stage.PLAYING and not state.paused and state.conduct.race_is_on(state.play)
    )


def is_a_race(state: TableState, action: Any) -> bool:
    """Tell whether it matters who was first with an action."""
    return state.play is not None and state.conduct.is_race(state.play, action)


def _close_call(state: TableState, press: Press[Pressed]) -> CloseCall | None:
    """Tell how close it was, if this press came just too late to matter; a mistake has one."""
    if state.play is None or state.close is not None:
        return None
    return state.conduct.close_call(state.play, press.what.action, press.pressed, press.compensated)
