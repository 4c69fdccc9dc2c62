"""What an installation takes: megabytes on disk of each extra, and memory of the processes.

An extra's size is that of its packages and their dependencies, without what Tacit itself needs
anyway and without compiled bytecode. An extra that is not fully installed names the missing
packages. Memory (`VmRSS`) is that of an idle site, and of a worker process of the strong bots once
it is ready.
"""

from __future__ import annotations

import argparse
import json
import subprocess
import sys
import tempfile
import time
from functools import cache
from importlib import metadata
from pathlib import Path
from typing import Any

from packaging.requirements import Requirement

import tacit
from tacit.core.extras import DISTRIBUTION

MB = 1_000_000
FOR_CONTRIBUTORS = {"build", "dev", "docs"}
"""Extras that no player, host or researcher installs."""


def needs(name: str, extra: str = "") -> set[str]:
    """Return the direct dependencies of a package, with one of its extras."""
    try:
        wanted = map(Requirement, metadata.requires(name) or ())
    except metadata.PackageNotFoundError:
        return set()
    found = set()
    for one in wanted:
        if one.marker is not None and not one.marker.evaluate({"extra": extra}):
            continue
        if one.name == DISTRIBUTION:  # an extra may be made of others
            found |= {package for inner in one.extras for package in needs(DISTRIBUTION, inner)}
        else:
            found.add(one.name)
    return found


def extras() -> list[str]:
    """Return the names of the extras that users install."""
    named = metadata.metadata(DISTRIBUTION).get_all("Provides-Extra") or []
    return [extra for extra in named if extra not in FOR_CONTRIBUTORS]


def closure(packages: set[str]) -> set[str]:
    """Return these packages and all their dependencies."""
    found: set[str] = set()
    while new := packages - found:
        found |= new
        packages = {more for package in new for more in needs(package)}
    return {package.lower().replace("_", "-") for package in found}


@cache
def size(package: str) -> int | None:
    """Return the installed bytes of a package; None if it is not installed."""
    try:
        files = metadata.files(package) or []
    except metadata.PackageNotFoundError:
        return None
    paths = (Path(str(file.locate())) for file in files if file.suffix != ".pyc")
    return sum(path.stat().st_size for path in paths if path.is_file())


def extra_sizes() -> list[dict[str, Any]]:
    """Return what each extra takes beyond Tacit alone."""
    base = closure(needs(DISTRIBUTION))
    rows = []
    for extra in ("", *extras()):
        packages = closure(needs(DISTRIBUTION, extra)) - (base if extra else set())
        missing = sorted(package for package in packages if size(package) is None)
        total = sum(size(package) or 0 for package in packages) + (0 if extra else own_size())
        rows.append({"extra": extra or "(none)", "mb": round(total / MB, 1), "missing": missing})
    return rows


def own_size() -> int:
    """Return the bytes of Tacit itself, with the built app."""
    files = Path(tacit.__file__).parent.rglob("*")
    kept = (file for file in files if file.is_file() and "__pycache__" not in file.parts)
    return sum(file.stat().st_size for file in kept)


def memory_mb(pid: int) -> float:
    """Return the memory of a process."""
    for line in Path(f"/proc/{pid}/status").read_text().splitlines():
        if line.startswith("VmRSS:"):
            return round(int(line.split()[1]) * 1024 / MB, 1)
    raise RuntimeError(f"{pid} has ended")


def memory() -> dict[str, float]:
    """Return the memory of an idle site and of a worker process of the strong bots."""
    found = {}
    with tempfile.TemporaryDirectory() as folder:
        commands = {
            "site": ["tacit", "serve", "--json", "--port", "0", "--db", f"{folder}/tacit.db"],
            "strong bots": ["tacit.bots.process", "warm"],
        }
        for what, words in commands.items():
            with subprocess.Popen(
                [sys.executable, "-m", *words], stdin=subprocess.PIPE, stdout=subprocess.PIPE
            ) as process:
                assert process.stdout is not None
                process.stdout.readline()  # it is ready
                time.sleep(0.5)
                found[what] = memory_mb(process.pid)
                process.terminate()
    return found


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--json", action="store_true")
    args = parser.parse_args()
    rows, kept = extra_sizes(), memory() if sys.platform == "linux" else {}
    if args.json:
        print(json.dumps({"disk": rows, "memory_mb": kept}))
        return
    for row in rows:
        missing = f"  without {', '.join(row['missing'])}" if row["missing"] else ""
        print(f"{row['extra']:>12} {row['mb']:8.1f} MB{missing}")
    for what, mb in kept.items():
        print(f"{what:>12} {mb:8.1f} MB of memory")


if __name__ == "__main__":
    main()
