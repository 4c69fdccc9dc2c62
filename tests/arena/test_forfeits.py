"""In The Mind Extreme a bot forfeits as in Mind Up!; simulations end with one clear reason."""

import json

import pytest

from tacit.arena.examination.checkup import checkup
from tacit.arena.labels import short_labels
from tacit.arena.runner.asking import Timeouts
from tacit.arena.runner.simulate import Simulation, simulate, simulate_watched
from tacit.bots.bot import BotError
from tacit.games.extreme.arena.teams import MOST_LOST, Run, play_teams, summary
from tacit.games.extreme.bots.metronome import Metronome
from tests.arena.test_play import bad

HASTY = Timeouts(first_s=3, hang_s=0.5, factor=0)
REASONS = {
    "CrashesInPlay": "ZeroDivisionError: one over nothing",
    "SitsBadly": "ValueError: this chair is taken",
    "LeavesInPlay": "SystemExit: 3",
    "CheatsInPlay": "There is no card W99: they are W1 to W50 and R1 to R50.",
    "BabblesInPlay": "answered 'soon', which is no plan",
    "VanishesInPlay": "ended its process with code 7",
    "HangsInPlay": "did not answer within 3 s",
}


def test_a_bot_that_misbehaves_loses_its_teams_games_and_the_others_play():
    """All of them in one run: each team's games are lost, with the reason, and no other team's."""
    teams = [(bad(name), "metronome") for name in REASONS]
    good = ("metronome", "metronome")
    found = play_teams([*teams, good], Run(2, 1), jobs=2, timeouts=HASTY)
    for team, reason, scores in zip(teams, REASONS.values(), found, strict=False):
        assert [score.won for score in scores] == [False, False]
        told = f"The bot in seat 0 ({team[0]}) failed: {reason}"
        assert scores[0].forfeit == told
        assert summary(team, scores)["forfeits"] == 2
        assert summary(team, scores)["mean_level"] == 0
    assert all(score.won and score.forfeit is None for score in found[-1])


def test_only_the_games_in_which_it_fails_are_lost_on_any_number_of_processes():
    team = (bad("VanishesAtTimes"), "metronome")
    run = Run(12, 1)
    one, two = (play_teams([team], run, jobs=jobs)[0] for jobs in (1, 2))
    assert one == two
    failed = [score.forfeit is not None for score in one]
    assert 0 < sum(failed) < 12
    assert all(score.won for score in one if score.forfeit is None)


def test_a_bot_that_never_comes_back_is_not_asked_for_ever():
    team = (bad("VanishesInPlay"), "metronome")
    (scores,) = play_teams([team], Run(40, 1))
    assert len(scores) == 40
    assert all("ended its process" in score.forfeit for score in scores[:MOST_LOST])
    assert all("in every game before" in score.forfeit for score in scores[MOST_LOST:])


def test_watched_games_are_the_same_as_others():
    watched, plain = (
        play_teams([team], Run(4, 1))[0]
        for team in ((bad("Steady"), "human-7"), ("metronome", "human-7"))
    )
    assert watched == plain


def test_the_arena_tells_of_forfeits(tacit):
    words = ("arena", "extreme", bad("CrashesInPlay"), "metronome", "--games", "2", "--seed", "1")
    ran = tacit(*words)
    assert ran.code == 0
    said = " ".join(ran.out.split())
    assert "CrashesInPlay + metronome forfeited 2 games. The first: The bot in seat 0" in said
    assert "ZeroDivisionError: one over nothing" in said


def watched(name, game="extreme", other="metronome"):
    names = (bad(name), *[other] * 2)
    settings = {"players": 3}
    return Simulation(parts=(1, 2), game=game, settings=settings, names=names, seed=1)


