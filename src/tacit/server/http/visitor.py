"""The client behind a request: its address, its origin, and the guest of its cookie."""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from ipaddress import ip_address, ip_network
from typing import Protocol

from aiohttp import web

from tacit.core.rulebook import Refused
from tacit.server.http.host_names import without_port
from tacit.server.http.replies import TOO_FAST, Refusal
from tacit.server.limits.address import last_hop, limit_key
from tacit.server.people.identity import COOKIE, COOKIE_AGE_S, FIRST
from tacit.server.people.invitations import COOKIE as INVITED
from tacit.server.people.signer import same
from tacit.server.people.users import MAX_USER_CHARS, proposed_name
from tacit.server.settings import is_loopback
from tacit.server.site import SITE
from tacit.server.transport.connections import Caller
from tacit.table.log.records import PersonId

NO_GUEST = Refused("nobody", "Open the site first: there is no guest here yet.")
BAD_USER = Refused("bad-user", "The proxy does not say clearly who you are. Please tell the host.")
SIGNED_IN = Refused("signed-in", "You are signed in already, and the same person on every device.")
_FORWARDED = ("Forwarded", "X-Forwarded-For", "X-Forwarded-Host", "X-Real-IP", "Via")


def address(request: web.Request) -> str:
    """Return the client's address for limits; behind a proxy, the one that the proxy names."""
    if _is_from_proxy(request):
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
    return is_loopback(without_port(request.host)) and is_loopback(request.remote)


def is_secure(request: web.Request) -> bool:
    """Tell whether the client's own connection is encrypted."""
    if _is_from_proxy(request):
        return request.headers.get("X-Forwarded-Proto") == "https"
    return request.secure


def _is_from_proxy(request: web.Request) -> bool:
    """Tell whether the site believes what a request says about the client behind a proxy."""
    config = request.app[SITE].config
    if not config.proxies:
        return config.behind_proxy
    return config.behind_proxy and _is_among(request.remote or "", config.proxies)


@lru_cache(maxsize=1024)
def _is_among(address: str, networks: tuple[str, ...]) -> bool:
    try:
        found = ip_address(address)
    except ValueError:
        return False
    return any(found in ip_network(network) for network in networks)


def user_of(request: web.Request) -> str | None:
    """Return the person whom the proxy has signed in; None if it has signed nobody in.

    The header counts only from the proxy itself: from the addresses that the host has named, else
    from this machine. Two of them, or one that is too long, could be a visitor's own.
    """
    config = request.app[SITE].config
    if not config.user_header or not _is_from_proxy(request):
        return None
    if not config.proxies and not is_loopback(request.remote):
        return None
    given = [value.strip() for value in request.headers.getall(config.user_header, [])]
    if not any(given):
        return None
    (user, *more) = given
    if more or len(user) > MAX_USER_CHARS or not user.isprintable():
        raise Refusal(BAD_USER, 400)
    return user


def name_of_user(request: web.Request) -> str:
    """Return the name that is proposed to the person whom the proxy has signed in."""
    user = user_of(request)
    return "" if user is None else proposed_name(user)


def check_is_guest(request: web.Request) -> None:
    """Refuse what only guests need: whom the proxy signs in is the same person everywhere."""
    if user_of(request) is not None:
        raise Refusal(SIGNED_IN, 409)


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
    caller = known_caller(request)
    return None if caller is None else caller.person


def known_caller(request: web.Request) -> Caller | None:
    """Return the guest and the device of the request's cookie; None if there is none.

    Whom a proxy signs in needs no cookie, and no cookie makes them another.
    """
    site, user = request.app[SITE], user_of(request)
    if user is None:
        return site.identity.caller(request.cookies.get(COOKIE))
    person = site.users.person(user)
    return None if person is None else Caller(person, FIRST)


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


def check_change(request: web.Request) -> None:
    """Charge a change of a group, an evening or a webhook to the address that wants it."""
    check_rate(request, request.app[SITE].group_changes, "groups", TOO_FAST)


def greet(
    request: web.Request,
    response: web.StreamResponse,
    person: PersonId,
    device: str | None = None,
) -> None:
    """Set the guest's cookie: for the same device, unless another is given.

    Whom a proxy signs in gets none: it would outlast the proxy's own session.
    """
    if user_of(request) is not None:
        return
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
    path = _cookie_path(request)
    if is_framed(request):
        response.headers.add("Set-Cookie", f"{name}={value}; {_framed(COOKIE_AGE_S, path)}")
        return
    response.set_cookie(
        name,
        value,
        max_age=COOKIE_AGE_S,
        httponly=True,
        samesite="Lax",
        secure=is_secure(request),
        path=path,
    )


def take_cookie(request: web.Request, response: web.StreamResponse) -> None:
    """Remove the guest's cookie: in a frame, and where there is none."""
    path = _cookie_path(request)
    if is_framed(request):
        response.headers.add("Set-Cookie", f"{COOKIE}=; {_framed(0, path)}")
    response.del_cookie(COOKIE, path=path)


def _framed(age_s: int, path: str) -> str:
    """Return the attributes of a cookie in a frame; before 3.14 Python knows no Partitioned."""
    return f"Max-Age={age_s}; Path={path}; HttpOnly; Secure; SameSite=None; Partitioned"


def is_framed(request: web.Request) -> bool:
    """Tell whether cookies have to work in a frame on the host's own page.

    There browsers want SameSite=None, which they take over https alone. Partitioned keeps the
    cookie to that page: in a frame of any other site there is none.
    """
    return bool(request.app[SITE].config.embed) and is_secure(request)


def _cookie_path(request: web.Request) -> str:
    return request.app[SITE].config.base_path or "/"
