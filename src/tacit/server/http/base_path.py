"""A site below a path, such as https://club.example/tacit: where it begins, and what lies in it."""

from __future__ import annotations

from collections.abc import Iterable

from aiohttp import web

from tacit.server.site import SITE

FOR_MACHINES = ("/healthz", "/readyz", "/livez", "/metrics", "/.well-known/security.txt")
"""What programs look for in one place only is at the root as well, whatever the path."""


def at(request: web.Request, path: str) -> str:
    """Return where something of the site is, as a visitor has to ask for it."""
    return request.app[SITE].config.base_path + path


def asked(request: web.Request) -> str:
    """Return which of the site's own addresses was asked for."""
    return request.path.removeprefix(request.app[SITE].config.base_path)


def route(request: web.Request) -> str:
    """Return what kind of address was asked for, without the names of tables."""
    resource = request.match_info.route.resource
    if resource is None:
        return "none"
    return resource.canonical.removeprefix(request.app[SITE].config.base_path)


def moved(base: str, routes: Iterable[web.AbstractRouteDef]) -> list[web.AbstractRouteDef]:
    """Return routes below a path."""
    if not base:
        return list(routes)
    found: list[web.AbstractRouteDef] = [web.get(base, _home)]
    for one in routes:
        if isinstance(one, web.StaticDef):
            found.append(web.static(base + one.prefix, one.path, **one.kwargs))
            continue
        assert isinstance(one, web.RouteDef)
        found.append(web.route(one.method, base + one.path, one.handler, **one.kwargs))
        if one.path in FOR_MACHINES:
            found.append(one)
    return found


async def _home(request: web.Request) -> web.StreamResponse:
    """Lead whoever left the slash out to the home page."""
    raise web.HTTPPermanentRedirect(at(request, "/"))
