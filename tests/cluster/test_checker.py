"""The checker of `make cluster-test` finds what it is there for; and a small run of it."""

from __future__ import annotations

import asyncio
import random
import secrets
from dataclasses import replace
from types import SimpleNamespace

import msgspec
import pytest

from tacit.store.postgres.log import PostgresStore
from tacit.table.log.records import Entry, Guest, Renamed, decode, encode
from tests.cluster.breaking import Fault, parser, recoveries, run, seat_people
from tests.cluster.checker import check, digest
from tests.server.client import people
from tests.server.sites import inside, quick
from tests.store.postgres_server import new_place


@pytest.fixture(scope="module")
def played():
    """What people wrote down at an honest site, and its log."""

    async def play():
        db = await asyncio.to_thread(new_place)
        async with inside(quick(db)) as site, people(site.url, "A", "B", "C", "D", "E") as crowd:
            players = await seat_people(crowd, random.Random(1))
            lives = [asyncio.create_task(one.play(0.01)) for one in players]
            async with asyncio.timeout(60):
                while min(len(one.record.acknowledged) for one in players) < 8:
                    await asyncio.sleep(0.05)
            for one in players:
                one.stopping = True
            await asyncio.gather(*lives)
        store = PostgresStore(db)
        logs = {one.table: store.load(one.table) for one in players}
        store.close()
        return logs, [one.record for one in players]

    return asyncio.run(play())


def kinds(logs, records):
    return {one.kind for one in check(logs, records, random.Random(1))}


def test_what_is_right_is_not_complained_about(played):
    logs, records = played
    assert len(logs) == 2
    assert sum(len(one.seen) for one in records) > 50
    assert kinds(logs, records) == set()


def test_an_acknowledged_action_that_is_lost_is_found(played):
    logs, records = played
    one = records[0]
    version = max(one.acknowledged.values())
    cut = logs | {one.table: logs[one.table][: version - 1]}
    assert "lost" in kinds(cut, records)
    message = f"made-up-{secrets.token_hex(2)}"
    liar = replace(one, acknowledged=one.acknowledged | {message: 3})
    assert kinds(logs, [liar]) == {"lost"}
    assert kinds(logs, [replace(one, twice=["again"])]) == {"lost"}


def test_an_action_that_is_done_twice_is_found(played):
    logs, records = played
    one = records[0]
    log = logs[one.table]
    entries = decode(log)
    done = next(entry for entry in entries if entry.id)
    again = encode(Entry(by=done.by, id=done.id, house=(Renamed(guest=Guest(0), name="X"),)))
    assert kinds(logs | {one.table: [*log, again]}, [one]) == {"doubled"}


def test_a_refused_action_that_was_done_is_found(played):
    logs, records = played
    one = records[0]
    message = next(iter(one.acknowledged))
    assert kinds(logs, [replace(one, refused={message})]) == {"refused"}


def test_a_fork_is_found(played):
    """Two nodes went on from the same version: a player saw what the log never had."""
    logs, records = played
    one = records[0]
    version, _ = one.seen[-1]
    entry = encode(Entry(house=(Renamed(guest=Guest(0), name="Another name"),)))
    forked = [*logs[one.table][: version - 1], entry]
    honest = replace(one, acknowledged={})
    assert kinds(logs | {one.table: forked}, [honest]) == {"forked"}
    ahead = replace(honest, seen=[*one.seen, (len(logs[one.table]) + 1, "what")])
    assert kinds(logs, [ahead]) == {"forked"}


def test_a_leak_is_found(played):
    """A player saw what only another seat may know."""
    logs, records = played
    mine, theirs = [one for one in records if one.table == records[0].table][:2]
    other = dict(theirs.seen)
    version = next(version for version, _ in reversed(mine.seen) if version in other)
    assert kinds(logs, [replace(mine, seen=[(version, other[version])])]) == {"forked"}
    assert kinds(logs, [replace(mine, seen=[(version, digest({}, {"hand": [1]}))])]) == {"forked"}


def test_time_that_goes_back_is_found(played):
    logs, records = played
    one = records[0]
    assert kinds(logs, [replace(one, seen=[one.seen[-1], one.seen[0]])]) == {"back"}


def test_a_small_cluster_is_broken_and_loses_nothing():
    seed = random.randrange(2**32)
    print(f"seed {seed}")
    told = "--people 10 --faults 4 --spacing 0.7 --longest 2 --thinking 0.3 --warm-up 1"
    figures, problems = asyncio.run(run(parser().parse_args([*told.split(), "--seed", str(seed)])))
    print(msgspec.json.encode(figures).decode())
    assert not problems
    assert figures["acknowledged"] > 50


def test_what_a_kill_or_a_pause_cost_and_whether_more_was_broken():
    def player(table, *, broken, back, done):
        return SimpleNamespace(table=table, broken=broken, back=back, done=done)

    crowd = [
        player("quick", broken=[100.1], back=[90.0, 100.8], done=[99.0, 101.5]),
        player("quick", broken=[], back=[], done=[101.2]),
        player("slow", broken=[100.2], back=[103.5], done=[104.5]),
        player("elsewhere", broken=[], back=[], done=[100.5]),
        player("paused", broken=[201.8], back=[202.3], done=[200.05, 202.4]),
        player("alive", broken=[201.9], back=[202.2], done=[201.0, 202.6]),
    ]
    faults = [
        Fault("kill", 100.0, 103.0),
        Fault("pause", 102.0, 120.0),
        Fault("pause", 200.0, 230.0),
        Fault("pause", 1.0, 9.0),
    ]
    found = [
        (one.kind, [round(at, 3) for at in one.silences], round(one.seconds, 3), one.alone)
        for one in recoveries(crowd, faults)
    ]
    assert found == [
        ("kill", [0.8], 1.2, True),
        ("kill", [3.5], 4.5, False),
        ("pause", [2.3], 2.4, True),
    ]
