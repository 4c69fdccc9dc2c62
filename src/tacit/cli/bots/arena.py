"""`tacit arena`: a tournament between bots, with intervals."""

from __future__ import annotations

import argparse

import msgspec

from tacit.cli.bots import arena_options
from tacit.cli.rule_settings import rule_settings
from tacit.core.plug import part


def run(args: argparse.Namespace) -> int:
    """Play the tournament of a game: a league, or teams where all win together."""
    rule_settings(args)  # those that the game has not are refused, whatever its arena reads
    arena = part(args.game, "arena")
    found = (
        arena.play(args, arena_options) if args.field is None else arena.field(args, arena_options)
    )
    if args.json:
        print(msgspec.json.encode(found).decode())
        return 0
    if args.field is not None:
        print(found["line"])
        return 0
    from rich.console import Console

    Console().print(arena.table(found))
    return 0
