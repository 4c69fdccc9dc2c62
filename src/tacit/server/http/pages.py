"""The pages of the app, and the security headers of every answer."""

from __future__ import annotations

import json
from pathlib import Path
from urllib.parse import quote

from aiohttp import web

from tacit.server.http.base_path import asked, at, route_pattern
from tacit.server.http.previews import of_replay, of_table, with_tags
from tacit.server.http.visitor import greet, invite_guest, is_secure, person_of
from tacit.server.site import SITE

STATIC = Path(__file__).parents[1] / "static"

_POLICY = (
    "default-src 'self'; img-src 'self' data:; object-src 'none'; base-uri 'none'; "
    "form-action 'self'; frame-ancestors "
)
CONTENT_POLICY = f"{_POLICY}'none'"
HEADERS = {
    "Content-Security-Policy": CONTENT_POLICY,
    "X-Content-Type-Options": "nosniff",
    "X-Frame-Options": "DENY",
    # A table's address is its invitation: no other site may learn it.
    "Referrer-Policy": "no-referrer",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
    # Instead of the versions of Python and aiohttp, which tell an attacker what to try.
    "Server": "tacit",
    "Permissions-Policy": "camera=(), geolocation=(), microphone=()",
}


CACHE = {
    "/api/": "no-store",
    "/static/assets/": "public, max-age=31536000, immutable",  # named by their content
    "/static/": "no-cache",
}


async def shell(request: web.Request) -> web.Response:
    """Send the app without a cookie, as browsers cache it."""
    response = _small_file("index.html", "text/html")
    base = request.app[SITE].config.base_path
    if base:
        assert isinstance(response.body, bytes)
        told = f'<head><meta name="base-path" content="{base}">'.encode()
        body = response.body.replace(b"<head>", told, 1)
        response.body = body.replace(b'="/static/', f'="{base}/static/'.encode())
    return response


async def page(request: web.Request) -> web.Response:
    """Send the app, with a guest's cookie. The app reads from the address which page to show."""
    response = await shell(request)
    greet(request, response, person_of(request))
    hint(request, response)
    return response


NEEDS: dict[str, tuple[str, ...]] = {
    "/": ("/api/tables", "/api/me", "/api/me/turns"),
    "/admin": ("admin/AdminPage.svelte", "/api/admin/session"),
    "/evening": ("evening/NewEvening.svelte", "/api/evenings"),
    "/evening/{evening}": ("evening/EveningPage.svelte", "/api/evenings/{evening}"),
    "/g/{group}": ("group/GroupPage.svelte", "/api/groups/{group}"),
    "/games": ("mine/GamesPage.svelte", "/api/me/games?", "/api/me/records?"),
    "/replay": ("replay/ReplayPage.svelte",),
    "/replay/{table}/{number}": (
        "replay/ReplayPage.svelte",
        "/api/tables/{table}/games/{number}/tape?seat=mine",
    ),
    "/daily/{game}": ("daily/DailyPage.svelte",),
    "/train/{game}": ("{game}/training/TrainingPage.svelte",),
    "/puzzles/{game}": ("puzzle/PuzzlePage.svelte", "{game}/review/Puzzle.svelte"),
    "/rules/{game}": ("learn/Rules.svelte", "{game}/learn/Drawings.svelte"),
    "/learn/{game}": ("learn/Tutorial.svelte", "{game}/learn/lesson.ts"),
    "/t/{table}": ("table/TablePage.svelte", "/api/tables/{table}"),
}
"""What the app needs on each page: modules of its own, and answers of the API."""


def hint(request: web.Request, response: web.StreamResponse) -> None:
    """Let the browser preload what a page will need, so that the page does not shift later."""
    names = {name: quote(value, safe="") for name, value in request.match_info.items()}
    wanted: dict[str, str] = {}
    for need in (one.format(**names) for one in NEEDS.get(route_pattern(request), ())):
        if need.startswith("/"):
            wanted[need] = "rel=preload; as=fetch"
        else:
            files = _parts().get(need, ())
            wanted |= {f"/static/{file}": PRELOAD[Path(file).suffix] for file in files}
    for path, how in wanted.items():
        response.headers.add("Link", f"<{at(request, path)}>; {how}; crossorigin")


