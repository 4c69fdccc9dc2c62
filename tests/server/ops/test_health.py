"""Health tells the truth, costs little, and readiness is apart."""

from __future__ import annotations

import asyncio

import pytest

from tacit.server.ops.health import KEPT_S, Health
from tacit.store import StoreError
from tests.server.answers import call
from tests.server.sites import inside, quick


class Checked:
    """A store that can be asked whether it could write, and says what it is told to say."""

    def __init__(self) -> None:
        self.checks = 0
        self.fail: StoreError | None = None

    def check(self) -> None:
        self.checks += 1
        if self.fail is not None:
            raise self.fail


@pytest.mark.parametrize(
    ("said", "word"),
    [
        ("The game log could not be saved: database or disk is full.", "full"),
        ("The game log could not be saved: unable to open database file.", "gone"),
        ("The game log could not be saved: attempt to write a readonly database.", "read-only"),
        ("The game log could not be saved: it rained.", "broken"),
    ],
)
async def test_what_is_wrong_is_said_in_a_word(said, word):
    store = Checked()
    health = Health(store, None)
    assert await health.trouble() is None
    store.fail = StoreError(said)
    health._looked -= 2 * KEPT_S
    assert await health.trouble() == word


async def test_however_many_ask_the_disk_is_asked_once_a_second():
    store = Checked()
    health = Health(store, None)
    answers = await asyncio.gather(*(health.trouble() for _ in range(1000)))
    assert answers == [None] * 1000
    assert store.checks == 1


async def test_a_database_that_is_gone_is_not_well(tmp_path):
    db = tmp_path / "a.db"
    async with inside(quick(db)) as site:
        assert (await call(site, "GET", "/healthz")).json == {"ok": True}
        assert (await call(site, "GET", "/readyz")).json == {"ok": True}
        for file in tmp_path.glob("a.db*"):
            file.unlink()
        site.site.health._looked -= 2 * KEPT_S
        answer = await call(site, "GET", "/healthz")
        assert (answer.status, answer.json) == (503, {"ok": False, "reason": "gone"})
        assert (await call(site, "GET", "/readyz")).status == 200


async def test_a_full_disk_is_not_well(tmp_path, monkeypatch):
    async with inside(quick(tmp_path / "a.db")) as site:
        monkeypatch.setattr("tacit.server.ops.health.MIN_FREE_BYTES", 2**80)
        answer = await call(site, "GET", "/healthz")
        assert (answer.status, answer.json) == (503, {"ok": False, "reason": "full"})


async def test_a_site_that_stops_is_not_ready(tmp_path):
    async with inside(quick(tmp_path / "a.db")) as site:
        site.site.stopping = True
        answer = await call(site, "GET", "/readyz")
        assert (answer.status, answer.json) == (503, {"ok": False, "reason": "stopping"})
        site.site.stopping = False
