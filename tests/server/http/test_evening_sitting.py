"""Who has a seat in the next round: not who sits out, nor who did nothing in a whole round."""

from __future__ import annotations

import asyncio
import random

from tacit.server.club import evenings as evenings_module
from tacit.server.club import shared_log
from tests.server.answers import of
from tests.server.client import next_move, people
from tests.server.http.test_evenings import begun, opened, until_over
from tests.server.http.test_groups import problem
from tests.server.sites import inside, quick

NAMES = ("Ann", "Bob", "Cy")


async def play_one(path, *crowd):
    """Let each of these people do one thing at their table."""
    for one in crowd:
        line = await one.line((await one.get(path))["round"]["table"])
        await line.until(lambda line=line: next_move(line.copy, random.Random(1)))
        await line.ask(next_move(line.copy, random.Random(1)))


async def end_round(site, path, host):
    await host.post(f"{path}/close")
    await until_over(site, path, host)


async def seat_of(path, one):
    return (await one.get(path))["round"]["table"]


async def test_who_sits_out_has_no_seat_and_one_tap_brings_it_back(tmp_path):
    async with inside(quick(tmp_path / "a.db")) as site, people(site.url, *NAMES) as (ann, bob, cy):
        path = await opened(ann, bob, cy)
        assert await problem(bob, f"{path}/sit-out", guest=2, on=True) == (409, "evening-host-only")
        assert (await problem(bob, f"{path}/sit-out", guest="x", on=True))[0] == 400
        told = await cy.post(f"{path}/sit-out", guest=2, on=True)
        assert [one["sits_out"] for one in told["guests"]] == [False, False, True]
        await ann.post(f"{path}/rounds")
        assert await seat_of(path, cy) is None
        assert await seat_of(path, bob) is not None
        await end_round(site, path, ann)
        await cy.post(f"{path}/sit-out", guest=2, on=False)
        await ann.post(f"{path}/sit-out", guest=1, on=True)
        await cy.get(path)
        await ann.post(f"{path}/rounds")
        assert await seat_of(path, cy) is not None
        assert await seat_of(path, bob) is None


async def test_who_did_nothing_in_a_whole_round_sits_out_the_next_and_is_told(tmp_path):
    for game in ("mindup", "extreme"):
        async with begun(tmp_path / f"{game}.db", *NAMES, game=game) as (site, path, crowd):
            ann, bob, cy = crowd
            await play_one(path, ann, bob)
            await end_round(site, path, ann)
            begun_again = await ann.post(f"{path}/rounds")
            told = [(one["sits_out"], one["missed"]) for one in begun_again["guests"]]
            assert told == [(False, False), (False, False), (True, True)]
            assert await seat_of(path, cy) is None
            assert await seat_of(path, bob) is not None
            back = await cy.post(f"{path}/sit-out", guest=2, on=False)
            assert not back["guests"][2]["missed"]
            await play_one(path, ann, bob)
            await end_round(site, path, ann)
            await ann.post(f"{path}/rounds")
            assert await seat_of(path, cy) is not None


async def test_who_missed_a_round_but_looks_at_the_evening_again_keeps_the_seat(tmp_path):
    async with begun(tmp_path / "a.db", *NAMES) as (site, path, (ann, bob, cy)):
        await play_one(path, ann, bob)
        await end_round(site, path, ann)
        for _ in range(3):
            await cy.get(path)
        lines = site.site.store.load(f"evening:{path.rpartition('/')[2]}")
        assert sum(b'"sat-out"' in line for line in lines) == 1, "it is noted once"
        await ann.post(f"{path}/rounds")
        assert await seat_of(path, cy) is not None


async def test_a_round_at_which_too_few_did_anything_leaves_all_their_seats(tmp_path):
    async with begun(tmp_path / "a.db", *NAMES) as (site, path, (ann, bob, _)):
        await end_round(site, path, ann)
        told = await ann.post(f"{path}/rounds")
        assert not any(one["sits_out"] for one in told["guests"])
        assert await seat_of(path, bob) is not None


async def test_looks_at_once_of_a_guest_who_missed_a_round_all_succeed(tmp_path, monkeypatch):
    async with begun(tmp_path / "a.db", *NAMES) as (site, path, (ann, bob, cy)):
        await play_one(path, ann, bob)
        await end_round(site, path, ann)
        monkeypatch.setattr(evenings_module, "KEPT_MS", 10**6)
        looks = await asyncio.gather(*(of(cy, "GET", path) for _ in range(5)))
        assert {look.status for look in looks} == {200}
        name = path.rpartition("/")[2]
        assert sum(b'"sat-out"' in line for line in site.site.store.load(f"evening:{name}")) == 1


async def test_a_look_succeeds_though_it_cannot_be_noted(tmp_path, monkeypatch):
    async with begun(tmp_path / "a.db", *NAMES) as (site, path, (ann, bob, cy)):
        await play_one(path, ann, bob)
        await end_round(site, path, ann)
        monkeypatch.setattr(shared_log, "MOST_WAITING", 0)
        assert (await of(cy, "GET", path)).status == 200
