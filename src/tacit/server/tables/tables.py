"""All tables of one node: opened, loaded from their logs, shown in the lobby, evicted when idle."""

from __future__ import annotations

import asyncio
import contextlib
import secrets
from collections.abc import AsyncIterator, Iterator, Sequence
from typing import NamedTuple

import msgspec

from tacit.core.chance import SEED_BYTES
from tacit.core.rulebook import Refused
from tacit.server.bots.quota import BUSY
from tacit.server.config import Limits
from tacit.server.ops.logs import fingerprint, note, reason, trouble, warn
from tacit.server.tables.eviction import idle, unvisited
from tacit.server.tables.expiry import end_table, ended_table
from tacit.server.tables.live.leaving import Leaving
from tacit.server.tables.live.live import LiveTable
from tacit.server.tables.live.tools import Tools
from tacit.server.tables.lobby import Lobby, lobby_of, merged
from tacit.server.tables.opening import Opening, check_opening, write_opening
from tacit.server.tables.refusals import TableEnded, TablesError
from tacit.server.tables.stored_log import StoredLog, read_log
from tacit.store.shared import Shared
from tacit.store.store import StoreError, is_table
from tacit.table.decide.requests import AnyRequest
from tacit.table.log.records import Guest, PersonId
from tacit.table.log.state import Stage, TableState
from tacit.table.log.turns import deadline

EVICT_SOONER_MS = 20_000
"""Idle time after which tables are evicted when memory has room for no more."""
EVICTED_AT_ONCE = 200
"""How many tables are then evicted together."""
TOLD_AT_ONCE = 50
"""Tables whose connections get a message of the site before others have their turn."""


class TableSummary(NamedTuple):
    """A table as it stands, on whichever node."""

    name: str
    state: TableState
    active: int
    """When something last happened there, in milliseconds since 1970."""


