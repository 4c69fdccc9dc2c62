"""The process that reviews games: ready before it is asked, taken once, and never left behind."""

from __future__ import annotations

import json
from pathlib import Path

from tacit.server.history import review_process as reviewer
from tacit.server.history.review_process import Reviewer, end
from tests.server.client import eventually

KEPT = Path("tests/replays/v1-extreme.tacit.json").read_bytes()


async def test_whoever_looks_at_a_replay_finds_a_process_ready():
    crew = Reviewer()
    crew.prepare()
    ready = crew._ready
    crew.prepare()
    assert crew._ready is ready, "one is enough"
    process = await crew.take("review")
    assert process is await ready
    other = await crew.take("review")
    assert other.pid != process.pid
    answer, _ = await process.communicate(KEPT)
    assert json.loads(answer.splitlines()[-1])["found"]["game"] == "extreme"
    for one in (process, other):
        await end(one)
    await crew.close()


async def test_a_picture_does_not_take_it():
    crew = Reviewer()
    crew.prepare()
    ready = crew._ready
    picture = await crew.take("picture")
    assert crew._ready is ready
    await end(picture)
    await crew.close()
    assert (await ready).returncode is not None


async def test_it_does_not_wait_for_ever(monkeypatch):
    monkeypatch.setattr(reviewer, "READY_SECONDS", 0.0)
    crew = Reviewer()
    crew.prepare()
    process = await crew._ready
    await eventually(lambda: process.returncode is not None)
    assert crew._ready is None
    await crew.close()


async def test_one_that_has_died_meanwhile_is_not_given_out():
    crew = Reviewer()
    crew.prepare()
    dead = await crew._ready
    await end(dead)
    process = await crew.take("review")
    assert process.returncode is None
    await end(process)
    await crew.close()
