"""Says how many mutants of the rulebooks the tests killed; run by `make mutants` after mutmut."""

from __future__ import annotations

import json
import sys
from pathlib import Path

ENOUGH = 0.95
SURVIVED, NO_TESTS = 0, 33
"""mutmut's exit codes."""
EXPLAINED = "docs/mutants.md"


def main() -> int:
    """Print the tally and the survivors; 1 if too many survived."""
    codes: dict[str, int | None] = {}
    for meta in Path("mutants").rglob("*.meta"):
        codes |= json.loads(meta.read_text())["exit_code_by_key"]
    survivors = sorted(name for name, code in codes.items() if code in (SURVIVED, NO_TESTS))
    untried = sum(code is None for code in codes.values())
    killed = len(codes) - len(survivors) - untried
    share = killed / max(1, len(codes))
    print(f"{len(codes)} mutants, {killed} killed ({share:.1%}), {untried} not tried.")
    print(f"{EXPLAINED} explains the rest:")
    for name in survivors:
        print(f"  {name}")
    return 0 if share >= ENOUGH else 1


if __name__ == "__main__":
    sys.exit(main())
