"""The review of The Mind Extreme: margins, paces and synchrony."""

import json
import statistics

import pytest

from tacit.arena.runner.simulate import simulate
from tacit.bots.registry import find_bot
from tacit.cli import main
from tacit.games.extreme.review.clock import Clock, Told, Wait, clock_of
from tacit.review.reviewing import Depth, review
from tests.games.extreme.synchrony import STEADY, by_level, drill, synchronies


def a_replay(bots=("human-14", "human-14", "human-14"), seed=1):
    seated = [(name, find_bot(name, "extreme")) for name in bots]
    (game,) = simulate("extreme", {"players": len(bots)}, seated, 1, seed)
    return game


def test_the_shape_is_the_promised_one():
    game = a_replay()
    found = review(game.replay())
    assert [*found] == ["game", "synchrony", "levels", "moments", "counts", "seats"]
    assert 0 < found["synchrony"] < 1
    sheet = game.scoresheet()
    for level, played in zip(found["levels"], sheet["levels"], strict=True):
        assert [*level] == ["level", "synchrony", "plays"]
        assert 0 < level["synchrony"] < 1
        plays = [event for event in played["events"] if event["kind"] == "play"]
        told = [(play["t"], play["seat"], play["card"]) for play in level["plays"]]
        assert told == [(play["t"], play["seat"], play["card"]) for play in plays]
        mistakes = [play["margin"] for play in level["plays"] if (play["margin"] or 0) < 0]
        errors = sum(bool(play["aside"]) for play in plays) + played["blind_errors"]
        assert len(mistakes) == errors
    for seat in found["seats"]:
        assert [*seat] == ["name", "pace", "spread"]
        assert 0.05 < seat["pace"]["white"] < 2


def test_it_does_not_depend_on_seed_deals_or_cores():
    replay = a_replay().replay()
    assert review(replay) == review(replay, Depth(seed=9, deals=7, jobs=2))


def test_a_margin_is_the_time_since_another_players_card_on_that_pile():
    found = review(a_replay(("metronome", "metronome"), seed=2).replay())
    for level in found["levels"]:
        last = {}
        for play in level["plays"]:
            colour = play["card"][0]
            others = [
                at for (pile, seat), at in last.items() if pile == colour and seat != play["seat"]
            ]
            if play["margin"] is None:
                assert not others
            elif play["margin"] >= 0:
                assert play["margin"] <= play["t"] - max(others)
            last[colour, play["seat"]] = play["t"]


def waits(*paces, told=Told.EXACT):
    return [Wait(1, 0, "white", pace, told) for pace in paces]


def test_one_clock_is_nearly_one_and_a_single_wait_says_little():
    steady = clock_of(waits(*[-1.2] * 200))
    assert steady.synchrony > 0.97
    assert steady.log_pace == pytest.approx(-1.2)
    assert clock_of([]) is None
    assert clock_of([], likely=Clock(-1.0, 0.2)).synchrony == pytest.approx(Clock(0, 0.2).synchrony)


def test_silences_count():
    """A player who is always overtaken shows in no wait of theirs, only in silences."""
    quick = waits(*[-1.5, -1.4, -1.6] * 20)
    slow = waits(*[-1.0] * 40, told=Told.SLOWER)
    assert clock_of(quick + slow).synchrony < clock_of(quick).synchrony - 0.1


def test_synchrony_rises_with_steadiness():
    found = [statistics.mean(synchronies(kind, 3, 0.28, 0.0, 2)) for kind in STEADY]
    assert found == sorted(found, reverse=True)
    assert found[0] - found[-1] > 0.4


def test_synchrony_rises_with_how_alike_paces_are():
    found = [statistics.mean(synchronies("human-14", 3, 0.28, apart, 2)) for apart in (0, 0.2, 0.5)]
    assert found[0] > found[1] + 0.05 > found[2] + 0.1


@pytest.mark.parametrize("kind", ["human-7", "human-30"])
def test_synchrony_depends_neither_on_the_pace_nor_on_the_number_of_players(kind):
    found = [
        statistics.mean(synchronies(kind, players, pace, 0.0, 2))
        for players in (2, 4)
        for pace in (0.14, 0.6)
    ]
    assert max(found) - min(found) < 0.06


def test_synchrony_does_not_depend_on_the_level():
    levels = by_level("human-14", 2, 4)
    assert [*levels] == [*range(1, 13)]
    assert max(levels.values()) - min(levels.values()) < 0.09


def test_the_command_prints_it(tmp_path, capsys):
    file = str(tmp_path / "game.tacit.json")
    a_replay().save(file)
    assert main(["review", file, "--json"]) == 0
    assert json.loads(capsys.readouterr().out)["game"] == "extreme"
    assert main(["review", file]) == 0
    assert "where its clock said 10 seconds" in capsys.readouterr().out


def test_every_replay_ever_written_can_be_reviewed(capsys):
    for name in ("v1-extreme", "v1-site-extreme"):
        assert main(["review", f"tests/replays/{name}.tacit.json", "--json"]) == 0
    for name in ("v1-mindup", "v1-site-mindup"):
        assert main(["review", f"tests/replays/{name}.tacit.json", "--json", "--deals", "5"]) == 0
    assert len(capsys.readouterr().out.splitlines()) == 4


def test_waits_are_of_people_who_could_have_played():
    for wait in drill("human-7", [0.28, 0.28], "one"):
        assert wait.told is not Told.EXACT or abs(wait.log_pace + 1.27) < 0.6
