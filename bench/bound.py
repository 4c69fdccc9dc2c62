"""How few lives can be lost with people who adapt? A search over ways to lead them.

`oracle` is told the pace of this moment. For each kind of person who adapts all policies of a grid
play some drills, and the best of them more; the best of these goes into `bots/oracle.py`. These
drills choose, and no others do: `tacit bench partners` measures the bound on drills of another
seed. With `--told` a listener is told the kind of a person and has to find their pace alone, which
says how much of the way to the bound can be heard at all.
"""

from __future__ import annotations

import argparse
import itertools
import json
from collections.abc import Sequence
from typing import Any

import numpy as np
import numpy.typing as npt

from tacit.games.extreme.arena.compiled import play
from tacit.games.extreme.arena.teams import ENDLESS, label_of
from tacit.games.extreme.bots import oracle
from tacit.games.extreme.bots.adaptive import Adaptive
from tacit.games.extreme.bots.belief.leading import POLICY, YIELD
from tacit.games.extreme.bots.belief.priors import PRIOR, Kind
from tacit.games.extreme.bots.belief.shown import AVERAGE, OTHERS, RULES, THREE
from tacit.games.extreme.bots.people import FOLLOWERS, PEOPLE, Manner

SEED = 28
"""What chooses. `tacit bench partners` measures with another."""
TOLD_SEED, TOLD_DRILLS = 27, 2000
STEADFAST = "human-14"
"""Who is told besides those who adapt."""
LEADS = ((0.0, 0.0, 0.15), *itertools.product((0.5, 1.0), (0.0, 0.2), (0.0, 0.15)))
"""How far to go back to the tempo held, by how much that is slower, how much the latest card counts
in it; without a lead there is nowhere to go."""
GRID = (
    POLICY,
    *(
        (haste, haste, lean, lead, aim, POLICY[YIELD], hold)
        for haste, lean in itertools.product((0.0, 0.4), (0.0, 1.0))
        for lead, aim, hold in LEADS
    ),
)
ROUNDS = ((120, 4), (800, 1))
"""Drills of each policy in a round, and how many policies go on to the next."""

Losses = npt.NDArray[np.float64]


def drilled(team: Sequence[str], games: int, seed: int, seated: Sequence[Any] | None) -> Losses:
    """Return the lives that a team loses in each of some drills."""
    labels = [label_of(seed, number) for number in range(games)]
    found = play(team, labels, endless=ENDLESS, seated=seated)
    return found.lives_lost.astype(float)


def lost(kind: str, policy: tuple[float, ...], games: int, seed: int) -> float:
    """Return the lives that `oracle` loses in a drill with a person of a kind, by a policy."""
    oracle.POLICIES[FOLLOWERS[kind].__name__] = policy
    return float(drilled(("oracle", kind), games, seed, None).mean())


def search(kind: str, part: float) -> dict[str, Any]:
    """Return the best policy for a kind, and what it and the policy of `adaptive` lost."""
    left = list(dict.fromkeys(GRID))
    losses: dict[tuple[float, ...], float] = {}
    for number, (drills, kept) in enumerate(ROUNDS):
        games = max(30, round(drills * part))
        losses = {one: lost(kind, one, games, SEED + number) for one in {*left, POLICY}}
        left = sorted(left, key=losses.__getitem__)[:kept]
    best = left[0]
    return {"kind": kind, "policy": best, "lost": losses[best], "as_adaptive": losses[POLICY]}


def is_kind(kind: Kind, manner: Manner) -> bool:
    """Tell whether a filter supposes just what a person is."""
    counts = {0: manner.grasp or AVERAGE, 1: 1.0, 3: THREE}[int(manner.recent)]
    rules = RULES[OTHERS:] if manner.others else RULES[1:OTHERS]
    first = OTHERS if manner.others else 1
    rule = 0
    if manner.follow:
        rule = first + rules.index(counts) if counts in rules else -1
    supposed = (kind.spread, kind.shape, kind.follow, kind.mend, kind.wander, kind.rule)
    return supposed == (manner.spread, manner.shape, manner.follow, manner.mend, manner.drift, rule)


def told(kind: str, games: int) -> dict[str, Any] | None:
    """Return what `adaptive` loses when it is told the kind of a person; None if it knows no such.

    Of the filters of its belief those remain that suppose just that kind.
    """
    manner = PEOPLE[kind].manner
    fitting = [is_kind(one, manner) for one in PRIOR]
    if not any(fitting) or manner.lapses:
        return None
    bot = Adaptive(0, 2, 0)
    belief = bot.listener.beliefs[1]
    for number, fits in enumerate(fitting):
        belief.log_weight[number] -= 0.0 if fits else 100.0
    person = PEOPLE[kind](1, 2, 0)
    found = {
        name: drilled((name, kind), games, TOLD_SEED, None)
        for name in ("metronome", "adaptive", "oracle")
    }
    found["told"] = drilled(("adaptive", kind), games, TOLD_SEED, (bot, person))
    return {"kind": kind} | {name: float(one.mean()) for name, one in found.items()}


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--json", action="store_true")
    parser.add_argument("--part", type=float, default=1.0, help="of all drills: 0.2 is quick")
    parser.add_argument("--only", default="", help="kinds with this word")
    parser.add_argument("--told", action="store_true", help="tell the kind, and not the pace")
    args = parser.parse_args()
    found = []
    for kind in [*FOLLOWERS, *([STEADFAST] if args.told else [])]:
        if args.only not in kind:
            continue
        if args.told:
            one = told(kind, max(30, round(TOLD_DRILLS * args.part)))
        else:
            one = search(kind, args.part)
        if one is None:
            continue
        found.append(one)
        if not args.json:
            print(shown(one), flush=True)
    if args.json:
        print(json.dumps({"bench": "bound", "seed": SEED, "kinds": found}))


def shown(one: dict[str, Any]) -> str:
    """Return a kind's line."""
    if "policy" in one:
        return (
            f"{one['kind']:18} {one['policy']}: {one['lost']:.2f} lives a drill, "
            f"{one['as_adaptive']:.2f} led as adaptive leads"
        )
    return (
        f"{one['kind']:18} metronome {one['metronome']:.2f}, adaptive {one['adaptive']:.2f}, "
        f"told the kind {one['told']:.2f}, oracle {one['oracle']:.2f} lives a drill"
    )


if __name__ == "__main__":
    main()
