"""A live table: connections carry its messages, a store keeps its log, bots think elsewhere.

All of it runs on the event loop, one call after the other, so that the table has one owner. The
store answers from its own thread; `LoopBridge` brings those answers back to the loop in batches.
"""

from __future__ import annotations

import asyncio
import secrets
from collections.abc import Callable
from typing import Any, ClassVar, NamedTuple

from tacit.bots.asking import asking_of
from tacit.core.rulebook import Millis, Refused
from tacit.server.bots.pools import BotPools
from tacit.server.bots.quota import HardBotQuota, TableQuota
from tacit.server.bots.seated import SeatedBots
from tacit.server.limits.table_limits import CROWD, TableLimits
from tacit.server.ops.logs import fingerprint, note
from tacit.server.ops.metrics import Metrics
from tacit.server.tables.loop_bridge import LoopBridge
from tacit.server.tables.saving import Outcome, Saving
from tacit.server.tables.stored_log import StoredLog
from tacit.server.transport.outbox import Outbox, Recipient
from tacit.store.shared import Shared
from tacit.store.store import Store, StoreError
from tacit.table.bots import Pace
from tacit.table.decide.moderation import Moderation
from tacit.table.decide.requests import AddBot, AnyRequest, Join, kind_of
from tacit.table.log.records import PersonId
from tacit.table.outputs import Answered, Ask, ConnectionId, Disconnect, Output, Save, Tell
from tacit.table.table import Table
from tacit.table.tell.messages import ENCODER, Bye, ClientMessage, Hello, Pong, read

NO_ANSWER = Refused("no-answer", "The table did not answer. Please try again.")


class Tools(NamedTuple):
    """What every live table shares with the others."""

    store: Store
    loop_bridge: LoopBridge
    outbox: Outbox
    bot_pools: BotPools
    table_limits: TableLimits
    hard_bots: HardBotQuota
    metrics: Metrics
    pace: Pace
    new_seed: Callable[[], bytes]
    clock: Callable[[], int]
    """Milliseconds since 1970, never running backwards."""
    ended: Callable[[str], None]
    """Called with a table's name when a game is over there."""
    greeting: Callable[[], bytes | None]
    """Returns the first message of a connection: the host's announcement, if there is one."""


class _Connection(NamedTuple):
    """One connection: where its messages go, whose it is and from where."""

    to: Recipient
    person: PersonId
    address: str


