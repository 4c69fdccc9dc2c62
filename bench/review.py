"""How long does a review take? `tacit bench review`.

A game is reviewed at 400 deals on one core: the first answer, and the whole. What Numba compiles is
compiled before. Then the first answer as a site gets it from the process that reviews: started when
it is asked, and ready, as for a visitor who has watched the replay for some seconds before.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import time

from tacit.arena.runner.simulate import simulate
from tacit.bots.registry import find_bot
from tacit.log.replay import dump
from tacit.review.reviewing import Depth, review
from tacit.server.history.review_process import ReviewWorkers

LOOKED = 6.0
"""Seconds that a visitor watches a replay before they want its review."""


def measured(players: int, deals: int, seed: int) -> dict[str, float]:
    """Return the seconds to the first answer and to the last."""
    bots = [("greedy", find_bot("greedy", "mindup"))] * players
    (game,) = simulate("mindup", {"players": players}, bots, 1, seed)
    replay = game.replay()
    review(replay, Depth(deals=2))
    told: list[float] = []
    begun = time.perf_counter()
    depth = Depth(deals=deals)
    review(replay, depth, lambda _done, _of, _part: told.append(time.perf_counter() - begun))
    return {"first": round(told[0], 3), "whole": round(told[-1], 2)}


async def on_a_site(looked: float, seed: int) -> float:
    """Return the seconds to the first answer of a site, to a visitor who has watched a replay."""
    bots = [("greedy", find_bot("greedy", "mindup"))] * 4
    (game,) = simulate("mindup", {"players": 4}, bots, 1, seed)
    workers = ReviewWorkers()
    if looked:
        workers.prepare()
        await asyncio.sleep(looked)
    begun = time.perf_counter()
    worker = workers.take("review")
    await anext(worker.lines_for(dump(game.replay())))
    took = time.perf_counter() - begun
    workers.end(worker)
    await workers.close()
    return round(took, 3)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--deals", type=int, default=400)
    parser.add_argument("--seed", type=int, default=1)
    args = parser.parse_args()
    for players in (3, 4, 6):
        took = measured(players, args.deals, args.seed)
        print(json.dumps({"players": players, "deals": args.deals, "seconds": took}), flush=True)
    took = {
        "started": asyncio.run(on_a_site(0, args.seed)),
        "ready": asyncio.run(on_a_site(LOOKED, args.seed)),
    }
    print(json.dumps({"players": 4, "deals": 400, "first answer on a site": took}), flush=True)


if __name__ == "__main__":
    main()
