"""Without the packages of an extra, one clear line says which one to install."""

import subprocess
import sys
import tomllib
from pathlib import Path

import pytest

import tacit
from tacit.core.extras import DISTRIBUTION, EXTRAS

BLOCKED = "import sys; sys.modules[{name!r}] = None\n"
RENAMED = {"PIL": "pillow", "prometheus_client": "prometheus-client", "pyspiel": "open_spiel"}
PROJECT = tomllib.loads(Path("pyproject.toml").read_text())["project"]


def said(name, code):
    """Run code where a package is missing, and return the last line it wrote to stderr."""
    program = BLOCKED.format(name=name) + code
    ran = subprocess.run(
        [sys.executable, "-c", program], capture_output=True, text=True, check=False
    )
    assert ran.returncode
    return ran.returncode, ran.stderr.strip().splitlines()


def test_name_and_version_are_those_of_the_package():
    assert PROJECT["name"] == DISTRIBUTION
    assert PROJECT["version"] == tacit.__version__


def test_every_package_of_an_extra_is_known():
    offered = PROJECT["optional-dependencies"]
    for package, extra in EXTRAS.items():
        name = RENAMED.get(package, package)
        assert any(need.startswith(name) for need in offered[extra]), (package, extra)


def test_no_text_sends_anybody_to_another_project():
    """`tacit` on PyPI belongs to others."""
    texts = [*Path().glob("*.md"), *Path("docs").rglob("*.md"), Path("pyproject.toml")]
    texts += [path for room in ("src", "bench", "examples") for path in Path(room).rglob("*.py")]
    wrong = [path for path in texts if "tacit[" in path.read_text()]
    assert wrong == []


@pytest.mark.parametrize(
    ("name", "module", "extra"),
    [
        ("gymnasium", "tacit.envs", "envs"),
        ("pettingzoo", "tacit.envs", "envs"),
        ("pyspiel", "tacit.games.mindup.env.openspiel", "openspiel"),
        ("numba", "tacit.games.mindup.kernel.play", "bots"),
        ("numpy", "tacit.games.mindup.kernel.play", "bots"),
        ("numba", "tacit.games.extreme.arena.compiled", "bots"),
    ],
)
def test_an_import_names_the_extra(name, module, extra):
    _, lines = said(name, f"import {module}")
    kind, _, words = lines[-1].partition(": ")
    assert kind in {"ImportError", "tacit.core.extras.MissingExtra"}
    assert words.endswith(f"pip install 'tacit-games[{extra}]'")


def test_the_client_names_the_extra():
    _, lines = said("aiohttp", "from tacit.client import sit_down")
    assert lines[-1].endswith("needs aiohttp: pip install 'tacit-games[client]'")


@pytest.mark.parametrize(
    ("name", "words", "extra"),
    [
        ("aiohttp", ["serve", "--port", "0"], "server"),
        ("prometheus_client", ["serve", "--port", "0"], "server"),
        ("segno", ["serve", "--port", "0"], "server"),
        ("aiohttp", ["join", "http://localhost/t/x", "--bot", "greedy"], "client"),
        ("mcp", ["mcp"], "mcp"),
        ("numpy", ["arena", "mindup", "greedy", "random"], "bots"),
        ("numpy", ["arena", "mindup", "greedy", "--field", "1"], "bots"),
        ("numpy", ["bench", "kernel"], "bots"),
        ("aiohttp", ["bench", "server"], "server"),
        ("ray", ["arena", "mindup", "greedy", "random", "--ray", "auto"], "ray"),
    ],
)
def test_a_command_says_it_in_one_line(name, words, extra):
    code, lines = said(name, f"from tacit.cli import main; sys.exit(main({words!r}))")
    assert code == 2
    assert len(lines) == 1
    assert f"pip install 'tacit-games[{extra}]'" in lines[0]


@pytest.mark.parametrize(
    ("missing", "words"),
    [
        ("numpy", ["simulate", "mindup", "--bots", "greedy", "--seed", "1"]),
        ("numba", ["check-bot", "--help"]),
    ],
)
def test_what_needs_no_extra_runs_without(missing, words, tmp_path):
    if words[0] == "simulate":
        words = [*words, "--out", str(tmp_path)]
    code = f"from tacit.cli import main; sys.exit(main({words!r}))"
    program = BLOCKED.format(name=missing) + code
    ran = subprocess.run(
        [sys.executable, "-c", program], capture_output=True, text=True, check=False
    )
    assert ran.returncode == 0, ran.stderr
