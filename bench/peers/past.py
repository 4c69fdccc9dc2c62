"""A database with many finished games: some that were really played, copied row by row.

Everything that is kept of a game is copied with it: its log, its people, its record and its
ratings, at other times and for other people.
"""

from __future__ import annotations

import sqlite3
import sys
import time
from contextlib import closing
from pathlib import Path

from tacit.server.history.projection import Projection
from tacit.store import open_store

sys.path.insert(0, str(Path(__file__).parents[2]))

SHAPES = 25
PEOPLE = 5000
HOUR = 3_600_000

COPIES = """
WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < :copies - 1)
"""
COPY = (
    """INSERT INTO tables (key, id, closed, written, looked)
    SELECT key + i * :shapes, id || '-' || i, 1, written + i * 1000, written + i * 1000
    FROM n, tables WHERE key <= :shapes""",
    """INSERT INTO entries (table_key, number, entry)
    SELECT table_key + i * :shapes, number, entry FROM n, entries WHERE table_key <= :shapes""",
    """INSERT INTO people (person, table_key)
    SELECT person || '-' || (i % :people), table_key + i * :shapes
    FROM n, people WHERE table_key <= :shapes""",
    """INSERT INTO games (table_key, number, ended, about, people, heard)
    SELECT table_key + i * :shapes, number, ended + i * :hour, about, people, heard
    FROM n, games WHERE table_key <= :shapes""",
    """INSERT INTO played (person, ended, table_key, number)
    SELECT person || '-' || (i % :people), ended + i * :hour, table_key + i * :shapes, number
    FROM n, played WHERE table_key <= :shapes""",
    """INSERT INTO rated (who, ended, table_key, number, mu, sigma)
    SELECT who || '-' || (i % :people), ended + i * :hour, table_key + i * :shapes, number,
    mu, sigma FROM n, rated WHERE table_key <= :shapes""",
)


def fill(file: Path, games: int) -> float:
    """Make a database with this many finished games, in steps of 25; return the seconds it took."""
    from tests.table.logged import log_of  # noqa: PLC0415

    begin = time.perf_counter()
    store = open_store(str(file))
    try:
        seats = [(f"player-{seat}", f"Player {seat}") for seat in range(3)]
        for number in range(SHAPES):
            log = log_of("mindup", seats, ["greedy"], seed=number)
            there = {person: True for person, _ in seats}
            store.append(f"past-{number}", 0, log, lambda _: None, closed=True, people=there)
    finally:
        store.close()
    store = open_store(str(file))
    try:
        projection = Projection(store.games)
        while projection.read_new(SHAPES):
            pass
        while projection.rate_new():
            pass
    finally:
        store.close()
    _copy(file, games // SHAPES)
    return time.perf_counter() - begin


def _copy(file: Path, copies: int) -> None:
    told = {"copies": copies, "shapes": SHAPES, "people": PEOPLE, "hour": HOUR}
    with closing(sqlite3.connect(file, isolation_level=None)) as connection:
        connection.execute("PRAGMA synchronous = OFF")
        if copies > 1:
            for statement in COPY:
                connection.execute(COPIES + statement, told)
        connection.execute("DELETE FROM rated_up_to")
        connection.execute(
            "INSERT INTO rated_up_to SELECT ended, table_key, number FROM games"
            " ORDER BY ended DESC, table_key DESC, number DESC LIMIT 1"
        )
        connection.execute("UPDATE games SET heard = x'' WHERE heard IS NULL")
        connection.execute("PRAGMA wal_checkpoint(TRUNCATE)")
