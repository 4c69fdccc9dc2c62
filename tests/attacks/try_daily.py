"""A player wants to know the cards of a day before they play them, or to play them twice."""

from __future__ import annotations

import hashlib
import json
import random

from tacit.club.daily import seed_of
from tests.attacks.attack import Effort, Outcome, attack
from tests.server.client import HungUp, people, play
from tests.server.http.test_daily import at_noon, begin, finish
from tests.server.sites import inside, quick

OTHERS = 3
"""People whose games the attacker would like to see."""


def _secrets(site, deal, days: int) -> set[str]:
    """Return the seeds of a deal and of those after it, as texts."""
    return {seed_of(site.site.daily._secret, deal.after(day)).hex() for day in range(days)}


@attack("nobody learns the cards of a deal before they have played it", small=20, full=400)
async def learn_the_cards_of_the_day(effort: Effort) -> Outcome:
    rng = random.Random(effort.seed)
    learned = 0
    async with inside(quick(effort.folder / "daily.db")) as site:
        deal = at_noon(site)
        tables = []
        for number in range(OTHERS):
            async with people(site.url, f"P{number}") as (one,):
                table = await begin(one, deal)
                if number:
                    await finish(site, one, table, rng)
                tables.append(table)
        seeds = _secrets(site, deal, 3)
        tomorrow = deal.after(1).day
        async with people(site.url, "Eve") as (eve,):
            own = await begin(eve, deal)
            paths = [
                *(f"/api/tables/{table}/games/1{more}" for table in tables
                  for more in ("", "/tape", "/tape?seat=0", "/review", "/picture.png")),
                f"/api/daily/mindup/{deal.day}", f"/api/daily/mindup/{tomorrow}",
            ]  # fmt: skip
            for _ in range(effort.tries):
                path = rng.choice(paths)
                async with eve.http.get(eve.url + path) as answer:
                    body = await answer.read()
                    learned += answer.status == 200 or any(one.encode() in body for one in seeds)
            for table in tables:
                learned += await _watches(eve, table)
            told = json.dumps(await eve.get("/api/daily"))
            learned += any(one in told for one in seeds)
            promised = {hashlib.sha256(bytes.fromhex(one)).hexdigest() for one in seeds}
            assert sum(one in told for one in promised) == 2, "today's and tomorrow's, no more"
            assert own not in tables
    tries = effort.tries + OTHERS + 1
    return Outcome(tries, learned, f"{len(paths)} addresses, {OTHERS} tables, tomorrow's deal")


async def _watches(eve, table: str) -> bool:
    """Try to see another player's table, with and without joining it."""
    async with eve.http.post(
        f"{eve.url}/api/tables/{table}/join", json={"name": "Eve", "watch": True}
    ) as answer:
        if answer.status == 200:
            return True
    try:
        line = await eve.line(table)
    except HungUp:
        return False
    return line.copy.view is not None


@attack("a second try does not count, however it is asked for", small=4, full=40)
async def play_the_deal_of_the_day_twice(effort: Effort) -> Outcome:
    async with inside(quick(effort.folder / "twice.db")) as site:
        deal = at_noon(site)
        async with people(site.url, "Eve") as (eve,):
            tables = {await begin(eve, deal) for _ in range(effort.tries)}
            line = await eve.line(next(iter(tables)))
            await play(line, random.Random(effort.seed))
            for request in ("rematch", "leave"):
                await line.ask({"do": request})
            tables |= {await begin(eve, deal) for _ in range(effort.tries)}
            await site.site.projection.settled(10)
            found = await eve.get(f"/api/daily/mindup/{deal.day}")
    more = len(tables) - 1 + found["people"] - 1
    return Outcome(2 * effort.tries, more, f"{len(tables)} table, {found['people']} game counts")
