"""Puzzles over HTTP: a position tells no answer, a try does."""

from __future__ import annotations

import msgspec

from tacit.review.puzzle import puzzles
from tests.server.client import people
from tests.server.http.test_groups import problem
from tests.server.sites import inside, quick


async def test_a_position_is_sent_without_its_answer_and_a_try_gets_it(tmp_path):
    async with inside(quick(tmp_path / "a.db")) as site, people(site.url, "Ann") as (ann,):
        lines = await ann.get("/api/puzzles/mindup")
        assert [one["number"] for one in lines] == list(range(1, len(lines) + 1))
        asked = await ann.get("/api/puzzles/mindup/1")
        assert set(asked) == {"number", "level", "of", "begin"}
        assert asked["begin"]["type"] == "sync"
        assert asked["begin"]["house"]["seat"] == asked["begin"]["view"]["seat"]
        first = puzzles("mindup")[0]
        wrong = next(card for card in first.lost if card != first.best)
        told = await ann.post("/api/puzzles/mindup/1", move=wrong)
        assert (told["best"], told["lost"]) == (first.best, first.lost)
        assert told["reasons"] == msgspec.to_builtins(list(first.reasons[wrong]))
        right = await ann.post("/api/puzzles/mindup/1", move=first.best)
        assert right["reasons"] == msgspec.to_builtins(list(first.reasons[first.obvious]))
        assert await problem(ann, "/api/puzzles/mindup/1", move="99") == (409, "no-such-move")


async def test_there_are_no_other_puzzles(tmp_path):
    async with inside(quick(tmp_path / "a.db")) as site, people(site.url, "Ann") as (ann,):
        assert await ann.get("/api/puzzles/extreme") == []
        for path in ("mindup/0", "mindup/9999", "extreme/1", "chess"):
            assert (await problem(ann, f"/api/puzzles/{path}"))[0] == 404
