"""Evenings: opening one, its page and board, waiting for news, and its rounds."""

from __future__ import annotations

from functools import partial

from aiohttp import web
from msgspec.structs import replace

from tacit.club import evening_requests as evenings
from tacit.club.evening_game import evening_game, games_with_evenings
from tacit.club.evening_requests import REMOVED, Wanted
from tacit.club.seating import LEAST_TABLES
from tacit.core.rulebook import Refused
from tacit.server.club.evening_results import Known
from tacit.server.club.evening_watch import LONGEST_S
from tacit.server.http.api.club.evening_records import (
    EveningAnswer,
    EveningGameAnswer,
    MyEvening,
    NewEvening,
)
from tacit.server.http.api.club.evening_told import answer, told_to
from tacit.server.http.api.tables import check_opening
from tacit.server.http.replies import (
    BadBody,
    Refusal,
    has_tag,
    read_as,
    reply,
    reply_if_new,
    tag_of,
)
from tacit.server.http.routes import Routes
from tacit.server.http.visitor import address, check_change, greet, known_person, person_of
from tacit.server.site import SITE
from tacit.server.tables.refusals import TablesError
from tacit.table.log.records import PersonId

ROUTES = Routes()
TOO_MANY_TABLES = Refused("too-many", "Too many new tables. Please wait a while.")
MOST_MINE = 10


@ROUTES.get(
    "/api/evenings",
    "The games that can be played at many tables at once.",
    answer=list[EveningGameAnswer],
)
async def games(_request: web.Request) -> web.Response:
    """Send which games have evenings, and with how many at a table."""
    found = [(game, evening_game(game)) for game in games_with_evenings()]
    return reply([EveningGameAnswer(game, tuple(one.sizes)) for game, one in found if one])


@ROUTES.post(
    "/api/evenings",
    "Open an evening.",
    body=NewEvening,
    status=201,
    answer=EveningAnswer,
    problems=(403, 409, 503),
)
async def open_evening(request: web.Request) -> web.Response:
    """Open an evening."""
    body = await read_as(request, NewEvening)
    await check_opening(request)
    site, person = request.app[SITE], person_of(request)
    wanted = Wanted(
        body.title, body.game, body.size, body.minutes, body.name, body.plays, body.mark
    )
    name = await site.evenings.open(person, wanted)
    response = answer(request, name, await site.evenings.read(name), person, 201)
    greet(request, response, person)
    return response


@ROUTES.get(
    "/api/evenings/{evening}", "An evening.", answer=EveningAnswer, problems=(403, 404, 503)
)
async def look(request: web.Request) -> web.Response:
    """Send an evening: who is in it, its round, and the board."""
    known = await _read(request)
    told = told_to(request, request.match_info["evening"], known, known_person(request))
    return reply_if_new(request, told, replace(told, now=0))  # the clock alone is nothing new


@ROUTES.get(
    "/api/evenings/{evening}/wait",
    "An evening, as soon as a round begins or is over, the host is another, or the time is up. At"
    " once for a client that has not the latest one by its tag.",
    answer=EveningAnswer,
    query={"seconds": {"type": "number", "minimum": 0, "maximum": LONGEST_S}},
    problems=(400, 403, 404, 503),
)
async def wait(request: web.Request) -> web.Response:
    """Send an evening when there is news that all wait for."""
    name, person = request.match_info["evening"], known_person(request)
    seconds = _seconds(request.query.get("seconds", "0"))
    known = await _read(request)
    told = told_to(request, name, known, person)
    if seconds > 0 and has_tag(request, tag_of(replace(told, now=0))):
        watch = request.app[SITE].evenings.watch
        is_gone = partial(_is_gone, request)
        await watch.wait(name, known, address(request), seconds, is_gone)
        known = await _read(request, is_asked=False)
        told = told_to(request, name, known, person)
    return reply_if_new(request, told, replace(told, now=0))


def _is_gone(request: web.Request) -> bool:
    return request.transport is None or request.transport.is_closing()


def _seconds(text: str) -> float:
    try:
        seconds = float(text)
    except ValueError:
        raise BadBody("seconds is a number") from None
    if not 0 <= seconds <= LONGEST_S:
        raise BadBody(f"seconds is 0 to {LONGEST_S}")
    return seconds


