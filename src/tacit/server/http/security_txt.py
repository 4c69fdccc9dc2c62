"""`/.well-known/security.txt` (RFC 9116): where to report a vulnerability of this site."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

from aiohttp import web

from tacit.server.site import SITE

VALID_DAYS = 180
"""The RFC asks for less than a year. Counted from today, since this answer is of today."""


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


async def answer(request: web.Request) -> web.Response:
    """GET /.well-known/security.txt; there is none as long as the host names no contact."""
    site = request.app[SITE]
    if not site.config.security_contact:
        raise web.HTTPNotFound
    now = datetime.fromtimestamp(site.clock() / 1000, UTC)
    text = security_txt(site.config.security_contact, now)
    return web.Response(text=text, content_type="text/plain", charset="utf-8")


ROUTES = [web.get("/.well-known/security.txt", answer)]
