"""Who is the host: the client with the token, or with the cookie that signing in with it gave.

The cookie is signed with the token, so that another token ends every session.
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
SESSION_SECONDS = 4 * 3600
"""A club's night; then the token is asked for again."""
CHALLENGE = {"WWW-Authenticate": 'Bearer realm="Tacit"'}


def require_page(request: web.Request) -> str:
    """Return the token that is wanted; without one there is no page, and nobody learns more."""
    wanted = request.app[SITE].config.admin_token
    if not wanted:
        raise web.HTTPNotFound
    return wanted


def require_host(request: web.Request) -> None:
    """Let the host in by token or cookie, and nobody else."""
    require_page(request)
    given = _brought(request.headers.get("Authorization", ""))
    if given is not None:
        check_token(request, given)
    elif not is_signed_in(request):
        raise web.HTTPUnauthorized(
            text="The host's token, please: sign in, or send it as a bearer token.",
            headers=CHALLENGE,
        )


def check_token(request: web.Request, given: bytes) -> None:
    """Let the right token pass, and tries of wrong ones only so often."""
    site = request.app[SITE]
    tries, who, now = site.admin_tries, address(request), site.clock() / 1000
    if tries.is_used_up(who, now):  # by right ones, too, or trying on would find it
        raise web.HTTPTooManyRequests(text="Too many wrong tokens. Please wait.")
    if hmac.compare_digest(given, require_page(request).encode()):
        return
    tries.take(who, now)
    note("admin_refused")
    raise web.HTTPUnauthorized(text="That is not the host's token.", headers=CHALLENGE)


def _brought(header: str) -> bytes | None:
    """Return the token of an Authorization header: a bearer token, or the password of a user."""
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
    """Tell whether a request brings the cookie of a session that has not ended."""
    until = _signer(request).read(request.cookies.get(COOKIE, ""))
    return until is not None and request.app[SITE].clock() < int(until)


def sign_in(request: web.Request, response: web.StreamResponse) -> None:
    """Give the host a session."""
    until = str(request.app[SITE].clock() + SESSION_SECONDS * 1000)
    response.set_cookie(
        COOKIE,
        _signer(request).token(until),
        max_age=SESSION_SECONDS,
        httponly=True,
        samesite="Strict",
        secure=is_secure(request),
        path=_path(request),
    )
    note("admin_signed_in")


def sign_out(request: web.Request, response: web.StreamResponse) -> None:
    """Take the session back."""
    response.del_cookie(COOKIE, path=_path(request), httponly=True, samesite="Strict")


def _path(request: web.Request) -> str:
    """Return where the cookie is sent: to nothing but the host's own API."""
    return f"{request.app[SITE].config.base_path}/api/admin"


def session_signer(secret: bytes, token: str) -> Signer:
    """Return what signs the host's sessions: with another token, every session ends."""
    return Signer(Signer(secret, "").digest(token), "admin ")


def _signer(request: web.Request) -> Signer:
    return session_signer(request.app[SITE].admin_secret, require_page(request))
