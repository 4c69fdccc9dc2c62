"""The settings of a game's rules as options of a command."""

from __future__ import annotations

import argparse

from tacit.cli.input import InputError
from tacit.core.plug import rulebook


def add_rule_settings(parser: argparse.ArgumentParser) -> None:
    """Add the options."""
    parser.add_argument(
        "--objectives", type=int, metavar="K", help="Bonus Objectives of Mind Up!, 0 to 5"
    )


def rule_settings(args: argparse.Namespace) -> dict[str, int]:
    """Return those that the command line names; InputError if the game has no such setting."""
    named = {} if args.objectives is None else {"objectives": args.objectives}
    if "objectives" in rulebook(args.game).Settings.__struct_fields__:
        return named
    if args.objectives:
        raise InputError(f"--objectives is no setting of {args.game}")
    return {}
