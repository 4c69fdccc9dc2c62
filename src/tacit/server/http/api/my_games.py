"""A guest's own games and records. Only the guest can ask for them."""

from __future__ import annotations

import asyncio

import msgspec
from aiohttp import web

from tacit.server.history.my_games import (
    MOST,
    GameFilter,
    MyGames,
    MyPractice,
    MyRecords,
    played_by,
    tell_games,
    tell_practice,
    tell_records,
)
from tacit.server.http.replies import TOO_FAST, BadBody, reply
from tacit.server.http.routes import Routes
from tacit.server.http.visitor import check_rate, known_person
from tacit.server.site import SITE

ROUTES = Routes()
PROJECTION_TIMEOUT_S = 1.0
"""How long a request waits for the projection of a game that has just ended."""


class _Asked(msgspec.Struct, frozen=True, rename={"with_name": "with"}):
    """The query parameters."""

    game: str = ""
    with_name: str = ""
    since: int = 0
    until: int = 2**62
    first: int = 0


_FILTER = {
    "game": {"type": "string"},
    "with": {"type": "string"},
    "since": {"type": "integer"},
    "until": {"type": "integer"},
}


def _asked(request: web.Request) -> _Asked:
    try:
        return msgspec.convert(dict(request.query), _Asked, strict=False)
    except msgspec.ValidationError as error:
        raise BadBody(str(error)) from None


def _wish(asked: _Asked) -> GameFilter:
    return GameFilter(asked.game, asked.with_name, asked.since, asked.until)


async def check_asking(request: web.Request) -> None:
    """Check the rate limit, and wait until a game that has just ended is projected."""
    site = request.app[SITE]
    check_rate(request, site.my_games, "games", TOO_FAST)
    await site.projection.settled(PROJECTION_TIMEOUT_S)


@ROUTES.get(
    "/api/me/games",
    "The games you finished here, newest first, fifty at a time.",
    answer=MyGames,
    query=_FILTER | {"first": {"type": "integer"}},
    problems=(400, 503),
)
async def games(request: web.Request) -> web.Response:
    """Send a page of the guest's games."""
    asked, person = _asked(request), known_person(request)
    if not 0 <= asked.first <= MOST:
        raise BadBody(f"first is between 0 and {MOST}")
    if person is None:
        return reply(MyGames(0, (), {}, ()))
    await check_asking(request)
    kept = request.app[SITE].store.games

    def work() -> MyGames:
        return tell_games(played_by(kept, person), _wish(asked), asked.first)

    return reply(await asyncio.to_thread(work))


@ROUTES.get(
    "/api/me/records",
    "Your records by game and number of players, ratings, and timing.",
    answer=MyRecords,
    query=_FILTER,
    problems=(400, 503),
)
async def records(request: web.Request) -> web.Response:
    """Send the guest's records."""
    asked, person = _asked(request), known_person(request)
    if person is None:
        return reply(MyRecords((), (), ()))
    await check_asking(request)
    kept = request.app[SITE].store.games

    def work() -> MyRecords:
        return tell_records(kept, person, played_by(kept, person), _wish(asked))

    return reply(await asyncio.to_thread(work))


@ROUTES.get(
    "/api/me/practice",
    "What you practised of a game, and what it showed of you. It counts nowhere.",
    answer=MyPractice,
    query={"game": {"type": "string"}},
    problems=(400, 503),
)
async def practice(request: web.Request) -> web.Response:
    """Send what the guest practised."""
    asked, person = _asked(request), known_person(request)
    if person is None:
        return reply(MyPractice(()))
    await check_asking(request)
    kept = request.app[SITE].store.games
    return reply(await asyncio.to_thread(tell_practice, kept, person, asked.game))
