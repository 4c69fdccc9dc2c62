"""Every example runs, in a short form."""

import asyncio
import importlib.util
import sys
from pathlib import Path

import numpy as np
import pytest

from tacit import new
from tacit.games.mindup import chances, unseen
from tacit.games.mindup.env.layout import observed
from tests.server.sites import inside, quick

EXAMPLES = Path(__file__).parents[1] / "examples"


def example(name):
    """Import an example as a module."""
    spec = importlib.util.spec_from_file_location(f"example_{name}", EXAMPLES / f"{name}.py")
    module = importlib.util.module_from_spec(spec)
    sys.modules[spec.name] = module
    spec.loader.exec_module(module)
    return module


def test_random_agents():
    play = example("random_agents").play
    assert len(play("tacit/mindup-v0", seed=1, reward="points")) == 4
    assert len(play("tacit/extreme-v0", seed=1, players=3)) == 3


def test_self_play_in_a_short_form(tmp_path, monkeypatch):
    """A few rounds; `python -m tests.envs.proof` proves that it beats greedy after minutes."""
    monkeypatch.setenv("TACIT_EXAMPLE_WEIGHTS", str(tmp_path / "weights.npz"))
    self_play = example("self_play")
    told = []
    network = self_play.train(seconds=1.0, games=32, tell=told.append)
    assert "decisions" in told[0]
    network.save(self_play.WEIGHTS)
    again = self_play.Network().load(self_play.WEIGHTS)
    assert all(np.array_equal(*both) for both in zip(network.parts, again.parts, strict=True))
    assert 0 <= self_play.against_greedy(again, games=2) <= 1


def test_self_play_reckons_chances_as_greedy_does():
    self_play = example("self_play")
    game = new("mindup", players=4, seed=3)
    while game.view(0).round < 3:
        view = game.view(1)
        seen = observed(view)[None, :]
        (odds,) = self_play.chances(seen, self_play.hands(seen))
        hidden = unseen(view.hand, view.row, view.known, view.tableaux)
        expected = chances(1, view.hand, view.known, hidden)
        assert odds == pytest.approx(np.array(expected), abs=0.06)
        for seat in range(4):
            game.play(seat, game.legal(seat)[0])


def test_openspiel_search():
    assert sum(example("openspiel_search").play(simulations=3, seed=1)) == pytest.approx(0)


def test_evaluate():
    share, (low, high) = example("evaluate").evaluate("greedy", "random", deals=2)
    assert 0 <= low <= share <= high <= 1


def test_cross_play():
    found = example("cross_play").cross_play("metronome", games=2, zoo=("human-7",))
    assert found.keys() == {"human-7"}


def test_outside_agent(tmp_path, capsys):
    async def visit():
        async with inside(quick(tmp_path / "db")) as site:
            return await asyncio.wait_for(example("outside_agent").play(site.url), 60)

    assert min(asyncio.run(visit())) == 1
    assert "watch it at" in capsys.readouterr().out
