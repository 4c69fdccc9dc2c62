"""Strong bots think in processes beside the site: they play as themselves, and no table waits."""

from __future__ import annotations

import asyncio
import math
import threading
import time

import msgspec
import pytest

from tacit.bots.asking import asking_of
from tacit.bots.process import BotQuestion, BotSeat
from tacit.bots.registry import find_bot
from tacit.bots.worker_process import WorkerError, WorkerProcess
from tacit.client import open_table
from tacit.client.player import Player, bot_maker
from tacit.log.game import new
from tacit.server.bots import seat_bot, strong_bots
from tacit.server.bots.quota import HardBotQuota
from tacit.server.bots.strong_bots import StrongBot, WorkerPool
from tacit.table.outputs import Ask
from tests.server.client import people
from tests.server.sites import inside, quick

START_TIMEOUT_S = 240.0
"""Long enough to compile everything on a busy machine."""


@pytest.fixture(autouse=True)
def _patient(monkeypatch):
    monkeypatch.setattr(strong_bots, "START_TIMEOUT_S", START_TIMEOUT_S)


@pytest.fixture
def pool():
    pool = WorkerPool()
    yield pool
    pool.close()


def view():
    return new("mindup", players=4, seed=3).view(0)


class Seated:
    """A strong bot that is asked as a bot is."""

    def __init__(self, bot):
        self.bot = bot

    def choose(self, view, budget_s):
        with pytest.MonkeyPatch.context() as patch:
            patch.setattr(seat_bot, "BUDGET_S", budget_s)
            ask = Ask((), 1, 0, self.bot.seat.bot, 4, "choose", view, 0)
            return self.bot.answer(ask)


def seated(pool, bot="swift", seed=1):
    return Seated(StrongBot(BotSeat(bot, "mindup", 0, 4, seed), pool))


def question(bot, budget_s):
    return msgspec.json.encode(BotQuestion(bot.bot.seat, "choose", view(), budget_s=budget_s))


def test_a_bot_in_a_worker_process_picks_what_it_picks_itself(pool):
    mine = find_bot("swift", "mindup")(0, 4, 1)
    for seed in range(8):
        look = new("mindup", players=4, seed=seed).view(0)
        assert seated(pool).choose(look, 60) == mine.choose(look, 60)
    assert len(pool._all) == 1, "one after the other needs one process"


def test_a_bot_in_a_worker_process_plays_out_as_many_deals_as_its_name_says(pool):
    mine = find_bot("search#20", "mindup")(0, 4, 1)
    for seed in range(4):
        look = new("mindup", players=4, seed=seed).view(0)
        assert seated(pool, "search#20").choose(look, 0.05) == mine.choose(look, 0.05)


def test_one_that_dies_costs_a_card_and_another_takes_over(pool):
    bot = seated(pool, "search")
    assert bot.choose(view(), 0.02) in view().hand
    (first,) = pool._all
    first.kill()
    stand_in = find_bot("greedy", "mindup")(0, 4, 1)
    assert bot.choose(view(), 0.02) == stand_in.choose(view(), 0.02)
    assert bot.choose(view(), 0.02) in view().hand
    (second,) = pool._all
    assert second is not first
    assert not first.runs


def test_one_that_hangs_is_ended(pool, monkeypatch):
    bot = seated(pool, "search")
    bot.choose(view(), 0.02)
    (first,) = pool._all
    monkeypatch.setattr(strong_bots, "SPARE_S", -59.9)
    assert bot.choose(view(), 60.0) in view().hand
    assert not first.runs


def test_until_the_code_is_compiled_the_stand_in_plays(pool, monkeypatch):
    monkeypatch.setattr(strong_bots, "START_TIMEOUT_S", 0.0)
    stand_in = find_bot("greedy", "mindup")(0, 4, 1)
    assert seated(pool).choose(view(), 0.02) == stand_in.choose(view(), 0.02)
    assert pool.is_getting_ready
    assert len(pool._all) == 1, "those who come while it gets ready start no other"
    monkeypatch.setattr(strong_bots, "START_TIMEOUT_S", START_TIMEOUT_S)
    mine = find_bot("swift", "mindup")(0, 4, 1)
    assert seated(pool).choose(view(), 0.02) == mine.choose(view(), 0.02)
    assert not pool.is_getting_ready


