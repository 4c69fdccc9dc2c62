"""A site below a path, such as https://club.example/tacit: where it begins, and what lies in it.

>>> base_path("/tacit/"), base_path("games/tacit"), base_path("/"), base_path("")
('/tacit', '/games/tacit', '', '')
>>> base_path("a?")
Traceback (most recent call last):
ValueError: A base path is made of letters, digits, '-', '_', '.' and '/', such as /tacit, not 'a?'
"""

from __future__ import annotations

import re
from collections.abc import Iterable

from aiohttp import web

from tacit.server.site import SITE

_PART = re.compile(r"[A-Za-z0-9_-][A-Za-z0-9._-]*")
FOR_MACHINES = ("/healthz", "/readyz", "/metrics")
"""What a proxy or a container asks the node itself is at the root as well, whatever the path."""


def base_path(text: str) -> str:
    """Return a base path as it is written in front of others: with no slash at its end."""
    parts = [part for part in text.split("/") if part]
    if not all(_PART.fullmatch(part) for part in parts):
        raise ValueError(
            "A base path is made of letters, digits, '-', '_', '.' and '/', such as /tacit,"
            f" not {text!r}"
        )
    return "".join(f"/{part}" for part in parts)


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
