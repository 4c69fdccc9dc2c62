"""The plainest conduct: what a game gets that says nothing of its own."""

from __future__ import annotations

import random
import re
from pathlib import Path

import pytest

import tacit
from tacit.core.rulebook import Millis
from tacit.games import mindup
from tacit.table.conduct import Conduct, conduct_of
from tacit.table.log.records import TABLE_SETTINGS, Settings

PLAIN = Conduct()


@pytest.mark.parametrize(
    ("settings", "wrong"),
    [
        (Settings(), None),
        (Settings(objectives=2), "has no objectives"),
        (Settings(own={"practice": 3}), None),
        (Settings(own={"magic": 3}), "no such settings"),
        (Settings(own={"players": 3}), "players are no setting"),
        (Settings(own={"players": 9}), "players"),
        (Settings(own={"practice": 13}), "2 players practise levels 1 to 12"),
        (Settings(own={"practice": "many"}), "Expected `int`"),
    ],
)
def test_what_a_host_chose_is_tried_on_the_rules(settings, wrong):
    said = PLAIN.wrong_settings("extreme", settings)
    assert said is None if wrong is None else wrong in said


def test_without_races_there_is_no_close_call_and_people_may_talk():
    assert PLAIN.close_call(None, None, Millis(0), Millis(0)) is None
    assert PLAIN.ends_close_call(None)
    assert PLAIN.may_talk(None)
    assert PLAIN.chapter(None) is None
    assert PLAIN.rules_settings(Settings(), 3) == {"players": 3}
    assert PLAIN.ends_stop(None)
    assert PLAIN.table_settings({"players": 3}) == {}
    assert PLAIN.what_if(None, (1, 1), "digest") is None
    assert not PLAIN.is_practice(Settings())


@pytest.mark.parametrize("seed", range(6))
def test_what_a_seat_may_do_is_what_the_rules_allow(seed):
    """Mind Up! says it with less work; it is the same, turn by turn, picks taken back as well."""
    luck = random.Random(seed)
    game = tacit.new("mindup", players=luck.randint(3, 6), seed=seed)
    conduct = conduct_of("mindup")
    while not game.over:
        for seat in range(game.players):
            options = conduct.options(mindup, game.state, seat)
            assert options == PLAIN.options(mindup, game.state, seat)
        seat = luck.choice([seat for seat in range(game.players) if game.legal(seat)])
        game.play(seat, luck.choice(game.legal(seat)))
    assert conduct.options(mindup, game.state, 0) == {}


@pytest.mark.parametrize("room", ["table", "server", "store"])
def test_the_framework_asks_for_no_setting_of_one_game(room):
    """Which of the others a game follows is for its conduct to say."""
    own = set(Settings.__struct_fields__) - TABLE_SETTINGS - {"own"}
    asks = re.compile(rf"settings\.({'|'.join(own)})\b")
    files = sorted((Path(tacit.__file__).parent / room).rglob("*.py"))
    assert files
    assert [file for file in files if asks.search(file.read_text("utf-8"))] == []
