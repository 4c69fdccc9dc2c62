"""The guest who asks: tables and devices."""

from __future__ import annotations

import asyncio

from aiohttp import web

from tacit.core.rulebook import Refused
from tacit.server.http.api.records import (
    AnnouncementAnswer,
    DeviceAnswer,
    EndDevices,
    Ended,
    LinkAnswer,
    LinkLook,
    MeAnswer,
    MovedAnswer,
    UseLink,
)
from tacit.server.http.api.tables import mine_of
from tacit.server.http.base_path import at
from tacit.server.http.replies import read_as, refuse, reply
from tacit.server.http.routes import Routes
from tacit.server.http.visitor import (
    check_is_guest,
    check_rate,
    greet,
    invite_guest,
    is_invited,
    known_caller,
    known_person,
    name_of_user,
    person_of,
    require_caller,
)
from tacit.server.site import SITE
from tacit.server.tables.whereabouts import tables_of
from tacit.server.transport.connections import Caller

ROUTES = Routes()


@ROUTES.get("/api/me", "Who you are, and your tables.", answer=MeAnswer, problems=(503,))
async def me(request: web.Request) -> web.Response:
    """Send the guest's tables and the host's announcement."""
    site = request.app[SITE]
    person = person_of(request)
    tables = tuple(mine_of(one, person) for one in await tables_of(person, site.store, site.tables))
    caller = known_caller(request)
    if caller is not None:
        await site.devices.note(caller, agent_of(request), site.clock())
    announced = site.host_settings.announced()
    response = reply(
        MeAnswer(
            tables=tables,
            announcement=AnnouncementAnswer(announced.text, announced.seconds),
            signed_in=name_of_user(request),
        )
    )
    greet(request, response, person)
    return response


_TOO_MANY_DEVICES = Refused("too-many-devices", "You have too many devices. Sign some out first.")
_TOO_MANY_LINKS = Refused("too-many", "Too many new links. Please wait a while.")
_OLD_LINK = Refused("old-link", "This link has been used or has expired. Make a new one.")


def agent_of(request: web.Request) -> str:
    """Return the User-Agent of the client."""
    return request.headers.get("User-Agent", "")


@ROUTES.post(
    "/api/me/link",
    "A link that moves you to another device, once.",
    status=201,
    answer=LinkAnswer,
    problems=(401, 409, 503),
)
async def make_link(request: web.Request) -> web.Response:
    """Make a link to another device."""
    check_is_guest(request)
    caller = require_caller(request)
    site = request.app[SITE]
    check_rate(request, site.links, "links", _TOO_MANY_LINKS)
    if not await site.devices.has_room(caller.person):
        return refuse(_TOO_MANY_DEVICES)
    await site.devices.add(caller, agent_of(request), site.clock())
    token = await site.device_links.lend(caller.person)
    return reply(LinkAnswer(url=at(request, f"/device/{token}")), 201)


@ROUTES.get(
    "/api/me/device/{token}",
    "What using a link would do, without using it.",
    answer=LinkLook,
    problems=(410, 503),
)
async def look_at_link(request: web.Request) -> web.Response:
    """Say what a link would do."""
    site = request.app[SITE]
    owner = await site.device_links.look(request.match_info["token"])
    if owner is None:
        return refuse(_OLD_LINK, 410)
    person = known_person(request)
    mine = [] if person is None else await tables_of(person, site.store, site.tables)
    theirs = await tables_of(owner, site.store, site.tables)
    kept = await asyncio.to_thread(site.store.kept, owner)
    return reply(LinkLook(same=owner == person, mine=len(mine), theirs=len(theirs), name=kept.name))


@ROUTES.post(
    "/api/me/device",
    "Become, on this device, the guest who made the link.",
    body=UseLink,
    answer=MovedAnswer,
    problems=(409, 410, 503),
)
async def use_link(request: web.Request) -> web.Response:
    """Use a link."""
    check_is_guest(request)
    wanted = await read_as(request, UseLink)
    site = request.app[SITE]
    person = await site.device_links.redeem(wanted.token)
    if person is None:
        return refuse(_OLD_LINK, 410)
    caller = known_caller(request)
    if caller is None or caller.person != person:
        await site.devices.make_room(person)
        caller = Caller(person, site.identity.new_device())
        await site.devices.add(caller, agent_of(request), site.clock())
    tables = tuple(mine_of(one, person) for one in await tables_of(person, site.store, site.tables))
    kept = await asyncio.to_thread(site.store.kept, person)
    response = reply(MovedAnswer(tables=tables, name=kept.name))
    greet(request, response, person, caller.device)
    if is_invited(request):  # the invitation was for this browser
        invite_guest(request, response, person)
    return response


@ROUTES.get("/api/me/devices", "Your devices.", answer=list[DeviceAnswer], problems=(503,))
async def devices(request: web.Request) -> web.Response:
    """List the guest's devices."""
    caller = known_caller(request)
    if caller is None:
        return reply([])
    kept = await request.app[SITE].devices.of(caller)
    return reply(
        [
            DeviceAnswer(id=one.id, label=one.label, seen=one.seen, this=one.id == caller.device)
            for one in kept
        ]
    )


@ROUTES.post(
    "/api/me/devices/end",
    "Sign out one of your devices, or all others: their cookies are refused.",
    body=EndDevices,
    answer=Ended,
    problems=(401, 503),
)
async def end_devices(request: web.Request) -> web.Response:
    """Sign devices out."""
    wanted = await read_as(request, EndDevices)
    caller = require_caller(request)
    return reply(Ended(ended=await request.app[SITE].devices.end(caller, wanted.device)))
