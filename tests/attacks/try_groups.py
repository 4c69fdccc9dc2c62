"""A stranger wants to rule a group, a removed member to know of it, and a member to fill it up."""

from __future__ import annotations

import random

from tacit.club.group import KIND, MOST_CHANGES
from tacit.store.store import log_id
from tests.attacks.attack import Effort, Outcome, attack
from tests.server.client import people
from tests.server.sites import inside, quick

REFILL_S = 60.0
"""After so long the rate limit of an address lets a few requests through again."""


def _ways(group: str, table: str) -> list[tuple[str, dict[str, object]]]:
    """Return the requests that only members may make, and only the founder."""
    return [
        (f"/api/groups/{group}/rename", {"name": "Eve"}),
        (f"/api/groups/{group}/rename", {"title": "Eve's"}),
        (f"/api/groups/{group}/remove", {"member": 0}),
        (f"/api/groups/{group}/remove", {"member": -1}),
        (f"/api/groups/{group}/let-back", {"member": 1}),
        (f"/api/groups/{group}/leave", {}),
        (f"/api/tables/{table}/group/members", {"guest": 1}),
        (f"/api/tables/{table}/group/members", {"guest": 2}),
        (f"/api/groups/{group}/play", {"game": "mindup", "name": "Eve"}),
        (f"/api/groups/{group}/play", {"game": "mindup", "name": "Eve", "fresh": True}),
    ]


@attack("only members change a group, and the removed stay outside", small=40, full=1000)
async def rule_a_group_from_outside(effort: Effort) -> Outcome:
    rng, done, seen = random.Random(effort.seed), 0, 0
    async with (
        inside(quick(effort.folder / "groups.db")) as site,
        people(site.url, "Ann", "Bob", "Eve") as (ann, bob, eve),
    ):
        group = (await ann.post("/api/groups", title="Fridays", name="Ann"))["group"]
        await bob.post(f"/api/groups/{group}/join", name="Bob")
        await ann.post(f"/api/groups/{group}/remove", member=1)
        wanted = {"game": "mindup", "name": "Ann"}
        table = (await ann.post(f"/api/groups/{group}/play", **wanted))["table"]
        for one in (eve, bob):  # the table's link is theirs all the same
            await one.join(table)
        log = log_id(KIND, group)
        before = site.site.store.load(log)
        for _ in range(effort.tries):
            site.later(REFILL_S)
            who = rng.choice((bob, eve))
            path, body = rng.choice(_ways(group, table))
            async with who.http.post(who.url + path, json=body) as answer:
                done += answer.status < 400
            # No member takes in again who was removed.
            take_in, bobs = f"/api/tables/{table}/group/members", {"guest": 2}
            async with ann.http.post(ann.url + take_in, json=bobs) as answer:
                done += answer.status < 400
            # A removed member may not even look, nor come back under another name.
            async with bob.http.get(f"{bob.url}/api/groups/{group}") as answer:
                seen += answer.status == 200
            again = {"name": f"Rob {rng.randrange(1000)}"}
            async with bob.http.post(f"{bob.url}/api/groups/{group}/join", json=again) as answer:
                seen += answer.status == 200
        done += len(site.site.store.load(log)) - len(before)
    return Outcome(4 * effort.tries, done + seen, "10 requests, by a stranger and a removed member")


@attack("one member cannot fill a group's log", small=80, full=2000)
async def fill_a_group(effort: Effort) -> Outcome:
    async with (
        inside(quick(effort.folder / "full.db")) as site,
        people(site.url, "Ann", "Eve", "Bob") as (ann, eve, bob),
    ):
        group = (await ann.post("/api/groups", title="Fridays", name="Ann"))["group"]
        await eve.post(f"/api/groups/{group}/join", name="Eve")
        for number in range(effort.tries):
            site.later(REFILL_S)
            way = ("rename", "leave", "join")[number % 3]
            body = {} if way == "leave" else {"name": f"Eve {number}"}
            async with eve.http.post(f"{eve.url}/api/groups/{group}/{way}", json=body) as answer:
                await answer.read()
        site.later(REFILL_S)
        entries = len(site.site.store.load(log_id(KIND, group)))
        await bob.post(f"/api/groups/{group}/join", name="Bob")  # others are not kept out
        told = await ann.post(f"/api/groups/{group}/rename", title="Saturdays")
        assert told["title"] == "Saturdays"
    most = 2 + 2 * MOST_CHANGES
    return Outcome(effort.tries, max(0, entries - most), f"{entries} entries of at most {most}")
