"""`tacit review`: what every pick or play of a game was worth."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Iterable, Iterator
from contextlib import redirect_stdout
from itertools import tee
from pathlib import Path
from typing import TYPE_CHECKING, Any, TextIO

from tacit.cli.input import InputError, read_replays
from tacit.core.safe_text import json_line
from tacit.log.replay import Replay

if TYPE_CHECKING:
    from tacit.arena.runner.cluster import Machines


def run(args: argparse.Namespace) -> int:
    """Review every game, a line each with --json."""
    _check(args)
    if args.ray is None:
        games = read_replays(args.files)
        _tell(((replay, _review(replay, args)) for replay in games), args, sys.stdout)
        return 0
    from tacit.arena.runner.cluster import Machines, results_alone

    with results_alone() as results:
        machines = Machines(args.ray)
        try:
            _tell(_reviews(machines, args), args, results)
        finally:
            machines.close()
    return 0


def _reviews(machines: Machines, args: argparse.Namespace) -> Iterator[tuple[Replay, Any]]:
    """Review games on a cluster; they come back in their order."""
    from tacit.log.replay import dump
    from tacit.review.reviewing import Depth, review_file

    depth = Depth(seed=args.seed, deals=args.deals)
    games, sent = tee(read_replays(args.files))
    found = machines.each(review_file, depth, map(dump, sent))
    yield from zip(games, found, strict=True)


def _tell(reviews: Iterable[tuple[Replay, Any]], args: argparse.Namespace, results: TextIO) -> None:
    """Show or write each review when it is done."""
    for number, (replay, found) in enumerate(reviews, start=1):
        if args.out:
            written = _write(replay, found, Path(args.out), number)
            if not args.json:
                print(written, file=results)
        if args.json:
            print(json_line(found), flush=True, file=results)
        elif not args.out:
            from tacit.review.show import show_review

            with redirect_stdout(results):
                show_review(replay, found)


def _check(args: argparse.Namespace) -> None:
    if not 2 <= args.deals <= 100_000:
        raise InputError(f"--deals must be a number from 2 to 100000, not {args.deals}")
    if not -(2**63) <= args.seed < 2**63:
        raise InputError("--seed must be a number of 64 bits")
    if args.jobs < 1:
        raise InputError(f"--jobs must be 1 or more, not {args.jobs}")


def _write(replay: Replay, found: dict[str, Any], out: Path, number: int) -> str:
    """Write a game's page and picture, and return their paths."""
    from tacit.review.page import page, poster_of
    from tacit.review.picture import png

    out.mkdir(parents=True, exist_ok=True)
    name = f"{replay.rules.NAME}-{number}"
    (out / f"{name}.html").write_text(page(replay, found))
    (out / f"{name}.png").write_bytes(png(poster_of(replay)))
    return f"{out / name}.html and .png"


def _review(replay: Replay, args: argparse.Namespace) -> dict[str, Any]:
    """Review a game, with a bar on a terminal."""
    from rich.console import Console
    from rich.progress import Progress

    from tacit.review.reviewing import Depth, review

    depth = Depth(seed=args.seed, deals=args.deals, jobs=args.jobs)
    if not sys.stderr.isatty():
        return review(replay, depth)
    with Progress(console=Console(stderr=True), transient=True) as bar:
        task = bar.add_task("Reviewing", total=None)
        return review(replay, depth, lambda done, of, _: bar.update(task, completed=done, total=of))
