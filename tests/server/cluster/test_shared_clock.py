"""Nodes go by the database's clock: none ends a round or a turn before its time."""

from __future__ import annotations

import time
from types import SimpleNamespace

import pytest

from tacit.server import site as site_module
from tests.server.client import people
from tests.server.http.test_evenings import opened
from tests.server.sites import inside, quick
from tests.store.postgres_server import new_place


@pytest.fixture
def place():
    return new_place()


@pytest.mark.parametrize("ahead_s", [3600, -3600])
async def test_a_node_whose_clock_is_wrong_ends_no_round_at_another_time(
    ahead_s, place, monkeypatch, caplog
):
    async with inside(quick(place)) as right, people(right.url, "Ann", "Bob") as (ann, bob):
        path = await opened(ann, bob)
        await ann.post(f"{path}/rounds")
        wrong_time = SimpleNamespace(time=lambda: time.time() + ahead_s, monotonic=time.monotonic)
        monkeypatch.setattr(site_module, "time", wrong_time)
        async with inside(quick(place)) as wrong, people(wrong.url, "Cy") as (cy,):
            assert abs(wrong.site.clock() - right.site.clock()) < 5000
            assert "clock_differs" in caplog.text
            seen = await cy.get(path)  # a look at an evening ends tables whose time is up
            assert not wrong.site.evenings.tables._collecting
            assert 0 < seen["round"]["until"] - seen["now"] <= 20 * 60_000
