"""What a guest may know of an evening: the same for all, but for their own number and table."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import NamedTuple
from weakref import WeakKeyDictionary

from aiohttp import web

from tacit.club.decision import Decided
from tacit.club.evening import Evening, EveningEvent
from tacit.core.rulebook import Refused
from tacit.server.club.evening_results import Known
from tacit.server.http.api.club.evening_records import (
    BoardRow,
    EveningAnswer,
    EveningGuest,
    EveningRound,
    shown_points,
)
from tacit.server.http.replies import reply
from tacit.server.http.visitor import check_change
from tacit.server.site import SITE
from tacit.table.log.records import PersonId

REFRESH_MS = 2000
REFRESH_EACH_MS = 100
"""More for each guest: two hundred of one address ask ten times a second together."""


class _ToldToAll(NamedTuple):
    number: Mapping[str, int]
    """By person, the number by which others know them."""
    guests: tuple[EveningGuest, ...]
    board: tuple[BoardRow, ...]


_TOLD: WeakKeyDictionary[Known, _ToldToAll] = WeakKeyDictionary()
"""Made once for hundreds who ask at the same moment."""


def _told_to_all(known: Known) -> _ToldToAll:
    told = _TOLD.get(known)
    if told is None:
        number = {one.person: at for at, one in enumerate(known.evening.guests)}
        guests = tuple(
            EveningGuest(at, one.name, one.here, one.plays, one.mark, one.sits_out, one.missed)
            for at, one in enumerate(known.evening.guests)
        )
        rows = tuple(
            BoardRow(
                number[row.person],
                row.place,
                shown_points(row.points),
                row.rounds,
                None if row.last is None else shown_points(row.last),
            )
            for row in known.board
        )
        told = _TOLD[known] = _ToldToAll(number, guests, rows)
    return told


def told_to(
    request: web.Request, name: str, known: Known, person: PersonId | None
) -> EveningAnswer:
    """Return what a guest, or a person who is none, may know of an evening."""
    site, evening = request.app[SITE], known.evening
    number, guests, rows = _told_to_all(known)
    me = None if person is None or not evening.is_in(person) else number[person]
    return EveningAnswer(
        evening=name,
        title=evening.title,
        game=evening.game,
        size=evening.size,
        minutes=evening.minutes,
        you=me,
        host=None if evening.host is None else number[evening.host.person],
        host_away=site.evenings.presence.is_away(name, evening),
        guests=guests,
        round=_round(request, name, known, person),
        finished=known.finished,
        board=rows,
        ended=evening.ended,
        now=site.clock(),
        refresh_ms=REFRESH_MS + REFRESH_EACH_MS * len(evening.here),
        locked=evening.locked,
    )


def _round(
    request: web.Request, name: str, known: Known, person: PersonId | None
) -> EveningRound | None:
    if not known.evening.rounds:
        return None
    last = known.evening.rounds[-1]
    at = None if person is None else last.table_of(person)
    return EveningRound(
        number=len(known.evening.rounds),
        until=min(last.until, request.app[SITE].clock()) if last.closed else last.until,
        tables=len(last.tables),
        over=known.is_over,
        table=request.app[SITE].evenings.table_of(name, known, person),
        done=at is not None and at in known.games[-1],
    )


def answer(
    request: web.Request,
    name: str,
    known: Known | None,
    person: PersonId | None,
    status: int = 200,
) -> web.Response:
    """Send an evening; there is nothing here if none is known."""
    if known is None:
        raise web.HTTPNotFound
    request.app[SITE].evenings.presence.look(name, known.evening, person)
    return reply(told_to(request, name, known, person), status)


async def changed(
    request: web.Request,
    person: PersonId | None,
    decide: Callable[[Evening, str], Decided[EveningEvent] | Refused],
) -> web.Response:
    """Change an evening as a guest wants, and send it."""
    check_change(request)
    name = request.match_info["evening"]
    known = await request.app[SITE].evenings.change(name, lambda one: decide(one, person or ""))
    return answer(request, name, known, person)