PRELOAD = {".js": "rel=modulepreload", ".css": "rel=preload; as=style"}


def _parts() -> dict[str, list[str]]:
    """Return the files that each module of the app needs, as the build lists them."""
    try:
        found: dict[str, list[str]] = json.loads((STATIC / "parts.json").read_bytes())
    except FileNotFoundError:
        return {}
    return found


async def table_page(request: web.Request) -> web.StreamResponse:
    """Send the app for a table, with the invitation that is shown where its link is shared."""
    response = with_tags(await page(request), of_table(request))
    response.headers["Vary"] = "Accept-Language"
    return response


async def replay_page(request: web.Request) -> web.StreamResponse:
    """Send the app for a replay, with the preview that is shown where its link is shared."""
    return with_tags(await page(request), of_replay(request))


async def worker(_: web.Request) -> web.StreamResponse:
    """Send the service worker; at this path it may serve every page."""
    return _small_file("worker.js", "text/javascript")


async def invite(request: web.Request) -> web.StreamResponse:
    """Accept the site's invitation: the guest may open tables from now on."""
    site = request.app[SITE]
    if not site.invitations.is_code(request.match_info["code"]):
        raise web.HTTPNotFound
    response = web.Response(status=303, headers={"Location": at(request, "/")})
    person = person_of(request)
    greet(request, response, person)
    invite_guest(request, response, person)
    return response


def _small_file(name: str, kind: str) -> web.Response:
    """Send a file from memory: it stays open for no slow client."""
    try:
        body = (STATIC / name).read_bytes()
    except FileNotFoundError:
        raise web.HTTPNotFound from None
    return web.Response(
        body=body, content_type=kind, charset="utf-8", headers={"Cache-Control": "no-cache"}
    )


async def add_headers(request: web.Request, response: web.StreamResponse) -> None:
    """Set the security headers of every answer."""
    response.headers["Server"] = HEADERS["Server"]  # aiohttp has set its own by now
    for name, value in headers_for(request).items():
        response.headers.setdefault(name, value)
    for start, rule in CACHE.items():
        if asked(request).startswith(start):
            # What is missing now may be there later.
            kept = "no-store" if response.status >= 400 else rule
            response.headers.setdefault("Cache-Control", kept)


def headers_for(request: web.Request) -> dict[str, str]:
    """Return the security headers of an answer."""
    lasting = {"Strict-Transport-Security": "max-age=31536000"} if is_secure(request) else {}
    embed = request.app[SITE].config.embed
    if not embed or asked(request).startswith(("/admin", "/api/admin")):
        return HEADERS | lasting
    framed = HEADERS | {"Content-Security-Policy": f"{_POLICY}{embed}"} | lasting
    del framed["X-Frame-Options"]  # it knows no origins
    return framed


ROUTES = [
    web.get("/", page),
    web.get("/t/{table}", table_page),
    web.get("/t/{table}/tv", table_page),
    web.get("/g/{group}", page),
    web.get("/g/{group}/tv", page),
    web.get("/daily/{game}", page),
    web.get("/daily/{game}/tv", page),
    web.get("/daily/{game}/{day}", page),
    web.get("/evening", page),
    web.get("/evening/{evening}", page),
    web.get("/evening/{evening}/tv", page),
    web.get("/evening/{evening}/{number}", page),
    web.get("/replay", page),
    web.get("/games", page),
    web.get("/replay/{table}/{number}", replay_page),
    web.get("/device/{token}", page),
    web.get("/rules/{game}", page),
    web.get("/learn/{game}", page),
    web.get("/pad/{game}", page),
    web.get("/train/{game}", page),
    web.get("/puzzles/{game}", page),
    web.get("/invite/{code}", invite),
    web.get("/worker.js", worker),
    web.get("/static/index.html", shell),
    web.static("/static", STATIC),
]
