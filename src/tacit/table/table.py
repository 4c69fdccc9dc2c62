"""One live table: messages in, messages out.

It owns the table's state and nothing else does. Whatever happens is first handed out to be made
durable (`Save`) and told to people only when `saved` says that it is. What could not be saved never
happened: the table goes back to what is durable and says so.

Times are milliseconds of the table's clock, which whoever runs the table brings along.
"""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable
from typing import Any, NamedTuple

from msgspec.structs import replace

from tacit.games.extreme import Phase, Play, ProposeStar, Stop
from tacit.games.rulebook import Millis, Refused, Seat
from tacit.table.absence import first_away, left_behind, turn_of
from tacit.table.decide import Asked, act, decide, read_action
from tacit.table.fair import FairQueue, Press
from tacit.table.journal import REMEMBERED, Journal, Pending, Reply
from tacit.table.lines import Line, Lines
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
    Hello,
    No,
    Ping,
    Pong,
    Presence,
    ServerMessage,
    Who,
)
from tacit.table.outputs import Ask, HangUp, LineId, Output, Refusal, Tell
from tacit.table.records import CloseCall, Entry, Guest, PersonId, StoodIn
from tacit.table.requests import Act, Show
from tacit.table.robots import Pace, Robots
from tacit.table.state import Stage, TableState, clock_of
from tacit.table.telling import Teller

RETRY_AFTER = 1000
"""Milliseconds until bots try again what could not be saved."""
CLOSE_CALL = 1000
"""A press so shortly after a mistake is told as a close call."""
NOBODY = PersonId("")
"""Who acts when the table acts by itself."""


class Pressed(NamedTuple):
    """An action of the game on its way to the table."""

    by: PersonId
    seat: Seat
    action: Any
    reply: Reply | None


