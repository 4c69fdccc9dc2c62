"""Nobody gets more than their share of the site."""

from __future__ import annotations

import asyncio
import resource

import aiohttp
from multidict import CIMultiDict

from tacit.club.evening_requests import MOST_PEOPLE
from tacit.server.club.evening_watch import MOST_OF_ADDRESS
from tacit.server.config import Limits
from tacit.server.ops.open_files import open_files, raise_open_files
from tacit.server.tables import lobby
from tacit.server.transport.acceptor import SPARE_FILES, max_connections
from tests.server.answers import NEW, call, of
from tests.server.client import eventually, people
from tests.server.sites import inside, quick, roomy


async def test_too_many_requests_from_one_address_have_to_wait(tmp_path):
    async with inside(quick(tmp_path / "a.db", limits=roomy(requests=0.001))) as site:
        site.site.requests._size = 3
        answers = [await call(site, "GET", "/healthz") for _ in range(5)]
        assert [answer.status for answer in answers] == [200, 200, 200, 429, 429]
        assert answers[-1].problem == (429, "too-fast")
        assert answers[-1].headers["Retry-After"] == "2"
        site.later(1000)
        assert (await call(site, "GET", "/healthz")).status == 200


async def test_a_club_behind_one_address_loads_the_app_together(tmp_path):
    people, pages, files = 20, 6, 30
    async with inside(quick(tmp_path / "a.db", limits=Limits())) as site:
        site.site.clock = lambda: 0
        async with aiohttp.ClientSession() as http:
            for path, times in (("/static/a.js", files), ("/worker.js", 1), ("/healthz", pages)):
                for _ in range(people * times):
                    async with http.get(site.url + path) as response:
                        assert response.status != 429, path


async def test_too_many_files_for_one_address_have_to_wait(tmp_path):
    async with inside(quick(tmp_path / "a.db", limits=roomy(files=0.2))) as site:
        site.site.clock = lambda: 0
        answers = [await call(site, "GET", "/static/a.js") for _ in range(3)]
        assert [answer.status for answer in answers] == [404, 404, 429]
        assert (await call(site, "GET", "/healthz")).status == 200, "that is another matter"


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
        await eventually(lambda: len(site.site.connections) == 1)
        await ann.line(table, headers={"X-Forwarded-For": "192.0.2.3"})


async def test_a_second_line_of_forwarded_addresses_evades_nothing(tmp_path):
    limits = roomy(new_tables=1)
    async with inside(quick(tmp_path / "a.db", limits=limits, behind_proxy=True)) as site:
        for number, status in enumerate((201, 429)):
            own, proxys = ("X-Forwarded-For", f"192.0.2.{number}"), ("X-Forwarded-For", "192.0.3.7")
            headers = CIMultiDict([own, proxys])
            answer = await call(site, "POST", "/api/tables", json=NEW, headers=headers)
            assert answer.status == status


async def test_all_addresses_of_one_network_share_their_limits(tmp_path):
    limits = roomy(new_tables=1)
    async with inside(quick(tmp_path / "a.db", limits=limits, behind_proxy=True)) as site:
        for host, status in ((1, 201), (2, 429)):
            from_there = {"X-Forwarded-For": f"2001:db8::{host}"}
            answer = await call(site, "POST", "/api/tables", json=NEW, headers=from_there)
            assert answer.status == status


async def test_a_table_nobody_connects_to_is_closed_after_minutes(tmp_path):
    async with inside(quick(tmp_path / "a.db")) as site, people(site.url, "Ann", "Bob") as two:
        ann, bob = two
        empty, used = await ann.open("mindup"), await ann.open("mindup")
        line = await ann.line(used)
        await line.close()
        await bob.join(empty)  # over HTTP: that is no visit
        tables, store = site.site.tables, site.site.store
        site.later(4 * 60)
        assert tables.evict_idle() == 0
        site.later(2 * 60)
        assert tables.evict_idle() == 1
        await eventually(lambda: store.open_tables(10) == [used])
        again = await ann.line(empty)  # the link is still good
        assert [one["name"] for one in again.copy.house["guests"]] == ["Ann", "Bob"]


async def test_a_table_woken_that_nobody_connects_to_leaves_memory_and_stays_open(tmp_path):
    async with inside(quick(tmp_path / "a.db")) as site, people(site.url, "Ann") as (ann,):
        table = await ann.open("mindup")
        await (await ann.line(table)).close()
        tables = site.site.tables
        await eventually(lambda: sum(live.table.connections for live in tables) == 0)
        site.later(61 * 60)
        assert tables.evict_idle() == 1
        await ann.get(f"/api/tables/{table}")
        site.later(6 * 60)
        assert tables.evict_idle() == 1
        assert site.site.store.open_tables(10) == [table]


async def test_a_full_house_has_room_again_as_soon_as_nobody_comes_to_its_tables(tmp_path):
    async with inside(quick(tmp_path / "a.db", limits=roomy(tables=2))) as site:
        for _ in range(2):
            assert (await call(site, "POST", "/api/tables", json=NEW)).status == 201
        assert (await call(site, "POST", "/api/tables", json=NEW)).problem == (503, "house-full")
        site.later(25)
        assert (await call(site, "POST", "/api/tables", json=NEW)).status == 201


