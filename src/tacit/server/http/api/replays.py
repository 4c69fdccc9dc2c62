"""Finished games: the replay, what each seat saw, the review, and a picture of the result.

All of it is about games that are over, or about a file in the request. Nothing here knows a card
that is still hidden.
"""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from functools import partial
from typing import TypeVar

import msgspec
from aiohttp import web

from tacit.core.rulebook import Refused, SettingsError, seats
from tacit.log.replay import Document, Replay, ReplayError, load
from tacit.log.verify import Verdict, verify
from tacit.review.reviewing import asked_first
from tacit.server.club.daily import DAILY_FIRST
from tacit.server.club.evenings import EVENING_OPEN
from tacit.server.history.replay_cache import File
from tacit.server.history.reviews import Far, Unmade, key_of
from tacit.server.http.replies import TOO_FAST, BadBody, Refusal, reading, refuse, reply
from tacit.server.http.routes import ANY_OBJECT, Routes
from tacit.server.http.visitor import address, check_rate, known_person
from tacit.server.limits.fair_queue import QueueFull, ShareFull
from tacit.server.site import SITE
from tacit.table.past.tape import TooLong, tape

ROUTES = Routes()
GAME = r"/api/tables/{table}/games/{number:\d{1,6}}"
_SEAT = {"type": "integer", "minimum": 0, "maximum": 5}
FILE_BYTES = 2**20
"""The largest replay file."""
MOST_EVENTS = 5000
"""The longest game that is verified or shown here; games of people are far shorter."""
WORKER_TIMEOUT_S = 2.0
"""How long an answer may wait for a worker. It waits twice at most, and a proxy in front of the
site times out after 5 seconds."""
RETRY_AFTER = {"Retry-After": "2"}
MINE = "mine"
"""The seat that the guest had in the game; a guest without one sees it as a spectator."""
T = TypeVar("T")

_NO_REPLAY = Refused("no-replay", "There is no finished game of that number.")
_TOO_LONG = Refused("too-long", "This game is too long to show step by step.")
_NOT_MADE = Refused("no-review", "There is no review of this game here.")


@asynccontextmanager
async def _in_time() -> AsyncIterator[None]:
    """Wait for a worker, up to the timeout; refuse the request if too many wait."""
    try:
        async with asyncio.timeout(WORKER_TIMEOUT_S):
            yield
    except ShareFull:
        raise Refusal(TOO_FAST, 429, RETRY_AFTER) from None
    except (QueueFull, TimeoutError):
        raise Refusal(TOO_FAST, 503, RETRY_AFTER) from None


async def _found(request: web.Request) -> File:
    """Return the finished game that the path names."""
    return await found(request, request.match_info["table"], int(request.match_info["number"]))


async def found(request: web.Request, table: str, number: int) -> File:
    """Return a finished game of a table, if the guest may know its cards."""
    site = request.app[SITE]
    check_rate(request, site.replays, "replays", TOO_FAST, RETRY_AFTER)
    if not await site.daily.may_see(table, known_person(request)):
        raise Refusal(DAILY_FIRST, 403)
    if await site.evenings.is_going_on(table):
        raise Refusal(EVENING_OPEN, 403)
    async with _in_time():
        file = await site.replay_cache.replay(address(request), table, number)
    if file is None:
        raise Refusal(_NO_REPLAY, 404)
    return file


async def _brought(request: web.Request) -> bytes:
    """Return the replay file in the request."""
    site = request.app[SITE]
    check_rate(request, site.replays, "replays", TOO_FAST, RETRY_AFTER)
    body = bytearray()
    async with reading(request):
        async for part in request.content.iter_any():
            body += part
            if len(body) > FILE_BYTES:
                raise web.HTTPRequestEntityTooLarge(FILE_BYTES, len(body))
    return bytes(body).rstrip(b"\n")


async def think(request: web.Request, work: Callable[[], T]) -> T:
    """Do something slow in the thread that reads replays."""
    async with _in_time():
        return await request.app[SITE].replay_cache.think(address(request), work)


@ROUTES.get(
    GAME, "The replay of a finished game, as a file.", answer=ANY_OBJECT, problems=(403, 404, 503)
)
async def replay(request: web.Request) -> web.Response:
    """Send the file."""
    file = await _found(request)
    return web.Response(
        body=file.body,
        content_type="application/json",
        headers={"Content-Disposition": f'attachment; filename="{file.name}"'},
    )


