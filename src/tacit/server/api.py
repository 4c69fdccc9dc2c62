"""The small HTTP API: tables, the lobby, replays, and who you are."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from typing import Any, TypeVar

import msgspec
from aiohttp import web

from tacit.bots.registry import COMPILED, offered
from tacit.games import every_game
from tacit.games.pad import PadError, score
from tacit.games.rulebook import Refused
from tacit.server.hard_bots import BUSY
from tacit.server.hosts import is_known
from tacit.server.identity import Caller
from tacit.server.invitations import COOKIE as INVITED
from tacit.server.live import LiveTable
from tacit.server.logs import note, reason, trouble
from tacit.server.site import SITE
from tacit.server.tables import Glance, TableEnded, TablesError
from tacit.server.visitor import (
    address,
    greet,
    is_from_here,
    known_caller,
    known_person,
    may_measure,
)
from tacit.store.store import StoreError
from tacit.table.asked import NOT_HERE
from tacit.table.records import PersonId, Settings
from tacit.table.requests import AddBot, Join, Start
from tacit.table.state import Stage, TableState
from tacit.table.view import progress

RENAMED = {413: "Request Entity Too Large"}
"""What Python 3.13 calls otherwise; a key stays what it is."""
T = TypeVar("T")

OTHER_NAME = Refused(
    "other-name",
    "This site is not known by that name. If it is yours, start it with --host-name and the name.",
)

Handler = Callable[[web.Request], Awaitable[web.StreamResponse]]


class Body(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What comes in."""


class NewTable(Body, frozen=True):
    """A table to open; with bots and `start` it is a game at once."""

    game: str
    name: str
    settings: Settings = Settings()
    contribution: str = ""
    bots: tuple[str, ...] = ()
    start: bool = False


class JoinTable(Body, frozen=True):
    """Somebody comes to a table."""

    name: str
    contribution: str = ""
    watch: bool = False


class UseLink(Body, frozen=True):
    """This device becomes the one a link was made on."""

    token: str


class EndDevices(Body, frozen=True):
    """Devices to end: one, or all others than this."""

    device: str | None = None


class Problem(msgspec.Struct, frozen=True, omit_defaults=True):
    """Why something was not done."""

    key: str
    text: str
    details: dict[str, Any] | None = None


class TableAnswer(msgspec.Struct, frozen=True):
    """A table you are at."""

    table: str
    url: str


class DoorAnswer(msgspec.Struct, frozen=True):
    """A table from outside."""

    table: str
    game: str
    stage: Stage
    free: int
    spectators: bool
    inside: bool
    """You are at this table already."""


class MyTable(DoorAnswer, frozen=True):
    """A table you are at, or left in the middle of a game that keeps your seat."""

    others: tuple[str, ...]
    """With whom."""
    bots: tuple[str, ...]
    """And with which bots."""
    progress: tuple[int, ...]
    """How far the game has come, such as a round and a turn, or a level; empty before a game."""
    active: int
    """When something last happened there, in milliseconds since 1970."""


class MeAnswer(msgspec.Struct, frozen=True):
    """Who you are: a guest, and the tables you are at."""

    tables: tuple[MyTable, ...]


class LinkAnswer(msgspec.Struct, frozen=True):
    """A link that moves you to another device, once, within ten minutes."""

    url: str


class LinkLook(msgspec.Struct, frozen=True):
    """What using a link would do."""

    same: bool
    """It is your own."""
    mine: int
    """Tables you are at, which you would give up."""
    theirs: int
    """Tables that would be yours."""


class DeviceAnswer(msgspec.Struct, frozen=True):
    """One of your devices."""

    id: str
    label: str
    seen: int
    this: bool


class Ended(msgspec.Struct, frozen=True):
    """How many devices were ended."""

    ended: int


def reply(value: Any, status: int = 200) -> web.Response:
    """Return a value as JSON."""
    body = msgspec.json.encode(value)
    return web.Response(body=body, status=status, content_type="application/json")


def refuse(refused: Refused, status: int = 409) -> web.Response:
    """Return why something was not done."""
    return reply(Problem(key=refused.key, text=str(refused)), status)


class BadBody(Exception):
    """The body is not what was asked for."""


