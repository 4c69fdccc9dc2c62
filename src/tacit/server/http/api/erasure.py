"""Your games for research, and having yourself deleted, over HTTP: nobody else can do it for you.

Deleting takes two requests: the first says what would go, and gives a ticket that only you can
use, and soon. So neither a slip nor a page that guesses an address deletes anybody.
"""

from __future__ import annotations

import asyncio

from aiohttp import web

from tacit.core.rulebook import Refused
from tacit.server.history.my_games import MOST
from tacit.server.http.api.me import NOBODY
from tacit.server.http.api.my_games import TOO_FAST, may_ask
from tacit.server.http.api.records import Answer, Forget, ForgetAnswer, ForgetLook, ResearchAnswer
from tacit.server.http.api.sign_in import TOO_OFTEN, may_keep
from tacit.server.http.replies import read_as, refuse, reply
from tacit.server.http.routes import Routes
from tacit.server.http.visitor import known_person
from tacit.server.people.challenges import Purpose
from tacit.server.people.erasure import Crowded
from tacit.server.people.identity import COOKIE
from tacit.server.site import SITE
from tacit.server.tables.whereabouts import tables_of
from tacit.store import Consent
from tacit.table.log.records import PersonId

ROUTES = Routes()
_TOO_LATE = Refused("forget-late", "That took too long. Nothing was deleted. Please try again.")
_CROWDED = Refused("forget-crowded", "Too many at once. Nothing was deleted. Please try again.")


@ROUTES.get(
    "/api/me/research",
    "Whether researchers may use your games, without your name.",
    answer=ResearchAnswer,
)
async def research(request: web.Request) -> web.Response:
    """GET /api/me/research."""
    person = known_person(request)
    if person is None:
        return reply(ResearchAnswer(agreed=None))
    found = await asyncio.to_thread(request.app[SITE].store.consent, person)
    return reply(ResearchAnswer(agreed=None if found is None else found.agreed))


@ROUTES.post(
    "/api/me/research",
    "Say whether researchers may use your games; the last answer counts.",
    body=Answer,
    answer=ResearchAnswer,
    problems=(401, 503),
)
async def answer(request: web.Request) -> web.Response:
    """POST /api/me/research."""
    given = await read_as(request, Answer)
    person = known_person(request)
    if person is None:
        return refuse(NOBODY, 401)
    if not await may_keep(request, person):  # every guest's answer is kept, and guests cost nothing
        return refuse(TOO_OFTEN, 429)
    site = request.app[SITE]
    consent = Consent(given.agreed, site.clock())
    await asyncio.to_thread(site.store.keep_consent, person, consent)
    return reply(ResearchAnswer(agreed=given.agreed))


def _purpose(person: PersonId) -> Purpose:
    return Purpose("forget", "", person)


@ROUTES.post(
    "/api/me/forget/ask",
    "What erasing your data would do, and a ticket for it.",
    answer=ForgetLook,
    problems=(401, 503),
)
async def ask(request: web.Request) -> web.Response:
    """POST /api/me/forget/ask."""
    person = known_person(request)
    if person is None:
        return refuse(NOBODY, 401)
    if not await may_ask(request):
        return refuse(TOO_FAST, 429)
    site = request.app[SITE]
    games = await asyncio.to_thread(site.store.games.of, person, MOST)
    tables = await tables_of(person, site.store, site.tables)
    ticket = site.tickets.make(_purpose(person), site.clock())
    return reply(ForgetLook(ticket=ticket, games=len(games), tables=len(tables)))


@ROUTES.post(
    "/api/me/forget",
    "Have your data erased. It cannot be undone.",
    body=Forget,
    answer=ForgetAnswer,
    problems=(401, 410, 503),
)
async def forget(request: web.Request) -> web.Response:
    """POST /api/me/forget."""
    given = await read_as(request, Forget)
    person = known_person(request)
    if person is None:
        return refuse(NOBODY, 401)
    site = request.app[SITE]
    if site.tickets.until(given.ticket, _purpose(person), site.clock()) is None:
        return refuse(_TOO_LATE, 410)
    if not await may_keep(request, person):
        return refuse(TOO_OFTEN, 429)
    try:
        done = await site.forgetting.forget(person)
    except Crowded:
        return refuse(_CROWDED, 503)
    response = reply(ForgetAnswer(done=done))
    response.del_cookie(COOKIE, path=site.config.base_path or "/")
    return response
