"""The walk from nothing to a first league, as docs/bots.md tells it."""

import re
from pathlib import Path

import pytest

from tacit.cli import main

GUIDE = (Path(__file__).parents[2] / "docs" / "bots.md").read_text()


def blocks(language):
    return re.findall(rf"```{language}\n(.*?)```", GUIDE, re.DOTALL)


def test_a_newcomer_gets_to_a_first_league(tmp_path, monkeypatch, capsys):
    monkeypatch.chdir(tmp_path)
    (lowest,) = (block for block in blocks("python") if "class Lowest" in block)
    Path("lowest.py").write_text(lowest)
    commands = [line.split() for block in blocks("sh") for line in block.splitlines()]
    assert {words[1] for words in commands} == {"check-bot", "arena", "simulate", "replay"}
    for tacit, *words in commands:
        assert tacit == "tacit"
        if words[-1].startswith("games/"):
            words[-1:] = [str(file) for file in Path().glob(words[-1])]
        assert main(words) == 0, capsys.readouterr().err
    shown = capsys.readouterr().out
    assert "✗" not in shown
    assert "lowest.py:Lowest is below the fair share" in shown
    assert Path("league.svg").exists()


def test_the_arenas_explanation_speaks_of_options_there_are(capsys):
    text = (Path(__file__).parents[2] / "docs" / "arena.md").read_text()
    with pytest.raises(SystemExit):
        main(["arena", "--help"])
    options = set(re.findall(r"--[a-z]+", capsys.readouterr().out)) - {"--help"}
    assert set(re.findall(r"--[a-z]+", text)) == options
