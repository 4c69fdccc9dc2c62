"""The same seed gives the same games and figures on every Python, and `make pythons` asks each."""

import builtins
import hashlib
import json

import pytest

from tacit.arena.field import Field, measure_league
from tacit.arena.rating import Rating, after_game
from tacit.arena.runner.crew import Crew
from tacit.arena.runner.simulate import simulate
from tacit.bots.registry import find_bot
from tacit.core.plug import part
from tacit.games.extreme.arena.field import measure_teams
from tacit.games.extreme.arena.teams import mean
from tacit.review.reviewing import Depth, review
from tests.pythons import declared, found, missing_line

NUMBERED = {
    ("mindup", "greedy", 7): "9d89ff0060c68a88",
    ("mindup", "linnet", 7): "ddd3e013cccef8b3",
    ("mindup", "pebble", 7): "e5980c09f080712e",
    ("extreme", "adaptive", 7): "f6f1007a7e7762a8",
}
"""By game, bot and seed: what 50 games of Mind Up! or 5 of The Mind Extreme come to."""


def played(game, bot, seed):
    bots = [(bot, find_bot(bot, game))] * 4
    number = 50 if game == "mindup" else 5
    games = simulate(game, {"players": 4}, bots, number, seed)
    sheets = json.dumps([one.scoresheet() for one in games])
    return hashlib.sha256(sheets.encode()).hexdigest()[:16]


@pytest.mark.parametrize("what", NUMBERED, ids=lambda what: "-".join(map(str, what)))
def test_the_same_seed_gives_the_same_games_on_every_python(what):
    assert played(*what) == NUMBERED[what]


@pytest.fixture
def _no_sum_of_floats(monkeypatch):
    """Refuse what gives another number from Python 3.12 on: `sum` of floats, compensated there."""
    plain = builtins.sum

    def strict(values, /, start=0):
        values = list(values)
        assert not any(isinstance(value, float) for value in values), "sum() of floats"
        return plain(values, start)

    monkeypatch.setattr(builtins, "sum", strict)


SMALL = {
    "mindup": Field(seed=3, others=("greedy", "linnet"), deals=2, players=4),
    "extreme": Field(seed=3, others=("metronome", "human-14"), deals=3, players=2),
}


@pytest.mark.usefixtures("_no_sum_of_floats")
@pytest.mark.parametrize("bot", ["greedy", "pebble", "linnet", "heron", "search", "swift", "flat"])
def test_no_card_is_chosen_by_a_sum_of_floats(bot):
    kept = {"playouts": 10} if bot in {"search", "flat"} else {}
    make = find_bot(bot, "mindup")
    bots = [(bot, lambda seat, players, seed: make(seat, players, seed, **kept))] * 3
    assert next(simulate("mindup", {"players": 3, "objectives": 3}, bots, 1, 5)).over


@pytest.mark.usefixtures("_no_sum_of_floats")
def test_no_figure_is_a_sum_of_floats(monkeypatch):
    for game, small in SMALL.items():
        monkeypatch.setitem(part(game, "fields"), 0, small)
    assert measure_league("mindup", 0, "greedy", lambda terms: Crew(terms, 1))["games"] == 16
    assert measure_teams(0, "adaptive")["games"] == 6
    assert mean([0.1] * 10)[0] == 0.1
    rated = after_game({}, ("a", "a", "a", "b"), (1, 2, 3, 4))
    assert isinstance(rated["a"], Rating)


@pytest.mark.usefixtures("_no_sum_of_floats")
@pytest.mark.parametrize(("game", "bot"), [("mindup", "greedy"), ("extreme", "human-14")])
def test_no_review_is_a_sum_of_floats(game, bot):
    one = next(simulate(game, {"players": 3}, [(bot, find_bot(bot, game))] * 3, 1, 5))
    assert review(one.replay(), Depth(deals=10))["game"] == game


def test_every_declared_python_is_looked_for_and_the_missing_are_named(tmp_path):
    assert declared() == ["3.11", "3.12", "3.13", "3.14"]
    here = tmp_path / "python3.12"
    here.write_text("#!/bin/sh\necho 3.12\n")
    here.chmod(0o755)
    assert found("3.12", [tmp_path]) == here
    assert found("3.13", [tmp_path]) is None
    assert "3.13" in missing_line(["3.13"])
    assert missing_line([]) is None
