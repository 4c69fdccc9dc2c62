"""Erasure: a guest's data leaves every log, game, rating, picture and memory of the site.

The store notes the erasure first, so that a site that stops resumes it. From then on every node
refuses the guest's cookies. Then each log that names the guest is rewritten: the guest leaves the
table, a bot plays on in a running game, and an alias replaces name and id. Games of other players
stay as they were. A running game that the guest only watched is not interrupted: its log waits.
"""

from __future__ import annotations

import asyncio
import contextlib
import time
from collections.abc import Callable, Iterable
from typing import NamedTuple

from tacit.club.erasure import farewell as club_farewell
from tacit.club.erasure import is_closed
from tacit.club.erasure import without as club_log_without
from tacit.log.replay import dump
from tacit.server.history.follower import ProjectionFollower
from tacit.server.history.projection import Projection
from tacit.server.history.replay_cache import ReplayCache
from tacit.server.history.reviews import Reviews
from tacit.server.limits.table_limits import TableLimits
from tacit.server.ops.logs import fingerprint, note, reason
from tacit.server.people.devices import Devices
from tacit.server.people.identity import Identity
from tacit.server.tables.stored_log import stored_turn
from tacit.server.tables.tables import Tables
from tacit.store.erasure import Erasure, person_hash
from tacit.store.store import Store, StoreError, append_and_wait, is_table
from tacit.table.decide.requests import Leave
from tacit.table.log.records import PersonId, decode
from tacit.table.past.erasure import farewell, is_played_without, without
from tacit.table.past.replays import finished, replay_of

MOST_RUNNING = 100
"""Erasures at once."""
ANSWER_TIMEOUT_S = 20.0
"""How long a guest waits for the answer; the erasure itself goes on."""
RESUME_AFTER_S = 60.0
"""Seconds after which a peer node resumes an unfinished erasure."""
MOST_TABLES = 10_000
IDLE_MS = 600_000
"""A running game that no player continues for so long is interrupted."""


class Crowded(Exception):
    """Too many erasures are running."""


class SiteParts(NamedTuple):
    """All parts of the site that keep data of guests."""

    store: Store
    identity: Identity
    devices: Devices
    tables: Tables
    replay_cache: ReplayCache
    reviews: Reviews
    projection: ProjectionFollower
    table_limits: TableLimits
    new_seed: Callable[[], bytes]
    clock: Callable[[], int]