async def _read(request: web.Request) -> bytes:
    try:
        async with asyncio.timeout(request.app[SITE].config.limits.body_seconds):
            return await request.read()
    except TimeoutError:
        raise web.HTTPRequestTimeout from None
    except (web.RequestPayloadError, ConnectionError):
        raise BadBody("it breaks off or is packed wrongly") from None


async def _body(request: web.Request, kind: type[T]) -> T:
    try:
        return msgspec.json.decode(await _read(request), type=kind)
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError) as error:
        raise BadBody(str(error)) from None


def _person(request: web.Request) -> PersonId:
    return known_person(request) or request.app[SITE].identity.new()


def _door(name: str, state: TableState, person: PersonId) -> DoorAnswer:
    guest = state.guest_of(person)
    return DoorAnswer(
        table=name,
        game=state.game,
        stage=state.stage,
        free=state.free_seats,
        spectators=state.settings.spectators,
        inside=guest is not None and state.people[guest].here,
    )


def _mine(glance: Glance, person: PersonId) -> MyTable:
    state = glance.state
    me = state.guest_of(person)
    sitters = [one for one in state.seats if one is not None]
    others = [one for one in sitters if not one.bot and one.guest != me]
    door = msgspec.structs.asdict(_door(glance.name, state, person))
    return MyTable(
        **door,
        others=tuple(state.sitter_name(one) for one in others),
        bots=tuple(one.bot for one in sitters if one.bot),
        progress=progress(state),
        active=glance.active,
    )


_DOORS_CLOSED = Refused("doors-closed", "No new tables now. Please come back later.")
_INVITE_ONLY = Refused("invite-only", "This site is by invitation: ask its host for the link.")


async def _is_invited(request: web.Request) -> bool:
    """Tell whether somebody may open a table here."""
    site = request.app[SITE]
    if not site.config.invite_only or site.invitations.is_cookie(request.cookies.get(INVITED)):
        return True
    person = known_person(request)
    return person is not None and bool(await asyncio.to_thread(site.store.tables_of, person, 1))


async def open_table(request: web.Request) -> web.Response:
    """POST /api/tables."""
    site = request.app[SITE]
    wanted = await _body(request, NewTable)
    if not site.openings.take(address(request), site.clock() / 1000):
        site.metrics.throttled.labels("tables").inc()
        return refuse(Refused("too-many", "Too many new tables. Please wait a while."), 429)
    if site.doors.closed:
        return refuse(_DOORS_CLOSED, 503)
    if not await _is_invited(request):
        return refuse(_INVITE_ONLY, 403)
    busy = site.hard_bots.refused(wanted.bots, address(request))
    if busy is not None:
        return refuse(busy, 503)
    person = _person(request)
    requests = [
        Join(name=wanted.name, contribution=wanted.contribution),
        *(AddBot(seat=seat, bot=bot) for seat, bot in enumerate(wanted.bots, start=1)),
        *([Start()] if wanted.start else ()),
    ]
    where = address(request)
    with site.hard_bots.invited(wanted.bots, where):
        name = await site.tables.open(wanted.game, wanted.settings, person, requests, where)
    response = reply(TableAnswer(table=name, url=f"/t/{name}"), 201)
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
    person = _person(request)
    live = await _found(request)
    response = reply(_door(live.name, live.table.state, person))
    greet(request, response, person)
    return response


async def join(request: web.Request) -> web.Response:
    """POST /api/tables/{table}/join."""
    wanted = await _body(request, JoinTable)
    live = await _found(request)
    person = _person(request)
    asked = Join(name=wanted.name, contribution=wanted.contribution, watch=wanted.watch)
    await request.app[SITE].tables.ask(live, person, asked, address(request))
    response = reply(TableAnswer(table=live.name, url=f"/t/{live.name}"))
    greet(request, response, person)
    return response


async def tempi(request: web.Request) -> web.Response:
    """GET /api/tables/{table}/tempi."""
    live = await _found(request)
    if not _door(live.name, live.table.state, _person(request)).inside:
        return refuse(NOT_HERE, 403)
    found = await live.tempi()
    if found is None:
        return refuse(Refused("not-heard", "No level has ended yet."), 404)
    return reply(found)


