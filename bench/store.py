"""How many appends a second become durable, and how many of them share a commit?

Disks differ, so each speed is printed beside a yardstick from the same run on the same disk: how
many times a second plain sqlite3, with the same settings, commits one entry by itself. An append is
one entry to one table; a table appends its next as soon as the last one is durable, or now and
then, after a pause: then nothing waits for another write, and a wait is one write's own. With
`--postgres` the same is done on a PostgreSQL of this machine, started for it, with fsync: in
alternation with SQLite, since the speed of a shared disk varies; the median of three counts.
"""

from __future__ import annotations

import argparse
import json
import queue
import sqlite3
import statistics
import sys
import tempfile
import time
from contextlib import closing, nullcontext
from pathlib import Path

from tacit.store import StoreError, open_store

sys.path.insert(0, str(Path(__file__).parent))

from peers.own_postgres import postgres

SECONDS = 3.0
IN_FLIGHT = (1, 64, 1024)
NOW_AND_THEN = 0
PAUSE = 0.005
TURNS = 3
ENTRY = bytes(range(256)) + b"0123456789"  # as long as a view of a table of four


def yardstick(path: Path) -> float:
    """Entries a second, a transaction for each."""
    with closing(sqlite3.connect(path, isolation_level=None)) as connection:
        connection.execute("PRAGMA journal_mode = WAL")
        connection.execute("PRAGMA synchronous = FULL")
        connection.execute("CREATE TABLE entries (number INTEGER PRIMARY KEY, entry BLOB)")
        entries, begin = 0, time.perf_counter()
        while time.perf_counter() - begin < SECONDS:
            connection.execute("INSERT INTO entries (entry) VALUES (?)", (ENTRY,))
            entries += 1
        return entries / (time.perf_counter() - begin)


def keep_in_flight(url: str, tables: int) -> dict[str, float]:
    """Append to this many tables at once for a while; or to one, now and then."""
    commits: list[int] = []
    waits: list[float] = []
    durable: queue.SimpleQueue[tuple[int, int, StoreError | None]] = queue.SimpleQueue()
    store = open_store(url, on_commit=lambda _, entries: commits.append(entries))
    begun = time.time_ns()

    def append(table: int, after: int) -> None:
        start = time.perf_counter()

        def done(refused: StoreError | None) -> None:
            waits.append(time.perf_counter() - start)
            durable.put((table, after + 1, refused))

        store.append(f"table-{begun}-{table:06}", after, [ENTRY], done)

    begin = time.perf_counter()
    for table in range(tables or 1):
        append(table, 0)
    while time.perf_counter() - begin < SECONDS:
        table, length, refused = durable.get()
        if refused is not None:
            raise refused
        if tables == NOW_AND_THEN:
            time.sleep(PAUSE)
        append(table, length)
    store.close()
    seconds = time.perf_counter() - begin
    return {
        "appends_per_second": round(len(waits) / seconds),
        "entries_per_commit": round(statistics.mean(commits), 1),
        "median_wait_ms": round(1000 * statistics.median(waits), 2),
    }


def usual(found: list[dict[str, float]]) -> dict[str, float]:
    """Return the turn whose wait is the middle one."""
    return sorted(found, key=lambda one: one["median_wait_ms"])[len(found) // 2]


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--json", action="store_true")
    parser.add_argument("--postgres", action="store_true", help="measure PostgreSQL as well")
    args = parser.parse_args()
    report: dict[str, dict[str, float]] = {}
    with (
        tempfile.TemporaryDirectory() as folder,
        postgres() if args.postgres else nullcontext(("", 0)) as (url, _),
    ):
        before = yardstick(Path(folder) / "before.db")
        for tables in (NOW_AND_THEN, *IN_FLIGHT):
            name = f"{tables} in flight" if tables else "now and then"
            found: dict[str, list[dict[str, float]]] = {"SQLite": [], "PostgreSQL": []}
            for turn in range(TURNS if args.postgres else 1):
                found["SQLite"].append(keep_in_flight(f"{folder}/{tables}-{turn}.db", tables))
                if args.postgres:
                    found["PostgreSQL"].append(keep_in_flight(url, tables))
            report[name] = usual(found["SQLite"])
            if args.postgres:
                row = report[f"PostgreSQL, {name}"] = usual(found["PostgreSQL"])
                times = row["median_wait_ms"] / report[name]["median_wait_ms"]
                row["wait_to_sqlite"] = round(times, 2)
        # Twice, because a disk shared with others changes its mind.
        single = statistics.mean([before, yardstick(Path(folder) / "after.db")])
    for row in report.values():
        row["ratio_to_single_commits"] = round(row["appends_per_second"] / single, 2)
    if args.json:
        print(json.dumps({"single_commits_per_second": round(single), **report}))
        return
    print(f"yardstick: {single:,.0f} entries a second with plain sqlite3, a commit for each")
    print(f"{'':26}{'appends/s':>12}{'÷ yardstick':>14}{'entries/commit':>17}{'wait, median':>15}")
    for name, row in report.items():
        print(
            f"{name:26}{row['appends_per_second']:>12,}{row['ratio_to_single_commits']:>14.2f}"
            f"{row['entries_per_commit']:>17,.1f}{row['median_wait_ms']:>12.2f} ms"
            + (f"  ({row['wait_to_sqlite']:.2f} × SQLite)" if "wait_to_sqlite" in row else "")
        )


if __name__ == "__main__":
    main()
