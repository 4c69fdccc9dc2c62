"""The site's figures: for its host, and never ahead of what people were told."""

import asyncio
import re

import pytest
from prometheus_client.parser import text_string_to_metric_families

from tacit import __version__
from tacit.server import site as site_module
from tacit.server.limits.budget import Budgets
from tacit.server.ops.metrics import LAG_EVERY_S, LoopLag, Metrics, Moves
from tests.server.answers import call
from tests.server.client import people
from tests.server.sites import figure, inside, quick, roomy

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


@pytest.mark.parametrize("headers", [{}, *ELSEWHERE], ids=lambda one: next(iter(one), "none"))
async def test_behind_a_proxy_that_names_visitors_this_machine_may_if_the_host_says_so(
    tmp_path, headers
):
    config = quick(tmp_path / "a.db", behind_proxy=True, local_metrics=True)
    async with inside(config) as site:
        answer = await call(site, "GET", "/metrics", headers=headers)
        assert answer.status == (404 if headers else 200)


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
        site.site.tables._tables[table].table._connections.get(1).lag._trips = ()
        before = await figure(site, "tacit_requests_total", do="act")
        site.site.tables._tables[table].active = 0
        card = line.copy.view["hand"][0]
        asked = asyncio.create_task(
            line.ask({"do": "act", "action": {"kind": "play", "card": card}})
        )
        while not site.site.tables._tables[table].table._referee.race.next_release:
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


async def _families(site) -> dict:
    text = (await call(site, "GET", "/metrics")).body.decode()
    return {family.name: family for family in text_string_to_metric_families(text)}


async def test_the_process_and_what_runs_in_it_are_seen(tmp_path):
    async with inside(quick(tmp_path / "a.db")) as site:
        families = await _families(site)
    for name in ("process_cpu_seconds", "process_resident_memory_bytes", "process_open_fds"):
        assert families[name].samples[0].value > 0
    (build,) = families["tacit_build_info"].samples
    assert build.labels.keys() == {"version", "python"}
    assert build.labels["version"] == __version__
    assert families["tacit_healthy"].samples[0].value == 1
    assert {"tacit_projection_lag_seconds", "tacit_event_loop_lag_seconds"} <= families.keys()


async def test_requests_are_timed_by_route_however_many_addresses_are_asked_for(tmp_path):
    async with inside(quick(tmp_path / "a.db")) as site:
        for number in range(20):
            await call(site, "GET", f"/api/tables/none-{number}")
            await call(site, "GET", f"/nowhere/{number}")
        families = await _families(site)
    timed = families["tacit_http_request_duration_seconds"].samples
    counts = {one.labels["route"]: one.value for one in timed if one.name.endswith("_count")}
    assert counts == {"/api/tables/{table}": 20, "none": 20}


def test_names_follow_the_conventions_of_prometheus():
    units = ("_seconds", "_bytes", "_info")
    for family in Metrics().registry.collect():
        assert re.fullmatch(r"(tacit|process)_[a-z_]+", family.name), family.name
        assert "_ms" not in family.name
        if family.type == "histogram":
            assert family.name.endswith(units), family.name
        if family.type == "gauge":
            assert not family.name.endswith("_total"), family.name


class _Loop:
    """An event loop whose time is set."""

    def __init__(self):
        self.now, self.timers = 100.0, []

    def time(self):
        return self.now

    def call_at(self, due, call):
        self.timers.append((due, call))


def test_a_timer_that_is_called_late_is_lag_of_the_event_loop():
    loop, seen = _Loop(), []
    LoopLag(seen.append, loop)
    for late in (0.0, 0.5, 0.0):
        due, call_it = loop.timers.pop()
        assert due == loop.now + LAG_EVERY_S
        loop.now = due + late
        call_it()
    assert seen == [0.0, 0.5, 0.0]


def test_what_addresses_use_is_told_in_total():
    budgets = Budgets(roomy(loop_share=0.01, loop_pace=0.01, loop_overdraft=0.01), most=2)
    budgets.of("198.51.100.1").spend(50.0)
    budgets.of("198.51.100.2").connections += 3
    budgets.charge_worker("198.51.100.2", 2.0)
    usage = budgets.usage()
    assert (usage.accounts, usage.in_debt, usage.connections) == (2, 1, 3)
    assert (usage.loop_s, usage.worker_s) == (50.0, 2.0)
    budgets.of("198.51.100.3")  # the first one is forgotten, what it used is not
    assert budgets.usage()[:2] == (2, 0)
    assert budgets.usage().loop_s == 50.0


async def test_what_addresses_use_names_none_and_is_no_news_of_a_message(tmp_path, monkeypatch):
    """It is charged as soon as a message has come, which may be before others hear of it."""
    monkeypatch.setattr(site_module, "SAMPLE_EVERY_S", 3600.0)
    async with inside(quick(tmp_path / "a.db")) as site, people(site.url, "Ann") as (ann,):
        line = await ann.line(await ann.open("mindup"))
        first = (await call(site, "GET", "/metrics")).body.decode()
        await line.do("rename", name="Annie")
        second = (await call(site, "GET", "/metrics")).body.decode()
    told = re.findall(r"^tacit_(?:budget|tcp).*$", first, re.MULTILINE)
    assert len(told) == 6
    assert told == re.findall(r"^tacit_(?:budget|tcp).*$", second, re.MULTILINE)
    assert "{" not in "".join(told)
    assert "127.0.0.1" not in first