def test_it_is_known_when_it_is_ready_though_nobody_asks(pool):
    assert not pool.is_getting_ready, "nobody has asked for it to"
    pool.want()
    wait_until(lambda: pool._idle)
    assert not pool.is_getting_ready


def wait_until(holds):
    until = time.monotonic() + START_TIMEOUT_S
    while not holds():
        assert time.monotonic() < until
        time.sleep(0.05)


def test_a_process_ends_after_ten_idle_minutes_and_another_starts_when_one_is_wanted():
    now = [1000.0]
    pool = WorkerPool(clock=lambda: now[0])
    try:
        assert not pool._all, "nothing runs before a strong bot is wanted"
        pool.want()
        wait_until(lambda: pool._idle)
        (first,) = pool._all
        now[0] += 599.0
        pool.end_idle()
        assert first.runs
        mine = find_bot("swift", "mindup")(0, 4, 1)
        assert seated(pool).choose(view(), 0.02) == mine.choose(view(), 0.02)
        now[0] += 599.0
        pool.end_idle()
        assert first.runs, "it was asked meanwhile"
        now[0] += 1.0
        pool.end_idle()
        assert not first.runs
        assert not pool._all
        assert seated(pool).choose(view(), 0.02) == mine.choose(view(), 0.02)
        (second,) = pool._all
        assert second is not first
    finally:
        pool.close()


def test_what_is_compiled_for_nobody_does_not_stay(pool):
    pool.prepare()
    assert pool.is_getting_ready
    (process,) = pool._all
    wait_until(lambda: not process.runs)
    assert not pool.is_getting_ready


async def test_a_strong_bot_is_ready_before_its_first_question(tmp_path):
    async with inside(quick(tmp_path / "db")) as site:
        pool = site.site.bot_pools.workers
        async with await open_table(site.url, "mindup", "Ana", bots=("linnet",)):
            assert not pool._all, "a light bot needs no process"
        async with await open_table(site.url, "mindup", "Ana", bots=("swift",)):
            await asyncio.to_thread(
                wait_until, lambda: pool._idle
            )  # in the lobby: no game has begun


async def test_a_move_where_a_strong_bot_sits_brings_its_process_back(tmp_path):
    async with inside(quick(tmp_path / "db")) as site:
        pool = site.site.bot_pools.workers
        async with await open_table(site.url, "mindup", "Ana", bots=("swift",)) as host:
            await asyncio.to_thread(wait_until, lambda: pool._idle)
            pool._wanted_at = -math.inf
            await asyncio.to_thread(pool.end_idle)
            assert not pool._all
            await host.ask("say", text="back again")
            await asyncio.to_thread(wait_until, lambda: pool._idle)


async def test_the_box_says_who_is_getting_ready(tmp_path):
    async with inside(quick(tmp_path / "db")) as site, people(site.url, "Ann") as (ann,):
        assert (await ann.get("/api/box"))["warming"] == []
        site.site.bot_pools.workers.prepare()
        told = await ann.get("/api/box")
        assert "raven" in told["warming"]
        assert "pebble" not in told["warming"]
        while told["warming"]:
            await asyncio.sleep(0.1)
            told = await ann.get("/api/box")


def test_one_that_cannot_start_is_not_started_again_and_again(pool, monkeypatch):
    started = []

    start = WorkerProcess.of_module

    def broken(*_):
        started.append(start("tacit.bots.no_such_module"))
        return started[-1]

    monkeypatch.setattr(WorkerProcess, "of_module", broken)
    for _ in range(20):
        assert seated(pool).choose(view(), 0.02) in view().hand
    assert len(started) == 1
    monkeypatch.setattr(strong_bots, "RESTART_AFTER_S", 0.0)
    assert seated(pool).choose(view(), 0.02) in view().hand
    assert len(started) == 2


