"""Tables nobody is at pretend to be alive."""

from __future__ import annotations

from tests.attacks.attack import Effort, Outcome, attack
from tests.server.answers import call
from tests.server.client import people
from tests.server.sites import inside, quick


@attack("the lobby lists tables that a guest is at", small=30, full=300)
async def haunt_the_lobby(effort: Effort) -> Outcome:
    """Open public tables, come, go away, and let the site start again."""
    db = effort.folder / "ghosts.db"
    listed, names = 0, []
    async with inside(quick(db)) as site, people(site.url, "Ann") as (ann,):
        for _ in range(effort.tries):
            names.append(await ann.open("mindup", settings={"public": True}))
            await (await ann.line(names[-1])).close()
        site.later(60)
        listed += len((await call(site, "GET", "/api/tables")).json)
    async with inside(quick(db)) as site:
        for name in names:  # looking at a table wakes it
            await call(site, "GET", f"/api/tables/{name}")
        listed += len((await call(site, "GET", "/api/tables")).json)
    told = f"{listed} ghosts of {effort.tries} tables listed, before and after a restart"
    return Outcome(2 * effort.tries, listed, told)
