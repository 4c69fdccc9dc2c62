"""Runs what `tacit serve --json --log` runs, with settings the command line does not offer.

`python -m tests.server.launcher CONFIG [SEED]`, where CONFIG is a `Config` as JSON. Bots are in a
hurry. With SEED, in hexadecimal, the site's part of every shuffle is the same.
"""

from __future__ import annotations

import logging
import sys

import msgspec

from tacit.commands.serve import _runner, _serve
from tacit.server import site
from tacit.server.config import Config
from tests.server.hurry import HURRIED


def main() -> None:
    for module, name, value in HURRIED:
        setattr(module, name, value)
    config = msgspec.json.decode(sys.argv[1], type=Config)
    for seed in sys.argv[2:]:
        site.new_seed = lambda seed=seed: bytes.fromhex(seed)
    logging.basicConfig(stream=sys.stderr, level=logging.INFO, format="%(message)s")
    _runner()(_serve(config, as_json=True))


if __name__ == "__main__":
    main()
