"""What does a move cost, how soon does a site start and how much memory does it use, as it grows?

Along four curves: tables with a game going on, spectators of one table, finished games in the
database, and nodes on one PostgreSQL. The first three are one site in one process, with SQLite and
connections without a network; ten tables play at a time, four moves at once at each, whatever else
there is. A move's cost is its CPU time, the writer's thread included, without the site's idle cost;
beside it is the median latency until all players had it. `times` is that cost relative to a site of
ten tables and nothing else, measured in alternation, so that it hardly depends on other programs.
Nodes are processes of their own, played on over real connections; their cost is that of all nodes
together, without the database and the load. Flat means that no step costs more than 1.2 times what
a smaller one does; along spectators it is each spectator's share that has to be flat.
"""

from __future__ import annotations

import argparse
import json
import os
import resource
import sys
from collections.abc import Callable
from concurrent.futures import ProcessPoolExecutor
from multiprocessing import get_context
from pathlib import Path
from typing import Any

import uvloop

sys.path.insert(0, str(Path(__file__).parent))

from peers.curves import along_past, along_spectators, along_tables
from peers.many_nodes import along_nodes

Row = dict[str, float]
FLAT = 1.2
CURVES: dict[str, tuple[Callable[..., Any], tuple[int, ...], str]] = {
    "tables": (along_tables, (10, 100, 1_000, 10_000), "times"),
    "spectators": (along_spectators, (1, 10, 100, 1_000), "us_a_spectator"),
    "past": (along_past, (100, 1_000, 10_000, 100_000, 1_000_000), "times"),
    "nodes": (along_nodes, (1, 2, 3), "us_a_move"),
}
USUAL_MOST = {"past": 100_000}
"""A million games are 14 GB of logs: only if they are asked for."""
FEW = 10
"""With fewer spectators their share is lost in the noise."""


def run(name: str, most: int) -> list[Row]:
    """Go along one curve, in this process."""
    along, steps, _ = CURVES[name]
    found: list[Row] = uvloop.run(along(tuple(step for step in steps if step <= most)))
    return found


def growth(name: str, rows: list[Row]) -> float:
    """Return how much dearer a step is, at worst, than the cheapest before it."""
    measured = CURVES[name][2]
    first = next(iter(rows[0]))
    costs = [row[measured] for row in rows if name != "spectators" or row[first] >= FEW]
    worst = 1.0
    for number in range(1, len(costs)):
        worst = max(worst, costs[number] / min(costs[:number]))
    return round(worst, 2)


def show(name: str, rows: list[Row], grows: float) -> None:
    heads = [head.replace("_", " ") for head in rows[0]]
    print("  ".join(f"{head:>10}" for head in heads))
    for row in rows:
        cells = zip(heads, row.values(), strict=True)
        print("  ".join(f"{value:>{max(10, len(head))},}" for head, value in cells))
    print(f"{name}: at most {grows} × a smaller step, ", end="")
    print("flat\n" if grows <= FLAT else "NOT flat\n", flush=True)


def main() -> None:
    """Print the curves."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--json", action="store_true")
    parser.add_argument("curves", nargs="*", default=[], help=f"some of {', '.join(CURVES)}")
    parser.add_argument("--most", type=int, default=0, help="the last step of each curve")
    args = parser.parse_args()
    unknown = set(args.curves) - set(CURVES)
    if unknown:
        parser.error(f"there is no curve {unknown.pop()!r}: choose among {', '.join(CURVES)}")
    _, files = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (files, files))
    report: dict[str, Any] = {"cores": len(os.sched_getaffinity(0))}
    if not args.json:
        print(f"{report['cores']} cores, load average {os.getloadavg()[0]:.1f}\n")
    for name in args.curves or CURVES:
        most = args.most or USUAL_MOST.get(name, CURVES[name][1][-1])
        with ProcessPoolExecutor(1, get_context("spawn")) as fresh:  # nothing is left of another
            rows = fresh.submit(run, name, most).result()
        grows = growth(name, rows)
        report[name] = {"steps": rows, "grows": grows}
        if not args.json:
            show(name, rows, grows)
    if args.json:
        print(json.dumps(report))


if __name__ == "__main__":
    main()
