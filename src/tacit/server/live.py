"""A table that is alive: lines carry its messages, a store keeps its log, bots think elsewhere.

All of it runs on the event loop, one call after the other, so that the table has one owner. The
store answers from its own thread; `Returns` brings those answers back to the loop in batches.
"""

from __future__ import annotations

import asyncio
import secrets
import time
from collections.abc import Callable
from typing import Any, ClassVar, NamedTuple

from tacit.games.rulebook import Millis, Refused
from tacit.server.hard_bots import HardBots
from tacit.server.logs import fingerprint, note, reason
from tacit.server.manners import CROWD, Manners
from tacit.server.metrics import Metrics
from tacit.server.minds import Minds
from tacit.server.outbox import Outbox, Recipient
from tacit.server.past import Past
from tacit.server.returns import Returns
from tacit.server.thinkers import Thinkers
from tacit.store.shared import Shared
from tacit.store.store import Conflict, Store, StoreError, Unreachable
from tacit.table.messages import ENCODER, Bye, ClientMessage, Hello, Pong, read
from tacit.table.outputs import Answered, Ask, HangUp, LineId, Output, Save, Tell
from tacit.table.records import PersonId
from tacit.table.requests import AddBot, AnyRequest, Join, kind_of
from tacit.table.robots import Pace
from tacit.table.state import Sitter
from tacit.table.table import Table

NO_ANSWER = Refused("no-answer", "The table did not answer. Please try again.")


class Tools(NamedTuple):
    """What every live table shares with the others."""

    store: Store
    returns: Returns
    outbox: Outbox
    thinkers: Thinkers
    manners: Manners
    hard_bots: HardBots
    metrics: Metrics
    pace: Pace
    new_seed: Callable[[], bytes]
    clock: Callable[[], int]
    """Milliseconds since 1970, never running backwards."""
    ended: Callable[[str], None]
    """Told the name of a table when a game is over there."""


