"""`tacit prune`: removes tables that were closed long ago."""

from __future__ import annotations

import argparse
import json
import time

DAY_US = 24 * 3600 * 1_000_000
AT_ONCE = 500


def run(args: argparse.Namespace) -> int:
    """Remove the closed tables that were last written before `--keep` days."""
    from tacit.cli.input import InputError
    from tacit.store import open_existing

    days = args.site.keep_days
    if days <= 0:
        raise InputError("--keep must be a number of days above 0")
    before = time.time_ns() // 1000 - int(days * DAY_US)
    store = open_existing(args.site.db)
    try:
        removed = 0
        while some := store.prune(before, AT_ONCE):
            removed += some
    finally:
        store.close()
    if args.json:
        print(json.dumps({"removed": removed}))
    else:
        print(f"Removed {removed:,} tables that were closed more than {days:g} days ago.")
    return 0
