"""What the arenas of all games have in common on the command line: each is given this module."""

from __future__ import annotations

import argparse
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

from tacit.arena.runner.entrant import entrant, maker
from tacit.cli.bots.naming import named_bot
from tacit.cli.input import InputError


def one_bot(args: argparse.Namespace) -> str:
    """Return the only bot that is to be measured against a field."""
    if len(args.bots) != 1:
        raise InputError(f"--field measures one bot, not {len(args.bots)}")
    bot: str = args.bots[0]
    check_bot(bot, args.game)
    return bot


def check_bot(word: str, game: str) -> None:
    """Refuse a bot that cannot be found, or loaded, or made."""
    named_bot(entrant(word).name, game)
    maker(entrant(word), game)


def check_numbers(args: argparse.Namespace) -> None:
    """Refuse numbers that make no sense in any game."""
    if not 0 < args.budget < float("inf"):
        raise InputError(f"--budget is a number of milliseconds above 0, not {args.budget:g}")
    for option, number in {"--games": args.games, "--jobs": args.jobs}.items():
        if number is not None and number < 1:
            raise InputError(f"{option} has to be 1 or more, not {number}")


def check_plot(file: str | None) -> None:
    """Refuse a plot that could not be written."""
    if file is None:
        return
    if Path(file).suffix != ".svg":
        raise InputError(f"--plot draws SVG: say a name like {Path(file).stem}.svg")
    if not Path(file).absolute().parent.is_dir():
        raise InputError(f"there is no folder {Path(file).parent} for the plot")


@contextmanager
def progress(games: int) -> Iterator[Callable[[int], None]]:
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
