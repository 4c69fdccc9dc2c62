"""How well does `raven` foresee picks in Mind Up!, and what is that worth?

One `raven` sits with three copies of another bot. In every turn each way of foreseeing says how
likely every card of an opponent's true hand is picked. Told are the share of picks whose card it
took for the likeliest, and the log-loss: minus the logarithm of what it said of the card that
was picked, on average; the less the better. Then the best answer to each way is looked for on the
same deals, and judged by what it brings against the true hands and picks. That is told in points a
game over the answers to greedy opponents, with a 95 % interval by bootstrap over games.

`--network` trains a small network on the picks that the policy was learned from, and asks it, too.
All is counted in deals, so that the figures are the same on every machine.
"""

from __future__ import annotations

import argparse
import json
import sys
from collections import defaultdict
from pathlib import Path
from random import Random
from statistics import fmean
from typing import Any

sys.path.insert(0, str(Path(__file__).parents[1]))

import numpy as np
from bench.peers.clairvoyant import Clairvoyant
from bench.peers.network import Network

import tacit
from tacit.bots.registry import find_bot
from tacit.games.mindup import Pick
from tacit.games.mindup.bots.raven.foresight import public
from tacit.games.mindup.bots.raven.habits import GREEDY, PLANS, POLICY, Habits
from tacit.games.mindup.bots.raven.raven import PUBLIC_DEALS, answer, look_ahead
from tacit.games.mindup.bots.reckoning import beliefs
from tacit.games.mindup.kernel.packed import MOST

SEED = 2026
SEATS = 4
PLAYOUTS = 500
SURE = 400
"""Deals by which an answer is judged."""
KINDS = ("greedy", "heron", "search#300", "raven#500")
FAR = POLICY + 2
"""The far-sighted plan of the middle heat."""
WAYS = {"as greedy": GREEDY, "by the policy": POLICY, "far-sighted": FAR, "as raven does": None}
NETWORKS = {"by a network": PLANS, "far-sighted and network": PLANS + 1}
"""By way: the place of its plan; none learns which plans an opponent has."""
FAR_WEIGHT, NETWORK_WEIGHT = 1.0, 0.6
"""What the two count for where they are added."""
TOLD = "told the picks"
UNLIKELY = 1e-4


def watch(kind: str, number: int, network: Network | None) -> dict[str, list[Any]]:
    """Play a game; return by way what it said of each pick, and what its answers brought."""
    game = tacit.new("mindup", players=SEATS, seed=SEED + number)
    me, habits = number % SEATS, Habits(SEATS)
    bots = [find_bot(kind, "mindup")(seat, SEATS, number + seat) for seat in range(SEATS)]
    judge = Clairvoyant(me, SEATS, SEED - number, playouts=SURE)
    ways = WAYS | (NETWORKS if network else {})
    found: dict[str, list[Any]] = defaultdict(list)
    while not game.over:
        view = game.view(me)
        known = beliefs(view)
        picks = {
            seat: int(bots[seat].choose(game.view(seat), 0.0))
            for seat in range(SEATS)
            if seat != me
        }
        habits.learn(view)
        plans, likely = look_ahead(known, me, number, 0.0, PLAYOUTS // PUBLIC_DEALS)
        habits.expect(view, likely)
        if network:
            liked = network.likes(public(known, me), me)
            both = FAR_WEIGHT * plans[FAR] + NETWORK_WEIGHT * liked
            plans = np.concatenate([plans, [liked, both]])
        judge.show(game.state, picks)
        brought = judge.answer(view, known, plans[:PLANS], 0.0)
        mine = 0
        for way, plan in ways.items():
            mix = np.zeros((MOST, len(plans)))
            if plan is None:
                mix[:, :PLANS] = habits.mix
            else:
                mix[:, plan] = 1.0
            for seat, card in picks.items():
                found[way].append(_said(plans[:, seat], mix[seat], game.state.hands[seat], card))
            leads = answer(known, me, plans, mix, number, 0.0, PLAYOUTS)
            found[f"{way}: brought"].append(float(brought[int(leads.argmax())]))
            if plan is None:
                mine = int(leads.argmax())
        found[f"{TOLD}: brought"].append(float(brought.max()))
        for seat, card in (picks | {me: view.hand[mine]}).items():
            game.play(seat, Pick(seat=seat, card=card))
    return found


def _said(plans: Any, mix: Any, hand: Any, card: int) -> tuple[float, bool]:
    """Return how likely a pick was said to be, and whether no card was likelier."""
    liked = plans[:, list(hand)]
    each = np.exp(liked - liked.max(axis=1, keepdims=True))
    likely = mix @ (each / each.sum(axis=1, keepdims=True))
    mine = float(likely[list(hand).index(card)])
    return mine, mine == likely.max()


def report(kind: str, games: list[dict[str, list[Any]]], ways: list[str]) -> dict[str, Any]:
    """Return the figures of all ways against one kind of bot."""
    told: dict[str, Any] = {"against": kind, "games": len(games), "ways": {}}
    for way in ways:
        said = [one for game in games for one in game[way]]
        told["ways"][way] = {
            "foreseen": fmean([right for _, right in said]),
            "log_loss": -fmean([np.log(max(chance, UNLIKELY)) for chance, _ in said]),
        }
    for way in (*ways, TOLD):
        gains = [
            float(np.sum(game[f"{way}: brought"]) - np.sum(game["as greedy: brought"]))
            for game in games
        ]
        rng = Random(SEED)  # not for secrets
        drawn = sorted(fmean(rng.choices(gains, k=len(gains))) for _ in range(1000))
        points = [fmean(gains), drawn[25], drawn[974]]
        told["ways"].setdefault(way, {})["points"] = points
    return told


def main() -> None:
    """Print how well picks are foreseen."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--json", action="store_true")
    parser.add_argument("--games", type=int, default=40, help="against each kind of bot")
    parser.add_argument("--network", action="store_true", help="train one and ask it, too")
    parser.add_argument("--only", default="", help="opponents with this word")
    args = parser.parse_args()
    network = Network.trained(SEED) if args.network else None
    ways = [*WAYS, *(NETWORKS if network else {})]
    tables = []
    for kind in KINDS:
        if args.only not in kind:
            continue
        games = [watch(kind, number, network) for number in range(args.games)]
        one = report(kind, games, ways)
        tables.append(one)
        if args.json:
            continue
        print(f"three {kind}, {args.games} games{'':8}foreseen  log-loss  points a game")
        for way, figures in one["ways"].items():
            points = "{:+.1f} ({:+.1f} to {:+.1f})".format(*figures["points"])
            if "foreseen" in figures:
                shares = f"{figures['foreseen']:>8.1%}{figures['log_loss']:>10.3f}"
            else:
                shares = " " * 18
            print(f"  {way:32}{shares}  {points}", flush=True)
    if args.json:
        print(json.dumps({"bench": "foresight", "seed": SEED, "tables": tables}))


if __name__ == "__main__":
    main()
