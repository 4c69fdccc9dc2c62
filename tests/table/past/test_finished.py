"""The games in a log, found without playing them through again."""

import pytest

from tacit.table.log.records import Ended, Entry, Rematched, decode, encode
from tacit.table.past.finished import Player, finished_games
from tacit.table.past.replays import replay_of
from tests.table.logged import log_of

ANN, BOB = ("ann-id", "Ann"), ("bob-id", "Bob")
AT = 1_700_000_000_000


@pytest.mark.parametrize("game", ["mindup", "extreme"])
@pytest.mark.parametrize("seed", range(3))
def test_they_are_the_games_that_the_replays_show(game, seed):
    log = log_of(game, [ANN, BOB], ["random"] if game == "mindup" else ["metronome"], games=3)
    found = finished_games(log)
    assert [one.number for one in found] == [1, 2, 3]
    for one in found:
        replay = replay_of(decode(log), one.number)
        assert one.result == replay.result
        assert tuple(player.name for player in one.players) == replay.names
        assert one.people == ("ann-id", "bob-id", "")
        assert [player.bot for player in one.players] == [False, False, True]
    times = [time for one in found for time in (one.begun, one.ended)]
    assert times == sorted(times)
    assert times[0] > AT


def test_a_game_that_goes_on_is_not_among_them():
    log = log_of("mindup", [ANN, BOB], ["random"], games=2)
    assert len(finished_games(log)) == 2
    assert len(finished_games(log[:-1])) == 1
    assert finished_games(log[:1]) == finished_games([]) == []


def test_a_game_that_was_given_up_is_told_without_a_result():
    log = log_of("mindup", [ANN, BOB], ["random"], games=2)
    last = finished_games(log)[1]
    end = encode(Entry(house=(Ended(at=AT + 10**9, games=1),)))
    first, given_up = finished_games([*log[:-1], end])
    assert first.result is not None
    assert given_up.result is None
    assert given_up.players == (Player("Ann"), Player("Bob"), Player("random", bot=True))
    assert last.begun <= given_up.ended <= last.ended


def test_a_table_that_ends_between_two_games_has_given_none_up():
    log = log_of("extreme", [ANN, BOB])
    again = encode(Entry(house=(Rematched(seed="00" * 32),)))
    end = encode(Entry(house=(Ended(at=AT, games=1),)))
    assert len(finished_games([*log, again, end])) == 1
    assert len(finished_games([*log, end])) == 1


def test_a_player_may_be_called_like_an_event():
    log = log_of("mindup", [("x", "game-ended"), ("y", '"house":'), ("z", "at")])
    (found,) = finished_games(log)
    assert [player.name for player in found.players] == ["game-ended", '"house":', "at"]
    assert len(finished_games(log[:-1])) == 0


def test_a_game_that_names_no_last_event_is_played_through(monkeypatch):
    log = log_of("mindup", [ANN, BOB], ["random"], games=2)
    quickly = finished_games(log)
    monkeypatch.setattr("tacit.table.past.finished.part", lambda game, layer: None)
    assert finished_games(log) == quickly
