"""Consent to research, and erasure. Only the guest can ask for either.

Erasure takes two requests: the first says what would go and gives the guest a ticket that expires
soon. So neither a slip nor a foreign page erases a guest.
"""

from __future__ import annotations

import asyncio

from aiohttp import web

from tacit.core.rulebook import Refused
from tacit.server.history.my_games import MOST
from tacit.server.http.api.my_games import check_asking
from tacit.server.http.api.records import Answer, Forget, ForgetAnswer, ForgetLook, ResearchAnswer
from tacit.server.http.api.sign_in import check_keeping
from tacit.server.http.replies import read_as, refuse, reply
from tacit.server.http.routes import Routes
from tacit.server.http.visitor import known_person, require_caller, take_cookie
from tacit.server.people.challenges import Purpose
from tacit.server.people.erasure import Crowded
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
    """Send the guest's last answer."""
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
    """Save the guest's answer."""
    given = await read_as(request, Answer)
    person = require_caller(request).person
    await check_keeping(request, person)  # each answer takes space, and guests cost nothing
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
    """Say what would go, and give the ticket."""
    person = require_caller(request).person
    await check_asking(request)
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
    """Erase the guest who has the ticket."""
    given = await read_as(request, Forget)
    person = require_caller(request).person
    site = request.app[SITE]
    if site.tickets.until(given.ticket, _purpose(person), site.clock()) is None:
        return refuse(_TOO_LATE, 410)
    await check_keeping(request, person)
    try:
        done = await site.eraser.erase(person)
    except Crowded:
        return refuse(_CROWDED, 503)
    response = reply(ForgetAnswer(done=done))
    take_cookie(request, response)
    return response
