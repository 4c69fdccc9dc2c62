"""The requests that become WebSockets: to a table, or to a room where a replay is watched."""

from __future__ import annotations

from collections.abc import Callable

from aiohttp import web

from tacit.server.bots.quota import BUSY
from tacit.server.http.pages import headers_for
from tacit.server.http.visitor import address, is_from_here, known_caller
from tacit.server.site import SITE
from tacit.server.transport.connection import Connection, Meeting, Peer
from tacit.server.transport.connections import Caller
from tacit.server.transport.handshake import BadHandshake, answer
from tacit.server.transport.http_server import Upgraded, http_connection


async def table(request: web.Request) -> web.StreamResponse:
    """Open a WebSocket to a table."""
    _caller(request)  # a stranger makes the site read no table
    live = await request.app[SITE].tables.find(request.match_info["table"])
    caller = _caller(request)  # the device may have been signed out meanwhile
    if live is None:
        raise web.HTTPNotFound(text="There is no such table.")
    handshake = _handshake(request)
    if not live.has_room(address(request)):
        raise web.HTTPServiceUnavailable(text=BUSY.text)
    return _upgrade(request, caller, handshake, lambda: live)


async def room(request: web.Request) -> web.StreamResponse:
    """Open a WebSocket to a room where a replay is watched."""
    rooms, caller = request.app[SITE].rooms, _caller(request)
    name, number, token = (request.match_info[part] for part in ("table", "number", "room"))
    wanted = (name, int(number), token, address(request))
    rooms.check(*wanted)
    return _upgrade(request, caller, _handshake(request), lambda: rooms.enter(*wanted))


def _caller(request: web.Request) -> Caller:
    """Return who wants to connect."""
    if not is_from_here(request):
        raise web.HTTPForbidden(text="This page may not connect to the site.")
    caller = known_caller(request)
    if caller is None:
        raise web.HTTPUnauthorized(text="Open the site first: it gives you a guest cookie.")
    return caller


def _handshake(request: web.Request) -> bytes:
    """Return the answer to a handshake, if there is room for one more connection."""
    try:
        handshake = answer(request.headers, headers_for(request))
    except BadHandshake as bad:
        raise web.HTTPBadRequest(text=str(bad)) from None
    site = request.app[SITE]
    limits, connections = site.config.limits, site.connections
    if connections.count_from(address(request)) >= limits.lines_per_address:
        site.metrics.throttled.labels("lines").inc()
        raise web.HTTPTooManyRequests(text="Too many connections from your address.")
    if site.stopping or len(connections) >= limits.lines:
        raise web.HTTPServiceUnavailable(text="The site is full. Please try again later.")
    return handshake


def _upgrade(
    request: web.Request, caller: Caller, handshake: bytes, find: Callable[[], Meeting]
) -> web.StreamResponse:
    """End HTTP on the connection, and open a WebSocket on it."""
    http = http_connection(request)
    if http is not None:  # it did not close meanwhile
        site, meeting = request.app[SITE], find()
        transport, slot = http.hand_over()
        where = address(request)
        account = site.budgets.of(where) if site.config.behind_proxy else slot.account
        peer = Peer(caller, where, account, slot)
        Connection(site.transport, meeting, peer, transport).open(handshake)
    return Upgraded()
