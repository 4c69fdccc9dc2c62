"""A stranger opens tables on a site that is for invited people only."""

from __future__ import annotations

from tacit.server.people.invitations import COOKIE
from tests.attacks.attack import Effort, Outcome, attack
from tests.server.answers import NEW, of
from tests.server.client import Person, people
from tests.server.sites import Inside, inside, quick


async def invite(site: Inside, person: Person) -> str:
    """Let a guest open the site's invitation, and return the cookie they get for it."""
    path = f"/invite/{site.site.invitations.code}"
    answer = await of(person, "GET", path, allow_redirects=False)
    assert answer.status == 303
    return answer.cookies[COOKIE].value


@attack("a spectator of an invite-only site opens no table", small=3, full=30)
async def open_tables_as_a_mere_watcher(effort: Effort) -> Outcome:
    opened = 0
    async with (
        inside(quick(effort.folder / "watch.db", invite_only=True)) as site,
        people(site.url, "Ann", "Eve") as (ann, eve),
    ):
        await invite(site, ann)
        for _ in range(effort.tries):
            table = await ann.open("mindup")
            await eve.join(table, watch=True)
            await eve.line(table)
            opened += (await of(eve, "POST", "/api/tables", json=NEW)).status == 201
    return Outcome(effort.tries, opened, f"{opened} tables opened by a spectator")


@attack("a copied invitation cookie invites nobody", small=3, full=30)
async def open_tables_with_a_copied_cookie(effort: Effort) -> Outcome:
    opened = 0
    config = quick(effort.folder / "copied.db", invite_only=True)
    async with inside(config) as site, people(site.url, "Ann") as (ann,):
        copied = await invite(site, ann)
        for number in range(effort.tries):
            async with people(site.url, f"Eve {number}") as (eve,):
                await eve.get("/api/me")
                eve.http.cookie_jar.update_cookies({COOKIE: copied})
                opened += (await of(eve, "POST", "/api/tables", json=NEW)).status == 201
        assert (await of(ann, "POST", "/api/tables", json=NEW)).status == 201
    return Outcome(effort.tries, opened, f"{opened} tables opened with another guest's cookie")


@attack("an invitation that the host has changed is void", small=1, full=5)
async def use_a_revoked_invitation(effort: Effort) -> Outcome:
    opened, db = 0, effort.folder / "revoked.db"
    async with inside(quick(db, invite_only=True)) as site, people(site.url, "Eve") as (eve,):
        old, copied = site.site.invitations.code, await invite(site, eve)
        guest = eve.cookie
    for number in range(effort.tries):
        config = quick(db, invite_only=True, invitation=f"word {number}")
        async with inside(config) as site, people(site.url, "Eve") as (eve,):
            eve.http.cookie_jar.update_cookies({"tacit": guest, COOKIE: copied})
            opened += (await of(eve, "GET", f"/invite/{old}", allow_redirects=False)).status == 303
            opened += (await of(eve, "POST", "/api/tables", json=NEW)).status == 201
            await invite(site, eve)
            assert (await of(eve, "POST", "/api/tables", json=NEW)).status == 201
    return Outcome(2 * effort.tries, opened, f"{opened} uses of an invitation after its end")
