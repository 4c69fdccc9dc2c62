"""Which tables may leave memory. Nothing is lost: whoever comes back finds them in the store.

All moments are milliseconds since 1970.
"""

from __future__ import annotations

from collections.abc import Iterable

from tacit.server.tables.live import LiveTable

CONNECT_GRACE_MS = 2000
"""Milliseconds in which somebody who asked for a table may still connect to it."""


def idle(tables: Iterable[LiveTable], before: float) -> list[LiveTable]:
    """Return those that nobody has been connected to since a moment, the longest idle first."""
    empty = [live for live in tables if live.table.lines == 0 and live.used < before]
    return sorted(empty, key=lambda live: live.used)


def unvisited(tables: Iterable[LiveTable], before: float, now: float) -> list[LiveTable]:
    """Return those that came into memory before a moment, and that nobody connected to."""
    return [
        live
        for live in tables
        if not (live.visited or live.table.lines)
        and live.woken < before
        and live.used < now - CONNECT_GRACE_MS
    ]
