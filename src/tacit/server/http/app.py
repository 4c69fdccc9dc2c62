"""The web application: routes, guard and site, wired in one place."""

from __future__ import annotations

import logging
from collections.abc import AsyncIterator

from aiohttp import web

from tacit.server.config import Config
from tacit.server.http import openapi, pages
from tacit.server.http.admin.page import page as admin_page
from tacit.server.http.base_path import moved
from tacit.server.http.guard import guard
from tacit.server.http.host_names import HOST_NAMES, named
from tacit.server.ops.logs import HttpLogger, note
from tacit.server.site import SITE, Site
from tacit.server.transport.http_server import SERVING, Serving

LINGERING_S = 1.0
"""How long a refused body is read and dropped, so that its client reads the refusal."""
READ_BYTES = 65_536
"""How much of a body is buffered."""
MOST_HEADERS = 64
"""Twice what a browser behind two proxies sends."""
PROXY_KEEPALIVE_S = 150.0
"""Longer than a proxy keeps idle connections: closing one first could fail a client's request."""


def make_app(config: Config) -> web.Application:
    """Return the application; it starts the site and stops it."""
    limits = config.limits
    app = web.Application(middlewares=[guard], client_max_size=limits.body_bytes)
    app[HOST_NAMES] = named(config)
    handler_args = {
        "logger": HttpLogger("tacit.http", logging.CRITICAL),
        "access_log": None,
        # Also how long a client may take over the head of the first request.
        "keepalive_timeout": PROXY_KEEPALIVE_S if config.behind_proxy else limits.head_seconds,
        # The guard refuses compressed bodies; here, none is unpacked before.
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
    # Before the connections close, so that every client hears of it.
    app.on_shutdown.append(say_goodbye)
    app.on_response_prepare.append(pages.add_headers)
    api = [web.route(route.method, route.path, route.handler) for route in openapi.API]
    app.add_routes(moved(config.base_path, [*api, web.get("/admin", admin_page), *pages.ROUTES]))
    return app
