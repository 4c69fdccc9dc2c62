"""How a command line is read: every subcommand alike, and a mistake told in one line."""

from __future__ import annotations

import argparse
from collections.abc import Iterator
from typing import NoReturn, TypeAlias

from tacit.core.plug import every_game, own_games


class Parser(argparse.ArgumentParser):
    """A reader of command lines that is short about mistakes."""

    def error(self, message: str) -> NoReturn:
        """Say in one line what is wrong with the command line."""
        self.exit(2, f"tacit: {message} (see {self.prog} --help)\n")


Commands: TypeAlias = "argparse._SubParsersAction[Parser]"  # noqa: SLF001  # it has no other name
"""Where subcommands are added."""


class Games:
    """The games there are: those that are installed besides are looked for when one is named."""

    def __contains__(self, name: object) -> bool:
        return name in own_games() or name in every_game()

    def __iter__(self) -> Iterator[str]:
        return iter(own_games())


def add(commands: Commands, name: str, summary: str, example: str) -> Parser:
    """Add a subcommand."""
    parser = commands.add_parser(
        name,
        help=summary,
        description=summary[0].upper() + summary[1:] + ".",
        epilog=f"example:\n  {example}",
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("--json", action="store_true", help="print JSON, one object a line")
    return parser
