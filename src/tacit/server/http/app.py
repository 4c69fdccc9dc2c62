"""The web application: routes, guards and the site behind them, wired in one place."""

from __future__ import annotations

import logging
from collections.abc import AsyncIterator

from aiohttp import web

from tacit.server.config import Config
from tacit.server.http import openapi, pages, security_txt, websockets
from tacit.server.http.admin import page as admin
from tacit.server.http.api import erasure as api_forget
from tacit.server.http.api import games as api_games
from tacit.server.http.api import replays
from tacit.server.http.api import rooms as api_rooms
from tacit.server.http.api import routes as api
from tacit.server.http.base_path import moved
from tacit.server.http.guard import guard
from tacit.server.http.host_names import HOST_NAMES, named
from tacit.server.ops.logs import HttpLogger, note
from tacit.server.site import SITE, Site
from tacit.server.transport.http_server import SERVING, Serving

LINGERING_S = 1.0
"""How long a body that was refused is thrown away, so that its sender reads the refusal."""
READ_BYTES = 65_536
"""How much of a body may wait for its handler."""
MOST_HEADERS = 64
"""Twice what a browser behind two proxies sends."""
PROXY_SECONDS = 150.0
"""A proxy keeps connections open for later: closing them first would fail a visitor's request."""


def make_app(config: Config) -> web.Application:
    """Return the application; the site begins when it is run and ends with it."""
    limits = config.limits
    app = web.Application(middlewares=[guard], client_max_size=limits.body_bytes)
    app[HOST_NAMES] = named(config)
    handler_args = {
        "logger": HttpLogger("tacit.http", logging.CRITICAL),
        "access_log": None,
        # Also how long a client may take over the head of the first request.
        "keepalive_timeout": PROXY_SECONDS if config.behind_proxy else limits.head_seconds,
        # The guard refuses compressed bodies; here, nothing of them is unpacked on the way.
        "auto_decompress": False,
        "lingering_time": LINGERING_S,
        "read_bufsize": READ_BYTES,
        "max_headers": MOST_HEADERS,
    }

    async def run_site(app: web.Application) -> AsyncIterator[None]:
        app[SITE] = site = Site(config)
        app[SERVING] = Serving(site.acceptor, site.connections, pages.HEADERS, handler_args)
        note("started", db=config.db.split("@")[-1])
        yield
        await app[SITE].close()

    async def say_goodbye(app: web.Application) -> None:
        app[SITE].say_goodbye()

    app.cleanup_ctx.append(run_site)
    # Before the connections are closed, so that whoever is connected hears of it.
    app.on_shutdown.append(say_goodbye)
    app.on_response_prepare.append(pages.add_headers)
    parts = (api, api_games, api_forget, replays, api_rooms, admin, openapi, security_txt, pages)
    routes = [route for part in parts for route in part.ROUTES]
    upgrades = (
        web.get("/ws/{table}", websockets.table),
        web.get(f"/ws/{api_rooms.ROOM}", websockets.room),
    )
    app.add_routes(moved(config.base_path, [*routes, *upgrades]))
    return app
