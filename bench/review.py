"""How long does a review take? `tacit bench review`.

A game of four is reviewed at 400 deals on one core: the first answer, and the whole. What Numba
compiles is compiled before.
"""

from __future__ import annotations

import argparse
import json
import time

from tacit.arena.runner.simulate import simulate
from tacit.bots.registry import find_bot
from tacit.review.depth import Depth
from tacit.review.reviewing import review


def measured(players: int, deals: int, seed: int) -> dict[str, float]:
    """Return the seconds to the first answer and to the last."""
    bots = [("greedy", find_bot("greedy", "mindup"))] * players
    (game,) = simulate("mindup", {"players": players}, bots, 1, seed)
    replay = game.replay()
    review(replay, Depth(deals=2))
    told: list[float] = []
    begun = time.perf_counter()
    review(replay, Depth(deals=deals), lambda _done, _of: told.append(time.perf_counter() - begun))
    return {"first": round(told[0], 3), "whole": round(told[-1], 2)}


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--deals", type=int, default=400)
    parser.add_argument("--seed", type=int, default=1)
    args = parser.parse_args()
    for players in (3, 4, 6):
        took = measured(players, args.deals, args.seed)
        print(json.dumps({"players": players, "deals": args.deals, "seconds": took}), flush=True)


if __name__ == "__main__":
    main()
