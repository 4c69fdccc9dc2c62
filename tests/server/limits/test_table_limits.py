"""Talk, pauses and changes have their measure."""

from __future__ import annotations

import pytest

from tacit.server.config import Limits
from tacit.server.limits.table_limits import ADDRESS, AT_ONCE, LEAST, TABLE, TableLimits
from tacit.table.decide.requests import Act, Leave, Pause, Rename, Resume, Say, Show
from tests.server.client import people, seated
from tests.server.sites import inside, quick, roomy

TALK = AT_ONCE * 2


def act(kind, **more):
    return {"do": "act", "action": {"kind": kind, **more}}


def limits():
    return TableLimits(Limits(talk=2.0, pauses=2.0, changes=2.0))


def done(limits, request, times, *, person="ann", table="t", address="a", now=0.0):
    """Return how often a guest may ask for something."""
    answers = [limits.refused(request, person, table, address, now) for _ in range(times)]
    assert all(answer is None or answer.key == "too-fast" for answer in answers)
    return answers.count(None)


@pytest.mark.parametrize("request_", [Say(text="Hi"), Show(emote="wave"), Pause(), Leave()])
def test_one_person_may_do_so_much_at_once_and_more_later(request_):
    site = limits()
    assert done(site, request_, 100) == TALK
    assert done(site, request_, 100, now=3.0) == 6
    assert done(site, request_, 100, person="bob") == TALK


def test_talk_pauses_and_changes_are_counted_apart():
    site = limits()
    assert done(site, Say(text="Hi"), 100) == TALK
    assert done(site, Show(emote="wave"), 1) == 0
    assert done(site, Pause(), 100) == TALK
    assert done(site, Resume(), 1) == 0
    assert done(site, Rename(name="Zed"), 1) == 1


def test_stops_and_stars_have_a_measure_of_their_own():
    site = limits()
    star = Act(action={"kind": "propose-star"})
    assert done(site, star, 100) == 2 * TALK
    assert done(site, Pause(), 1) == done(site, Leave(), 1) == 1
    assert done(site, star, 100, now=2.0) == 8


async def test_a_player_who_proposes_stars_all_the_time_has_to_wait_and_may_go_on_playing(tmp_path):
    config = quick(tmp_path / "a.db", limits=roomy(pauses=0.001))
    async with inside(config) as site, people(site.url, "Ann", "Bob") as crowd:
        table = await crowd[0].open("extreme")
        ann, bob = await seated(table, *crowd)
        await ann.do("start")
        answers = []
        for _ in range(LEAST + 2):
            answers.append(await ann.ask(act("propose-star")))
            if answers[-1]["type"] == "ack":
                await bob.ask(act("vote", agree=False))
        assert [answer["type"] for answer in answers] == ["ack"] * LEAST + ["refused"] * 2
        assert answers[-1]["key"] == "too-fast"
        assert (await ann.ask(act("lay-hand")))["type"] == "ack"


def test_many_people_at_one_table_have_a_measure_together():
    site = limits()
    said = [done(site, Say(text="Hi"), TALK, person=str(n), address=str(n)) for n in range(39)]
    assert sum(said) == TABLE * TALK


def test_many_people_at_one_address_have_a_measure_together():
    site = limits()
    said = [done(site, Say(text="Hi"), TALK, person=str(n), table=str(n)) for n in range(39)]
    assert sum(said) == ADDRESS * TALK


async def test_a_guest_who_talks_too_much_is_told_to_wait_and_may_go_on_playing(tmp_path):
    config = quick(tmp_path / "a.db", limits=roomy(talk=0.001))
    async with inside(config) as site, people(site.url, *"ABC") as crowd:
        table = await crowd[0].open("mindup")
        a, b, _ = await seated(table, *crowd)
        answers = [(await a.ask({"do": "say", "text": "Hi"})) for _ in range(12)]
        assert [one["type"] for one in answers] == ["ack"] * 10 + ["refused"] * 2
        assert answers[-1]["key"] == "too-fast"
        assert len(b.copy.house["chat"]) <= 10
        await a.do("start")
        await a.do("act", action={"kind": "pick", "card": a.copy.legal["pick"][0]})
        site.later(20_000)
        assert (await a.ask({"do": "say", "text": "Hi"}))["type"] == "ack"


async def test_a_message_refused_as_too_fast_may_be_sent_again(tmp_path):
    config = quick(tmp_path / "a.db", limits=roomy(changes=0.001))
    async with inside(config) as site, people(site.url, "Ann") as (ann,):
        line = await ann.line(await ann.open("mindup"))
        for number in range(10):
            await line.do("rename", name=f"Ann {number}")
        request = {"do": "rename", "name": "Anna"}
        assert (await line.ask(request, "same"))["key"] == "too-fast"
        site.later(2000)
        assert (await line.ask(request, "same"))["type"] == "ack"
        assert (await line.ask(request, "same"))["type"] == "ack"


async def test_watchers_cannot_use_up_what_players_may_do(tmp_path):
    limits = roomy(changes=0.001, joins=100)
    config = quick(tmp_path / "a.db", limits=limits, behind_proxy=True)
    crowd = ["Ann", *(f"W{number}" for number in range(20))]
    async with inside(config) as site, people(site.url, *crowd) as (ann, *watchers):
        table = await ann.open("extreme")
        line = await ann.line(table, headers={"X-Forwarded-For": "192.0.2.200"})
        keys = []
        for number, watcher in enumerate(watchers):
            await watcher.get("/api/me")  # a cookie
            other = await watcher.line(table, headers={"X-Forwarded-For": f"192.0.2.{number}"})
            answer = await other.ask({"do": "join", "name": watcher.name, "watch": True})
            keys.append(answer.get("key"))
        assert "too-fast" in keys
        await line.do("rename", name="Anna")


async def test_joining_over_http_is_counted_as_well(tmp_path):
    config = quick(tmp_path / "a.db", limits=roomy(changes=0.001))
    async with inside(config) as site, people(site.url, "Ann", "Bob") as (ann, bob):
        table = await ann.open("mindup")
        statuses = []
        for _ in range(12):
            path = f"{site.url}/api/tables/{table}/join"
            async with bob.http.post(path, json={"name": "Bob"}) as response:
                statuses.append(response.status)
        assert statuses == [200] * 10 + [429] * 2
