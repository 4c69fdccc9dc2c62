"""How many lives does a new player lose with two `adaptive` that do not know them yet?

Drills of levels 1 to 3, in which lives do not run out, on the same deals at a calm, usual and brisk
table. The person is loose (30 % off) and keeps the pace of their row. `off` is how far, in the
logarithm, the bots' belief of that pace is from the truth when level 3 begins.
"""

from __future__ import annotations

import argparse
import contextlib
import json
import math
from collections import Counter
from typing import Any

from tacit.arena.runner.match import play_match
from tacit.games.extreme import Mistake, Turned
from tacit.games.extreme.arena.teams import revive
from tacit.games.extreme.bots.adaptive import PACES, Adaptive
from tacit.games.extreme.bots.people import Loose
from tacit.log.game import Game, seed_from

PEOPLE = (0.15, 0.28, 0.4, 0.6, 0.8, 1.0)
"""Seconds a number."""
LEVELS = (1, 2, 3)


class Enough(Exception):
    """The levels that are asked about are over."""


def drill(pace: float, tempo: str, label: str) -> tuple[Counter[int], float]:
    """Return the lives lost by level, and how far off the bots' belief is at level 3."""
    lost: Counter[int] = Counter()
    off: list[float] = []
    seen = 0
    bots: list[Adaptive] = []

    def person(seat: int, players: int, seed: int) -> Any:
        return Loose(seat, players, seed, pace)

    def adaptive(seat: int, players: int, seed: int) -> Any:
        bot = Adaptive(seat, players, seed)
        bot.settle_in(tempo, alike=(1, 2))
        bots.append(bot)
        return bot

    def after(game: Game) -> None:
        nonlocal seen
        revive(game)
        level = game.state.level
        if level >= LEVELS[-1] and not off:
            tempo_heard = bots[0].listener.beliefs[0].tempo(0)
            off.append(abs(tempo_heard.log_pace - math.log(pace)))
        for event in game.events[seen:]:
            late = isinstance(event, Turned) and event.overtook
            lost[level] += isinstance(event, Mistake) or bool(late)
        seen = len(game.events)
        if level > LEVELS[-1]:
            raise Enough

    game = Game("extreme", {"players": 3}, seed=seed_from(label))
    revive(game)
    with contextlib.suppress(Enough):
        play_match(game, [person, adaptive, adaptive], label, after)
    return lost, off[0] if off else math.nan


def main() -> None:
    """Print a table, or JSON."""
    parser = argparse.ArgumentParser(description=__doc__, prog="tacit bench newcomers")
    parser.add_argument("--games", type=int, default=100)
    parser.add_argument("--seed", type=int, default=2026)
    parser.add_argument("--json", action="store_true")
    args = parser.parse_args()
    found = []
    for pace in PEOPLE:
        for tempo in PACES:
            total: Counter[int] = Counter()
            offs = []
            for number in range(args.games):
                lost, off = drill(pace, tempo, f"newcomer {args.seed} {number}")
                total += lost
                offs.append(off)
            lives = [total[level] / args.games for level in LEVELS]
            off = sum(offs) / len(offs)
            found.append({"pace": pace, "tempo": tempo, "lives_lost": lives, "off": off})
            if not args.json:
                each = "  ".join(f"{one:.2f}" for one in lives)
                print(f"{pace:.2f} s  {tempo:6}  {each}  together {sum(lives):.2f}  off {off:.2f}")
    if args.json:
        print(json.dumps({"games": args.games, "seed": args.seed, "newcomers": found}))


if __name__ == "__main__":
    main()
