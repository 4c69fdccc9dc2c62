"""The host's page and its API, for those who have the token: tables, people, doors, announcements.

Tables are called by their fingerprints: a table's name is its invitation, and a host has none.
"""

from __future__ import annotations

from urllib.parse import urlsplit

from aiohttp import web
from msgspec.structs import replace

from tacit import __version__
from tacit.core.rulebook import Refused
from tacit.server.cluster.admin_orders import MOST_SHOWN
from tacit.server.http import pages
from tacit.server.http.admin.records import (
    LONGEST_TOKEN,
    AdminAction,
    AdminAnnounce,
    AdminAnswer,
    AdminDoors,
    AdminLook,
    AdminSession,
    AdminSignIn,
)
from tacit.server.http.admin.session import (
    check_token,
    is_signed_in,
    require_host,
    require_page,
    sign_in,
    sign_out,
)
from tacit.server.http.api.records import AnnouncementAnswer
from tacit.server.http.base_path import at
from tacit.server.http.replies import BadBody, read_as, refuse, reply
from tacit.server.ops.logs import fingerprint
from tacit.server.site import SITE
from tacit.server.tables.refusals import TableEnded

NO_TABLE = Refused("no-such-table", "That table is not in play any more.")
UNHEARD = Refused("node-silent", "A node does not answer. Please try again.")


async def page(request: web.Request) -> web.Response:
    """GET /admin: a part of the app, which asks for the token first."""
    require_page(request)
    response = await pages.shell(request)
    response.headers["Cache-Control"] = "no-store"
    # Forms of this page say where they come from, and no other site is told.
    response.headers["Referrer-Policy"] = "same-origin"
    pages.hint(request, response)
    return response


async def session(request: web.Request) -> web.Response:
    """GET /api/admin/session."""
    require_page(request)
    return reply(AdminSession(signed_in=is_signed_in(request)))


async def come_in(request: web.Request) -> web.Response:
    """POST /api/admin/sign-in."""
    require_page(request)
    given = (await read_as(request, AdminSignIn)).token.strip()
    if len(given) > LONGEST_TOKEN:
        raise BadBody(f"a token has at most {LONGEST_TOKEN} characters")
    check_token(request, given.encode(errors="replace"))
    response = reply(AdminSession(signed_in=True))
    sign_in(request, response)
    return response


async def go(request: web.Request) -> web.Response:
    """POST /api/admin/sign-out."""
    require_host(request)
    response = reply(AdminSession(signed_in=False))
    sign_out(request, response)
    return response


async def look(request: web.Request) -> web.Response:
    """GET /api/admin."""
    require_host(request)
    return reply(await _overview(request, AdminLook()))


async def find(request: web.Request) -> web.Response:
    """POST /api/admin/find: a link is in the body, so that no proxy writes it down."""
    require_host(request)
    wanted = await read_as(request, AdminLook)
    name = _name_in(wanted.find)
    if name is None:
        return reply(await _overview(request, replace(wanted, mark="")))
    # The link stays here; other nodes are told only what the table is called in lists.
    asked = AdminLook(find=fingerprint(name), mark=fingerprint(name))
    told = await _overview(request, asked)
    if not told.found and not told.unheard and await _wakes_up(request, name):
        told = await _overview(request, asked)
    return reply(told)


async def _wakes_up(request: web.Request, name: str) -> bool:
    """Tell whether a table that no node had in memory is there now; one that has ended is not."""
    try:
        return await request.app[SITE].tables.find(name) is not None
    except TableEnded:
        return False


def _name_in(text: str) -> str | None:
    """Return the name of the table that a link leads to; None if it is no link."""
    _, link, rest = urlsplit(text.strip()).path.rpartition("/t/")
    return rest.strip("/") or None if link else None


async def _overview(request: web.Request, wanted: AdminLook) -> AdminAnswer:
    site = request.app[SITE]
    nodes, unheard = await site.admin_orders.look(wanted)
    announced = site.host_settings.announced()
    shown = sorted((one for node in nodes for one in node.shown), key=lambda one: -one.active)
    invitation = at(request, f"/invite/{site.invitations.code}") if site.config.invite_only else ""
    return AdminAnswer(
        version=__version__,
        closed=site.host_settings.doors.closed,
        announcement=AnnouncementAnswer(announced.text, announced.seconds),
        invitation=invitation,
        nodes=len(nodes) + unheard,
        unheard=unheard,
        tables=sum(node.tables for node in nodes),
        people=sum(node.people for node in nodes),
        connections=sum(node.connections for node in nodes),
        found=sum(node.found for node in nodes),
        shown=tuple(shown[:MOST_SHOWN]),
    )


async def act(request: web.Request) -> web.Response:
    """POST /api/admin/tables."""
    require_host(request)
    wanted: AdminAction = await read_as(request, AdminAction)  # type: ignore[arg-type]
    done = await request.app[SITE].admin_orders.act(wanted)
    if done is None:
        return refuse(UNHEARD, 503)
    if not done.found:
        return refuse(NO_TABLE, 404)
    if done.key:
        return refuse(Refused(done.key, "{text}", {"text": done.text}), 409)
    return reply(done)


async def doors(request: web.Request) -> web.Response:
    """POST /api/admin/doors."""
    require_host(request)
    wanted = await read_as(request, AdminDoors)
    await request.app[SITE].host_settings.move_doors(closed=wanted.closed)
    return reply(wanted)


async def announce(request: web.Request) -> web.Response:
    """POST /api/admin/announcement."""
    require_host(request)
    wanted = await read_as(request, AdminAnnounce)
    site = request.app[SITE]
    await site.host_settings.announce(wanted.text, wanted.minutes)
    await site.tell_announcement()
    announced = site.host_settings.announced()
    return reply(AnnouncementAnswer(announced.text, announced.seconds))


ROUTES = [
    web.get("/admin", page),
    web.get("/api/admin", look),
    web.get("/api/admin/session", session),
    web.post("/api/admin/sign-in", come_in),
    web.post("/api/admin/sign-out", go),
    web.post("/api/admin/find", find),
    web.post("/api/admin/tables", act),
    web.post("/api/admin/doors", doors),
    web.post("/api/admin/announcement", announce),
]
