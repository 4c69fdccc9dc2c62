"""Strong bots think in processes beside the site: they play as themselves, and no table waits."""

from __future__ import annotations

import asyncio
import math
import threading
import time

import msgspec
import pytest

from tacit.bots.process import Asked, Seating
from tacit.bots.registry import find_bot
from tacit.client import open_table
from tacit.client.player import Player, bot_maker
from tacit.log.game import new
from tacit.server.bots import worker as workshop
from tacit.server.bots.remote import Overdue, Process
from tacit.server.bots.worker import Resident, Workshop
from tests.server.client import people
from tests.server.sites import inside, quick

PATIENCE = 240.0
"""Long enough to compile everything on a busy machine."""


@pytest.fixture(autouse=True)
def _patient(monkeypatch):
    monkeypatch.setattr(workshop, "PATIENCE", PATIENCE)


@pytest.fixture
def shop():
    shop = Workshop()
    yield shop
    shop.close()


def view():
    return new("mindup", players=4, seed=3).view(0)


def seated(shop, bot="swift", seed=1):
    return Resident(Seating(bot, "mindup", 0, 4, seed), shop)


def test_a_bot_in_the_workshop_picks_what_it_picks_itself(shop):
    mine = find_bot("swift", "mindup")(0, 4, 1)
    for seed in range(8):
        look = new("mindup", players=4, seed=seed).view(0)
        assert seated(shop).choose(look, 0.05) == mine.choose(look, 0.05)
    assert len(shop._all) == 1, "one after the other needs one process"


def test_a_bot_in_the_workshop_plays_out_as_many_deals_as_its_name_says(shop):
    mine = find_bot("search#20", "mindup")(0, 4, 1)
    for seed in range(4):
        look = new("mindup", players=4, seed=seed).view(0)
        assert seated(shop, "search#20").choose(look, 0.05) == mine.choose(look, 0.05)


def test_one_that_dies_costs_a_card_and_another_takes_over(shop):
    resident = seated(shop, "search")
    assert resident.choose(view(), 0.02) in view().hand
    (first,) = shop._all
    first.kill()
    stand_in = find_bot("greedy", "mindup")(0, 4, 1)
    assert resident.choose(view(), 0.02) == stand_in.choose(view(), 0.02)
    assert resident.choose(view(), 0.02) in view().hand
    (second,) = shop._all
    assert second is not first
    assert not first.runs


def test_one_that_hangs_is_ended(shop, monkeypatch):
    resident = seated(shop, "search")
    resident.choose(view(), 0.02)
    (first,) = shop._all
    monkeypatch.setattr(workshop, "SPARE", -59.9)
    assert resident.choose(view(), 60.0) in view().hand
    assert not first.runs


def test_until_the_code_is_compiled_the_stand_in_plays(shop, monkeypatch):
    monkeypatch.setattr(workshop, "PATIENCE", 0.0)
    stand_in = find_bot("greedy", "mindup")(0, 4, 1)
    assert seated(shop).choose(view(), 0.02) == stand_in.choose(view(), 0.02)
    assert shop.is_getting_ready
    assert len(shop._all) == 1, "those who come while it gets ready start no other"
    monkeypatch.setattr(workshop, "PATIENCE", PATIENCE)
    mine = find_bot("swift", "mindup")(0, 4, 1)
    assert seated(shop).choose(view(), 0.02) == mine.choose(view(), 0.02)
    assert not shop.is_getting_ready


def test_it_is_known_when_it_is_ready_though_nobody_asks(shop):
    assert not shop.is_getting_ready, "nobody has asked for it to"
    shop.want()
    wait_until(lambda: shop._idle)
    assert not shop.is_getting_ready


def wait_until(holds):
    until = time.monotonic() + PATIENCE
    while not holds():
        assert time.monotonic() < until
        time.sleep(0.05)


def test_a_process_ends_after_ten_idle_minutes_and_another_starts_when_one_is_wanted():
    now = [1000.0]
    shop = Workshop(clock=lambda: now[0])
    try:
        assert not shop._all, "nothing runs before a strong bot is wanted"
        shop.want()
        wait_until(lambda: shop._idle)
        (first,) = shop._all
        now[0] += 599.0
        shop.end_idle()
        assert first.runs
        mine = find_bot("swift", "mindup")(0, 4, 1)
        assert seated(shop).choose(view(), 0.02) == mine.choose(view(), 0.02)
        now[0] += 599.0
        shop.end_idle()
        assert first.runs, "it was asked meanwhile"
        now[0] += 1.0
        shop.end_idle()
        assert not first.runs
        assert not shop._all
        assert seated(shop).choose(view(), 0.02) == mine.choose(view(), 0.02)
        (second,) = shop._all
        assert second is not first
    finally:
        shop.close()