def _tape(body: bytes, seat: str | None, *, judged: bool) -> bytes:
    """Return a replay's tape; a file from a request is verified first."""
    try:
        game = load(body.rstrip(b"\n"), MOST_EVENTS)
    except ReplayError as error:
        raise BadBody(str(error)) from None
    if not judged:
        _judge(game)
    if seat is not None and seat not in map(str, seats(len(game.names))):
        raise BadBody(f"there is no seat {seat[:8]}")
    whose = None if seat is None else seats(len(game.names))[int(seat)]
    try:
        return msgspec.json.encode(tape(game, whose))
    except TooLong:
        raise Refusal(_TOO_LONG, 413) from None


def _judge(game: Replay) -> None:
    problem = verify(game).problem
    if problem is not None:
        raise BadBody(f"a replay that does not verify: {problem}")


async def _play_back(request: web.Request, *, brought: bool) -> web.Response:
    seat = request.query.get("seat")
    if brought:
        body = await _brought(request)
    else:
        file = await _found(request)
        body = file.body
        await request.app[SITE].reviews.prepare(body)
        if seat == MINE:
            mine = file.seat_of(known_person(request))
            seat = None if mine is None else str(mine)
    made = await think(request, partial(_tape, body, seat, judged=not brought))
    return web.Response(body=made, content_type="application/json")


@ROUTES.get(
    f"{GAME}/tape",
    "A finished game as it was told to a seat (`mine`: yours), or to a spectator.",
    answer=ANY_OBJECT,
    query={"seat": {"oneOf": [_SEAT, {"const": MINE}]}},
    problems=(400, 403, 404, 413, 503),
)
async def tape_of_game(request: web.Request) -> web.Response:
    """Send the tape of a game of this site."""
    return await _play_back(request, brought=False)


@ROUTES.post(
    "/api/replays/tape",
    "The same of a replay file that is sent.",
    body=Document,
    answer=ANY_OBJECT,
    query={"seat": _SEAT},
    problems=(503,),
)
async def tape_of_file(request: web.Request) -> web.Response:
    """Send the tape of a replay file."""
    return await _play_back(request, brought=True)


def _verdict(body: bytes) -> Verdict:
    try:
        return verify(load(body, MOST_EVENTS), body)
    except (ReplayError, SettingsError) as error:
        return Verdict(ok=False, game="", events=0, problem=str(error))


@ROUTES.post(
    "/api/replays/verify",
    "Whether a replay file is true, as for `tacit verify`.",
    body=Document,
    answer=Verdict,
    problems=(503,),
)
async def verdict(request: web.Request) -> web.Response:
    """Verify a replay file."""
    body = await _brought(request)
    return reply(await think(request, partial(_verdict, body)))


@ROUTES.get(
    f"{GAME}/review",
    "What a game's picks or plays were worth (docs/review.md), or how far the review is.",
    answer=ANY_OBJECT,
    query={"seat": {"const": MINE}},
    problems=(403, 404, 503),
    also={202: Far},
)
async def review(request: web.Request) -> web.Response:
    """Send the review if it is there, else begin it: with `seat=mine`, your own part first."""
    reviews = request.app[SITE].reviews
    file = await _found(request)
    key = key_of("review", file.body)
    kept = await asyncio.to_thread(reviews.kept, key)
    if kept is not None:
        return web.Response(body=kept, content_type="application/json")
    try:
        async with _in_time():
            mine = request.query.get("seat") == MINE
            first = file.seat_of(known_person(request)) if mine else None
            reviews.begin(address(request), key, file.body, first)
    except Unmade:
        return refuse(_NOT_MADE, 404)
    return reply(reviews.far(key) or Far(), 202)


@ROUTES.get(
    f"{GAME}/picture.png",
    "A picture of the result, 1200 × 630; with `?seat=2` it shows that player's columns.",
    problems=(403, 404, 503),
)
async def picture(request: web.Request) -> web.Response:
    """Send the picture; it is drawn once."""
    reviews = request.app[SITE].reviews
    file = await _found(request)
    seat = request.query.get("seat", "")
    chosen = int(seat) if seat.isdecimal() and len(seat) == 1 else None
    shown = chosen if chosen in range(len(file.people)) else None
    key = key_of("picture", asked_first(file.body, shown))
    made = await asyncio.to_thread(reviews.kept, key)
    if made is None:
        try:
            async with _in_time():
                made = await asyncio.shield(reviews.begin(address(request), key, file.body, shown))
        except Unmade:
            return refuse(_NOT_MADE, 404)
    return web.Response(body=made, content_type="image/png")
