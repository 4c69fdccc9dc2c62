"""Who is host of an evening: passed on by hand, or taken over when the host was away."""

from __future__ import annotations

import pytest

from tacit.server.cluster import peers
from tacit.table.decide.host import HOST_GRACE_MS
from tests.server.client import eventually, people
from tests.server.cluster.test_nodes import at, nodes
from tests.server.http.test_evenings import finish, opened, tables_of
from tests.server.http.test_groups import problem
from tests.server.sites import inside, quick, roomy
from tests.store.postgres_server import new_place

NAMES = ("Ann", "Bob", "Cy")
GRACE_S = HOST_GRACE_MS // 1000


@pytest.fixture
def place() -> str:
    return new_place()


async def test_a_host_passes_the_role_on_and_the_next_one_begins_the_round(tmp_path):
    async with (
        inside(quick(tmp_path / "a.db")) as site,
        people(site.url, "Ann", "Bob", "Cy") as all3,
    ):
        ann, bob, cy = all3
        path = await opened(*all3)
        assert await problem(bob, f"{path}/pass-host", guest=2) == (409, "evening-host-only")
        assert (await ann.post(f"{path}/pass-host", guest=1))["host"] == 1
        assert await problem(ann, f"{path}/rounds", x=1) == (409, "evening-host-only")
        assert (await bob.post(f"{path}/rounds"))["round"]["number"] == 1
        assert await problem(bob, f"{path}/remove", guest=0) == (409, "evening-opener")
        assert await problem(cy, f"{path}/claim-host", x=1) == (409, "host-here")
        assert (await ann.post(f"{path}/claim-host"))["host"] == 0, "the opener at any time"


async def test_a_stranger_with_the_link_stays_outside_a_locked_evening(tmp_path):
    async with (
        inside(quick(tmp_path / "a.db")) as site,
        people(site.url, "Ann", "Bob", "Eve") as (ann, bob, eve),
    ):
        path = await opened(ann, bob)
        assert await problem(bob, f"{path}/lock", locked=True) == (409, "evening-host-only")
        assert await problem(eve, f"{path}/lock", locked=True) == (409, "not-in-evening")
        assert await problem(ann, f"{path}/lock", locked="yes") == (400, "bad-request")
        assert (await ann.post(f"{path}/lock", locked=True))["locked"]
        assert await problem(eve, f"{path}/join", name="Eve") == (409, "evening-locked")
        assert (await eve.get(path))["locked"], "the page says so before they try"
        await bob.post(f"{path}/leave")
        assert (await bob.post(f"{path}/join", name="Bob"))["you"] == 1
        assert not (await ann.post(f"{path}/lock", locked=False))["locked"]
        assert (await eve.post(f"{path}/join", name="Eve"))["you"] == 2


async def test_when_the_hosts_phone_is_dead_a_guest_takes_over_and_the_evening_goes_on(tmp_path):
    async with (
        inside(quick(tmp_path / "a.db")) as site,
        people(site.url, *NAMES[:2]) as (ann, bob),
    ):
        path = await opened(ann, bob)
        await ann.post(f"{path}/rounds")
        for table, sitting in (await tables_of(path, (ann, bob))).items():
            await finish(site, table, sitting)
        site.later(GRACE_S - 1)
        await ann.get(path)
        site.later(GRACE_S - 1)
        assert not (await bob.get(path))["host_away"]
        assert await problem(bob, f"{path}/claim-host", x=1) == (409, "host-soon")
        assert await problem(bob, f"{path}/rounds", x=1) == (409, "evening-host-only")
        site.later(2)
        assert (await bob.get(path))["host_away"]
        seen = await bob.post(f"{path}/claim-host")
        assert (seen["host"], seen["host_away"]) == (1, False)
        assert (await bob.post(f"{path}/rounds"))["round"]["number"] == 2
        await ann.get(path)
        assert (await bob.get(path))["host"] == 1, "who comes back is a guest"


async def test_a_site_that_has_just_started_takes_the_host_to_be_here(tmp_path):
    async with (
        inside(quick(tmp_path / "a.db")) as site,
        people(site.url, *NAMES[:2]) as (ann, bob),
    ):
        path = await opened(ann, bob)
        jar = bob.http.cookie_jar
        site.later(GRACE_S - 5)
    async with inside(quick(tmp_path / "a.db")) as site, people(site.url, "Bob") as (bob,):
        for cookie in jar:
            bob.http.cookie_jar.update_cookies({cookie.key: cookie.value})
        site.later(GRACE_S - 1)
        assert not (await bob.get(path))["host_away"]
        site.later(2)
        assert (await bob.get(path))["host_away"]


async def test_a_host_who_looks_at_another_node_is_here(monkeypatch, place):
    monkeypatch.setattr(peers, "BEAT_S", 0.05)
    async with nodes(place) as (one, two), people(one.url, "Ann", "Bob") as (ann, bob):
        path = await opened(ann, bob)
        name = path.rpartition("/")[2]
        for node in (one, two):
            node.later(2 * GRACE_S)
        await at(ann, two).get(path)
        there, heard = two.site.evenings.presence, one.site.evenings.presence
        await eventually(lambda: heard._elsewhere.get(name) == there.news[name])
        assert not (await bob.get(path))["host_away"]
        assert await problem(bob, f"{path}/claim-host", x=1) == (409, "host-here")
        for node in (one, two):
            node.later(GRACE_S)
        await eventually(lambda: heard._heard >= one.site.clock() - 500)
        assert (await bob.post(f"{path}/claim-host"))["host"] == 1
        assert (await at(bob, two).get(path))["host"] == 1


async def test_others_than_the_host_have_nothing_read_for_them_and_are_bounded(tmp_path):
    config = quick(tmp_path / "a.db", limits=roomy(my_games=1))
    async with inside(config) as site, people(site.url, "Ann", "Bob", "Eve") as (ann, bob, eve):
        path = await opened(ann, bob)
        evenings, read = site.site.evenings, []
        read_anew = evenings.read_anew

        async def noted(name):
            read.append(name)
            return await read_anew(name)

        evenings.read_anew = noted
        assert await problem(bob, f"{path}/end", x=1) == (409, "evening-host-only")
        assert await problem(bob, f"{path}/rounds", x=1) == (409, "evening-host-only")
        assert await problem(eve, f"{path}/end", x=1) == (409, "not-in-evening")
        assert await problem(eve, "/api/evenings/none/end", x=1) == (404, "not-found")
        statuses = [(await problem(eve, f"{path}/end", x=1))[0] for _ in range(20)]
        assert 429 in statuses
        assert read == []