async def me(request: web.Request) -> web.Response:
    """GET /api/me."""
    site = request.app[SITE]
    person = _person(request)
    doors = tuple(_mine(one, person) for one in await site.tables.tables_of(person))
    caller = known_caller(request)
    if caller is not None:
        await site.devices.note(caller, _agent(request), site.clock())
    response = reply(MeAnswer(tables=doors))
    greet(request, response, person)
    return response


_NOBODY = Refused("nobody", "There is nobody to move yet.")
_TOO_MANY_DEVICES = Refused("too-many-devices", "You have too many devices. End some first.")
_OLD_LINK = Refused("old-link", "This link has been used or has expired. Make a new one.")


def _agent(request: web.Request) -> str:
    return request.headers.get("User-Agent", "")


async def make_link(request: web.Request) -> web.Response:
    """POST /api/me/link."""
    caller = known_caller(request)
    if caller is None:
        return refuse(_NOBODY, 401)
    site = request.app[SITE]
    if not site.links.take(address(request), site.clock() / 1000):
        site.metrics.throttled.labels("links").inc()
        return refuse(Refused("too-many", "Too many new links. Please wait a while."), 429)
    if not await site.devices.has_room(caller.person):
        return refuse(_TOO_MANY_DEVICES)
    await site.devices.add(caller, _agent(request), site.clock())
    token = await site.device_links.lend(caller.person)
    return reply(LinkAnswer(url=f"/device/{token}"), 201)


async def look_at_link(request: web.Request) -> web.Response:
    """GET /api/me/device/{token}."""
    site = request.app[SITE]
    owner = await site.device_links.look(request.match_info["token"])
    if owner is None:
        return refuse(_OLD_LINK, 410)
    person = known_person(request)
    mine = [] if person is None else await site.tables.tables_of(person)
    theirs = await site.tables.tables_of(owner)
    return reply(LinkLook(same=owner == person, mine=len(mine), theirs=len(theirs)))


async def use_link(request: web.Request) -> web.Response:
    """POST /api/me/device."""
    wanted = await _body(request, UseLink)
    site = request.app[SITE]
    person = await site.device_links.redeem(wanted.token)
    if person is None:
        return refuse(_OLD_LINK, 410)
    caller = known_caller(request)
    if caller is None or caller.person != person:
        if not await site.devices.has_room(person):
            return refuse(_TOO_MANY_DEVICES)
        caller = Caller(person, site.identity.new_device())
        await site.devices.add(caller, _agent(request), site.clock())
    doors = tuple(_mine(one, person) for one in await site.tables.tables_of(person))
    response = reply(MeAnswer(tables=doors))
    greet(request, response, person, caller.device)
    return response


async def devices(request: web.Request) -> web.Response:
    """GET /api/me/devices."""
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


async def end_devices(request: web.Request) -> web.Response:
    """POST /api/me/devices/end."""
    wanted = await _body(request, EndDevices)
    caller = known_caller(request)
    if caller is None:
        return refuse(_NOBODY, 401)
    return reply(Ended(ended=await request.app[SITE].devices.end(caller, wanted.device)))


async def score_pad(request: web.Request) -> web.Response:
    """POST /api/score/{game}."""
    rules = every_game().get(request.match_info["game"])
    if rules is None:
        raise web.HTTPNotFound
    try:
        return reply(score(rules.PAD, await _read(request)))
    except PadError as error:
        raise BadBody(str(error)) from None


async def box(request: web.Request) -> web.Response:
    """GET /api/box."""
    found: dict[str, Any] = {}
    for rules in every_game().values():
        found |= rules.BOX
    bots = {game: offered(game) for game in every_game()}
    site = request.app[SITE]
    warming = sorted(COMPILED) if site.thinkers.workshop.is_getting_ready else []
    return reply(found | {"bots": bots, "busy": site.hard_bots.busy, "warming": warming})


async def health(request: web.Request) -> web.Response:
    """GET /healthz."""
    site = request.app[SITE]
    return _state_of("stopping" if site.stopping else await site.health.trouble())


async def ready(request: web.Request) -> web.Response:
    """GET /readyz."""
    site = request.app[SITE]
    if site.stopping:
        return _state_of("stopping")
    # One that cannot save is still better than none, but another node may be able to.
    return _state_of(await site.health.trouble() if site.neighbours is not None else None)


