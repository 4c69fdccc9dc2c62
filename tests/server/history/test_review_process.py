"""The workers that review games: one ready ahead, taken once, and never left behind."""

from __future__ import annotations

import contextlib
import json
from pathlib import Path

from tacit.bots.worker_process import WorkerEnded
from tacit.review.reviewing import asked_first
from tacit.server.history import review_process
from tacit.server.history.review_process import ReviewWorkers
from tests.server.client import eventually

KEPT = Path("tests/replays/v1-extreme.tacit.json").read_bytes()


async def test_a_viewer_of_a_replay_finds_a_worker_ready():
    workers = ReviewWorkers()
    workers.prepare()
    ready = workers._ready
    workers.prepare()
    assert workers._ready is ready, "one is enough"
    worker = workers.take("review")
    assert worker is ready
    other = workers.take("review")
    assert other.pid != worker.pid
    lines, said = worker.lines_for(KEPT), b""
    with contextlib.suppress(WorkerEnded):
        while True:
            said = await anext(lines)
    assert json.loads(said)["found"]["game"] == "extreme"
    for one in (worker, other):
        workers.end(one)
    await workers.close()


async def test_a_worker_is_told_whose_part_to_make_first():
    sent = asked_first(KEPT.rstrip(b"\n"), 3)
    assert sent.startswith(b"3 {")
    assert asked_first(KEPT, None) is KEPT
    workers = ReviewWorkers()
    worker = workers.take("review")
    async for line in worker.lines_for(sent):
        if "found" in json.loads(line):
            break
    workers.end(worker)
    await workers.close()


async def test_a_picture_does_not_take_it():
    workers = ReviewWorkers()
    workers.prepare()
    ready = workers._ready
    picture = workers.take("picture")
    assert workers._ready is ready
    workers.end(picture)
    await workers.close()
    assert not ready.runs
    assert not picture.runs


async def test_it_does_not_wait_for_ever(monkeypatch):
    workers = ReviewWorkers()
    monkeypatch.setattr(review_process, "READY_S", 0.0)
    workers.prepare()
    worker = workers._ready
    await eventually(lambda: not worker.runs)
    assert workers._ready is None
    await workers.close()


async def test_one_that_has_died_meanwhile_is_not_given_out():
    workers = ReviewWorkers()
    workers.prepare()
    dead = workers._ready
    dead.kill()
    await eventually(lambda: not dead.runs)
    worker = workers.take("review")
    assert worker is not dead
    assert worker.runs
    workers.end(worker)
    await workers.close()
