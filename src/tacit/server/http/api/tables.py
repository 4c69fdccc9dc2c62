"""Tables: opening and joining one, the lobby, and a table from outside."""

from __future__ import annotations

import functools
import operator
from typing import Any

import msgspec
from aiohttp import web

from tacit.core.plug import every_game
from tacit.core.rulebook import Refused
from tacit.server.http.api import what_ifs
from tacit.server.http.api.records import DoorAnswer, JoinTable, MyTable, NewTable, TableAnswer
from tacit.server.http.base_path import at
from tacit.server.http.replies import Refusal, read_as, refuse, reply
from tacit.server.http.routes import Routes
from tacit.server.http.visitor import (
    address,
    check_rate,
    greet,
    is_invited,
    known_person,
    person_of,
)
from tacit.server.http.websockets import table as table_websocket
from tacit.server.site import SITE
from tacit.server.tables.live.live import LiveTable
from tacit.server.tables.lobby import LobbyTable
from tacit.server.tables.opening import Opening
from tacit.server.tables.tables import TableSummary
from tacit.server.tables.whereabouts import tables_of
from tacit.table.conduct import conduct_of
from tacit.table.decide.context import NOT_HERE
from tacit.table.decide.requests import AddBot, AnyRequest, Join, Start
from tacit.table.log.records import PersonId
from tacit.table.log.state import TableState
from tacit.table.tell.presence import stage_outside
from tacit.table.tell.view import progress

ROUTES = Routes()
ROUTES.get(
    "/ws/{table}",
    "A WebSocket to a table. docs/protocol.md describes its messages.",
    status=101,
    problems=(400, 401, 403, 404, 410, 503),
)(table_websocket)


def _tempi() -> Any:
    """Return the type of what tables tell of tempi; None if no game listens."""
    heard = {conduct_of(game).tempi_type for game in every_game()} - {None}
    return functools.reduce(operator.or_, heard) if heard else None


def door_of(name: str, state: TableState, person: PersonId) -> DoorAnswer:
    """Return a table as guests outside see it."""
    guest = state.guest_of(person)
    return DoorAnswer(
        table=name,
        game=state.game,
        stage=stage_outside(state, guest),
        free=state.free_seats,
        spectators=state.settings.spectators,
        inside=guest is not None and state.people[guest].here,
    )


def mine_of(summary: TableSummary, person: PersonId) -> MyTable:
    """Return a table as the list of a guest at it shows it."""
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


_TOO_MANY = Refused("too-many", "Too many new tables. Please wait a while.")
_DOORS_CLOSED = Refused("doors-closed", "No new tables now. Please come back later.")
_INVITE_ONLY = Refused("invite-only", "This site is by invitation: ask its host for the link.")


async def _may_open(request: web.Request) -> bool:
    """Tell whether a guest may open a table: invited to the site, or seated at a table."""
    site, person = request.app[SITE], known_person(request)
    if not site.config.invite_only or is_invited(request):
        return True
    if person is None:
        return False
    theirs = [one.state for one in await tables_of(person, site.store, site.tables)]
    return any(state.seat_of(state.guest_of(person)) is not None for state in theirs)


async def check_opening(request: web.Request) -> None:
    """Raise a Refusal if this guest may not open anything now."""
    site = request.app[SITE]
    check_rate(request, site.openings, "tables", _TOO_MANY)
    if site.host_settings.doors.closed:
        raise Refusal(_DOORS_CLOSED, 503)
    if not await _may_open(request):
        raise Refusal(_INVITE_ONLY, 403)


def _requests(wanted: NewTable) -> list[AnyRequest]:
    watch, first = wanted.watch, 0 if wanted.watch else 1
    return [
        Join(name=wanted.name, contribution=wanted.contribution, watch=watch, mark=wanted.mark),
        *(AddBot(seat=seat, bot=bot) for seat, bot in enumerate(wanted.bots, start=first)),
        *([Start()] if wanted.start else ()),
    ]


@ROUTES.post(
    "/api/tables",
    "Open a table, sit down, and with bots and `start` begin at once.",
    body=NewTable,
    status=201,
    answer=TableAnswer,
    problems=(404, 409, 503),
)
async def open_table(request: web.Request) -> web.Response:
    """Open a table."""
    site = request.app[SITE]
    wanted = await read_as(request, NewTable)
    await check_opening(request)
    busy = site.hard_bots.refused(wanted.game, wanted.bots, address(request))
    if busy is not None:
        return refuse(busy, 503)
    person = person_of(request)
    opening = Opening(wanted.game, wanted.settings, _requests(wanted))
    if wanted.what_if is not None:
        opening = await what_ifs.opening(request, wanted, wanted.what_if)
    where = address(request)
    with site.hard_bots.invited(wanted.game, wanted.bots, where):
        name = await site.tables.open(opening, person, where)
    response = reply(TableAnswer(table=name, url=at(request, f"/t/{name}")), 201)
    greet(request, response, person)
    return response


@ROUTES.get("/api/tables", "The public tables.", answer=list[LobbyTable])
async def lobby(request: web.Request) -> web.Response:
    """List the public tables."""
    site = request.app[SITE]
    page = b"[]" if site.config.invite_only else site.tables.lobby_page()
    return web.Response(body=page, content_type="application/json")


async def found_table(request: web.Request) -> LiveTable:
    """Return the table that a request's path names."""
    live = await request.app[SITE].tables.find(request.match_info["table"])
    if live is None:
        raise web.HTTPNotFound
    return live


@ROUTES.get(
    "/api/tables/{table}", "A table from outside.", answer=DoorAnswer, problems=(404, 410, 503)
)
async def look(request: web.Request) -> web.Response:
    """Send a table from outside."""
    person = person_of(request)
    live = await found_table(request)
    response = reply(door_of(live.name, live.table.state, person))
    greet(request, response, person)
    return response


@ROUTES.post(
    "/api/tables/{table}/join",
    "Join a table.",
    body=JoinTable,
    answer=TableAnswer,
    problems=(404, 409, 410, 503),
)
async def join(request: web.Request) -> web.Response:
    """Join a table."""
    wanted = await read_as(request, JoinTable)
    live = await found_table(request)
    person = person_of(request)
    asked = Join(
        name=wanted.name,
        contribution=wanted.contribution,
        watch=wanted.watch,
        mark=wanted.mark,
    )
    await request.app[SITE].tables.ask(live, person, asked, address(request))
    response = reply(TableAnswer(table=live.name, url=at(request, f"/t/{live.name}")))
    greet(request, response, person)
    return response


@ROUTES.get(
    "/api/tables/{table}/tempi",
    "What a listening bot made of each player's tempo, up to the end of the last level.",
    answer=_tempi,
    problems=(403, 404, 410, 503),
)
async def tempi(request: web.Request) -> web.Response:
    """Send the tempi to guests at the table."""
    live = await found_table(request)
    if not door_of(live.name, live.table.state, person_of(request)).inside:
        return refuse(NOT_HERE, 403)
    found = await live.tempi()
    if found is None:
        return refuse(Refused("not-heard", "No level has ended yet."), 404)
    return reply(found)
