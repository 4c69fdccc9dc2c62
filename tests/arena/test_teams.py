"""Teams of The Mind Extreme in the arena."""

from tacit.arena.teams import Run, play_teams, summary


def test_the_number_of_jobs_changes_nothing():
    teams = [("metronome", "human-30"), ("human-30", "human-30")]
    run = Run(30, 7)
    assert play_teams(teams, run) == play_teams(teams, run, jobs=2)


def test_teams_play_the_same_deals_with_the_same_people():
    one, two = play_teams([("metronome", "human-7"), ("oracle", "human-7")], Run(20, 1))
    assert summary(("oracle", "human-7"), two)["mean_level"] > summary((), one)["mean_level"]
