"""Everything one running site shares, made when it starts and closed when it stops."""

from __future__ import annotations

import asyncio
import contextlib
import time
from pathlib import Path

from aiohttp import web

from tacit.server.bots.pools import BotPools
from tacit.server.bots.quota import HardBotQuota
from tacit.server.cluster.admin_orders import AdminOrders
from tacit.server.cluster.peers import PeerNodes, ThisNode
from tacit.server.config import Config
from tacit.server.history.follower import ProjectionFollower
from tacit.server.history.replay_cache import ReplayCache
from tacit.server.history.reviews import Reviews
from tacit.server.http.host_names import named
from tacit.server.limits.budget import Budgets
from tacit.server.limits.rate_limit import RateLimit
from tacit.server.limits.table_limits import TableLimits
from tacit.server.ops.garbage import Collector
from tacit.server.ops.health import Health
from tacit.server.ops.host_settings import HostSettings
from tacit.server.ops.logs import fingerprint, note, warn
from tacit.server.ops.loop_lag import LoopLag
from tacit.server.ops.metrics import Metrics
from tacit.server.people.challenges import Challenges
from tacit.server.people.device_links import DeviceLinks
from tacit.server.people.devices import Devices
from tacit.server.people.erasure import AGAIN_AFTER, Around, Forgetting
from tacit.server.people.identity import Identity
from tacit.server.people.invitations import Invitations
from tacit.server.people.passkeys import Passkeys
from tacit.server.people.sign_ins import SignIns
from tacit.server.tables.expiry import Expiry, end_table
from tacit.server.tables.live import Tools
from tacit.server.tables.loop_bridge import LoopBridge
from tacit.server.tables.tables import Tables, new_seed
from tacit.server.transport.backlog import Unread
from tacit.server.transport.heartbeat import Pulse
from tacit.server.transport.outbox import Outbox
from tacit.server.watch.rooms import Rooms
from tacit.store import Lock, Shared, file_of, open_store
from tacit.store.store import Store, StoreError
from tacit.table.bots import Pace
from tacit.table.tell.messages import ENCODER

