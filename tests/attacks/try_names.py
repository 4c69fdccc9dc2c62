"""A guest takes a name that others mistake for another player, or for a bot."""

from __future__ import annotations

import random

from tests.attacks.attack import Effort, Outcome, attack
from tests.server.client import people
from tests.server.sites import inside, quick

TWINS = ("Anna", "Anna.", "anna", "'Anna'", "Аnna", "Anna …", "A-n-n-a", "Anna!")
BOTS = ("raven", "RAVEN", "Raven.", "Rаven", "Rabe", "corbeau", "Echo", "greedy", "Raven 1")


@attack("no guest is called like a player or a bot, when joining or renaming", small=20, full=160)
async def take_a_name_that_is_taken(effort: Effort) -> Outcome:
    chance, taken = random.Random(effort.seed), 0
    async with (
        inside(quick(effort.folder / "names.db")) as site,
        people(site.url, "Anna", "Eve") as (anna, eve),
    ):
        table = await anna.open("mindup", bots=["raven"])
        await eve.join(table)
        line = await eve.line(table)
        live = await site.site.tables.find(table)
        for number in range(effort.tries):
            wanted = chance.choice(TWINS + BOTS)
            if number % 2:
                await line.do("rename", name=wanted)
            else:
                await eve.post(f"/api/tables/{table}/join", name=wanted)
            taken += live.table.state.people[1].name == wanted
    return Outcome(effort.tries, taken, f"{taken} names taken that others go by")
