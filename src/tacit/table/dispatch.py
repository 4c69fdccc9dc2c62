"""Routes each request to a decider, to the referee or to the audience.

`process` takes what a client sends, `ask` what is asked of the table. Whatever happens ends in
`Referee.commit`; what cannot happen is refused by `Answers`.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeAlias

from msgspec.structs import replace

from tacit.core.rulebook import Millis, Refused, Seat
from tacit.table.actions import read_action
from tacit.table.decide.context import NOT_HERE, SILENCE, Context
from tacit.table.decide.decide import decide
from tacit.table.decide.moderation import CallTime, Moderation, moderate
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
from tacit.table.decide.size_limit import past_size_limit
from tacit.table.fairtime.connections import Connection, Connections
from tacit.table.fairtime.race import Pressed, interrupts, is_a_race
from tacit.table.log.journal import Journal, Reply
from tacit.table.log.records import Entry, PersonId
from tacit.table.log.state import clock_of, may_talk
from tacit.table.outputs import ConnectionId, Output
from tacit.table.referee import THE_TABLE, Referee
from tacit.table.tell.answers import Answers
from tacit.table.tell.audience import Audience, looked_up
from tacit.table.tell.messages import LONGEST_ID_CHARS, Ack, Do

May: TypeAlias = Callable[[ConnectionId, PersonId, AnyRequest], Refused | None]
"""A rate limit: says why a person has to wait with a request, if they do."""


class Dispatcher:
    """Takes each request to what decides it, and does it once however often it is sent."""

    def __init__(  # noqa: PLR0913
        self,
        out: list[Output],
        journal: Journal,
        connections: Connections,
        audience: Audience,
        *,
        new_seed: Callable[[], bytes],
        may: May | None,
    ) -> None:
        self._journal = journal
        self._audience = audience
        self._new_seed = new_seed
        self._may = may
        self.answers = Answers(out)
        self.referee = Referee(out, journal, connections, self.answers, self.ask)

    def break_cycles(self) -> None:
        """Break the reference cycles."""
        self._may = None
        self.referee.break_cycles()

    def moderate(self, order: Moderation, reply: Reply, now: Millis) -> None:
        """Do what the host of the site orders."""
        if isinstance(order, CallTime):
            self.referee.release_all(now)  # they were pressed in time
        decision = moderate(self._journal.state, order, self._context(Leave(), THE_TABLE, now))
        if isinstance(decision, Refused):
            self.answers.give(reply, decision)
        elif not decision.house:  # nothing changes
            self.answers.give(reply, self._journal.saved_version)
        else:
            self.referee.commit(decision, reply, now)

    def _context(self, request: AnyRequest, person: PersonId, now: Millis) -> Context:
        return Context(
            request=request,
            person=person,
            now=now,
            is_here=self.referee.is_here,
            new_seed=self._new_seed,
            away_since=self.referee.away_since,
            is_heard=self._audience.chat.of,
        )

    def process(
        self, connection: ConnectionId, sender: Connection, message: Do, now: Millis
    ) -> None:
        """Do a request once, however often it is sent."""
        person, request = sender.person, message.request
        reply = Reply(connection, message.id, kind_of(request))
        if not 0 < len(message.id) <= LONGEST_ID_CHARS:
            wrong = Refused("bad-id", "A message needs an id of 1 to 40 characters.")
            self.answers.give(reply, wrong)
            return
        if sender.shown_by is not None:  # a screen shows, and asks for nothing
            self.answers.give(reply, NOT_HERE)
            return
        state = self._journal.state
        version = self._journal.done(person, reply)
        given = self.answers.final(person, message.id)
        if version is not None:
            if version <= self._journal.saved_version:
                self.answers.give(reply, version)
        elif given is not None:
            self.answers.give(reply, given)
        elif self.referee.race.holds(person, reply):
            return  # it is answered when it is released
        elif isinstance(request, Act):
            self._act(reply, person, message, request, now)
        elif interrupts(state, person, request):
            seat = Seat(state.seat_of(state.guest_of(person)) or 0)
            self.referee.press(Pressed(person, seat, request, reply), self._seen(message), now)
        else:
            self.ask(reply, person, request, now)

    def _seen(self, message: Do) -> int:
        return self._journal.saved_version if message.seen is None else message.seen

    def ask(
        self,
        reply: Reply,
        person: PersonId,
        request: AnyRequest,
        now: Millis,
        pressed: Millis | None = None,
    ) -> None:
        """Decide a request about the table; `pressed` is its time if it was ordered as a press."""
        if not isinstance(request, Join) and not self._journal.state.is_inside(person):
            self.answers.give(reply, NOT_HERE)  # before the rate limit, which is for guests
            return
        refused = past_size_limit(self._journal.version, request)
        if refused is None and reply.connection is not None and self._may is not None:
            refused = self._may(reply.connection, person, request)
        if refused is not None:
            self.answers.give(reply, refused)
            return
        context = self._context(request, person, now if pressed is None else pressed)
        decision = decide(self._journal.state, context)
        if isinstance(decision, Refused):
            self.answers.give_final(reply, person, decision)
        elif isinstance(request, Say | Show):
            self._express(reply, person, request, decision)
        elif isinstance(request, History | Odds):
            self._look_up(reply, person, request)
        else:
            entry = replace(decision, by=person, id=reply.id)
            self.referee.commit(entry, reply, now, left=pressed)

    def _express(
        self, reply: Reply, person: PersonId, request: Say | Show, decision: Entry[Any]
    ) -> None:
        """Tell at once what a person said or showed, unless they may not talk yet."""
        if not may_talk(self._journal.saved):
            # The end of the silence is decided but not durable. Talk would tell it.
            self.answers.give_final(reply, person, SILENCE)
            return
        self._audience.express(self._journal.saved, person, request, decision)
        self.answers.give_final(reply, person, self._journal.saved_version)

    def _look_up(self, reply: Reply, person: PersonId, request: History | Odds) -> None:
        """Show one connection what it asked to see, of the game as its person has been told it."""
        shown = looked_up(self._journal.saved, person, request)
        if isinstance(shown, Refused):
            self.answers.give(reply, shown)
            return
        assert reply.connection is not None
        self._audience.tell(reply.connection, shown)
        self._audience.tell(reply.connection, Ack(id=reply.id, version=self._journal.saved_version))

    def _act(self, reply: Reply, person: PersonId, message: Do, request: Act, now: Millis) -> None:
        """Do an action of the game, or hold it if it matters which player was first."""
        state = self._journal.state
        guest = state.guest_of(person)
        if guest is None or not state.people[guest].here:
            self.answers.give(reply, NOT_HERE)
            return
        seat = state.seat_of(guest)
        if seat is None:
            watching = Refused("watching", "You are not playing.")
            self.answers.give_final(reply, person, watching)
            return
        at = Millis(max(now, clock_of(state)))
        action = past_size_limit(self._journal.version, request)
        action = action or read_action(state.game, Seat(seat), request.action, at)
        if isinstance(action, Refused):
            self.answers.give_final(reply, person, action)
            return
        if type(action) in state.conduct.interruptions and self._may is not None:
            assert reply.connection is not None
            refused = self._may(reply.connection, person, request)
            if refused is not None:
                self.answers.give(reply, refused)
                return
        pressed = Pressed(person, Seat(seat), action, reply)
        if is_a_race(state, action):
            self.referee.press(pressed, self._seen(message), now)
        else:
            self.referee.play(pressed, now)
