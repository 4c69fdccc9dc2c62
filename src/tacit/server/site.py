"""One running site: its parts are made here, given what each needs, and closed when it stops."""

from __future__ import annotations

import asyncio
import contextlib
import time
from pathlib import Path

from aiohttp import web

from tacit.server.bots.pools import BotPools
from tacit.server.bots.quota import HardBotQuota
from tacit.server.calls.calls import Calls
from tacit.server.club.daily import DailyDeals
from tacit.server.club.evenings import Evenings
from tacit.server.club.groups import Groups
from tacit.server.cluster.admin_orders import AdminOrders, Here
from tacit.server.cluster.peers import PeerNodes, ThisNode
from tacit.server.cluster.shared_clock import behind_s
from tacit.server.config import Config
from tacit.server.history.follower import ProjectionFollower
from tacit.server.history.replay_cache import ReplayCache
from tacit.server.history.reviews import Reviews
from tacit.server.housekeeping import Housekeeping
from tacit.server.limits.budget import Budgets
from tacit.server.limits.rate_limit import RateLimit
from tacit.server.limits.table_limits import TableLimits
from tacit.server.ops.garbage import Collector
from tacit.server.ops.health import Health
from tacit.server.ops.host_settings import HostSettings
from tacit.server.ops.logs import note, warn
from tacit.server.ops.metrics import LoopLag, Metrics
from tacit.server.people.challenges import Challenges
from tacit.server.people.device_links import DeviceLinks
from tacit.server.people.devices import Devices
from tacit.server.people.erasure import Eraser, SiteParts
from tacit.server.people.identity import Identity
from tacit.server.people.invitations import Invitations
from tacit.server.people.passkeys import Passkeys
from tacit.server.people.sign_ins import SignIns
from tacit.server.people.users import Users
from tacit.server.tables.expiry import Expiry
from tacit.server.tables.live.loop_bridge import LoopBridge
from tacit.server.tables.live.tools import Tools
from tacit.server.tables.live.turn_calls import News
from tacit.server.tables.tables import Tables, new_seed
from tacit.server.transport.acceptor import Acceptor
from tacit.server.transport.backlog import Backlog
from tacit.server.transport.connection import Services
from tacit.server.transport.connections import Caller, Connections
from tacit.server.transport.heartbeat import Heartbeat
from tacit.server.transport.outbox import Outbox
from tacit.server.watch.rooms import Rooms
from tacit.store import Lock, Shared, file_of, open_store
from tacit.store.store import Store, StoreError
from tacit.table.bots import Pace

SAMPLE_EVERY_S = 10.0
"""How often the usage of addresses is sampled: it grows as soon as a message has come, and a
player who reads it at once could know of a press that the others are not told of yet."""
ADMIN_TRIES = (0.1, 10.0)
"""The rate limit of wrong tokens from one address: per second, and burst."""
KEYS = ("guests", "tickets", "rooms", "passkeys", "admin", "daily", "evenings", "push")
"""What the site signs and derives deals with; each is checked before the site starts."""


