"""The simulated field: a function of the game and the seed, with scores of all strengths."""

from __future__ import annotations

import json
import subprocess
import sys

import pytest

from tacit.bots.asking import asking_of
from tacit.bots.registry import find_bot
from tacit.club.daily import daily_game, games_with_daily
from tacit.club.field import FieldOf, play_deal, play_field, play_one
from tacit.table.luck import luck

SEED = bytes(range(32))


@pytest.mark.parametrize("game", games_with_daily())
def test_every_node_works_out_the_same_field(game):
    wanted = FieldOf(game, SEED.hex(), 12)
    told = []
    field = play_field(wanted, lambda done, of: told.append((done, of)))
    line = subprocess.run(
        [sys.executable, "-m", "tacit.club.field"],
        input=json.dumps({"game": game, "seed": SEED.hex(), "games": 12}).encode(),
        capture_output=True,
        check=True,
    ).stdout.splitlines()[-1]
    assert json.loads(line)["found"]["scores"] == [list(one) for one in field.scores]
    assert len(field.each()) == 12
    assert len(field.scores) > 1, "strong and weak ones differ"
    assert told in ([], [(number, 12) for number in range(1, 13)])


def test_compiled_games_of_a_field_are_the_same_as_plain_ones():
    daily = daily_game("extreme")
    own = [luck(SEED, f"field game {number}") for number in range(8)]
    plain = [play_one(daily, SEED, number, mine) for number, mine in enumerate(own)]
    assert daily.score_many(SEED, own) == plain


def test_the_bots_of_a_day_do_the_same_in_the_same_game():
    daily = daily_game("mindup")
    one, other = (play_deal(daily, SEED, find_bot("greedy", "mindup")(0, 4, 0)) for _ in range(2))
    assert one.events == other.events
    another = play_deal(daily, bytes(32), find_bot("greedy", "mindup")(0, 4, 0))
    assert another.events != one.events


def test_no_bot_of_a_day_needs_a_worker_process():
    for game in games_with_daily():
        asking = asking_of(game)
        assert not {*daily_game(game).bots} & (asking.compiled | asking.hard)
        assert {*daily_game(game).bots} <= {*asking.offered}
