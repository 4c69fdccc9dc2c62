"""A site below a path, such as https://club.example/tacit: `--base-path`."""

from __future__ import annotations

from collections.abc import Iterable

from aiohttp import web

from tacit.server.site import SITE

FOR_MACHINES = ("/healthz", "/readyz", "/livez", "/metrics", "/.well-known/security.txt")
"""Programs look for these at the root only: there they are in addition."""


def at(request: web.Request, path: str) -> str:
    """Return a path of the site with the base path in front, as a client asks for it."""
    return request.app[SITE].config.base_path + path


def asked(request: web.Request) -> str:
    """Return the request's path without the base path."""
    return request.path.removeprefix(request.app[SITE].config.base_path)


def route_pattern(request: web.Request) -> str:
    """Return the pattern of the request's route, which names no table; for logs and metrics."""
    resource = request.match_info.route.resource
    if resource is None:
        return "none"
    return resource.canonical.removeprefix(request.app[SITE].config.base_path)


def moved(base: str, routes: Iterable[web.AbstractRouteDef]) -> list[web.AbstractRouteDef]:
    """Return routes moved below a base path."""
    if not base:
        return list(routes)
    found: list[web.AbstractRouteDef] = [web.get(base, _home)]
    for route in routes:
        if isinstance(route, web.StaticDef):
            found.append(web.static(base + route.prefix, route.path, **route.kwargs))
            continue
        assert isinstance(route, web.RouteDef)
        found.append(web.route(route.method, base + route.path, route.handler, **route.kwargs))
        if route.path in FOR_MACHINES:
            found.append(route)
    return found


async def _home(request: web.Request) -> web.StreamResponse:
    """Redirect a client that left out the slash to the home page."""
    raise web.HTTPPermanentRedirect(at(request, "/"))