class Site:
    """The store, the tables, the people and the metrics of one site."""

    def __init__(self, config: Config) -> None:
        self.config = config
        self._epoch = time.time() - time.monotonic()
        self.metrics = Metrics()
        self._lock = None if (file := file_of(config.db)) is None else Lock(file)
        try:
            self.store = open_store(config.db, self._committed, tell=_tell_of_upgrade)
            keys = _signing_keys(self.store)
            if isinstance(self.store, Shared):
                self._epoch += behind_s(self.store, lambda: self._epoch + time.monotonic())
        except BaseException:
            if self._lock is not None:
                self._lock.withdraw()
            raise
        self.health = Health(self.store, file)
        self.budgets = Budgets(config.limits)
        self._sampled_s = -SAMPLE_EVERY_S
        self._loop_lag = LoopLag(self.metrics.loop_lag.observe, asyncio.get_running_loop())
        self.identity = Identity(keys["guests"], self.store.ended_devices(), self.store.erased())
        self.users = Users(keys["guests"], self.identity)
        self.connections = Connections()
        self.devices = Devices(self.store, self.identity, self.connections, self._ended)
        self._shared = self.store if isinstance(self.store, Shared) else None
        self.invitations = Invitations(keys["guests"], config.invitation)
        self.device_links = DeviceLinks(self.identity, self._shared, self.clock)
        self.passkeys = Passkeys(self.store, self.clock)
        self.tickets = Challenges(keys["tickets"])
        limits = config.limits
        self.sign_ins = SignIns(limits.sign_ins)
        self.host_settings = HostSettings(self.store, self.clock)
        self.admin_secret = keys["admin"]
        self.outbox = Outbox()
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
            called=self._call,
            greeting=self.host_settings.greeting,
        )
        self.tables = Tables(tools, limits)
        self._make_rate_limits()
        self.replay_cache = ReplayCache(self.store, ledger=self.budgets)
        kept = None if file is None else Path(f"{file}.reviews")
        self.reviews = Reviews(kept, ledger=self.budgets)
        self._make_club(keys)
        self.eraser = Eraser(
            SiteParts(
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
        self.housekeeping = Housekeeping(
            config=config,
            store=self.store,
            tables=self.tables,
            expiry=Expiry(self.store, limits.game_days, limits.lobby_days),
            erasure=self.eraser,
            bot_pools=self.bot_pools,
            health=self.health,
            metrics=self.metrics,
            collector=self.collector,
            clock=self.clock,
        )
        self._make_transport()
        self.stopping = False
        self._tasks = self._begin_tasks()
        self.peers = self._meet_peers()
        self.admin_orders = self._take_orders()

    def _make_club(self, keys: dict[str, bytes]) -> None:
        """Make what lasts longer than a table, and what calls players to one."""
        store, tables = self.store, self.tables
        self.groups = Groups(store, tables, self.clock)
        self.evenings = Evenings(keys["evenings"], store, tables, self.clock)
        self.projection.written = self.evenings.written
        self.daily = DailyDeals(keys["daily"], store, tables, self.reviews, self.clock)
        self.daily.counted = RateLimit(0.0, self.config.limits.daily_per_address)
        self.calls = Calls(store, tables, self.clock, keys["push"], self.config)

    def _make_transport(self) -> None:
        """Make what TCP connections and WebSockets need."""
        limits, is_behind_proxy = self.config.limits, self.config.behind_proxy
        self.acceptor = Acceptor(
            limits, self.budgets, self.metrics.throttled, is_behind_proxy=is_behind_proxy
        )
        self.heartbeat = Heartbeat(self.connections)
        self.transport = Services(
            limits=limits,
            connections=self.connections,
            backlog=Backlog(self.connections, limits.unread_altogether),
            messages=RateLimit(limits.messages_per_address, 3 * limits.messages_per_address),
            metrics=self.metrics,
            is_behind_proxy=is_behind_proxy,
        )

    def _begin_tasks(self) -> list[asyncio.Task[None]]:
        """Start what the site does by itself; a table wakes up when a guest comes to it."""
        keeping = self.housekeeping
        work = [keeping.run(), keeping.watch_memory(), keeping.finish_erasures()]
        work += [self.projection.run(), self.rooms.run(), self.calls.run()]
        if self.config.behind_proxy:
            work.append(self.heartbeat.run())
        return [asyncio.create_task(one) for one in work]

    def _make_rate_limits(self) -> None:
        """Make the rate limits by address."""
        limits = self.config.limits
        self.requests = RateLimit(limits.requests, 10 * limits.requests)
        self.evening_requests = RateLimit(limits.evening_requests, 10 * limits.evening_requests)
        self.files = RateLimit(limits.files, 10 * limits.files)
        self.admin_tries = RateLimit(*ADMIN_TRIES)
        self.replays = RateLimit(limits.replays, max(10.0, 10 * limits.replays))
        self.my_games = RateLimit(limits.my_games, 10 * limits.my_games)
        self.links = RateLimit(1 / 60, limits.links)
        self.openings = RateLimit(limits.new_tables / 3600, limits.new_tables)
        self.evening_tables = RateLimit(limits.evening_tables / 3600, limits.evening_tables)
        self.group_changes = RateLimit(limits.my_games, 10 * limits.my_games)

    def _meet_peers(self) -> PeerNodes | None:
        """Exchange news with the peer nodes, if there may be any."""
        if self._shared is None:
            return None
        home = ThisNode(
            self.tables,
            self.devices,
            self.eraser,
            self.rooms,
            self.evenings.presence,
            connections=self.connections.__len__,
            clock=self.clock,
        )
        peers = PeerNodes(self._shared, home)
        self._tasks.append(asyncio.create_task(peers.run()))
        return peers

    def _take_orders(self) -> AdminOrders:
        """Carry out what the host orders here or on a peer node."""
        here = Here(self.store, self.tables, self.connections, self.host_settings, self.peers)
        orders = AdminOrders(here, self._shared)
        if self._shared is not None:
            self._tasks.append(asyncio.create_task(orders.run()))
        return orders

    def _call(self, news: News) -> None:
        self.calls.take(news)

    def _ended(self, gone: Caller) -> None:
        """Call a device no more that was signed out; in a thread."""
        self.calls.pushes.remove_device(gone.person, gone.device)

    def clock(self) -> int:
        """Return milliseconds since 1970, never running backwards while the site runs."""
        return int((self._epoch + time.monotonic()) * 1000)

    def _committed(self, seconds: float, entries: int) -> None:
        self.metrics.commit.observe(seconds)
        self.metrics.committed.inc(entries)

    def measure(self) -> bytes:
        """Return the metrics of this moment."""
        self.metrics.tables.set(len(self.tables))
        self.metrics.rooms.set(len(self.rooms))
        self.metrics.connections.set(len(self.connections))
        self.metrics.healthy.set(self.health.found is None)
        if (now := time.monotonic()) - self._sampled_s >= SAMPLE_EVERY_S:
            self._sampled_s = now
            self.metrics.addresses.usage = self.budgets.usage()
        self.metrics.backlog.set(self.store.backlog())
        self.metrics.outbox.set(len(self.outbox))
        lag = self.projection.lag
        self.metrics.projection_lag.set(lag.seconds)
        self.metrics.projection_waiting.set(lag.games)
        return self.metrics.page()

    def say_goodbye(self) -> None:
        """Tell every client to reconnect when the site has restarted."""
        self.stopping = True
        self.tables.say_goodbye()
        self.rooms.say_goodbye()
        self.evenings.watch.close()

    async def close(self) -> None:
        """Save what is left, and stop."""
        self.stopping = True
        self._loop_lag.stop()
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)
        await self.evenings.close()
        await self.eraser.close()
        await self.calls.close()
        await self.outbox.close()
        self.bot_pools.close()
        self.replay_cache.close()
        await self.projection.close()
        await self.reviews.close()
        if self._shared is not None:
            with contextlib.suppress(StoreError):  # the peer nodes notice
                await asyncio.to_thread(self._shared.leave)
        await asyncio.to_thread(self.store.close)
        if self._lock is not None:
            self._lock.release()
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
