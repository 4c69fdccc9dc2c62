"""How soon do all players see a move on a disk that takes longer to confirm a write?

The log lies in memory where the system has a folder for that, and every write takes some
milliseconds more: 0.1 as on a good server disk, 1 and 5 as on cheaper ones, 20 as on a hard disk. A
hundred tables of four make 500 moves a second at fixed times; several moves share a write.
"""

from __future__ import annotations

import argparse
import json
import os
import sys
import tempfile
from pathlib import Path
from typing import Any

import uvloop

sys.path.insert(0, str(Path(__file__).parent))

from peers import tacit_peer
from peers.load import PLAYERS, Metronome

from server import OUT, hang_up, seat, share

MEMORY = Path("/dev/shm")
DELAYS = (0.0, 0.1, 1.0, 5.0, 20.0)
TABLES = 100
RATE = 500


async def measure(milliseconds: float, seconds: float) -> dict[str, Any]:
    """Return how long moves take on one disk."""
    OUT.mkdir(parents=True, exist_ok=True)
    where = MEMORY if os.access(MEMORY, os.W_OK) else OUT
    with tempfile.TemporaryDirectory(dir=where) as folder:
        extra = [str(milliseconds)] if milliseconds else []
        with tacit_peer.start(Path(folder), *extra) as server:
            load, matches, _ = await seat(tacit_peer, server, TABLES)
            await tacit_peer.begin(load, matches)
            for number, match in enumerate(matches):
                match.pick(number % PLAYERS)
            await load.quiet()
            await Metronome(load, matches, RATE).run(2.0)
            await load.quiet()
            del load.delays[:], load.lateness[:]
            await Metronome(load, matches, RATE).run(seconds)
            await load.quiet()
            found = {
                "fsync_ms": milliseconds,
                "p50_ms": round(share(load.delays, 0.5), 2),
                "p99_ms": round(share(load.delays, 0.99), 2),
                "faults": load.faults[:3],
            }
            await hang_up(matches)
    return found


async def all_of(seconds: float) -> list[dict[str, Any]]:
    """Measure every disk, one after the other."""
    return [await measure(delay, seconds) for delay in DELAYS]


def main() -> None:
    """Print how long moves take on each disk."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--json", action="store_true")
    parser.add_argument("--seconds", type=float, default=10.0, help="for each disk")
    args = parser.parse_args()
    rows = uvloop.run(all_of(args.seconds))
    if args.json:
        print(json.dumps(rows))
    else:
        print("a write takes   half of the moves within   99 of 100 within   ms")
        for row in rows:
            print(f"{row['fsync_ms']:>11} +   {row['p50_ms']:>24}   {row['p99_ms']:>16}")
    faults = [fault for row in rows for fault in row["faults"]]
    if faults:
        sys.exit(f"the figures are worth nothing: {faults}")


if __name__ == "__main__":
    main()
