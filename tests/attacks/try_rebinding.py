"""A stranger's page has its own name point to this machine, and speaks with the site as its own."""

from __future__ import annotations

import random

from tests.attacks.attack import Effort, Outcome, attack
from tests.server.answers import NEW, call
from tests.server.sites import inside, quick

ENDS = ("example", "example.com", "localhost.evil.io", "local.evil.io", "1.evil.net")


@attack("a page under another name learns and does nothing", small=20, full=500)
async def rebind_a_name(effort: Effort) -> Outcome:
    chance = random.Random(effort.seed)
    done = 0
    async with inside(quick(effort.folder / "rebound.db")) as site:
        for number in range(effort.tries):
            name = f"a{number}.{chance.choice(ENDS)}:{chance.choice((80, 8000))}"
            headers = {"Host": name, "Origin": f"http://{name}"}
            opened = await call(site, "POST", "/api/tables", json=NEW, headers=headers)
            listed = await call(site, "GET", "/api/tables", headers=headers)
            done += opened.status == 201 or listed.status == 200
    return Outcome(effort.tries, done, f"{done} of {effort.tries} strange names were served")
