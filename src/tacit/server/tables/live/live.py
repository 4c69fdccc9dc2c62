"""A live table: connections carry its messages, a store keeps its log, bots think elsewhere.

All of it runs on the event loop, one call after the other, so that the table has one owner. The
store answers from its own thread; `LoopBridge` brings those answers back to the loop in batches.
"""

from __future__ import annotations

from typing import Any, ClassVar

from tacit.core.rulebook import Decided, Millis, Refused
from tacit.server.bots.quota import TableQuota
from tacit.server.bots.seated import SeatedBots
from tacit.server.limits.table_limits import CROWD
from tacit.server.ops.logs import fingerprint, note
from tacit.server.tables.live.alarm import Alarm
from tacit.server.tables.live.attached import Attached, AttachedConnections
from tacit.server.tables.live.doubts import Doubts
from tacit.server.tables.live.leaving import Leaving
from tacit.server.tables.live.pending_answers import PendingAnswers
from tacit.server.tables.live.saving import Outcome, Saving
from tacit.server.tables.live.tools import Tools
from tacit.server.tables.live.turn_calls import TurnCalls
from tacit.server.tables.stored_log import StoredLog
from tacit.server.transport.outbox import Recipient
from tacit.store.shared import Shared
from tacit.table.decide.moderation import Moderation
from tacit.table.decide.requests import AddBot, AnyRequest, Join, kind_of
from tacit.table.log.records import PersonId
from tacit.table.outputs import (
    Answered,
    Ask,
    ConnectionId,
    Disconnect,
    GiveUp,
    Output,
    PlayOut,
    Save,
    Tell,
)
from tacit.table.table import Table
from tacit.table.tell.messages import ClientMessage, Hello, Pong, read


