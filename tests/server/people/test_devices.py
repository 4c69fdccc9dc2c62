"""Before a link is used it says what it does; devices are seen, and ended for good."""

from __future__ import annotations

import asyncio

import aiohttp
import pytest

from tacit.server.people import devices
from tacit.server.people.devices import label
from tacit.server.site import SITE
from tests.server.answers import of
from tests.server.client import Person, people
from tests.server.sites import inside, quick, roomy


async def linked(maker: Person, taker: Person) -> None:
    """Let one person's device become another's."""
    link = await maker.post("/api/me/link")
    await taker.post("/api/me/device", token=link["url"].removeprefix("/device/"))


async def test_a_link_says_what_it_does_before_it_is_used(tmp_path):
    async with inside(quick(tmp_path / "a.db")) as site, people(site.url, "Ann", "Bob") as two:
        ann, bob = two
        for _ in range(2):
            await ann.open("mindup")
        await bob.open("mindup")
        token = (await ann.post("/api/me/link"))["url"].removeprefix("/device/")
        for _ in range(2):
            found = await bob.get(f"/api/me/device/{token}")
            assert found == {"same": False, "mine": 1, "theirs": 2, "name": ""}
        assert (await ann.get(f"/api/me/device/{token}"))["same"] is True
        assert len((await bob.get("/api/me"))["tables"]) == 1, "nothing has happened yet"
        await bob.post("/api/me/device", token=token)
        assert len((await bob.get("/api/me"))["tables"]) == 2
        async with bob.http.get(f"{site.url}/api/me/device/{token}") as response:
            assert response.status == 410


async def test_devices_are_listed_and_an_ended_one_is_nobody_even_after_a_restart(tmp_path):
    db = tmp_path / "a.db"
    async with inside(quick(db)) as site, people(site.url, "Ann", "Phone") as (ann, phone):
        table = await ann.open("mindup")
        assert await ann.get("/api/me/devices") == []
        await linked(ann, phone)
        here = await ann.get("/api/me/devices")
        assert sorted(one["this"] for one in here) == [False, True]
        line = await phone.line(table)
        assert line.copy.house["you"] == 0
        stolen = phone.cookie
        other = next(one["id"] for one in here if not one["this"])
        assert await ann.post("/api/me/devices/end", device=other) == {"ended": 1}
        await line.until_closed()
        assert line.of("bye")[-1]["reason"] == "device-ended"
        assert len(await ann.get("/api/me/devices")) == 1
        assert (await phone.get("/api/me"))["tables"] == []
        assert (await ann.get("/api/me"))["tables"][0]["table"] == table
    async with inside(quick(db)) as site, people(site.url, "Phone") as (phone,):
        phone.http.cookie_jar.update_cookies({"tacit": stolen})
        assert (await phone.get("/api/me"))["tables"] == []


async def test_a_device_that_is_ended_while_its_table_is_sought_is_not_let_in(
    tmp_path, monkeypatch
):
    async with inside(quick(tmp_path / "a.db")) as site, people(site.url, "Ann", "Phone") as two:
        ann, phone = two
        table = await ann.open("mindup")
        await linked(ann, phone)
        seeking, found = asyncio.Event(), asyncio.Event()
        tables = site.app[SITE].tables
        find = tables.find

        async def slowly(name):
            seeking.set()
            await found.wait()
            return await find(name)

        monkeypatch.setattr(tables, "find", slowly)
        connecting = asyncio.create_task(phone.line(table))
        await seeking.wait()
        here = await ann.get("/api/me/devices")
        other = next(one["id"] for one in here if not one["this"])
        assert await ann.post("/api/me/devices/end", device=other) == {"ended": 1}
        found.set()
        with pytest.raises(aiohttp.WSServerHandshakeError) as refused:
            await connecting
        assert refused.value.status == 401


async def test_all_others_can_be_ended_at_once_and_the_first_one_too(tmp_path):
    async with (
        inside(quick(tmp_path / "a.db")) as site,
        people(site.url, "Ann", "Phone", "Tablet") as (ann, phone, tablet),
    ):
        table = await ann.open("mindup")
        await linked(ann, phone)
        await linked(phone, tablet)
        assert await tablet.post("/api/me/devices/end") == {"ended": 2}
        for person, tables in ((ann, 0), (phone, 0), (tablet, 1)):
            assert len((await person.get("/api/me"))["tables"]) == tables
        assert await ann.post("/api/me/devices/end", device="first") == {"ended": 0}
        assert (await tablet.get("/api/me"))["tables"][0]["table"] == table


async def test_a_guest_has_only_so_many_devices(tmp_path, monkeypatch):
    monkeypatch.setattr(devices, "MOST_DEVICES", 2)
    async with inside(quick(tmp_path / "a.db")) as site, people(site.url, "Ann", "Phone") as two:
        ann, phone = two
        await ann.open("mindup")
        await linked(ann, phone)
        async with ann.http.post(f"{site.url}/api/me/link", json={}) as response:
            assert (response.status, (await response.json())["key"]) == (409, "too-many-devices")


async def test_with_too_many_devices_a_link_ends_the_one_unseen_longest(tmp_path, monkeypatch):
    async with (
        inside(quick(tmp_path / "a.db")) as site,
        people(site.url, "Ann", "Phone", "Tablet") as (ann, phone, tablet),
    ):
        await ann.open("mindup")
        await linked(ann, phone)
        site.later(60)
        token = (await ann.post("/api/me/link"))["url"].removeprefix("/device/")
        monkeypatch.setattr(devices, "MOST_DEVICES", 2)
        await tablet.post("/api/me/device", token=token)
        assert len(await ann.get("/api/me/devices")) == 2
        assert (await phone.get("/api/me"))["tables"] == []
        assert len((await tablet.get("/api/me"))["tables"]) == 1


async def test_a_new_link_replaces_the_one_before(tmp_path):
    async with inside(quick(tmp_path / "a.db")) as site, people(site.url, "Ann", "Phone") as two:
        ann, phone = two
        await ann.open("mindup")
        urls = [(await ann.post("/api/me/link"))["url"] for _ in range(2)]
        old, new = [url.removeprefix("/device/") for url in urls]
        answer = await of(phone, "POST", "/api/me/device", json={"token": old})
        assert answer.problem == (410, "old-link")
        await phone.post("/api/me/device", token=new)


async def test_too_many_links_from_one_address_have_to_wait(tmp_path):
    config = quick(tmp_path / "a.db", limits=roomy(links=2))
    async with inside(config) as site, people(site.url, "Ann") as (ann,):
        await ann.open("mindup")
        answers = [await of(ann, "POST", "/api/me/link", json={}) for _ in range(3)]
        assert [answer.status for answer in answers] == [201, 201, 429]
        assert answers[-1].problem == (429, "too-many")
        site.later(61)
        assert (await of(ann, "POST", "/api/me/link", json={})).status == 201


def test_a_label_tells_no_more_than_the_kind_of_device():
    agent = "Mozilla/5.0 (iPhone; CPU iPhone OS 17_0 like Mac OS X) AppleWebKit Safari/604.1"
    assert label(agent) == "Safari, iPhone"
    assert label("curl/8") == label("") == "?"