TIDY_EVERY = 30.0
WATCH_EVERY_S = 2.0
"""Seconds between two looks at how much memory there is."""
SAMPLED_EVERY_S = 10.0
"""Seconds between two looks at what addresses use: it grows as soon as a message has come, and a
player who reads it at once could know of a press that the others are not told of yet."""
QUIET = 30
"""Requests between two tidyings that leave time to look for garbage."""
ADMIN_TRIES = (0.1, 10.0)
"""Wrong tokens from one address: a second in the long run, and at once."""
PRUNED = 20
"""Tables removed in one transaction: more would be noticed by those who play."""
PRUNE_REST = 3
"""Rests between two of them, each as long as the last one took."""
KEYS = ("guests", "tickets", "rooms", "passkeys", "admin")
"""What the site signs with; each is checked before the site starts."""
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
            self.store = open_store(config.db, self._committed, tell=_tell_of_upgrade)
            keys = _signing_keys(self.store)
        except BaseException:
            if self._lock is not None:
                self._lock.withdraw()
            raise
        self.health = Health(self.store, file)
        self.host_names = named(config)
        self.budgets = Budgets(config.limits)
        self._sampled = -SAMPLED_EVERY_S
        self._loop_lag = LoopLag(self.metrics.loop_lag.observe, asyncio.get_running_loop())
        self.identity = Identity(keys["guests"], self.store.ended_devices(), self.store.erased())
        self.devices = Devices(self.store, self.identity)
        self._shared = self.store if isinstance(self.store, Shared) else None
        self.invitations = Invitations(keys["guests"], config.invitation)
        self.device_links = DeviceLinks(self.identity, self._shared, self.clock)
        self.passkeys = Passkeys(self.store, self.clock)
        self.tickets = Challenges(keys["tickets"])
        self.sign_ins = SignIns(config.limits.sign_ins)
        self.host_settings = HostSettings(self.store, self.clock)
        self.admin_secret = keys["admin"]
        limits = config.limits
        self.outbox = Outbox()
        self.unread = Unread(limits.unread_altogether)
        self.pulse = Pulse()
        self.hard_bots = HardBotQuota(limits.hard_bots)
        self.bot_pools = BotPools(config.bot_threads, self.metrics)
        self.collector = Collector()
        self.projection = ProjectionFollower(self.store, url=config.db)
        tools = Tools(
            store=self.store,
            loop_bridge=LoopBridge(),
            outbox=self.outbox,
            bot_pools=self.bot_pools,
            metrics=self.metrics,
            pace=Pace(*config.bot_pace_ms),
            new_seed=new_seed,
            clock=self.clock,
            table_limits=TableLimits(limits),
            hard_bots=self.hard_bots,
            ended=self.projection.ended,
            greeting=self.host_settings.greeting,
        )
        self.tables = Tables(tools, limits)
        self._make_rate_limits()
        self.replay_cache = ReplayCache(self.store, ledger=self.budgets)
        kept = None if file is None else Path(f"{file}.reviews")
        self.reviews = Reviews(kept, ledger=self.budgets)
        self.forgetting = Forgetting(
            Around(
                store=self.store,
                identity=self.identity,
                devices=self.devices,
                tables=self.tables,
                replay_cache=self.replay_cache,
                reviews=self.reviews,
                projection=self.projection,
                table_limits=tools.table_limits,
                new_seed=new_seed,
                clock=self.clock,
            ),
            config.erasure_recheck_s,
        )
        self.rooms = Rooms(keys["rooms"], limits, self.outbox, self.clock)
        self._expiry = Expiry(self.store, limits.game_days, limits.lobby_days)
        self.lines: dict[str, int] = {}
        """Lines by address."""
        self.stopping = False
        self._tasks = self._begin_tasks()
        self.admin_orders = AdminOrders(self, self._shared)
        self.peers = self._meet_peers()

    def _begin_tasks(self) -> list[asyncio.Task[None]]:
        """Begin what the site does by itself; tables wake up when a guest comes to one."""
        work = [self._tidy(), self._watch_memory(), self.projection.run(), self.rooms.run()]
        work.append(self._go_on_forgetting())
        if self.config.behind_proxy:
            work.append(self.pulse.run())
        return [asyncio.create_task(one) for one in work]

    def _make_rate_limits(self) -> None:
        """Limit how often an address may ask for one thing, whatever it costs."""
        limits = self.config.limits
        self.requests = RateLimit(limits.requests, 10 * limits.requests)
        self.files = RateLimit(limits.files, 10 * limits.files)
        self.messages = RateLimit(limits.messages_per_address, 3 * limits.messages_per_address)
        self.admin_tries = RateLimit(*ADMIN_TRIES)
        self.replays = RateLimit(limits.replays, max(10.0, 10 * limits.replays))
        self.my_games = RateLimit(limits.my_games, 10 * limits.my_games)
        self.links = RateLimit(1 / 60, limits.links)
        self.openings = RateLimit(limits.new_tables / 3600, limits.new_tables)

    def _meet_peers(self) -> PeerNodes | None:
        """Tell other nodes of this one, and hear of them, if there may be any."""
        if self._shared is None:
            return None
        home = ThisNode(
            self.tables,
            self.devices,
            self.forgetting,
            self.rooms,
            lines=self.count_lines,
            clock=self.clock,
        )
        peers = PeerNodes(self._shared, home)
        self._tasks.append(asyncio.create_task(peers.run()))
        self._tasks.append(asyncio.create_task(self.admin_orders.run()))
        return peers

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
            await self.health.trouble()  # tells the host, also where nobody asks
            asleep = self.tables.evict_idle()
            if asleep:
                note("tables_asleep", count=asleep)
            await self.expire_tables()
            await self.prune()
            await asyncio.to_thread(self.bot_pools.workers.end_idle)
            untidy += 1
            if self.metrics.moves.count - before < QUIET or untidy >= MOST_UNTIDY:
                self.collector.collect_everything()
                untidy = 0

    async def _watch_memory(self) -> None:
        while True:
            await asyncio.sleep(WATCH_EVERY_S)
            if self.collector.collect_growth():
                note("garbage_collected")

    async def _go_on_forgetting(self) -> None:
        """Go on with what this site left undone when it stopped, then with what others leave."""
        patience = 0.0 if self._shared is None else AGAIN_AFTER
        while True:
            with contextlib.suppress(StoreError):  # whoever wants to play hears of it
                await self.forgetting.go_on(self.clock() + 1 - int(patience * 1000))
            patience = AGAIN_AFTER
            await asyncio.sleep(AGAIN_AFTER)

    async def prune(self) -> None:
        """Remove the tables that were closed too long ago, a few at a time."""
        if self.config.keep_days <= 0:
            return
        before = int(self.clock() * 1000 - self.config.keep_days * DAY)
        until, count = time.monotonic() + TIDY_EVERY, 0
        removed = PRUNED
        with contextlib.suppress(StoreError):  # players hear of it when they act
            while removed == PRUNED and (begun := time.monotonic()) < until:
                awake = {live.name for live in self.tables}
                removed = await asyncio.to_thread(self.store.prune, before, PRUNED, awake)
                count += removed
                await asyncio.sleep(PRUNE_REST * (time.monotonic() - begun))
        if count:
            note("tables_pruned", count=count)

    async def expire_tables(self) -> None:
        """Close some of the tables that nobody has been at for long."""
        ended = await self._expiry.end_some(self.clock(), self.tables.is_in_memory)
        if ended:
            note("tables_ended", count=ended)

    async def tell_announcement(self) -> None:
        """Tell every connection at a table what the host announces, or that it is over."""
        await self.tables.tell_all(ENCODER.encode(self.host_settings.announced()))

    async def end_table(self, name: str) -> None:
        """End a table for good, whoever is there; replays of its finished games stay."""
        async with self.tables.alone(name, "ended"):
            await asyncio.to_thread(end_table, self.store, name, self.clock())
        note("table_ended", table=fingerprint(name))

    def count_lines(self) -> int:
        """Return how many lines there are."""
        return sum(self.lines.values())

    def measure(self) -> bytes:
        """Return the figures of this moment."""
        self.metrics.tables.set(len(self.tables))
        self.metrics.rooms.set(len(self.rooms))
        self.metrics.connections.set(self.count_lines())
        self.metrics.healthy.set(self.health.found is None)
        if (now := time.monotonic()) - self._sampled >= SAMPLED_EVERY_S:
            self._sampled = now
            self.metrics.addresses.usage = self.budgets.usage()
        self.metrics.backlog.set(self.store.backlog())
        self.metrics.outbox.set(len(self.outbox))
        lag = self.projection.lag
        self.metrics.projection_lag.set(lag.seconds)
        self.metrics.projection_waiting.set(lag.games)
        return self.metrics.page()

    def say_goodbye(self) -> None:
        """Tell everybody to come back when the site has restarted."""
        self.stopping = True
        self.tables.say_goodbye()
        self.rooms.say_goodbye()

    async def close(self) -> None:
        """Write what is left, and stop."""
        self.stopping = True
        self._loop_lag.stop()
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)
        await self.forgetting.close()
        await self.outbox.close()
        self.bot_pools.close()
        self.replay_cache.close()
        await self.projection.close()
        await self.reviews.close()
        if self._shared is not None:
            with contextlib.suppress(StoreError):  # the others notice by themselves
                await asyncio.to_thread(self._shared.leave)
        await asyncio.to_thread(self.store.close)
        self._unlock()
        self.collector.close()
        note("stopped")


def _tell_of_upgrade(said: str) -> None:
    warn("database_upgraded", said=said)


def _signing_keys(store: Store) -> dict[str, bytes]:
    """Return the site's keys by name; StoreError, and no open store, if one is damaged."""
    try:
        return {name: store.secret(name) for name in KEYS}
    except StoreError:
        store.close()
        raise


SITE: web.AppKey[Site] = web.AppKey("site", Site)
