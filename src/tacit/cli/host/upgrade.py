"""`tacit upgrade`: a database of an earlier Tacit is brought up to date."""

from __future__ import annotations

import argparse
import json
import sys


def run(args: argparse.Namespace) -> int:
    """Bring the database up to date; a kill in the middle loses nothing."""
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
        print(f"{where_of(args.site.db)} is of version {wanted} now; it was of version {was}.")
    else:
        print(f"{where_of(args.site.db)} is up to date (version {was}).")
    return 0


def before_serving(db: str) -> None:
    """Bring the database up to date before the site starts, and tell how far it is."""
    from tacit.store import StoreError, is_shared
    from tacit.store.upgrading import upgrade, version_of

    try:
        was, wanted = version_of(db)
    except StoreError:
        return  # a new one, or one that the site itself refuses in words
    if 0 < was < wanted:
        if is_shared(db):
            tell(_hint())
        upgrade(db, tell)


def tell(said: str) -> None:
    """Say how far it is."""
    print(said, file=sys.stderr, flush=True)


def _hint() -> str:
    return (
        "The database is brought up to date. It can be stopped and goes on the next time; a backup"
        " is made by `tacit backup --db … --to FILE`, or by pg_dump."
    )
