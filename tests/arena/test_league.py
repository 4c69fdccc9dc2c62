"""Who is named on the command line, and who plays whom."""

from collections import Counter

import pytest

from tacit.arena.runner.entrant import entrant, maker
from tacit.arena.tournament import league
from tacit.arena.tournament.league import schedule
from tacit.bots.bot import BotError


def entrants(*words):
    return tuple(entrant(word) for word in words)


def lineups(names, players, deals, *, league=False, seed=1):
    plan = schedule(entrants(*names), players, seed, league=league)
    labels = [one.label for one in plan.entrants]
    return ["".join(labels[bot] for bot in plan.lineup(deal)) for deal in range(deals)]


def test_a_name_may_carry_a_time_or_a_number_of_playouts():
    assert entrant("search").millis is None
    assert entrant("search@2.5").millis == 2.5
    assert entrant("search#200").playouts == 200
    file = entrant("some#where/@home/mine.py:Mine@50")
    assert (file.name, file.millis) == ("some#where/@home/mine.py:Mine", 50)


@pytest.mark.parametrize("word", ["a@", "a@x", "a@0", "a@-1", "a#", "a#0", "a#1.5", "a@nan", ""])
def test_a_wrong_measure_is_told(word):
    with pytest.raises(BotError):
        entrant(word)


def test_a_bot_is_told_its_playouts_if_it_can_count_them(tmp_path):
    file = tmp_path / "mine.py"
    file.write_text(
        "class Mine:\n"
        "    def __init__(self, seat, players, seed, playouts=None):\n"
        "        self.playouts = playouts\n"
        "    def choose(self, view, budget):\n"
        "        return view.hand[0]\n"
    )
    assert maker(entrant(f"{file}:Mine#7"), "mindup")(0, 4, 1).playouts == 7
    assert maker(entrant(f"{file}:Mine"), "mindup")(0, 4, 1).playouts is None
    with pytest.raises(BotError, match="greedy cannot count playouts"):
        maker(entrant("greedy#7"), "mindup")


def test_two_bots_are_one_against_copies_of_the_other():
    assert lineups("ab", 4, 2) == ["abbb", "abbb"]


def test_a_bot_for_each_seat_is_a_table():
    assert lineups("abca", 4, 1) == ["abca"]
    assert lineups("aab", 3, 1) == ["aab"]


def test_more_bots_than_seats_are_a_league_of_every_line_up():
    once = lineups("abcde", 3, 10)
    assert len(set(once)) == 10
    assert Counter("".join(once)) == dict.fromkeys("abcde", 6)
    assert lineups("abcde", 3, 10, seed=2) != once


def test_every_line_up_comes_again_before_any_comes_a_third_time():
    assert set(Counter(lineups("abcde", 3, 20)).values()) == {2}


def test_in_a_small_league_bots_sit_down_more_than_once():
    assert set(lineups("ab", 3, 2, league=True)) == {"aab", "abb"}
    assert set(lineups("abc", 4, 12)) == {
        *("aaab", "aaac", "aabb", "aabc", "aacc", "abbb"),
        *("abbc", "abcc", "accc", "bbbc", "bbcc", "bccc"),
    }


def test_a_league_too_large_for_all_line_ups_draws_them(monkeypatch):
    monkeypatch.setattr(league, "MOST_LINEUPS", 5)
    drawn = lineups("abcde", 3, 50)
    assert all(len(set(lineup)) == 3 for lineup in drawn)
    assert len(set(drawn)) > 5
    assert lineups("abcde", 3, 50) == drawn


def test_one_bot_is_no_arena():
    with pytest.raises(BotError, match="two different bots"):
        schedule(entrants("a", "a", "a"), 3, 1, league=False)
