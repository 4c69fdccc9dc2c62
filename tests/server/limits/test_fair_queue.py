"""A fair queue of work: parties in turn, bounded, and those in debt after all others."""

from __future__ import annotations

import pytest

from tacit.server.config import Limits
from tacit.server.limits.budget import Budgets
from tacit.server.limits.fair_queue import FairQueue, QueueFull, ShareFull


def _served(queue: FairQueue, wanted: list[tuple[str, str]]) -> list[str]:
    """Return in which order works begin, when each ends before the next begins."""
    begun: list[tuple[str, str]] = []
    for party, key in wanted:
        queue.put(party, key, lambda one=(party, key): begun.append(one))
    for number in range(len(wanted)):
        queue.leave(*begun[number])
    return [key for _, key in begun]


def test_parties_are_served_in_turn():
    queue = FairQueue(1)
    wanted = [("a", "a1"), ("a", "a2"), ("a", "a3"), ("b", "b1")]
    assert _served(queue, wanted) == ["a1", "a2", "b1", "a3"]


def test_an_address_that_used_up_its_share_of_the_workers_comes_after_all_others():
    budgets = Budgets(Limits(worker_s=10.0, worker_share=0.001))
    budgets.charge_worker("a", 9.0)
    assert not budgets.is_in_worker_debt("a")
    budgets.charge_worker("a", 9.0)
    queue = FairQueue(1, ledger=budgets)
    wanted = [("a", "a1"), ("a", "a2"), ("b", "b1"), ("c", "c1"), ("b", "b2")]
    assert _served(queue, wanted) == ["a1", "b1", "c1", "b2", "a2"]


def test_what_waits_is_bounded_for_each_party_and_for_all():
    queue = FairQueue(1, most=3, share=2)
    for key in ("a1", "a2"):
        queue.put("a", key, lambda: None)
    with pytest.raises(ShareFull):
        queue.put("a", "a3", lambda: None)
    queue.put("b", "b1", lambda: None)
    with pytest.raises(QueueFull):
        queue.put("c", "c1", lambda: None)