class LiveTable:
    """See the module's text."""

    read: ClassVar = staticmethod(read)

    def __init__(
        self, name: str, past: Past, tools: Tools, gone: Callable[[LiveTable], None]
    ) -> None:
        self.name = name
        self._tools = tools
        self._gone = gone
        """Called when the table goes on elsewhere, or nobody knows how it stands."""
        self._lines: dict[LineId, Recipient] = {}
        self._addresses: dict[LineId, str] = {}
        self._people: dict[LineId, PersonId] = {}
        self._asked: dict[str, asyncio.Future[Refused | None]] = {}
        """Who waits for an answer without a line."""
        self._inviter = ""
        """Where the table's bots were invited from."""
        self._invited: list[str] = []
        """Bots on their way to a seat."""
        self._counted: Any = None
        """Who sat there when its bots were last counted."""
        self._minds = Minds(name, tools.store, tools.thinkers)
        self._unsaved: list[tuple[Save, float]] = []
        """What the store has not been given yet, and since when it waits."""
        self._saving = False
        self._checking: asyncio.Task[None] | None = None
        self._doubts: set[asyncio.Task[None]] = set()
        self._doubting = asyncio.Lock()
        self._alarm: asyncio.TimerHandle | None = None
        self._alarm_at: Millis | None = None
        self._closed = False
        self._begin = past.begin
        self._catch_up(past.last)
        self.used = self.woken = tools.clock()
        self.visited = False
        """Whether anybody has connected since it was brought into memory."""
        self.left = 0
        """When a line of somebody who is at the table was last let go."""
        self.opener = ""
        """Where it was opened from; not known of a table that was woken."""
        self.new = False
        """Whether it was opened, not woken."""
        self.active = self._begin + past.last
        """When something was last told, in milliseconds since 1970 and to the minute: nobody may
        know of a press before that, nor when exactly it came."""
        self.table = Table(past.journal, self.now, tools.new_seed, tools.pace, self._may)
        self.pump()

    @property
    def now(self) -> Millis:
        """The table's clock."""
        return Millis(max(0, self._tools.clock() - self._begin))

    def _catch_up(self, last: Millis) -> None:
        """Go on from the log's last time if this machine's clock was put back meanwhile."""
        self._begin -= max(0, last - (self._tools.clock() - self._begin))

    def _may(self, line: LineId, person: PersonId, request: AnyRequest) -> Refused | None:
        """Say why somebody has to wait with a request."""
        return self._may_from(self._addresses.get(line, ""), person, request)

    def _may_from(self, address: str, person: PersonId, request: AnyRequest) -> Refused | None:
        now = self._tools.clock() / 1000
        new = isinstance(request, Join) and self.table.state.guest_of(person) is None
        if new and self._tools.manners.is_crowd(self.name, address, now):
            return CROWD
        refused = self._tools.manners.refused(request, person, self._circle(person), address, now)
        if refused is None and isinstance(request, AddBot):
            self._inviter = address
            refused = self._tools.hard_bots.refused((request.bot,), address)
        if isinstance(request, AddBot):
            # Each is answered once; what is refused here is answered before those on their way.
            if refused is None:
                self._invited.append(request.bot)
            else:
                self._invited.insert(0, "")
            self._count_bots()
        return refused

    def _circle(self, person: PersonId) -> str:
        """Return with whom somebody shares a limit: watchers cannot use up that of the players."""
        state = self.table.state
        guest = state.guest_of(person)
        plays = guest is not None and (guest == state.host or state.seat_of(guest) is not None)
        return f"{self.name} {'players' if plays else 'watchers'}"

    def opened_from(self, address: str) -> None:
        """It is new, opened from somewhere, and its bots count although nobody has come yet."""
        self.new, self.opener, self._inviter = True, address, address
        self._count_bots()

    def has_room(self, address: str) -> bool:
        """Tell whether its bots that think hard may play for somebody from an address."""
        bots = [one.bot for one in self.table.state.seats if one is not None and one.bot]
        where = self._inviter or address
        return self._holds_bots or self._tools.hard_bots.refused(bots, where) is None

    @property
    def _holds_bots(self) -> bool:
        return bool(self._lines) or (self.new and not self.visited)

    def make_way(self, person: PersonId, most: int) -> None:
        """Hang up somebody's oldest lines, so that with one more they have at most so many."""
        mine = [line for line, who in self._people.items() if who == person]
        for line in mine[: max(0, len(mine) - most + 1)]:
            to = self._lines[line]
            self._tools.outbox.post(to, ENCODER.encode(Bye(reason="elsewhere")))
            self._tools.outbox.hang_up(to)
            self.disconnect(line)

    def connect(self, line: LineId, person: PersonId, to: Recipient, address: str) -> None:
        """Take a line from somewhere."""
        self._addresses[line] = address
        self._inviter = self._inviter or address
        self.used = self._tools.clock()
        self._lines[line] = to
        self._people[line] = person
        self.table.connect(line, person, self.now)
        self._count_bots()
        self.pump()

    async def ask(self, person: PersonId, request: AnyRequest, address: str) -> Refused | None:
        """Have a request done for somebody who has no line; return why it is refused, if it is."""
        if self._closed:
            return NO_ANSWER
        self.used = self._tools.clock()
        self._inviter = self._inviter or address
        message = secrets.token_urlsafe(9)
        done: asyncio.Future[Refused | None] = asyncio.get_running_loop().create_future()
        self._asked[message] = done
        refused = self._may_from(address, person, request)
        if refused is None:
            self.table.ask(person, request, message, self.now)
        else:
            self._answered(Answered(kind_of(request), message, refused))
        self.pump()
        try:
            return await done
        finally:
            del self._asked[message]

    def disconnect(self, line: LineId) -> None:
        """Let a line go."""
        self.used = self._tools.clock()
        self._addresses.pop(line, None)
        self._people.pop(line, None)
        if self._lines.pop(line, None) is not None:
            if self.table.connected:
                self.left = self.used
            self.table.disconnect(line, self.now)
            if not self._lines:  # whoever was on their way has come or will not
                self._invited.clear()
            self._count_bots()
            self.pump()

    def receive(self, line: LineId, message: ClientMessage) -> None:
        """Take a message from a line."""
        if type(message) is Hello:
            self.visited = True
            self._count_bots()
            store = self._tools.store
            if isinstance(store, Shared) and message.version > self._known_to(line):
                doubt = asyncio.create_task(self._doubt(store, line, message))
                self._doubts.add(doubt)
                doubt.add_done_callback(self._doubts.discard)
                return
        self._hear(line, message)

    def _known_to(self, line: LineId) -> int:
        """Return which version whoever is on a line may know; nothing of it if they are outside.

        Strangers would tell by a slower answer how far a table is that they may not look at.
        """
        return self.table.version if self.table.is_inside(self._people[line]) else 0

    async def _doubt(self, store: Shared, line: LineId, message: Hello) -> None:
        """Somebody has seen more than this node knows of: has another one played on meanwhile?

        A node that was paused does not know yet. Nobody is shown what was before what they saw.
        One at a time is asked for: those who make it up wait for each other, and nobody for them.
        """
        try:
            async with self._doubting:
                lost = self.name in await asyncio.to_thread(store.lost)
        except StoreError:
            lost = None
        recipient = self._lines.get(line)
        if self._closed or recipient is None:
            return
        if lost:
            self.lose()
        elif lost is None:  # nobody can tell: they come back, here or elsewhere
            self._send_on(recipient)
        else:  # they made it up, or a backup was brought back
            self._hear(line, message)

    def _hear(self, line: LineId, message: ClientMessage) -> None:
        direct = None
        if type(message) is Pong and (recipient := self._lines.get(line)) is not None:
            direct = recipient.round_trip()
        self.table.receive(line, message, self.now, direct)
        self.pump()

    def say_goodbye(self, reason: str) -> None:
        """Tell everybody to come back later."""
        self.table.say_goodbye(reason, self.now)
        self.pump()

    def lose(self) -> None:
        """Send everybody on: they come back to wherever the table goes on, and ask again.

        What they asked for is not refused, because nobody here knows what became of it.
        """
        note("table_lost", table=fingerprint(self.name), lines=len(self._lines))
        for recipient in self._lines.values():
            self._send_on(recipient)
        self.close()
        self._gone(self)

    def _send_on(self, recipient: Recipient) -> None:
        self._tools.outbox.post(recipient, ENCODER.encode(Bye(reason="restart")))
        self._tools.outbox.hang_up(recipient)

    def close(self) -> None:
        """Do nothing more: the log is all that stays, and another may go on with it."""
        self._closed = True
        for asked in self._asked.values():
            if not asked.done():
                asked.set_result(NO_ANSWER)
        self._tools.hard_bots.play(self.name, "", ())
        if self._alarm is not None:
            self._alarm.cancel()
        # It knows its table and its bots, and they know it: nobody has to look for such circles.
        self.table.let_go()
        self._minds.clear()

    def pump(self) -> None:
        """Carry out what the table wants done, and set the alarm."""
        out = self.table.out[:]
        self.table.out.clear()
        if self._closed:
            return
        lines, post = self._lines, self._tools.outbox.post
        for one in out:
            if type(one) is Tell:  # by far the most
                recipient = lines.get(one.line)
                if recipient is not None:
                    post(recipient, one.data)
            else:
                self._carry_out(one)
        if self._counted is not self.table.state.seats:
            self._count_bots()
        self._set_alarm()

    def _count_bots(self) -> None:
        self._counted = seats = self.table.state.seats
        sitters = (*seats, *(Sitter(bot=bot) for bot in self._invited))
        self._tools.hard_bots.play(self.name, self._inviter, sitters if self._holds_bots else ())

    def _carry_out(self, one: Output) -> None:
        match one:
            case Save():
                self._save(one)
            case Answered():
                self._answered(one)
            case Ask():
                self._ask(one)
            case HangUp(line):
                recipient = self._lines.get(line)
                if recipient is not None:
                    self._tools.outbox.hang_up(recipient)

    def _answered(self, one: Answered) -> None:
        self._tools.metrics.moves.answered(one.do)
        if one.do == "add-bot" and self._invited:
            self._invited.pop(0)
            self._count_bots()
        if one.refused is not None:
            self._tools.metrics.refusals.labels(one.refused.key).inc()
        asked = self._asked.get(one.id)
        if asked is not None and not asked.done():
            asked.set_result(one.refused)

    def _save(self, save: Save) -> None:
        """Have an entry saved, when it is known what became of those before it.

        The store compares numbers only: if an entry were refused because somebody else had written
        one, the next, made to follow it, would fit behind that one.
        """
        self._unsaved.append((save, time.perf_counter()))
        if not self._saving:
            self._append()

    def _append(self) -> None:
        batch, self._unsaved = self._unsaved, []
        if not batch:
            return
        self._saving = True

        def done(error: StoreError | None) -> None:
            self._tools.returns.report(lambda: self._saved(batch, error))

        people: dict[str, bool] = {}
        for save, _ in batch:
            if save.people:
                people |= save.people
        self._tools.store.append(
            self.name,
            batch[0][0].after,
            [save.entry for save, _ in batch],
            done,
            closed=batch[-1][0].closed,
            people=people,
        )

    @property
    def is_saving(self) -> bool:
        """Whether something that was decided is not durable yet."""
        return self._saving

    def _saved(self, batch: list[tuple[Save, float]], error: StoreError | None) -> None:
        if isinstance(error, Conflict | Unreachable):
            self._tools.metrics.not_saved.inc(len(batch))
            if not self._closed:
                self.lose()
            return
        if error is None:
            self._saving = False
            self.table.saved(batch[-1][0].ticket, self.now)
            self.active = self._tools.clock() // 60_000 * 60_000
            self._append()
            if any(save.closed for save, _ in batch):
                self._tools.ended(self.name)
        else:
            self._unsaved.clear()
            self._tools.metrics.not_saved.inc(len(batch))
            note("not_saved", table=fingerprint(self.name), error=reason(error, self.name))
            self.table.not_saved(batch[0][0].ticket, self.now)
            self._checking = asyncio.create_task(self._check())
        self.pump()
        now = time.perf_counter()
        for _, start in batch:
            self._tools.metrics.moves.told(now - start)

    async def _check(self) -> None:
        """Find out whether a write that failed has succeeded after all; nothing is saved meanwhile.

        The log is read in a thread: it may be long, and on a full disk this is done at every table.
        """
        known = self.table.version
        try:
            found = len(await asyncio.to_thread(self._tools.store.load, self.name))
        except StoreError:
            found = known  # nothing can be written either; the next attempt finds out
        finally:
            self._saving = False
        if self._closed:
            return
        if found == known:
            self._append()
        else:
            self.lose()

    def _ask(self, ask: Ask) -> None:
        def answered(answer: Any) -> None:
            self.table.answered(ask, answer, self.now)
            self.pump()

        self._minds.ask(self.table.state, ask, answered)

    async def tempi(self) -> Any:
        """Return what may be told of everybody's tempo."""
        return await self._minds.tempi(self.table.state)

    def _set_alarm(self) -> None:
        """Wake the table when it has something to do; an alarm that is early enough stays."""
        wake = self.table.next_wake
        if wake is None or (self._alarm_at is not None and self._alarm_at <= wake):
            return
        if self._alarm is not None:
            self._alarm.cancel()
        delay = max(0, wake - self.now) / 1000
        self._alarm_at = wake
        self._alarm = asyncio.get_running_loop().call_later(delay, self._wake)

    def _wake(self) -> None:
        self._alarm = self._alarm_at = None
        self.table.wake(self.now)
        self.pump()
