"""Everything one running site shares, made when it starts and closed when it stops."""

from __future__ import annotations

import asyncio
import contextlib
import gc
import time
from pathlib import Path

from aiohttp import web

from tacit.server.abandoned import Abandoned, bury
from tacit.server.archive import Archive
from tacit.server.challenges import Challenges
from tacit.server.chronicle import Chronicle
from tacit.server.config import Config
from tacit.server.devices import Devices
from tacit.server.forgetting import AGAIN_AFTER, Around, Forgetting
from tacit.server.hard_bots import HardBots
from tacit.server.health import Health
from tacit.server.hosts import named
from tacit.server.identity import Identity
from tacit.server.invitations import Invitations
from tacit.server.links import DeviceLinks
from tacit.server.live import LiveTable, Tools
from tacit.server.logs import fingerprint, note
from tacit.server.manners import Manners
from tacit.server.metrics import Metrics
from tacit.server.neighbours import Doors, Home, Neighbours
from tacit.server.outbox import Outbox
from tacit.server.passkeys import Passkeys
from tacit.server.returns import Returns
from tacit.server.reviews import Reviews
from tacit.server.rooms import Rooms
from tacit.server.sign_ins import SignIns
from tacit.server.tables import Tables, new_seed
from tacit.server.thinkers import Thinkers
from tacit.server.throttle import Throttle
from tacit.server.unread import Unread
from tacit.store import Lock, Shared, file_of, open_store
from tacit.store.store import StoreError
from tacit.table.robots import Pace

TIDY_EVERY = 30.0
QUIET = 30
"""Requests between two tidyings that leave time to look for garbage."""
ADMIN_TRIES = (0.1, 10.0)
"""Wrong tokens from one address: a second in the long run, and at once."""
PRUNED = 20
"""Tables removed at one tidying: more would be noticed by those who play."""
DAY = 24 * 3600 * 1_000_000
"""In microseconds, as the store counts."""
MOST_UNTIDY = 40
"""Tidyings after which garbage is looked for however busy the site is."""


