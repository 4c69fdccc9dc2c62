"""`python -m tests.attacks`: all attacks as hard as they can, and a table of what came out."""

from __future__ import annotations

import argparse
import asyncio
import sys
import tempfile
from pathlib import Path

from rich.console import Console
from rich.table import Table

from tests.attacks.attack import Attack, Effort, Outcome
from tests.attacks.every import every


def main() -> int:
    """Try everything, or what is named; 1 if a promise did not hold."""
    parser = argparse.ArgumentParser(prog="python -m tests.attacks")
    parser.add_argument("words", nargs="*", help="only attacks whose names hold one of these")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--small", action="store_true", help="as `make test` does")
    chosen = parser.parse_args()
    wanted = [
        one for one in every() if not chosen.words or any(word in one.name for word in chosen.words)
    ]
    results = [(one, _tried(one, chosen.seed, small=chosen.small)) for one in wanted]
    table = Table(title=f"Attacks, seed {chosen.seed}")
    for heading in ("attack", "tries", "successes", "allowed", "what was seen"):
        table.add_column(heading)
    broken = 0
    for one, came in results:
        allowed = one.most(came.tries)
        broken += came.successes > allowed
        mark = "" if came.successes <= allowed else " BROKEN"
        table.add_row(
            one.name, str(came.tries), f"{came.successes}{mark}", f"{allowed:g}", came.told
        )
    Console(width=max(120, Console().width)).print(table)
    return 1 if broken else 0


def _tried(one: Attack, seed: int, *, small: bool) -> Outcome:
    print(f"{one.name} …", file=sys.stderr)
    with tempfile.TemporaryDirectory() as folder:
        effort = Effort(one.small if small else one.full, Path(folder), seed)
        return asyncio.run(one.run(effort))


sys.exit(main())
