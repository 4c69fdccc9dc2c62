"""The same deal at many tables: whatever is played, each seat gets the same cards."""

from __future__ import annotations

import random

import pytest
from hypothesis import given
from hypothesis import settings as hypothesis_settings
from hypothesis import strategies as st

from tacit.club.evening_game import evening_game
from tacit.games.extreme import LevelBegun
from tacit.games.mindup import RoundBegun
from tacit.table.decide.first_entries import first_entries
from tacit.table.decide.requests import AddBot, Join, Start
from tacit.table.log.records import Opened, PersonId
from tacit.table.past.replays import replay_of
from tests.table.logged import played_out


def dealt(game: str, seed: bytes, size: int, people: int, luck: int) -> list[object]:
    """Play a table of an evening by chance, and return what every seat was dealt."""
    plays = evening_game(game)
    setup = Opened(game, seed.hex(), plays.settings, 1000, label="evening:x:1", given=True)
    rng = random.Random(luck)
    joins = [
        (PersonId(f"p{luck}-{at}"), Join(name=f"P{at}", contribution=rng.randbytes(16).hex()))
        for at in range(people)
    ]
    host = joins[0][0]
    bots = [(host, AddBot(seat=at, bot=plays.bot)) for at in range(people, size)]
    entries = first_entries(setup, [*joins, *bots, (host, Start())], lambda: rng.randbytes(32))
    replay = replay_of(played_out(entries, seed=luck), 1)
    return [
        (one.order, one.objectives, one.drawn) if isinstance(one, RoundBegun) else one
        for one in replay.events
        if isinstance(one, RoundBegun | LevelBegun)
    ]


def alike(one: list[object], other: list[object]) -> bool:
    """Tell whether what was dealt is the same as far as both games went."""
    both = min(len(one), len(other))
    return both > 0 and one[:both] == other[:both]


@pytest.mark.parametrize("game", ["mindup", "extreme"])
@hypothesis_settings(max_examples=15, deadline=None)
@given(data=st.data())
def test_tables_that_play_differently_get_the_same_cards(game, data):
    seed = data.draw(st.binary(min_size=32, max_size=32))
    size = data.draw(st.sampled_from(evening_game(game).sizes))
    first = dealt(game, seed, size, size, 1)
    for luck in (2, 3):
        people = data.draw(st.integers(1, size))
        assert alike(first, dealt(game, seed, size, people, luck))
    if game == "mindup":
        assert len(first) == 3, "all rounds are compared"
    assert not alike(first, dealt(game, bytes(32), size, size, 1)) or seed == bytes(32)
