"""How good a partner is `adaptive` in The Mind Extreme? Bots and simulated people in one team.

Whole games under the full rules unless it says drill: there lives never run out, so that every
level is played and lives lost can be compared; in a whole game a bad team loses few lives because
it is soon out. All teams of a question play the same deals with the same people. 95 % intervals.
"""

from __future__ import annotations

import argparse
import json
import math
import os
import sys
import time
from collections.abc import Callable, Sequence
from typing import Any

import numpy as np

from tacit.core.extras import install
from tacit.games.extreme.arena.teams import ENDLESS, Run, Score, Team, play_teams, summary
from tacit.games.extreme.bots.people import FOLLOWERS, PEOPLE

try:
    from tacit.games.extreme.arena import compiled
    from tacit.games.extreme.kernel.trace import MISTAKE
except ImportError:
    sys.exit(f"Thousands of games need the compiled kernel: {install('bots')}.")

SEED = 2026
GAMES = 2000
STEADY = {"human-7": 0.95, "human-14": 0.90, "human-30": 0.80}
"""Whom the distance from `metronome` to `oracle` is measured with, and how much to close."""
BOUND = 0.80
"""How much of it to close with people who adapt, for whom `oracle` is the best policy found."""
BLIND_WITH = ("human-7", "human-14", "human-30", "impatient", "follows-partner")
MIXED = (
    ("follows-fully", "human-14"),
    ("follows-partner", "human-14"),
    ("follows-along", "human-30"),
    ("follows-partner", "follows-loose"),
    ("follows-three", "follows-lapsing"),
    ("follows-fully", "human-14", "human-7"),
    ("follows-along", "follows-partner", "human-30"),
)
LIVES = "lives lost a drill"
ALWAYS = 0.99
BIAS = 0.05
RESAMPLES = 2000

Row = dict[str, Any]
Play = Callable[..., list[list[Score]]]


def percent(share: float) -> str:
    return f"{100 * share:.1f} %"


def interval(figure: Callable[..., Any], *columns: Sequence[float]) -> list[float]:
    """Return the middle 95 % of a figure of means, over games drawn again; games stay together."""
    rng = np.random.default_rng(SEED)
    values = np.array(columns, dtype=float)
    drawn = rng.integers(0, values.shape[1], size=(RESAMPLES, values.shape[1]))
    means = values[:, drawn].mean(axis=2)
    low, high = np.quantile(figure(*means), [0.025, 0.975])
    return [float(low), float(high)]


def bots_only(play: Play) -> list[Row]:
    """Teams of `adaptive` alone."""
    teams: list[Team] = [("adaptive",) * players for players in (2, 3, 4)]
    lines = []
    for team, scores in zip(teams, play(teams), strict=True):
        found = summary(team, scores)
        text = f"{len(team)} adaptive"
        met = found["win_rate"] >= ALWAYS
        lines.append(line("won", text, found["win_rate"], found["ci95"], ALWAYS, met))
    return lines


def share_closed(metronome: Any, adaptive: Any, oracle: Any) -> Any:
    """Return how much of the way from the first to the last is made."""
    return (metronome - adaptive) / np.maximum(metronome - oracle, 1e-9)


def distance(play: Play, people: int) -> list[Row]:
    """How far is it from `metronome` to `oracle` with some people of a kind, and what is closed?"""
    return [
        one for kind in STEADY for one in closed_with(play, f"{people} × {kind}", (kind,) * people)
    ]


