"""`tacit replay`: games shown in the terminal, or their scoresheets as JSON."""

from __future__ import annotations

import argparse

import msgspec

from tacit.commands.input import InputError, Line, read_lines
from tacit.games.chance import Chance, mix
from tacit.log.replay import Replay, ReplayError, load
from tacit.log.verify import verify


def run(args: argparse.Namespace) -> int:
    """Show every game; one that cannot be true is bad input."""
    for file in args.files:
        for line in read_lines(file):
            replay = _read(line)
            if args.json:
                print(msgspec.json.encode(scoresheet(replay)).decode())
            else:
                from tacit.review.show import show

                show(replay)
    return 0


def scoresheet(replay: Replay) -> object:
    """Return the flat record of a replay."""
    chance = Chance(mix(replay.seed, replay.contributions))
    setup = replay.rules.draw(replay.settings, chance)
    return replay.rules.scoresheet(setup, replay.names, replay.events)


def _read(line: Line) -> Replay:
    try:
        replay = load(line.text)
    except ReplayError as error:
        raise InputError(f"{line.where}: {error}") from None
    problem = verify(replay).problem
    if problem is not None:
        raise InputError(f"{line.where}: a replay that does not verify: {problem}")
    return replay
