"""Nobody gets more than his share of the site."""

from __future__ import annotations

import aiohttp

from tests.server.answers import NEW, call
from tests.server.client import eventually, people
from tests.server.sites import inside, quick, roomy


async def test_too_many_requests_from_one_address_have_to_wait(tmp_path):
    async with inside(quick(tmp_path / "a.db", limits=roomy(requests=0.001))) as site:
        site.site.requests._size = 3
        answers = [await call(site, "GET", "/healthz") for _ in range(5)]
        assert [answer.status for answer in answers] == [200, 200, 200, 429, 429]
        assert answers[-1].problem == (429, "too-fast")
        site.later(1000)
        assert (await call(site, "GET", "/healthz")).status == 200


async def test_too_many_new_tables_from_one_address_have_to_wait(tmp_path):
    limits = roomy(new_tables=2)
    async with inside(quick(tmp_path / "a.db", limits=limits, behind_proxy=True)) as site:
        answers = [await call(site, "POST", "/api/tables", json=NEW) for _ in range(3)]
        assert [answer.status for answer in answers] == [201, 201, 429]
        assert answers[-1].problem == (429, "too-many")
        elsewhere = {"X-Forwarded-For": "203.0.113.5, 198.51.100.7"}
        answer = await call(site, "POST", "/api/tables", json=NEW, headers=elsewhere)
        assert answer.status == 201
        site.later(1800)
        assert (await call(site, "POST", "/api/tables", json=NEW)).status == 201


async def test_addresses_are_believed_behind_a_proxy_only(tmp_path):
    async with inside(quick(tmp_path / "a.db", limits=roomy(new_tables=1))) as site:
        for number, status in enumerate((201, 429)):
            forged = {"X-Forwarded-For": f"203.0.113.{number}"}
            answer = await call(site, "POST", "/api/tables", json=NEW, headers=forged)
            assert answer.status == status


async def test_of_forwarded_addresses_only_the_proxys_own_is_believed(tmp_path):
    limits = roomy(new_tables=1)
    async with inside(quick(tmp_path / "a.db", limits=limits, behind_proxy=True)) as site:
        for number, status in enumerate((201, 429)):
            forged = {"X-Forwarded-For": f"203.0.113.{number}, 198.51.100.7"}
            answer = await call(site, "POST", "/api/tables", json=NEW, headers=forged)
            assert answer.status == status


async def test_a_full_house_says_so(tmp_path):
    async with inside(quick(tmp_path / "a.db", limits=roomy(tables=1))) as site:
        assert (await call(site, "POST", "/api/tables", json=NEW)).status == 201
        answer = await call(site, "POST", "/api/tables", json=NEW)
        assert answer.problem == (503, "house-full")


async def test_lines_are_limited_by_address_and_altogether(tmp_path):
    limits = roomy(lines=2, lines_per_address=1)
    config = quick(tmp_path / "a.db", limits=limits, behind_proxy=True)
    async with inside(config) as site, people(site.url, "Ann") as (ann,):
        table = await ann.open("mindup")
        statuses = []
        for address in ("192.0.2.1", "192.0.2.1", "192.0.2.2", "192.0.2.3"):
            try:
                line = await ann.line(table, headers={"X-Forwarded-For": address})
                statuses.append(101)
            except aiohttp.WSServerHandshakeError as error:
                statuses.append(error.status)
        assert statuses == [101, 429, 101, 503]
        await line.close()
        await eventually(lambda: sum(site.site.lines.values()) == 1)
        await ann.line(table, headers={"X-Forwarded-For": "192.0.2.3"})
