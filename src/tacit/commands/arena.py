"""`tacit arena`: a tournament between bots, with intervals."""

from __future__ import annotations

import argparse
import os
import secrets
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any

import msgspec

from tacit.arena.entrant import Entrant, counts_playouts, entrant, maker
from tacit.arena.league import Schedule, schedule
from tacit.bots.bot import BotError
from tacit.bots.registry import find_bot
from tacit.commands.lines import InputError
from tacit.games import mindup
from tacit.games.chance import SEED_BYTES, Chance

if TYPE_CHECKING:
    from tacit.arena.crew import Players
    from tacit.arena.play import Played, Terms


def run(args: argparse.Namespace) -> int:
    """Play the tournament of a game."""
    if args.game not in ARENAS:
        raise InputError(f"the arena is for {' and '.join(ARENAS)}, not yet for {args.game}")
    found = ARENAS[args.game](args)
    if args.json:
        print(msgspec.json.encode(found).decode())
        return 0
    from rich.console import Console

    from tacit.arena.report import table

    Console().print(table(found))
    return 0


def _mindup(args: argparse.Namespace) -> dict[str, Any]:
    """Play, draw and return the report; nothing is played if the command line is wrong."""
    seed = secrets.randbelow(2**32) if args.seed is None else args.seed
    plan, deals = _plan(args, seed)
    timed = [who.label for who in plan.entrants if _timed(who)]
    _check_plot(args.plot)
    try:
        from tacit.arena.play import Terms
        from tacit.arena.report import report
        from tacit.arena.tournament import hold
    except ImportError as missing:
        raise InputError(f"the arena needs {missing.name}: pip install 'tacit[bots]'") from None

    terms = Terms(
        entrants=plan.entrants,
        players=plan.players,
        objectives=args.objectives,
        seed=seed,
        millis=args.budget,
    )
    began = time.monotonic()
    players = _players(args, terms)
    try:
        with _progress(deals * plan.players) as tell:
            outcome = hold(plan, players, deals, fixed=args.fixed, tell=tell)
    finally:
        players.close()
    found = report(terms, outcome, time.monotonic() - began) | {"timed": timed}
    if args.plot is not None:
        from tacit.arena.plot import picture

        Path(args.plot).write_text(picture(found), encoding="utf-8")
    return found


ARENAS: dict[str, Callable[[argparse.Namespace], dict[str, Any]]] = {"mindup": _mindup}


def _plan(args: argparse.Namespace, seed: int) -> tuple[Schedule, int]:
    """Return who plays whom, and over how many deals."""
    settings = mindup.Settings(players=args.players, objectives=args.objectives)
    mindup.draw(settings, Chance(bytes(SEED_BYTES)))
    for option, number in {"--games": args.games, "--jobs": args.jobs}.items():
        if number is not None and number < 1:
            raise InputError(f"{option} has to be 1 or more, not {number}")
    if not 0 < args.budget < float("inf"):
        raise InputError(f"--budget is a number of milliseconds above 0, not {args.budget:g}")
    entrants = tuple(entrant(word) for word in args.bots)
    plan = schedule(entrants, args.players, seed, league=args.league)
    deals = -(-args.games // args.players)
    if not _all_play(plan, deals):
        raise InputError(f"not all bots would play in {args.games} games: say more with --games")
    return plan, deals


def _all_play(plan: Schedule, deals: int) -> bool:
    missing = set(range(len(plan.entrants)))
    for deal in range(deals):
        missing.difference_update(plan.lineup(deal))
        if not missing:
            return True
    return False


def _timed(who: Entrant) -> bool:
    """Tell whether a bot goes by the clock, and find out whether there is such a bot at all."""
    try:
        maker(who, "mindup")
        bot = find_bot(who.name, "mindup")
    except SystemExit as gone:
        raise BotError(f"{who.name} cannot be loaded: it exits with {gone.code}.") from None
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
        from tacit.arena.cluster import Cluster

        return Cluster(terms, args.ray)
    from tacit.arena.crew import Crew

    return Crew(terms, args.jobs or os.cpu_count() or 1)


@contextmanager
def _progress(games: int) -> Iterator[Callable[[Played], None]]:
    """Show a bar on a terminal while games are played."""
    from rich.console import Console
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TimeRemainingColumn

    console = Console(stderr=True)
    columns = ("Playing", BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())
    with Progress(
        *columns, console=console, transient=True, disable=not console.is_terminal
    ) as bar:
        task = bar.add_task("", total=games)
        yield lambda _: bar.advance(task)
