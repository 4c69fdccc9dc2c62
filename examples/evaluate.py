"""Measure a bot of your own: one against three of another, every deal from every seat."""

from __future__ import annotations

import sys

from tacit.arena.runner.crew import Crew
from tacit.arena.runner.entrant import entrant
from tacit.arena.tournament.league import schedule
from tacit.arena.tournament.play import Terms
from tacit.arena.tournament.report import report
from tacit.arena.tournament.tournament import play_tournament


def evaluate(bot: str, against: str, deals: int, seed: int = 1) -> tuple[float, list[float]]:
    """Return the share of wins and its 95 % interval; a quarter is fair."""
    plan = schedule((entrant(bot), entrant(against)), 4, seed, league=False)
    terms = Terms(game="mindup", entrants=plan.entrants, players=4, seed=seed, millis=50)
    crew = Crew(terms, jobs=1)
    try:
        found = report(terms, play_tournament(plan, crew, deals, fixed=True), 0.0)
    finally:
        crew.close()
    return found["bots"][0]["win_rate"], found["bots"][0]["ci95"]


if __name__ == "__main__":
    mine, other = sys.argv[1:] or ("linnet", "greedy")
    share, (low, high) = evaluate(mine, other, deals=50)
    print(f"{mine} against three {other}: {share:.1%} of the wins ({low:.1%} to {high:.1%})")
