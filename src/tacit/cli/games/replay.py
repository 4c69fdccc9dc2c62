"""`tacit replay`: games shown in the terminal, or their scoresheets as JSON."""

from __future__ import annotations

import argparse

from tacit.cli.input import read_replays
from tacit.core.chance import Chance, mix
from tacit.core.safe_text import json_line
from tacit.log.replay import Replay


def run(args: argparse.Namespace) -> int:
    """Show every game; one that does not verify is bad input."""
    for replay in read_replays(args.files):
        if args.json:
            print(json_line(scoresheet(replay)))
        else:
            from tacit.review.show import show

            show(replay)
    return 0


def scoresheet(replay: Replay) -> object:
    """Return the flat record of a replay."""
    chance = Chance(mix(replay.seed, replay.contributions))
    setup = replay.rules.draw(replay.settings, chance)
    return replay.rules.scoresheet(setup, replay.names, replay.events)
