"""`tacit arena`: a tournament between bots, with intervals."""

from __future__ import annotations

import argparse
import os
import secrets
import time
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager, nullcontext
from pathlib import Path
from typing import TYPE_CHECKING, Any

import msgspec

from tacit.arena.runner.entrant import Entrant, counts_playouts, entrant, maker
from tacit.arena.tournament.league import Schedule, schedule
from tacit.commands.lines import InputError
from tacit.commands.naming import named_bot
from tacit.games import extreme, mindup
from tacit.games.chance import SEED_BYTES, Chance

if TYPE_CHECKING:
    from tacit.arena.runner.crew import Players
    from tacit.arena.tournament.play import Terms


def run(args: argparse.Namespace) -> int:
    """Play the tournament of a game."""
    found = ARENAS[args.game](args) if args.field is None else _field(args)
    if args.json:
        print(msgspec.json.encode(found).decode())
        return 0
    if args.field is not None:
        print(found["line"])
        return 0
    from rich.console import Console

    if args.game == "mindup":
        from tacit.arena.tournament.report import table
    else:
        from tacit.arena.teams.report import table

    Console().print(table(found))
    return 0


def _mindup(args: argparse.Namespace) -> dict[str, Any]:
    """Play, draw and return the report; nothing is played if the command line is wrong."""
    seed = secrets.randbelow(2**32) if args.seed is None else args.seed
    plan, deals = _plan(args, seed)
    timed = [who.label for who in plan.entrants if _timed(who)]
    _check_plot(args.plot)
    from tacit.arena.tournament.holding import hold
    from tacit.arena.tournament.play import Terms
    from tacit.arena.tournament.report import report

    terms = Terms(
        entrants=plan.entrants,
        players=plan.players,
        objectives=args.objectives,
        seed=seed,
        millis=args.budget,
    )
    began = time.monotonic()
    with _quiet(args):
        players = _players(args, terms)
        try:
            with _progress(deals * plan.players) as tell:
                outcome = hold(plan, players, deals, fixed=args.fixed, tell=lambda _: tell(1))
        finally:
            players.close()
    found = report(terms, outcome, time.monotonic() - began) | {"timed": timed}
    if args.plot is not None:
        from tacit.arena.tournament.plot import picture

        Path(args.plot).write_text(picture(found), encoding="utf-8")
    return found


def _field(args: argparse.Namespace) -> dict[str, Any]:
    """Measure one bot against a frozen field."""
    if len(args.bots) != 1:
        raise InputError(f"--field measures one bot, not {len(args.bots)}")
    (bot,) = args.bots
    named_bot(entrant(bot).name, args.game)
    maker(entrant(bot), args.game)
    _refuse_ray(args)
    from tacit.arena.field import field, measure_extreme, measure_mindup

    pool = field(args.field)
    if args.game == "extreme":
        with _progress(pool.games * len(pool.partners)) as tell:
            return measure_extreme(args.field, bot, tell, args.jobs or os.cpu_count() or 1)
    with _progress(4 * pool.deals * len(pool.against)) as tell, _quiet(args):
        return measure_mindup(args.field, bot, lambda terms: _players(args, terms), tell)


def _extreme(args: argparse.Namespace) -> dict[str, Any]:
    """Play with every team and return what each reached."""
    from tacit.arena.teams.playing import Run, play_teams, summary

    _refuse_ray(args)
    seed = secrets.randbelow(2**32) if args.seed is None else args.seed
    teams, matrix = _teams(args)
    _check_plot(args.plot)
    began = time.monotonic()
    with _progress(args.games * len(teams)) as tell:
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
        from tacit.arena.teams.report import heat_map

        Path(args.plot).write_text(heat_map(found), encoding="utf-8")
    return found


def _teams(args: argparse.Namespace) -> tuple[list[tuple[str, ...]], list[str] | None]:
    """Return who plays together, and the bots of the matrix if every one meets every other.

    Words with commas are teams; two to four names are one team; anything else, or `--league`, is
    one of each with the rest of the team from each.
    """
    _check_numbers(args)
    words = list(dict.fromkeys(args.bots)) if args.league else args.bots
    for name in {name for word in words for name in word.split(",")}:
        named_bot(entrant(name).name, "extreme")
        maker(entrant(name), "extreme")
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


ARENAS: dict[str, Callable[[argparse.Namespace], dict[str, Any]]] = {
    "mindup": _mindup,
    "extreme": _extreme,
}


def _plan(args: argparse.Namespace, seed: int) -> tuple[Schedule, int]:
    """Return who plays whom, and over how many deals."""
    players = 4 if args.players is None else args.players
    settings = mindup.Settings(players=players, objectives=args.objectives)
    mindup.draw(settings, Chance(bytes(SEED_BYTES)))
    _check_numbers(args)
    entrants = tuple(entrant(word) for word in args.bots)
    plan = schedule(entrants, players, seed, league=args.league)
    deals = -(-args.games // players)
    if not _all_play(plan, deals):
        raise InputError(f"not all bots would play in {args.games} games: say more with --games")
    return plan, deals


def _check_numbers(args: argparse.Namespace) -> None:
    if not 0 < args.budget < float("inf"):
        raise InputError(f"--budget is a number of milliseconds above 0, not {args.budget:g}")
    for option, number in {"--games": args.games, "--jobs": args.jobs}.items():
        if number is not None and number < 1:
            raise InputError(f"{option} has to be 1 or more, not {number}")


def _all_play(plan: Schedule, deals: int) -> bool:
    missing = set(range(len(plan.entrants)))
    for deal in range(deals):
        missing.difference_update(plan.lineup(deal))
        if not missing:
            return True
    return False


def _timed(who: Entrant) -> bool:
    """Tell whether a bot goes by the clock, and find out whether there is such a bot at all."""
    bot = named_bot(who.name, "mindup")
    maker(who, "mindup")
    return who.playouts is None and (counts_playouts(bot) or bool(getattr(bot, "timed", False)))


def _check_plot(file: str | None) -> None:
    if file is None:
        return
    if Path(file).suffix != ".svg":
        raise InputError(f"--plot draws SVG: say a name like {Path(file).stem}.svg")
    if not Path(file).absolute().parent.is_dir():
        raise InputError(f"there is no folder {Path(file).parent} for the plot")


def _players(args: argparse.Namespace, terms: Terms) -> Players:
    if args.ray is not None:
        from tacit.arena.runner.cluster import Cluster

        return Cluster(terms, args.ray)
    from tacit.arena.runner.crew import Crew

    return Crew(terms, args.jobs or os.cpu_count() or 1)


def _quiet(args: argparse.Namespace) -> AbstractContextManager[None]:
    """Keep stdout for the result: Ray has a lot to say."""
    if args.ray is None:
        return nullcontext()
    from tacit.arena.runner.cluster import results_alone

    return results_alone()


def _refuse_ray(args: argparse.Namespace) -> None:
    if args.ray is not None and args.game == "extreme":
        raise InputError("--ray is for mindup: teams of extreme play on this machine, see --jobs")


@contextmanager
def _progress(games: int) -> Iterator[Callable[[int], None]]:
    """Show a bar on a terminal while games are played."""
    from rich.console import Console
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TimeRemainingColumn

    console = Console(stderr=True)
    columns = ("Playing", BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())
    with Progress(
        *columns, console=console, transient=True, disable=not console.is_terminal
    ) as bar:
        task = bar.add_task("", total=games)
        yield lambda played: bar.advance(task, played)
