"""`make pythons`: the unit tests on every Python that pyproject.toml declares and this machine has.

Each gets an environment of its own, from the lock, in `.venv/pythons`. Which were missing is said
at the end. Words after it go to pytest: `python -m tests.pythons tests/test_pythons.py -n 0`.
"""

from __future__ import annotations

import hashlib
import os
import subprocess
import sys
import tomllib
from collections.abc import Iterable
from pathlib import Path

ROOT = Path(__file__).parents[1]
PLACE = ROOT / ".venv" / "pythons"
LOCK = "requirements-dev.lock"
UNIT = ("-n", "auto", "--dist", "worksteal", "--ignore=tests/browser", "--ignore=tests/browsers")
DECLARED = "Programming Language :: Python :: 3."


def declared() -> list[str]:
    """Return the versions that the package says it runs on."""
    project = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]
    return [f"3.{line.removeprefix(DECLARED)}" for line in project["classifiers"]
            if line.startswith(DECLARED)]  # fmt: skip


def folders() -> list[Path]:
    """Return where an interpreter may be: in pyenv's and uv's folders, and where commands are."""
    path = [Path(folder) for folder in os.get_exec_path()]
    pyenv = Path(os.environ.get("PYENV_ROOT", Path.home() / ".pyenv"))
    uv = Path.home() / ".local" / "share" / "uv" / "python"
    return [*sorted(pyenv.glob("versions/*/bin")), *sorted(uv.glob("*/bin")), *path]


def found(version: str, places: Iterable[Path]) -> Path | None:
    """Return an interpreter of a version that really starts; a shim of pyenv's may not."""
    ask = "import sys; print('%d.%d' % sys.version_info[:2])"
    for place in places:
        here = place / f"python{version}"
        if not os.access(here, os.X_OK):
            continue
        told = subprocess.run([here, "-c", ask], capture_output=True, text=True, check=False)
        if told.returncode == 0 and told.stdout.strip() == version:
            return here
    return None


def environment(version: str, interpreter: Path) -> Path:
    """Return the Python of an environment with all that the lock names, made if it is stale."""
    home = PLACE / version
    python, stamp = home / "bin" / "python", home / "lock"
    wanted = hashlib.sha256(b"".join((ROOT / one).read_bytes() for one in (LOCK, "pyproject.toml")))
    if stamp.exists() and stamp.read_text() == wanted.hexdigest():
        return python
    subprocess.run([interpreter, "-m", "venv", "--clear", home], check=True)
    pip = [python, "-m", "pip", "--disable-pip-version-check", "--quiet", "install", "--no-deps"]
    subprocess.run([*pip, "--require-hashes", "-r", ROOT / LOCK], check=True)
    subprocess.run([*pip, "--no-build-isolation", "--editable", ROOT], check=True)
    stamp.write_text(wanted.hexdigest())
    return python


def missing_line(missing: list[str]) -> str | None:
    """Say which versions nobody looked at."""
    if not missing:
        return None
    return f"NOT TESTED, for they are not on this machine: Python {', '.join(missing)}."


def main(words: list[str]) -> int:
    """Run the tests on each, print what came of it, and return 1 if any failed."""
    interpreters = {version: found(version, folders()) for version in declared()}
    told = {}
    for version, interpreter in interpreters.items():
        if interpreter is not None:
            print(f"Python {version}: {interpreter}", flush=True)
            python = environment(version, interpreter)
            ran = subprocess.run([python, "-m", "pytest", *(words or UNIT)], cwd=ROOT, check=False)
            told[version] = ran.returncode
    for version, code in told.items():
        print(f"Python {version}: {'failed' if code else 'passed'}")
    missing = [version for version, where in interpreters.items() if where is None]
    if line := missing_line(missing):
        print(line)
    return 1 if any(told.values()) or not told else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
