"""Teams of The Mind Extreme in the arena."""

import pytest

from tacit.games.extreme.arena import teams as arena
from tacit.games.extreme.arena.teams import Run, in_kernel, play_teams, summary

RUN = Run(arena.CHUNK + 5, 7)


@pytest.mark.parametrize("readable", [False, True])
def test_the_number_of_jobs_changes_nothing(readable):
    teams = [("metronome", "human-30"), ("human-30", "human-30")]
    run = RUN._replace(readable=readable)
    assert play_teams(teams, run) == play_teams(teams, run, jobs=2)


def test_teams_play_the_same_deals_with_the_same_people():
    one, two = play_teams([("metronome", "human-7"), ("oracle", "human-7")], Run(20, 1))
    assert summary(("oracle", "human-7"), two)["mean_level"] > summary((), one)["mean_level"]


@pytest.mark.parametrize("drill", [False, True])
def test_the_kernel_comes_to_the_same_scores(drill):
    teams = [("adaptive", "human-14"), ("impatient", "random", "drifting"), ("oracle", "lapsing")]
    run = RUN._replace(drill=drill)
    compiled, readable = (
        play_teams(teams, run._replace(readable=readable)) for readable in (False, True)
    )
    assert compiled[0][0] == readable[0][0]
    assert compiled[0][0].beliefs[0][1].startswith("about 0.")
    for one, other in zip(compiled, readable, strict=True):
        assert [plain(score) for score in one] == [plain(score) for score in other]


def plain(score):
    return score.won, score.level, score.lives_lost, score.stars_used


def test_the_kernel_plays_where_it_can_and_is_worth_it(monkeypatch):
    team = ("adaptive", "human-14")
    assert in_kernel(team, RUN)
    assert not in_kernel(("adaptive", "random"), RUN)
    assert not in_kernel(team, RUN._replace(readable=True))
    assert not in_kernel(team, RUN._replace(games=arena.CHUNK))
    monkeypatch.setattr(arena.importlib.util, "find_spec", lambda _: None)
    assert not in_kernel(team, RUN)


def test_more_games_than_a_chunk_are_all_played(monkeypatch):
    team = ("metronome", "human-30")
    (whole,) = play_teams([team], Run(60, 3))
    monkeypatch.setattr(arena, "KERNEL_CHUNK", 7)
    told = []
    assert play_teams([team], Run(60, 3), 1, told.append) == [whole]
    assert told == [7] * 8 + [4]
