"""Tests that cannot hang or hide: each has a time limit, and one that did not run is told."""

import os
import subprocess
import sys
import tomllib
from pathlib import Path

from tests.conftest import UNMEASURED
from tests.coverage import lacking, rooms

ROOT = Path(__file__).parents[1]
HANGS = "import time\n\ndef test_it():\n    while True:\n        time.sleep(0.01)\n"


def run(*words, **env):
    """Run pytest with the one plugin this is about: the others take seconds to load."""
    env["PYTEST_DISABLE_PLUGIN_AUTOLOAD"] = "1"
    return subprocess.run(
        [sys.executable, "-m", "pytest", "-p", "pytest_timeout", *words],
        cwd=ROOT, env=os.environ | env, capture_output=True, text=True, check=False,
    )  # fmt: skip


def test_every_test_has_a_time_limit(request):
    assert 0 < float(request.config.getini("timeout")) <= 600


def test_a_test_that_hangs_fails_and_says_where(tmp_path):
    (tmp_path / "test_hangs.py").write_text(HANGS)
    ran = run("-c", str(ROOT / "pyproject.toml"), "--timeout", "0.5", str(tmp_path))
    assert ran.returncode == 1
    assert "Timeout" in ran.stdout
    assert "time.sleep(0.01)" in ran.stdout


def test_without_a_browser_the_end_says_so_loudly(tmp_path):
    """The words are the last thing on the screen but for the count."""
    ran = run("tests/browser/test_joining.py", "-k", "name_can_be_changed", PATH=str(tmp_path))
    assert ran.returncode == 0, ran.stdout
    assert "THE BROWSER TESTS DID NOT RUN" in ran.stdout
    assert "There is no Chromium" in ran.stdout.split("DID NOT RUN")[1]


def test_a_room_that_is_covered_too_little_is_named():
    def file(lines, covered):
        return {"summary": {"num_statements": lines, "covered_lines": covered}}

    found = rooms({"src/tacit/log/game.py": file(90, 90), "src/tacit/log/a.py": file(10, 5),
                   "src/tacit/store/b.py": file(10, 10)})  # fmt: skip
    assert found == {"log": 95.0, "store": 100.0}
    assert lacking(found, {"log": 95, "store": 100}) == []
    wrong = lacking(found, {"log": 96, "store": 100, "table": 50})
    assert [line.partition("/")[0] for line in wrong] == ["log", "table"]


def test_the_floors_are_of_rooms_that_are_measured():
    tools = tomllib.loads((ROOT / "pyproject.toml").read_text())["tool"]
    measured = {
        source.removeprefix("src/tacit/").partition("/")[0]
        for source in tools["coverage"]["run"]["source"]
    }
    assert set(tools["tacit"]["coverage"]) == measured


def test_what_is_not_measured_is_there():
    """A test that moved away would be measured again, and take three times as long."""
    assert [one for one in UNMEASURED if not [*ROOT.glob(one.partition("::")[0] + "*")]] == []
