"""Waiting for news of an evening: everyone hears at once, and what waits costs others nothing."""

from __future__ import annotations

import asyncio
import time
from contextlib import AsyncExitStack

import aiohttp

from tacit.server.club import evening_watch
from tacit.server.config import Limits
from tests.server.answers import call
from tests.server.client import eventually, people
from tests.server.http.test_evenings import begun, finish, look, opened, tables_of
from tests.server.http.test_groups import problem
from tests.server.sites import inside, quick

SECONDS = 20
MANY = 200


async def waits(one, path, tag, seconds=SECONDS):
    """Wait for news of an evening; return the status and the tag."""
    status, now, _ = await look(one, f"{path}/wait?seconds={seconds}", tag)
    return status, now


async def waiting(site, count):
    await eventually(lambda: len(site.site.evenings.watch) == count)


async def test_all_hear_of_a_round_when_it_begins_and_when_it_is_over(tmp_path):
    async with begun(tmp_path / "a.db", "Ann", "Bob") as (site, path, (ann, bob)):
        tables = await tables_of(path, (ann, bob))
        _, tag, _ = await look(bob, path)
        over = asyncio.create_task(waits(bob, path, tag))
        await waiting(site, 1)
        (first, mine), (second, theirs) = tables.items()
        await finish(site, first, mine)
        now = await look(bob, path)
        if bob in theirs:  # a table that is done is no news; your own is, but not urgent
            assert now[1] == tag
        assert not over.done()
        await finish(site, second, theirs)
        status, tag = await over
        assert status == 200
        begins = asyncio.create_task(waits(bob, path, tag))
        await waiting(site, 1)
        await ann.post(f"{path}/rounds")
        status, later = await begins
        assert (status, later != tag) == (200, True)
        assert (await bob.get(path))["round"]["number"] == 2


async def test_the_last_result_of_a_round_wakes_all_without_another_look(tmp_path, monkeypatch):
    monkeypatch.setattr(evening_watch, "LOOK_S", 3600)
    async with begun(tmp_path / "a.db", "Ann", "Bob") as (site, path, (ann, bob)):
        tables = await tables_of(path, (ann, bob))
        _, tag, _ = await look(bob, path)
        over = asyncio.create_task(waits(bob, path, tag))
        await waiting(site, 1)
        for table, sitters in tables.items():
            await finish(site, table, sitters)
        async with asyncio.timeout(SECONDS / 2):  # else the wait itself would bring it
            assert (await over)[0] == 200
        assert (await bob.get(path))["round"]["over"]


async def test_a_wait_ends_when_its_time_is_up_and_brings_what_else_is_new(tmp_path):
    async with (
        inside(quick(tmp_path / "a.db")) as site,
        people(site.url, "Ann", "Bob") as (ann, bob),
    ):
        path = await opened(ann)
        _, tag, _ = await look(ann, path)
        assert await waits(ann, path, tag, 0.01) == (304, tag)
        later = asyncio.create_task(waits(ann, path, tag, 0.5))
        await waiting(site, 1)
        await bob.post(f"{path}/join", name="Bob")
        site.later(1)
        assert not later.done(), "a guest who comes wakes nobody"
        status, now = await later
        assert (status, now != tag) == (200, True)
        assert (await waits(ann, path, tag))[0] == 200, "at once for who has an earlier one"
        assert (await waits(ann, path, None))[0] == 200
        for wrong in ("x", "-1", "26", "nan", "1e9"):
            assert (await problem(ann, f"{path}/wait?seconds={wrong}"))[0] == 400, wrong
        assert (await problem(ann, "/api/evenings/nothing/wait?seconds=9"))[0] == 404
        await ann.post(f"{path}/remove", guest=1)
        assert (await problem(bob, f"{path}/wait?seconds=9"))[0] == 403
        await eventually(lambda: not site.site.evenings.watch._watched)


