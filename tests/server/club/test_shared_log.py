"""Logs that every node appends to: nothing is lost when several write at once."""

import asyncio

import msgspec
import pytest

from tacit.club.decision import Decided
from tacit.core.rulebook import Refused
from tacit.server.club import shared_log
from tacit.server.club.shared_log import BUSY, NOT_SAVED, SharedLog
from tacit.server.config import Limits
from tacit.server.limits.budget import Budgets
from tacit.server.limits.metering import PAYER
from tacit.store import SqliteStore, open_store
from tacit.store.store import Conflict
from tests.store.postgres_server import new_place


class Added(msgspec.Struct, frozen=True, tag="added"):
    number: int


def total(events):
    return sum(one.number for one in events)


@pytest.fixture(params=["sqlite", "postgres"])
def store(request, tmp_path):
    url = str(tmp_path / "club.db") if request.param == "sqlite" else new_place()
    store = open_store(url)
    yield store
    store.close()


def sums(store):
    return SharedLog(store, "sum", Added, total)


async def test_a_log_is_opened_once(store):
    log = sums(store)
    assert await log.read("A") is None
    assert await log.change("A", lambda _: Decided([Added(1)])) is None
    assert await log.open("A", Decided([Added(2)], {"ann": True})) == 2
    with pytest.raises(Conflict):
        await log.open("A", Decided([Added(3)]))
    assert await log.read("A") == 2
    assert await log.names_of("ann", 10) == ["A"]
    assert await log.names_of("bob", 10) == []


async def test_of_many_who_change_a_log_at_once_each_change_counts(store):
    logs = [sums(store) for _ in range(3)]
    await logs[0].open("A", Decided([Added(0)]))
    found = await asyncio.gather(*(one.change("A", lambda _: Decided([Added(1)])) for one in logs))
    assert sorted(found) == [1, 2, 3]
    assert await logs[0].read("A") == 3


async def test_hundreds_on_several_nodes_change_a_log_at_once_and_each_change_counts(store):
    nodes = [sums(store) for _ in range(3)]
    await nodes[0].open("A", Decided([Added(0)]))
    crowd = [one.change("A", lambda _: Decided([Added(1)])) for _ in range(30) for one in nodes]
    assert sorted(await asyncio.gather(*crowd)) == list(range(1, 91))
    assert not any(one._queues for one in nodes), "none waits any more"


async def test_those_who_change_a_log_have_their_turn_in_order_and_too_many_are_refused(
    store, monkeypatch
):
    monkeypatch.setattr(shared_log, "MOST_WAITING", 5)
    log = sums(store)
    await log.open("A", Decided([Added(0)]))
    crowd = (log.change("A", lambda _: Decided([Added(1)])) for _ in range(7))
    assert await asyncio.gather(*crowd) == [1, 2, 3, 4, 5, BUSY, BUSY]


async def test_what_is_refused_or_causes_nothing_changes_nothing(store):
    log = sums(store)
    await log.open("A", Decided([Added(5)]))
    no = Refused("no", "No.")
    assert await log.change("A", lambda _: no) is no
    assert await log.change("A", lambda _: Decided()) == 5
    assert len(store.load("sum:A")) == 1


async def test_a_log_is_folded_once_however_often_it_is_read(store):
    folds = []

    def counted(events):
        folds.append(len(events))
        return total(events)

    log = SharedLog(store, "sum", Added, counted)
    await log.open("A", Decided([Added(1)]))
    assert [await log.read("A") for _ in range(20)] == [1] * 20
    assert await log.change("A", lambda _: Decided([Added(2)])) == 3
    assert await log.read("A") == 3
    assert folds == [1, 2]
    other_node = sums(store)
    await other_node.change("A", lambda _: Decided([Added(3)]))
    assert await log.read("A") == 6


def test_a_log_that_was_rewritten_in_place_is_folded_again(tmp_path):
    """As erasure does."""
    log = sums(SqliteStore(tmp_path / "club.db"))
    assert log._folded_as("A", [msgspec.json.encode(Added(1))]) == 1
    assert log._folded_as("A", [msgspec.json.encode(Added(7))]) == 7


async def test_a_log_is_read_at_the_cost_of_who_asks(store):
    budgets = Budgets(Limits())
    log = SharedLog(store, "sum", Added, lambda events: sum(range(10**6)) + len(events))
    PAYER.set(budgets.of("192.0.2.1"))
    await log.open("A", Decided([Added(1)]))
    spent_s = budgets.of("192.0.2.1").spent_s
    assert spent_s > 0.001
    await log.read("A")
    assert budgets.of("192.0.2.1").spent_s < 2 * spent_s, "it is folded already"


async def test_what_cannot_be_saved_is_refused(tmp_path):
    store = SqliteStore(tmp_path / "club.db")
    log = sums(store)
    await log.open("A", Decided([Added(1)]))
    store.close()
    assert await log.change("A", lambda _: Decided([Added(1)])) is NOT_SAVED