class Table:
    """See the module's text."""

    def __init__(
        self,
        entries: list[Entry[Any]],
        now: Millis,
        new_seed: Callable[[], bytes],
        pace: Pace | None = None,
    ) -> None:
        self.out: list[Output] = []
        self._new_seed = new_seed
        self._pace = pace or Pace()
        self._lines = Lines(now)
        self._fair: FairQueue[Pressed] = FairQueue()
        self._refused: OrderedDict[tuple[PersonId, str], Refused] = OrderedDict()
        self._ask_again: Millis | None = None
        self._take_up(Journal(entries), now)

    def _take_up(self, journal: Journal, now: Millis) -> None:
        self._journal = journal
        self._teller = Teller(journal.saved, journal.saved_version)
        self._robots = Robots(journal.saved.commitment, self._pace)
        self._turn: tuple[Any, ...] = ()
        self._turn_since = now
        self._late: set[int] = set()
        self._stop_without_all(now)
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
    def lines(self) -> int:
        """How many lines there are."""
        return len(self._lines)

    def connect(self, line: LineId, person: PersonId, now: Millis) -> None:
        """Take a new line of somebody; it says hello next."""
        self._lines.add(line, person, now)

    def disconnect(self, line: LineId, now: Millis) -> None:
        """A line is gone. Its person is away if it was his last."""
        if self._lines.drop(line):
            self._stop_without_all(now)
            self._tell_presence(now)

    def say_goodbye(self, reason: str) -> None:
        """Tell everybody that his line will be closed, and close it."""
        for line in self._lines:
            self._hang_up(line, reason)

    def _hang_up(self, line: LineId, reason: str) -> None:
        self._tell(line, Bye(reason=reason))
        self.out.append(HangUp(line))

    def _tell(self, line: LineId, message: ServerMessage) -> None:
        self.out.append(Tell(line, ENCODER.encode(message)))

    def receive(self, line: LineId, message: ClientMessage, now: Millis) -> None:
        """Take a message of a client."""
        sender = self._lines.get(line)
        if sender is None:
            return
        sender.heard = now
        match message:
            case Pong(n=number):
                before = sender.lag.quality
                sender.lag.pong(number, now)
                if sender.lag.quality != before:
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
            self._welcome_back(sender.person, now)
            self._tell_presence(now)

    def _sync(self, line: LineId, now: Millis, version: int) -> None:
        """Send everything its person may know, or only the door to somebody who is outside."""
        sender = self._lines.get(line)
        if sender is None:
            return
        guest = self.state.guest_of(sender.person)
        if guest is not None and self.state.people[guest].here:
            self._tell(line, self._teller.sync(sender.person, version, now))
        else:
            removed = guest is not None and self.state.people[guest].banned
            self._tell(line, _door(self.state, removed=removed))

    def _welcome_back(self, person: PersonId, now: Millis) -> None:
        """End a bot's standing in for somebody who returns."""
        state = self._journal.state
        seat = state.seat_of(state.guest_of(person))
        sitter = None if seat is None else state.seats[seat]
        if seat is not None and sitter is not None and sitter.stand_in:
            self._commit(Entry(house=(StoodIn(seat=seat, on=False),)), None, now)

    def _request(self, line: LineId, sender: Line, message: Do, now: Millis) -> None:
        person, reply = sender.person, Reply(line, message.id)
        if not 0 < len(message.id) <= LONGEST_ID:
            self._refuse(reply, Refused("bad-id", "A message needs an id of 1 to 40 characters."))
            return
        version = self._journal.done(person, reply)
        if version is not None:
            if version <= self.version:
                self._tell(line, Ack(id=message.id, version=version))
        elif (person, message.id) in self._refused:
            self._refuse(reply, self._refused[person, message.id])
        elif isinstance(message.request, Act):
            self._act(reply, sender, message.request, now)
        else:
            self._ask_house(reply, person, message, now)

    def _refuse(self, reply: Reply, refused: Refused) -> None:
        no = No(id=reply.id, key=refused.key, text=str(refused), details=refused.details)
        self._tell(reply.line, no)
        self.out.append(Refusal(refused.key))

    def _refuse_for_good(self, reply: Reply, by: PersonId, refused: Refused) -> None:
        """Refuse, and give the same answer should the same message come again."""
        self._refused[by, reply.id] = refused
        while len(self._refused) > REMEMBERED:
            self._refused.popitem(last=False)
        self._refuse(reply, refused)

    def _ask_house(self, reply: Reply, person: PersonId, message: Do, now: Millis) -> None:
        asked = Asked(message.request, person, now, self._is_here, self._new_seed)
        decision = decide(self._journal.state, asked)
        if isinstance(decision, Refused):
            self._refuse_for_good(reply, person, decision)
        elif isinstance(message.request, Show):
            self._gesture(message.request, person)
            self._tell(reply.line, Ack(id=reply.id, version=self.version))
        else:
            self._commit(replace(decision, by=person, id=reply.id), reply, now)

    def _is_here(self, guest: Guest) -> bool:
        person = self._journal.state.people[guest]
        return person.here and self._lines.is_here(person.id)

    def _gesture(self, request: Show, person: PersonId) -> None:
        guest = self.state.guest_of(person)
        if guest is not None:
            self._tell_all(Gesture(guest=guest, emote=request.emote))

    def _tell_all(self, message: ServerMessage) -> None:
        data = ENCODER.encode(message)
        self.out += [Tell(line, data) for line, _ in self._lines.greeted(_there(self.state))]

    def _act(self, reply: Reply, sender: Line, request: Act, now: Millis) -> None:
        state = self._journal.state
        seat = state.seat_of(state.guest_of(sender.person))
        if seat is None:
            refused = Refused("watching", "You are not playing.")
            self._refuse_for_good(reply, sender.person, refused)
            return
        at = Millis(max(now, clock_of(state)))
        action = read_action(state, Seat(seat), request.action, at)
        if isinstance(action, Refused):
            self._refuse_for_good(reply, sender.person, action)
        else:
            pressed = Pressed(sender.person, Seat(seat), action, reply)
            self._press(pressed, sender.lag.one_way, now)

    def _press(self, pressed: Pressed, one_way: int, now: Millis) -> None:
        """Play at once, unless it matters who was first: then in the order pressed."""
        state = self._journal.state
        in_play = state.game == "extreme" and state.stage is Stage.PLAYING
        if in_play and _is_a_race(state, pressed.action):
            others = {
                state.people[sitter.guest].id
                for seat, sitter in enumerate(state.seats)
                if seat != pressed.seat and sitter is not None and sitter.guest is not None
            }
            self._fair.add(pressed, now, one_way, self._lines.slowest(others))
            self._let_go(now)
        else:
            self._play(pressed, now)

    def _let_go(self, now: Millis) -> None:
        for press in self._fair.due(now):
            close_call = _close_call(self._journal.state, press)
            at = Millis(max(press.pressed, clock_of(self._journal.state)))
            dated: dict[str, Any] = {"at": at}
            if isinstance(press.what.action, Play):
                dated["compensated"] = press.compensated
            self._play(press.what._replace(action=replace(press.what.action, **dated)), now)
            if close_call is not None:
                self._commit(Entry(house=(close_call,)), None, now)

    def _play(self, pressed: Pressed, now: Millis) -> None:
        decision = act(self._journal.state, pressed.action)
        if not isinstance(decision, Refused):
            message = pressed.reply.id if pressed.reply else ""
            self._commit(replace(decision, by=pressed.by, id=message), pressed.reply, now)
        elif pressed.reply is not None:
            self._refuse_for_good(pressed.reply, pressed.by, decision)

    def _commit(self, entry: Entry[Any], reply: Reply | None, now: Millis) -> None:
        """Let an entry happen as far as the table is concerned, and hand it out to be saved."""
        self.out.append(self._journal.write(entry, reply))
        self._stop_without_all(now)

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
        before, after = _there(pending.before), _there(pending.after)
        stayed = self._lines.greeted(before & after)
        self.out += self._teller.update(pending.before, pending.after, pending.entry, stayed)
        for line, _ in self._lines.greeted(before ^ after):
            self._sync(line, now, 0)
        if before != after or pending.before.seats is not pending.after.seats:
            self._tell_presence(now)
        if pending.reply is not None:
            self._tell(pending.reply.line, Ack(id=pending.reply.id, version=pending.version))

    def _stop_without_all(self, now: Millis) -> None:
        """The Mind Extreme stops when a player is gone, and waits for hands."""
        state = self._journal.state
        seat = first_away(state, self._is_here)
        if seat is not None:
            stop = Stop(seat=seat, at=Millis(max(now, clock_of(state))))
            self._play(Pressed(NOBODY, seat, stop, None), now)

    def _tell_presence(self, now: Millis) -> None:
        seats = tuple(self._presence(seat) for seat in range(len(self.state.seats)))
        self._tell_all(Who(seats=seats, deadline=self._deadline, now=now))

    def _presence(self, seat: int) -> Presence:
        sitter = self.state.seats[seat]
        if sitter is None or sitter.guest is None:
            return Presence(here=sitter is not None, line="good")
        person = self.state.people[sitter.guest]
        line = self._lines.quality(person.id) if person.here else "gone"
        return Presence(here=line != "gone", line=line)

    @property
    def _deadline(self) -> Millis | None:
        """Until when the table waits for picks of Mind Up!."""
        state = self.state
        seconds = state.settings.turn_seconds
        if seconds is None or state.game != "mindup" or state.stage is not Stage.PLAYING:
            return None
        return None if state.paused else Millis(self._turn_since + 1000 * seconds)

    def _ask_bots(self, now: Millis) -> None:
        state = self.state
        turn = turn_of(state)
        if turn != self._turn:
            self._turn, self._turn_since = turn, now
            self._late.clear()
            if state.settings.turn_seconds is not None:
                self._tell_presence(now)
        self.out += self._robots.questions(state, self.version, self._late, now)

    def answered(self, ask: Ask, answer: Any, now: Millis) -> None:
        """A bot has answered."""
        self._robots.answered(ask.ticket, ask.question, answer, now)
        self._robots_act(now)

    def _robots_act(self, now: Millis) -> None:
        for seat, action in self._robots.due(now):
            state = self._journal.state
            dated = replace(action, seat=seat, at=Millis(max(now, clock_of(state))))
            if seat in state.rules.waiting(state.play) or _is_a_race(state, dated):
                self._press(Pressed(NOBODY, seat, dated, None), 0, now)

    def wake(self, now: Millis) -> None:
        """Do whatever is due by now."""
        self._let_go(now)
        self._robots_act(now)
        if self._deadline is not None and now >= self._deadline and not self._late:
            self._time_is_up(now)
        if self._ask_again is not None and now >= self._ask_again:
            self._ask_again = None
            self._ask_bots(now)
        in_play = self.state.stage is Stage.PLAYING and self.state.game == "extreme"
        for line, number in self._lines.pings(now, in_play=in_play):
            if number is None:
                self._hang_up(line, "silent")
            else:
                self._tell(line, Ping(n=number))

    def _time_is_up(self, now: Millis) -> None:
        """Let a bot pick for whoever has not; and go on picking for those who are away."""
        state = self.state
        self._late.update(state.rules.waiting(state.play))
        for seat in left_behind(state, self._late, self._is_here):
            self._commit(Entry(house=(StoodIn(seat=seat, on=True),)), None, now)
        self._ask_bots(now)

    @property
    def next_wake(self) -> Millis | None:
        """When `wake` has something to do; None if nothing is to be waited for."""
        times = (
            self._fair.next_release,
            self._robots.next_due,
            self._ask_again,
            None if self._late else self._deadline,
            self._lines.next_ping,
        )
        return min((time for time in times if time is not None), default=None)