async def test_a_wait_tells_nothing_of_a_table_before_all_are_done(tmp_path):
    names = ("Ann", "Bob", "Cy", "Dee", "Eve", "Fay")
    async with begun(tmp_path / "a.db", *names) as (site, path, crowd):
        (done, first), (other, second) = (await tables_of(path, crowd)).items()
        tags = [(one, (await look(one, path))[1]) for one in second]
        all_wait = [asyncio.create_task(waits(one, path, tag)) for one, tag in tags]
        await waiting(site, len(second))
        await finish(site, done, first)
        looked = asyncio.Event()
        read = site.site.evenings.watch._read

        async def reads(name):
            known = await read(name)
            looked.set()
            return known

        site.site.evenings.watch._read = reads
        await looked.wait()
        assert len(site.site.evenings.watch) == len(second), "none of them was woken"
        await finish(site, other, second)
        assert {status for status, _ in await asyncio.gather(*all_wait)} == {200}


async def test_two_hundred_wait_behind_one_address_and_stall_no_other(tmp_path):
    """With the limits that a site has by itself, on one connection for each phone."""
    config = quick(tmp_path / "a.db", limits=Limits())
    async with AsyncExitStack() as stack:
        site = await stack.enter_async_context(inside(config))
        (ann,) = await stack.enter_async_context(people(site.url, "Ann"))
        path = await opened(ann)
        await ann.post(f"{path}/join", name="Ann")
        phones = await stack.enter_async_context(
            aiohttp.ClientSession(connector=aiohttp.TCPConnector(limit=0))
        )

        async def phone() -> tuple[int, float]:
            async with phones.get(site.url + path) as told:
                tag = told.headers["ETag"]
            url = f"{site.url}{path}/wait?seconds={SECONDS}"
            async with phones.get(url, headers={"If-None-Match": tag}) as told:
                return told.status, time.monotonic()

        crowd = [asyncio.create_task(phone()) for _ in range(MANY)]
        await waiting(site, MANY)
        begin = time.monotonic()
        assert (await call(site, "GET", "/healthz")).status == 200
        assert time.monotonic() - begin < 2, "who waits stalls no other"
        begin = time.monotonic()
        await ann.post(f"{path}/end")
        heard = await asyncio.gather(*crowd)
        assert {status for status, _ in heard} == {200}
        assert max(at for _, at in heard) - begin < SECONDS / 2, "woken, not timed out"
        assert len(site.site.evenings.watch) == 0


async def test_waits_are_bounded_and_one_more_is_answered_at_once(tmp_path, monkeypatch):
    monkeypatch.setattr(evening_watch, "MOST_OF_ADDRESS", 2)
    async with inside(quick(tmp_path / "a.db")) as site, people(site.url, "Ann") as (ann,):
        path = await opened(ann)
        _, tag, _ = await look(ann, path)
        two = [asyncio.create_task(waits(ann, path, tag)) for _ in range(2)]
        await waiting(site, 2)
        assert await waits(ann, path, tag) == (304, tag)
        monkeypatch.setattr(evening_watch, "MOST_OF_ADDRESS", 9)
        monkeypatch.setattr(evening_watch, "MOST_WAITING", 2)
        assert await waits(ann, path, tag) == (304, tag)
        await ann.post(f"{path}/end")
        assert {status for status, _ in await asyncio.gather(*two)} == {200}


async def test_who_hangs_up_waits_no_more(tmp_path):
    async with inside(quick(tmp_path / "a.db")) as site, people(site.url, "Ann") as (ann,):
        path = await opened(ann)
        _, tag, _ = await look(ann, path)
        gone = asyncio.create_task(waits(ann, path, tag))
        await waiting(site, 1)
        gone.cancel()
        begin = time.monotonic()
        await waiting(site, 0)
        assert time.monotonic() - begin < SECONDS / 2


async def test_waits_end_when_the_site_stops(tmp_path):
    async with AsyncExitStack() as stack:
        site = await stack.enter_async_context(inside(quick(tmp_path / "a.db")))
        async with people(site.url, "Ann") as (ann,):
            path = await opened(ann)
            _, tag, _ = await look(ann, path)
            wait = asyncio.create_task(waits(ann, path, tag))
            await waiting(site, 1)
            begin = time.monotonic()
            stops = asyncio.create_task(stack.aclose())
            assert await wait == (304, tag)
            assert time.monotonic() - begin < SECONDS / 2
        await stops
