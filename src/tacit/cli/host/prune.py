"""`tacit prune`: tables that are over, or that nobody came back to, are removed after a while."""

from __future__ import annotations

import argparse
import json
import time

DAY = 24 * 3600 * 1_000_000
AT_ONCE = 500


def run(args: argparse.Namespace) -> int:
    """Remove the closed tables that were last written more than so many days ago."""
    from tacit.cli.input import InputError
    from tacit.store import open_existing

    days = args.site.keep_days
    if days <= 0:
        raise InputError("--keep is a number of days above 0")
    before = time.time_ns() // 1000 - int(days * DAY)
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
