"""People who want to be forgotten: out of every log, game, rating, picture and memory of the site.

It is noted in the store first, so that a site that stops in between goes on with it. From that
moment their cookies are nobody's, on every node. Then all logs are looked through: at a table they
leave, a bot plays on in a running game, and their name and id are written over. Others' games stay
what they were, and a game that somebody only watched is not interrupted: it is waited for.
"""

from __future__ import annotations

import asyncio
import contextlib
import time
from collections.abc import Callable, Iterable
from concurrent.futures import Future
from typing import NamedTuple

from tacit.log.replay import dump
from tacit.server.history.follower import ProjectionFollower
from tacit.server.history.projection import Projection
from tacit.server.history.replay_cache import ReplayCache
from tacit.server.history.reviews import Reviews
from tacit.server.limits.table_limits import TableLimits
from tacit.server.ops.logs import fingerprint, note, reason
from tacit.server.people.devices import Devices
from tacit.server.people.identity import Identity
from tacit.server.tables.tables import Tables
from tacit.store.erasure import Leaving, mark_of
from tacit.store.store import Store, StoreError
from tacit.table.decide.requests import Leave
from tacit.table.log.records import PersonId, decode
from tacit.table.past.erasure import farewell, is_played_without, without
from tacit.table.past.replays import finished, replay_of

MOST_WAITING = 100
"""People who may wait for it at once."""
PATIENCE = 20.0
"""Seconds that somebody is let wait for it; then it goes on without them."""
AGAIN_AFTER = 60.0
"""Seconds after which another node goes on with what one has left undone."""
MOST_TABLES = 10_000
QUIET = 600_000
"""Milliseconds after which a game that nobody goes on with is interrupted."""


class Crowded(Exception):
    """Too many wait for it already."""


class Around(NamedTuple):
    """All that may know somebody."""

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


