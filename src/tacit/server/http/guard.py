"""What stands before every request: what is refused unread, its price, how failures are told."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Awaitable, Callable

from aiohttp import web

from tacit.core.rulebook import Refused
from tacit.server.bots.quota import BUSY
from tacit.server.http.base_path import asked, route
from tacit.server.http.host_names import is_known
from tacit.server.http.replies import BadBody, refuse
from tacit.server.http.visitor import address, is_from_here
from tacit.server.limits.budget import REQUEST_S, Account
from tacit.server.limits.metering import Metered
from tacit.server.ops.logs import new_request_id, note, reason, request_id, trouble
from tacit.server.site import SITE
from tacit.server.tables.refusals import TableEnded, TablesError
from tacit.server.transport.acceptor import Connection
from tacit.server.watch.rooms import RoomsError
from tacit.store.store import StoreError

RENAMED = {413: "Request Entity Too Large"}
"""What Python 3.13 calls otherwise; a key stays what it is."""
OTHER_NAME = Refused(
    "other-name",
    "This site is not known by that name. If it is yours, start it with --host-name and the name.",
)

TOO_FAST = Refused("too-fast", "Too many requests. Please wait a moment.")
PACKED = Refused("packed", "Requests to this site are not compressed.")
NO_LENGTH = Refused("length-required", "Say how long the body is: Content-Length is missing.")
TOO_LARGE = Refused("request-entity-too-large", "That is larger than anything read here.")
LARGEST_BYTES = 2**20
"""The largest body that any address reads; most read far less."""
LONGEST_WAIT_S = 2.0
"""A request of an address that is deeper in debt is refused."""
MOST_WAITING = 50
"""Requests of one address that wait for its debt, or for their refusal, at once."""
PASSED_ON = {"Allow", "WWW-Authenticate"}
"""Headers of a refusal that are kept when it is put in words."""

Handler = Callable[[web.Request], Awaitable[web.StreamResponse]]


_STATUS = {"not-saved": 503, "house-full": 503, "no-answer": 503, "too-fast": 429, "crowd": 429}
_STATUS |= {BUSY.key: 503}


def _is_file(request: web.Request) -> bool:
    """Tell whether one of the app's own files is asked for."""
    return request.method == "GET" and asked(request).startswith(("/static/", "/worker.js"))


def _unwelcome(request: web.Request) -> web.Response | None:
    """Return the answer to what is not even looked at."""
    site = request.app[SITE]
    bucket = site.files if _is_file(request) else site.requests
    if not bucket.take(address(request), site.clock() / 1000):
        site.metrics.throttled.labels("http").inc()
        return refuse(TOO_FAST, 429)
    if site.host_names is not None and not is_known(request.host, site.host_names):
        site.metrics.throttled.labels("hosts").inc()
        return refuse(OTHER_NAME, 421)
    if request.method not in ("GET", "HEAD") and not is_from_here(request):
        return refuse(Refused("other-site", "Requests from other sites are refused."), 403)
    return None


def _unreadable(request: web.Request) -> web.Response | None:
    """Return the answer to a body that is not read at all."""
    headers = request.headers
    if headers.get("Content-Encoding", "identity").lower() != "identity":
        return refuse(PACKED, 415)
    if "Transfer-Encoding" in headers:
        return refuse(NO_LENGTH, 411)
    if (request.content_length or 0) > LARGEST_BYTES:
        return refuse(TOO_LARGE, 413)
    return None


def _account(request: web.Request) -> Account:
    """Return the account of the address that asks."""
    connection = request.protocol
    own = connection.account if isinstance(connection, Connection) else None
    return own or request.app[SITE].budgets.of(address(request))


def _hang_up(request: web.Request, response: web.Response) -> None:
    """Read no more of a connection, and end it after the answer; a proxy's is left alone."""
    connection = request.protocol
    if isinstance(connection, Connection) and connection.account is not None:
        connection.stop_reading()
        response.force_close()


async def _pay(request: web.Request, account: Account) -> web.Response | None:
    """Wait until the address is out of debt; return the refusal if that would take too long."""
    refused = _unwelcome(request)
    wait_s = account.wait_s()
    crowded = account.waiting >= MOST_WAITING
    if refused is None and (wait_s > LONGEST_WAIT_S or (wait_s > 0.0 and crowded)):
        request.app[SITE].metrics.throttled.labels("budget").inc()
        refused = refuse(TOO_FAST, 429)
    if refused is not None and refused.status == 429:
        wait_s = request.app[SITE].config.limits.refusal_seconds
        _hang_up(request, refused)
    if crowded:
        return refused
    account.waiting += 1
    try:
        while wait_s > 0.0:
            await asyncio.sleep(wait_s)
            # Another request may have spent what was waited for: they go on one by one.
            wait_s = account.wait_s() if refused is None else 0.0
    finally:
        account.waiting -= 1
    return refused


@web.middleware
async def guard(request: web.Request, handler: Handler) -> web.StreamResponse:
    """Refuse what comes from other sites' pages or too fast; charge all else to its address.

    Log lines that are written meanwhile have the request's id, and so has the answer.
    """
    own = new_request_id()
    token = request_id.set(own)
    try:
        response = await _let_in(request, handler)
    except web.HTTPException as leads_elsewhere:
        leads_elsewhere.headers["X-Request-Id"] = own
        raise
    finally:
        request_id.reset(token)
    response.headers["X-Request-Id"] = own
    return response


async def _let_in(request: web.Request, handler: Handler) -> web.StreamResponse:
    account = _account(request)
    account.spend(REQUEST_S)
    refused = await _pay(request, account)
    if refused is not None:
        return refused
    refused = _unreadable(request)
    if refused is not None:
        _hang_up(request, refused)
        return refused
    return await Metered(_answer(request, handler), account)


async def _answer(request: web.Request, handler: Handler) -> web.StreamResponse:
    """Answer a request, and every failure clearly."""
    site, begin = request.app[SITE], time.perf_counter()
    try:
        response = await handler(request)
    except BadBody as bad:
        details = {"error": str(bad)}
        response = refuse(Refused("bad-request", "That cannot be read: {error}.", details), 400)
    except TableEnded as error:
        response = refuse(error.refused, 410)
    except TablesError as error:
        status = _STATUS.get(error.refused.key, 409)
        response = refuse(error.refused, status)
    except RoomsError as error:
        response = refuse(error.refused, error.status)
    except StoreError as error:
        note("not_read", route=route(request), error=reason(error, request.match_info.get("table")))
        response = refuse(Refused("not-read", "The games cannot be read. Try again later."), 503)
    except web.HTTPNotFound:
        response = refuse(Refused("not-found", "There is nothing here."), 404)
    except web.HTTPException as error:
        if error.status < 400:
            raise
        said = RENAMED.get(error.status) or error.reason or "error"
        unsaid = error.text == f"{error.status}: {error.reason}"  # nobody wrote a text
        text = f"{said}." if unsaid else error.text
        key = said.lower().replace(" ", "-")
        response = refuse(Refused(key, "{text}", {"text": text}), error.status)
        kept = PASSED_ON & set(error.headers)
        response.headers.update({name: error.headers[name] for name in kept})
    except Exception as error:  # one request must not take the site down
        trouble("request_failed", error, request.match_info.get("table"), route=route(request))
        response = refuse(
            Refused("broken", "Something went wrong on our side. It has been noted."), 500
        )
    site.metrics.http.labels(route(request), str(response.status)).inc()
    site.metrics.http_seconds.labels(route(request)).observe(time.perf_counter() - begin)
    return response