def _state_of(trouble: str | None) -> web.Response:
    if trouble is None:
        return reply({"ok": True})
    return reply({"ok": False, "reason": trouble}, 503)


async def metrics(request: web.Request) -> web.Response:
    """GET /metrics."""
    if not may_measure(request):
        raise web.HTTPNotFound
    body = request.app[SITE].measure()
    return web.Response(body=body, headers={"Content-Type": "text/plain; version=0.0.4"})


_STATUS = {"not-saved": 503, "house-full": 503, "no-answer": 503, "too-fast": 429, "crowd": 429}
_STATUS |= {BUSY.key: 503}


def _is_file(request: web.Request) -> bool:
    """Tell whether one of the app's own files is asked for."""
    return request.method == "GET" and request.path.startswith(("/static/", "/worker.js"))


def _unwelcome(request: web.Request) -> web.Response | None:
    """Return the answer to what is not even looked at."""
    site = request.app[SITE]
    bucket = site.files if _is_file(request) else site.requests
    if not bucket.take(address(request), site.clock() / 1000):
        site.metrics.throttled.labels("http").inc()
        return refuse(Refused("too-fast", "Too many requests. Please wait a moment."), 429)
    if site.host_names is not None and not is_known(request.host, site.host_names):
        site.metrics.throttled.labels("hosts").inc()
        return refuse(OTHER_NAME, 421)
    if request.method not in ("GET", "HEAD") and not is_from_here(request):
        return refuse(Refused("other-site", "Requests from other sites are refused."), 403)
    return None


@web.middleware
async def guard(request: web.Request, handler: Handler) -> web.StreamResponse:
    """Refuse what comes from other sites' pages or too fast, and answer every failure clearly."""
    site = request.app[SITE]
    refused = _unwelcome(request)
    if refused is not None:
        return refused
    try:
        response = await handler(request)
    except BadBody as bad:
        details = {"error": str(bad)}
        response = refuse(Refused("bad-request", "That cannot be read: {error}.", details), 400)
    except TableEnded as error:
        no = error.refused
        response = reply(Problem(key=no.key, text=str(no), details=no.details), 410)
    except TablesError as error:
        status = _STATUS.get(error.refused.key, 409)
        response = refuse(error.refused, status)
    except StoreError as error:
        note(
            "not_read", route=_route(request), error=reason(error, request.match_info.get("table"))
        )
        response = refuse(Refused("not-read", "The games cannot be read. Try again later."), 503)
    except web.HTTPNotFound:
        response = refuse(Refused("not-found", "There is nothing here."), 404)
    except web.HTTPException as error:
        if error.status < 400:
            raise
        said = RENAMED.get(error.status) or error.reason or "error"
        unsaid = error.text == f"{error.status}: {error.reason}"  # nobody wrote a text
        text = f"{said}." if unsaid else error.text
        key = said.lower().replace(" ", "-")
        response = refuse(Refused(key, "{text}", {"text": text}), error.status)
        if "Allow" in error.headers:
            response.headers["Allow"] = error.headers["Allow"]
    except Exception as error:  # one request must not take the site down
        trouble("request_failed", error, request.match_info.get("table"), route=_route(request))
        response = refuse(
            Refused("broken", "Something went wrong on our side. It has been noted."), 500
        )
    site.metrics.http.labels(_route(request), str(response.status)).inc()
    return response


def _route(request: web.Request) -> str:
    """Return what was asked for, without the names of tables."""
    resource = request.match_info.route.resource
    return "none" if resource is None else resource.canonical


ROUTES = [
    web.post("/api/tables", open_table),
    web.get("/api/tables", lobby),
    web.get("/api/tables/{table}", look),
    web.post("/api/tables/{table}/join", join),
    web.get("/api/tables/{table}/tempi", tempi),
    web.get("/api/me", me),
    web.post("/api/me/link", make_link),
    web.post("/api/me/device", use_link),
    web.get("/api/me/device/{token}", look_at_link),
    web.get("/api/me/devices", devices),
    web.post("/api/me/devices/end", end_devices),
    web.post("/api/score/{game}", score_pad),
    web.get("/api/box", box),
    web.get("/healthz", health),
    web.get("/readyz", ready),
    web.get("/metrics", metrics),
]
