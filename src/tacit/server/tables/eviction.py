"""Which tables to evict from memory. Nothing is lost: their logs are in the store.

All moments are milliseconds since 1970.
"""

from __future__ import annotations

from collections.abc import Iterable

from tacit.server.tables.live.live import LiveTable

CONNECT_GRACE_MS = 2000
"""How long a client that asked for a table may take to connect to it."""


def idle(tables: Iterable[LiveTable], before: float) -> list[LiveTable]:
    """Return those without a connection since a moment, the longest idle first."""
    empty = [live for live in tables if live.table.connections == 0 and live.used < before]
    return sorted(empty, key=lambda live: live.used)


def unvisited(tables: Iterable[LiveTable], before: float, now: float) -> list[LiveTable]:
    """Return those that came into memory before a moment and never had a connection."""
    return [
        live
        for live in tables
        if not (live.visited or live.table.connections)
        and live.woken < before
        and live.used < now - CONNECT_GRACE_MS
    ]
