"""`tacit puzzles`: makes puzzles of a game, the easiest first."""

from __future__ import annotations

import argparse
from collections import Counter
from pathlib import Path
from typing import Any

import msgspec

from tacit.cli.input import InputError
from tacit.core.plug import part
from tacit.review.puzzle import MOST_PUZZLES


def run(args: argparse.Namespace) -> int:
    """Make the puzzles and write them; nothing is written if the command line is wrong."""
    make = part(args.game, "puzzle_maker")
    if make is None:
        raise InputError(f"{args.game} has no puzzles")
    if not 1 <= args.count <= MOST_PUZZLES:
        raise InputError(f"--count must be 1 to {MOST_PUZZLES}, not {args.count}")
    out = Path(args.out)
    if not out.parent.is_dir():
        raise InputError(f"there is no folder {out.parent}")
    made = sorted(_shown(make(args.count, args.seed), args.count), key=lambda one: one.level)
    out.write_bytes(b"".join(msgspec.json.encode(one) + b"\n" for one in made))
    levels = dict(sorted(Counter(one.level for one in made).items()))
    if args.json:
        told = {"game": args.game, "seed": args.seed, "puzzles": len(made), "levels": levels}
        print(msgspec.json.encode(told | {"file": str(out)}).decode())
    else:
        by_level = ", ".join(f"{count} of level {level}" for level, count in levels.items())
        print(f"Made {len(made)} puzzles with seed {args.seed} ({by_level}): {out}")
    return 0


def _shown(puzzles: Any, total: int) -> Any:
    """Show a bar on a terminal while puzzles are made."""
    from rich.console import Console
    from rich.progress import track

    console = Console(stderr=True)
    return track(
        puzzles, "Making", total, console=console, transient=True, disable=not console.is_terminal
    )
