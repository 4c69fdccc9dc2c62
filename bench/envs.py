"""How many decisions a second do the environments make on one core, driven from Python?

A decision is one player's pick in a random game of Mind Up!, or one player's plan, what and after
how long, in The Mind Extreme. The vector environments are measured with observations and masks and
without, for ever larger batches; drawing legal actions is part of it. Then the parallel
environments of PettingZoo. In the same run and on the same core: Pgx's
leduc_holdem, compiled by JAX, with the same batch; PettingZoo's rps and Texas hold'em; OpenSpiel's
goofspiel; each as pip installs it, in an environment of its own.

Seconds are CPU time, ours and the peers', so that other programs on the machine count
as little as possible.
"""

from __future__ import annotations

import argparse
import json
import os
import random
import subprocess
import sys
import tempfile
import time
import venv
from collections.abc import Callable
from pathlib import Path
from typing import Any

from tacit.games.extreme.env.parallel import ExtremeParallel
from tacit.games.extreme.env.vector import ExtremeVector
from tacit.games.mindup.env.parallel import MindUpParallel
from tacit.games.mindup.env.vector import MindUpVector

PEERS = Path(__file__).parent / "peers"
PACKAGES = {
    "leduc": ("pgx", "jax"),
    "rps": ("pettingzoo", "pygame"),
    "holdem": ("pettingzoo[classic]",),
    "goofspiel": ("open_spiel",),
}
TITLES = {
    "leduc": "Pgx leduc_holdem (JAX, same batch)",
    "rps": "PettingZoo rps",
    "holdem": "PettingZoo Texas hold'em",
    "goofspiel": "OpenSpiel goofspiel",
}
GAMES = (1, 16, 256, 1024, 4096)
"""Games at once; the last is the batch to be quoted, and the one Pgx is given."""
SECONDS = 0.5
PASSES = 5
AIMS = {"observed": 10e6, "unobserved": 25e6, "parallel_to_rps": 5.0}

Figures = dict[str, Any]


def rate(work: Callable[[], int]) -> float:
    """Return decisions a second of CPU time, the best of several passes."""
    work()
    best = 0.0
    for _ in range(PASSES):
        decisions, begin = 0, time.process_time()
        while (spent := time.process_time() - begin) < SECONDS:
            decisions += work()
        best = max(best, decisions / spent)
    return best


def vector(games: int, *, observe: bool, players: int = 4) -> float:
    env = MindUpVector(games * players, players=players, observe=observe)
    env.reset(seed=1)
    luck = [1]

    def some_steps() -> int:
        for _ in range(22):
            luck[0] = env.random_actions(luck[0])
            env.step(env.actions)
        return 21 * env.num_envs  # in one step of 22 the games only begin anew

    return rate(some_steps)


def extreme_vector(games: int, *, observe: bool, players: int = 2) -> float:
    """Random plans, any delay as likely; in the same step as the end a new game begins."""
    env = ExtremeVector(
        games * players, players=players, observe=observe, autoreset_mode="SameStep"
    )
    env.reset(seed=1)
    luck = [1]

    def some_steps() -> int:
        for _ in range(20):
            luck[0] = env.random_actions(luck[0])
            env.step(env.actions)
        return 20 * env.num_envs

    return rate(some_steps)


def parallel(env: Any, choose: Callable[[Any], int]) -> float:
    env.reset(seed=1)

    def a_game() -> int:
        seen, _ = env.reset()
        decisions = 0
        while env.agents:
            decisions += len(env.agents)
            seen, *_ = env.step({agent: choose(seen[agent]) for agent in env.agents})
        return decisions

    return rate(a_game)


def choosers() -> tuple[Callable[[Any], int], Callable[[Any], int]]:
    """Return two ways to act: a legal card by the mask, and anything, which is made legal."""
    draw = random.Random(1)

    def legal(seen: Any) -> int:
        held = seen["action_mask"].nonzero()[0]
        return int(held[int(draw.random() * len(held))])

    return legal, lambda _: int(draw.random() * 60)


