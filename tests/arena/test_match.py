"""Whole games between bots, and bots that do not behave."""

import pytest

import tacit
from tacit.arena.runner.match import play_match
from tacit.arena.runner.simulate import simulate
from tacit.bots.bot import BotError
from tacit.bots.registry import find_bot
from tacit.games import extreme
from tacit.games.extreme.bots.metronome import Metronome
from tacit.games.extreme.bots.random import Random


@pytest.mark.parametrize("players", [2, 3, 4])
def test_metronomes_of_one_pace_win(players):
    bots = [("metronome", Metronome)] * players
    for game in simulate("extreme", {"players": players}, bots, games=5, seed=1):
        assert game.result == {"outcome": "won", "level": extreme.TEAMS[players].last_level}


def test_greedy_beats_random():
    bots = [(name, find_bot(name, "mindup")) for name in ("greedy", "random", "random", "random")]
    games = simulate("mindup", {"players": 4}, bots, games=100, seed=1)
    assert sum(game.result["places"][0] == 1 for game in games) > 50


def test_the_same_seed_plays_the_same_games():
    def events():
        bots = [("random", Random)] * 3
        return [game.events for game in simulate("extreme", {"players": 3}, bots, 3, seed=2)]

    assert events() == events()


class Stubborn:
    """Plays Mind Up! and The Mind Extreme badly in a way each test chooses."""

    def __init__(self, seat, players, seed):
        self.seat = seat


def extreme_game():
    return tacit.new("extreme", players=2, seed=1)


def test_an_illegal_card_is_the_bots_fault():
    class Illegal(Stubborn):
        def choose(self, view, budget):
            return 99

    game = tacit.new("mindup", players=3, seed=1, names=["a", "b", "c"])
    with pytest.raises(
        BotError, match=r"The bot in seat 0 \(a\) failed: chose the card 99, which its view"
    ):
        play_match(game, [Illegal] * 3, "x")


def test_a_crash_is_the_bots_fault():
    class Crash(Stubborn):
        def choose(self, view, budget):
            raise ZeroDivisionError

    game = tacit.new("mindup", players=3, seed=1)
    with pytest.raises(BotError, match=r"seat 1 .*failed: ZeroDivisionError"):
        play_match(game, [find_bot("random", "mindup"), Crash, Crash], "x")


def test_bots_that_wait_for_each_other_are_found():
    class Waits(Stubborn):
        def plan(self, view, now_ms):
            return None

    with pytest.raises(BotError, match="All bots wait for each other"):
        play_match(extreme_game(), [Waits] * 2, "x")


def test_bots_that_never_end_are_stopped(monkeypatch):
    class Undecided(Stubborn):
        def plan(self, view, now_ms):
            action = extreme.LiftHand if view.down[self.seat] else extreme.LayHand
            return (now_ms, action(seat=self.seat)) if self.seat == 0 else None

    monkeypatch.setattr("tacit.arena.runner.match.MOST_ACTIONS", 50)
    with pytest.raises(BotError, match="did not finish their game within 50 actions"):
        play_match(extreme_game(), [Undecided] * 2, "x")


def test_a_bot_with_cards_owes_the_star_one():
    class Miser(Metronome):
        def plan(self, view, now_ms):
            if view.phase is extreme.Phase.PLAYING:
                return now_ms, extreme.ProposeStar(seat=self._seat)
            return super().plan(view, now_ms)

        def discard(self, view):
            return None

    with pytest.raises(BotError, match="answered None, which is no card"):
        play_match(extreme_game(), [Miser] * 2, "x")


def test_a_refused_star_is_nobodys_fault():
    class Against(Random):
        def agree_to_star(self, view):
            return False

    game = extreme_game()
    play_match(game, [Against, Random], "x")
    assert game.over
