"""`tacit score`: what finished tableaux or a blind pile are worth."""

from __future__ import annotations

import argparse
import sys
from typing import Any

import msgspec

from tacit.cli.input import InputError, Line, read_lines
from tacit.core.pad import PadError, score
from tacit.core.plug import part, rulebook


def run(args: argparse.Namespace) -> int:
    """Print a line for each line of input, or nothing if one of them is bad."""
    scored = [_scored(args.game, line) for line in read_lines(args.file)]
    for result in scored:
        if args.json or not sys.stdout.isatty():
            print(msgspec.json.encode(result).decode())
        else:
            _show(args.game, result)
    return 0


def _scored(game: str, line: Line) -> dict[str, Any]:
    try:
        return score(rulebook(game).PAD, line.text)
    except PadError as error:
        raise InputError(f"{line.where}: {error}") from None


def _show(game: str, result: dict[str, Any]) -> None:
    from rich.console import Console

    Console().print(part(game, "story").scored(result))
