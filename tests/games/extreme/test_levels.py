import pytest

from tacit.games.extreme import (
    LEVELS,
    MOST_LIVES,
    MOST_STARS,
    PLAYERS,
    TEAMS,
    Colour,
    Level,
    Phase,
    Reward,
    Setup,
    State,
    Team,
    initial,
)

OPEN, WHITE, RED = (), (Colour.WHITE,), (Colour.RED,)
BOTH = (Colour.WHITE, Colour.RED)


def test_me01_twelve_levels_at_most_five_lives_and_three_stars():
    assert list(LEVELS) == list(range(1, 13))
    assert MOST_LIVES == 5
    assert MOST_STARS == 3


def test_rewards_are_called_star_and_life():
    assert list(Reward) == ["star", "life"]


@pytest.mark.parametrize(
    ("level", "blind", "reward"),
    [
        (1, OPEN, None),
        (2, OPEN, Reward.STAR),
        (3, WHITE, Reward.LIFE),
        (4, RED, None),
        (5, OPEN, Reward.STAR),
        (6, BOTH, Reward.LIFE),
        (7, OPEN, None),
        (8, WHITE, Reward.STAR),
        (9, OPEN, Reward.LIFE),
        (10, BOTH, None),
        (11, OPEN, None),
        (12, RED, None),
    ],
)
def test_me30_each_level_has_its_blind_colours_and_its_reward(level, blind, reward):
    assert LEVELS[level] == Level(blind=blind, reward=reward)


def test_me03_levels_lives_and_stars_depend_on_the_number_of_players():
    assert list(PLAYERS) == list(TEAMS) == [2, 3, 4]
    assert TEAMS[2] == Team(last_level=12, lives=2, stars=1)
    assert TEAMS[3] == Team(last_level=10, lives=3, stars=1)
    assert TEAMS[4] == Team(last_level=8, lives=4, stars=1)


@pytest.mark.parametrize(("players", "lives"), [(2, 2), (3, 3), (4, 4)])
def test_me03_the_team_begins_with_as_many_lives_as_players_and_one_star(players, lives):
    setup = Setup(players=players, deals=((("W1",),) * players,))
    assert initial(setup) == State(
        setup=setup,
        lives=lives,
        stars=1,
        level=0,
        phase=Phase.DEALING,
        hands=((),) * players,
        down=(False,) * players,
        votes=(None,) * players,
        chosen=(None,) * players,
        ready=(False,) * players,
        laid=(),
        aside=(),
        turned=(),
        pauses=(),
        resume=Phase.PLAYING,
        now=0,
        outcome=None,
    )


def test_nothing_is_blind_before_the_first_deal():
    assert initial(Setup(players=2, deals=())).blind == ()
