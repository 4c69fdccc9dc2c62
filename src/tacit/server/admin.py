"""A page for the host, behind a token: what runs, who is there, end a table, close the doors.

Tables are called by their fingerprints: a table's name is its invitation, and a host has none.
"""

from __future__ import annotations

import base64
import binascii
import hmac
import os
from html import escape

from aiohttp import web

from tacit import __version__
from tacit.server.below import at
from tacit.server.logs import fingerprint, note
from tacit.server.site import SITE, Site
from tacit.server.visitor import address

MOST_SHOWN = 500


def _may(request: web.Request) -> None:
    """Let the host in; whoever has no token does not even learn that there is a page."""
    site = request.app[SITE]
    wanted = site.config.admin_token
    if not wanted:
        raise web.HTTPNotFound
    given = _password(request.headers.get("Authorization", ""))
    if given is not None:
        tries, who, now = site.admin_tries, address(request), site.clock() / 1000
        if tries.is_used_up(who, now):  # by right ones, too, or trying on would find it
            raise web.HTTPTooManyRequests(text="Too many wrong tokens. Please wait.")
        if hmac.compare_digest(given, wanted.encode()):
            return
        tries.take(who, now)
        note("admin_refused")
    raise web.HTTPUnauthorized(
        text="The host's token, please: any name, and the token as the password.",
        headers={"WWW-Authenticate": 'Basic realm="Tacit"'},
    )


def _password(header: str) -> bytes | None:
    kind, _, rest = header.partition(" ")
    if kind.lower() != "basic":
        return None
    try:
        return base64.b64decode(rest, validate=True).partition(b":")[2]
    except (binascii.Error, ValueError):
        return b""


async def page(request: web.Request) -> web.Response:
    """GET /admin."""
    _may(request)
    site = request.app[SITE]
    parts = [
        "<!doctype html><html lang=en><meta charset=utf-8><title>Tacit: the host's page</title>",
        "<meta name=viewport content='width=device-width'>",
        f"<h1>Tacit {escape(__version__)}</h1>",
        _site(site),
        _doors(site),
        _invitation(request),
        _nodes(site),
        _tables(site),
    ]
    return web.Response(
        text="\n".join(parts), content_type="text/html", headers={"Cache-Control": "no-store"}
    )


def _site(site: Site) -> str:
    load = ", ".join(f"{one:.2f}" for one in os.getloadavg()) if hasattr(os, "getloadavg") else "?"
    rows = {
        "Tables in memory here": len(site.tables),
        "Lines here": site.count_lines(),
        "People here": sum(len(live.table.connected) for live in site.tables),
        "Entries waiting to be saved": site.store.backlog(),
        "Load of the machine, 1, 5 and 15 minutes": load,
    }
    cells = (f"<tr><th scope=row>{name}<td>{value}" for name, value in rows.items())
    return f"<table>{''.join(cells)}</table>"


def _doors(site: Site) -> str:
    closed = site.doors.closed
    state = "closed: nobody opens a new table, games go on" if closed else "open"
    word, value = ("Open the doors", "open") if closed else ("Close the doors", "close")
    return (
        f"<h2>Doors</h2><p>They are {state}.</p><form method=post action=admin/doors>"
        f"<button name=doors value={value}>{word}</button></form>"
    )


def _invitation(request: web.Request) -> str:
    site = request.app[SITE]
    if not site.config.invite_only:
        return ""
    path = escape(at(request, f"/invite/{site.invitations.code}"))
    return (
        "<h2>Invitation</h2><p>Only people you invite open tables. Send them this link: "
        f"<a href={path}>{path}</a></p>"
    )


def _nodes(site: Site) -> str:
    if site.neighbours is None:
        return ""
    rows = "".join(
        f"<tr><td>{escape(name)}<td>{node.tables}<td>{node.lines}"
        for name, node in sorted(site.neighbours.nodes.items())
    )
    return f"<h2>Nodes</h2><table><tr><th>node<th>tables<th>lines{rows}</table>"


def _tables(site: Site) -> str:
    rows = []
    for live in sorted(site.tables, key=lambda one: -one.used)[:MOST_SHOWN]:
        state, mark = live.table.state, fingerprint(live.name)
        rows.append(
            f"<tr><td>{mark}<td>{escape(state.game)}<td>{state.stage}"
            f"<td>{len(live.table.connected)}<td>{live.table.version}"
            "<td><form method=post action=admin/end>"
            f"<button name=table value={mark}>End</button></form>"
        )
    heads = "<tr><th>table<th>game<th>stage<th>people here<th>entries<th>"
    return f"<h2>Tables here</h2><table>{heads}{''.join(rows)}</table>"


async def end(request: web.Request) -> web.Response:
    """POST /admin/end."""
    _may(request)
    site = request.app[SITE]
    mark = str((await request.post()).get("table", ""))
    for live in site.tables:
        if fingerprint(live.name) == mark:
            await site.end_table(live)
            break
    else:
        raise web.HTTPNotFound
    raise web.HTTPSeeOther("../admin")


async def doors(request: web.Request) -> web.Response:
    """POST /admin/doors."""
    _may(request)
    wanted = (await request.post()).get("doors")
    if wanted not in ("open", "close"):
        raise web.HTTPBadRequest(text="Doors are opened or closed.")
    request.app[SITE].move_doors(closed=wanted == "close")
    raise web.HTTPSeeOther("../admin")


ROUTES = [
    web.get("/admin", page),
    web.post("/admin/end", end),
    web.post("/admin/doors", doors),
]
