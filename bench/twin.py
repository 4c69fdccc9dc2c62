"""How many games and levels of The Mind Extreme a second do the compiled kernel and the rules play?

Whole games of simulated people and bots on one core, deals included, in turns: the same team, the
same deals. The scores of both have to be the same. In a drill lives never run out.
"""

from __future__ import annotations

import argparse
import json
import os
import statistics
import time
from typing import Any

from tacit.games.extreme.arena.compiled import play
from tacit.games.extreme.arena.teams import ENDLESS, Team, label_of, play_team

SEED = 1
TEAMS: tuple[Team, ...] = (
    ("metronome",) * 2,
    ("human-14",) * 2,
    ("adaptive", "human-14"),
    ("adaptive",) * 4,
)
READABLE = 10
GAMES = 2000
PASSES = 3

Figures = dict[str, Any]


def measure(team: Team, *, drill: bool) -> Figures:
    """Measure one team, the rules and the kernel in turns."""
    endless = ENDLESS if drill else 0
    play(team, [label_of(SEED, 0)], endless=endless)
    by_rules, by_kernel = [], []
    for turn in range(PASSES):
        numbers = range(turn * READABLE, (turn + 1) * READABLE)
        begin = time.perf_counter()
        scores = [play_team(team, SEED, number, drill=drill) for number in numbers]
        by_rules.append((time.perf_counter() - begin, sum(score.level for score in scores)))
        labels = [label_of(SEED, turn * GAMES + number) for number in range(GAMES)]
        begin = time.perf_counter()
        found = play(team, labels, endless=endless)
        by_kernel.append((time.perf_counter() - begin, int(found.level.sum())))
        again = play(team, [label_of(SEED, number) for number in numbers], endless=endless)
        lost = [(score.level, score.lives_lost) for score in scores]
        if lost != list(zip(again.level.tolist(), again.lives_lost.tolist(), strict=True)):
            raise SystemExit(f"kernel and rules differ: {' and '.join(team)}")
    figures: Figures = {"team": list(team), "drill": drill}
    for name, runs, games in (("rules", by_rules, READABLE), ("twin", by_kernel, GAMES)):
        figures[name] = {
            "games_per_second": round(games / statistics.median(run[0] for run in runs), 1),
            "levels_per_second": round(statistics.median(run[1] / run[0] for run in runs), 1),
        }
    faster = figures["twin"]["games_per_second"] / figures["rules"]["games_per_second"]
    return figures | {"times_as_fast": round(faster)}


def show(figures: list[Figures]) -> None:
    """Print a line for each team."""
    print(f"{'':34}{'games a second':>18}{'levels a second':>22}")
    print(f"{'':34}{'rules':>8}{'kernel':>10}{'rules':>11}{'kernel':>11}{'faster':>9}")
    for row in figures:
        name = " + ".join(row["team"]) if len(set(row["team"])) > 1 else ""
        name = name or f"{len(row['team'])} × {row['team'][0]}"
        rules, kernel = row["rules"], row["twin"]
        print(
            f"{name + (', drill' if row['drill'] else ''):34}"
            f"{rules['games_per_second']:8.1f}{kernel['games_per_second']:10,.0f}"
            f"{rules['levels_per_second']:11.0f}{kernel['levels_per_second']:11,.0f}"
            f"{row['times_as_fast']:8}×"
        )


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--json", action="store_true")
    args = parser.parse_args()
    if hasattr(os, "sched_setaffinity"):
        os.sched_setaffinity(0, {max(os.sched_getaffinity(0))})
    figures = [measure(team, drill=drill) for team in TEAMS for drill in (False, True)]
    if args.json:
        print(json.dumps({"bench": "twin", "seed": SEED, "teams": figures}))
    else:
        show(figures)


if __name__ == "__main__":
    main()
