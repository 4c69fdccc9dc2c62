"""What machines ask: health checks, metrics, and security.txt (RFC 9116)."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

from aiohttp import web

from tacit.server.http.replies import reply
from tacit.server.http.routes import Routes
from tacit.server.http.visitor import may_measure
from tacit.server.site import SITE

ROUTES = Routes()
HEALTH = {
    "type": "object",
    "properties": {"ok": {"type": "boolean"}, "reason": {"type": "string"}},
    "required": ["ok"],
}
VALID_DAYS = 180
"""How long security.txt is valid from today; the RFC asks for less than a year."""


@ROUTES.get("/healthz", "Whether the site is well.", answer=HEALTH, also={503: HEALTH})
async def health(request: web.Request) -> web.Response:
    """Tell whether the site can save games."""
    site = request.app[SITE]
    return _state_of("stopping" if site.stopping else await site.health.trouble())


@ROUTES.get("/readyz", "Whether the site takes new visitors.", answer=HEALTH, also={503: HEALTH})
async def ready(request: web.Request) -> web.Response:
    """Tell a load balancer whether to send visitors here."""
    site = request.app[SITE]
    if site.stopping:
        return _state_of("stopping")
    # One node that cannot save is better than none, but a peer node may be able to save.
    return _state_of(await site.health.trouble() if site.peers is not None else None)


@ROUTES.get(
    "/livez",
    "Whether the site answers, even without its database.",
    answer=HEALTH,
    also={503: HEALTH},
)
async def live(request: web.Request) -> web.Response:
    """Tell whether the process is alive."""
    return _state_of("stopping" if request.app[SITE].stopping else None)


def _state_of(trouble: str | None) -> web.Response:
    if trouble is None:
        return reply({"ok": True})
    return reply({"ok": False, "reason": trouble}, 503)


@ROUTES.get("/metrics", "Metrics for Prometheus, as text.")
async def metrics(request: web.Request) -> web.Response:
    """Send the metrics to a client that may read them; others learn nothing."""
    if not may_measure(request):
        raise web.HTTPNotFound
    body = request.app[SITE].measure()
    return web.Response(body=body, headers={"Content-Type": "text/plain; version=0.0.4"})


def security_txt(contact: str, now: datetime) -> str:
    """Return the file.

    >>> print(security_txt("mailto:ann@club.example", datetime(2026, 1, 1, 12, tzinfo=UTC)), end="")
    Contact: mailto:ann@club.example
    Expires: 2026-06-30T00:00:00Z
    Preferred-Languages: en
    """
    expires = now.date() + timedelta(days=VALID_DAYS)
    return (
        f"Contact: {contact}\nExpires: {expires.isoformat()}T00:00:00Z\nPreferred-Languages: en\n"
    )


@ROUTES.get(
    "/.well-known/security.txt",
    "Where to report a vulnerability (RFC 9116), as text.",
    problems=(404,),
)
async def security_contact(request: web.Request) -> web.Response:
    """Send security.txt, if the host names a contact."""
    site = request.app[SITE]
    if not site.config.security_contact:
        raise web.HTTPNotFound
    now = datetime.fromtimestamp(site.clock() / 1000, UTC)
    text = security_txt(site.config.security_contact, now)
    return web.Response(text=text, content_type="text/plain", charset="utf-8")
