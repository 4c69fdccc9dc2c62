"""Rooms over HTTP: asking for one to watch a finished game together, and whether one is there."""

from __future__ import annotations

from aiohttp import web

from tacit.server.http.api.records import RoomAnswer
from tacit.server.http.api.replays import Refusal, found
from tacit.server.http.replies import reply
from tacit.server.http.visitor import address
from tacit.server.site import SITE

GAME = r"{table}/games/{number:\d{1,6}}"
ROOM = f"{GAME}/together/{{room}}"
"""The table comes first: a proxy leads all who have one to the same node."""


async def new_room(request: web.Request) -> web.Response:
    """POST /api/tables/{table}/games/{number}/together."""
    table, number = request.match_info["table"], int(request.match_info["number"])
    try:
        await found(request, table, number)  # only of a game that is over
    except Refusal as refusal:
        return refusal.answer
    return reply(RoomAnswer(request.app[SITE].rooms.new_name(table, number)), 201)


async def look(request: web.Request) -> web.Response:
    """GET /api/tables/{table}/games/{number}/together/{room}."""
    table, number, room = (request.match_info[part] for part in ("table", "number", "room"))
    request.app[SITE].rooms.check(table, int(number), room, address(request))
    return reply(RoomAnswer(room))


ROUTES = [
    web.post(f"/api/tables/{GAME}/together", new_room),
    web.get(f"/api/tables/{ROOM}", look),
]
