"""How far is it to the ceiling? What perfect knowledge would win in Mind Up!, and what bots make.

One player sits with copies of `greedy`, and every deal is played from each seat. What counts is the
lead over the mean of the others at the end. Those who see all hands, and those who also see
what the others have picked, mark how far knowledge could lead; a bot's share of that way
is its lead over theirs. `greedy` itself has no lead. All think by numbers of deals, so that
the figures are the same on every machine. 95 % intervals by bootstrap over deals.
"""

from __future__ import annotations

import argparse
import json
import sys
from pathlib import Path
from random import Random
from statistics import fmean
from typing import Any

sys.path.insert(0, str(Path(__file__).parents[1]))

from bench.peers.clairvoyant import Clairvoyant

import tacit
from tacit.bots.registry import find_bot
from tacit.games.mindup import Pick
from tacit.games.mindup.bots.greedy import Greedy

SEED = 2026
PLAYERS = (3, 4, 5, 6)
PLAYOUTS = 150
BOTS = (f"search#{PLAYOUTS}", f"raven#{PLAYOUTS}")
HANDS, PICKS = "sees hands", "sees hands and picks"


def play(who: str, place: int, players: int, deal: int) -> float:
    """Return the lead of one player in one game with copies of `greedy`."""
    game = tacit.new("mindup", players=players, seed=SEED + deal)
    bots: list[Any] = [Greedy(seat, players, deal) for seat in range(players)]
    sighted = who in (HANDS, PICKS)
    make = Clairvoyant if sighted else find_bot(who, "mindup")
    one = make(place, players, deal, **({"playouts": PLAYOUTS} if sighted else {}))
    while not game.over:
        picks = {
            seat: bots[seat].choose(game.view(seat), 0.0)
            for seat in range(players)
            if seat != place
        }
        if sighted:
            one.show(game.state, picks if who == PICKS else None)
        picks[place] = one.choose(game.view(place), 0.0)
        for seat, card in picks.items():
            game.play(seat, Pick(seat=seat, card=card))
    totals = game.result["totals"]
    return float(totals[place] - fmean(totals[:place] + totals[place + 1 :]))


def measure(players: int, deals: int) -> dict[str, list[float]]:
    """Return by player the mean lead in each deal."""
    return {
        who: [
            fmean([play(who, place, players, deal) for place in range(players)])
            for deal in range(deals)
        ]
        for who in (*BOTS, HANDS, PICKS)
    }


def interval(leads: dict[str, list[float]], who: str, top: str | None) -> list[float]:
    """Return a mean lead, or its share of another's, and the 95 % interval."""
    rng = Random(SEED)  # not for secrets
    deals = range(len(leads[who]))

    def figure(drawn: Any) -> float:
        own = fmean([leads[who][deal] for deal in drawn])
        return own / fmean([leads[top][deal] for deal in drawn]) if top else own

    drawn = sorted(figure(rng.choices(deals, k=len(deals))) for _ in range(1000))
    return [figure(deals), drawn[25], drawn[974]]


def report(players: int, leads: dict[str, list[float]]) -> dict[str, Any]:
    """Return the figures for a number of players."""
    return {
        "players": players,
        "games": len(leads[HANDS]) * players,
        "leads": {who: interval(leads, who, None) for who in leads},
        "of_hands": {who: interval(leads, who, HANDS) for who in BOTS},
        "of_picks": {who: interval(leads, who, PICKS) for who in (*BOTS, HANDS)},
    }


def told(figure: list[float], digits: int) -> str:
    """Return a figure and its interval as text."""
    middle, low, high = (f"{number:.{digits}f}" for number in figure)
    return f"{middle:>5} ({low}–{high})"


def main() -> None:
    """Print leads and shares."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--json", action="store_true")
    parser.add_argument("--deals", type=int, default=20, help="for each number of players")
    args = parser.parse_args()
    found = []
    for players in PLAYERS:
        one = report(players, measure(players, args.deals))
        found.append(one)
        if args.json:
            continue
        print(f"{players} players, {one['games']} games each with copies of greedy")
        for who, lead in one["leads"].items():
            line = f"  {who:22} leads by {told(lead, 1)}"
            for title, shares in (("hands", one["of_hands"]), ("picks", one["of_picks"])):
                if who in shares:
                    line += f"   {told(shares[who], 2)} of the way to {title}"
            print(line, flush=True)
    if args.json:
        print(json.dumps({"bench": "ceiling", "seed": SEED, "tables": found}))


if __name__ == "__main__":
    main()
