import pytest

from tacit.games.extreme import (
    GameEnded,
    LevelBegun,
    LevelPassed,
    Mistake,
    Phase,
    Play,
    Ready,
    Reward,
    Turned,
    over,
    result,
)
from tests.games.extreme.tables import after, flawless_game, happens, playing, refused


@pytest.mark.parametrize(("players", "last_level"), [(2, 12), (3, 10), (4, 8)])
def test_me03_passing_the_last_level_wins(players, last_level):
    _, table, events = flawless_game(players)
    begun = [event.level for event in events if isinstance(event, LevelBegun)]
    assert begun == list(range(1, last_level + 1))
    assert not any(isinstance(event, Mistake) for event in events)
    assert events[-1] == GameEnded(outcome="won", level=last_level)
    assert over(table)
    assert result(table) == {"outcome": "won", "level": last_level}


@pytest.mark.parametrize(("players", "last_level"), [(2, 12), (3, 10), (4, 8)])
def test_me03_the_level_before_the_last_does_not_win(players, last_level):
    table = playing("W1", *[""] * (players - 1), level=last_level - 1)
    passed = after(table, Play(0, "W1"))
    assert passed.phase is Phase.PASSED
    assert passed.outcome is None
    assert not over(passed)


def test_x18_four_players_pass_level_8_with_one_life():
    table = playing("W1", "", "", "", level=8, lives=1)
    assert happens(table, Play(0, "W1")) == (
        Play(0, "W1"),
        Turned(seat=0, card="W1", overtook=()),
        LevelPassed(level=8, reward=Reward.STAR, gained=True, one_pile_first=False),
        GameEnded(outcome="won", level=8),
    )
    won = after(table, Play(0, "W1"))
    assert (won.phase, won.outcome, won.lives, won.stars) == (Phase.OVER, "won", 1, 2)


def test_x3_the_last_life_lost_on_the_last_cards_of_the_last_level():
    table = playing("W30", "W29", level=12, lives=1)
    assert happens(table, Play(0, "W30")) == (
        Play(0, "W30"),
        Mistake(seat=0, card="W30", aside=((1, "W29"),)),
        GameEnded(outcome="lost", level=12),
    )
    lost = after(table, Play(0, "W30"))
    assert (lost.phase, lost.outcome, lost.lives) == (Phase.OVER, "lost", 0)
    assert result(lost) == {"outcome": "lost", "level": 12}


def test_me32_a_blind_error_on_the_last_level_loses_with_the_last_life():
    table = after(playing("W30", "W29", "", "", level=8, lives=1), Play(0, "W30"))
    assert happens(table, Play(1, "W29"))[-1] == GameEnded(outcome="lost", level=8)


def test_me32_the_last_life_lost_ends_the_game_with_cards_in_hand():
    table = playing("W30 W40", "W29 R8", lives=1)
    assert happens(table, Play(0, "W30"))[2:] == (GameEnded(outcome="lost", level=2),)
    lost = after(table, Play(0, "W30"))
    assert lost.hands == (("W40",), ("R8",))
    assert refused(lost, Play(0, "W40")).key == "game-over"
    assert refused(lost, Ready(0)).key == "game-over"


@pytest.mark.parametrize("held", ["R9", "R9 W50"])
def test_me32_the_last_life_lost_on_an_open_pile_leaves_blind_piles_unturned(held):
    table = after(playing("W9 R4", f"W3 {held}", level=3, lives=1), Play(0, "W9"), Play(1, "W3"))
    assert happens(table, Play(0, "R4")) == (
        Play(0, "R4"),
        Mistake(seat=0, card="R4", aside=((1, "R9"),)),
        GameEnded(outcome="lost", level=3),
    )
    assert after(table, Play(0, "R4")).turned == ()


def test_me32_with_a_life_left_the_game_goes_on():
    table = after(playing("W30 W40", "W29 R8", lives=2), Play(0, "W30"))
    assert (table.lives, table.phase, table.outcome) == (1, Phase.GATHERING, None)
