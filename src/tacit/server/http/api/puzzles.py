"""Puzzles: positions to think about. The site keeps nothing of who solved what."""

from __future__ import annotations

from typing import Any

import msgspec
from aiohttp import web

from tacit.core.plug import every_game
from tacit.core.rulebook import Refused
from tacit.review.puzzle import Puzzle, puzzles
from tacit.server.http.api.records import Body
from tacit.server.http.replies import Refusal, read_as, reply
from tacit.server.http.routes import Routes
from tacit.table.past.position import position

ROUTES = Routes()


class PuzzleLine(msgspec.Struct, frozen=True):
    """A puzzle in the list."""

    number: int
    level: int


class PuzzleAnswer(msgspec.Struct, frozen=True):
    """A position as a player sees it."""

    number: int
    level: int
    of: int
    """How many there are."""
    begin: Any
    """The position, as the `sync` message of a live table."""


class Tried(Body, frozen=True):
    """The move that a guest would make."""

    move: str


class PuzzleSolved(msgspec.Struct, frozen=True):
    """What the move was worth."""

    best: str
    lost: dict[str, float]
    """By move: how many points it is worth less than the best."""
    reasons: tuple[dict[str, Any], ...]
    """Why the best is better than the move; than the obvious one, if the move was best."""
    found_by: tuple[str, ...]
    """The bots that find it."""


def _puzzles(request: web.Request) -> tuple[Puzzle, ...]:
    game = request.match_info["game"]
    if game not in every_game():
        raise web.HTTPNotFound
    return puzzles(game)


def _puzzle(request: web.Request) -> tuple[int, Puzzle]:
    found, number = _puzzles(request), int(request.match_info["number"])
    if not 1 <= number <= len(found):
        raise web.HTTPNotFound
    return number, found[number - 1]


@ROUTES.get(
    "/api/puzzles/{game}", "The puzzles of a game.", answer=list[PuzzleLine], problems=(404,)
)
async def listing(request: web.Request) -> web.Response:
    """List the puzzles, the easiest first."""
    return reply([PuzzleLine(at, one.level) for at, one in enumerate(_puzzles(request), start=1)])


@ROUTES.get(
    "/api/puzzles/{game}/{number:[0-9]{1,4}}",
    "A puzzle, without its solution.",
    answer=PuzzleAnswer,
    problems=(404,),
)
async def look(request: web.Request) -> web.Response:
    """Send a position."""
    number, one = _puzzle(request)
    of = len(_puzzles(request))
    begin = position(request.match_info["game"], one.view, one.names, one.view["seat"])
    return reply(PuzzleAnswer(number, one.level, of, begin))


@ROUTES.post(
    "/api/puzzles/{game}/{number:[0-9]{1,4}}",
    "Answer a puzzle: what the move was worth, and why.",
    body=Tried,
    answer=PuzzleSolved,
    problems=(404, 409),
)
async def solve(request: web.Request) -> web.Response:
    """Send what a move was worth."""
    move = (await read_as(request, Tried)).move
    _, one = _puzzle(request)
    if move not in one.lost:
        raise Refusal(Refused("no-such-move", "That move is not possible here."), 409)
    compared = one.obvious if move == one.best else move
    return reply(PuzzleSolved(one.best, one.lost, one.reasons[compared], one.found_by))
