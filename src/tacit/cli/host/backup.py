"""`tacit backup`: a copy of everything, made while the site runs."""

from __future__ import annotations

import argparse
import json


def run(args: argparse.Namespace) -> int:
    """Copy the database to a new SQLite file."""
    from tacit.store.copying import copy

    return tell(copy(args.site.db, args.to), f"{args.to} holds", as_json=args.json)


def tell(copied: tuple[int, int], what: str, *, as_json: bool) -> int:
    """Print what was copied."""
    tables, entries = copied
    if as_json:
        print(json.dumps({"tables": tables, "entries": entries}))
    else:
        print(f"{what} {tables:,} tables with {entries:,} entries.")
    return 0
