"""How strong are the bots of Mind Up!? One against copies of another, each deal from every seat.

Each line is a run of `tacit arena` with a seed, so that it can be played again. Win share with ties
split, 95 % interval by bootstrap over deals; a fair share is one over the number of players. Bots
that think are given milliseconds (`search@50`) or a number of imagined deals (`search#50`).
The last column has how long the one and its opponents thought about a card: so numbers of deals can
be chosen that take as long.

`--check` compares each answer with the figure in docs/bots.md, and fails if the two intervals have
nothing in common or a question has no figure. `--counted` leaves out bots that go by the clock: the
rest come to the same on every machine.
"""

from __future__ import annotations

import argparse
import json
import re
import subprocess
import sys
import time
from pathlib import Path
from typing import Any, NamedTuple

SEED = 2026
DOCS = Path(__file__).parents[1] / "docs" / "bots.md"
ROW = re.compile(
    r"\| `(?P<first>[^`]+)`(?:, (?P<objectives>\d) objectives)? \| `(?P<rest>[^`]+)` "
    r"\| (?P<players>\d) \| \d+ \| [\d.]+ % \| (?P<low>[\d.]+)–(?P<high>[\d.]+) \|"
)
"""A line of the table in docs/bots.md."""


class Question(NamedTuple):
    """One bot against many, how many deals it takes to answer, and what is aimed at."""

    title: str
    first: str
    rest: str
    deals: int
    aim: float | None = None
    players: int = 4
    objectives: int = 0

    @property
    def key(self) -> tuple[str, str, int, int]:
        """Who plays whom, by which a figure is found."""
        return self.first, self.rest, self.players, self.objectives

    @property
    def timed(self) -> bool:
        """Whether a bot goes by the clock, so that a slower machine gives another figure."""
        return "@" in self.first + self.rest


QUESTIONS = (
    Question("a turn ahead against chance", "greedy", "random", 2000, 0.65),
    Question("deals against a turn ahead", "flat@50", "greedy", 60),
    Question("search against a turn ahead", "search@50", "greedy", 150, 0.60),
    Question("search against plain deals", "search@50", "flat@50", 60, 0.38),
    Question("search with 5 ms", "search@5", "flat#400", 200),
    Question("search with 50 ms", "search@50", "flat#400", 150),
    Question("search with 500 ms", "search@500", "flat#400", 25),
    Question("a network against a turn ahead", "swift", "greedy", 1000, 0.45),
    Question("a network against plain deals", "swift", "flat#400", 150),
    Question("three players", "search#150", "greedy", 150, None, 3),
    Question("five players", "search#150", "greedy", 120, None, 5),
    Question("six players", "search#150", "greedy", 100, None, 6),
    Question("three objectives", "search#150", "greedy", 150, None, 4, 3),
    Question("three objectives, plain deals", "search#150", "flat#400", 100, None, 4, 3),
    Question("character: Linnet against Pebble", "linnet", "pebble", 500, 0.35),
    Question("character: Heron against Linnet", "heron", "linnet", 150, 0.35),
    Question("character: Raven against Heron", "raven#300", "heron", 100, 0.35),
    Question("foreseeing picks", "raven#500", "search#300", 100),
    Question("foreseeing picks with 250 ms", "raven@250", "search@250", 50, 0.30),
)


def ask(question: Question, part: float) -> dict[str, Any]:
    """Let the arena answer."""
    games = max(10, round(question.deals * part)) * question.players
    command = [sys.executable, "-m", "tacit", "arena", "mindup", question.first, question.rest]
    command += ["--players", str(question.players), "--objectives", str(question.objectives)]
    command += ["--games", str(games), "--seed", str(SEED), "--fixed", "--json"]
    began = time.monotonic()
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    if done.returncode:
        sys.exit(done.stderr)
    report = json.loads(done.stdout)
    (first,) = [bot for bot in report["bots"] if bot["name"] == question.first]
    return {
        **question._asdict(),
        "games": games,
        "win_rate": first["win_rate"],
        "ci95": first["ci95"],
        "mean_score": first["mean_score"],
        "ms_a_card": [report["wall"]["ms_a_card"][who] for who in (question.first, question.rest)],
        "seconds": round(time.monotonic() - began, 1),
        "command": " ".join(["tacit", *command[3:-1]]),
    }


def figures(text: str) -> dict[tuple[str, str, int, int], tuple[float, float]]:
    """Return by who plays whom the interval that a page gives, as shares."""
    found = {}
    for row in ROW.finditer(text):
        key = (row["first"], row["rest"], int(row["players"]), int(row["objectives"] or 0))
        found[key] = (float(row["low"]) / 100, float(row["high"]) / 100)
    return found


def stale(question: Question, measured: list[float], told: dict[Any, Any]) -> str | None:
    """Say what is wrong with the figure of a question, or None."""
    who = f"{question.first} against {question.rest}, {question.players} players"
    if question.key not in told:
        return f"{who}: docs/bots.md has no figure."
    low, high = told[question.key]
    if measured[0] <= high + 0.0005 and low - 0.0005 <= measured[1]:  # they are rounded
        return None
    now = f"{measured[0]:.1%}–{measured[1]:.1%}"
    return f"{who}: docs/bots.md says {low:.1%}–{high:.1%}, measured {now}."


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--json", action="store_true")
    parser.add_argument("--part", type=float, default=1.0, help="of the deals: 0.1 is quick")
    parser.add_argument("--only", default="", help="questions with this word")
    parser.add_argument("--counted", action="store_true", help="no bots that go by the clock")
    parser.add_argument("--check", action="store_true", help="fail where docs/bots.md is stale")
    args = parser.parse_args()
    chosen = [
        one
        for one in QUESTIONS
        if args.only in f"{one.title} {one.first} {one.rest}" and not (args.counted and one.timed)
    ]
    answers, wrong = [], []
    told = figures(DOCS.read_text()) if args.check else {}
    if not args.json:
        print(
            f"{'':34}{'one':>12}{'against':>10}{'games':>7}{'wins':>7}{'95 %':>15}{'aim':>6}"
            f"{'ms a card':>14}"
        )
    for question in chosen:
        found = ask(question, args.part)
        answers.append(found)
        if args.check and (why := stale(question, found["ci95"], told)):
            wrong.append(why)
        if not args.json:
            low, high = found["ci95"]
            aim = "" if question.aim is None else f"{question.aim:.0%}"
            times = " and ".join(f"{ms:.1f}" for ms in found["ms_a_card"])
            print(
                f"{question.title:34}{question.first:>12}{question.rest:>10}{found['games']:>7}"
                f"{found['win_rate']:>7.1%}{low:>8.1%}–{high:.1%}{aim:>6}{times:>14}",
                flush=True,
            )
    if args.json:
        print(json.dumps({"bench": "bots", "seed": SEED, "questions": answers, "stale": wrong}))
    if wrong:
        sys.exit("\n".join(wrong))


if __name__ == "__main__":
    main()
