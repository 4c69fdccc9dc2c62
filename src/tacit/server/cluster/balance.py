"""Rebalances connections after a restart, slowly, until all nodes have about as many.

The proxy gives each table to one node by its name, but a connection stays where it is: after a
rolling restart the last node is empty. A node with far more than its share sends the players of a
few quiet tables on. They reconnect within half a second, to the node that the proxy has for the
table now. A table that comes back belongs here, and is left alone for a while.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping

from tacit.server.tables.live.live import LiveTable
from tacit.table.log.state import Stage

STEADY_MS = 10_000
"""How long no node has come or gone before anything is moved: the proxy has to know them."""
SLACK = 1.25
"""How much more than the average a node may have."""
FEW = 8
"""A surplus up to this number is left alone."""
AT_ONCE = 2
"""Tables handed back in one go; of many tables a fiftieth."""
SETTLE_MS = 2_000
"""How long after that nothing is moved: those players are counted nowhere until they reconnect."""
AGAIN_MS = 600_000
"""How long a table is left alone that was handed back."""
QUIET_MS = 5_000
"""How long nothing has happened in a game that is handed back."""
BETWEEN_MS = 1_000
"""How long nothing has happened, between games, at a table that is handed back."""


class Balance:
    """Chooses which tables of a node others should have."""

    def __init__(self, clock: Callable[[], int]) -> None:
        self._clock = clock
        self._nodes: frozenset[str] = frozenset()
        self._since = clock()
        self._last = -SETTLE_MS
        self._handed: dict[str, int] = {}
        """When each table was handed back."""

    def choose(
        self, tables: Iterable[LiveTable], mine: str, connections: Mapping[str, int]
    ) -> list[LiveTable]:
        """Return the tables to hand back now; `connections` has each node's, this one's too."""
        now = self._clock()
        if self._nodes != connections.keys():
            self._nodes, self._since = frozenset(connections), now
        self._handed = {name: at for name, at in self._handed.items() if now - at < AGAIN_MS}
        excess = too_many(mine, connections)
        if not excess or now - self._since < STEADY_MS or now - self._last < SETTLE_MS:
            return []
        here = list(tables)
        chosen: list[LiveTable] = []
        for live in here:
            if len(chosen) >= max(AT_ONCE, len(here) // 50) or excess <= 0:
                break
            if live.name not in self._handed and is_quiet(live, now):
                chosen.append(live)
                excess -= live.table.connections
        self._last = now if chosen else self._last
        self._handed |= {live.name: now for live in chosen}
        return chosen


def too_many(mine: str, connections: Mapping[str, int]) -> int:
    """Return how many connections a node has above the average; 0 while that is not far above.

    >>> too_many("a", {"a": 120, "b": 40, "c": 0})
    67
    >>> too_many("a", {"a": 60, "b": 55, "c": 45}), too_many("c", {"a": 120, "b": 40, "c": 0})
    (0, 0)
    """
    share = sum(connections.values()) / max(1, len(connections))
    have = connections.get(mine, 0)
    return 0 if have <= max(SLACK * share, share + FEW) else round(have - share)


def is_quiet(live: LiveTable, now: int) -> bool:
    """Tell whether the players of a table will not notice that they reconnect.

    In a timed game they would, unless it is paused. Talk would be lost: it is in memory only.
    """
    table = live.table
    state = table.state
    in_play = state.stage is Stage.PLAYING and not state.paused
    quiet_ms = QUIET_MS if in_play else BETWEEN_MS
    return bool(
        table.connections
        and not live.is_saving
        and not table.chat
        and now - live.changed >= quiet_ms
        and not (in_play and state.conduct.timed)
    )