def _there(state: TableState) -> set[PersonId]:
    return {person.id for person in state.people if person.here}


def _door(state: TableState, *, removed: bool) -> Door:
    return Door(
        game=state.game,
        stage=state.stage,
        free=sum(1 for sitter in state.seats if sitter is None),
        spectators=state.settings.spectators,
        removed=removed,
    )


def _is_a_race(state: TableState, action: Any) -> bool:
    """Tell whether it matters who was first: a card always, the rest while cards are laid."""
    if isinstance(action, Play):
        return True
    return isinstance(action, Stop | ProposeStar) and state.play.phase is Phase.PLAYING


def _close_call(state: TableState, press: Press[Pressed]) -> CloseCall | None:
    """Tell how close it was when an overtaken card was pressed just after the mistake."""
    seat, action = press.what.seat, press.what.action
    if not isinstance(action, Play) or state.play is None or state.close is not None:
        return None
    if state.play.phase is not Phase.GATHERING or (seat, action.card) not in state.play.aside:
        return None
    if not state.play.laid or press.pressed - state.play.laid[-1].at > CLOSE_CALL:
        return None
    behind = Millis(max(0, press.pressed - state.play.laid[-1].at))
    return CloseCall(seat=seat, card=action.card, behind=behind, compensated=press.compensated)
