"""A backup is made in the middle of a game, and the game goes on from it."""

from __future__ import annotations

import asyncio
import random

import pytest

from tacit.store.copying import copy
from tests.server.client import people, play
from tests.server.sites import inside, quick
from tests.store.postgres_server import new_place


@pytest.mark.parametrize("kind", ["sqlite", "postgres"])
async def test_a_game_goes_on_from_a_backup(tmp_path, kind):
    def place(name: str) -> str:
        return str(tmp_path / f"{name}.db")

    db = place("live") if kind == "sqlite" else await asyncio.to_thread(new_place)
    backup = place("backup")
    async with inside(quick(db)) as site, people(site.url, "Ann") as (ann,):
        table = await ann.open("mindup", bots=["greedy", "greedy"], start=True)
        line = await ann.line(table)
        await line.do("act", action={"kind": "pick", "card": line.copy.legal["pick"][0]})
        await line.until(lambda: line.copy.view["turn"] == 2)
        await asyncio.to_thread(copy, db, backup)
        cookies = {"tacit": ann.cookie}
    restored = place("new") if kind == "sqlite" else await asyncio.to_thread(new_place)
    await asyncio.to_thread(copy, backup, restored)
    async with inside(quick(restored)) as site, people(site.url, "Ann") as (ann,):
        ann.http.cookie_jar.update_cookies(cookies)
        assert [one["table"] for one in (await ann.get("/api/me"))["tables"]] == [table]
        line = await ann.line(table)
        assert line.copy.view["turn"] >= 2
        await play(line, random.Random(1))
        assert line.copy.stage == "over"
