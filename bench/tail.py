"""The tail latency of moves: stretches of 24,000 moves at 2,000 a second, one after the other.

As in `tacit bench server`, but of this site alone and without full speed before: no game ends in
the first stretch; from the second on games end, are projected and begin again all the time.
"""

from __future__ import annotations

import argparse
import gc
import json
import sys
import tempfile
from pathlib import Path
from typing import Any

import uvloop

sys.path.insert(0, str(Path(__file__).parent))

from peers import tacit_peer

from server import FULL, OUT, delays, hang_up, seat

COLUMNS = (
    ("p50", "p50_ms", ".2f"),
    ("p99", "p99_ms", ".2f"),
    ("of a usual thousand", "usual_p99_ms", ".2f"),
    ("of the calmest", "calm_p99_ms", ".2f"),
    ("processor", "server_cpu", ".0%"),
)


async def measure(stretches: int) -> tuple[list[dict[str, Any]], list[str]]:
    """Return the figures of each stretch, and the faults."""
    OUT.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory(dir=OUT) as folder, tacit_peer.start(Path(folder)) as server:
        load, matches, _ = await seat(tacit_peer, server, FULL.tables)
        await tacit_peer.begin(load, matches)
        gc.collect()
        gc.freeze()
        gc.disable()
        found = [await delays(load, matches, server, FULL) for _ in range(stretches)]
        await hang_up(matches)
        return found, load.faults


def _width(title: str) -> int:
    return max(9, len(title) + 3)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--stretches", type=int, default=5)
    parser.add_argument("--json", action="store_true")
    args = parser.parse_args()
    found, faults = uvloop.run(measure(args.stretches))
    if args.json:
        print(json.dumps(found))
    else:
        print("".join(f"{title:>{_width(title)}}" for title, _, _ in COLUMNS) + "   (ms)")
        for one in found:
            cells = (f"{one[name]:{form}}".rjust(_width(title)) for title, name, form in COLUMNS)
            print("".join(cells))
    if faults:
        sys.exit(f"{len(faults)} faults, so the figures are worth nothing: {'; '.join(faults[:5])}")


if __name__ == "__main__":
    main()
