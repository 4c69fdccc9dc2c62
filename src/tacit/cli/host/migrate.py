"""`tacit migrate`: copies a SQLite file to PostgreSQL, history included."""

from __future__ import annotations

import argparse

from tacit.cli.host.backup import tell
from tacit.cli.input import InputError


def run(args: argparse.Namespace) -> int:
    """Copy the database of a stopped site to an empty one."""
    from tacit.store import Lock, file_of
    from tacit.store.copying import copy

    file = file_of(args.source)
    if file is None:
        raise InputError("only a SQLite file can be migrated; for PostgreSQL use `tacit backup`")
    lock = Lock(file)  # moves made meanwhile would be lost: the site must be stopped
    try:
        where = args.target.rsplit("@", 1)[-1]
        return tell(copy(args.source, args.target), f"{where} holds", as_json=args.json)
    finally:
        lock.withdraw()
