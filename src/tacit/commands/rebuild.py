"""`tacit rebuild`: finished games, records and ratings are made anew from the logs."""

from __future__ import annotations

import argparse
import json
import time
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from tacit.server.projection import Projection

AT_ONCE = 100
"""Logs: more than while a site runs, which is meant to notice nothing."""


def run(args: argparse.Namespace) -> int:
    """Drop what is kept of finished games and make it again; the site may run."""
    from tacit.server.projection import Projection
    from tacit.store import open_store

    store = open_store(args.db)
    try:
        begun = time.perf_counter()
        store.games.drop()
        projection = Projection(store.games)
        tables = 0
        while some := projection.read_new(AT_ONCE):
            tables += some
        games = 0
        while some := projection.rate_new():
            games += some
        heard = _hear(projection)
        seconds = time.perf_counter() - begun
    finally:
        store.close()
    if args.json:
        print(json.dumps({"tables": tables, "games": games, "heard": heard, "seconds": seconds}))
    else:
        print(
            f"Read {tables:,} closed tables with {games:,} finished games,"
            f" {heard:,} of them by ear, in {seconds:.1f} s."
        )
    return 0


def _hear(projection: Projection) -> int:
    import msgspec

    from tacit.review.hearing import heard

    count = 0
    while waiting := projection.unheard(100):
        for game, replay in waiting:
            projection.hear(game, msgspec.json.encode({} if replay is None else heard(replay)))
        count += len(waiting)
    return count
