"""A table does not grow for ever."""

from __future__ import annotations

import pytest

from tacit.table.decide import size_limit
from tacit.table.decide.requests import AddBot, Join, Leave, Pause, Rematch, Rename, Resume, Say
from tests.table.tables import Desk, act, pick, started


@pytest.fixture
def brief(monkeypatch):
    """Let logs reach their limits soon."""

    def brief(long, longest):
        monkeypatch.setattr(size_limit, "MANY_ENTRIES", long)
        monkeypatch.setattr(size_limit, "MAX_ENTRIES", longest)

    return brief


def test_a_worn_out_table_plays_on_to_the_end_and_begins_nothing_new(brief):
    desk = started("mindup", "ann", "bob", "cleo")
    brief(desk.table.version, 1000)
    for request in (Rename(name="Anna"), Join(name="Ann"), AddBot(seat=0, bot="greedy")):
        assert desk.refused("ann", request) == "worn-out"
    desk.connect("dora")
    assert desk.refused("dora", Join(name="Dora")) == "worn-out"
    desk.must("ann", Pause(), Resume(), Say(text="It creaks"))
    desk.finish()
    assert desk.refused("ann", Rematch()) == "worn-out"
    desk.must("ann", Leave())


def test_at_last_nothing_more_is_written(brief):
    desk = started("mindup", "ann", "bob", "cleo")
    brief(0, desk.table.version + 1)
    desk.must("ann", pick(desk.hand("ann")[0]))
    before = len(desk.log)
    for request in (act("take-back"), Pause(), Leave()):
        assert desk.refused("ann", request) == "worn-out"
    desk.must("ann", Say(text="That was it"))
    assert len(desk.log) == before


def test_a_table_of_a_long_evening_is_not_worn_out():
    desk = Desk().seat("ann")
    assert desk.table.version < size_limit.MANY_ENTRIES / 100
    assert size_limit.MANY_ENTRIES < size_limit.MAX_ENTRIES
    desk.must("ann", Rename(name="Anna"))
