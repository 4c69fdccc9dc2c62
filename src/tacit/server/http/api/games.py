"""Your games, over HTTP: nobody but you can ask for them."""

from __future__ import annotations

import asyncio

import msgspec
from aiohttp import web

from tacit.core.rulebook import Refused
from tacit.server.history.my_games import (
    MOST,
    GameFilter,
    MyGames,
    MyRecords,
    played_by,
    tell_games,
    tell_records,
)
from tacit.server.http.replies import BadBody, refuse, reply
from tacit.server.http.visitor import address, known_person
from tacit.server.site import SITE

TOO_FAST = Refused("too-fast", "Too many at once. Please wait a moment.")
PATIENCE = 1.0
"""Seconds that a game that has just ended is waited for."""


class _Asked(msgspec.Struct, frozen=True, rename={"with_name": "with"}):
    """What stands behind the question mark."""

    game: str = ""
    with_name: str = ""
    since: int = 0
    until: int = 2**62
    first: int = 0


def _asked(request: web.Request) -> _Asked:
    try:
        return msgspec.convert(dict(request.query), _Asked, strict=False)
    except msgspec.ValidationError as error:
        raise BadBody(str(error)) from None


def _wish(asked: _Asked) -> GameFilter:
    return GameFilter(asked.game, asked.with_name, asked.since, asked.until)


async def may_ask(request: web.Request) -> bool:
    """Let a question for one's games pass, when what has just ended is written down."""
    site = request.app[SITE]
    if not site.my_games.take(address(request), site.clock() / 1000):
        site.metrics.throttled.labels("games").inc()
        return False
    await site.projection.settled(PATIENCE)
    return True


async def games(request: web.Request) -> web.Response:
    """GET /api/me/games."""
    asked, person = _asked(request), known_person(request)
    if not 0 <= asked.first <= MOST:
        raise BadBody(f"first is between 0 and {MOST}")
    if person is None:
        return reply(MyGames(0, (), {}, ()))
    if not await may_ask(request):
        return refuse(TOO_FAST, 429)
    kept = request.app[SITE].store.games

    def work() -> MyGames:
        return tell_games(played_by(kept, person), _wish(asked), asked.first)

    return reply(await asyncio.to_thread(work))


async def records(request: web.Request) -> web.Response:
    """GET /api/me/records."""
    asked, person = _asked(request), known_person(request)
    if person is None:
        return reply(MyRecords((), (), ()))
    if not await may_ask(request):
        return refuse(TOO_FAST, 429)
    kept = request.app[SITE].store.games

    def work() -> MyRecords:
        return tell_records(kept, person, played_by(kept, person), _wish(asked))

    return reply(await asyncio.to_thread(work))


ROUTES = [
    web.get("/api/me/games", games),
    web.get("/api/me/records", records),
]