async def _read(request: web.Request, *, is_asked: bool = True) -> Known:
    """Read the evening of a request for its guest, whose table is open then.

    A host who asks is here; one to whom a waiting request is answered may be gone since.
    """
    site, name, person = request.app[SITE], request.match_info["evening"], known_person(request)
    known = await site.evenings.read(name)
    if known is None:
        raise web.HTTPNotFound
    guest = None if person is None else known.evening.guest(person)
    if guest is not None and guest.removed:
        raise Refusal(REMOVED, 403)
    if is_asked:
        site.evenings.presence.look(name, known.evening, person)
        if person is not None and known.idle:
            known = await site.evenings.come_back(name, known, person)
    if person is not None and not known.is_over:
        await site.evenings.tables.open_mine(name, known, person, address(request))
    return known


@ROUTES.get("/api/me/evenings", "The evenings you are in.", answer=list[MyEvening], problems=(503,))
async def mine(request: web.Request) -> web.Response:
    """Send the guest's evenings: those that go on, and those that ended in the last week."""
    site, person = request.app[SITE], known_person(request)
    if person is None:
        return reply([])
    check_change(request)
    found = await site.evenings.of(person, MOST_MINE)
    return reply([MyEvening(name, one.title, one.game, one.ended) for name, one in found])


@ROUTES.post(
    "/api/evenings/{evening}/rounds",
    "Draw seats and begin a round; only the host may.",
    answer=EveningAnswer,
    problems=(403, 404, 409, 503),
)
async def begin(request: web.Request) -> web.Response:
    """Begin a round, and open its tables."""
    check_change(request)
    await check_opening(request)
    site, name = request.app[SITE], request.match_info["evening"]
    person = PersonId(known_person(request) or "")
    known = await _read_for_host(request, person)
    refused = evenings.begin_round(known.evening, person, (), site.clock(), is_over=known.is_over)
    if isinstance(refused, Refused):  # before it costs anything
        raise TablesError(refused)
    tables = max(LEAST_TABLES, -(-len(known.evening.players) // known.evening.size))
    if not site.evening_tables.take(address(request), site.clock() / 1000, tables):
        site.metrics.throttled.labels("tables").inc()
        raise Refusal(TOO_MANY_TABLES, 429)
    try:
        begun = await site.evenings.begin_round(name, person, address(request))
    except TablesError:  # such as for the second of two clicks
        site.evening_tables.give_back(address(request), site.clock() / 1000, tables)
        raise
    return answer(request, name, begun, person)


@ROUTES.post(
    "/api/evenings/{evening}/close",
    "End the time of the round: bots play what is not finished. Only the host may.",
    answer=EveningAnswer,
    problems=(404, 409, 503),
)
async def close(request: web.Request) -> web.Response:
    """End the time of the round."""
    check_change(request)
    site, name = request.app[SITE], request.match_info["evening"]
    person = PersonId(known_person(request) or "")
    return answer(request, name, await site.evenings.close_round(name, person), person)


@ROUTES.post(
    "/api/evenings/{evening}/end",
    "End an evening: the list is final. Only the host may.",
    answer=EveningAnswer,
    problems=(404, 409, 503),
)
async def end(request: web.Request) -> web.Response:
    """End an evening."""
    check_change(request)
    site, name = request.app[SITE], request.match_info["evening"]
    person = PersonId(known_person(request) or "")
    known = await _read_for_host(request, person)
    is_over, count, now = known.is_over, len(known.evening.rounds), site.clock()
    ended = await site.evenings.change(
        name,
        lambda one: evenings.end_evening(
            one, person, now, is_over=is_over and len(one.rounds) == count
        ),
    )
    return answer(request, name, ended, person)


async def _read_for_host(request: web.Request, person: PersonId) -> Known:
    """Return an evening as it stands now; others than its host are refused before that is read."""
    site, name = request.app[SITE], request.match_info["evening"]
    known = await site.evenings.read(name)
    refused = None if known is None else evenings.not_host(known.evening, person)
    if refused is not None:
        raise TablesError(refused)
    known = None if known is None else await site.evenings.read_anew(name)
    if known is None:
        raise web.HTTPNotFound
    return known
