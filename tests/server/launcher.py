"""Runs what `tacit serve --json --log` runs, with settings the command line does not offer.

`python -m tests.server.launcher CONFIG [SEED]`, where CONFIG is a `Config` as JSON. Bots are in a
hurry. With SEED, in hexadecimal, the site's part of every shuffle is the same. TACIT_TEST_CLOCK
names a file that says how many seconds the machine's clock is wrong, and may change meanwhile.
"""

from __future__ import annotations

import logging
import os
import sys
import time
from pathlib import Path

import msgspec

from tacit.cli.host.serve import _runner, _serve
from tacit.server import site
from tacit.server.club import daily
from tacit.server.config import Config
from tests.server.hurry import HURRIED

FIELD_GAMES = 40
"""Simulated games that a deal of the day is compared with, instead of a thousand."""


def let_clock_jump(file: Path) -> None:
    """Have the machine's clock wrong by what a file says, now and later."""
    seconds, nanoseconds = time.time, time.time_ns
    time.time = lambda: seconds() + float(file.read_text())
    time.time_ns = lambda: nanoseconds() + int(float(file.read_text()) * 1e9)


def main() -> None:
    if "TACIT_TEST_CLOCK" in os.environ:
        let_clock_jump(Path(os.environ["TACIT_TEST_CLOCK"]))
    for module, name, value in HURRIED:
        setattr(module, name, value)
    daily.GAMES = FIELD_GAMES
    config = msgspec.json.decode(sys.argv[1], type=Config)
    for seed in sys.argv[2:]:
        site.new_seed = lambda seed=seed: bytes.fromhex(seed)
    logging.basicConfig(stream=sys.stderr, level=logging.INFO, format="%(message)s")
    _runner()(_serve(config, as_json=True))


if __name__ == "__main__":
    main()
