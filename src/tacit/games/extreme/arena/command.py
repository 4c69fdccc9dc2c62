"""`tacit arena` for The Mind Extreme: teams, and who plays well with whom.

The command gives its `options`: the checks and the progress bar that all games share.
"""

from __future__ import annotations

import argparse
import os
import secrets
import time
from pathlib import Path
from types import ModuleType
from typing import Any

from rich.console import RenderableType

from tacit.arena import ArenaError
from tacit.core.chance import SEED_BYTES, Chance
from tacit.games import extreme

EXAMPLES = """
  tacit arena extreme adaptive human-14 --games 2000 --seed 1     one team
  tacit arena extreme adaptive,human-30 human-30,human-30         several
  tacit arena extreme adaptive metronome human-7 --league --plot map.svg"""


def add_options(parser: argparse.ArgumentParser) -> None:
    """Add what only teams can be told."""
    group = parser.add_argument_group(
        extreme.TITLE, "Two to four bots are a team, and so are names with commas between."
    )
    group.add_argument(
        "--drill", action="store_true", help="lives never run out, so that every level is played"
    )
    group.add_argument(
        "--readable",
        action="store_true",
        help="play by the readable rules only, never by the compiled kernel",
    )
    parser.epilog = f"{parser.epilog or ''}{EXAMPLES}"


def play(args: argparse.Namespace, options: ModuleType) -> dict[str, Any]:
    """Play with every team and return what each reached."""
    from tacit.games.extreme.arena.teams import Run, play_teams, summary

    _refuse_ray(args)
    seed = secrets.randbelow(2**32) if args.seed is None else args.seed
    teams, matrix = _teams(args, options)
    options.check_plot(args.plot)
    began = time.monotonic()
    with options.progress(args.games * len(teams)) as tell:
        jobs = args.jobs or os.cpu_count() or 1
        run = Run(args.games, seed, args.drill, args.readable, args.budget)
        played = play_teams(teams, run, jobs, tell)
    found = {
        "game": "extreme",
        "games": args.games,
        "seed": seed,
        "drill": args.drill,
        "matrix": matrix,
        "teams": [summary(team, scores) for team, scores in zip(teams, played, strict=True)],
        "wall": {"seconds": round(time.monotonic() - began, 2)},
    }
    if args.plot is not None:
        from tacit.games.extreme.arena.report import heat_map

        Path(args.plot).write_text(heat_map(found), encoding="utf-8")
    return found


def field(args: argparse.Namespace, options: ModuleType) -> dict[str, Any]:
    """Measure one bot with a frozen field of partners."""
    bot = options.one_bot(args)
    _refuse_ray(args)
    from tacit.arena.field import field
    from tacit.games.extreme.arena.field import measure_teams

    pool = field("extreme", args.field)
    with options.progress(pool.deals * len(pool.others)) as tell:
        return measure_teams(args.field, bot, tell, args.jobs or os.cpu_count() or 1)


def table(found: dict[str, Any]) -> RenderableType:
    """Return the report for people."""
    from tacit.games.extreme.arena.report import table

    return table(found)


def _teams(
    args: argparse.Namespace, options: ModuleType
) -> tuple[list[tuple[str, ...]], list[str] | None]:
    """Return who plays together, and the bots of the matrix if every one meets every other.

    Words with commas are teams; two to four names are one team; anything else, or `--league`, is
    one of each with the rest of the team from each.
    """
    options.check_numbers(args)
    words = list(dict.fromkeys(args.bots)) if args.league else args.bots
    for name in {name for word in words for name in word.split(",")}:
        options.check_bot(name, "extreme")
    matrix = None
    if any("," in word for word in words):
        teams = list(dict.fromkeys(tuple(word.split(",")) for word in words))
    elif not args.league and len(words) in extreme.PLAYERS and args.players in (None, len(words)):
        teams = [tuple(words)]
    else:
        matrix = list(dict.fromkeys(words))
        rest = (args.players or 2) - 1
        teams = [(one, *(other,) * rest) for one in matrix for other in matrix]
    for team in teams:
        extreme.draw(extreme.Settings(players=len(team)), Chance(bytes(SEED_BYTES)))
    return teams, matrix


def _refuse_ray(args: argparse.Namespace) -> None:
    if args.ray is not None:
        raise ArenaError("--ray is for mindup: teams of extreme play on this machine, see --jobs")
