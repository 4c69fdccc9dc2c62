"""Tables over HTTP: opening one, the lobby, and what is told of one at its door."""

from __future__ import annotations

import msgspec
from aiohttp import web

from tacit.core.rulebook import Refused
from tacit.server.history import what_ifs
from tacit.server.http.api.records import DoorAnswer, JoinTable, MyTable, NewTable, TableAnswer
from tacit.server.http.api.replays import Refusal
from tacit.server.http.base_path import at
from tacit.server.http.replies import person_of, read_as, refuse, reply
from tacit.server.http.visitor import address, greet, is_invited, known_person
from tacit.server.site import SITE
from tacit.server.tables.live import LiveTable
from tacit.server.tables.opening import Opening
from tacit.server.tables.tables import TableSummary
from tacit.server.tables.whereabouts import tables_of
from tacit.table.decide.asked import NOT_HERE
from tacit.table.decide.requests import AddBot, AnyRequest, Join, Start
from tacit.table.log.records import PersonId
from tacit.table.log.state import TableState
from tacit.table.tell.view import progress


def door_of(name: str, state: TableState, person: PersonId) -> DoorAnswer:
    """Return a table as it is seen from outside."""
    guest = state.guest_of(person)
    return DoorAnswer(
        table=name,
        game=state.game,
        stage=state.stage,
        free=state.free_seats,
        spectators=state.settings.spectators,
        inside=guest is not None and state.people[guest].here,
    )


def mine_of(summary: TableSummary, person: PersonId) -> MyTable:
    """Return a table as it is listed for somebody who is at it."""
    state = summary.state
    me = state.guest_of(person)
    sitters = [one for one in state.seats if one is not None]
    others = [one for one in sitters if not one.bot and one.guest != me]
    door = msgspec.structs.asdict(door_of(summary.name, state, person))
    return MyTable(
        **door,
        others=tuple(state.sitter_name(one) for one in others),
        bots=tuple(one.bot for one in sitters if one.bot),
        progress=progress(state),
        active=summary.active,
    )


_DOORS_CLOSED = Refused("doors-closed", "No new tables now. Please come back later.")
_INVITE_ONLY = Refused("invite-only", "This site is by invitation: ask its host for the link.")


async def _may_open(request: web.Request) -> bool:
    """Tell whether a guest may open a table here: invited to the site, or a player at a table."""
    site, person = request.app[SITE], known_person(request)
    if not site.config.invite_only or is_invited(request):
        return True
    if person is None:
        return False
    theirs = [one.state for one in await tables_of(person, site.store, site.tables)]
    return any(state.seat_of(state.guest_of(person)) is not None for state in theirs)


def _requests(wanted: NewTable) -> list[AnyRequest]:
    return [
        Join(name=wanted.name, contribution=wanted.contribution),
        *(AddBot(seat=seat, bot=bot) for seat, bot in enumerate(wanted.bots, start=1)),
        *([Start()] if wanted.start else ()),
    ]


async def open_table(request: web.Request) -> web.Response:
    """POST /api/tables."""
    site = request.app[SITE]
    wanted = await read_as(request, NewTable)
    if not site.openings.take(address(request), site.clock() / 1000):
        site.metrics.throttled.labels("tables").inc()
        return refuse(Refused("too-many", "Too many new tables. Please wait a while."), 429)
    if site.host_settings.doors.closed:
        return refuse(_DOORS_CLOSED, 503)
    if not await _may_open(request):
        return refuse(_INVITE_ONLY, 403)
    busy = site.hard_bots.refused(wanted.game, wanted.bots, address(request))
    if busy is not None:
        return refuse(busy, 503)
    person = person_of(request)
    opening = Opening(wanted.game, wanted.settings, _requests(wanted))
    if wanted.what_if is not None:
        try:
            opening = await what_ifs.opening(request, wanted, wanted.what_if)
        except Refusal as refusal:
            return refusal.answer
    where = address(request)
    with site.hard_bots.invited(wanted.game, wanted.bots, where):
        name = await site.tables.open(opening, person, where)
    response = reply(TableAnswer(table=name, url=at(request, f"/t/{name}")), 201)
    greet(request, response, person)
    return response


async def lobby(request: web.Request) -> web.Response:
    """GET /api/tables."""
    site = request.app[SITE]
    page = b"[]" if site.config.invite_only else site.tables.lobby_page()
    return web.Response(body=page, content_type="application/json")


async def _found(request: web.Request) -> LiveTable:
    live = await request.app[SITE].tables.find(request.match_info["table"])
    if live is None:
        raise web.HTTPNotFound
    return live


async def look(request: web.Request) -> web.Response:
    """GET /api/tables/{table}."""
    person = person_of(request)
    live = await _found(request)
    response = reply(door_of(live.name, live.table.state, person))
    greet(request, response, person)
    return response


async def join(request: web.Request) -> web.Response:
    """POST /api/tables/{table}/join."""
    wanted = await read_as(request, JoinTable)
    live = await _found(request)
    person = person_of(request)
    asked = Join(name=wanted.name, contribution=wanted.contribution, watch=wanted.watch)
    await request.app[SITE].tables.ask(live, person, asked, address(request))
    response = reply(TableAnswer(table=live.name, url=at(request, f"/t/{live.name}")))
    greet(request, response, person)
    return response


async def tempi(request: web.Request) -> web.Response:
    """GET /api/tables/{table}/tempi."""
    live = await _found(request)
    if not door_of(live.name, live.table.state, person_of(request)).inside:
        return refuse(NOT_HERE, 403)
    found = await live.tempi()
    if found is None:
        return refuse(Refused("not-heard", "No level has ended yet."), 404)
    return reply(found)
