"""`tacit restore`: restores a backup to a new database."""

from __future__ import annotations

import argparse

from tacit.cli.host.backup import tell


def run(args: argparse.Namespace) -> int:
    """Copy a backup to a database that does not exist yet."""
    from tacit.store.copying import copy

    where = args.site.db.rsplit("@", 1)[-1]
    return tell(copy(args.file, args.site.db), f"{where} holds", as_json=args.json)
