"""The middleware before every handler: rate limits, costs, and answers to failures."""

from __future__ import annotations

import asyncio
import time
from errno import ENAMETOOLONG

from aiohttp import web

from tacit.club.evening import KIND
from tacit.core.rulebook import Refused
from tacit.server.bots.quota import BUSY
from tacit.server.http.base_path import asked, route_pattern
from tacit.server.http.host_names import HOST_NAMES, is_known, is_name
from tacit.server.http.replies import TOO_FAST, BadBody, Refusal, refuse
from tacit.server.http.routes import Handler
from tacit.server.http.visitor import address, is_from_here
from tacit.server.limits.budget import REQUEST_S, Account
from tacit.server.limits.metering import PAYER, Metered
from tacit.server.limits.rate_limit import RateLimit
from tacit.server.ops.logs import new_request_id, note, reason, request_id, trouble
from tacit.server.site import SITE
from tacit.server.tables.refusals import TableEnded, TablesError
from tacit.server.transport.http_server import HttpConnection
from tacit.server.watch.rooms import RoomsError
from tacit.store.store import StoreError

RENAMED = {413: "Request Entity Too Large"}
"""Reasons that Python 3.13 renamed; the keys of refusals stay."""
OTHER_NAME = Refused(
    "other-name",
    "This site does not know that name. If the site is yours, start it with --host-name NAME.",
)

PACKED = Refused("packed", "This site does not read compressed requests.")
NO_LENGTH = Refused("length-required", "The header Content-Length is missing.")
TOO_LARGE = Refused("request-entity-too-large", "The body is too large.")
NOT_FOUND = Refused("not-found", "There is nothing here.")
BROKEN = Refused("broken", "Something went wrong on our side. The host can read it in the log.")
LARGEST_BYTES = 2**20
"""The largest body of any route; most read far less."""
MAX_DEBT_S = 2.0
"""A request from an address that is deeper in debt is refused; others wait."""
RETRY_AFTER_S = "2"
MOST_WAITING = 50
"""Requests of one address that may wait at once, for its debt or for a refusal."""
OF_EVENINGS = ("/api/evenings/", f"/api/tables/{KIND}-", f"/ws/{KIND}-")
MOST_OF_EVENINGS = 400
"""Requests of one address that may wait at once while a round begins for all behind it."""
PASSED_ON = {"Allow", "WWW-Authenticate"}
"""Headers of aiohttp's refusals that ours keep."""

_STATUS = {"not-saved": 503, "house-full": 503, "no-answer": 503, "too-fast": 429, "crowd": 429}
_STATUS |= {BUSY.key: 503}


def _is_file(request: web.Request) -> bool:
    """Tell whether a request is for one of the app's own files."""
    return request.method == "GET" and asked(request).startswith(("/static/", "/worker.js"))


def _bucket(request: web.Request) -> RateLimit:
    """Return the rate limit of a request.

    A round begins for hundreds behind one address at once: they have one of their own.
    """
    site = request.app[SITE]
    if _is_file(request):
        return site.files
    return site.evening_requests if _is_of_evening(request) else site.requests


def _is_of_evening(request: web.Request) -> bool:
    """Tell whether a request looks at an evening, or goes to one of its tables."""
    return request.method == "GET" and asked(request).startswith(OF_EVENINGS)


def _unwelcome(request: web.Request) -> web.Response | None:
    """Refuse a request over its rate limit, for another host name, or from a foreign page."""
    site = request.app[SITE]
    if not _bucket(request).take(address(request), site.clock() / 1000):
        site.metrics.throttled.labels("http").inc()
        return refuse(TOO_FAST, 429)
    names = request.app[HOST_NAMES]
    host = request.host
    if not is_name(host) or (names is not None and not is_known(host, names)):
        site.metrics.throttled.labels("hosts").inc()
        return refuse(OTHER_NAME, 421)
    if request.method not in ("GET", "HEAD") and not is_from_here(request):
        return refuse(Refused("other-site", "Requests from other sites are refused."), 403)
    return None


def _unreadable(request: web.Request) -> web.Response | None:
    """Refuse a body that is compressed, of unknown length or too large."""
    headers = request.headers
    if headers.get("Content-Encoding", "identity").lower() != "identity":
        return refuse(PACKED, 415)
    if "Transfer-Encoding" in headers:
        return refuse(NO_LENGTH, 411)
    if (request.content_length or 0) > LARGEST_BYTES:
        return refuse(TOO_LARGE, 413)
    return None


