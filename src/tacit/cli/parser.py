"""The parser of the command line: the same for every subcommand, with one line for a mistake."""

from __future__ import annotations

import argparse
from collections.abc import Iterator
from typing import NoReturn, TypeAlias

from tacit.core.plug import every_game, own_games


class Parser(argparse.ArgumentParser):
    """A parser that answers a mistake with one line."""

    def error(self, message: str) -> NoReturn:
        """Print what is wrong in one line, and exit."""
        self.exit(2, f"tacit: {message} (see {self.prog} --help)\n")


Commands: TypeAlias = "argparse._SubParsersAction[Parser]"  # noqa: SLF001  # it has no public name
"""What subcommands are added to."""


class Games:
    """The names of games. Plugged-in games are looked up only when the name is not one of ours."""

    def __contains__(self, name: object) -> bool:
        return name in own_games() or name in every_game()

    def __iter__(self) -> Iterator[str]:
        return iter(own_games())


def add(commands: Commands, name: str, summary: str, example: str) -> Parser:
    """Add a subcommand, and return its parser."""
    parser = commands.add_parser(
        name,
        help=summary,
        description=summary[0].upper() + summary[1:] + ".",
        epilog=f"example:\n  {example}",
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("--json", action="store_true", help="print JSON, one object a line")
    return parser
