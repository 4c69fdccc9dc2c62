"""Without the packages of an extra, one clear line says which one to install."""

import subprocess
import sys

import pytest

BLOCKED = "import sys; sys.modules[{name!r}] = None\n"


def said(name, code):
    """Run code where a package is missing, and return the last line it wrote to stderr."""
    program = BLOCKED.format(name=name) + code
    ran = subprocess.run(
        [sys.executable, "-c", program], capture_output=True, text=True, check=False
    )
    assert ran.returncode
    return ran.returncode, ran.stderr.strip().splitlines()


@pytest.mark.parametrize(
    ("name", "module", "extra"),
    [
        ("gymnasium", "tacit.envs", "tacit[envs]"),
        ("pettingzoo", "tacit.envs", "tacit[envs]"),
        ("pyspiel", "tacit.envs.openspiel", "tacit[openspiel]"),
    ],
)
def test_an_import_names_the_extra(name, module, extra):
    _, lines = said(name, f"import {module}")
    assert lines[-1].startswith("ImportError: ")
    assert extra in lines[-1]


def test_the_client_names_the_extra():
    _, lines = said("aiohttp", "from tacit.client import sit_down")
    assert lines[-1].endswith("needs aiohttp: pip install 'tacit[client]'")


@pytest.mark.parametrize(
    ("name", "words", "extra"),
    [
        ("aiohttp", ["join", "http://localhost/t/x", "--bot", "greedy"], "tacit[client]"),
        ("mcp", ["mcp"], "tacit[mcp]"),
    ],
)
def test_a_command_says_it_in_one_line(name, words, extra):
    code, lines = said(name, f"from tacit.cli import main; sys.exit(main({words!r}))")
    assert code == 2
    assert len(lines) == 1
    assert extra in lines[0]