def seats(play: Play) -> list[Row]:
    """Is `adaptive` a better partner than one more person of the same kind?"""
    lines = []
    for kind in PEOPLE:
        played = play([(kind, kind), ("adaptive", kind), ("oracle", kind)])
        won = [[float(score.won) for score in scores] for scores in played]
        without, bot, oracle = (percent(sum(one) / len(one)) for one in won)
        level = [sum(score.level for score in scores) / len(scores) for scores in played]
        gain = (sum(won[1]) - sum(won[0])) / len(won[0])
        bounds = interval(lambda here, there: here - there, won[1], won[0])
        text = f"with {kind}: won {without} → {bot} (oracle {oracle}), "
        text += f"level {level[0]:.1f} → {level[1]:.1f} ({level[2]:.1f})"
        aim = 0.0 if any(map(any, won)) else None  # where not even the oracle ever wins
        lines.append(line("gain", text, gain, bounds, aim, gain > 0))
    return lines


def less(here: Any, there: Any) -> Any:
    """Return how much less is lost here than there."""
    return there - here


def every_kind(play: Play) -> list[Row]:
    """Does `adaptive` lose no more lives than others would, and how far is it from the bound?"""
    return [one for kind in PEOPLE for one in with_kind(play, kind)]


def with_kind(play: Play, kind: str) -> list[Row]:
    """Return what is lost with a person by each in the other seat, and how they compare."""
    seated = {"metronome": "metronome", "a copy": kind, "adaptive": "adaptive", "bound": "oracle"}
    played = play([(bot, kind) for bot in seated.values()], drill=True)
    lost = {
        name: [score.lives_lost for score in scores]
        for name, scores in zip(seated, played, strict=True)
    }
    means = {name: sum(one) / len(one) for name, one in lost.items()}
    lines = [
        line(LIVES, f"{kind}: {name}", means[name], interval(lambda a: a, lost[name]), None, True)
        for name in seated
    ]
    for name in ("metronome", "a copy"):
        fewer, bounds = (
            means[name] - means["adaptive"],
            interval(less, lost["adaptive"], lost[name]),
        )
        text = f"{kind}: adaptive loses fewer than {name} by"
        lines.append(line(LIVES, text, fewer, bounds, 0.0, bounds[1] >= 0))
    way = ("metronome", "adaptive", "bound")
    closed = float(share_closed(*(means[name] for name in way)))
    bounds = interval(share_closed, *(lost[name] for name in way))
    aim = BOUND if kind in FOLLOWERS else STEADY.get(kind)
    lines.append(line("closed", f"{kind}: closed", closed, bounds, aim, closed >= (aim or 0)))
    return lines


def mixed(play: Play) -> list[Row]:
    """And with two or three people of different kinds, of whom some follow?"""
    return [one for team in MIXED for one in closed_with(play, " and ".join(team), team)]


def closed_with(play: Play, name: str, people: Team) -> list[Row]:
    """Return how much of the way from `metronome` to `oracle` is made with some people."""
    played = play([(bot, *people) for bot in ("metronome", "adaptive", "oracle")], drill=True)
    lost = [[score.lives_lost for score in scores] for scores in played]
    means = [sum(one) / len(one) for one in lost]
    closed, bounds = float(share_closed(*means)), interval(share_closed, *lost)
    text = f"{name}: lives lost a drill {means[0]:.2f} → {means[1]:.2f} → {means[2]:.2f}"
    return [line("closed", text, closed, bounds, None, True)]


