"""How many decisions a second do the compiled rules play on one core?

A decision is one player's pick in a whole game of Mind Up! between random players, deals and scores
included. Beside it, in turns and on the same core: a C program with the same ideas
(bench/peers/mindup.c, gcc -O3 -march=native), which must come to the same scores, point for point.
Then OpenSpiel's goofspiel and PettingZoo's rps as pip installs them. Those are driven from Python
move by move, so the kernel is also measured with picks that Python gives it, for thousands of games
at once.
"""

from __future__ import annotations

import argparse
import json
import os
import shutil
import statistics
import subprocess
import sys
import tempfile
import time
import venv
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np

from tacit.games.mindup.kernel import play as kernel
from tacit.games.mindup.kernel.packed import BITS, HAND, MASK, SIZE

PEERS = Path(__file__).parent / "peers"
TABLES = ((4, 0), (3, 0), (6, 0), (4, 3))
"""Players and objectives; the first is the one to be quoted."""
TURNS = 6 + 7 + 8
GAMES = 100_000
PASSES = 15
SEED = 1
LOCKSTEP = 4096
START = """
import time; begin = time.perf_counter()
import numpy as np; from tacit.games.mindup import kernel
kernel.random_games(4, 3, 1, 0, np.empty((1, 4), np.int64)); print(time.perf_counter() - begin)
"""
PACKAGES = {"goofspiel": ("open_spiel",), "rps": ("pettingzoo", "pygame")}

Figures = dict[str, Any]


def seconds(work: Callable[[], object]) -> float:
    begin = time.perf_counter()
    work()
    return time.perf_counter() - begin


def build_c(folder: Path) -> Path | None:
    """Compile the C program; None where there is no compiler."""
    compiler = shutil.which("gcc")
    if compiler is None:
        return None
    program = folder / "mindup"
    source = str(PEERS / "mindup.c")
    subprocess.run([compiler, "-O3", "-march=native", source, "-o", str(program)], check=True)
    return program


def checksum(totals: np.ndarray) -> str:
    """Return the number that the C program makes of all scores."""
    result = 0
    for points in totals.ravel().tolist():
        result = (31 * result + points) % 2**64
    return f"{result:016x}"


def whole_games(players: int, objectives: int, program: Path | None) -> Figures:
    """Measure random games in the kernel and in C, one after the other, again and again."""
    totals = np.zeros((GAMES, players), np.int64)
    command = [str(program), *map(str, (players, objectives, SEED, GAMES))]
    kernel.random_games(players, objectives, SEED, 0, totals)
    ours, theirs = [], []
    for _ in range(PASSES):
        ours.append(seconds(lambda: kernel.random_games(players, objectives, SEED, 0, totals)))
        if program:
            run = subprocess.run(command, check=True, capture_output=True, text=True)
            answer = json.loads(run.stdout)
            theirs.append(answer["seconds"])
    decisions = GAMES * TURNS * players
    figures: Figures = {
        "players": players,
        "objectives": objectives,
        "decisions_per_second": round(decisions / statistics.median(ours)),
        "mean_scores": totals.mean(axis=0).round(2).tolist(),
    }
    if program:
        if answer["checksum"] != checksum(totals):
            sys.exit(f"the kernel and C differ: {players} players, {objectives} objectives")
        figures["c_decisions_per_second"] = round(decisions / statistics.median(theirs))
        figures["ratio_to_c"] = round(statistics.median(theirs) / statistics.median(ours), 3)
    return figures


def lockstep() -> float:
    """Return decisions a second when Python gives the picks of thousands of games of four."""
    players, rng = 4, np.random.default_rng(SEED)
    states = np.empty((LOCKSTEP, SIZE), np.int64)

    def play() -> None:
        kernel.deal_many(players, 0, SEED, 0, states)
        for size in [left for hand in (7, 8, 9) for left in range(hand, 1, -1)]:
            at = BITS * rng.integers(size, size=(LOCKSTEP, players))
            kernel.turn_many(states, (states[:, HAND : HAND + players] >> at) & MASK)

    play()
    median = statistics.median(seconds(play) for _ in range(PASSES))
    return LOCKSTEP * TURNS * players / median


