import pytest

from tacit.games.extreme import Discard, GameEnded, LevelPassed, Phase, Play, Reward
from tests.games.extreme.tables import (
    after,
    agreed,
    flawless_game,
    happens,
    playing,
    synchronised,
)

LAST = Play(0, "W50")


def passed(level, reward, *, gained):
    return LevelPassed(level=level, reward=reward, gained=gained, one_pile_first=False)


@pytest.mark.parametrize(
    ("level", "reward", "lives", "stars"),
    [
        (1, None, 2, 1),
        (2, Reward.STAR, 2, 2),
        (3, Reward.LIFE, 3, 1),
        (4, None, 2, 1),
        (5, Reward.STAR, 2, 2),
        (6, Reward.LIFE, 3, 1),
        (7, None, 2, 1),
        (8, Reward.STAR, 2, 2),
        (9, Reward.LIFE, 3, 1),
        (10, None, 2, 1),
        (11, None, 2, 1),
    ],
)
def test_me30_a_passed_level_gives_its_reward(level, reward, lives, stars):
    table = playing("W50", "", level=level)
    assert passed(level, reward, gained=reward is not None) in happens(table, LAST)
    end = after(table, LAST)
    assert (end.lives, end.stars, end.phase) == (lives, stars, Phase.PASSED)


def test_x4_a_sixth_life_is_lost():
    table = playing("W50", "", level=3, lives=5)
    assert happens(table, LAST)[-1] == passed(3, Reward.LIFE, gained=False)
    assert after(table, LAST).lives == 5


def test_me31_a_fourth_star_is_lost():
    table = playing("W50", "", level=2, stars=3)
    assert happens(table, LAST)[-1] == passed(2, Reward.STAR, gained=False)
    assert after(table, LAST).stars == 3


def test_me31_the_fifth_life_and_the_third_star_are_gained():
    fifth = playing("W50", "", level=3, lives=4, stars=3)
    assert happens(fifth, LAST)[-1] == passed(3, Reward.LIFE, gained=True)
    assert after(fifth, LAST).lives == 5

    third = playing("W50", "", level=2, lives=5, stars=2)
    assert happens(third, LAST)[-1] == passed(2, Reward.STAR, gained=True)
    assert after(third, LAST).stars == 3


def test_me31_a_star_that_was_spent_can_be_earned_back():
    table = agreed(playing("W40 W50", "W41", level=2, stars=3))
    table = synchronised(after(table, Discard(0, "W40"), Discard(1, "W41")))
    assert table.stars == 2
    assert after(table, LAST).stars == 3


def test_me31_a_life_that_was_lost_can_be_earned_back():
    table = playing("R5 W50", "R6", level=3, lives=5)
    table = synchronised(after(table, Play(0, "R5")))
    assert table.lives == 4
    assert after(table, LAST).lives == 5


def test_me20_lives_are_paid_first_and_then_the_reward_is_taken():
    table = after(playing("W50", "W49", level=3, lives=5), LAST)
    assert happens(table, Play(1, "W49"))[-1] == passed(3, Reward.LIFE, gained=True)
    assert after(table, Play(1, "W49")).lives == 5


def test_me20_the_reward_does_not_save_a_team_whose_last_life_is_paid():
    table = after(playing("W50", "W49", level=3, lives=1), LAST)
    assert happens(table, Play(1, "W49"))[-1] == GameEnded("lost", level=3)
    assert after(table, Play(1, "W49")).lives == 0


@pytest.mark.parametrize("players", [2, 3, 4])
def test_me31_a_flawless_team_ends_with_five_lives_and_three_stars(players):
    _, table, _ = flawless_game(players)
    assert (table.lives, table.stars) == (5, 3)
