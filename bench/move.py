"""What does one move cost, hop by hop, from the bytes of a pick to the bytes that players get?

One process plays whole games of Mind Up! with four people at each of 32 tables: the real
connection, table, store (SQLite, durable) and outbox, with a transport that only takes bytes. Each
hop is timed apart from the hops it calls: stopwatches cost something themselves, so there is also
the whole without them. The best of many games counts: other programs only make it slower. Blocks
are pieces of memory that Python holds more of after a hop than before; most of a move's are free
again after the next one.
"""

from __future__ import annotations

import argparse
import gc
import json
import statistics
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import uvloop

sys.path.insert(0, str(Path(__file__).parent))

from peers.inside import Match, a_site, seat, settled

from tacit.server.site import Site
from tacit.server.tables.live.live import LiveTable
from tacit.server.tables.live.saving import Saving
from tacit.server.transport.connection import Connection
from tacit.server.transport.outbox import Outbox
from tacit.store.sql import SqlStore
from tacit.table.log.journal import Journal
from tacit.table.table import Table
from tacit.table.tell.updates import Updates

PLAYERS = 4
TABLES = 32
LONGEST = 0.002
"""Seconds no hop takes by itself."""
OUT = Path(__file__).parents[1] / "out" / "bench"

HOPS: tuple[tuple[str, Any, str], ...] = (
    ("read a frame and its limits", Connection, "data_received"),
    ("read the message", LiveTable, "read"),
    ("the live table", LiveTable, "receive"),
    ("decide what happens", Table, "receive"),
    ("write it to the journal", Journal, "write"),
    ("carry out what the table wants", LiveTable, "pump"),
    ("hand it to the store", SqlStore, "append"),
    ("take note that it is durable", Saving, "_written"),
    ("look after the table", Table, "saved"),
    ("tell each seat", Updates, "update"),
    ("collect and write", Outbox, "_deliver"),
)


class Meter:
    """Measures calls, each without the measured calls inside it."""

    def __init__(self, read: Callable[[], float], most: float = float("inf")) -> None:
        self._read = read
        self._most = most
        """What no call takes: where the machine did something else in between."""
        self._sums: dict[str, list[float]] = {}
        self._inner: list[list[float]] = []

    def measured(self, name: str, call: Callable[..., Any]) -> Callable[..., Any]:
        """Return a measured version of a function."""
        read, inner, most = self._read, self._inner, self._most
        sums = self._sums.setdefault(name, [0.0, 0, 0])

        def watched(*args: Any, **more: Any) -> Any:
            within = [0.0]
            inner.append(within)
            begin = read()
            try:
                return call(*args, **more)
            finally:
                spent = read() - begin
                inner.pop()
                if inner:
                    inner[-1][0] += spent
                sums[2] += 1
                if spent < most:
                    sums[0] += spent - within[0]
                    sums[1] += 1

        return watched

    def a_move(self, moves: int) -> dict[str, float]:
        """Return what each hop took for each move, and start over."""
        found = {name: sums[0] / sums[1] * sums[2] / moves for name, sums in self._sums.items()}
        self._sums.clear()
        return found

    @contextmanager
    def on(self) -> Iterator[None]:
        """Measure every hop."""
        kept = [vars(owner)[method] for _, owner, method in HOPS]
        for (name, owner, method), before in zip(HOPS, kept, strict=True):
            watched = self.measured(name, getattr(owner, method))
            alone = isinstance(before, staticmethod)
            setattr(owner, method, staticmethod(watched) if alone else watched)
        try:
            yield
        finally:
            for (_, owner, method), before in zip(HOPS, kept, strict=True):
                setattr(owner, method, before)


async def one_game(site: Site, matches: list[Match]) -> int:
    """Play a game at every table; return the moves."""
    for match in matches:
        match.do(0, b'{"do":"start"}')
    await settled(site, matches)
    moves = 0
    while playing := [match for match in matches if match.playing]:
        for match in playing:
            moves += match.pick_all()
        await settled(site, matches)
    for match in matches:
        for player in range(PLAYERS):
            match.do(player, b'{"do":"rematch"}')
    await settled(site, matches)
    return moves


async def measure(games: int) -> dict[str, Any]:
    """Play games with and without stopwatches by turns, and keep the best of each."""
    OUT.mkdir(parents=True, exist_ok=True)
    seconds, blocks = Meter(time.perf_counter, LONGEST), Meter(sys.getallocatedblocks)
    whole, spent, kept = [], [], []
    with tempfile.TemporaryDirectory(dir=OUT) as folder:
        async with a_site(folder) as site:
            matches = [await seat(site, number) for number in range(TABLES)]
            await one_game(site, matches)
            gc.collect()
            gc.freeze()
            gc.disable()
            for _ in range(games):
                busy = time.thread_time()
                moves = await one_game(site, matches)
                whole.append((time.thread_time() - busy) / moves)
                for meter, found in ((seconds, spent), (blocks, kept)):
                    with meter.on():
                        moves = await one_game(site, matches)
                    found.append(meter.a_move(moves))
    best = {name: min(one[name] for one in spent) for name in spent[0]}
    return {
        "whole_us": round(1e6 * min(whole), 1),
        "usual_us": round(1e6 * statistics.median(whole), 1),
        "hops_us": {name: round(1e6 * best[name], 2) for name, *_ in HOPS},
        "hops_together_us": round(1e6 * sum(best.values()), 1),
        "blocks": {name: round(kept[-1][name], 2) for name, *_ in HOPS},
    }


def main() -> None:
    """Print what a move costs."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--json", action="store_true")
    parser.add_argument("--games", type=int, default=30)
    args = parser.parse_args()
    report = uvloop.run(measure(args.games))
    if args.json:
        print(json.dumps(report))
        return
    print(f"{'hop':34} {'µs':>7} {'blocks':>7}")
    for name, spent in report["hops_us"].items():
        print(f"{name:34} {spent:7.2f} {report['blocks'][name]:7.2f}")
    print(f"{'together, with stopwatches':34} {report['hops_together_us']:7.1f}")
    print(f"{'the loop, without them: best':34} {report['whole_us']:7.1f}")
    print(f"{'                        usual':34} {report['usual_us']:7.1f}")


if __name__ == "__main__":
    main()
