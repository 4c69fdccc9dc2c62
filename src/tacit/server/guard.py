"""What stands before every request: who is not even looked at, and how failures are told."""

from __future__ import annotations

from collections.abc import Awaitable, Callable

from aiohttp import web

from tacit.games.rulebook import Refused
from tacit.server.api_records import Problem
from tacit.server.below import asked, route
from tacit.server.hard_bots import BUSY
from tacit.server.hosts import is_known
from tacit.server.logs import note, reason, trouble
from tacit.server.refusing import TableEnded, TablesError
from tacit.server.replies import BadBody, refuse, reply
from tacit.server.rooms import RoomsError
from tacit.server.site import SITE
from tacit.server.visitor import address, is_from_here
from tacit.store.store import StoreError

RENAMED = {413: "Request Entity Too Large"}
"""What Python 3.13 calls otherwise; a key stays what it is."""
OTHER_NAME = Refused(
    "other-name",
    "This site is not known by that name. If it is yours, start it with --host-name and the name.",
)

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
        return refuse(Refused("too-fast", "Too many requests. Please wait a moment."), 429)
    if site.host_names is not None and not is_known(request.host, site.host_names):
        site.metrics.throttled.labels("hosts").inc()
        return refuse(OTHER_NAME, 421)
    if request.method not in ("GET", "HEAD") and not is_from_here(request):
        return refuse(Refused("other-site", "Requests from other sites are refused."), 403)
    return None


@web.middleware
async def guard(request: web.Request, handler: Handler) -> web.StreamResponse:
    """Refuse what comes from other sites' pages or too fast, and answer every failure clearly."""
    site = request.app[SITE]
    refused = _unwelcome(request)
    if refused is not None:
        return refused
    try:
        response = await handler(request)
    except BadBody as bad:
        details = {"error": str(bad)}
        response = refuse(Refused("bad-request", "That cannot be read: {error}.", details), 400)
    except TableEnded as error:
        no = error.refused
        response = reply(Problem(key=no.key, text=str(no), details=no.details), 410)
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
        if "Allow" in error.headers:
            response.headers["Allow"] = error.headers["Allow"]
    except Exception as error:  # one request must not take the site down
        trouble("request_failed", error, request.match_info.get("table"), route=route(request))
        response = refuse(
            Refused("broken", "Something went wrong on our side. It has been noted."), 500
        )
    site.metrics.http.labels(route(request), str(response.status)).inc()
    return response
