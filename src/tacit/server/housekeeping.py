"""What a site does by itself: evict, expire and prune tables, collect garbage, finish erasures."""

from __future__ import annotations

import asyncio
import contextlib
import time
from collections.abc import Callable
from typing import NamedTuple

from tacit.server.bots.pools import BotPools
from tacit.server.config import Config
from tacit.server.ops.garbage import Collector
from tacit.server.ops.health import Health
from tacit.server.ops.logs import note
from tacit.server.ops.metrics import Metrics
from tacit.server.people.erasure import RESUME_AFTER_S, Eraser
from tacit.server.tables.expiry import Expiry
from tacit.server.tables.tables import Tables
from tacit.store import Shared
from tacit.store.store import Store, StoreError

TIDY_EVERY_S = 30.0
WATCH_MEMORY_EVERY_S = 2.0
QUIET_MOVES = 30
"""Moves between two rounds that leave time to look for garbage."""
MAX_ROUNDS_WITHOUT_GC = 40
"""Rounds after which garbage is looked for however busy the site is."""
PRUNE_BATCH = 20
"""Tables removed in one transaction: players would notice more."""
PRUNE_PAUSES = 3
"""Pauses between two of them, each as long as the last one took."""
_DAY_US = 24 * 3600 * 1_000_000


class Housekeeping(NamedTuple):
    """What it looks after, and how."""

    config: Config
    store: Store
    tables: Tables
    expiry: Expiry
    erasure: Eraser
    bot_pools: BotPools
    health: Health
    metrics: Metrics
    collector: Collector
    clock: Callable[[], int]

    async def run(self) -> None:
        """Tidy up again and again, until cancelled."""
        rounds = 0
        while True:
            before = self.metrics.moves.count
            await asyncio.sleep(TIDY_EVERY_S)
            await self.health.trouble()  # tells the host, also where no probe asks
            evicted = self.tables.evict_idle()
            if evicted:
                note("tables_asleep", count=evicted)
            await self.expire_tables()
            await self.prune()
            await asyncio.to_thread(self.bot_pools.workers.end_idle)
            rounds += 1
            is_quiet = self.metrics.moves.count - before < QUIET_MOVES
            if is_quiet or rounds >= MAX_ROUNDS_WITHOUT_GC:
                self.collector.collect_everything()
                rounds = 0

    async def watch_memory(self) -> None:
        """Collect garbage when memory has grown, until cancelled."""
        while True:
            await asyncio.sleep(WATCH_MEMORY_EVERY_S)
            if self.collector.collect_growth():
                note("garbage_collected")

    async def finish_erasures(self) -> None:
        """Resume the erasures that this site left undone when it stopped, then those of others."""
        wait_s = RESUME_AFTER_S if isinstance(self.store, Shared) else 0.0
        while True:
            with contextlib.suppress(StoreError):  # players hear of it when they act
                await self.erasure.go_on(self.clock() + 1 - int(wait_s * 1000))
            wait_s = RESUME_AFTER_S
            await asyncio.sleep(RESUME_AFTER_S)

    async def expire_tables(self) -> None:
        """End some of the tables that have been unused for too long."""
        ended = await self.expiry.end_some(self.clock(), self.tables.is_in_memory)
        if ended:
            note("tables_ended", count=ended)

    async def prune(self) -> None:
        """Remove the tables that were closed too long ago, a few at a time."""
        if self.config.keep_days <= 0:
            return
        before_us = int(self.clock() * 1000 - self.config.keep_days * _DAY_US)
        until, count = time.monotonic() + TIDY_EVERY_S, 0
        removed = PRUNE_BATCH
        with contextlib.suppress(StoreError):  # players hear of it when they act
            while removed == PRUNE_BATCH and (begun := time.monotonic()) < until:
                awake = {live.name for live in self.tables}
                removed = await asyncio.to_thread(self.store.prune, before_us, PRUNE_BATCH, awake)
                count += removed
                await asyncio.sleep(PRUNE_PAUSES * (time.monotonic() - begun))
        if count:
            note("tables_pruned", count=count)
