"""Strangers try to lock a public table, to take it over, and to send its opener away."""

from __future__ import annotations

import asyncio

from tests.attacks.attack import Effort, Outcome, attack
from tests.server.answers import call
from tests.server.client import Person, eventually, people
from tests.server.sites import inside, quick, roomy


@attack("a table cannot be locked by people who are not there", small=60, full=1000)
async def lock_a_table_by_joining(effort: Effort) -> Outcome:
    """All from one address as well, which alone may bring a few only."""
    locked = 0
    for name, limits in (("slow", roomy(joins=10)), ("many addresses", roomy())):
        config = quick(effort.folder / f"{name}.db", limits=limits)
        async with inside(config) as site, people(site.url, "Ann", "Bob") as (ann, bob):
            table = await ann.open("mindup", settings={"public": True})
            await ann.line(table)
            path = f"/api/tables/{table}/join"
            for _ in range(effort.tries):
                await call(site, "POST", path, json={"name": "X", "watch": True})
            site.later(60)
            async with bob.http.post(site.url + path, json={"name": "Bob"}) as response:
                locked += response.status != 200
    return Outcome(
        2, locked, f"{effort.tries} joins; {locked} of 2 guests who came after found no way in"
    )


@attack("a host whose line drops for a moment stays host", small=5, full=100)
async def take_a_table_over(effort: Effort) -> Outcome:
    taken = banned = 0
    async with inside(quick(effort.folder / "taken.db")) as site:
        for _ in range(effort.tries):
            async with people(site.url, "Ann", "Eve") as (ann, eve):
                table = await ann.open("mindup", settings={"public": True})
                await eve.join(table, watch=True)
                host, thief = await ann.line(table), await eve.line(table)
                await host.close()
                live = await site.site.tables.find(table)
                await eventually(lambda live=live: len(live.table.connected) == 1)
                taken += (await thief.ask({"do": "claim-host"}))["type"] == "ack"
                banned += await _ban(site, ann, thief, table)
                await asyncio.sleep(0)
    told = f"{taken} of {effort.tries} tables taken over, {banned} openers sent away"
    return Outcome(2 * effort.tries, taken + banned, told)


async def _ban(site, ann: Person, thief, table: str) -> bool:
    """Wait as long as it takes to be host, and send the opener away."""
    site.later(120)
    live = await site.site.tables.find(table)
    live.table._connections.forgive(live.now) if hasattr(
        live.table._connections, "forgive"
    ) else None
    await thief.ask({"do": "claim-host"})
    return (await thief.ask({"do": "remove", "guest": 0}))["type"] == "ack"
