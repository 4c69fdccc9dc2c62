"""`tacit migrate`: from a SQLite file to PostgreSQL, history included."""

from __future__ import annotations

import argparse

from tacit.cli.host.backup import tell
from tacit.cli.input import InputError


def run(args: argparse.Namespace) -> int:
    """Copy a database that nobody plays on to another, empty one."""
    from tacit.store import Lock, file_of
    from tacit.store.copying import copy

    file = file_of(args.source)
    if file is None:
        raise InputError("only a SQLite file can be migrated; from PostgreSQL make a backup")
    lock = Lock(file)  # what is played meanwhile would be missing: the site has to be stopped
    try:
        where = args.target.rsplit("@", 1)[-1]
        return tell(copy(args.source, args.target), f"{where} holds", as_json=args.json)
    finally:
        lock.withdraw()
