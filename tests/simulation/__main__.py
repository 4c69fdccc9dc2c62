"""Many simulated evenings: `python -m tests.simulation --runs 10000`."""

from __future__ import annotations

import argparse
import multiprocessing
import os
import sys
import time
from collections import Counter
from collections.abc import Iterator

from tests.simulation.run import Report, simulate

SHOWN = (
    *("game finished", "version", "step", "crash", "restart", "save lost", "save failed"),
    *("table lost", "taken over", "append refused", "node killed", "node paused"),
    *("cut off from the database", "cut off from people", "database restarted"),
    *("statement lost", "statement late", "done but not answered"),
    *("line broken", "connected", "sent again", "sent twice", "doubled under way", "gap"),
    *("made-up seen", "late pong", "hammered", "flooded", "refused too-fast", "hung up as silent"),
    *("Mistake", "CloseCall", "StarUsed", "StarRefused", "StoodIn", "Paused", "Rematched"),
)


def main() -> int:
    """Run the seeds that were asked for; 1 if any of them failed."""
    parser = argparse.ArgumentParser(prog="python -m tests.simulation", description=__doc__)
    parser.add_argument("--runs", type=int, default=1000, help="how many seeds")
    parser.add_argument("--start", type=int, default=0, help="the first seed")
    parser.add_argument("--jobs", type=int, default=os.cpu_count(), help="how many at a time")
    asked = parser.parse_args()
    seeds = range(asked.start, asked.start + asked.runs)
    begun = time.monotonic()
    counts: Counter[str] = Counter()
    failures: list[str] = []
    spent = 0.0
    for number, (seed, report, seconds) in enumerate(_reports(seeds, asked.jobs), start=1):
        if isinstance(report, str):
            failures.append(report)
        else:
            counts += report.counts
        spent += seconds
        _show_progress(number, len(seeds), len(failures), seed)
    _summarise(len(seeds), time.monotonic() - begun, counts, failures)
    hours = counts["simulated ms"] / 3_600_000
    print(f"{hours:.1f} table-hours simulated, {hours / spent * 3600:.0f} an hour of processor")
    return 1 if failures else 0


def _reports(seeds: range, jobs: int) -> Iterator[tuple[int, Report | str, float]]:
    if jobs == 1:
        yield from map(_attempt, seeds)
        return
    with multiprocessing.Pool(jobs) as pool:
        yield from pool.imap_unordered(_attempt, seeds, chunksize=4)


def _attempt(seed: int) -> tuple[int, Report | str, float]:
    """Return what came of a seed, and how many seconds of a processor it took."""
    begun = time.process_time()
    try:
        report: Report | str = simulate(seed)
    except AssertionError as failure:
        report = str(failure)
    return seed, report, time.process_time() - begun


def _show_progress(number: int, runs: int, failed: int, seed: int) -> None:
    if sys.stderr.isatty():
        end = "\n" if number == runs else ""
        print(f"\r{number}/{runs}, {failed} failed, seed {seed} ", end=end, file=sys.stderr)


def _summarise(runs: int, seconds: float, counts: Counter[str], failures: list[str]) -> None:
    print(f"{runs} runs in {seconds:.0f} s, {runs / seconds:.1f} a second; {len(failures)} failed")
    for name in SHOWN:
        print(f"{counts[name]:>10,}  {name}")
    for failure in failures:
        print(failure)


if __name__ == "__main__":
    sys.exit(main())