class Eraser:
    """Runs erasures, one log after another, and resumes those that a stop interrupted."""

    def __init__(self, parts: SiteParts, recheck_s: float) -> None:
        self._parts = parts
        self._recheck_s = recheck_s
        """When all logs are checked again: by then, writes under way on any node have arrived."""
        self._running: dict[str, asyncio.Task[None]] = {}
        self._later: dict[str, list[str]] = {}
        """Tables whose running games must end first, by guest."""
        self._turn = asyncio.Lock()

    async def erase(self, person: PersonId) -> bool:
        """Erase a guest; return whether it is done, or goes on in the background."""
        if len(self._running) >= MOST_RUNNING:
            raise Crowded
        leaving = Erasure(person, self._parts.identity.new())
        now = self._parts.clock()
        await asyncio.to_thread(self._parts.store.begin_erasure, leaving, now)
        (leaving,) = [one for one in await self._pending(now + 1) if one.person == person]
        await self.hear({person_hash(person)})
        once = asyncio.Event()
        self._begin(leaving, once)
        with contextlib.suppress(TimeoutError):
            await asyncio.wait_for(once.wait(), ANSWER_TIMEOUT_S)
        return once.is_set()

    async def hear(self, marks: Iterable[bytes]) -> None:
        """Refuse guests whose erasure has begun, on this node or another."""
        new = set(marks) - self._parts.identity.erased
        if new:
            self._parts.identity.erase(new)
            self._parts.devices.forget()
            self._parts.table_limits.forget(self._parts.identity.is_erased)
            self._parts.replay_cache.forget()

    async def hear_others(self, marks: Iterable[bytes]) -> None:
        """Refuse guests whom a peer node erases. Any picture here may show one of them."""
        if set(marks) - self._parts.identity.erased:
            await self.hear(marks)
            await self._parts.reviews.drop_pictures()

    async def _pending(self, before: int) -> list[Erasure]:
        return await asyncio.to_thread(self._parts.store.pending_erasures, before)

    async def go_on(self, before: int) -> None:
        """Resume the erasures that began before a moment.

        A node that was offline also learns here whom its peers erased.
        """
        await self.hear_others(await asyncio.to_thread(self._parts.store.erased))
        for leaving in await self._pending(before):
            if len(self._running) < MOST_RUNNING:
                self._begin(leaving, asyncio.Event())

    def _begin(self, leaving: Erasure, once: asyncio.Event) -> None:
        if leaving.person not in self._running:
            work = asyncio.create_task(self._erase(leaving, once))
            self._running[leaving.person] = work
            work.add_done_callback(lambda _: self._running.pop(leaving.person, None))

    async def settled(self) -> None:
        """Wait until no erasure is running."""
        while self._running:
            await asyncio.wait(set(self._running.values()))

    async def _erase(self, leaving: Erasure, once: asyncio.Event) -> None:
        store, person = self._parts.store, leaving.person
        try:
            for last in (False, True):
                async with self._turn:
                    named = self._later.pop(person, None)
                    if named is None:
                        named = await asyncio.to_thread(store.naming, person)
                    later = await self._look_through(leaving, named)
                if later:  # `go_on` resumes it
                    self._later[person] = later
                    return
                once.set()
                await asyncio.sleep(0 if last else self._recheck_s)
            await asyncio.to_thread(store.end_erasure, person)
            note("forgotten")
        except StoreError as error:  # `go_on` tries again
            note("not_forgotten", error=str(error))

    async def _look_through(self, leaving: Erasure, named: list[str]) -> list[str]:
        """Take a guest out of these tables; return those that have to wait."""
        store = self._parts.store
        later = []
        for table in named:
            begun = time.monotonic()
            if await asyncio.to_thread(self._disturbs, table, leaving):
                await self._leave(table, PersonId(leaving.person))
                later.append(table)
                continue
            async with self._parts.tables.alone(table):
                try:
                    changed = await asyncio.to_thread(self._take_out, table, leaving)
                except StoreError:
                    raise
                except Exception as error:  # one unreadable log must not stop the others
                    note("not_taken_out", table=fingerprint(table), error=reason(error, table))
                    continue
            await self._parts.reviews.replace(changed)
            await asyncio.sleep(time.monotonic() - begun)  # half of the time is for players
        projection = Projection(store.games)
        tables = [one for one in named if is_table(one)]
        await asyncio.to_thread(projection.rename, leaving, tables)
        self._parts.replay_cache.forget()
        for table in tables:  # project what was skipped meanwhile
            self._parts.projection.ended(table)
        return later

    def _disturbs(self, table: str, leaving: Erasure) -> bool:
        """Tell whether others are playing there; runs in a thread.

        A spectator of a hundred tables must not stop a hundred games.
        """
        for log in self._parts.store.games.read([table] if is_table(table) else []):
            if self._parts.clock() - log.written / 1000 < IDLE_MS:
                with contextlib.suppress(Exception):  # an unreadable log is no game
                    return is_played_without(log.entries, PersonId(leaving.person))
        return False

    async def _leave(self, table: str, person: PersonId) -> None:
        """Let a spectator leave a table, as spectators may at any time."""
        live = next((live for live in self._parts.tables if live.name == table), None)
        if live is not None:
            await live.ask(person, Leave(), "")

    def _take_out(self, table: str, leaving: Erasure) -> list[tuple[bytes, bytes]]:
        """Take a guest out of a log; return its finished games, before and after.

        Runs in a thread.
        """
        store, person = self._parts.store, PersonId(leaving.person)
        log = store.load(table)
        if not is_table(table):
            log = self._leave_club(table, log, leaving)
            store.rewrite(table, club_log_without(log, person, leaving.alias))
            return []
        was = _games(log)
        leaves = farewell(log, person, self._parts.new_seed)
        if leaves is not None:
            is_open = table in store.tables_of(person, MOST_TABLES)
            closed = leaves.over or not is_open
            append_and_wait(
                store,
                table,
                len(log),
                [leaves.entry],
                closed=closed,
                people={person: False},
                turn=stored_turn([*log, leaves.entry]),
            )
            log.append(leaves.entry)
        store.rewrite(table, without(log, person, PersonId(leaving.alias)))
        return list(zip(was, _games(store.load(table)), strict=True))

    def _leave_club(self, club: str, log: list[bytes], leaving: Erasure) -> list[bytes]:
        """Let a guest leave a group or an evening that they are still in; return its log.

        Runs in a thread.
        """
        kind = club.partition(":")[0]
        left = club_farewell(kind, log, leaving.person, self._parts.clock())
        if left is None:
            return log
        append_and_wait(
            self._parts.store,
            club,
            len(log),
            [left],
            closed=is_closed(kind, [*log, left]),
            people={leaving.person: False},
        )
        return [*log, left]

    async def close(self) -> None:
        """Stop; the next start resumes."""
        works = list(self._running.values())
        for work in works:
            work.cancel()
        await asyncio.gather(*works, return_exceptions=True)


def _games(log: list[bytes]) -> list[bytes]:
    """Return the finished games of a log, as they are sent."""
    entries = decode(log)
    replays = (replay_of(entries, number) for number in sorted(finished(entries)))
    return [dump(one) + b"\n" for one in replays if one is not None]