class LiveTable:
    """Passes messages, answers and saved entries to a table, and carries out what it wants done."""

    read: ClassVar = staticmethod(read)

    def __init__(
        self, name: str, stored: StoredLog, tools: Tools, gone: Callable[[LiveTable], None]
    ) -> None:
        self.name = name
        self._tools = tools
        self._gone = gone
        """Called when another node has the table, or it is not known how the table stands."""
        self._connections: dict[ConnectionId, _Connection] = {}
        self._asked: dict[str, asyncio.Future[Refused | None]] = {}
        """By message id, the requests over HTTP that wait for an answer."""
        self._bots = TableQuota(name, stored.journal.state.game, tools.hard_bots)
        self._strong = False
        """Whether a bot sits there that thinks in a worker process."""
        self._seated_bots = SeatedBots(name, tools.store, tools.bot_pools)
        outcome = Outcome(self._saved, self._not_saved, self._lost)
        self._saving = Saving(name, tools.store, tools.loop_bridge, tools.metrics, outcome)
        self._doubts: set[asyncio.Task[None]] = set()
        self._doubting = asyncio.Lock()
        self._alarm: asyncio.TimerHandle | None = None
        self._alarm_at: Millis | None = None
        self._closed = False
        self._begin = stored.begin
        self._catch_up(stored.last)
        self.used = self.woken = tools.clock()
        self.changed = self.used
        """When something was last saved, or a connection came or went."""
        self.visited = False
        """Whether a client has connected since the table came into memory."""
        self.left = 0
        """When a guest's connection last closed."""
        self.opener = ""
        """The address it was opened from; empty for a table that was loaded."""
        self.new = False
        """Whether it was opened here, not loaded."""
        self.active = self._begin + stored.last
        """When a message last went out, in milliseconds since 1970 and to the minute: nobody may
        know of a press before that, nor when exactly it came."""
        self.table = Table(stored.journal, self.now, tools.new_seed, tools.pace, self._may)
        self.pump()

    @property
    def now(self) -> Millis:
        """The table's clock."""
        return Millis(max(0, self._tools.clock() - self._begin))

    def _catch_up(self, last: Millis) -> None:
        """Go on from the log's last time if this machine's clock was set back meanwhile."""
        self._begin -= max(0, last - (self._tools.clock() - self._begin))

    def _may(self, line: ConnectionId, person: PersonId, request: AnyRequest) -> Refused | None:
        """Return why a person has to wait with a request, if they do."""
        there = self._connections.get(line)
        return self._may_from("" if there is None else there.address, person, request)

    def _may_from(self, address: str, person: PersonId, request: AnyRequest) -> Refused | None:
        now = self._tools.clock() / 1000
        new = isinstance(request, Join) and self.table.state.guest_of(person) is None
        if new and self._tools.table_limits.is_crowd(self.name, address, now):
            return CROWD
        refused = self._tools.table_limits.refused(
            request, person, self._circle(person), address, now
        )
        if isinstance(request, AddBot):
            refused = self._bots.invite(request.bot, address, refused)
            self._count_bots()
        return refused

    def _circle(self, person: PersonId) -> str:
        """Return who shares a rate limit with a person: spectators cannot use up the players'."""
        state = self.table.state
        guest = state.guest_of(person)
        plays = guest is not None and (guest == state.host or state.seat_of(guest) is not None)
        return f"{self.name} {'players' if plays else 'watchers'}"

    def opened_from(self, address: str) -> None:
        """Note that the table is new; its bots count although no guest has come yet."""
        self.new, self.opener = True, address
        self._bots.came_from(address)
        self._count_bots()

    def has_room(self, address: str) -> bool:
        """Tell whether the quota has room for its hard bots, for a guest from an address."""
        return self._holds_bots or self._bots.have_room(self.table.state.seats, address)

    @property
    def _holds_bots(self) -> bool:
        return bool(self._connections) or (self.new and not self.visited)

    def make_way(self, person: PersonId, most: int) -> None:
        """Close a person's oldest connections, so that with one more they have at most so many."""
        mine = [line for line, one in self._connections.items() if one.person == person]
        for line in mine[: max(0, len(mine) - most + 1)]:
            to = self._connections[line].to
            self._tools.outbox.post(to, ENCODER.encode(Bye(reason="elsewhere")))
            self._tools.outbox.hang_up(to)
            self.disconnect(line)

    def connect(self, line: ConnectionId, person: PersonId, to: Recipient, address: str) -> None:
        """Take a new connection."""
        self._bots.came_from(address)
        self.used = self.changed = self._tools.clock()
        self._connections[line] = _Connection(to, person, address)
        if (greeting := self._tools.greeting()) is not None:
            self._tools.outbox.post(to, greeting)
        self.table.connect(line, person, self.now)
        self._count_bots()
        self.pump()

    async def ask(self, person: PersonId, request: AnyRequest, address: str) -> Refused | None:
        """Do a request that came over HTTP; return why it is refused, if it is."""
        if self._closed:
            return NO_ANSWER
        self.used = self._tools.clock()
        self._bots.came_from(address)
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

    async def moderate(self, order: Moderation) -> Refused | None:
        """Carry out an order of the site's host; return why it is refused, if it is."""
        if self._closed:
            return NO_ANSWER
        message = secrets.token_urlsafe(9)
        done: asyncio.Future[Refused | None] = asyncio.get_running_loop().create_future()
        self._asked[message] = done
        self.table.moderate(order, message, self.now)
        self.pump()
        try:
            return await done
        finally:
            del self._asked[message]

    def tell_all(self, data: bytes) -> None:
        """Send a message of the site to every connection."""
        for line in self._connections.values():
            self._tools.outbox.post(line.to, data)

    def disconnect(self, line: ConnectionId) -> None:
        """Drop a connection that has closed."""
        self.used = self.changed = self._tools.clock()
        if self._connections.pop(line, None) is not None:
            if self.table.connected:
                self.left = self.used
            self.table.disconnect(line, self.now)
            if not self._connections:
                self._bots.all_gone()
            self._count_bots()
            self.pump()

    def receive(self, line: ConnectionId, message: ClientMessage) -> None:
        """Take a message from a connection."""
        if self._strong and type(message) is not Pong:
            self._tools.bot_pools.workers.want()
        if type(message) is Hello:
            self.visited = self.visited or not message.screen
            self._count_bots()
            store = self._tools.store
            if isinstance(store, Shared) and message.version > self._known_to(line):
                doubt = asyncio.create_task(self._doubt(store, line, message))
                self._doubts.add(doubt)
                doubt.add_done_callback(self._doubts.discard)
                return
        self._hear(line, message)

    def _known_to(self, line: ConnectionId) -> int:
        """Return the version that a connection may know; 0 for a person who is not at the table.

        A stranger could tell by a slower answer how far a table is.
        """
        there = self._connections.get(line)
        inside = there is not None and self.table.is_inside(there.person)
        return self.table.version if inside else 0

    async def _doubt(self, store: Shared, line: ConnectionId, message: Hello) -> None:
        """Find out whether another node has played on: a client has seen more than this one knows.

        A node that was paused does not know yet. No client is shown an older state than it has
        seen. The store is asked for one client at a time: liars wait for each other only.
        """
        try:
            async with self._doubting:
                lost = self.name in await asyncio.to_thread(store.lost)
        except StoreError:
            lost = None
        there = self._connections.get(line)
        if self._closed or there is None:
            return
        if lost:
            self.lose()
        elif lost is None:  # it is not known: the client reconnects, here or elsewhere
            self._send_on(there.to)
        else:  # the client made it up, or a backup was restored
            self._hear(line, message)

    def _hear(self, line: ConnectionId, message: ClientMessage) -> None:
        direct = None
        if type(message) is Pong and (there := self._connections.get(line)) is not None:
            direct = there.to.round_trip()
        self.table.receive(line, message, self.now, direct)
        self.pump()

    def say_goodbye(self, reason: str) -> None:
        """Tell all connections to reconnect later."""
        self.table.say_goodbye(reason, self.now)
        self.pump()

    def lose(self, reason: str = "restart") -> None:
        """Close all connections: their clients reconnect to the node that has the table.

        They resend their requests, because this node does not know what became of them.
        """
        note("table_lost", table=fingerprint(self.name), lines=len(self._connections))
        for line in self._connections.values():
            self._send_on(line.to, reason)
        self._saving.abandon()
        self.close()
        self._gone(self)

    def _send_on(self, recipient: Recipient, reason: str = "restart") -> None:
        self._tools.outbox.post(recipient, ENCODER.encode(Bye(reason=reason)))
        self._tools.outbox.hang_up(recipient)

    def send_away(self) -> None:
        """Close what shows the table, which nobody uses: it does not come back by itself."""
        for line in self._connections.values():
            self._send_on(line.to, "idle")

    def close(self) -> None:
        """Do nothing more: the log stays, and another node may go on with it."""
        self._closed = True
        for asked in self._asked.values():
            if not asked.done():
                asked.set_result(NO_ANSWER)
        self._saving.stop()
        self._bots.count_none()
        if self._alarm is not None:
            self._alarm.cancel()
        # It refers to its table and its bots, and they to it: break the reference cycles.
        self.table.let_go()
        self._seated_bots.clear()

    def pump(self) -> None:
        """Carry out what the table wants done, and set the alarm."""
        out = self.table.out[:]
        self.table.out.clear()
        if self._closed:
            return
        lines, post = self._connections, self._tools.outbox.post
        for one in out:
            if type(one) is Tell:  # by far the most
                line = lines.get(one.connection)
                if line is not None:
                    post(line.to, one.data)
            else:
                self._carry_out(one)
        if self._bots.counted is not self.table.state.seats:
            self._count_bots()
        self._set_alarm()

    def _count_bots(self) -> None:
        if self._closed:  # connections close after it; the node that has the table counts its bots
            return
        count = self._bots.count if self._holds_bots else self._bots.count_none
        seats = self.table.state.seats
        count(seats)
        asking = asking_of(self.table.state.game)
        self._strong = any(one is not None and asking.is_compiled(one.bot or "") for one in seats)
        if self._strong and self._holds_bots:
            self._tools.bot_pools.workers.want()

    def _carry_out(self, one: Output) -> None:
        match one:
            case Save():
                self._saving.save(one)
            case Answered():
                self._answered(one)
            case Ask():
                self._ask(one)
            case Disconnect(line):
                there = self._connections.get(line)
                if there is not None:
                    self._tools.outbox.hang_up(there.to)

    def _answered(self, one: Answered) -> None:
        self._tools.metrics.moves.answered(one.do)
        if one.do == "add-bot":
            self._bots.answered()
            self._count_bots()
        if one.refused is not None:
            self._tools.metrics.refusals.labels(one.refused.key).inc()
        asked = self._asked.get(one.id)
        if asked is not None and not asked.done():
            asked.set_result(one.refused)

    @property
    def is_saving(self) -> bool:
        """Whether an entry is not durable yet."""
        return self._saving.busy

    def _saved(self, entries: list[Save]) -> None:
        self.table.saved(entries[-1].ticket, self.now)
        self.changed = self._tools.clock()
        self.active = self.changed // 60_000 * 60_000
        if any(entry.closed for entry in entries):
            self._tools.ended(self.name)
        self.pump()

    def _lost(self) -> None:
        if not self._closed:
            self.lose()

    def _not_saved(self, entries: list[Save]) -> None:
        self.table.not_saved(entries[0].ticket, self.now)
        self.pump()

    def _ask(self, ask: Ask) -> None:
        def answered(answer: Any) -> None:
            self.table.answered(ask, answer, self.now)
            self.pump()

        self._seated_bots.ask(self.table.state, ask, answered)

    async def tempi(self) -> Any:
        """Return what may be told of the players' tempi."""
        return await self._seated_bots.tempi(self.table.state)

    def _set_alarm(self) -> None:
        """Set a timer for the table's next action; one that is early enough stays."""
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