@pytest.mark.parametrize("name", ["HangsInPlay", "VanishesInPlay"])
def test_a_simulation_of_the_mind_extreme_ends_with_the_reason(name):
    with pytest.raises(BotError, match=r"The bot in seat 0 \(.*\) failed: ") as failed:
        list(simulate_watched(watched(name), HASTY))
    assert REASONS[name] in str(failed.value)


@pytest.mark.parametrize(
    ("name", "reason"),
    [("Hangs", "did not answer within 3 s"), ("Vanishes", "ended its process with code 7")],
)
def test_a_simulation_of_mind_up_ends_with_the_reason(name, reason):
    with pytest.raises(BotError, match=reason):
        list(simulate_watched(watched(name, "mindup", "random"), HASTY))


def test_a_watched_simulation_plays_the_same_games():
    there = list(simulate_watched(watched("Steady")))
    here = simulate("extreme", {"players": 3}, [(bad("Steady"), Metronome), *BOTS], 2, seed=1)
    assert [game.events for game in there] == [game.events for game in here]


BOTS = [("metronome", Metronome)] * 2


@pytest.mark.parametrize(
    ("game", "name", "said"),
    [
        ("extreme", "LeavesInPlay", "SystemExit: 3"),
        ("extreme", "VanishesInPlay", "ended its process with code 7"),
        ("mindup", "Crashes", "ZeroDivisionError: one over nothing"),
    ],
)
def test_the_command_says_so_in_one_line(tacit, tmp_path, game, name, said):
    ran = tacit("simulate", game, "--bots", bad(name), "--seed", "1", "--out", tmp_path / "out")
    assert said in ran.one_clear_line
    assert "The bot in seat 0" in ran.one_clear_line


def test_an_examination_asks_about_time_in_both_games(tacit):
    ran = tacit("check-bot", "random", "--json")
    for line in ran.out.splitlines():
        questions = [check["question"] for check in json.loads(line)["checks"]]
        assert "answers within its budget of 50 ms" in questions


def test_an_examination_finds_a_slow_bot_of_the_mind_extreme():
    found = {
        finding.question: finding
        for finding in checkup(bad("DawdlesInPlay"), "extreme", 0.0001, Timeouts(usual_s=0.0002))
    }
    assert "ms an answer" in found["answers within its budget of 0.1 ms"].problem


MINE = """
from tests.arena.bad_bots import First, Steady


class Mine(First, Steady):
    __init__ = Steady.__init__
"""
FAR = "/a/very/long/way/down/into/folders/that/nobody/would/ever/make/bots/mine.py:Mine"


def test_long_paths_are_short_in_tables_and_told_apart():
    near = FAR.replace("bots", "other")
    assert short_labels([FAR, "greedy"]) == {FAR: "mine.py:Mine", "greedy": "greedy"}
    shown = short_labels([FAR, near])
    assert shown == {FAR: "bots/mine.py:Mine", near: "other/mine.py:Mine"}
    long = [f"{'x' * 60}{letter}.py:{'y' * 40}" for letter in "ab"]
    assert len(set(short_labels(long).values())) == 2


@pytest.mark.parametrize("game", ["mindup", "extreme"])
def test_a_long_path_leaves_the_table_whole(tacit, tmp_path, game, monkeypatch):
    monkeypatch.setenv("COLUMNS", "80")
    folder = tmp_path / "a folder with quite a long name" / "and another one inside of it"
    folder.mkdir(parents=True)
    file = folder / "mine.py"
    file.write_text(MINE)
    other = {"mindup": "random", "extreme": "metronome"}[game]
    ran = tacit("arena", game, f"{file}:Mine", other, "--games", "4", "--seed", "1")
    assert ran.code == 0, ran.err
    starts = ("1 mine.py:Mine", "2 mine.py:Mine", "mine.py:Mine +")
    lines = (" ".join(line.split()) for line in ran.out.splitlines())
    (line,) = (line for line in lines if line.startswith(starts))
    assert "%" in line
    assert f"{file}:Mine".replace(" ", "") in "".join(ran.out.split())