def blind(games: int) -> list[Row]:
    """How many of the lives are lost on blind piles?"""
    lines = []
    for kind in BLIND_WITH:
        for bot in ("metronome", "adaptive", "oracle"):
            seen, all_lost = [], []
            for number in range(max(10, games // 5)):
                label = f"arena {SEED} game {number}"
                rows, _, found = compiled.trace((bot, kind), label, endless=ENDLESS)
                seen.append(float((rows[:, 0] == MISTAKE).sum()))
                all_lost.append(float(found.lives_lost[0]))
            hidden = [lost - here for lost, here in zip(all_lost, seen, strict=True)]
            mean = sum(hidden) / len(hidden)
            text = f"{bot} with {kind}: open {sum(seen) / len(seen):.2f}, blind"
            lines.append(line(LIVES, text, mean, interval(lambda a: a, hidden), None, met=True))
    return lines


def estimator(games: int) -> list[Row]:
    """Are people's own parameters found in their play?"""
    lines = []
    for kind, person in PEOPLE.items():
        if kind in FOLLOWERS:
            continue  # their pace is of the moment
        labels = [f"estimator {SEED} game {number}" for number in range(games)]
        played = compiled.play(("adaptive", kind), labels, endless=ENDLESS)
        believed = [played.believed(game, 0, 1) for game in range(games)]
        truth = played.paces[:, 1].tolist()
        paces = [one.log_pace - pace for one, pace in zip(believed, truth, strict=True)]
        spread, shape = person.manner.spread, person.manner.shape
        found = {
            "pace": [math.expm1(off) for off in paces],
            f"spread {spread:.2f}": [one.steadiness / spread - 1 for one in believed],
            f"shape {shape:.2f}": [one.shape / shape - 1 for one in believed],
        }
        for name, offs in found.items():
            bias = sum(offs) / games
            bounds = interval(lambda off: off, offs)
            lines.append(line("bias", f"{kind}: {name}", bias, bounds, BIAS, abs(bias) <= BIAS))
    return lines


def line(  # noqa: PLR0913, PLR0917
    figure: str, text: str, value: float, bounds: list[float], aim: float | None, met: bool
) -> Row:
    """Return one row of the table."""
    return {
        "figure": figure,
        "text": text,
        "value": value,
        "ci95": bounds,
        "aim": aim,
        "met": None if aim is None else met,
    }


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    print(f"seed {SEED}", file=sys.stderr)
    parser.add_argument("--json", action="store_true")
    parser.add_argument(
        "--part", type=float, default=1.0, help="of 2000 games a team: 0.1 is quick"
    )
    parser.add_argument("--only", default="", help="questions with this word")
    parser.add_argument("--jobs", type=int, default=os.cpu_count() or 1)
    args = parser.parse_args()
    games = max(10, round(GAMES * args.part))

    def play(teams: list[Team], *, drill: bool = False) -> list[list[Score]]:
        return play_teams(teams, Run(games, SEED, drill), args.jobs)

    questions: dict[str, Callable[[], list[Row]]] = {
        "bots only: whole games won": lambda: bots_only(play),
        "a seat for adaptive instead of one more person": lambda: seats(play),
        "every kind: lives lost in drills, and distance to the bound closed": lambda: every_kind(
            play
        ),
        "blind piles: where lives are lost": lambda: blind(games),
        "estimator: people's parameters found again": lambda: estimator(games),
        "two people: distance closed": lambda: distance(play, 2),
        "three people: distance closed": lambda: distance(play, 3),
        "mixed teams, some of whom adapt: distance closed": lambda: mixed(play),
    }
    found: dict[str, list[Row]] = {}
    for title, ask in questions.items():
        if args.only not in title:
            continue
        began = time.monotonic()
        found[title] = ask()
        if not args.json:
            print(f"\n{title} ({time.monotonic() - began:.0f} s)")
            for one in found[title]:
                print(shown(one), flush=True)
    if args.json:
        print(json.dumps({"bench": "partners", "seed": SEED, "games": games, "lines": found}))
    missed = [one for lines in found.values() for one in lines if one["met"] is False]
    if missed and not args.json:
        print(f"\n{len(missed)} of these aims are missed.", file=sys.stderr)


def shown(one: Row) -> str:
    """Return a row as text."""
    plain = one["figure"] == LIVES
    write: Callable[[float], str] = (lambda value: f"{value:.2f}") if plain else percent
    low, high = map(write, one["ci95"])
    aim = ""
    if one["aim"] is not None:
        sign = {"gain": ">", "bias": "±"}.get(one["figure"], "≥")
        aim = f"  {sign} {write(one['aim'])} {'met' if one['met'] else 'MISSED'}"
    return f"  {one['text']:66}{write(one['value']):>8}  ({low} – {high}){aim}"


if __name__ == "__main__":
    main()