def test_as_many_at_once_as_ask_at_once(pool):
    pool.want()
    picked = []
    gate = threading.Barrier(3)

    def pick(seed):
        gate.wait()
        picked.append(seated(pool, "search", seed).choose(view(), 0.2))

    threads = [threading.Thread(target=pick, args=(seed,)) for seed in range(3)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert len(picked) == 3
    assert 1 <= len(pool._all) <= 3


def test_it_ends_when_the_site_is_gone_whatever_it_is_doing(pool):
    bot = seated(pool, "search")
    bot.choose(view(), 0.02)
    (process,) = pool._all
    asked = question(bot, 600.0)
    process.send(asked)
    process._in.close()
    assert process._process.wait(60) == 0


def test_closing_ends_them_and_wakes_all_who_wait(pool):
    bot = seated(pool, "search")
    bot.choose(view(), 0.02)
    asked = threading.Thread(target=bot.choose, args=(view(), 60.0))
    asked.start()
    while pool._idle:
        pass
    processes = pool._all.copy()
    pool.close()
    asked.join(30)
    assert not asked.is_alive()
    assert not any(process.runs for process in processes)
    with pytest.raises(WorkerError), bot.bot.worker():
        pass


async def test_a_whole_game_with_strong_bots_in_processes(tmp_path, caplog):
    async with inside(quick(tmp_path / "db")) as site:
        host = await open_table(site.url, "mindup", "Ana", bots=("swift", "search#20"))
        async with host:
            playing = asyncio.create_task(Player(host, bot_maker("greedy", "mindup")).play())
            await host.ask("start")
            await asyncio.wait_for(playing, 250)
        pool = site.site.bot_pools.workers
        assert 1 <= len(pool._all) <= site.site.config.bot_threads
        processes = pool._all.copy()
    assert not any(process.runs for process in processes)
    assert "stood_in" not in caplog.text


def test_any_game_can_bring_a_strong_bot(pool, monkeypatch):
    """What a game declares as compiled thinks in a worker process, as it would here."""
    asking = asking_of("extreme")
    monkeypatch.setattr(type(asking), "compiled", frozenset({"metronome"}))
    monkeypatch.setattr(type(asking), "hard", frozenset({"metronome"}))
    look = new("extreme", players=2, seed=3).view(0)
    bot = StrongBot(BotSeat("metronome", "extreme", 0, 2, 1), pool)
    mine = asking.ask(find_bot("metronome", "extreme")(0, 2, 1), "plan", look, now=500)
    assert mine is not None
    monkeypatch.setattr(StrongBot, "failed", lambda _, why: pytest.fail(why))
    at, action = bot.answer(Ask((), 1, 0, "metronome", 2, "plan", look, 500))
    assert action == mine[1]
    assert at > mine[0], "bots hurry in the tests' own process only"
    quota = HardBotQuota(1)
    quota.play("t", "extreme", "here", ["metronome"])
    assert "metronome" in quota.busy


async def test_the_pool_and_the_seats_bot_follow_what_the_game_declares(tmp_path, monkeypatch):
    async with inside(quick(tmp_path / "db")) as site:
        pools = site.site.bot_pools
        assert pools.pool_of("extreme", "metronome") is pools._light
        monkeypatch.setattr(type(asking_of("extreme")), "compiled", frozenset({"metronome"}))
        assert pools.pool_of("extreme", "metronome") is pools._heavy
        assert pools.pool_of("mindup", "search#20") is pools._heavy
        assert pools.pool_of("mindup", "an installed one") is pools._guests
        async with await open_table(site.url, "extreme", "Ana", bots=("metronome",)):
            await asyncio.to_thread(wait_until, lambda: pools.workers._idle)
