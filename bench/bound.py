"""How few lives can be lost with people who adapt? A search over ways to lead them.

`oracle` is told the pace of this moment. For each kind of person who adapts all policies of a grid
play some drills, the best of them more, and the best of these is evaluated on drills of its own.
What is better there than leading as `adaptive` does stands in `bots/oracle.py`; `tacit bench
partners` measures against it.
"""

from __future__ import annotations

import argparse
import itertools
import json
from typing import Any

from tacit.games.extreme.arena.teams import Run, play_teams
from tacit.games.extreme.bots import oracle
from tacit.games.extreme.bots.leading import POLICY
from tacit.games.extreme.bots.people import FOLLOWERS

SEED = 28
YIELD = POLICY[-1]
GRID = tuple(
    (haste, haste, lean, lead, aim, YIELD)
    for haste, lean, lead, aim in itertools.product((0.0, 0.4), (0.0, 1.0), (0.0, 0.4), (0.0, 0.2))
    if lead or not aim
)
"""Without a lead there is nowhere to go."""
ROUNDS = ((150, 4), (800, 1))
"""Drills of each policy in a round, and how many go on to the next."""


def lost(kind: str, policy: tuple[float, ...], games: int, seed: int) -> float:
    """Return the lives that `oracle` loses in a drill with a person of a kind, by a policy."""
    oracle.POLICIES[FOLLOWERS[kind].__name__] = policy
    (scores,) = play_teams([("oracle", kind)], Run(games, seed, drill=True))
    return sum(score.lives_lost for score in scores) / games


def search(kind: str, part: float) -> dict[str, Any]:
    """Return the best policy for a kind, and what it loses on drills it was not chosen by."""
    left = list(GRID)
    for number, (drills, kept) in enumerate(ROUNDS):
        games = max(30, round(drills * part))
        losses = {policy: lost(kind, policy, games, SEED + number) for policy in left}
        left = sorted(left, key=losses.__getitem__)[:kept]
    fresh = max(30, round(ROUNDS[-1][0] * part))
    return {
        "kind": kind,
        "policy": left[0],
        "lost": lost(kind, left[0], fresh, SEED - 1),
        "as_adaptive": lost(kind, POLICY, fresh, SEED - 1),
    }


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--json", action="store_true")
    parser.add_argument("--part", type=float, default=1.0, help="of all drills: 0.2 is quick")
    parser.add_argument("--only", default="", help="kinds with this word")
    args = parser.parse_args()
    found = []
    for kind in FOLLOWERS:
        if args.only in kind:
            found.append(search(kind, args.part))
            one = found[-1]
            if not args.json:
                print(
                    f"{kind:18} {one['policy']}: {one['lost']:.2f} lives a drill, "
                    f"{one['as_adaptive']:.2f} led as adaptive leads",
                    flush=True,
                )
    if args.json:
        print(json.dumps({"bench": "bound", "seed": SEED, "kinds": found}))


if __name__ == "__main__":
    main()
