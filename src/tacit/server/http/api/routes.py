"""The small HTTP API: all its routes, and what is told of the site itself."""

from __future__ import annotations

from typing import Any

from aiohttp import web

from tacit.bots.asking import asking_of
from tacit.bots.registry import offered
from tacit.core.pad import PadError, score
from tacit.core.plug import every_game
from tacit.server.http.api import keys as api_keys
from tacit.server.http.api import me as api_me
from tacit.server.http.api import tables as api_tables
from tacit.server.http.replies import BadBody, read, reply
from tacit.server.http.visitor import may_measure
from tacit.server.site import SITE


async def score_pad(request: web.Request) -> web.Response:
    """POST /api/score/{game}."""
    rules = every_game().get(request.match_info["game"])
    if rules is None:
        raise web.HTTPNotFound
    try:
        return reply(score(rules.PAD, await read(request)))
    except PadError as error:
        raise BadBody(str(error)) from None


async def box(request: web.Request) -> web.Response:
    """GET /api/box."""
    found: dict[str, Any] = {}
    for rules in every_game().values():
        found |= rules.BOX
    bots = {game: offered(game) for game in every_game()}
    site = request.app[SITE]
    compiled = {bot for game in every_game() for bot in asking_of(game).compiled}
    warming = sorted(compiled) if site.bot_pools.workers.is_getting_ready else []
    return reply(found | {"bots": bots, "busy": site.hard_bots.busy, "warming": warming})


async def health(request: web.Request) -> web.Response:
    """GET /healthz."""
    site = request.app[SITE]
    return _state_of("stopping" if site.stopping else await site.health.trouble())


async def ready(request: web.Request) -> web.Response:
    """GET /readyz."""
    site = request.app[SITE]
    if site.stopping:
        return _state_of("stopping")
    # One that cannot save is still better than none, but another node may be able to.
    return _state_of(await site.health.trouble() if site.peers is not None else None)


async def live(request: web.Request) -> web.Response:
    """GET /livez."""
    return _state_of("stopping" if request.app[SITE].stopping else None)


def _state_of(trouble: str | None) -> web.Response:
    if trouble is None:
        return reply({"ok": True})
    return reply({"ok": False, "reason": trouble}, 503)


async def metrics(request: web.Request) -> web.Response:
    """GET /metrics."""
    if not may_measure(request):
        raise web.HTTPNotFound
    body = request.app[SITE].measure()
    return web.Response(body=body, headers={"Content-Type": "text/plain; version=0.0.4"})


ROUTES = [
    web.post("/api/tables", api_tables.open_table),
    web.get("/api/tables", api_tables.lobby),
    web.get("/api/tables/{table}", api_tables.look),
    web.post("/api/tables/{table}/join", api_tables.join),
    web.get("/api/tables/{table}/tempi", api_tables.tempi),
    web.get("/api/me", api_me.me),
    web.post("/api/me/link", api_me.make_link),
    web.post("/api/me/device", api_me.use_link),
    web.get("/api/me/device/{token}", api_me.look_at_link),
    web.get("/api/me/devices", api_me.devices),
    web.post("/api/me/devices/end", api_me.end_devices),
    web.get("/api/me/kept", api_keys.kept),
    web.post("/api/me/kept", api_keys.keep_name),
    web.post("/api/me/passkeys/ask", api_keys.ask_to_add),
    web.post("/api/me/passkeys", api_keys.add),
    web.post("/api/me/passkeys/remove", api_keys.remove),
    web.post("/api/me/code", api_keys.new_code),
    web.post("/api/sign-in/ask", api_keys.ask_who),
    web.post("/api/sign-in/passkey", api_keys.by_passkey),
    web.post("/api/sign-in/code", api_keys.by_code),
    web.post("/api/score/{game}", score_pad),
    web.get("/api/box", box),
    web.get("/healthz", health),
    web.get("/readyz", ready),
    web.get("/livez", live),
    web.get("/metrics", metrics),
]
