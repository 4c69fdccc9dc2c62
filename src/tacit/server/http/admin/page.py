"""The host's page and its API: tables, guests, closing the site, announcements.

It names tables by their fingerprints: a table's name is its invitation, and the host has none.
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
    MAX_TOKEN_CHARS,
    AdminAction,
    AdminAnnounce,
    AdminAnswer,
    AdminDone,
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
from tacit.server.http.routes import Routes
from tacit.server.ops.logs import fingerprint
from tacit.server.site import SITE
from tacit.server.tables.refusals import TableEnded

ROUTES = Routes()
_HOST_ONLY = (401, 404, 503)
"""How a route for the host alone may refuse."""
NO_TABLE = Refused("no-such-table", "That table is not in play any more.")
UNHEARD = Refused("node-silent", "A node does not answer. Please try again.")


async def page(request: web.Request) -> web.Response:
    """Send the app; its page asks for the token first."""
    require_page(request)
    response = await pages.shell(request)
    response.headers["Cache-Control"] = "no-store"
    # Requests from this page carry their origin; other sites learn nothing.
    response.headers["Referrer-Policy"] = "same-origin"
    pages.hint(request, response)
    return response


@ROUTES.get(
    "/api/admin/session",
    "Whether this browser is signed in as the host.",
    answer=AdminSession,
    problems=(404,),
)
async def session(request: web.Request) -> web.Response:
    """Tell whether the cookie is good."""
    require_page(request)
    return reply(AdminSession(signed_in=is_signed_in(request)))


@ROUTES.post(
    "/api/admin/sign-in",
    "Sign in as the host.",
    body=AdminSignIn,
    answer=AdminSession,
    problems=_HOST_ONLY,
)
async def sign_in_host(request: web.Request) -> web.Response:
    """Check the token, and set the cookie."""
    require_page(request)
    given = (await read_as(request, AdminSignIn)).token.strip()
    if len(given) > MAX_TOKEN_CHARS:
        raise BadBody(f"a token has at most {MAX_TOKEN_CHARS} characters")
    check_token(request, given.encode(errors="replace"))
    response = reply(AdminSession(signed_in=True))
    sign_in(request, response)
    return response


@ROUTES.post("/api/admin/sign-out", "Sign out.", answer=AdminSession, problems=_HOST_ONLY)
async def sign_out_host(request: web.Request) -> web.Response:
    """Remove the cookie."""
    require_host(request)
    response = reply(AdminSession(signed_in=False))
    sign_out(request, response)
    return response


@ROUTES.get(
    "/api/admin",
    "For the host: all tables and who is there.",
    answer=AdminAnswer,
    problems=(*_HOST_ONLY, 403),
)
async def look(request: web.Request) -> web.Response:
    """Send the overview."""
    require_host(request)
    return reply(await _overview(request, AdminLook()))


@ROUTES.post(
    "/api/admin/find",
    "Find tables by a link or a name.",
    body=AdminLook,
    answer=AdminAnswer,
    problems=_HOST_ONLY,
)
async def find(request: web.Request) -> web.Response:
    """Send the tables found. The link is in the body, so that no proxy logs it."""
    require_host(request)
    wanted = await read_as(request, AdminLook)
    name = _name_in(wanted.find)
    if name is None:
        return reply(await _overview(request, replace(wanted, fingerprint="")))
    # The link stays here: peer nodes get the fingerprint only.
    asked = AdminLook(find=fingerprint(name), fingerprint=fingerprint(name))
    told = await _overview(request, asked)
    if not told.found and not told.unheard and await _is_loaded(request, name):
        told = await _overview(request, asked)
    return reply(told)


async def _is_loaded(request: web.Request, name: str) -> bool:
    """Load a table that no node had in memory; tell whether it is there and has not ended."""
    try:
        return await request.app[SITE].tables.find(name) is not None
    except TableEnded:
        return False


def _name_in(text: str) -> str | None:
    """Return the table's name in a link; None if the text is no link."""
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


@ROUTES.post(
    "/api/admin/tables",
    "End a table; mute or remove a guest there.",
    body=AdminAction,
    answer=AdminDone,
    problems=(*_HOST_ONLY, 409),
)
async def act(request: web.Request) -> web.Response:
    """Do something at a table."""
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


@ROUTES.post(
    "/api/admin/doors",
    "Close or open the site to new tables.",
    body=AdminDoors,
    answer=AdminDoors,
    problems=_HOST_ONLY,
)
async def doors(request: web.Request) -> web.Response:
    """Close or open the site."""
    require_host(request)
    wanted = await read_as(request, AdminDoors)
    await request.app[SITE].host_settings.set_doors(closed=wanted.closed)
    return reply(wanted)


@ROUTES.post(
    "/api/admin/announcement",
    "Announce something to everyone.",
    body=AdminAnnounce,
    answer=AnnouncementAnswer,
    problems=_HOST_ONLY,
)
async def announce(request: web.Request) -> web.Response:
    """Save the announcement, and send it to every table."""
    require_host(request)
    wanted = await read_as(request, AdminAnnounce)
    site = request.app[SITE]
    await site.host_settings.announce(wanted.text, wanted.minutes)
    await site.admin_orders.tell_announcement()
    announced = site.host_settings.announced()
    return reply(AnnouncementAnswer(announced.text, announced.seconds))
