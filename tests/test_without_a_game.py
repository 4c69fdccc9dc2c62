"""A game is a folder: without it the package imports, serves the other game and passes its tests.

Each test runs in processes that see a copy of the package from which one game was deleted.
"""

from __future__ import annotations

import asyncio
import json
import os
import shutil
import subprocess
import sys
from contextlib import suppress
from pathlib import Path

import pytest

import tacit
from tests.server.client import people, seated
from tests.server.sites import Outside

ROOT = Path(__file__).parents[1]
OTHER = {"extreme": "mindup", "mindup": "extreme"}
"""By the game that is deleted, the one that is left."""
GENERIC = (
    "tests/arena/test_ratings.py",
    "tests/arena/test_stats.py",
    "tests/arena/test_stopping.py",
    "tests/core/test_chance.py",
    "tests/core/test_rulebook.py",
    "tests/server/limits/test_address.py",
    "tests/server/limits/test_budget.py",
    "tests/server/limits/test_rate_limit.py",
    "tests/server/transport/test_backlog.py",
    "tests/server/transport/test_outbox.py",
    "tests/store/sqlite/test_failures.py",
    "tests/store/test_disk_space.py",
    "tests/store/test_open_store.py",
    "tests/test_own_game.py",
)
"""Tests of the framework that name neither game; the last one plays a third game through it all."""
OWN = {
    "extreme": ("test_rules.py", "test_playing.py", "test_view.py", "test_setup.py"),
    "mindup": ("test_rules.py", "test_scoring.py", "test_view.py", "test_setup.py"),
}
"""By game, tests of its own rules."""
IMPORT_ALL = """
import importlib, pkgutil, sys, tacit
names = [found.name for found in pkgutil.walk_packages(tacit.__path__, "tacit.")]
for name in names:
    if not name.endswith("__main__"):
        importlib.import_module(name)
assert len(names) > 200, len(names)
print(*sorted(tacit.core.plug.own_games()), tacit.__file__)
"""


def _copied(file: str, to: str) -> str:
    """Copy a file with what was compiled of it; another test may be replacing that just now."""
    with suppress(FileNotFoundError):
        shutil.copy2(file, to)
    return to


@pytest.fixture(scope="module", params=sorted(OTHER))
def removed(request, tmp_path_factory):
    """Delete a game from a copy of the package; return its name and the copy's folder."""
    folder = tmp_path_factory.mktemp(f"without-{request.param}")
    shutil.copytree(Path(tacit.__file__).parent, folder / "tacit", copy_function=_copied)
    shutil.rmtree(folder / "tacit" / "games" / request.param)
    return request.param, folder


@pytest.fixture
def gone(removed, monkeypatch):
    """Let processes that start from now on see the copy; return the name of the deleted game."""
    game, folder = removed
    path = os.pathsep.join([str(folder), os.environ.get("PYTHONPATH", "")])
    monkeypatch.setenv("PYTHONPATH", path)
    return game


def run(*words: str) -> str:
    command = [sys.executable, "-W", "error", *words]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout[-4000:] + done.stderr[-4000:]
    return done.stdout


def test_every_module_is_imported(gone, removed):
    game, file = run("-c", IMPORT_ALL).split()
    assert game == OTHER[gone]
    assert Path(file).parents[1] == removed[1]


def test_the_commands_do_not_know_it(gone):
    assert gone not in run("-m", "tacit", "simulate", "--help").split("[-h]")[1].split("--bots")[0]
    words = ("simulate", gone, "--players", "3", "--bots", "random", "--out", "nowhere")
    done = subprocess.run(
        [sys.executable, "-m", "tacit", *words], capture_output=True, text=True, check=False
    )
    assert done.returncode == 2
    assert done.stderr.count("\n") == 1


def test_an_assistant_sits_down_at_the_game_that_is_left(gone):
    """It is asked for no game: the first one is played."""
    hello = {"protocolVersion": "2025-06-18", "capabilities": {}}
    hello["clientInfo"] = {"name": "test", "version": "1"}
    lines = [
        {"jsonrpc": "2.0", "id": 1, "method": "initialize", "params": hello},
        {"jsonrpc": "2.0", "method": "notifications/initialized"},
        {"jsonrpc": "2.0", "id": 2, "method": "tools/call", "params": {"name": "look"}},
    ]
    done = subprocess.Popen(
        [sys.executable, "-m", "tacit", "mcp"],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )
    with done:
        try:
            for line in lines:
                done.stdin.write(json.dumps(line) + "\n")
            done.stdin.flush()
            answers = [json.loads(done.stdout.readline() or "{}") for _ in range(2)]
            done.stdin.close()
            told = done.stderr.read()
        finally:
            done.kill()
    (seen,) = answers[1]["result"]["content"]
    assert json.loads(seen["text"])["game"] == OTHER[gone], told


async def _play(db: Path, game: str, gone: str) -> None:
    async with Outside(db) as site, people(site.url, "Ann", "Bob", "Cleo") as crowd:
        body = {"game": gone, "name": "Ann"}
        async with crowd[0].http.post(f"{site.url}/api/tables", json=body) as response:
            assert response.status == 409
            assert (await response.json())["key"] == "no-such-game"
        connections = await seated(await crowd[0].open(game), *crowd)
        await connections[0].do("start")
        await connections[1].until(lambda: connections[1].copy.stage == "playing")
        assert connections[1].copy.view["hand"]
        assert await site.stop() == 0
        assert not [line for line in site.log if "Traceback" in line]


def test_a_site_serves_the_other_game(gone, tmp_path):
    asyncio.run(_play(tmp_path / "a.db", OTHER[gone], gone))


def test_generic_tests_pass(gone, tmp_path):
    game = OTHER[gone]
    own = (f"tests/games/{game}/{file}" for file in OWN[game])
    quick = ("-q", "-p", "no:cacheprovider", "-p", "no:xdist", f"--basetemp={tmp_path / 'base'}")
    told = run("-m", "pytest", *quick, *GENERIC, *own)
    assert "passed" in told or "[100%]" in told
