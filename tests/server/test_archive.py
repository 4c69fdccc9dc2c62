"""Replays are made once, away from the tables, and not too many at a time."""

from __future__ import annotations

import asyncio
import random
import threading

import pytest

from tacit.server import archive
from tacit.server.archive import MOST_ASKED, Archive, TooMany
from tests.server.answers import of
from tests.server.client import people, play
from tests.server.sites import inside, quick, roomy


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
        site.site.archive = Archive(store)
        path = f"/api/tables/{table}/games/1"
        answers = await asyncio.gather(*(of(ann, "GET", path) for _ in range(5)))
        answers.append(await of(ann, "GET", path))
        assert {answer.status for answer in answers} == {200}
        assert len({answer.body for answer in answers}) == 1
        assert store.loads == [table]
        assert threading.main_thread() not in store.threads
        assert (await of(ann, "GET", f"/api/tables/{table}/games/2")).problem == (404, "no-replay")
        site.site.archive.close()


async def test_games_that_do_not_exist_are_looked_for_once_while_nothing_happens(
    tmp_path, monkeypatch
):
    folded = []
    for name in ("replay_of", "finished"):
        real = getattr(archive, name)
        spy = lambda *args, real=real: folded.append(real) or real(*args)  # noqa: E731
        monkeypatch.setattr(archive, name, spy)
    async with inside(quick(tmp_path / "a.db")) as site, people(site.url, "Ann") as (ann,):
        table = await _played(site, ann)
        games = site.site.archive
        for number in (2, 2, 3, 999_999, 0):
            assert await games.replay(table, number) is None
        assert len(folded) == 2
        assert await games.replay(table, 1) is not None
        line = await ann.line(table)
        await line.do("rematch", go=True)
        await line.do("start")
        await play(line, random.Random(2))
        assert await games.replay(table, 2) is not None


async def test_only_so_much_is_kept(tmp_path):
    async with inside(quick(tmp_path / "a.db")) as site, people(site.url, "Ann") as (ann,):
        tables = [await _played(site, ann) for _ in range(2)]
        store = Counted(site.site.store)
        one = await site.site.archive.replay(tables[0], 1)
        made = Archive(store, keep=int(len(one.body) * 1.5))
        for table in (*tables, tables[1], tables[0]):
            assert await made.replay(table, 1) is not None
        assert store.loads == [tables[0], tables[1], tables[0]]
        made.close()


async def test_not_too_many_are_waited_for():
    store = Counted(None)
    store.go.clear()
    made = Archive(store)
    waiting = [asyncio.ensure_future(made.replay(f"t{n}", 1)) for n in range(MOST_ASKED)]
    await asyncio.sleep(0)
    with pytest.raises(TooMany):
        await made.replay("one more", 1)
    store.go.set()
    assert await asyncio.gather(*waiting) == [None] * MOST_ASKED
    made.close()


async def test_replays_are_limited_by_address(tmp_path):
    config = quick(tmp_path / "a.db", limits=roomy(replays=0.001))
    async with inside(config) as site, people(site.url, "Ann") as (ann,):
        table = await ann.open("mindup")
        path = f"/api/tables/{table}/games/1"
        statuses = [(await of(ann, "GET", path)).status for _ in range(11)]
        assert statuses == [404] * 10 + [429]