async def test_a_full_house_lets_tables_sleep_that_were_left_a_while_ago(tmp_path):
    config = quick(tmp_path / "a.db", limits=roomy(tables=2))
    async with inside(config) as site, people(site.url, "Ann") as (ann,):
        left, kept = [await ann.open("mindup") for _ in range(2)]
        for table in (left, kept):
            line = await ann.line(table)
            if table == left:
                await line.close()
        await eventually(lambda: sum(live.table.connections for live in site.site.tables) == 1)
        assert (await call(site, "POST", "/api/tables", json=NEW)).problem == (503, "house-full")
        site.later(25)
        assert (await call(site, "POST", "/api/tables", json=NEW)).status == 201
        assert not site.site.tables.is_in_memory(left)
        assert site.site.tables.is_in_memory(kept)


async def test_the_lobby_is_looked_at_once_a_second(tmp_path):
    limits = roomy(lobby_seconds=1.0)
    config = quick(tmp_path / "a.db", limits=limits)
    async with inside(config) as site, people(site.url, "Ann") as (ann,):
        assert (await call(site, "GET", "/api/tables")).json == []
        await ann.line(await ann.open("mindup", settings={"public": True}))
        assert (await call(site, "GET", "/api/tables")).json == []
        site.later(1.1)
        assert len((await call(site, "GET", "/api/tables")).json) == 1


async def test_nobody_fills_the_lobby(tmp_path, monkeypatch):
    monkeypatch.setattr(lobby, "MOST_SHOWN", 8)
    config = quick(tmp_path / "a.db", behind_proxy=True)
    async with inside(config) as site, people(site.url, "Eve", "Ann") as (eve, ann):
        tables = []
        for person, where in [(eve, "192.0.2.1")] * 9 + [(ann, "192.0.2.2")]:
            wanted = {"game": "mindup", "name": person.name, "settings": {"public": True}}
            if person is eve:
                wanted["bots"] = ["greedy"]  # tables with more people come first
            headers = {"X-Forwarded-For": where}
            answer = await of(person, "POST", "/api/tables", json=wanted, headers=headers)
            tables.append(answer.json["table"])
            await person.line(tables[-1])
        shown = [one["table"] for one in await ann.get("/api/tables")]
        assert len(shown) == 8
        assert shown.index(tables[-1]) == lobby.FEW


async def test_connections_are_limited_by_address(tmp_path):
    limits = roomy(connections_per_address=3)
    async with inside(quick(tmp_path / "a.db", limits=limits)) as site:
        held = [await asyncio.open_connection("127.0.0.1", site.port) for _ in range(3)]
        for _, writer in held:  # its answer shows that the site has taken it
            writer.write(b"GET /healthz HTTP/1.1\r\nHost: x\r\n\r\n")
        for reader, _ in held:
            assert (await reader.readline()).startswith(b"HTTP/1.1 200")
        reader, writer = await asyncio.open_connection("127.0.0.1", site.port)
        assert not await _answered(reader, writer)
        writer.close()
        held[0][1].close()
        elsewhere = ("127.0.0.2", 0)
        other = await asyncio.open_connection("127.0.0.1", site.port, local_addr=elsewhere)
        assert await _answered(*other)
        for _, writer in [*held, other]:
            writer.close()


async def _answered(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> bool:
    try:
        writer.write(b"GET /healthz HTTP/1.1\r\nHost: x\r\n\r\n")
        return (await reader.readline()).startswith(b"HTTP/1.1 200")
    except ConnectionError:
        return False


async def test_a_connection_that_asks_for_nothing_is_closed(tmp_path):
    async with inside(quick(tmp_path / "a.db", limits=roomy(head_seconds=0.05))) as site:
        for half in (b"", b"GET /healthz HTT", b"GET /healthz HTTP/1.1\r\nHost: x\r\nA: b"):
            reader, writer = await asyncio.open_connection("127.0.0.1", site.port)
            writer.write(half)
            async with asyncio.timeout(10):
                assert await reader.read() == b""
            writer.close()


async def test_a_body_that_never_comes_is_not_waited_for(tmp_path):
    async with inside(quick(tmp_path / "a.db", limits=roomy(body_seconds=0.05))) as site:
        reader, writer = await asyncio.open_connection("127.0.0.1", site.port)
        writer.write(b"POST /api/tables HTTP/1.1\r\nHost: x\r\nContent-Length: 100\r\n\r\n{")
        async with asyncio.timeout(10):
            assert (await reader.readline()).startswith(b"HTTP/1.1 408")
        writer.close()


async def test_a_process_takes_as_many_files_as_it_may(monkeypatch):
    asked = []
    monkeypatch.setattr(resource, "getrlimit", lambda _: asked[-1] if asked else (1024, 4096))
    monkeypatch.setattr(resource, "setrlimit", lambda _, limit: asked.append(limit))
    assert open_files() == 1024
    assert raise_open_files() == 4096
    assert max_connections(Limits(connections=10_000)) == 4096 - SPARE_FILES


def test_the_largest_evening_fits_behind_one_address():
    """Everyone in the room has a connection at a table, and TVs and second devices come on top."""
    limits = Limits()
    assert limits.lines_per_address >= MOST_PEOPLE * 3 // 2
    assert limits.connections_per_address >= MOST_PEOPLE * 4, "a browser keeps some for HTTP"
    assert limits.lines_per_address * 50 <= limits.lines, "one address cannot fill the site"
    assert limits.connections_per_address * 20 <= limits.connections
    assert limits.evening_tables >= MOST_PEOPLE
    at_once = 10 * limits.evening_requests
    assert at_once >= MOST_PEOPLE * 4, "a round begins: an answer, a table, its connection, a wait"
    assert MOST_OF_ADDRESS >= MOST_PEOPLE * 3 // 2