class Site:
    """The store, the tables, the people and the figures of one site."""

    def __init__(self, config: Config) -> None:
        self.config = config
        self._epoch = time.time() - time.monotonic()
        self.metrics = Metrics()
        file = file_of(config.db)
        self._lock = None if file is None else Lock(file)
        try:
            self.store = open_store(config.db, on_commit=self._committed)
        except BaseException:
            self._unlock()
            raise
        self.health = Health(self.store, file)
        self.host_names = named(config)
        self.identity = Identity(
            self.store.secret("guests"), self.store.ended_devices(), self.store.forgotten()
        )
        self.devices = Devices(self.store, self.identity)
        self._shared = self.store if isinstance(self.store, Shared) else None
        self.invitations = Invitations(self.store.secret("guests"))
        self.device_links = DeviceLinks(self.identity, self._shared, self.clock)
        self.passkeys = Passkeys(self.store, self.clock)
        self.tickets = Challenges(self.store.secret("tickets"))
        self.sign_ins = SignIns(config.limits.sign_ins, self.clock() / 1000)
        self.outbox = Outbox()
        self.unread = Unread(config.limits.unread_altogether)
        self.hard_bots = HardBots(config.limits.hard_bots)
        self.thinkers = Thinkers(config.bot_threads, self.metrics)
        # Playing makes no cycles, and looking for some takes a quarter second with many tables, so
        # it is done when nobody waits.
        gc.disable()
        limits = config.limits
        self.chronicle = Chronicle(self.store)
        tools = Tools(
            store=self.store,
            returns=Returns(),
            outbox=self.outbox,
            thinkers=self.thinkers,
            metrics=self.metrics,
            pace=Pace(*config.bot_pace),
            new_seed=new_seed,
            clock=self.clock,
            manners=Manners(limits),
            hard_bots=self.hard_bots,
            ended=self.chronicle.ended,
        )
        self.tables = Tables(tools, limits)
        self.requests = Throttle(limits.requests, 10 * limits.requests)
        self.files = Throttle(limits.files, 10 * limits.files)
        self.messages = Throttle(limits.messages_per_address, 3 * limits.messages_per_address)
        self.admin_tries = Throttle(*ADMIN_TRIES)
        self.archive = Archive(self.store)
        self.reviews = Reviews(None if file is None else Path(f"{file}.reviews"))
        self.forgetting = Forgetting(
            Around(
                store=self.store,
                identity=self.identity,
                devices=self.devices,
                tables=self.tables,
                archive=self.archive,
                reviews=self.reviews,
                chronicle=self.chronicle,
                manners=tools.manners,
                new_seed=new_seed,
                clock=self.clock,
            ),
            config.linger,
        )
        self.rooms = Rooms(self.store.secret("rooms"), limits, self.outbox, self.clock)
        self.replays = Throttle(limits.replays, max(10.0, 10 * limits.replays))
        self.my_games = Throttle(limits.my_games, 10 * limits.my_games)
        self.links = Throttle(1 / 60, limits.links)
        self.openings = Throttle(limits.new_tables / 3600, limits.new_tables)
        self._abandoned = Abandoned(self.store, limits.game_days, limits.lobby_days)
        self.lines: dict[str, int] = {}
        """Lines by address."""
        self.stopping = False
        # Tables wake up when somebody comes: where nobody is, nothing has to happen.
        self._tasks = [
            asyncio.create_task(self._tidy()),
            asyncio.create_task(self.chronicle.run()),
            asyncio.create_task(self._go_on_forgetting()),
            asyncio.create_task(self.rooms.run()),
        ]
        self._doors = Doors()
        self.neighbours = self._meet_neighbours()

    def _meet_neighbours(self) -> Neighbours | None:
        """Tell other nodes of this one, and hear of them, if there may be any."""
        if self._shared is None:
            return None
        home = Home(self.tables, self.devices, self.forgetting, self.rooms, self.count_lines)
        neighbours = Neighbours(self._shared, home)
        self._tasks.append(asyncio.create_task(neighbours.run()))
        return neighbours

    def _unlock(self) -> None:
        if self._lock is not None:
            self._lock.release()

    def clock(self) -> int:
        """Return milliseconds since 1970, never running backwards while the site runs."""
        return int((self._epoch + time.monotonic()) * 1000)

    def _committed(self, seconds: float, entries: int) -> None:
        self.metrics.commit.observe(seconds)
        self.metrics.committed.inc(entries)

    async def _tidy(self) -> None:
        untidy = 0
        while True:
            before = self.metrics.moves.count
            await asyncio.sleep(TIDY_EVERY)
            asleep = self.tables.put_to_sleep()
            if asleep:
                note("tables_asleep", count=asleep)
            await self.end_abandoned()
            await self.prune()
            untidy += 1
            if self.metrics.moves.count - before < QUIET or untidy >= MOST_UNTIDY:
                gc.collect()
                untidy = 0

    async def _go_on_forgetting(self) -> None:
        """Go on with what this site left undone when it stopped, then with what others leave."""
        patience = 0.0 if self._shared is None else AGAIN_AFTER
        while True:
            with contextlib.suppress(StoreError):  # whoever wants to play hears of it
                await self.forgetting.go_on(self.clock() + 1 - int(patience * 1000))
            patience = AGAIN_AFTER
            await asyncio.sleep(AGAIN_AFTER)

    async def prune(self) -> None:
        """Remove some of the tables that were closed too long ago."""
        if self.config.keep_days <= 0:
            return
        before = int(self.clock() * 1000 - self.config.keep_days * DAY)
        awake = {live.name for live in self.tables}
        with contextlib.suppress(StoreError):  # whoever wants to play hears of it
            removed = await asyncio.to_thread(self.store.prune, before, PRUNED, awake)
            if removed:
                note("tables_pruned", count=removed)

    async def end_abandoned(self) -> None:
        """Close some of the tables that nobody has been at for long."""
        ended = await self._abandoned.end_some(self.clock(), self.tables.is_awake)
        if ended:
            note("tables_ended", count=ended)

    @property
    def doors(self) -> Doors:
        """Whether new tables may be opened."""
        return self._doors if self.neighbours is None else self.neighbours.doors

    def move_doors(self, *, closed: bool) -> None:
        """Open or close the doors, on all nodes; games go on."""
        doors = Doors(closed=closed, at=self.clock())
        if self.neighbours is None:
            self._doors = doors
        else:
            self.neighbours.doors = doors
        note("doors_moved", closed=closed)

    async def end_table(self, live: LiveTable) -> None:
        """End a table for good, whoever is there; replays of its finished games stay."""
        live.lose()
        await asyncio.to_thread(bury, self.store, live.name, self.clock())
        note("table_ended", table=fingerprint(live.name))

    def count_lines(self) -> int:
        """Return how many lines there are."""
        return sum(self.lines.values())

    def measure(self) -> bytes:
        """Return the figures of this moment."""
        self.metrics.tables.set(len(self.tables))
        self.metrics.rooms.set(len(self.rooms))
        self.metrics.lines.set(self.count_lines())
        self.metrics.backlog.set(self.store.backlog())
        self.metrics.outbox.set(len(self.outbox))
        return self.metrics.page()

    def say_goodbye(self) -> None:
        """Tell everybody to come back when the site has restarted."""
        self.stopping = True
        self.tables.say_goodbye()
        self.rooms.say_goodbye()

    async def close(self) -> None:
        """Write what is left, and stop."""
        self.stopping = True
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)
        await self.forgetting.close()
        await self.outbox.close()
        self.thinkers.close()
        self.archive.close()
        await self.chronicle.close()
        await self.reviews.close()
        if self._shared is not None:
            with contextlib.suppress(StoreError):  # the others notice by themselves
                await asyncio.to_thread(self._shared.leave)
        await asyncio.to_thread(self.store.close)
        self._unlock()
        gc.enable()
        note("stopped")


SITE: web.AppKey[Site] = web.AppKey("site", Site)
