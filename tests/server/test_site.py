"""What a site does by itself: it tidies up, takes only what is its own, and lets go of it."""

from __future__ import annotations

import asyncio
import contextlib
import socket
from concurrent.futures import Future

import pytest

from tacit.server import housekeeping
from tacit.server.ops import open_files as files
from tacit.server.site import Site
from tacit.server.transport import roundtrip
from tacit.server.transport.websocket import frame
from tacit.store import StoreError
from tests.server.client import eventually, people
from tests.server.sites import inside, quick

DAY = 24 * 3600.0


async def test_a_site_tidies_up_again_and_again(tmp_path, monkeypatch):
    monkeypatch.setattr(housekeeping, "TIDY_EVERY_S", 0.01)
    collected = []
    monkeypatch.setattr(housekeeping.Collector, "collect_everything", lambda _: collected.append(1))
    # The store's clock does not jump: kept for fewer days than the jump, the table that has just
    # ended could be pruned before this test looks at it.
    config = quick(tmp_path / "a.db", keep_days=3.0)
    async with inside(config) as running, people(running.url, "Ann") as (ann,):
        table = await ann.open("mindup")
        await (await ann.line(table)).close()
        await ann.open("mindup")  # the newest stays: its key would be given again
        await eventually(lambda: len(collected) > 2)
        running.later(2 * DAY)
        await eventually(lambda: len(running.site.tables) == 0)
        await eventually(lambda: running.site.store.load(table)[-1].find(b'"ended"') > 0)
        running.later(2 * DAY)
        await eventually(lambda: running.site.store.load(table) == [])


async def test_what_is_closed_too_long_is_removed_and_a_store_that_fails_is_left_alone(
    tmp_path, monkeypatch
):
    async with inside(quick(tmp_path / "a.db", keep_days=1.0)) as running:

        def fails(*_):
            raise StoreError("the disk is gone")

        monkeypatch.setattr(running.site.store, "prune", fails)
        await running.site.housekeeping.prune()
        monkeypatch.setattr(running.site.store, "idle_tables", fails)
        await running.site.housekeeping.expire_tables()


async def test_one_tidying_removes_all_that_is_closed_too_long_a_few_at_a_time(tmp_path):
    """At 120 games a second some thousands are closed between two tidyings."""
    async with inside(quick(tmp_path / "a.db", keep_days=1.0)) as running:
        store, removed = running.site.store, []
        answers = [Future() for _ in range(150)]
        for number, answer in enumerate(answers):
            store.append(f"t{number}", 0, [b"one"], answer.set_result, closed=True)
        assert [answer.result(20) for answer in answers] == [None] * 150
        before = store.prune

        def prune(moment, limit, keep):
            removed.append(before(moment, limit, keep))
            return removed[-1]

        store.prune = prune
        running.later(2 * DAY)
        await running.site.housekeeping.prune()
        assert sum(removed) == 149  # the last key stays, for SQLite
        assert max(removed) <= housekeeping.PRUNE_BATCH
        assert sum(bool(store.load(f"t{number}")) for number in range(150)) == 1


async def test_a_site_that_cannot_start_lets_go_of_its_file(tmp_path):
    file = tmp_path / "a.db"
    file.write_bytes(b"no database at all" * 100)
    for _ in range(2):  # the second time would be told of the lock, were it still held
        with pytest.raises(StoreError):
            Site(quick(file))


class Wire:
    """A transport that has a socket, or none."""

    def __init__(self, connection):
        self._connection = connection

    def get_extra_info(self, _name):
        return self._connection


class Told:
    """A socket that says of itself what it is told to."""

    def __init__(self, info):
        self._info = info

    def getsockopt(self, *_):
        if isinstance(self._info, OSError):
            raise self._info
        return self._info


@pytest.mark.parametrize(
    ("connection", "milliseconds"),
    [
        (None, None),
        (Told(OSError("closed")), None),
        (Told(bytes(40)), None),
        (Told(bytes(192)), None),
        (Told(bytes(148) + (1500).to_bytes(4, "little") + bytes(40)), 2),
        (Told(bytes(148) + b"\xff\xff\xff\xff" + bytes(40)), None),
    ],
)
def test_a_round_trip_is_known_or_not(connection, milliseconds, monkeypatch):
    monkeypatch.setattr(roundtrip, "_TCP_INFO", getattr(socket, "TCP_INFO", 11))
    assert roundtrip.min_round_trip_ms(Wire(connection)) == milliseconds


def test_without_the_kernels_word_no_round_trip_is_known(monkeypatch):
    monkeypatch.setattr(roundtrip, "_TCP_INFO", None)
    assert roundtrip.min_round_trip_ms(Wire(Told(bytes(192)))) is None


def test_a_system_that_gives_fewer_files_than_it_promises_is_lived_with(monkeypatch):
    def refuses(*_):
        raise ValueError("too many")

    monkeypatch.setattr(files.resource, "setrlimit", refuses)
    assert files.raise_open_files() == files.open_files() > 0


async def test_an_outbox_that_is_closed_delivers_first(tmp_path):
    async with inside(quick(tmp_path / "a.db")) as running:
        outbox = running.site.outbox
        came = []

        class To:
            def send(self, frames):
                came.append(frames)

            def hang_up(self):
                came.append("hung up")

        to = To()
        outbox.post(to, b"one")
        outbox.post(to, b"two")
        outbox.hang_up(to)
        assert len(outbox) == 2
        with contextlib.suppress(TimeoutError):
            await asyncio.wait_for(outbox.close(), 5)
        assert came == [frame(b"one") + frame(b"two"), "hung up"]
