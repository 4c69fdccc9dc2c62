"""The parser of the command line: the same for every subcommand, with one line for a mistake."""

from __future__ import annotations

import argparse
from collections.abc import Callable, Iterator, Sequence
from typing import Any, NoReturn, TypeAlias

from tacit.core.plug import every_game, own_games


class Parser(argparse.ArgumentParser):
    """A parser that answers a mistake with one line, and knows the options of games."""

    def __init__(self, *words: Any, **rest: Any) -> None:
        super().__init__(*words, **rest)
        self._of_games: list[Callable[[Parser, str], None]] = []

    def add_for_games(self, add: Callable[[Parser, str], None]) -> None:
        """Let a function add the options of our games, and of the one that is named."""
        self._of_games.append(add)

    def parse_known_args(self, args: Any = None, namespace: Any = None) -> Any:
        """Add the options of games, which are loaded for that, and parse."""
        if self._of_games:
            for game in _own_and_named(args):
                for add in self._of_games:
                    add(self, game)
            self._of_games.clear()
        return super().parse_known_args(args, namespace)

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


def _own_and_named(words: Sequence[str]) -> list[str]:
    """Return our games, and the first one that the command line names."""
    named = next((word for word in words if word in Games()), None)
    return [*own_games(), *([] if named is None or named in own_games() else [named])]


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