class LiveTable:
    """Passes messages, answers and saved entries to a table, and carries out what it wants done."""

    read: ClassVar = staticmethod(read)

    def __init__(self, name: str, stored: StoredLog, tools: Tools, leaving: Leaving) -> None:
        self.name = name
        self._tools = tools
        self._leaving = leaving
        self._connections = AttachedConnections(tools.outbox)
        self._pending = PendingAnswers()
        self._bots = TableQuota(name, stored.journal.state.game, tools.hard_bots)
        self._seated_bots = SeatedBots(name, tools.store, tools.bot_pools)
        outcome = Outcome(self._saved, self._not_saved, self.lose)
        self._turn_calls = TurnCalls(stored.journal.state)
        self._saving = Saving(name, tools.store, tools.loop_bridge, tools.metrics, outcome)
        self._doubts = Doubts(name, tools.store) if isinstance(tools.store, Shared) else None
        self._alarm = Alarm(lambda: self.now, self._wake)
        self._closed = False
        # This machine's clock may have been set back meanwhile: go on from the log's last time.
        self._begin = min(stored.begin, tools.clock() - stored.last)
        self._saving.begin = self._begin
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

    def _may(
        self, connection: ConnectionId, person: PersonId, request: AnyRequest
    ) -> Refused | None:
        """Return why a person has to wait with a request, if they do."""
        there = self._connections.get(connection)
        return self._may_from("" if there is None else there.address, person, request)

    def _may_from(self, address: str, person: PersonId, request: AnyRequest) -> Refused | None:
        now = self._tools.clock() / 1000
        new = isinstance(request, Join) and self.table.state.guest_of(person) is None
        if new and self._tools.table_limits.is_crowd(self.name, address, now):
            return CROWD
        # Who shares a rate limit: spectators cannot use up the players'.
        circle = f"{self.name} {'players' if self.table.state.takes_part(person) else 'watchers'}"
        refused = self._tools.table_limits.refused(request, person, circle, address, now)
        if isinstance(request, AddBot):
            refused = self._bots.invite(request.bot, address, refused)
            self._count_bots()
        return refused

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
        return self.table.connections > 0 or (self.new and not self.visited)

    def make_way(self, person: PersonId, most: int) -> None:
        """Close a person's oldest connections, so that with one more they have at most `most`."""
        for connection in self._connections.surplus_of(person, most):
            self._connections.send_on(connection, "elsewhere")
            self.disconnect(connection)

    def connect(
        self, connection: ConnectionId, person: PersonId, to: Recipient, address: str
    ) -> None:
        """Take a new connection."""
        self._bots.came_from(address)
        self.used = self.changed = self._tools.clock()
        self._connections[connection] = Attached(to, person, address)
        if (greeting := self._tools.greeting()) is not None:
            self._tools.outbox.post(to, greeting)
        self.table.connect(connection, person, self.now)
        self._count_bots()
        self.pump()

    async def ask(self, person: PersonId, request: AnyRequest, address: str) -> Refused | None:
        """Do a request that came over HTTP; return why it is refused, if it is."""

        def ask(message: str) -> None:
            self.used = self._tools.clock()
            self._bots.came_from(address)
            refused = self._may_from(address, person, request)
            if refused is None:
                self.table.ask(person, request, message, self.now)
            else:
                self._answered(Answered(kind_of(request), message, refused))
            self.pump()

        return await self._pending.wait(ask)

    async def moderate(self, order: Moderation) -> Refused | None:
        """Carry out an order of the site's host; return why it is refused, if it is."""

        def ask(message: str) -> None:
            self.table.moderate(order, message, self.now)
            self.pump()

        return await self._pending.wait(ask)

    def tell_all(self, data: bytes) -> None:
        """Send a message of the site to every connection."""
        self._connections.tell_all(data)

    def disconnect(self, connection: ConnectionId) -> None:
        """Drop a connection that has closed."""
        self.used = self.changed = self._tools.clock()
        if self._connections.pop(connection, None) is not None:
            if self.table.connected:
                self.left = self.used
            self.table.disconnect(connection, self.now)
            if self.table.connections == 0:
                self._bots.all_gone()
            self._count_bots()
            self.pump()

    def receive(self, connection: ConnectionId, message: ClientMessage) -> None:
        """Take a message from a connection."""
        if type(message) is not Pong:
            self._seated_bots.are_wanted()
        if type(message) is Hello:
            self.visited = self.visited or not message.screen
            if self._doubts is not None and message.version > self._known_to(connection):
                self._doubts.ask(lambda lost: self._dispel(lost, connection, message))
                return
        self._hear(connection, message)

    def _known_to(self, connection: ConnectionId) -> int:
        """Return the version that a connection may know; 0 for a person who is not at the table.

        A stranger could tell by a slower answer how far a table is.
        """
        there = self._connections.get(connection)
        inside = there is not None and self.table.is_inside(there.person)
        return self.table.version if inside else 0

    def _dispel(self, lost: bool | None, connection: ConnectionId, message: Hello) -> None:
        """Continue a hello newer than our log: the store has said whether the table is lost."""
        if self._closed or connection not in self._connections:
            return
        if lost:
            self.lose()
        elif lost is None:  # it is not known: the client reconnects, here or elsewhere
            self._connections.send_on(connection)
        else:  # the client made it up, or a backup was restored
            self._hear(connection, message)

    def _hear(self, connection: ConnectionId, message: ClientMessage) -> None:
        direct = None
        if type(message) is Pong and (there := self._connections.get(connection)) is not None:
            direct = there.to.round_trip()
        self.table.receive(connection, message, self.now, direct)
        if type(message) is Hello:  # now it is known whether a person came, or a screen
            self._count_bots()
        self.pump()

    def say_goodbye(self, reason: str) -> None:
        """Tell all connections to reconnect later."""
        self.table.say_goodbye(reason, self.now)
        self.pump()

    def lose(self, reason: str = "restart") -> None:
        """Close all connections: their clients reconnect to the node that has the table.

        They resend their requests, because this node does not know what became of them.
        """
        if self._closed:
            return
        note("table_lost", table=fingerprint(self.name), connections=len(self._connections))
        self._connections.send_all_on(reason)
        self._saving.abandon()
        self.close()
        self._leaving.lost(self)

    def send_away(self) -> None:
        """Close what shows the table, which nobody uses: it does not come back by itself."""
        self._connections.send_all_on("idle")

    def close(self) -> None:
        """Do nothing more: the log stays, and another node may go on with it."""
        self._closed = True
        self._pending.close()
        self._saving.stop()
        self._bots.count_none()
        self._alarm.stop()
        # It refers to its table and its bots, and they to it: break the reference cycles.
        self.table.break_cycles()
        self._seated_bots.clear()

    def pump(self) -> None:
        """Carry out what the table wants done, and set the alarm."""
        out = self.table.out[:]
        self.table.out.clear()
        if self._closed:
            return
        connections, post = self._connections, self._tools.outbox.post
        for one in out:
            if type(one) is Tell:  # by far the most
                connection = connections.get(one.connection)
                if connection is not None:
                    post(connection.to, one.data)
            else:
                self._carry_out(one)
        if self._bots.counted is not self.table.state.seats:
            self._count_bots()
        self._alarm.set(self.table.next_wake)

    def _count_bots(self) -> None:
        if self._closed:  # connections close after it; the node that has the table counts its bots
            return
        count = self._bots.count if self._holds_bots else self._bots.count_none
        count(self.table.state.seats)
        self._seated_bots.look(self.table.state)
        if self._holds_bots:
            self._seated_bots.are_wanted()

    def _carry_out(self, one: Output) -> None:
        match one:
            case Save():
                self._saving.save(one)
            case Answered():
                self._answered(one)
            case Ask():
                self._seated_bots.ask(self.table.state, one, self._bot_answered)
            case PlayOut():
                self._seated_bots.play_out(one, self.opener, self._played_out)
            case GiveUp():
                self._leaving.given_up(self)
            case Disconnect(connection):
                self._connections.hang_up(connection)

    def _answered(self, one: Answered) -> None:
        self._tools.metrics.moves.answered(one.do)
        if one.do == "add-bot":
            self._bots.answered()
            self._count_bots()
        if one.refused is not None:
            self._tools.metrics.refusals.labels(one.refused.key).inc()
        self._pending.give(one.id, one.refused)

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
        if entries[-1].waited_for is not None:
            news = self._turn_calls.news(self.name, self.table.state, self.table.connected)
            if news is not None:
                self._tools.called(news)
        self.pump()

    def _not_saved(self, entries: list[Save]) -> None:
        self.table.not_saved(entries[0].ticket, self.now)
        self.pump()

    def _bot_answered(self, ask: Ask, answer: Any) -> None:
        self.table.answered(ask, answer, self.now)
        self.pump()

    def _played_out(self, rest: Decided | None) -> None:
        """Take what bots made of the game; None if they failed."""
        if not self._closed:
            if rest is None:
                self.table.not_played_out(self.now)
            else:
                self.table.played_out(rest, self.now)
            self.pump()

    async def tempi(self) -> Any:
        """Return what may be told of the players' tempi."""
        return await self._seated_bots.tempi(self.table.state)

    def _wake(self) -> None:
        self.table.wake(self.now)
        self.pump()
