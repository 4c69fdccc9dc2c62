"""A player wants to know how another table fares, or what it was dealt, before both are done."""

from __future__ import annotations

import asyncio
import json
import random

from tacit.club.evening_tables import RoundOf, seed_of
from tests.attacks.attack import Effort, Outcome, attack
from tests.attacks.try_daily import _watches
from tests.server.client import people
from tests.server.http.test_evenings import finish, opened, tables_of
from tests.server.sites import inside, quick, roomy

NAMES = ("Ann", "Bob", "Cy", "Dee", "Eve", "Fay")


@attack("no table learns of another's cards or result before both are done", small=30, full=600)
async def learn_from_another_table(effort: Effort) -> Outcome:
    rng = random.Random(effort.seed)
    learned = 0
    site_of = quick(effort.folder / "evening.db")
    async with inside(site_of) as site, people(site.url, *NAMES) as crowd:
        path = await opened(*crowd)
        await crowd[0].post(f"{path}/rounds")
        (done, first), (other, second) = (await tables_of(path, crowd)).items()
        was = [await _told(one, path) for one in second]
        await finish(site, done, first)
        name = path.rpartition("/")[2]
        seed = seed_of(site.site.evenings._secret, RoundOf(name, 1)).hex().encode()
        game = f"/api/tables/{done}/games/1"
        paths = [
            *(game + more for more in ("", "/tape", "/tape?seat=0", "/review", "/picture.png")),
            f"{path}/rounds/1", path, f"/api/tables/{done}", "/api/tables", "/api/me/games",
        ]  # fmt: skip
        closed = set(paths[:6])
        for _ in range(effort.tries):
            asked = rng.choice(paths)
            async with rng.choice(second).http.get(site.url + asked) as answer:
                body = await answer.read()
                learned += seed in body or (asked in closed and answer.status == 200)
        for one in second:
            learned += await _watches(one, done)
        learned += [await _told(one, path) for one in second] != was
        for one in first:  # they have finished, and wait like everyone
            async with one.http.get(site.url + game) as answer:
                learned += answer.status == 200
        assert other not in json.dumps(await first[0].get(path))
    return Outcome(effort.tries + len(NAMES) + 1, learned, f"{len(paths)} addresses, 2 tables")


async def _told(person, path: str) -> dict[str, object]:
    return {**(await person.get(path)), "now": 0}


@attack("a crowd cannot fill an evening's log, nor open tables without limit", small=40, full=400)
async def fill_an_evening(effort: Effort) -> Outcome:
    limits = roomy(evening_tables=10, my_games=5)
    site_of = quick(effort.folder / "full.db", limits=limits)
    async with inside(site_of) as site, people(site.url, "Ann", "Bob") as (ann, bob):
        path = await opened(ann, bob)
        before = len(site.site.tables)

        async def again() -> int:
            async with bob.http.post(f"{site.url}{path}/leave") as answer:
                await answer.read()
            async with bob.http.post(f"{site.url}{path}/join", json={"name": "B"}) as answer:
                await answer.read()
            async with ann.http.post(f"{site.url}{path}/rounds") as answer:
                return answer.status

        statuses = await asyncio.gather(*(again() for _ in range(effort.tries)))
        entries = len(site.site.store.load(f"evening:{path.rpartition('/')[2]}"))
        tables = len(site.site.tables) - before
    beyond = max(0, tables - 10) + max(0, entries - 100)
    return Outcome(
        3 * effort.tries, beyond, f"{tables} tables, {entries} entries, {statuses.count(429)} × 429"
    )
