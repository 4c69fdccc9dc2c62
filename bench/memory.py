"""How much memory does the site use for a table and its connections, as their number grows?

One process opens more and more tables, half of them with a game of The Mind Extreme, half of Mind
Up! with four people, all of them playing, and measures its own size. The connections are the site's
own, without the kernel's part: `tacit bench server` measures real connections.
"""

from __future__ import annotations

import argparse
import asyncio
import gc
import json
import resource
import sys
import tempfile
import time
from concurrent.futures import ProcessPoolExecutor
from multiprocessing import get_context
from pathlib import Path
from typing import Any

import uvloop

sys.path.insert(0, str(Path(__file__).parent))

from peers.inside import Match, a_site, seat, settled

STEPS = (100, 1000, 2500, 5000, 10_000)
AT_ONCE = 50
OUT = Path(__file__).parents[1] / "out" / "bench"


def size() -> int:
    """Return the bytes this process has in memory."""
    gc.collect()
    pages = int(Path("/proc/self/statm").read_text().split()[1])
    return pages * resource.getpagesize()


async def game(site: Any, number: int, name: str, players: int) -> Match:
    """Open a table, begin its game, and let all players make a first move where there are turns."""
    match = await seat(site, number, name, players)
    match.do(0, b'{"do":"start"}')
    await settled(site, [match])
    if name == "mindup":
        match.pick_all()
    return match


async def grow(name: str, players: int, steps: tuple[int, ...]) -> list[dict[str, Any]]:
    """Open tables of one game, and measure the size at each step."""
    OUT.mkdir(parents=True, exist_ok=True)
    rows = []
    with tempfile.TemporaryDirectory(dir=OUT) as folder:
        async with a_site(folder) as site:
            matches = [await game(site, -1, name, players)]
            before = size()
            for most in steps:
                begin = time.process_time()
                there = len(matches)
                while len(matches) < most:
                    numbers = range(len(matches), min(most, len(matches) + AT_ONCE))
                    matches += await asyncio.gather(
                        *(game(site, number, name, players) for number in numbers)
                    )
                await settled(site, matches)
                spent = time.process_time() - begin
                grown = size() - before
                rows.append(
                    {
                        "game": name,
                        "tables": most,
                        "lines": most * players,
                        "kb_a_table": round(grown / 1024 / most, 1),
                        "ms_to_open": round(1000 * spent / max(1, most - there), 2),
                    }
                )
    return rows


def run(name: str, players: int, steps: tuple[int, ...]) -> list[dict[str, Any]]:
    """Do it in a process of its own."""
    found: list[dict[str, Any]] = uvloop.run(grow(name, players, steps))
    return found


def main() -> None:
    """Print how memory grows."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--json", action="store_true")
    parser.add_argument("--most", type=int, default=STEPS[-1], help="tables of each game")
    args = parser.parse_args()
    steps = tuple(step for step in STEPS if step <= args.most)
    rows = []
    for name, players in (("mindup", 4), ("extreme", 2)):
        with ProcessPoolExecutor(1, get_context("spawn")) as fresh:  # nothing is left of the other
            rows += fresh.submit(run, name, players, steps).result()
    if args.json:
        print(json.dumps(rows))
        return
    heads = ("   game", "tables", "connections", "kB a table with connections", "ms to open")
    print("  ".join(heads))
    for row in rows:
        print(
            "  ".join(
                f"{value:>{len(head)}}" for head, value in zip(heads, row.values(), strict=True)
            )
        )


if __name__ == "__main__":
    main()
