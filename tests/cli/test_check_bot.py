"""`tacit check-bot`."""

import json

import pytest

from tacit.arena.examination.checkup import checkup
from tacit.arena.runner.asking import Timeouts
from tests.arena.test_play import bad


@pytest.mark.parametrize("game", ["mindup", "extreme"])
def test_a_good_bot_passes(tacit, game):
    ran = tacit("check-bot", "random", "--game", game)
    assert ran.code == 0
    assert "✓ plays whole games from every seat" in ran.out
    assert "✓ does not depend on what it cannot know" in ran.out
    assert "✗" not in ran.out


def test_a_bot_is_checked_for_every_game_it_plays(tacit):
    checked = [json.loads(line) for line in tacit("check-bot", "random", "--json").out.splitlines()]
    assert [(one["game"], one["ok"]) for one in checked] == [("mindup", True), ("extreme", True)]
    assert checked[0]["checks"][0]["problem"] is None
    assert tacit("check-bot", "metronome").out.startswith("metronome plays extreme:")


@pytest.mark.parametrize(
    ("name", "line"),
    [
        ("Crashes", "ZeroDivisionError: one over nothing (bad_bots.py, line"),
        ("CannotSit", "ValueError: this chair is taken (bad_bots.py, line"),
        ("Cheats", "chose the card 61, which its view does not allow"),
        ("Babbles", "choose answered 'seven', a str and not an int"),
        ("Leaves", "SystemExit: 3"),
        ("Vanishes", "it ended its process"),
        ("Forgets", "✗ does the same again for the same seed: in seat 0, choose answered"),
        ("Peeks", "✗ does not depend on what it cannot know: its choice changes with cards"),
        ("Scribbles", "✗ leaves its view as it is: choose changed the view"),
        ("Talks", "✗ prints nothing: it printed 'hm'"),
    ],
)
def test_what_is_wrong_with_a_bot_is_told(tacit, name, line):
    ran = tacit("check-bot", bad(name))
    assert ran.code == 1
    assert line in ran.out


def test_a_bot_that_never_answers_is_found_out():
    *_, last = checkup(bad("Hangs"), "mindup", 0.05, Timeouts(first_s=1, hang_s=0))
    assert last.problem == "it did not answer within 1 s"


def test_a_bot_that_goes_by_the_clock_is_not_asked_to_do_the_same_again():
    found = {
        finding.question: finding
        for finding in checkup(bad("Nods"), "mindup", 0.0001, Timeouts(usual_s=0.001))
    }
    assert "ms an answer" in found["answers within its budget of 0.1 ms"].problem
    again = found["does the same again for the same seed"]
    assert (again.problem, again.skipped) == (
        None,
        "it goes by the clock and cannot count playouts",
    )


def test_an_unknown_bot_is_bad_input(tacit):
    assert "There is no bot 'nobody'" in tacit("check-bot", "nobody").one_clear_line
    assert "--budget" in tacit("check-bot", "greedy", "--budget", "0").one_clear_line
