"""A site whose database is not there yet waits for it; one whose database refuses it does not."""

from __future__ import annotations

import asyncio
import json

import aiohttp
import asyncpg
import pytest

from tacit.cli.host.upgrade import before_serving
from tacit.server.http import waiting
from tacit.store import StoreError, Unreachable
from tacit.store.postgres.log import _told
from tests.cluster.ports import free_ports
from tests.cluster.postgres import Postgres
from tests.server.sites import quick

PLACE = "postgresql://tacit@127.0.0.1:1/club"


@pytest.mark.parametrize(
    ("error", "passes"),
    [
        (ConnectionRefusedError("refused"), True),
        (TimeoutError(), True),
        (asyncpg.CannotConnectNowError("the database system is starting up"), True),
        (asyncpg.InvalidPasswordError("password authentication failed"), False),
        (asyncpg.InvalidCatalogNameError('database "club" does not exist'), False),
        (ValueError("no such option"), False),
    ],
    ids=lambda one: type(one).__name__,
)
async def test_a_database_that_is_away_is_told_from_one_that_refuses(error, passes):
    with pytest.raises(StoreError) as raised:
        async with _told(PLACE):
            raise error
    assert isinstance(raised.value, Unreachable) is passes


async def _answer(port: int, path: str) -> tuple[int, bytes]:
    """Ask until there is an answer: what is waited for is told before anything listens."""
    async with aiohttp.ClientSession() as http:
        while True:
            try:
                async with http.get(f"http://127.0.0.1:{port}{path}") as answer:
                    return answer.status, await answer.read()
            except aiohttp.ClientConnectionError:
                await asyncio.sleep(0.02)


async def test_a_site_waits_for_a_database_that_starts_later(monkeypatch, capsys):
    monkeypatch.setattr(waiting, "RETRY_S", 0.1)
    database, port = free_ports(2)
    postgres = await asyncio.to_thread(Postgres, database)
    try:
        await asyncio.to_thread(
            before_serving, postgres.url
        )  # the command looks first; nothing is there to upgrade
        config = quick(postgres.url, port=port)
        starting = asyncio.create_task(waiting.set_up(config, asyncio.Event()))
        status, body = await _answer(port, "/healthz")
        assert (status, json.loads(body)) == (503, {"ok": False, "reason": "gone"})
        status, body = await _answer(port, "/t/any")
        assert status == 503
        assert b"its database does not answer" in body
        assert not starting.done()
        await asyncio.to_thread(postgres.start)
        runner, _ = await asyncio.wait_for(starting, 60)
        await runner.cleanup()
    finally:
        postgres.close()
    first, last = capsys.readouterr().err.splitlines()
    assert first.startswith(f"tacit: 127.0.0.1:{database}/postgres cannot be reached")
    assert first.endswith("The site waits for it, and answers 503.")
    assert last == "tacit: The database answers: the site starts."


async def test_a_database_that_never_answers_is_given_up(monkeypatch, capsys):
    monkeypatch.setattr(waiting, "RETRY_S", 0.01)
    monkeypatch.setattr(waiting, "DATABASE_WAIT_S", 0.0)
    with pytest.raises(Unreachable, match="cannot be reached"):
        await waiting.set_up(quick(PLACE), asyncio.Event())
    with pytest.raises(Unreachable, match="cannot be reached"):
        await waiting.wait_for_database(PLACE, asyncio.Event())
    assert not capsys.readouterr().err


async def test_several_nodes_are_started_once_the_database_answers(monkeypatch, capsys):
    asked = []

    def version(url: str) -> tuple[int, int]:
        asked.append(url)
        if len(asked) < 3:
            raise Unreachable("It cannot be reached.")
        raise StoreError("there is no Tacit database in it")  # the nodes make one

    monkeypatch.setattr(waiting, "version_of", version)
    monkeypatch.setattr(waiting, "RETRY_S", 0.0)
    assert await waiting.wait_for_database(PLACE, asyncio.Event())
    assert asked == [PLACE] * 3
    assert len(capsys.readouterr().err.splitlines()) == 2


async def test_a_site_that_waits_for_its_database_can_be_stopped(capsys):
    stop = asyncio.Event()
    waits = asyncio.create_task(waiting.wait_for_database(PLACE, stop))
    told = ""
    async with asyncio.timeout(20):
        while "waits for it" not in told:
            await asyncio.sleep(0.01)
            told += capsys.readouterr().err
        stop.set()
        assert not await waits
