"""Rooms in which a finished game is watched together: new ones, and whether one is there."""

from __future__ import annotations

from aiohttp import web

from tacit.server.http.api.records import RoomAnswer
from tacit.server.http.api.replays import GAME, found
from tacit.server.http.replies import reply
from tacit.server.http.routes import Routes
from tacit.server.http.visitor import address
from tacit.server.http.websockets import room as room_websocket
from tacit.server.site import SITE

ROUTES = Routes()
_ROOM = "/together/{room}"
ROUTES.get(
    # The table comes first in the path: a proxy routes by it, so one room is on one node.
    GAME.replace("/api/tables", "/ws") + _ROOM,
    "A WebSocket to a room. docs/protocol.md describes its messages.",
    status=101,
    problems=(400, 401, 403, 404, 503),
)(room_websocket)


@ROUTES.post(
    f"{GAME}/together",
    "A room in which a finished game is watched together.",
    status=201,
    answer=RoomAnswer,
    problems=(403, 404, 503),
)
async def new_room(request: web.Request) -> web.Response:
    """Name a new room."""
    table, number = request.match_info["table"], int(request.match_info["number"])
    await found(request, table, number)  # only of a game that is over
    return reply(RoomAnswer(request.app[SITE].rooms.new_name(table, number)), 201)


@ROUTES.get(
    f"{GAME}{_ROOM}", "Whether you can enter a room.", answer=RoomAnswer, problems=(404, 503)
)
async def look(request: web.Request) -> web.Response:
    """Check a room's name, and whether there is space for one more room."""
    table, number, room = (request.match_info[part] for part in ("table", "number", "room"))
    request.app[SITE].rooms.check(table, int(number), room, address(request))
    return reply(RoomAnswer(room))
