"""A guest wants easy practice to count as games, or to see what another person practised."""

from __future__ import annotations

import asyncio
import json
import random

from tests.attacks.attack import Effort, Outcome, attack
from tests.server.client import people, play
from tests.server.sites import inside, quick

WRONG = (
    {"practice": 99}, {"practice": -1}, {"practice": 2**70}, {"practice": "1"}, {"practice": 1.5},
    {"practice": [1]}, {"practice": 1, "lives": 9}, {"practice": 1, "piles": "x" * 5000},
    {"piles": "open"}, {"players": 99, "practice": 1}, dict.fromkeys(map(str, range(999)), 1),
)  # fmt: skip
"""Settings of the rules that there are not."""


@attack("practice counts nowhere, and only its player sees what it showed", small=12, full=300)
async def make_practice_count(effort: Effort) -> Outcome:
    rng, won = random.Random(effort.seed), 0
    async with (
        inside(quick(effort.folder / "practice.db")) as site,
        people(site.url, "Ann", "Eve") as (ann, eve),
    ):
        own = {"practice": 1, "piles": "open"}
        table = await ann.open("extreme", settings={"own": own})
        await eve.join(table)
        lines = [await one.line(table) for one in (ann, eve)]
        group = await ann.post(f"/api/tables/{table}/group", title="Winners")
        await lines[0].do("start")
        await asyncio.gather(*(play(line, rng) for line in lines))
        await site.site.projection.settled(20)
        told = [await ann.get(f"/api/me/{path}") for path in ("games", "records")]
        won += told[0]["total"] + len(told[1]["records"]) + len(told[1]["ratings"])
        won += len((await ann.get(f"/api/groups/{group['group']}"))["tally"]["games"])
        for number in range(effort.tries):
            body = {"game": "extreme", "name": "Eve", "settings": {"own": rng.choice(WRONG)}}
            async with eve.http.post(f"{eve.url}/api/tables", json=body) as answer:
                won += answer.status < 400 or answer.status >= 500
            if number < 5:  # the rate limit
                mine = await eve.get(f"/api/me/practice?game=extreme&person={ann.id}")
                won += ann.id in json.dumps(mine)
    return Outcome(effort.tries + 5, won, f"{len(WRONG)} kinds of settings, 4 places that count")
