"""`tacit score`: what finished tableaux or a blind pile are worth."""

from __future__ import annotations

import argparse
import sys
from typing import Any

import msgspec

from tacit.commands.lines import InputError, Line, read_lines
from tacit.log.pad import PadError, score


def run(args: argparse.Namespace) -> int:
    """Print a line for each line of input, or nothing if one of them is bad."""
    scored = [_scored(args.game, line) for line in read_lines(args.file)]
    for result in scored:
        if args.json or not sys.stdout.isatty():
            print(msgspec.json.encode(result).decode())
        else:
            _show(result)
    return 0


def _scored(game: str, line: Line) -> dict[str, Any]:
    try:
        return score(game, line.text)
    except PadError as error:
        raise InputError(f"{line.where}: {error}") from None


def _show(result: dict[str, Any]) -> None:
    from rich.console import Console
    from rich.table import Table

    table = Table()
    if "players" in result:
        for name in ("player", "columns", "bonuses", "objectives", "total"):
            table.add_column(name, justify="right")
        for number, line in enumerate(result["players"], start=1):
            table.add_row(str(number), *map(str, line.values()))
    else:
        table.title = f"{result['errors']} error{'' if result['errors'] == 1 else 's'}"
        table.add_column("card", justify="right")
        table.add_column("overtook")
        for mistake in result["mistakes"]:
            table.add_row(str(mistake["card"]), " ".join(map(str, mistake["overtook"])))
    Console().print(table)
