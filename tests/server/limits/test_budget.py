"""The budget of one address: what it charges, who has to wait, and what is forgotten."""

from __future__ import annotations

import asyncio

import pytest

from tacit.server.config import Limits
from tacit.server.limits import budget
from tacit.server.limits.budget import Budgets
from tacit.server.limits.metering import Metered


class Clock:
    def __init__(self) -> None:
        self.now = 0.0

    def __call__(self) -> float:
        return self.now


@pytest.fixture
def clock(monkeypatch):
    clock = Clock()
    monkeypatch.setattr(budget, "perf_counter", clock)
    return clock


LIMITS = Limits(
    loop_pace=0.25,
    loop_pace_ms=10,
    loop_share=0.01,
    loop_share_ms=100,
    loop_overdraft=0.5,
    loop_overdraft_ms=0,
)


def test_an_address_in_debt_waits_until_its_pace_has_paid(clock):
    account = Budgets(LIMITS).of("a")
    account.spend(0.010)
    assert account.wait_s() == 0.0
    account.spend(0.010)
    assert account.wait_s() == pytest.approx(0.040)
    clock.now += 0.040
    assert account.wait_s() == pytest.approx(0.0)


def test_one_address_never_gets_more_than_its_pace_in_the_long_run(clock):
    account, used = Budgets(LIMITS).of("a"), 0.0
    while clock.now < 60.0:
        account.spend(0.002)
        used += 0.002
        clock.now += max(0.002, account.wait_s())
    assert used <= 0.26 * 60


def test_many_addresses_together_get_no_more_than_their_shares_and_the_overdraft(clock):
    budgets, used = Budgets(LIMITS), 0.0
    accounts = [budgets.of(f"a{number}") for number in range(20)]
    while clock.now < 60.0:
        for account in accounts:
            if not account.wait_s():
                account.spend(0.002)
                used += 0.002
                clock.now += 0.002
        clock.now += 0.001
    assert used <= 60 * (20 * LIMITS.loop_share + LIMITS.loop_overdraft) + 20 * 0.11
    innocent = budgets.of("innocent")
    innocent.spend(0.001)
    assert innocent.wait_s() == 0.0


def test_connections_that_come_too_soon_are_refused_and_cost_something(clock):
    account = Budgets(Limits(connections_per_second=2.0)).of("a")
    assert [account.connect() for _ in range(25)].count(True) == 20
    clock.now += 1.0
    assert [account.connect() for _ in range(5)].count(True) == 2


def test_memory_that_is_held_for_an_address_is_bounded(clock):
    account = Budgets(Limits(held_bytes_per_address=100)).of("a")
    assert account.hold(60)
    assert not account.hold(60)
    assert account.hold(-20)
    assert account.hold(60)
    account.release(100)
    assert account.is_idle


def test_accounts_are_bounded_and_the_idle_ones_go_first(clock):
    budgets = Budgets(LIMITS, most=3)
    here = budgets.of("here")
    here.connections = 1
    here.spend(5.0)
    for number in range(10):
        budgets.of(f"a{number}")
    assert budgets.of("here") is here
    assert len(budgets._accounts) <= 4


async def test_a_coroutine_pays_for_its_steps_and_not_for_its_waiting(monkeypatch):
    class Ledger:
        spent = 0.0

        def spend(self, seconds):
            self.spent += seconds

    ticks = iter(range(100))
    monkeypatch.setattr("tacit.server.limits.metering.thread_time", lambda: float(next(ticks)))

    async def work():
        await asyncio.sleep(0)
        try:
            async with asyncio.timeout(0.001):
                await asyncio.Event().wait()
        except TimeoutError:
            return "late"

    ledger = Ledger()
    assert await Metered(work(), ledger) == "late"
    assert ledger.spent == 3.0  # three steps of one tick each

    async def fails():
        await asyncio.sleep(0)
        raise KeyError("x")

    with pytest.raises(KeyError):
        await Metered(fails(), ledger)
