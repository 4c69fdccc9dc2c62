"""`tacit bench`: the benchmarks of a source checkout."""

from __future__ import annotations

import argparse
import runpy
import sys
from pathlib import Path

from tacit.cli.input import InputError

BENCH = Path(__file__).parents[4] / "bench"


def run(args: argparse.Namespace) -> int:
    """Run one of the programs in bench/."""
    programs = sorted(path.stem for path in BENCH.glob("*.py"))
    if not programs:
        raise InputError("the benchmarks are in bench/ of the source checkout, not in the package")
    if args.name not in programs:
        raise InputError(f"there is no benchmark {args.name!r}; there are {', '.join(programs)}")
    sys.argv[1:] = [*(["--json"] if args.json else []), *args.options]
    runpy.run_path(str(BENCH / f"{args.name}.py"), run_name="__main__")
    return 0
