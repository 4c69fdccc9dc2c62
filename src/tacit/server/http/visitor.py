"""The client behind a request: its address, its origin, and the guest of its cookie."""

from __future__ import annotations

from collections.abc import Mapping
from ipaddress import ip_address
from typing import Protocol

from aiohttp import web

from tacit.core.rulebook import Refused
from tacit.server.http.host_names import without_port
from tacit.server.http.replies import Refusal
from tacit.server.limits.address import last_hop, limit_key
from tacit.server.people.identity import COOKIE, COOKIE_AGE_S, FIRST
from tacit.server.people.invitations import COOKIE as INVITED
from tacit.server.people.signer import same
from tacit.server.site import SITE
from tacit.server.transport.connections import Caller
from tacit.table.log.records import PersonId

NO_GUEST = Refused("nobody", "Open the site first: there is no guest here yet.")
_FORWARDED = ("Forwarded", "X-Forwarded-For", "X-Forwarded-Host", "X-Real-IP", "Via")


def address(request: web.Request) -> str:
    """Return the client's address for limits; behind a proxy, the one that the proxy names."""
    if request.app[SITE].config.behind_proxy:
        hop = last_hop(request.headers.getall("X-Forwarded-For", []))
        found = None if hop is None else limit_key(hop)
        if found is not None:
            return found
    remote = request.remote or "unknown"
    return limit_key(remote) or remote


def may_measure(request: web.Request) -> bool:
    """Tell whether a client may read the metrics: with the token, or from this machine.

    A proxy on this machine makes every client look local. So behind a proxy no client is local,
    unless the host says that the proxy always names its clients.
    """
    config = request.app[SITE].config
    given = request.headers.get("Authorization", "")
    wanted = f"Bearer {config.metrics_token}"
    if config.metrics_token:
        return same(given, wanted)
    if config.behind_proxy and not config.local_metrics:
        return False
    if any(name in request.headers for name in _FORWARDED):
        return False
    return _is_loopback(without_port(request.host)) and _is_loopback(request.remote)


def _is_loopback(address: str | None) -> bool:
    if address == "localhost":
        return True
    try:
        return ip_address(address or "").is_loopback
    except ValueError:
        return False


def is_secure(request: web.Request) -> bool:
    """Tell whether the client's own connection is encrypted."""
    if request.app[SITE].config.behind_proxy:
        return request.headers.get("X-Forwarded-Proto") == "https"
    return request.secure


def is_from_here(request: web.Request) -> bool:
    """Tell whether a request comes from a page of this site, or from no page at all."""
    origin = request.headers.get("Origin")
    if origin is None:
        return request.headers.get("Sec-Fetch-Site") in (None, "same-origin", "none")
    if origin in request.app[SITE].config.origins:
        return True
    host = request.host.lower()
    return origin.lower() in (f"http://{host}", f"https://{host}")


def known_person(request: web.Request) -> PersonId | None:
    """Return the guest of the request's cookie; None if there is none."""
    return request.app[SITE].identity.read(request.cookies.get(COOKIE))


def known_caller(request: web.Request) -> Caller | None:
    """Return the guest and the device of the request's cookie; None if there is none."""
    return request.app[SITE].identity.caller(request.cookies.get(COOKIE))


def person_of(request: web.Request) -> PersonId:
    """Return the guest who asks; a new one if there is no cookie."""
    return known_person(request) or request.app[SITE].identity.new()


def require_caller(request: web.Request) -> Caller:
    """Return the guest and the device; a request without a cookie is refused."""
    caller = known_caller(request)
    if caller is None:
        raise Refusal(NO_GUEST, 401)
    return caller


class RateLimit(Protocol):
    """Counts what each address asks for."""

    def take(self, address: str, now: float, /) -> bool:
        """Charge an address; False if it has nothing left."""


def check_rate(
    request: web.Request,
    limit: RateLimit,
    name: str,
    refused: Refused,
    headers: Mapping[str, str] | None = None,
) -> None:
    """Charge a request to its address; refuse it if the address is over its rate limit."""
    site = request.app[SITE]
    if not limit.take(address(request), site.clock() / 1000):
        site.metrics.throttled.labels(name).inc()
        raise Refusal(refused, 429, headers)


def greet(
    request: web.Request,
    response: web.StreamResponse,
    person: PersonId,
    device: str | None = None,
) -> None:
    """Set the guest's cookie: for the same device, unless another is given."""
    caller = known_caller(request)
    if device is None:
        device = caller.device if caller is not None and caller.person == person else FIRST
    _give(request, response, COOKIE, request.app[SITE].identity.sign(person, device))


def is_invited(request: web.Request) -> bool:
    """Tell whether the guest has used the site's invitation."""
    person = known_person(request)
    given = request.cookies.get(INVITED)
    return person is not None and request.app[SITE].invitations.is_cookie(given, person)


def invite_guest(request: web.Request, response: web.StreamResponse, person: PersonId) -> None:
    """Set the cookie of a guest who has used the site's invitation."""
    _give(request, response, INVITED, request.app[SITE].invitations.cookie_of(person))


def _give(request: web.Request, response: web.StreamResponse, name: str, value: str) -> None:
    response.set_cookie(
        name,
        value,
        max_age=COOKIE_AGE_S,
        httponly=True,
        samesite="Lax",
        secure=is_secure(request),
        path=request.app[SITE].config.base_path or "/",
    )