def peer(name: str, folder: Path, games: int) -> float | str:
    """Return a peer's decisions a second, or why there are none."""
    python = folder / name / "bin" / "python"
    venv.create(folder / name, with_pip=True)
    install = [str(python), "-m", "pip", "install", "--quiet", "--prefer-binary"]
    run = subprocess.run([*install, *PACKAGES[name]], check=False, capture_output=True, text=True)
    if run.returncode:
        return f"{' and '.join(PACKAGES[name])} cannot be installed here"
    command = [str(python), "-W", "ignore", str(PEERS / "python_peers.py"), name, str(games)]
    environment = os.environ | {"JAX_PLATFORMS": "cpu"}
    environment.pop("PYTHONPATH", None)
    run = subprocess.run(command, check=False, capture_output=True, text=True, env=environment)
    if run.returncode:
        return (run.stderr.strip().splitlines() or ["it ended without a word"])[-1]
    return float(run.stdout.splitlines()[-1])


def measure(*, peers: bool) -> Figures:
    growth = [
        {
            "games": games,
            "observed": round(vector(games, observe=True)),
            "unobserved": round(vector(games, observe=False)),
        }
        for games in GAMES
    ]
    legal, anything = choosers()
    figures: Figures = {
        "load": os.getloadavg()[0],
        "growth": growth,
        "observed": max(row["observed"] for row in growth),
        "unobserved": max(row["unobserved"] for row in growth),
        "parallel": round(parallel(MindUpParallel(), anything)),
        "parallel_masked": round(parallel(MindUpParallel(), legal)),
        "extreme_growth": [
            {
                "games": games,
                "observed": round(extreme_vector(games, observe=True)),
                "unobserved": round(extreme_vector(games, observe=False)),
            }
            for games in GAMES
        ],
        "extreme_parallel": round(parallel(ExtremeParallel(max_cycles=400), legal)),
        "peers": {},
    }
    with tempfile.TemporaryDirectory() as name:
        for one in PACKAGES if peers else ():
            answer = peer(one, Path(name), GAMES[-1])
            if isinstance(answer, str):
                figures["peers"][one] = {"missing": answer}
                continue
            row = {"decisions_per_second": round(answer)}
            row["ratio_of_vector"] = round(figures["observed"] / answer, 1)
            row["ratio_of_parallel"] = round(figures["parallel"] / answer, 2)
            figures["peers"][one] = row
    figures["load_after"] = os.getloadavg()[0]
    return figures


def show(figures: Figures) -> None:
    print("Mind Up!, 4 players, one core, driven from Python, millions of decisions a second")
    print(f"{'games at once':>16}{'with observations and masks':>30}{'without':>10}")
    for row in figures["growth"]:
        print(f"{row['games']:16}{row['observed'] / 1e6:30.2f}{row['unobserved'] / 1e6:10.2f}")
    for name in ("observed", "unobserved"):
        aim = AIMS[name]
        word = "reached" if figures[name] >= aim else "MISSED"
        print(f"aim {aim / 1e6:.0f} M {name}: {word}")
    print(f"ParallelEnv, anything made legal: {figures['parallel']:,} decisions a second")
    print(f"ParallelEnv, legal by the mask:   {figures['parallel_masked']:,}")
    print("The Mind Extreme, 2 players, delays of 0 to 99 ticks, millions of decisions a second")
    for row in figures["extreme_growth"]:
        print(f"{row['games']:16}{row['observed'] / 1e6:30.2f}{row['unobserved'] / 1e6:10.2f}")
    print(f"The Mind Extreme, ParallelEnv:    {figures['extreme_parallel']:,}")
    for name, row in figures["peers"].items():
        if "missing" in row:
            print(f"{TITLES[name]}: not measured: {row['missing']}")
            continue
        print(
            f"{TITLES[name]}: {row['decisions_per_second']:,} a second; the vector environment "
            f"makes {row['ratio_of_vector']} times as many, ParallelEnv {row['ratio_of_parallel']}"
        )
    print(f"The machine's load was {figures['load']:.1f} before and {figures['load_after']:.1f}.")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--json", action="store_true")
    parser.add_argument("--no-peers", action="store_true", help="leave out the peers")
    args = parser.parse_args()
    if hasattr(os, "sched_setaffinity"):
        os.sched_setaffinity(0, {max(os.sched_getaffinity(0))})
    figures = measure(peers=not args.no_peers)
    if args.json:
        json.dump(figures, sys.stdout)
        print()
    else:
        show(figures)


if __name__ == "__main__":
    main()
