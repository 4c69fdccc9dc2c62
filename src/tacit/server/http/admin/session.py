"""Who is the host: a client with the token, or with the cookie of a session.

The cookie is signed with the token, so a new token ends every session.
"""

from __future__ import annotations

import base64
import binascii
import hmac

from aiohttp import web

from tacit.server.http.visitor import address, is_secure
from tacit.server.ops.logs import note
from tacit.server.people.signer import Signer
from tacit.server.site import SITE

COOKIE = "tacit-admin"
SESSION_S = 4 * 3600
"""A club's night."""
CHALLENGE = {"WWW-Authenticate": 'Bearer realm="Tacit"'}


def require_page(request: web.Request) -> str:
    """Return the host's token; without one there is no page."""
    wanted = request.app[SITE].config.admin_token
    if not wanted:
        raise web.HTTPNotFound
    return wanted


def require_host(request: web.Request) -> None:
    """Refuse every client but the host."""
    require_page(request)
    given = _given_token(request.headers.get("Authorization", ""))
    if given is not None:
        check_token(request, given)
    elif not is_signed_in(request):
        raise web.HTTPUnauthorized(
            text="Sign in with the host's token, or send it as a bearer token.",
            headers=CHALLENGE,
        )


def check_token(request: web.Request, given: bytes) -> None:
    """Refuse a wrong token; after too many of them, refuse every token for a while."""
    site = request.app[SITE]
    tries, who, now = site.admin_tries, address(request), site.clock() / 1000
    if tries.is_used_up(who, now):  # the right token too, or guessing would find it
        raise web.HTTPTooManyRequests(text="Too many wrong tokens. Please wait.")
    if hmac.compare_digest(given, require_page(request).encode()):
        return
    tries.take(who, now)
    note("admin_refused")
    raise web.HTTPUnauthorized(text="That is not the host's token.", headers=CHALLENGE)


def _given_token(header: str) -> bytes | None:
    """Return the token of an Authorization header: bearer, or the password of basic."""
    kind, _, rest = header.partition(" ")
    if kind.lower() == "bearer":
        return rest.strip().encode(errors="replace")
    if kind.lower() != "basic":
        return None
    try:
        return base64.b64decode(rest, validate=True).partition(b":")[2]
    except (binascii.Error, ValueError):
        return b""


def is_signed_in(request: web.Request) -> bool:
    """Tell whether a request has the cookie of a session that has not expired."""
    until = _signer(request).read(request.cookies.get(COOKIE, ""))
    return until is not None and request.app[SITE].clock() < int(until)


def sign_in(request: web.Request, response: web.StreamResponse) -> None:
    """Begin a session."""
    until = str(request.app[SITE].clock() + SESSION_S * 1000)
    response.set_cookie(
        COOKIE,
        _signer(request).token(until),
        max_age=SESSION_S,
        httponly=True,
        samesite="Strict",
        secure=is_secure(request),
        path=_path(request),
    )
    note("admin_signed_in")


def sign_out(request: web.Request, response: web.StreamResponse) -> None:
    """End the session in this browser."""
    response.del_cookie(COOKIE, path=_path(request), httponly=True, samesite="Strict")


def _path(request: web.Request) -> str:
    """Return the path of the cookie: browsers send it to the host's API only."""
    return f"{request.app[SITE].config.base_path}/api/admin"


def session_signer(secret: bytes, token: str) -> Signer:
    """Return what signs the host's sessions: with another token, every session ends."""
    return Signer(Signer(secret, "").digest(token), "admin ")


def _signer(request: web.Request) -> Signer:
    return session_signer(request.app[SITE].admin_secret, require_page(request))
