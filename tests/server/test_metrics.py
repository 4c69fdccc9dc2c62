"""The site's figures: for whoever runs it, and never ahead of what people were told."""

import asyncio

import pytest

from tacit.server.metrics import Moves
from tests.server.answers import call
from tests.server.client import people
from tests.server.sites import figure, inside, quick

ELSEWHERE = (
    {"X-Forwarded-For": "203.0.113.9"},
    {"Forwarded": "for=203.0.113.9"},
    {"X-Real-IP": "203.0.113.9"},
    {"Via": "1.1 proxy"},
    {"Host": "play.example.org"},
)


async def test_this_machine_may_read_them(tmp_path):
    async with inside(quick(tmp_path / "a.db")) as site:
        assert (await call(site, "GET", "/metrics")).status == 200


@pytest.mark.parametrize("headers", ELSEWHERE, ids=lambda one: next(iter(one)))
async def test_what_a_proxy_passes_on_may_not(tmp_path, headers):
    async with inside(quick(tmp_path / "a.db")) as site:
        assert (await call(site, "GET", "/metrics", headers=headers)).status in (403, 404, 421)


async def test_behind_a_proxy_nobody_may(tmp_path):
    async with inside(quick(tmp_path / "a.db", behind_proxy=True)) as site:
        assert (await call(site, "GET", "/metrics")).status == 404


@pytest.mark.parametrize(
    ("given", "status"),
    [("Bearer open sesame", 200), ("Bearer open", 404), ("open sesame", 404), ("", 404)],
)
async def test_with_the_token_from_anywhere_and_without_it_from_nowhere(tmp_path, given, status):
    config = quick(tmp_path / "a.db", metrics_token="open sesame", behind_proxy=True)
    async with inside(config) as site:
        answer = await call(site, "GET", "/metrics", headers={"Authorization": given})
        assert answer.status == status


async def test_a_request_is_counted_when_it_is_answered(tmp_path):
    async with inside(quick(tmp_path / "a.db")) as site, people(site.url, "Ann", "Bob") as crowd:
        ann, bob = crowd
        table = await ann.open("extreme")
        await bob.join(table)
        slow, line = await bob.line(table), await ann.line(table)
        slow.pongs = False
        await line.do("start")
        for kind in ("lay-hand", "lift-hand"):
            for one in (line, slow):
                await one.do("act", action={"kind": kind})
        # Bob's line may be slow, so that what Ann presses now is held for a moment.
        site.site.tables._tables[table].table._lines.get(1).lag._trips = ()
        before = await figure(site, "tacit_requests_total", do="act")
        site.site.tables._tables[table].active = 0
        card = line.copy.view["hand"][0]
        asked = asyncio.create_task(
            line.ask({"do": "act", "action": {"kind": "play", "card": card}})
        )
        while not site.site.tables._tables[table].table._race.next_release:
            await asyncio.sleep(0)
        assert await figure(site, "tacit_requests_total", do="act") == before
        assert site.site.tables._tables[table].active == 0  # GET /api/me tells it
        await asked
        assert site.site.tables._tables[table].active % 60_000 == 0
        assert site.site.tables._tables[table].active > 0
        assert await figure(site, "tacit_requests_total", do="act") == before + 1


def test_moves_are_counted_by_what_was_asked():
    moves = Moves()
    for do in ("act", "act", "join"):
        moves.answered(do)
    assert moves.count == 3
    requests, _ = moves.collect()
    assert {one.labels["do"]: one.value for one in requests.samples} == {"act": 2, "join": 1}