def start_seconds() -> float:
    """Return how long a new process takes until the kernel has played a game, compiled before."""
    command = [sys.executable, "-c", START]
    runs = [subprocess.run(command, check=True, capture_output=True, text=True) for _ in range(6)]
    return statistics.median(float(run.stdout) for run in runs[1:])


def peer(name: str, folder: Path) -> float | str:
    """Return a Python peer's decisions a second, or why there are none."""
    python = folder / name / "bin" / "python"
    venv.create(folder / name, with_pip=True)
    install = [str(python), "-m", "pip", "install", "--quiet", "--only-binary", ":all:"]
    run = subprocess.run([*install, *PACKAGES[name]], check=False, capture_output=True, text=True)
    if run.returncode:
        version = f"{sys.version_info.major}.{sys.version_info.minor}"
        return f"{' and '.join(PACKAGES[name])} cannot be installed for Python {version} here"
    command = [str(python), "-W", "ignore", str(PEERS / "python_peers.py"), name]
    run = subprocess.run(command, check=False, capture_output=True, text=True)
    if run.returncode:
        return (run.stderr.strip().splitlines() or ["it ended without a word"])[-1]
    return float(run.stdout.splitlines()[-1])


def measure(python_peers: bool) -> Figures:
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        program = build_c(folder)
        tables = [whole_games(*table, program) for table in TABLES]
        figures = {**tables[0], "seed": SEED, "tables": tables}
        figures["lockstep_decisions_per_second"] = round(lockstep())
        figures["start_seconds"] = round(start_seconds(), 2)
        figures["peers"] = {}
        for game in PACKAGES if python_peers else ():
            answer = peer(game, folder)
            row = {"missing": answer}
            if not isinstance(answer, str):
                row = {"decisions_per_second": round(answer)}
                for key in ("decisions_per_second", "lockstep_decisions_per_second"):
                    row[f"ratio_of_{key.partition('_')[0]}"] = round(figures[key] / answer)
            figures["peers"][game] = row
    return figures


def show(figures: Figures) -> None:
    print(f"Mind Up!, seed {SEED}, whole random games on one core, millions of decisions a second")
    print(f"{'':28}{'kernel':>8}{'C':>8}{'kernel ÷ C':>13}")
    for row in figures["tables"]:
        name = f"{row['players']} players, {row['objectives']} objectives"
        speed = f"{row['decisions_per_second'] / 1e6:8.1f}"
        if "ratio_to_c" in row:
            speed += f"{row['c_decisions_per_second'] / 1e6:8.1f}{row['ratio_to_c']:13.2f}"
        print(f"{name:28}{speed}")
    if "ratio_to_c" not in figures:
        print("There is no gcc here, so C could not be measured.")
    else:
        print("Every score was the same in both.")
    print(
        f"{'picks from Python, 4 players':28}{figures['lockstep_decisions_per_second'] / 1e6:8.1f}"
    )
    for name, row in figures["peers"].items():
        if "missing" in row:
            print(f"{name}: not measured: {row['missing']}")
            continue
        print(
            f"{name}, from Python: {row['decisions_per_second']:,} decisions a second; the kernel "
            f"is {row['ratio_of_decisions']} times as fast by itself, "
            f"{row['ratio_of_lockstep']} times with picks from Python"
        )
    print(f"A new process plays its first game after {figures['start_seconds']:.2f} s.")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--json", action="store_true")
    parser.add_argument("--no-peers", action="store_true", help="leave out the Python peers")
    args = parser.parse_args()
    if hasattr(os, "sched_setaffinity"):
        os.sched_setaffinity(0, {max(os.sched_getaffinity(0))})
    figures = measure(not args.no_peers)
    if args.json:
        print(json.dumps({"mindup": figures}))
    else:
        show(figures)


if __name__ == "__main__":
    main()
