"""The checker of groups and deals finds what was lost, done twice or left out of a tally."""

from __future__ import annotations

import random
from concurrent.futures import Future
from types import SimpleNamespace

import msgspec

from tacit.club.group import KIND, Founded, Named, TableOpened
from tacit.store import SqliteStore
from tacit.store.store import log_id
from tests.cluster import clubs
from tests.cluster.clubs import Member, check_clubs

GROUP = log_id(KIND, "G")


def append(store, log, entries):
    done = Future()
    store.append(log, len(store.load(log)), entries, done.set_result)
    assert done.result() is None


def member(names, deals=()):
    one = Member(SimpleNamespace(id="ann", name="Ann"), "G", random.Random(1))
    one.names, one.deals = list(names), set(deals)
    return one


def found(store, one):
    return [(problem.kind, problem.what) for problem in check_clubs(store, [one])]


def test_what_was_answered_must_be_in_the_log_once(tmp_path):
    store = SqliteStore(tmp_path / "a.db")
    events = [Founded("ann", "Ann", "Fridays", 1), Named("ann", "Ann 0"), Named("ann", "Ann 1")]
    append(store, GROUP, [msgspec.json.encode(one) for one in events])
    assert found(store, member(["Ann 0", "Ann 1"])) == []
    assert found(store, member(["Ann 0", "Ann 2"])) == [("lost", "Ann 2")]
    append(store, GROUP, [msgspec.json.encode(Named("ann", "Ann 0"))])
    assert found(store, member([]))[0][0] == "doubled"
    store.close()


def test_a_deal_that_is_not_there_and_a_game_that_is_not_in_the_tally_are_found(
    tmp_path, monkeypatch
):
    monkeypatch.setattr(clubs, "SETTLES_WITHIN_S", 0.0)
    monkeypatch.setattr(clubs, "_finished", lambda _, table: [1] if table == "T" else [])
    store = SqliteStore(tmp_path / "a.db")
    events = [Founded("ann", "Ann", "Fridays", 1), TableOpened("T", "mindup", 2)]
    append(store, GROUP, [msgspec.json.encode(one) for one in events])
    assert found(store, member([], ["daily-mindup-x"])) == [
        ("tally", "misses ('T', 1)"),
        ("deal", "was opened 0 times"),
    ]
    store.close()
