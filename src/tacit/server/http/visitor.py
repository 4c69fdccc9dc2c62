"""Who asks: the address, the page it comes from, and the guest behind the cookie."""

from __future__ import annotations

import hmac
from ipaddress import ip_address

from aiohttp import web

from tacit.server.limits.address import last_hop, limit_key
from tacit.server.people.identity import COOKIE, COOKIE_AGE, FIRST, Caller
from tacit.server.people.invitations import COOKIE as INVITED
from tacit.server.site import SITE
from tacit.table.log.records import PersonId


def address(request: web.Request) -> str:
    """Return where a request comes from, for limits; behind a proxy, what the proxy says."""
    if request.app[SITE].config.behind_proxy:
        hop = last_hop(request.headers.getall("X-Forwarded-For", []))
        found = None if hop is None else limit_key(hop)
        if found is not None:
            return found
    remote = request.remote or "unknown"
    return limit_key(remote) or remote


_FORWARDED = ("Forwarded", "X-Forwarded-For", "X-Forwarded-Host", "X-Real-IP", "Via")


def may_measure(request: web.Request) -> bool:
    """Tell whether somebody may read the site's figures: on this machine, or with the token.

    A request that a proxy passed on comes from this machine only as far as the proxy goes; behind
    one that may leave that unsaid nobody may.
    """
    config = request.app[SITE].config
    given = request.headers.get("Authorization", "")
    wanted = f"Bearer {config.metrics_token}"
    if config.metrics_token:
        return hmac.compare_digest(given.encode(errors="replace"), wanted.encode())
    if config.behind_proxy and not config.local_metrics:
        return False
    if any(name in request.headers for name in _FORWARDED):
        return False
    return _is_loopback(request.url.host) and _is_loopback(request.remote)


def _is_loopback(address: str | None) -> bool:
    if address == "localhost":
        return True
    try:
        return ip_address(address or "").is_loopback
    except ValueError:
        return False


def is_secure(request: web.Request) -> bool:
    """Tell whether the visitor's own connection is encrypted."""
    if request.app[SITE].config.behind_proxy:
        return request.headers.get("X-Forwarded-Proto") == "https"
    return request.secure


def is_from_here(request: web.Request) -> bool:
    """Tell whether a request comes from this site's own pages, or from no page at all."""
    origin = request.headers.get("Origin")
    if origin is None:
        return request.headers.get("Sec-Fetch-Site") in (None, "same-origin", "none")
    if origin in request.app[SITE].config.origins:
        return True
    host = request.host.lower()
    return origin.lower() in (f"http://{host}", f"https://{host}")


def known_person(request: web.Request) -> PersonId | None:
    """Return whose cookie came along, or None."""
    return request.app[SITE].identity.read(request.cookies.get(COOKIE))


def known_caller(request: web.Request) -> Caller | None:
    """Return whose cookie came along, and from which device."""
    return request.app[SITE].identity.caller(request.cookies.get(COOKIE))


def greet(
    request: web.Request,
    response: web.StreamResponse,
    person: PersonId,
    device: str | None = None,
) -> None:
    """Give a visitor their cookie: on the device they are on, unless it has become another."""
    caller = known_caller(request)
    if device is None:
        device = caller.device if caller is not None and caller.person == person else FIRST
    _give(request, response, COOKIE, request.app[SITE].identity.sign(person, device))


def is_invited(request: web.Request) -> bool:
    """Tell whether the guest who asks has used the site's invitation."""
    person = known_person(request)
    given = request.cookies.get(INVITED)
    return person is not None and request.app[SITE].invitations.is_cookie(given, person)


def invite_guest(request: web.Request, response: web.StreamResponse, person: PersonId) -> None:
    """Give a guest the cookie of those who have used the site's invitation."""
    _give(request, response, INVITED, request.app[SITE].invitations.cookie_of(person))


def _give(request: web.Request, response: web.StreamResponse, name: str, value: str) -> None:
    response.set_cookie(
        name,
        value,
        max_age=COOKIE_AGE,
        httponly=True,
        samesite="Lax",
        secure=is_secure(request),
        path=request.app[SITE].config.base_path or "/",
    )