class Tables:
    """The tables in memory, and the way to all others."""

    def __init__(self, tools: Tools, limits: Limits) -> None:
        self._tools = tools
        self._limits = limits
        self._lobby_page: tuple[float, bytes] | None = None
        """The lobby's page, and the moment until which it is good."""
        self._full_since = 0.0
        self._tables: dict[str, LiveTable] = {}
        self._loading: dict[str, asyncio.Task[LiveTable | None]] = {}
        self._rewriting: dict[str, asyncio.Event] = {}
        """Logs that are being rewritten; a client that wants the table waits."""
        self._leaving = Leaving(self._forget, self._give_up)
        self._ending: set[asyncio.Task[None]] = set()
        self._shared = tools.store if isinstance(tools.store, Shared) else None
        self.elsewhere: tuple[Lobby, ...] = ()
        """The lobbies of the other nodes."""

    def __len__(self) -> int:
        return len(self._tables)

    async def open(self, wanted: Opening, person: PersonId, address: str) -> str:
        """Open a table, with all its host asks for at once; TablesError if that cannot be.

        Among several nodes, the one that its host connects to loads it.
        """
        check_opening(wanted)
        if len(self._tables) >= self._limits.tables and not self._evict_sooner():
            raise _full()
        name, log = await write_opening(wanted, person, self._tools)
        if self._shared is None and name not in self._tables:  # a given name may be sought already
            live = self._tables[name] = LiveTable(name, read_log(log), self._tools, self._leaving)
            live.opened_from(address)
        return name

    async def find(self, name: str) -> LiveTable | None:
        """Return a table, loaded from its log if need be; None if there is none of that name.

        TableEnded if it has ended.
        """
        if not is_table(name):
            return None
        while (rewritten := self._rewriting.get(name)) is not None:
            await rewritten.wait()
        live = self._tables.get(name)
        if live is not None:
            live.used = self._tools.clock()  # the client may take a moment to connect
            return live
        task = self._loading.get(name)
        if task is None:
            task = self._loading[name] = asyncio.create_task(self._wake_up(name))
            task.add_done_callback(lambda _: self._loading.pop(name, None))
        try:
            return await asyncio.shield(task)
        finally:
            del task  # its exception refers to this frame: that would be a reference cycle

    async def _wake_up(self, name: str) -> LiveTable | None:
        if len(self._tables) >= self._limits.tables and not self._evict_sooner():
            raise _full()
        stored = await asyncio.to_thread(self._read, name)
        if stored is None:
            return None
        if (live := self._tables.get(name)) is not None:
            return live  # it was opened meanwhile
        live = self._tables[name] = LiveTable(name, stored, self._tools, self._leaving)
        note("table_woken", table=fingerprint(name), version=live.table.version)
        return live

    def _read(self, name: str) -> StoredLog | None:
        """Claim a table and read its log, unless it has ended; in a thread."""
        if self._shared is not None and not self._shared.claim(name):
            return None
        try:
            return self._look(name)
        except BaseException:
            self._release(name)
            raise

    def _look(self, name: str) -> StoredLog | None:
        """Read a whole log, unless its table has ended; in a thread."""
        log = self._tools.store.load(name)
        ended = ended_table(log) if log else None
        if ended is not None:
            raise TableEnded(ended)
        return read_log(log) if log else None

    async def ask(
        self, live: LiveTable, person: PersonId, request: AnyRequest, address: str
    ) -> None:
        """Have a request done at a table; TablesError if it is refused."""
        if not live.has_room(address):
            raise TablesError(BUSY)
        refused = await live.ask(person, request, address)
        if refused is not None:
            raise TablesError(refused)

    @contextlib.asynccontextmanager
    async def alone(self, name: str, reason: str = "restart") -> AsyncIterator[None]:
        """Hold a table's log alone, to rewrite it: nobody plays there meanwhile.

        Its clients are told to reconnect. They wait, and find the table as the log has it then.
        """
        while (others := self._rewriting.get(name)) is not None:
            await others.wait()
        rewritten = self._rewriting[name] = asyncio.Event()
        try:
            if (loading := self._loading.get(name)) is not None:
                await asyncio.wait({loading})
            if (live := self._tables.get(name)) is not None:
                live.lose(reason)
            if self._shared is not None:
                await asyncio.to_thread(self._shared.claim, name)
            await self._settled(name)
            yield
        finally:
            self._release(name)
            self._lobby_page = None
            del self._rewriting[name]
            rewritten.set()

    async def _settled(self, name: str) -> None:
        """Wait until all that was queued for a log is written or refused."""
        nothing_queued = asyncio.Event()
        # No log has that length, so it changes nothing; it is answered after all appends before it.
        self._tools.store.append(
            name, -1, (), lambda _: self._tools.loop_bridge.report(nothing_queued.set)
        )
        await nothing_queued.wait()

    def is_in_memory(self, name: str) -> bool:
        """Tell whether a table is in memory."""
        return name in self._tables

    async def is_played_elsewhere(self, name: str) -> bool:
        """Tell whether another node plays a table: it ends there by itself when its time is up."""
        if self._shared is None or name in self._tables:
            return False
        return await asyncio.to_thread(self._shared.is_played_elsewhere, name)

    def seen(self, name: str) -> TableState | None:
        """Return the state of a table in memory. It counts as no visit, and loads no table."""
        live = self._tables.get(name)
        return None if live is None else live.table.state

    def connected(self, name: str) -> set[Guest] | None:
        """Return the guests who are connected to a table in memory; None if it is not."""
        live = self._tables.get(name)
        return None if live is None else live.table.connected

    def lobby(self) -> Lobby:
        """Return the public tables here that have guests."""
        return lobby_of(self._tables.values(), self._tools.clock())

    def lobby_page(self) -> bytes:
        """Return the lobby of all nodes as JSON, worked out once a second for all clients."""
        now = self._tools.clock()
        if self._lobby_page is None or now >= self._lobby_page[0]:
            until = now + self._limits.lobby_seconds * 1000
            shown = merged((self.lobby(), *self.elsewhere))
            self._lobby_page = (until, msgspec.json.encode(shown))
        return self._lobby_page[1]

    async def summary(self, name: str) -> TableSummary | None:
        """Return how a table stands, without claiming it from another node. Raises as `find`."""
        if not is_table(name):
            return None
        live = self._tables.get(name)
        if live is None and self._shared is not None:
            stored = await asyncio.to_thread(self._look, name)
            if stored is None:
                return None
            return TableSummary(name, stored.journal.saved, stored.begin + stored.last)
        live = live or await self.find(name)
        return None if live is None else TableSummary(name, live.table.state, live.active)

    def evict_idle(self) -> int:
        """Evict tables that have had no connection for long, or ever; return how many."""
        now = self._tools.clock()
        idle_tables = idle(self._tables.values(), now - self._limits.idle_minutes * 60_000)
        for live in idle_tables:
            self._evict(live)
        return len(idle_tables) + self._evict_unvisited(
            now - self._limits.unvisited_minutes * 60_000
        )

    def _evict_unvisited(self, before: float) -> int:
        never_visited = unvisited(self._tables.values(), before, self._tools.clock())
        for live in never_visited:
            # No guest has ever connected. A turn by correspondence goes on all the same.
            self._evict(live, closed=live.new and deadline(live.table.state) is None)
        return len(never_visited)

    def _evict(self, live: LiveTable, *, closed: bool = False) -> None:
        """Drop a table from memory and release its claim."""
        name, version = live.name, live.table.version
        live.send_away()
        self._tables.pop(name).close()

        def release(_: StoreError | None) -> None:
            """Release the claim in any case: a restart finds a table not marked as closed."""
            self._release(name)

        if live.visited or closed:  # a visit counts as a write: the table is not quiet
            over = closed or live.table.state.stage is Stage.OVER
            self._tools.store.append(name, version, (), release, closed=over)
        else:
            release(None)

    def _release(self, name: str) -> None:
        if self._shared is not None:
            self._shared.release(name)

    def _forget(self, live: LiveTable) -> None:
        """Drop a table that another node has, or that is in an unknown state."""
        if self._tables.get(live.name) is live:
            del self._tables[live.name]
        self._release(live.name)

    def _give_up(self, live: LiveTable) -> None:
        """End a table whose game cannot be played out: others wait for its round to end."""
        task = asyncio.create_task(self._end_without_result(live.name))
        self._ending.add(task)
        task.add_done_callback(self._ending.discard)

    async def _end_without_result(self, name: str) -> None:
        """End a table; where that fails, the next client or look at its evening tries again."""
        try:
            ended = await self.end(name, no_result=True)
            warn("table_without_result", table=fingerprint(name), ended=ended)
        except StoreError as error:
            note("not_ended", table=fingerprint(name), error=reason(error, name))
        except Exception as error:  # nobody waits for this task
            trouble("not_ended", error, name)

    async def end(self, name: str, *, no_result: bool = False) -> bool:
        """End a table for good; tell whether it was open. Replays of finished games stay."""
        async with self.alone(name, "ended"):
            now = self._tools.clock()
            return await asyncio.to_thread(
                end_table, self._tools.store, name, now, no_result=no_result
            )

    def lose(self, names: Sequence[str]) -> None:
        """Drop tables that other nodes have claimed."""
        for name in names:
            live = self._tables.get(name)
            if live is not None:
                live.lose()
            elif name not in self._loading:
                self._release(name)

    def _evict_sooner(self) -> bool:
        """Evict tables without connections sooner, because memory has room for no more."""
        now = self._tools.clock()
        if now - self._full_since < 1000:  # looking through all of them takes long
            return False
        self._full_since = now
        if self._evict_unvisited(now - EVICT_SOONER_MS):
            return True
        idle_tables = idle(self._tables.values(), now - EVICT_SOONER_MS)[:EVICTED_AT_ONCE]
        for live in idle_tables:
            self._evict(live)
        return bool(idle_tables)

    def __iter__(self) -> Iterator[LiveTable]:
        return iter(tuple(self._tables.values()))

    async def tell_all(self, data: bytes) -> None:
        """Send a message of the site to every connection, in small batches."""
        for number, live in enumerate(self):
            live.tell_all(data)
            if number % TOLD_AT_ONCE == 0:
                await asyncio.sleep(0)

    def say_goodbye(self) -> None:
        """Tell all clients to reconnect when the site has restarted."""
        for live in self:
            live.say_goodbye("restart")
            live.close()
        for task in self._ending:
            task.cancel()


def _full() -> TablesError:
    return TablesError(Refused("house-full", "All tables of this site are taken."))


def new_seed() -> bytes:
    """Draw the secret seed of a game."""
    return secrets.token_bytes(SEED_BYTES)
