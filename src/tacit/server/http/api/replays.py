"""After a game: its replay, what each seat was told of it, its review, and a picture of the result.

All of it is of games that are over, or of a file that somebody brings: nothing here knows a card
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
from tacit.log.replay import Replay, ReplayError, load
from tacit.log.verify import Verdict, verify
from tacit.server.history.replay_cache import File
from tacit.server.history.reviews import Far, Unmade, key_of
from tacit.server.http.replies import BadBody, refuse, reply
from tacit.server.http.visitor import address, known_person
from tacit.server.limits.fair_queue import QueueFull, ShareFull
from tacit.server.site import SITE
from tacit.table.past.tape import TooLong, tape

FILE_BYTES = 2**20
"""The largest replay that is read."""
MOST_EVENTS = 5000
"""The longest game that is judged or played back here: no game among people comes near it."""
WAIT_SECONDS = 2.0
"""How long an answer may wait for a worker. An answer waits twice at most, for a game and for what
is made of it, and a proxy in front of the site gives up after 5 seconds."""
RETRY_AFTER = {"Retry-After": "2"}
MINE = "mine"
"""The seat that the guest who asks had in a game; a spectator's place if they had none."""
T = TypeVar("T")

_BUSY = Refused("too-fast", "Many replays are waiting here. Please try again in a moment.")
_TOO_MANY = Refused("too-fast", "Too many replays at once. Please wait a moment.")
_NO_REPLAY = Refused("no-replay", "There is no finished game of that number.")
_TOO_LONG = Refused("too-long", "This game is too long to be shown step by step.")
_NOT_MADE = Refused("no-review", "There is no review of this game here.")


class Refusal(Exception):
    """Why there is no answer, and its status."""

    def __init__(self, refused: Refused, status: int) -> None:
        super().__init__(refused.text)
        self.answer = refuse(refused, status)
        if refused.key == "too-fast":
            self.answer.headers.update(RETRY_AFTER)


@asynccontextmanager
async def _in_time() -> AsyncIterator[None]:
    """Wait for a worker, but not for long; Refusal if too many wait."""
    try:
        async with asyncio.timeout(WAIT_SECONDS):
            yield
    except ShareFull:
        raise Refusal(_TOO_MANY, 429) from None
    except (QueueFull, TimeoutError):
        raise Refusal(_BUSY, 503) from None


async def _found(request: web.Request) -> File:
    """Return the finished game that the address names."""
    return await found(request, request.match_info["table"], int(request.match_info["number"]))


async def found(request: web.Request, table: str, number: int) -> File:
    """Return a finished game of a table; asking often is refused."""
    site = request.app[SITE]
    if not site.replays.take(address(request), site.clock() / 1000):
        site.metrics.throttled.labels("replays").inc()
        raise Refusal(_TOO_MANY, 429)
    async with _in_time():
        file = await site.replay_cache.replay(address(request), table, number)
    if file is None:
        raise Refusal(_NO_REPLAY, 404)
    return file


async def _brought(request: web.Request) -> bytes:
    """Return the replay file that somebody sent."""
    site = request.app[SITE]
    if not site.replays.take(address(request), site.clock() / 1000):
        site.metrics.throttled.labels("replays").inc()
        raise Refusal(_TOO_MANY, 429)
    body = bytearray()
    try:
        async with asyncio.timeout(site.config.limits.body_seconds):
            async for part in request.content.iter_any():
                body += part
                if len(body) > FILE_BYTES:
                    raise web.HTTPRequestEntityTooLarge(FILE_BYTES, len(body))
    except TimeoutError:
        raise web.HTTPRequestTimeout from None
    except (web.RequestPayloadError, ConnectionError):
        raise BadBody("it breaks off or is packed wrongly") from None
    return bytes(body).rstrip(b"\n")


async def think(request: web.Request, work: Callable[[], T]) -> T:
    """Do something that takes a while in the archive's thread."""
    async with _in_time():
        return await request.app[SITE].replay_cache.think(address(request), work)


async def replay(request: web.Request) -> web.Response:
    """GET /api/tables/{table}/games/{number}."""
    try:
        file = await _found(request)
    except Refusal as refusal:
        return refusal.answer
    return web.Response(
        body=file.body,
        content_type="application/json",
        headers={"Content-Disposition": f'attachment; filename="{file.name}"'},
    )


def _tape(body: bytes, seat: str | None, *, judged: bool) -> bytes:
    """Return a replay's tape; a file that somebody brings is judged first."""
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
    try:
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
    except Refusal as refusal:
        return refusal.answer
    return web.Response(body=made, content_type="application/json")


async def tape_of_game(request: web.Request) -> web.Response:
    """GET /api/tables/{table}/games/{number}/tape."""
    return await _play_back(request, brought=False)


async def tape_of_file(request: web.Request) -> web.Response:
    """POST /api/replays/tape."""
    return await _play_back(request, brought=True)


def _verdict(body: bytes) -> Verdict:
    try:
        return verify(load(body, MOST_EVENTS), body)
    except (ReplayError, SettingsError) as error:
        return Verdict(ok=False, game="", events=0, problem=str(error))


async def verdict(request: web.Request) -> web.Response:
    """POST /api/replays/verify."""
    try:
        body = await _brought(request)
        return reply(await think(request, partial(_verdict, body)))
    except Refusal as refusal:
        return refusal.answer


async def review(request: web.Request) -> web.Response:
    """GET /api/tables/{table}/games/{number}/review."""
    reviews = request.app[SITE].reviews
    try:
        file = await _found(request)
        key = key_of("review", file.body)
        kept = await asyncio.to_thread(reviews.kept, key)
        if kept is not None:
            return web.Response(body=kept, content_type="application/json")
        async with _in_time():
            reviews.begin(address(request), key, file.body)
    except Refusal as refusal:
        return refusal.answer
    except Unmade:
        return refuse(_NOT_MADE, 404)
    return reply(reviews.far(key) or Far(), 202)


async def picture(request: web.Request) -> web.Response:
    """GET /api/tables/{table}/games/{number}/picture.png."""
    reviews = request.app[SITE].reviews
    try:
        file = await _found(request)
        key = key_of("picture", file.body)
        made = await asyncio.to_thread(reviews.kept, key)
        if made is None:
            async with _in_time():
                made = await asyncio.shield(reviews.begin(address(request), key, file.body))
    except Refusal as refusal:
        return refusal.answer
    except Unmade:
        return refuse(_NOT_MADE, 404)
    return web.Response(body=made, content_type="image/png")


_GAME = r"/api/tables/{table}/games/{number:\d{1,6}}"
ROUTES = [
    web.get(_GAME, replay),
    web.get(f"{_GAME}/tape", tape_of_game),
    web.get(f"{_GAME}/review", review),
    web.get(f"{_GAME}/picture.png", picture),
    web.post("/api/replays/tape", tape_of_file),
    web.post("/api/replays/verify", verdict),
]
