"""The frozen field: the same bots, the same deals, the same figure."""

import hashlib
import json

import pytest

from tacit.arena.field import Field, field, measure_league
from tacit.arena.runner.crew import Crew
from tacit.arena.runner.entrant import maker
from tacit.arena.runner.match import play_match
from tacit.bots.registry import offered
from tacit.cli import main
from tacit.core.plug import part
from tacit.games.extreme.arena.field import measure_teams
from tacit.log.game import Game, seed_from

KEPT = {
    1: "cf3ae75f735e5059",
}
"""By field, what all its bots play in a few games. A difference means: make a new field."""


def played(game, number, names):
    """Return what bots of a field play in one game, as a text."""
    label = f"a field: {' '.join(names)}"
    one = Game(game, {"players": len(names)}, seed=seed_from(label), names=names)
    pool = field(game, number)
    play_match(one, [maker(pool.entrant(name), game) for name in names], label)
    return json.dumps(one.scoresheet())


def fingerprint(number):
    opponents, partners = (field(game, number).others for game in ("mindup", "extreme"))
    texts = [played("mindup", number, ("greedy", name, name)) for name in opponents]
    texts += [played("extreme", number, ("metronome", name)) for name in partners]
    return hashlib.sha256("\n".join(texts).encode()).hexdigest()[:16]


@pytest.mark.parametrize("number", part("mindup", "fields"))
def test_the_bots_of_a_field_play_as_they_did_when_it_was_named(number):
    assert fingerprint(number) == KEPT[number]


def test_a_field_seats_the_bot_that_its_name_meant():
    """Linnet has other limits today; field 1 keeps the one it was named with."""
    then = field("mindup", 1).entrant("linnet")
    assert (then.label, then.name) == ("linnet", "linnet-1")
    assert field("mindup", 1).entrant("search#30").playouts == 30
    assert "linnet-1" not in offered("mindup")


SMALL = {
    "mindup": Field(seed=3, others=("random", "greedy"), deals=2, players=4),
    "extreme": Field(seed=3, others=("metronome", "human-7"), deals=3, players=2),
}
BAD = """
class Crasher:
    def __init__(self, seat, players, seed):
        self.calls = 0
    def choose(self, view, budget):
        if view.round == 3 and view.turn == 8 and view.hand[0] % 3 == 0:
            raise RuntimeError("tired")
        return view.hand[0]
    def plan(self, view, now_ms):
        raise RuntimeError("tired")
    def agree_to_star(self, view):
        return True
    def discard(self, view):
        return view.hand[0]
"""


@pytest.fixture
def _small(monkeypatch):
    for game, small in SMALL.items():
        monkeypatch.setitem(part(game, "fields"), 0, small)


def crew(terms):
    return Crew(terms, 1)


@pytest.mark.usefixtures("_small")
def test_the_same_bot_always_comes_to_the_same_figure():
    found = [measure_league("mindup", 0, "linnet", crew) | {"wall": None} for _ in range(2)]
    assert found[0] == found[1]
    assert found[0]["games"] == 16
    found = [measure_teams(0, "metronome") | {"wall": None} for _ in range(2)]
    assert found[0] == found[1]
    assert found[0]["against"][0]["win_rate"] == 1.0


@pytest.mark.usefixtures("_small")
def test_a_bot_of_the_field_can_be_measured_itself():
    found = measure_league("mindup", 0, "greedy", crew)
    assert [row["other"] for row in found["against"]] == ["random", "greedy"]


@pytest.mark.usefixtures("_small")
def test_forfeits_stand_apart_from_strength(tmp_path):
    (tmp_path / "bad.py").write_text(BAD)
    bad = f"{tmp_path / 'bad.py'}:Crasher"
    found = measure_league("mindup", 0, bad, crew)
    assert 0 < found["forfeits"] < found["games"]
    for row in found["against"]:
        assert row["finished"] + row["forfeits"] == row["games"]
    found = measure_teams(0, bad)
    assert found["strength"] is None
    assert found["forfeits"] == 6
    assert "forfeited every game" in found["line"]


@pytest.mark.usefixtures("_small")
def test_the_command_prints_one_line(capsys):
    assert main(["arena", "mindup", "greedy", "--field", "0", "--jobs", "1"]) == 0
    told = capsys.readouterr().out
    assert told.count("\n") == 1
    assert told.startswith("tacit field 0, mindup: greedy ")
    assert main(["arena", "extreme", "metronome", "--field", "0", "--json"]) == 0
    assert json.loads(capsys.readouterr().out)["forfeits"] == 0


@pytest.mark.parametrize(
    "wrong", [["greedy", "random", "--field", "1"], ["greedy", "--field", "99"]]
)
def test_bad_input_is_one_line(wrong, capsys):
    assert main(["arena", "mindup", *wrong]) == 2
    assert capsys.readouterr().err.count("\n") == 1
