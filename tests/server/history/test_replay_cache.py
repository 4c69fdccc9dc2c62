"""Replays are made once, away from the tables, and not too many at a time."""

from __future__ import annotations

import asyncio
import random
import threading
from functools import partial

import pytest

from tacit.server.history import replay_cache
from tacit.server.history.replay_cache import MOST_WAITING, SHARE, ReplayCache
from tacit.server.limits.fair_queue import QueueFull, ShareFull
from tests.server.answers import of
from tests.server.client import people, play
from tests.server.ledgers import Charged
from tests.server.sites import inside, quick, roomy

HERE = "192.0.2.1"


async def _played(site, ann):
    """Play a game to its end, and return the table's name."""
    table = await ann.open("mindup", bots=["random", "random"], start=True)
    await play(await ann.line(table), random.Random(1))
    return table


class Counted:
    """A store whose reading is counted, and can be held up."""

    def __init__(self, store):
        self._store = store
        self.loads = []
        self.threads = set()
        self.go = threading.Event()
        self.go.set()

    def load(self, table):
        assert self.go.wait(10)
        self.loads.append(table)
        self.threads.add(threading.current_thread())
        return self._store.load(table) if self._store else []


async def test_a_finished_game_is_folded_once_and_never_on_the_loop(tmp_path):
    async with inside(quick(tmp_path / "a.db")) as site, people(site.url, "Ann") as (ann,):
        table = await _played(site, ann)
        store = Counted(site.site.store)
        site.site.replay_cache = ReplayCache(store)
        path = f"/api/tables/{table}/games/1"
        answers = await asyncio.gather(*(of(ann, "GET", path) for _ in range(5)))
        answers.append(await of(ann, "GET", path))
        assert {answer.status for answer in answers} == {200}
        assert len({answer.body for answer in answers}) == 1
        assert store.loads == [table]
        assert threading.main_thread() not in store.threads
        assert (await of(ann, "GET", f"/api/tables/{table}/games/2")).problem == (404, "no-replay")
        site.site.replay_cache.close()


async def test_games_that_do_not_exist_are_looked_for_once_while_nothing_happens(
    tmp_path, monkeypatch
):
    folded = []
    for name in ("game_of", "finished"):
        real = getattr(replay_cache, name)
        spy = lambda *args, real=real: folded.append(real) or real(*args)  # noqa: E731
        monkeypatch.setattr(replay_cache, name, spy)
    async with inside(quick(tmp_path / "a.db")) as site, people(site.url, "Ann") as (ann,):
        table = await _played(site, ann)
        games = site.site.replay_cache
        for number in (2, 2, 3, 999_999, 0):
            assert await games.replay(HERE, table, number) is None
        assert len(folded) == 2
        assert await games.replay(HERE, table, 1) is not None
        line = await ann.line(table)
        await line.do("rematch", go=True)
        await line.do("start")
        await play(line, random.Random(2))
        assert await games.replay(HERE, table, 2) is not None


async def test_only_so_much_is_kept(tmp_path):
    async with inside(quick(tmp_path / "a.db")) as site, people(site.url, "Ann") as (ann,):
        tables = [await _played(site, ann) for _ in range(2)]
        store = Counted(site.site.store)
        one = await site.site.replay_cache.replay(HERE, tables[0], 1)
        made = ReplayCache(store, keep=int(len(one.body) * 1.5))
        for table in (*tables, tables[1], tables[0]):
            assert await made.replay(HERE, table, 1) is not None
        assert store.loads == [tables[0], tables[1], tables[0]]
        made.close()


async def test_no_address_and_not_all_together_have_too_many_waiting():
    store = Counted(None)
    store.go.clear()
    made = ReplayCache(store)
    waiting = [
        asyncio.ensure_future(made.replay(f"192.0.2.{n // SHARE}", f"t{n}", 1))
        for n in range(MOST_WAITING)
    ]
    await asyncio.sleep(0)
    with pytest.raises(ShareFull):
        await made.replay("192.0.2.0", "one more", 1)
    with pytest.raises(ShareFull):
        await made.think("192.0.2.0", list)
    with pytest.raises(QueueFull):
        await made.replay("198.51.100.1", "one more", 1)
    store.go.set()
    assert await asyncio.gather(*waiting) == [None] * MOST_WAITING
    made.close()


async def test_a_visitor_waits_for_what_runs_and_one_more_work_of_another_address():
    made, done, go = ReplayCache(Counted(None)), [], threading.Event()

    def work(name):
        assert go.wait(10)
        done.append(name)

    hostile = [
        asyncio.ensure_future(made.think(HERE, partial(work, f"hostile {n}"))) for n in range(SHARE)
    ]
    await asyncio.sleep(0)
    visitor = asyncio.ensure_future(made.think("198.51.100.1", partial(work, "visitor")))
    await asyncio.sleep(0)
    go.set()
    await asyncio.gather(visitor, *hostile)
    assert done.index("visitor") == 2
    made.close()


async def test_what_nobody_waits_for_any_more_is_not_begun():
    made, done, go = ReplayCache(Counted(None)), [], threading.Event()
    first = asyncio.ensure_future(made.think(HERE, lambda: go.wait(10)))
    await asyncio.sleep(0)
    left = asyncio.ensure_future(made.think(HERE, lambda: done.append("left")))
    await asyncio.sleep(0)
    left.cancel()
    await asyncio.sleep(0)
    stayed = asyncio.ensure_future(made.think(HERE, lambda: done.append("stayed")))
    await asyncio.sleep(0)
    go.set()
    await asyncio.gather(first, stayed)
    assert done == ["stayed"]
    made.close()


async def test_the_seconds_of_the_thread_are_charged_to_the_address_that_asked():
    charged = []
    made = ReplayCache(Counted(None), ledger=Charged(charged))
    await made.replay(HERE, "t", 1)
    await made.think("198.51.100.1", list)
    assert [address for address, _ in charged] == [HERE, "198.51.100.1"]
    assert all(seconds >= 0 for _, seconds in charged)
    made.close()


async def test_replays_are_limited_by_address(tmp_path):
    config = quick(tmp_path / "a.db", limits=roomy(replays=0.001))
    async with inside(config) as site, people(site.url, "Ann") as (ann,):
        table = await ann.open("mindup")
        path = f"/api/tables/{table}/games/1"
        statuses = [(await of(ann, "GET", path)).status for _ in range(11)]
        assert statuses == [404] * 10 + [429]
