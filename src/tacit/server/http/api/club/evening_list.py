"""The list of an evening as a table for other programs."""

from __future__ import annotations

import csv
import io
import re
from urllib.parse import quote
from weakref import WeakKeyDictionary

from aiohttp import web

from tacit.club.evening_requests import REMOVED
from tacit.server.club.evening_results import Known
from tacit.server.http.api.club.evening_records import shown_points
from tacit.server.http.replies import Refusal
from tacit.server.http.routes import Routes
from tacit.server.http.visitor import known_person
from tacit.server.site import SITE

ROUTES = Routes()
_FORMULA = re.compile(r"(^|[;,|\"'])(\s*)(?=[=+@-])")
"""Where a program that opens the list may take a name, or the rest of one, for a formula: some
divide the columns at semicolons."""
_MADE: WeakKeyDictionary[Known, bytes] = WeakKeyDictionary()
"""Made once for hundreds who want it at the same moment."""


def harmless(text: str) -> str:
    """Return a text that no spreadsheet takes for a formula.

    >>> harmless("=1+1"), harmless("Ann;=1+1"), harmless("Jean-Luc + Co")
    ("'=1+1", "Ann;'=1+1", 'Jean-Luc + Co')
    """
    return _FORMULA.sub(r"\1\2'", text)


def _made(known: Known) -> bytes:
    """Return the list as CSV, marked as UTF-8 for spreadsheets."""
    made = _MADE.get(known)
    if made is None:
        text = io.StringIO()
        out = csv.writer(text)
        rounds = [f"round {number}" for number in range(1, known.finished + 1)]
        out.writerow(["place", "name", "points", *rounds])
        names = {one.person: harmless(one.name) for one in known.evening.guests}
        for row in known.board:
            each = ("" if one is None else shown_points(one) for one in row.each)
            out.writerow([row.place, names[row.person], shown_points(row.points), *each])
        made = _MADE[known] = text.getvalue().encode("utf-8-sig")
    return made


@ROUTES.get(
    "/api/evenings/{evening}/list.csv",
    "The board as a table (CSV): place, name, points, and the points of each round that is over.",
    problems=(403, 404, 503),
)
async def list_as_table(request: web.Request) -> web.Response:
    """Send the board as a file."""
    known = await request.app[SITE].evenings.read(request.match_info["evening"])
    if known is None:
        raise web.HTTPNotFound
    person = known_person(request)
    guest = None if person is None else known.evening.guest(person)
    if guest is not None and guest.removed:
        raise Refusal(REMOVED, 403)
    # Not by the evening's name, which is the way in.
    called = quote(f"{known.evening.title}.csv", safe="")
    disposition = f"attachment; filename=\"evening.csv\"; filename*=UTF-8''{called}"
    return web.Response(
        body=_made(known),
        content_type="text/csv",
        charset="utf-8",
        headers={"Content-Disposition": disposition},
    )
