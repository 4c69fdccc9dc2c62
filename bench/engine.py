"""How fast is the reference engine, and how soon does the command line answer?

Machines differ, so each speed is printed beside a yardstick from the same run: how many
times a second this Python shuffles sixty numbers.
"""

from __future__ import annotations

import argparse
import json
import random
import statistics
import subprocess
import sys
import time
from collections.abc import Callable

import tacit

SECONDS = 2.0


def random_game(name: str, players: int, seed: int) -> int:
    """Play a whole game at random among what moves it on; return the number of actions."""
    rng = random.Random(seed)
    game = tacit.new(name, players=players, seed=seed)
    actions = 0
    while not game.over:
        seat = rng.choice(game.waiting)
        game.play(seat, rng.choice(game.legal(seat)))
        actions += 1
    return actions


def rate(work: Callable[[int], int]) -> tuple[float, float]:
    """Return units of work a second, and the median milliseconds of one call."""
    times, units = [], 0
    begin = time.perf_counter()
    while time.perf_counter() - begin < SECONDS:
        start = time.perf_counter()
        units += work(len(times))
        times.append(time.perf_counter() - start)
    return units / sum(times), 1000 * statistics.median(times)


def yardstick(seed: int) -> int:
    rng = random.Random(seed)
    numbers = list(range(60))
    for _ in range(100):
        rng.shuffle(numbers)
    return 100


def help_seconds() -> float:
    command = [sys.executable, "-m", "tacit", "--help"]
    times = []
    for _ in range(7):
        start = time.perf_counter()
        subprocess.run(command, check=True, capture_output=True)
        times.append(time.perf_counter() - start)
    return statistics.median(times)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--json", action="store_true")
    as_json = parser.parse_args().json
    shuffles, _ = rate(yardstick)
    report: dict[str, dict[str, float]] = {}
    for name, players in (("mindup", 4), ("mindup", 6), ("extreme", 2), ("extreme", 4)):
        actions, millis = rate(lambda seed, n=name, p=players: random_game(n, p, seed))
        report[f"{name} {players}p"] = {
            "actions_per_second": round(actions),
            "ratio_to_shuffle": round(actions / shuffles, 2),
            "median_game_ms": round(millis, 2),
        }
    report["help"] = {"seconds": round(help_seconds(), 3)}
    if as_json:
        print(json.dumps(report))
        return
    print(f"yardstick: {shuffles:,.0f} shuffles of 60 numbers a second")
    print(f"{'':12}{'actions/s':>12}{'÷ yardstick':>14}{'game, median':>15}")
    for name, row in report.items():
        if name != "help":
            print(
                f"{name:12}{row['actions_per_second']:>12,}{row['ratio_to_shuffle']:>14.2f}"
                f"{row['median_game_ms']:>12.2f} ms"
            )
    print(f"tacit --help answers in {report['help']['seconds']:.3f} s")


if __name__ == "__main__":
    main()
