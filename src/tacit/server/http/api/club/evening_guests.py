"""The guests of an evening: they come and leave, sit out, and one of them is host."""

from __future__ import annotations

from aiohttp import web

from tacit.club import evening_requests as evenings
from tacit.server.http.api.club.evening_records import (
    EveningAnswer,
    JoinEvening,
    LockEvening,
    PassEveningHost,
    RemoveGuest,
    SitOut,
)
from tacit.server.http.api.club.evening_told import answer, changed
from tacit.server.http.replies import read_as
from tacit.server.http.routes import Routes
from tacit.server.http.visitor import check_change, greet, known_person, person_of
from tacit.server.site import SITE
from tacit.table.log.records import PersonId

ROUTES = Routes()


@ROUTES.post(
    "/api/evenings/{evening}/join",
    "Come into an evening; you sit from the next round on.",
    body=JoinEvening,
    answer=EveningAnswer,
    problems=(403, 404, 409, 503),
)
async def join(request: web.Request) -> web.Response:
    """Let a guest in."""
    wanted = await read_as(request, JoinEvening)
    person, now = person_of(request), request.app[SITE].clock()
    response = await changed(
        request, person, lambda one, who: evenings.come(one, who, wanted.name, wanted.mark, now)
    )
    greet(request, response, person)
    return response


@ROUTES.post(
    "/api/evenings/{evening}/leave",
    "Leave an evening.",
    answer=EveningAnswer,
    problems=(404, 409, 503),
)
async def leave(request: web.Request) -> web.Response:
    """Let a guest leave."""
    now = request.app[SITE].clock()
    return await changed(
        request, known_person(request), lambda one, who: evenings.leave(one, who, now)
    )


@ROUTES.post(
    "/api/evenings/{evening}/remove",
    "Remove a guest for good; only the host may.",
    body=RemoveGuest,
    answer=EveningAnswer,
    problems=(404, 409, 503),
)
async def remove(request: web.Request) -> web.Response:
    """Remove a guest."""
    wanted, now = await read_as(request, RemoveGuest), request.app[SITE].clock()
    return await changed(
        request,
        known_person(request),
        lambda one, who: evenings.remove(one, who, wanted.guest, now),
    )


@ROUTES.post(
    "/api/evenings/{evening}/lock",
    "Lock the evening against newcomers, or unlock it; only the host may.",
    body=LockEvening,
    answer=EveningAnswer,
    problems=(404, 409, 503),
)
async def lock(request: web.Request) -> web.Response:
    """Lock or unlock the evening."""
    wanted, now = await read_as(request, LockEvening), request.app[SITE].clock()
    return await changed(
        request,
        known_person(request),
        lambda one, who: evenings.change_lock(one, who, now, locked=wanted.locked),
    )


@ROUTES.post(
    "/api/evenings/{evening}/sit-out",
    "Sit out from the next round on, or no longer; the host may for each guest.",
    body=SitOut,
    answer=EveningAnswer,
    problems=(404, 409, 503),
)
async def sit_out(request: web.Request) -> web.Response:
    """Let a guest sit out, or come back."""
    wanted, now = await read_as(request, SitOut), request.app[SITE].clock()
    return await changed(
        request,
        known_person(request),
        lambda one, who: evenings.sit_out(one, who, wanted.guest, now, on=wanted.on),
    )


@ROUTES.post(
    "/api/evenings/{evening}/pass-host",
    "Make another guest host; only the host may.",
    body=PassEveningHost,
    answer=EveningAnswer,
    problems=(404, 409, 503),
)
async def pass_host(request: web.Request) -> web.Response:
    """Make another guest host."""
    wanted, now = await read_as(request, PassEveningHost), request.app[SITE].clock()
    return await changed(
        request,
        known_person(request),
        lambda one, who: evenings.pass_host(one, who, wanted.guest, now),
    )


@ROUTES.post(
    "/api/evenings/{evening}/claim-host",
    "Become host when the host was not seen for a minute; the guest who opened the evening may at"
    " any time.",
    answer=EveningAnswer,
    problems=(404, 409, 503),
)
async def claim_host(request: web.Request) -> web.Response:
    """Make the guest who asks host."""
    check_change(request)
    site, name = request.app[SITE], request.match_info["evening"]
    person = PersonId(known_person(request) or "")
    return answer(request, name, await site.evenings.claim_host(name, person), person)
