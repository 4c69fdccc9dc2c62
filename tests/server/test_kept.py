"""Databases of earlier versions of the site: they open, show the same, and are played on."""

from __future__ import annotations

import asyncio
import json
import random
import shutil
from itertools import count
from pathlib import Path

import pytest

from tacit.server.people.identity import COOKIE
from tests.server import client
from tests.server.client import people, play
from tests.server.kept.record import told
from tests.server.sites import inside, quick

KEPT = sorted(path.parent for path in (Path(__file__).parent / "kept").glob("*/site.db"))


def kept_of(now, then):
    """Return what is told now without what was not told then: a later version may tell more."""
    if isinstance(then, dict) and isinstance(now, dict):
        return {name: kept_of(now.get(name), value) for name, value in then.items()}
    if isinstance(then, list) and isinstance(now, list) and len(now) == len(then):
        return [kept_of(*both) for both in zip(now, then, strict=True)]
    return now


def mended(then):
    """Return what was told with what was told wrongly put right.

    Once Mind Up! was over, v0.1.0 told the last round without its objectives.
    """
    view = then["view"] or {}
    if view.get("game") != "mindup" or view["places"] is None:
        return then
    return then | {"view": view | {"points": view["past"][-1]["points"]}}


def test_the_databases_are_there():
    assert "v0.1.0" in [path.name for path in KEPT]


@pytest.mark.parametrize("kept", KEPT, ids=lambda path: path.name)
async def test_a_kept_database_shows_the_same_and_its_games_go_on(kept, tmp_path, monkeypatch):
    monkeypatch.setattr(client, "_IDS", count(10**6))  # ids of the recording were done already
    db = shutil.copy(kept / "site.db", tmp_path)
    before = json.loads((kept / "told.json").read_text())
    async with inside(quick(db)) as site, people(site.url, "Ann", "Bob", "Cleo") as crowd:
        for person, cookie in zip(crowd, before["cookies"], strict=True):
            person.http.cookie_jar.update_cookies({COOKIE: cookie})
        for table, then in before["tables"].items():
            seen = [mended(one) for one in then]
            lines = [await person.line(table) for person in crowd[: len(seen)]]
            assert [kept_of(told(line), was) for line, was in zip(lines, seen, strict=True)] == seen
            stage = seen[0]["house"]["stage"]
            if stage == "over":
                game = await crowd[0].get(f"/api/tables/{table}/games/1")
                file = kept / f"{seen[0]['house']['game']}.tacit.json"
                assert game == json.loads(file.read_bytes())
            elif stage == "playing":
                await lines[0].do("resume")
                rng = random.Random(table)
                await asyncio.gather(*(play(line, rng) for line in lines))
            else:
                await lines[0].do("start")
