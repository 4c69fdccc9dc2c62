"""`tacit rebuild`: rebuilds the projection (games, records, ratings) from the logs."""

from __future__ import annotations

import argparse
import json
import time
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterator

    from tacit.server.history.projection import Projection
    from tacit.store import Store

AT_ONCE = 100
"""Logs or games in one step: more than a running site takes beside its players."""
MOST_OPEN = 2**31


def run(args: argparse.Namespace) -> int:
    """Drop the projection and build it again; the site may run."""
    from tacit.server.history.projection import Projection
    from tacit.store import open_existing

    store = open_existing(args.site.db)
    try:
        begun = time.perf_counter()
        store.games.drop()
        projection = Projection(store.games)
        tables = 0
        while some := projection.read_new(AT_ONCE):
            tables += some
        for some_open in _open_tables(store):  # tables with a finished game before the running one
            tables += projection.read(some_open)
        games = 0
        while some := projection.rate_new(AT_ONCE):
            games += some
        heard = _hear(projection)
        seconds = time.perf_counter() - begun
    finally:
        store.close()
    if args.json:
        print(json.dumps({"tables": tables, "games": games, "heard": heard, "seconds": seconds}))
    else:
        print(
            f"Read {tables:,} tables with {games:,} finished games,"
            f" {heard:,} of them by ear, in {seconds:.1f} s."
        )
    return 0


def _open_tables(store: Store) -> Iterator[list[str]]:
    names = store.open_tables(MOST_OPEN)
    for first in range(0, len(names), AT_ONCE):
        yield names[first : first + AT_ONCE]


def _hear(projection: Projection) -> int:
    import msgspec

    from tacit.review.reviewing import heard

    count = 0
    while waiting := projection.unheard(100):
        for game, replay in waiting:
            projection.hear(game, msgspec.json.encode({} if replay is None else heard(replay)))
        count += len(waiting)
    return count
