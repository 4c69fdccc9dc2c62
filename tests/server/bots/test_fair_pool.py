"""Bots are asked in turn: tables take turns, and a seat has one question at a time."""

from __future__ import annotations

import asyncio
import threading

import pytest

from tacit.server.bots.fair_pool import FairPool


class Thought:
    """Work that is done when the test says so."""

    def __init__(self, name, order):
        self.name = name
        self._order = order
        self.go = threading.Event()

    def __call__(self):
        self._order.append(self.name)
        assert self.go.wait(10)
        return self.name


class Desk:
    """One thread, and everything that was begun and answered."""

    def __init__(self, threads=1):
        self.begun = []
        self.answers = []
        self.thoughts = {}
        self.pool = FairPool(threads, "test")

    def ask(self, table, who, name):
        thought = self.thoughts[name] = Thought(name, self.begun)
        self.pool.work_out(table, who, thought, lambda done: self.answers.append(done.result()))

    async def until_begun(self, *names):
        async with asyncio.timeout(10):
            while self.begun != list(names):
                await asyncio.sleep(0.001)

    async def finish(self, name):
        self.thoughts[name].go.set()
        await asyncio.sleep(0)

    async def finish_all(self, count):
        async with asyncio.timeout(10):
            while len(self.begun) < count or len(self.pool):
                for thought in self.thoughts.values():
                    thought.go.set()
                await asyncio.sleep(0.001)


@pytest.fixture
def desk():
    desk = Desk()
    yield desk
    for thought in desk.thoughts.values():
        thought.go.set()
    desk.pool.close()


async def test_tables_take_turns_however_much_one_of_them_asks(desk):
    for seat in range(4):
        desk.ask("greedy", f"seat {seat}", f"g{seat}")
    desk.ask("modest", "a seat", "m")
    await desk.finish_all(5)
    assert desk.begun == ["g0", "g1", "m", "g2", "g3"]


async def test_a_newer_question_takes_the_place_of_one_that_waits(desk):
    desk.ask("t", "other", "first")
    await desk.until_begun("first")
    for number in range(300):
        desk.ask("t", "seat", f"q{number}")
    assert len(desk.pool) == 1
    await desk.finish("first")
    await desk.until_begun("first", "q299")


async def test_the_answer_to_a_question_that_was_replaced_meanwhile_is_dropped(desk):
    desk.ask("t", "seat", "old")
    await desk.until_begun("old")
    desk.ask("t", "seat", "new")
    await desk.finish("old")
    await desk.until_begun("old", "new")
    assert desk.answers == []
    await desk.finish("new")
    async with asyncio.timeout(10):
        while desk.answers != ["new"]:
            await asyncio.sleep(0.001)


async def test_a_seat_is_asked_one_thing_at_a_time_even_when_threads_are_free():
    desk = Desk(threads=2)
    desk.ask("t", "seat", "one")
    desk.ask("t", "seat", "two")
    desk.ask("t", "other", "three")
    await desk.until_begun("one", "three")
    await desk.finish("one")
    await desk.until_begun("one", "three", "two")
    await desk.finish_all(3)
    desk.pool.close()


async def test_work_that_fails_does_not_stop_the_others(desk):
    failed = []

    def fail():
        raise ValueError

    desk.pool.work_out("t", "bad", fail, lambda done: failed.append(done.exception()))
    desk.ask("t", "good", "good")
    await desk.finish_all(1)
    assert isinstance(failed[0], ValueError)
