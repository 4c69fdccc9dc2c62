"""A table's way to the store: one batch after the other, and nothing behind what others wrote."""

from __future__ import annotations

import asyncio
import gc
import weakref

import pytest

from tacit.server.ops.metrics import Metrics
from tacit.server.tables.live.loop_bridge import LoopBridge
from tacit.server.tables.live.saving import Outcome, Saving
from tacit.store.store import Conflict, StoreError, Unreachable
from tacit.table.outputs import Save
from tests.server.client import eventually


class Slow:
    """A store that answers when it is told to."""

    def __init__(self):
        self.log = []
        self.asked = []

    def append(self, table, after, entries, done, *, closed, people, turn):
        assert table == "A"
        self.asked.append((after, list(entries), closed, people, done))

    def load(self, _):
        return self.log

    async def answer(self, error=None):
        _, entries, *_, done = self.asked.pop(0)
        if error is None:
            self.log += entries
        done(error)
        await asyncio.sleep(0)  # until the loop has heard of it


class Heard:
    """What a table was told."""

    def __init__(self):
        self.told = []
        saved, not_saved, lost = (self.take(name) for name in ("saved", "not saved", "lost"))
        self.outcome = Outcome(saved, not_saved, lambda: lost([]))

    def take(self, name):
        return lambda entries: self.told.append((name, [one.entry for one in entries]))


class _Listener:
    """A table that can be forgotten."""

    def __init__(self, told):
        self.told = told

    def hear(self, entries):
        self.told.append(entries)

    def lose(self):
        self.told.append([])


def begin():
    store, heard = Slow(), Heard()
    saving = Saving("A", store, LoopBridge(), Metrics(), heard.outcome)
    return saving, store, heard


def entry(number, **more):
    return Save((0, number), number - 1, f"entry {number}".encode(), **more)


async def test_entries_wait_for_those_before_them_and_then_go_together():
    saving, store, heard = begin()
    saving.save(entry(1))
    saving.save(entry(2, people={"ann": True}))
    saving.save(entry(3, people={"ben": False}, closed=True))
    assert [one[:4] for one in store.asked] == [(0, [b"entry 1"], False, {})]
    assert saving.busy
    await store.answer()
    assert heard.told == [("saved", [b"entry 1"])]
    together = {"ann": True, "ben": False}
    assert [one[:4] for one in store.asked] == [(1, [b"entry 2", b"entry 3"], True, together)]
    await store.answer()
    assert heard.told[1:] == [("saved", [b"entry 2", b"entry 3"])]
    assert not saving.busy


@pytest.mark.parametrize("error", [Conflict("another wrote"), Unreachable("nobody knows")])
async def test_nothing_is_written_behind_what_another_node_wrote(error):
    saving, store, heard = begin()
    saving.save(entry(1))
    saving.save(entry(2))
    await store.answer(error)
    saving.save(entry(2))
    assert heard.told == [("lost", [])]
    assert store.asked == []


async def test_after_a_failure_the_next_is_tried_once_it_is_known_what_is_in_the_log():
    saving, store, heard = begin()
    saving.save(entry(1))
    saving.save(entry(2))
    await store.answer(StoreError("no room"))
    assert heard.told == [("not saved", [b"entry 1"])]
    saving.save(entry(1))
    assert store.asked == []
    await eventually(lambda: store.asked)
    assert [one[:2] for one in store.asked] == [(0, [b"entry 1"])]
    await store.answer()
    assert heard.told[1:] == [("saved", [b"entry 1"])]


async def test_a_table_is_evicted_if_what_seemed_to_fail_was_written():
    saving, store, heard = begin()
    saving.save(entry(1))
    store.log.append(b"entry 1")
    await store.answer(StoreError("the answer was lost"))
    await eventually(lambda: not saving.busy)
    assert [name for name, _ in heard.told] == ["not saved", "lost"]
    assert store.asked == []


async def test_after_it_stops_what_waits_is_still_written():
    saving, store, heard = begin()
    saving.save(entry(1))
    saving.save(entry(2))
    saving.stop()
    await store.answer()
    await store.answer()
    assert store.log == [b"entry 1", b"entry 2"]
    assert [name for name, _ in heard.told] == ["saved", "saved"]
    saving.save(entry(3))
    await store.answer()
    assert [name for name, _ in heard.told] == ["saved", "saved"], "nobody is there to hear it"


async def test_what_is_given_up_is_written_no_further():
    saving, store, _ = begin()
    saving.save(entry(1))
    saving.save(entry(2))
    saving.abandon()
    saving.stop()
    await store.answer()
    assert store.log == [b"entry 1"]
    assert store.asked == []
    assert not saving.busy


async def test_a_table_that_stops_while_a_failure_is_looked_into_hears_nothing_more():
    saving, store, heard = begin()
    saving.save(entry(1))
    store.log.append(b"entry 1")
    await store.answer(StoreError("the answer was lost"))
    saving.stop()
    await eventually(lambda: not saving.busy)
    assert [name for name, _ in heard.told] == ["not saved"]


@pytest.mark.parametrize(
    ("error", "told"), [(StoreError("away"), []), (ValueError("damaged"), ["lost"])]
)
async def test_a_log_that_cannot_be_read_is_tried_again_but_not_a_damaged_one(error, told, caplog):
    saving, store, heard = begin()

    def load(_):
        raise error

    store.load = load
    saving.save(entry(1))
    await store.answer(StoreError("no room"))
    await eventually(lambda: not saving.busy)
    assert [name for name, _ in heard.told] == ["not saved", *told]
    saving.save(entry(1))
    assert len(store.asked) == (not told)
    caplog.clear()


@pytest.mark.parametrize("error", [None, Conflict("another wrote")])
async def test_nothing_holds_on_to_a_table_that_has_gone(error):
    told = []
    gone = weakref.ref(listener := _Listener(told))
    outcome = Outcome(listener.hear, listener.hear, listener.lose)
    store = Slow()
    saving = Saving("A", store, LoopBridge(), Metrics(), outcome)
    del listener, outcome
    saving.save(entry(1))
    saving.stop()
    gc.disable()
    try:
        await store.answer(error)
        assert len(told) == 1
        assert gone() is None
    finally:
        gc.enable()
