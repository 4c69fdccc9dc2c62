"""Groups and daily deals while nodes break: members change their group, and begin today's deal.

A request over HTTP has no id, so a client that got no answer asks again. What was answered must be
in the log of the group, a deal must be opened once, and every finished game must be in the tally.
"""

from __future__ import annotations

import asyncio
import contextlib
import random
import time
from typing import Any

import aiohttp
import msgspec

from tacit.club.daily import deal_of_table
from tacit.club.group import KIND, Came, Founded, GroupEvent, Named, TableOpened
from tacit.store.store import Store, log_id
from tacit.table.log.fold import fold, opened
from tacit.table.log.records import Entry, Opened, decode
from tacit.table.log.state import Stage
from tests.cluster.checker import Problem
from tests.cluster.players import BROKEN
from tests.server.client import Person

CHANGES = 30
"""Names that a member gives themselves: fewer than a group allows."""
ANSWERS_WITHIN_S = 10.0
SETTLES_WITHIN_S = 60.0
GROUPED = 3
"""One in this many tables becomes a group's."""


class Member:
    """A member who takes one name after the other, and plays today's deal."""

    def __init__(self, person: Person, group: str, rng: random.Random) -> None:
        self.person = person
        self.group = group
        self.names: list[str] = []
        """Names that the site has confirmed."""
        self.deals: set[str] = set()
        """Tables of the deal of a day, as the site answered."""
        self.stopping = False
        self._rng = rng

    async def live(self, longest_s: float) -> None:
        """Go on until told to stop, or until there were enough changes."""
        for number in range(CHANGES):
            name = f"{self.person.name} {number}"
            if await self._ask(f"/api/groups/{self.group}/rename", name=name) is not None:
                self.names.append(name)
            begun = await self._begin_deal()
            self.deals |= {begun} if begun else set()
            await asyncio.sleep(self._rng.uniform(0, longest_s))
            if self.stopping:
                return

    async def _begin_deal(self) -> str | None:
        """Begin the deal of the day that it is on the node which answers."""
        with contextlib.suppress(*BROKEN, AssertionError):  # a node that cannot read refuses
            daily = await asyncio.wait_for(self.person.get("/api/daily"), ANSWERS_WITHIN_S)
            day = next(one["day"] for one in daily if one["game"] == "mindup")
            path = f"/api/daily/mindup/{day}/play"
            answer = await self._ask(path, name=self.person.name)
            table = "" if answer is None else str(answer["table"])
            # On a node whose clock is wrong it may be a past day: a new table each time.
            return table if deal_of_table(table) is not None else None
        return None

    async def _ask(self, path: str, **body: Any) -> Any:
        """Ask until there is an answer; None if it is a refusal, or it is time to stop."""
        while not self.stopping:
            with contextlib.suppress(*BROKEN):
                async with self.person.http.post(
                    self.person.url + path,
                    json=body,
                    timeout=aiohttp.ClientTimeout(total=ANSWERS_WITHIN_S),
                ) as answer:
                    if answer.status < 500:
                        return await answer.json() if answer.status < 300 else None
            await asyncio.sleep(self._rng.uniform(0.1, 0.5))
        return None


async def found_groups(tables: dict[str, list[Person]], rng: random.Random) -> list[Member]:
    """Make groups of the people at some of the tables."""
    members: list[Member] = []
    for table, crowd in list(tables.items())[::GROUPED]:
        made = await crowd[0].post(f"/api/tables/{table}/group", title="Fridays")
        members += [Member(one, made["group"], random.Random(rng.random())) for one in crowd]
    return members


def check_clubs(store: Store, members: list[Member]) -> list[Problem]:
    """Compare what members were answered with the logs, and tallies with the logs of tables."""
    found: list[Problem] = []
    for group in sorted({one.group for one in members}):
        found += _check_group(store, group, [one for one in members if one.group == group])
    for one in members:
        for table in one.deals:
            log = _log(store, table)
            begun = sum(isinstance(event, Opened) for entry in log for event in entry.house)
            if begun != 1:
                found.append(Problem("deal", table, f"was opened {begun} times"))
    return found


def _check_group(store: Store, group: str, members: list[Member]) -> list[Problem]:
    label = log_id(KIND, group)
    events = [msgspec.json.decode(line, type=GroupEvent) for line in store.load(label)]
    found = []
    for one in members:
        mine = [event for event in events if getattr(event, "person", "") == one.person.id]
        if not any(isinstance(event, Came | Founded) for event in mine):
            found.append(Problem("lost", label, f"{one.person.name} came"))
        named = [event.name for event in mine if isinstance(event, Named)]
        if len(named) != len({*named}):
            found.append(Problem("doubled", label, f"{one.person.name}: {named}"))
        missing = [name for name in one.names if name not in named]
        found += [Problem("lost", label, name) for name in missing]
    played = [event.table for event in events if isinstance(event, TableOpened)]
    wanted = {(table, number) for table in played for number in _finished(store, table)}
    until = time.monotonic() + SETTLES_WITHIN_S
    while True:
        tallied = {(one.table, one.position.number) for one in store.games.labelled(label, 10_000)}
        if tallied == wanted or time.monotonic() > until:
            break
        time.sleep(0.5)
    found += [Problem("tally", label, f"misses {game}") for game in sorted(wanted - tallied)]
    found += [Problem("tally", label, f"invents {game}") for game in sorted(tallied - wanted)]
    return found


def _finished(store: Store, table: str) -> list[int]:
    """Return the numbers of a table's finished games, from its log."""
    state = None
    for entry in _log(store, table):
        state = opened(entry) if state is None else fold(state, entry)
    if state is None:
        return []
    return list(range(1, 1 + state.games - (state.stage is Stage.PLAYING)))


def _log(store: Store, table: str) -> list[Entry[Any]]:
    lines = store.load(table)
    return decode(lines) if lines else []
