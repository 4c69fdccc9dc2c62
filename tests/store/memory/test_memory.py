"""The store of simulations and tests."""

import pytest

from tacit.store import MemoryStore, StoreError
from tests.store.conformance import StoreConformance, outcome, write
from tests.store.erasure_conformance import ForgettingConformance
from tests.store.games_conformance import GamesConformance


class TestMemoryStore(StoreConformance, GamesConformance, ForgettingConformance):
    @pytest.fixture
    def store(self):
        return MemoryStore()


def test_it_fails_when_told_to_and_recovers():
    store = MemoryStore()
    write(store, "K7QF", b"one")
    store.fail = StoreError("The game log could not be saved: database or disk is full.")
    assert outcome(store, "K7QF", 1, [b"two"]) is store.fail
    store.fail = None
    assert outcome(store, "K7QF", 1, [b"two"]) is None
    assert store.load("K7QF") == [b"one", b"two"]


def test_it_answers_before_append_returns():
    told = []
    MemoryStore().append("K7QF", 0, [b"one"], told.append)
    assert told == [None]


def test_its_commits_take_no_time_and_are_counted():
    commits = []
    store = MemoryStore(on_commit=lambda seconds, entries: commits.append((seconds, entries)))
    write(store, "K7QF", b"one", b"two")
    outcome(store, "K7QF", 0, [b"refused"])
    outcome(store, "K7QF", 2, [])
    assert commits == [(0.0, 2)]