def _account(request: web.Request) -> Account:
    """Return the account of the client's address."""
    connection = request.protocol
    own = connection.account if isinstance(connection, HttpConnection) else None
    return own or request.app[SITE].budgets.of(address(request))


def _hang_up(request: web.Request, response: web.Response) -> None:
    """Stop reading a connection, and close it after the answer; a proxy's stays open."""
    connection = request.protocol
    if isinstance(connection, HttpConnection) and connection.account is not None:
        connection.stop_reading()
        response.force_close()


async def _pay(request: web.Request, account: Account) -> web.Response | None:
    """Wait until the address is out of debt; return a refusal if that would take too long."""
    refused = _unwelcome(request)
    wait_s = account.wait_s()
    crowded = account.waiting >= (MOST_OF_EVENINGS if _is_of_evening(request) else MOST_WAITING)
    if refused is None and (wait_s > MAX_DEBT_S or (wait_s > 0.0 and crowded)):
        request.app[SITE].metrics.throttled.labels("budget").inc()
        refused = refuse(TOO_FAST, 429)
    if refused is not None and refused.status == 429:
        refused.headers["Retry-After"] = RETRY_AFTER_S
        wait_s = request.app[SITE].config.limits.refusal_seconds
        _hang_up(request, refused)
    if crowded:
        return refused
    account.waiting += 1
    try:
        while wait_s > 0.0:
            await asyncio.sleep(wait_s)
            # Another request may have spent the time meanwhile: they proceed one by one.
            wait_s = account.wait_s() if refused is None else 0.0
    finally:
        account.waiting -= 1
    return refused


@web.middleware
async def guard(request: web.Request, handler: Handler) -> web.StreamResponse:
    """Refuse bad requests, and charge all others to their address.

    The answer and all log lines of a request carry its id.
    """
    own = new_request_id()
    token = request_id.set(own)
    try:
        response = await _handle(request, handler)
    except web.HTTPException as redirect:
        redirect.headers["X-Request-Id"] = own
        raise
    finally:
        request_id.reset(token)
    response.headers["X-Request-Id"] = own
    return response


async def _handle(request: web.Request, handler: Handler) -> web.StreamResponse:
    account = _account(request)
    account.spend(REQUEST_S)
    refused = await _pay(request, account)
    if refused is not None:
        return refused
    refused = _unreadable(request)
    if refused is not None:
        _hang_up(request, refused)
        return refused
    PAYER.set(account)
    return await Metered(_answer(request, handler), account)


async def _answer(request: web.Request, handler: Handler) -> web.StreamResponse:
    """Answer a request. Every failure has a clear answer."""
    site, begin = request.app[SITE], time.perf_counter()
    try:
        response = await handler(request)
    except Refusal as refusal:
        response = refusal.answer
    except BadBody as bad:
        details = {"error": str(bad)}
        response = refuse(
            Refused("bad-request", "This request cannot be read: {error}.", details), 400
        )
    except TablesError as error:
        status = 410 if isinstance(error, TableEnded) else _STATUS.get(error.refused.key, 409)
        response = refuse(error.refused, status)
        if status == 429:
            response.headers["Retry-After"] = RETRY_AFTER_S
    except RoomsError as error:
        response = refuse(error.refused, error.status)
    except StoreError as error:
        note(
            "not_read",
            route=route_pattern(request),
            error=reason(error, request.match_info.get("table")),
        )
        response = refuse(Refused("not-read", "The games cannot be read. Try again later."), 503)
    except web.HTTPNotFound:
        response = refuse(NOT_FOUND, 404)
    except web.HTTPException as error:
        if error.status < 400:
            raise
        said = RENAMED.get(error.status) or error.reason or "error"
        is_default = error.text == f"{error.status}: {error.reason}"  # aiohttp's own default
        text = f"{said}." if is_default else error.text
        key = said.lower().replace(" ", "-")
        response = refuse(Refused(key, "{text}", {"text": text}), error.status)
        kept = PASSED_ON & set(error.headers)
        response.headers.update({name: error.headers[name] for name in kept})
    except Exception as error:  # one request must not take the site down
        if isinstance(error, OSError) and error.errno == ENAMETOOLONG:
            response = refuse(NOT_FOUND, 404)  # no file has so long a name
        else:
            where, route = request.match_info.get("table"), route_pattern(request)
            trouble("request_failed", error, where, route=route)
            response = refuse(BROKEN, 500)
    site.metrics.http.labels(route_pattern(request), str(response.status)).inc()
    site.metrics.http_seconds.labels(route_pattern(request)).observe(time.perf_counter() - begin)
    return response
