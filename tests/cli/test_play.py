"""`tacit play`: what is wrong is told in a line, and what was asked for comes at the end."""

from __future__ import annotations

import json
import random
import sys

import pytest

from tacit.log.replay import load
from tacit.log.verify import verify


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["mindup", "--players", "7"], "--players must be 3 to 6, not 7"),
        (["extreme", "--players", "1"], "--players must be 2 to 4, not 1"),
        (["mindup", "--bots", "nobody"], "There is no bot 'nobody'"),
        (["mindup", "--players", "4", "--bots", "greedy,greedy"], "2 bots for 3 seats"),
        (["extreme", "--bots", "oracle"], "oracle is for measuring"),
        (["extreme", "--objectives", "2"], "--objectives is no setting of extreme"),
        (["mindup", "--save", "/nowhere/at/all.json"], "there is no folder /nowhere/at"),
        (["mindup"], "a game needs a terminal"),
    ],
)
def test_a_game_that_cannot_be_is_told_in_a_line(tacit, words, said):
    assert said in tacit("play", *words).one_clear_line


def test_without_textual_the_extra_is_named(tacit, monkeypatch):
    for name in [one for one in sys.modules if one.partition(".")[0] == "textual"]:
        monkeypatch.delitem(sys.modules, name)
    monkeypatch.delitem(sys.modules, "tacit.terminal.app", raising=False)
    monkeypatch.setitem(sys.modules, "textual", None)
    line = tacit("play", "mindup").one_clear_line
    assert line == "tacit: tacit play needs textual: pip install 'tacit-games[terminal]'\n"


class Screen:
    """A terminal at which a game is played without being looked at."""

    plays_on = True

    def __init__(self, match, face):
        self.game = match.game

    def run(self):
        chance = random.Random(1)
        while self.plays_on and not self.game.over:
            seat = self.game.waiting[0]
            self.game.play(seat, chance.choice(self.game.legal(seat)))


@pytest.fixture
def screen(monkeypatch):
    monkeypatch.setattr("tacit.terminal.app.TableApp", Screen)
    monkeypatch.setattr("tacit.cli.games.play._is_terminal", lambda: True)
    return Screen


def test_the_replay_is_saved_and_the_scoresheet_printed(tacit, screen, tmp_path):
    file = tmp_path / "mine.tacit.json"
    evil = "Eve\x1b[2J"
    words = ["--seed", "4", "--name", evil, "--save", str(file), "--json"]
    told = tacit("play", "mindup", "--bots", "greedy", "--players", "3", *words)
    assert told.code == 0
    sheet = json.loads(told.out)
    assert sheet["seats"][1:] == ["Quick 1", "Quick 2"]
    assert "\x1b" not in told.out + sheet["seats"][0]
    assert verify(load(file.read_bytes())).ok


def test_a_game_that_is_left_is_not_saved(tacit, screen, tmp_path, monkeypatch):
    monkeypatch.setattr(screen, "plays_on", False)
    file = tmp_path / "mine.tacit.json"
    told = tacit("play", "extreme", "--save", str(file))
    assert told.code == 1
    assert "left before its end" in told.err
    assert not file.exists()
