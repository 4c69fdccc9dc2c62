"""How long does a review take, and are its winning chances true? `tacit bench review`.

A game is reviewed at 400 deals on one core: the first pick, the first sentence, and the whole. What
Numba compiles is compiled before. The first sentence is that of the seat which asks: all its picks
are weighed, so that it can be said what its lead was made of. Then the same as a site gets it from
the process that reviews: started when it is asked, and ready, as for a visitor who has watched the
replay for some seconds before.

Last, bots play `--games` games, and before every turn the chances of all seats are told as a review
tells them. Of the moments told as 70 to 80 %, say, that share should be won. The moments of one
game hang together, so the intervals are reckoned over games.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import math
import time
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from tacit.arena.runner.simulate import simulate
from tacit.bots.registry import find_bot
from tacit.games.mindup.review.course import course
from tacit.log.replay import dump
from tacit.review.reviewing import Depth, Part, asked_first, review
from tacit.server.history.review_process import ReviewWorkers

CALIBRATION_DEALS = 100
"""A quarter of a review's: it blurs what is told by three percents, and a game takes 50 ms."""
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
    depth = Depth(deals=deals, first=0)
    first: list[float] = []

    def tell(_done: int, _of: int, part: Part) -> None:
        told.append(time.perf_counter() - begun)
        if not first and (part() or {}).get("ready"):
            first.append(told[-1])

    review(replay, depth, tell)
    whole = time.perf_counter() - begun
    return {
        "first pick": round(told[0], 3),
        "first sentence": round(first[0], 3),
        "whole": round(whole, 2),
    }


async def on_a_site(looked: float, seed: int) -> dict[str, float]:
    """Return when a site has the first sentence and the whole, after so long a look."""
    bots = [("greedy", find_bot("greedy", "mindup"))] * 4
    (game,) = simulate("mindup", {"players": 4}, bots, 1, seed)
    workers = ReviewWorkers()
    if looked:
        workers.prepare()
        await asyncio.sleep(looked)
    begun = time.perf_counter()
    worker = workers.take("review")
    took: dict[str, float] = {}
    async for line in worker.lines_for(asked_first(dump(game.replay()), 0)):
        said = json.loads(line)
        if "found" in said or said["part"]["ready"]:
            took.setdefault("first sentence", round(time.perf_counter() - begun, 3))
        if "found" in said:
            took["whole"] = round(time.perf_counter() - begun, 3)
            break
    workers.end(worker)
    await workers.close()
    return took


class Bin(NamedTuple):
    """The moments told as a chance from `low` to ten percents more."""

    low: int
    moments: int
    told: float
    """The mean of what was told, as a share."""
    won: float
    """The share of them that were won, a shared victory counting in part."""
    ci95: tuple[float, float]


def calibration(names: list[str], games: int, deals: int, seed: int) -> list[Bin]:
    """Play games and compare what is told before every turn with who won."""
    depth = Depth(seed=seed, deals=deals)
    by_game: list[NDArray[np.float64]] = []
    for number in range(games):
        seated = names[number % len(names) :] + names[: number % len(names)]
        bots = [(name, find_bot(name, "mindup")) for name in seated]
        (game,) = simulate("mindup", {"players": len(bots)}, bots, 1, seed + number)
        told = course(game.replay(), depth)
        won = [share / 100 for share in told[-1]["win"]]
        sums = np.zeros((10, 3))
        for one in told[:-1]:
            for percent, share in zip(one["win"], won, strict=True):
                sums[min(percent // 10, 9)] += (1, percent / 100, share)
        by_game.append(sums)
    return [_bin(10 * at, np.array([sums[at] for sums in by_game])) for at in range(10)]


def _bin(low: int, sums: NDArray[np.float64]) -> Bin:
    """Return a row of the table from its sums by game: how many moments, told, and won."""
    moments, told, won = sums.sum(axis=0)
    if not moments:
        return Bin(low, 0, math.nan, math.nan, (0.0, 1.0))
    share = won / moments
    off = sums[:, 2] - share * sums[:, 0]
    reach = 1.96 * math.sqrt(float((off**2).sum())) / moments
    return Bin(low, int(moments), told / moments, share, (share - reach, share + reach))


def drawn(row: Bin) -> str:
    """Return a row with its interval drawn from 0 to 100: `|` is what was told."""
    if not row.moments:
        return f"{row.low:>3}–{row.low + 10:<3} %         0"
    low, high = (min(max(round(50 * end), 0), 50) for end in row.ci95)
    line = ["·"] * 51
    line[low : high + 1] = ["━"] * (high + 1 - low)
    line[round(50 * row.told)] = "|"
    return (
        f"{row.low:>3}–{row.low + 10:<3} % {row.moments:>9,}   told {row.told:6.1%}   "
        f"won {row.won:6.1%}  ({row.ci95[0]:.1%} to {row.ci95[1]:.1%})  {''.join(line)}"
    )


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--deals", type=int, default=400)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--games", type=int, default=2000, help="for the calibration; 0 for none")
    parser.add_argument("--bots", nargs="+", default=["heron", "linnet", "greedy", "pebble"])
    args = parser.parse_args()
    for players in (3, 4, 6):
        took = measured(players, args.deals, args.seed)
        print(json.dumps({"players": players, "deals": args.deals, "seconds": took}), flush=True)
    took = {
        "started": asyncio.run(on_a_site(0, args.seed)),
        "ready": asyncio.run(on_a_site(LOOKED, args.seed)),
    }
    print(json.dumps({"players": 4, "deals": 400, "seconds on a site": took}), flush=True)
    if args.games:
        print(f"Winning chances told before every turn of {args.games} games of {args.bots}:")
        for row in calibration(args.bots, args.games, CALIBRATION_DEALS, args.seed):
            print(drawn(row), flush=True)


if __name__ == "__main__":
    main()