class Forgetting:
    """See the module's text."""

    def __init__(self, around: Around, linger: float) -> None:
        self._around = around
        self._linger = linger
        """Seconds after which it is looked again: what was under way, also on other nodes, has
        come by then."""
        self._works: dict[str, asyncio.Task[None]] = {}
        self._later: dict[str, list[str]] = {}
        """By person, tables at which others play just now."""
        self._turn = asyncio.Lock()

    async def forget(self, person: PersonId) -> bool:
        """Forget somebody; return whether it is done, or goes on by itself."""
        if len(self._works) >= MOST_WAITING:
            raise Crowded
        leaving = Leaving(person, self._around.identity.new())
        now = self._around.clock()
        await asyncio.to_thread(self._around.store.begin_forgetting, leaving, now)
        (leaving,) = [one for one in await self._to_forget(now + 1) if one.person == person]
        await self.hear({mark_of(person)})
        once = asyncio.Event()
        self._begin(leaving, once)
        with contextlib.suppress(TimeoutError):
            await asyncio.wait_for(once.wait(), PATIENCE)
        return once.is_set()

    async def hear(self, marks: Iterable[bytes]) -> None:
        """Refuse people who are to be forgotten, wherever they asked for it."""
        new = set(marks) - self._around.identity.forgotten
        if new:
            self._around.identity.forget(new)
            self._around.devices.forget()
            self._around.table_limits.forget(self._around.identity.is_forgotten)
            self._around.replay_cache.forget()

    async def hear_others(self, marks: Iterable[bytes]) -> None:
        """The same, of people whom another node forgets: what they are in here is not known."""
        if set(marks) - self._around.identity.forgotten:
            await self.hear(marks)
            await self._around.reviews.drop_pictures()

    async def _to_forget(self, before: int) -> list[Leaving]:
        return await asyncio.to_thread(self._around.store.to_forget, before)

    async def go_on(self, before: int) -> None:
        """Go on with what was begun before a moment and is not done.

        A node that was cut off for long has missed whom others forgot: it looks here.
        """
        await self.hear_others(await asyncio.to_thread(self._around.store.forgotten))
        for leaving in await self._to_forget(before):
            if len(self._works) < MOST_WAITING:
                self._begin(leaving, asyncio.Event())

    def _begin(self, leaving: Leaving, once: asyncio.Event) -> None:
        if leaving.person not in self._works:
            work = asyncio.create_task(self._forget(leaving, once))
            self._works[leaving.person] = work
            work.add_done_callback(lambda _: self._works.pop(leaving.person, None))

    async def settled(self) -> None:
        """Wait until nobody waits."""
        while self._works:
            await asyncio.wait(set(self._works.values()))

    async def _forget(self, leaving: Leaving, once: asyncio.Event) -> None:
        store, person = self._around.store, leaving.person
        try:
            for last in (False, True):
                async with self._turn:
                    named = self._later.pop(person, None)
                    if named is None:
                        named = await asyncio.to_thread(store.naming, person)
                    later = await self._look_through(leaving, named)
                if later:  # they are asked for again in a while
                    self._later[person] = later
                    return
                once.set()
                await asyncio.sleep(0 if last else self._linger)
            await asyncio.to_thread(store.end_forgetting, person)
            note("forgotten")
        except StoreError as error:  # it is tried again
            note("not_forgotten", error=str(error))

    async def _look_through(self, leaving: Leaving, named: list[str]) -> list[str]:
        """Take somebody out of these tables; return those that have to wait."""
        store = self._around.store
        later = []
        for table in named:
            begun = time.monotonic()
            if await asyncio.to_thread(self._disturbs, table, leaving):
                await self._leave(table, PersonId(leaving.person))
                later.append(table)
                continue
            async with self._around.tables.alone(table):
                try:
                    changed = await asyncio.to_thread(self._take_out, table, leaving)
                except StoreError:
                    raise
                except Exception as error:  # a log that cannot be read keeps nobody else's
                    note("not_taken_out", table=fingerprint(table), error=reason(error, table))
                    continue
            await self._around.reviews.replace(changed)
            await asyncio.sleep(time.monotonic() - begun)  # half of the time is for those who play
        projection = Projection(store.games)
        await asyncio.to_thread(projection.rename, leaving, named)
        self._around.replay_cache.forget()
        for table in named:  # what was left alone meanwhile is to be read again
            self._around.projection.ended(table)
        return later

    def _disturbs(self, table: str, leaving: Leaving) -> bool:
        """Tell whether others play there just now, who would be interrupted; in a thread.

        Whoever watches at a hundred tables must not be able to stop a hundred games.
        """
        for log in self._around.store.games.read([table]):
            if self._around.clock() - log.written / 1000 < QUIET:
                with contextlib.suppress(Exception):  # a log that cannot be read is nobody's game
                    return is_played_without(log.entries, PersonId(leaving.person))
        return False

    async def _leave(self, table: str, person: PersonId) -> None:
        """Let somebody who watches go, as anybody may at any time."""
        live = next((live for live in self._around.tables if live.name == table), None)
        if live is not None:
            await live.ask(person, Leave(), "")

    def _take_out(self, table: str, leaving: Leaving) -> list[tuple[bytes, bytes]]:
        """Take somebody out of a log; return its finished games, as they were and as they are.

        In a thread.
        """
        store, person = self._around.store, PersonId(leaving.person)
        log = store.load(table)
        was = _games(log)
        leaves = farewell(log, person, self._around.new_seed)
        if leaves is not None:
            is_open = table in store.tables_of(person, MOST_TABLES)
            closed = leaves.over or not is_open
            done: Future[StoreError | None] = Future()
            store.append(
                table,
                len(log),
                [leaves.entry],
                done.set_result,
                closed=closed,
                people={person: False},
            )
            refused = done.result()
            if refused is not None:
                raise refused
            log.append(leaves.entry)
        store.rewrite(table, without(log, person, PersonId(leaving.alias)))
        return list(zip(was, _games(store.load(table)), strict=True))

    async def close(self) -> None:
        """Stop; the next start goes on."""
        works = list(self._works.values())
        for work in works:
            work.cancel()
        await asyncio.gather(*works, return_exceptions=True)


def _games(log: list[bytes]) -> list[bytes]:
    """Return the finished games of a log, as they are sent."""
    entries = decode(log)
    replays = (replay_of(entries, number) for number in sorted(finished(entries)))
    return [dump(one) + b"\n" for one in replays if one is not None]
