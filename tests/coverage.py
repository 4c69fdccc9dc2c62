"""Is every room covered as well as pyproject.toml says? For the figures of the run before.

python -m tests.coverage
"""

import json
import subprocess
import sys
import tempfile
import tomllib
from collections import Counter
from pathlib import Path


def rooms(files: dict[str, dict[str, dict[str, int]]]) -> dict[str, float]:
    """Return how many percent of the lines and branches of each room were run."""
    run, there = Counter[str](), Counter[str]()
    for name, found in files.items():
        path = Path(name).as_posix().partition("tacit/")[2]
        room, figures = path.partition("/")[0], found["summary"]
        run[room] += figures["covered_lines"] + figures.get("covered_branches", 0)
        there[room] += figures["num_statements"] + figures.get("num_branches", 0)
    return {room: 100 * run[room] / most if most else 100.0 for room, most in there.items()}


def lacking(found: dict[str, float], floors: dict[str, float]) -> list[str]:
    """Say of each room that is covered less than it has to be by how much."""
    return [
        f"{room}/ is covered to {found.get(room, 0.0):.2f} %, and has to be to {floor} %."
        for room, floor in floors.items()
        if found.get(room, 0.0) < floor
    ]


def main() -> int:
    """Read what was covered, print it by room, and return 1 if it is too little."""
    floors = tomllib.loads(Path("pyproject.toml").read_text())["tool"]["tacit"]["coverage"]
    with tempfile.TemporaryDirectory() as folder:
        report = Path(folder) / "coverage.json"
        command = [sys.executable, "-m", "coverage", "json", "-q", "-o", str(report)]
        subprocess.run(command, check=True)
        found = rooms(json.loads(report.read_text())["files"])
    for room, share in sorted(found.items()):
        print(f"{room:8} {share:6.2f} %")
    wrong = lacking(found, floors)
    print("\n".join(wrong), file=sys.stderr)
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
