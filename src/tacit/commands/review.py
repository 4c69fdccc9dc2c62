"""`tacit review`: what every pick or play of a game was worth."""

from __future__ import annotations

import argparse
import sys
from pathlib import Path
from typing import Any

import msgspec

from tacit.commands.input import InputError, read_replays
from tacit.log.replay import Replay


def run(args: argparse.Namespace) -> int:
    """Review every game, a line each with --json."""
    _check(args)
    for number, replay in enumerate(read_replays(args.files), start=1):
        found = _review(replay, args)
        if args.out:
            _write(replay, found, Path(args.out), number, quiet=args.json)
        if args.json:
            print(msgspec.json.encode(found).decode(), flush=True)
        elif not args.out:
            from tacit.review.show import show_review

            show_review(replay, found)
    return 0


def _check(args: argparse.Namespace) -> None:
    if not 2 <= args.deals <= 100_000:
        raise InputError(f"--deals takes a number from 2 to 100000, not {args.deals}")
    if not -(2**63) <= args.seed < 2**63:
        raise InputError("--seed takes a number of 64 bits")
    if args.jobs < 1:
        raise InputError(f"--jobs takes a number from 1, not {args.jobs}")


def _write(replay: Replay, found: dict[str, Any], out: Path, number: int, *, quiet: bool) -> None:
    """Write a game's page and picture, and say where they are."""
    from tacit.review.page import page, pages_of
    from tacit.review.picture import png

    out.mkdir(parents=True, exist_ok=True)
    name = f"{replay.rules.NAME}-{number}"
    (out / f"{name}.html").write_text(page(replay, found))
    (out / f"{name}.png").write_bytes(png(pages_of(replay).poster(replay)))
    if not quiet:
        print(f"{out / name}.html and .png")


def _review(replay: Replay, args: argparse.Namespace) -> dict[str, Any]:
    """Review a game, with a bar on a terminal."""
    from rich.console import Console
    from rich.progress import Progress

    from tacit.review.depth import Depth
    from tacit.review.reviewing import review

    depth = Depth(seed=args.seed, deals=args.deals, jobs=args.jobs)
    if not sys.stderr.isatty():
        return review(replay, depth)
    with Progress(console=Console(stderr=True), transient=True) as bar:
        task = bar.add_task("Reviewing", total=None)
        return review(replay, depth, lambda done, of: bar.update(task, completed=done, total=of))
