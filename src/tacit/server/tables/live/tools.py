"""What every live table of a node shares with the others."""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

from tacit.server.bots.pools import BotPools
from tacit.server.bots.quota import HardBotQuota
from tacit.server.limits.table_limits import TableLimits
from tacit.server.ops.metrics import Metrics
from tacit.server.tables.live.loop_bridge import LoopBridge
from tacit.server.tables.live.turn_calls import News
from tacit.server.transport.outbox import Outbox
from tacit.store.store import Store
from tacit.table.bots import Pace


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
    called: Callable[[News], None]
    """Called when players of a table by correspondence are needed, or their game is over."""
    greeting: Callable[[], bytes | None]
    """Returns the first message of a connection: the host's announcement, if there is one."""
