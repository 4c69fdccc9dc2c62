"""Bots see views, do what is allowed, and do the same again for the same seed."""

import pytest
from msgspec.structs import replace

import tacit
from tacit.bots.asking import asking_of
from tacit.bots.bot import BotError
from tacit.bots.registry import find_bot
from tacit.games import extreme, mindup
from tacit.games.extreme.bots.between_plays import between_plays
from tacit.games.extreme.bots.metronome import PACE_MS, Metronome, clock
from tacit.games.mindup.bots.greedy import Greedy


def mindup_view(**changes):
    view = tacit.new("mindup", players=3, seed=1).view(0)
    return replace(view, **changes)


def test_greedy_takes_the_card_it_can_be_sure_of():
    view = mindup_view(
        row=(10, 20, 30),
        hand=(1, 60),
        order=(1, 2, 3, 4, 5),
        round=2,
        known=((), (40, 41), (42, 43)),
    )
    # Below both opponents lies the 10 (+2), above both the 30 (0): each opens the first column.
    assert Greedy(0, 3, 0).choose(view, 1.0) == 1


def test_greedy_prefers_the_column_worth_more():
    tableau = ((31,), (), (), (), ())
    view = mindup_view(
        row=(20, 26, 30),
        hand=(1, 60),
        order=(5, 1, 2, 3, 4),
        round=2,
        known=((), (40, 41), (42, 43)),
        tableaux=(tableau, mindup.EMPTY, mindup.EMPTY),
    )
    assert Greedy(0, 3, 0).choose(view, 1.0) == 60


@pytest.mark.parametrize("game", ["mindup", "extreme"])
def test_every_built_in_bot_is_found_and_remembers_nothing_of_others(game):
    for name in asking_of(game).bots:
        assert find_bot(name, game)(0, 3, 1) is not None


def playing(level=1, **changes):
    """A view in play that began at 1000 ms."""
    game = tacit.new("extreme", players=2, seed=1)
    view = replace(
        game.view(0),
        level=level,
        phase=extreme.Phase.PLAYING,
        blind=extreme.LEVELS[level].blind,
        pauses=(extreme.Pause(at=1000, playing=True),),
        now=1000,
    )
    return replace(view, **changes)


def laid(card, at, colour="white", seat=1):
    return extreme.LaidSeen(seat=seat, at=at, colour=extreme.Colour(colour), card=card)


def test_the_metronome_lays_a_card_when_its_number_is_due():
    plan = Metronome(0, 2, 0).plan(playing(hand=("W10", "R49")), 1000)
    assert plan == (1000 + 2 * PACE_MS, extreme.Play(seat=0, card="R49", at=1000 + 2 * PACE_MS))


def test_an_open_card_sets_the_clock():
    view = playing(hand=("W10",), events=(laid("W7", 2000),))
    assert Metronome(0, 2, 0).plan(view, 2000)[0] == 2000 + 3 * PACE_MS


def test_a_blind_card_does_not_set_the_clock_and_a_pause_stops_it():
    hidden = playing(events=(laid(None, 1000 + 5 * PACE_MS),))
    assert clock(hidden, extreme.Colour.WHITE, 1000 + 5 * PACE_MS, PACE_MS) == pytest.approx(5)
    stopped = playing(
        pauses=(
            extreme.Pause(at=1000, playing=True),
            extreme.Pause(at=1000 + PACE_MS, playing=False),
        )
    )
    assert clock(stopped, extreme.Colour.RED, 99999, PACE_MS) == pytest.approx(1)


def test_the_metronome_is_never_late_for_its_own_past():
    assert Metronome(0, 2, 0).plan(playing(hand=("W1",)), 5000)[0] == 5000


def test_the_metronome_waits_with_an_empty_hand_and_gives_the_card_that_waits_longest():
    bot = Metronome(0, 2, 0)
    assert bot.plan(playing(hand=()), 1000) is None
    assert bot.agree_to_star(playing())
    assert bot.discard(playing(hand=("W10", "W20", "R45"))) == "W10"
    assert bot.discard(playing(hand=())) is None


def test_between_plays_bots_lay_lift_and_get_ready():
    view = tacit.new("extreme", players=2, seed=1).view(0)
    assert isinstance(between_plays(view, 0)[1], extreme.LayHand)
    assert between_plays(replace(view, down=(True, False)), 0) is None
    lifting = replace(view, phase=extreme.Phase.LIFTING, down=(True, True))
    assert isinstance(between_plays(lifting, 0)[1], extreme.LiftHand)
    passed = replace(view, phase=extreme.Phase.PASSED)
    assert isinstance(between_plays(passed, 0)[1], extreme.Ready)
    assert between_plays(replace(view, seat=None), 0) is None


def test_a_bot_from_a_file(tmp_path):
    file = tmp_path / "mine.py"
    file.write_text("class Mine:\n    def choose(self, view, budget):\n        return 1\n")
    assert find_bot(f"{file}:Mine", "mindup").__name__ == "Mine"
    with pytest.raises(BotError, match="has no class Yours"):
        find_bot(f"{file}:Yours", "mindup")
    file.write_text("import nothing_like_this")
    with pytest.raises(BotError, match="cannot be loaded: ModuleNotFoundError"):
        find_bot(f"{file}:Mine", "mindup")
    (tmp_path / "notes.txt").write_text("")
    with pytest.raises(BotError, match="is not a Python file"):
        find_bot(f"{tmp_path / 'notes.txt'}:Mine", "mindup")


def test_a_bot_from_an_entry_point(monkeypatch):
    class Entry:
        def load(self):
            return Greedy

    def entry_points(group, name):
        return [Entry()] if (group, name) == ("tacit.bots", "outside") else []

    monkeypatch.setattr("tacit.bots.registry.entry_points", entry_points)
    assert find_bot("outside", "mindup") is Greedy


def test_a_bot_file_may_have_dataclasses(tmp_path):
    file = tmp_path / "noting.py"
    file.write_text(
        "from __future__ import annotations\n"
        "from dataclasses import dataclass\n"
        "@dataclass\n"
        "class Note:\n"
        "    seat: int\n"
        "class Bot:\n"
        "    def __init__(self, seat, players, seed):\n"
        "        self.note = Note(seat)\n"
        "    def choose(self, view, budget):\n"
        "        return view.hand[0]\n"
    )
    assert find_bot(f"{file}:Bot", "mindup")(2, 3, 1).note.seat == 2
