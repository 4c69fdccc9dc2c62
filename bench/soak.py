"""Do memory and latency of a site stay stable over time?

The site is loaded with half of what it can carry, which is measured first: tables of four play Mind
Up! without end, and all the time some tables are left and others opened. An idle table is
evicted after a minute here, so that the number of tables settles. Each minute has a row. The
first third is the warm-up: tables remember requests, and caches fill. Of the
rest the last quarter is compared with the first: memory may have grown by 5 %.
"""

from __future__ import annotations

import argparse
import asyncio
import gc
import json
import math
import os
import resource
import statistics
import sys
import tempfile
import time
from contextlib import nullcontext
from pathlib import Path
from typing import Any

import uvloop

sys.path.insert(0, str(Path(__file__).parent))

from peers import tacit_peer
from peers.load import PLAYERS, TURNS, Load, Match, Metronome
from peers.own_postgres import postgres
from peers.process import Server

from server import OUT, hang_up, seat, share

TABLES = 300
LEFT = 0.05
"""The share of tables that are left in a minute, for others."""
IDLE_MINUTES = 1.0
FULL_SECONDS = 6.0
ANSWERED_WITHIN = 2.0
"""Seconds after which a table that is left has had all its answers."""
MOST_GROWTH = 1.05

Row = dict[str, float]


async def saturation(load: Load, matches: list[Match]) -> float:
    """Return the moves a second that the site makes at full speed."""
    for number, match in enumerate(matches):  # so that the games do not all end at once
        match.pick(PLAYERS * (number % TURNS) + number % PLAYERS)
    await load.quiet()
    for match in matches:
        match.pick(math.inf)
    await asyncio.sleep(2.0)
    moves, begin = load.moves, time.monotonic()
    await asyncio.sleep(FULL_SECONDS)
    found = (load.moves - moves) / (time.monotonic() - begin)
    for match in matches:
        match.quota = 0
    await load.quiet()
    return found


async def turn_over(load: Load, matches: list[Match], port: int) -> None:
    """Leave one table after the other, and open another for it."""
    pause, place = 60.0 / (LEFT * len(matches)), 0
    while True:
        await asyncio.sleep(pause)
        fresh = Match(load)
        await tacit_peer.seat_people(port, [fresh])
        await tacit_peer.connect(port, [fresh])
        host = fresh.players[0]
        assert isinstance(host, tacit_peer.TacitPlayer)
        host.ask_house(b"start")
        while len(fresh.ready) < PLAYERS:
            await asyncio.sleep(0.05)
        left, matches[place] = matches[place], fresh
        place = (place + 1) % len(matches)
        await asyncio.sleep(ANSWERED_WITHIN)
        for player in left.players:
            player.hang_up()


async def minute(load: Load, server: Server, number: int) -> Row:
    """Measure one minute."""
    moves, cpu, begin = load.moves, server.cpu(), time.monotonic()
    del load.delays[:]
    await asyncio.sleep(60)
    seconds = time.monotonic() - begin
    delays = load.delays[:]
    return {
        "minute": number,
        "moves_s": round((load.moves - moves) / seconds),
        "p50_ms": round(share(delays, 0.5), 2),
        "p99_ms": round(share(delays, 0.99), 1),
        "processor_percent": round(100 * (server.cpu() - cpu) / seconds),
        "memory_mb": round(server.memory() / 2**20, 1),
        "load_average": round(os.getloadavg()[0], 1),
    }


async def measure(minutes: int, url: str, tell: Any) -> dict[str, Any]:
    """Play for so long."""
    OUT.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory(dir=OUT) as folder:
        database = url or f"{folder}/tacit.db"
        with tacit_peer.serve(database, Path(folder), "0", str(IDLE_MINUTES)) as server:
            load, matches, _ = await seat(tacit_peer, server, TABLES)
            await tacit_peer.begin(load, matches)
            most = await saturation(load, matches)
            gc.collect()
            gc.freeze()
            coming = asyncio.create_task(turn_over(load, matches, server.port))
            playing = asyncio.create_task(Metronome(load, matches, most / 2).run(60.0 * minutes))
            rows = []
            for number in range(1, minutes + 1):
                rows.append(await minute(load, server, number))
                tell(rows[-1])
            coming.cancel()
            await asyncio.gather(coming, playing, return_exceptions=True)
            faults = load.faults + server.complaints().splitlines()[:3]
            await hang_up(matches)
    return {"full_speed": round(most), "minutes": rows, "faults": faults[:5], **verdict(rows)}


def verdict(rows: list[Row]) -> dict[str, float]:
    """Compare the last quarter with the first, after a warm-up of a third."""
    warm = rows[max(1, len(rows) // 3) :]
    part = max(1, len(warm) // 4)

    def grown(name: str) -> float:
        first = statistics.median(row[name] for row in warm[:part])
        return round(statistics.median(row[name] for row in warm[-part:]) / first, 3)

    return {"memory": grown("memory_mb"), "p50": grown("p50_ms"), "p99": grown("p99_ms")}


def main() -> None:
    """Print each minute and the comparison."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--minutes", type=int, default=30)
    parser.add_argument("--postgres", action="store_true", help="on a PostgreSQL of this machine")
    parser.add_argument("--json", action="store_true")
    args = parser.parse_args()
    if args.minutes < 2:
        parser.error("two minutes at least, the first of which is the warm-up")
    _, files = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (files, files))

    def tell(row: Row) -> None:
        if args.json:
            return
        if row["minute"] == 1:
            print("  ".join(f"{head.replace('_', ' '):>17}" for head in row))
        print("  ".join(f"{value:>17,}" for value in row.values()), flush=True)

    with postgres() if args.postgres else nullcontext(("", 0)) as (url, _):
        report = uvloop.run(measure(args.minutes, url, tell))
    if args.json:
        print(json.dumps(report))
    else:
        print(
            f"half of {report['full_speed']:,} moves a second. The last quarter beside the first:"
        )
        print(f"memory {report['memory']:.3f}, p50 {report['p50']:.2f}, p99 {report['p99']:.2f}")
        print("memory holds" if report["memory"] <= MOST_GROWTH else "memory GROWS")
    if report["faults"]:
        sys.exit(f"the figures are worth nothing: {report['faults']}")


if __name__ == "__main__":
    main()