def test_what_is_compiled_for_nobody_does_not_stay(shop):
    shop.prepare()
    assert shop.is_getting_ready
    (process,) = shop._all
    wait_until(lambda: not process.runs)
    assert not shop.is_getting_ready


async def test_a_strong_bot_is_ready_before_its_first_question(tmp_path):
    async with inside(quick(tmp_path / "db")) as site:
        shop = site.site.thinkers.workshop
        async with await open_table(site.url, "mindup", "Ana", bots=("linnet",)):
            assert not shop._all, "a light bot needs no process"
        async with await open_table(site.url, "mindup", "Ana", bots=("swift",)):
            await asyncio.to_thread(
                wait_until, lambda: shop._idle
            )  # in the lobby: no game has begun


async def test_a_move_where_a_strong_bot_sits_brings_its_process_back(tmp_path):
    async with inside(quick(tmp_path / "db")) as site:
        shop = site.site.thinkers.workshop
        async with await open_table(site.url, "mindup", "Ana", bots=("swift",)) as host:
            await asyncio.to_thread(wait_until, lambda: shop._idle)
            shop._wanted_at = -math.inf
            await asyncio.to_thread(shop.end_idle)
            assert not shop._all
            await host.ask("say", text="back again")
            await asyncio.to_thread(wait_until, lambda: shop._idle)


async def test_the_box_says_who_is_getting_ready(tmp_path):
    async with inside(quick(tmp_path / "db")) as site, people(site.url, "Ann") as (ann,):
        assert (await ann.get("/api/box"))["warming"] == []
        site.site.thinkers.workshop.prepare()
        told = await ann.get("/api/box")
        assert "raven" in told["warming"]
        assert "pebble" not in told["warming"]
        while told["warming"]:
            await asyncio.sleep(0.1)
            told = await ann.get("/api/box")


def test_one_that_cannot_start_is_not_started_again_and_again(shop, monkeypatch):
    started = []

    class Broken(Process):
        def __init__(self, _):
            super().__init__("tacit.bots.no_such_module")
            started.append(self)

    monkeypatch.setattr(workshop, "Process", Broken)
    for _ in range(20):
        assert seated(shop).choose(view(), 0.02) in view().hand
    assert len(started) == 1
    monkeypatch.setattr(workshop, "PAUSE", 0.0)
    assert seated(shop).choose(view(), 0.02) in view().hand
    assert len(started) == 2


def test_as_many_at_once_as_ask_at_once(shop):
    shop.want()
    picked = []
    gate = threading.Barrier(3)

    def pick(seed):
        gate.wait()
        picked.append(seated(shop, "search", seed).choose(view(), 0.2))

    threads = [threading.Thread(target=pick, args=(seed,)) for seed in range(3)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert len(picked) == 3
    assert 1 <= len(shop._all) <= 3


def test_it_ends_when_the_site_is_gone_whatever_it_is_doing(shop):
    resident = seated(shop, "search")
    resident.choose(view(), 0.02)
    (process,) = shop._all
    asked = msgspec.json.encode(Asked(resident.where, "choose", view(), budget=600.0))
    process._process.stdin.write(asked + b"\n")
    process._process.stdin.close()
    assert process._process.wait(60) == 0


def test_closing_ends_them_and_wakes_whoever_waits(shop):
    resident = seated(shop, "search")
    resident.choose(view(), 0.02)
    asked = threading.Thread(target=resident.choose, args=(view(), 60.0))
    asked.start()
    while shop._idle:
        pass
    processes = shop._all.copy()
    shop.close()
    asked.join(30)
    assert not asked.is_alive()
    assert not any(process.runs for process in processes)
    with pytest.raises(Overdue):
        shop.ask(Asked(resident.where, "choose", view(), budget=0.02))


async def test_a_whole_game_with_strong_bots_in_processes(tmp_path, caplog):
    async with inside(quick(tmp_path / "db")) as site:
        host = await open_table(site.url, "mindup", "Ana", bots=("swift", "search#20"))
        async with host:
            playing = asyncio.create_task(Player(host, bot_maker("greedy", "mindup")).play())
            await host.ask("start")
            await asyncio.wait_for(playing, 250)
        shop = site.site.thinkers.workshop
        assert 1 <= len(shop._all) <= site.site.config.bot_threads
        processes = shop._all.copy()
    assert not any(process.runs for process in processes)
    assert "stood_in" not in caplog.text
