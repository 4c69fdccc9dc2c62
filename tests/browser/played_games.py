"""Finished games of a player, written into the site's database."""

from __future__ import annotations

from concurrent.futures import Future
from contextlib import closing
from pathlib import Path

import msgspec

from tacit.review.reviewing import heard
from tacit.server.history.projection import Projection
from tacit.store import SqliteStore
from tests.table.logged import log_of

DAY = 24 * 3600 * 1000
BEGIN = 1_700_000_000_000


def has_played(db: Path, person: str, name: str, tables: int = 12) -> None:
    """Store finished games of both kinds for a player, one a day."""
    me, ben, zoe = (person, name), ("ben-of-the-past", "Ben"), ("zoe-of-the-past", "Zoé")
    with closing(SqliteStore(db)) as store:
        for number in range(tables):
            if number % 3:
                bots = ["greedy", "linnet"][: 1 + number % 2]
                log = log_of("mindup", [me, ben], bots, seed=number, at=BEGIN + number * DAY)
            else:
                crowd = [ben, me, zoe][: 2 + number % 2]
                log = log_of("extreme", crowd, seed=number, at=BEGIN + number * DAY)
            done: Future[object] = Future()
            table = f"past-{person}-{number}"
            store.append(table, 0, log, done.set_result, closed=True)
            assert done.result(20) is None
        projection = Projection(store.games)
        while projection.read_new() + projection.rate_new():
            pass
        for game, replay in projection.unheard(1000):
            projection.hear(game, msgspec.json.encode({} if replay is None else heard(replay)))
