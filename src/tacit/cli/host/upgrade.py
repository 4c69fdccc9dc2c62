"""`tacit upgrade`: upgrades the database of an earlier Tacit."""

from __future__ import annotations

import argparse
import json
import sys


def run(args: argparse.Namespace) -> int:
    """Upgrade the database; an interruption loses nothing."""
    from tacit.store import is_shared
    from tacit.store.store import where_of
    from tacit.store.upgrading import upgrade, version_of

    was, wanted = version_of(args.site.db)
    if is_shared(args.site.db) and was < wanted and not args.json:
        print(_hint(), file=sys.stderr)
    if was < wanted:
        upgrade(args.site.db, tell)
    if args.json:
        print(json.dumps({"was": was, "version": wanted}))
    elif was < wanted:
        print(f"{where_of(args.site.db)} is now at version {wanted}; it was at version {was}.")
    else:
        print(f"{where_of(args.site.db)} is up to date (version {was}).")
    return 0


def before_serving(db: str) -> None:
    """Upgrade the database before the site starts, and print the progress."""
    from tacit.store import StoreError, is_shared
    from tacit.store.upgrading import upgrade, version_of

    try:
        was, wanted = version_of(db)
    except StoreError:
        return  # a new one, or one that the site itself refuses
    if 0 < was < wanted:
        if is_shared(db):
            tell(_hint())
        upgrade(db, tell)


def tell(said: str) -> None:
    """Print the progress."""
    print(said, file=sys.stderr, flush=True)


def _hint() -> str:
    return (
        "Upgrading the database. It is safe to stop: the next start resumes. For a backup, run"
        " `tacit backup --db … --to FILE`, or pg_dump."
    )
