"""The table as an object: what it leaves behind."""

from __future__ import annotations

import gc
import weakref

import pytest

from tacit.table.bots import Pace
from tacit.table.decide.requests import AddBot, Start
from tacit.table.tell.messages import Ping
from tests.table.tables import Desk, started


def test_an_evicted_table_leaves_memory_without_the_garbage_collector():
    desk = started("mindup", "ann", "bob", "cleo")
    table = weakref.ref(desk.table)
    gc.collect()
    gc.disable()
    try:
        desk.table.break_cycles()
        del desk.table
        assert table() is None
    finally:
        gc.enable()


def moments(secret: bytes | None) -> tuple[list[int], list[int]]:
    """Return when a guest gets pings and when bots pick, with the same cards each time."""
    desk = Desk("mindup", secret=secret, pace=Pace(), thinking=True).seat("ann")
    desk.must("ann", AddBot(seat=1, bot="random"), AddBot(seat=2, bot="random"), Start())
    desk.wait(60_000)
    line = desk.heard("ann")
    told = zip(line._told, line.messages, strict=True)
    pings = [at for (at, _), message in told if isinstance(message, Ping)]
    picks = [event.at for entry in desk.entries() for event in entry.game if hasattr(event, "at")]
    return pings, picks


@pytest.mark.parametrize("other", [bytes([1]) * 32, None])
def test_tables_with_the_same_seed_have_moments_of_their_own(other):
    """All tables of an evening have it: a guest of one must not foresee pings at another."""
    (pings, picks), (others, their_picks) = moments(bytes(32)), moments(other)
    assert len(pings) > 5
    assert len(picks) == len(their_picks) == 2
    assert len(set(pings) & set(others)) < len(pings) / 2
    assert picks != their_picks
    assert moments(bytes(32)) == (pings, picks), "they follow from the secret"
