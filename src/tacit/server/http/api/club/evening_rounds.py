"""What came of a round of an evening, table by table, once all of them are done."""

from __future__ import annotations

from aiohttp import web

from tacit.club.evening_board import against_field
from tacit.club.evening_game import evening_game
from tacit.server.club.evening_results import Known
from tacit.server.club.evenings import EVENING_OPEN
from tacit.server.http.api.club.evening_records import (
    LostTable,
    RoundTable,
    SeatScore,
    WholeRound,
    shown_points,
)
from tacit.server.http.replies import Refusal, reply_if_new
from tacit.server.http.routes import Routes
from tacit.server.site import SITE

ROUTES = Routes()


@ROUTES.get(
    "/api/evenings/{evening}/rounds/{number:[0-9]{1,3}}",
    "What came of a round, table by table, once it is over.",
    answer=WholeRound,
    problems=(403, 404, 503),
)
async def look_at_round(request: web.Request) -> web.Response:
    """Send the scores of a round and its games."""
    site, name = request.app[SITE], request.match_info["evening"]
    number, known = int(request.match_info["number"]), await site.evenings.read(name)
    if known is None or not 0 < number <= len(known.games):
        raise web.HTTPNotFound
    if number > known.finished:
        raise Refusal(EVENING_OPEN, 403)
    return reply_if_new(request, _whole_round(known, number))


def _whole_round(known: Known, number: int) -> WholeRound:
    places = sorted(known.games[number - 1])
    played = [known.games[number - 1][place] for place in places]
    points = against_field([one.result for one in played])
    guests = {one.person: (at, one.name) for at, one in enumerate(known.evening.guests)}
    game = evening_game(known.evening.game)
    assert game is not None
    tables = []
    for place, one, above in zip(places, played, points, strict=True):
        seats = []
        for person, score, more in zip(one.result.people, one.result.scores, above, strict=True):
            at, called = guests.get(person, (None, game.bot))
            seats.append(SeatScore(at, called, score, shown_points(more)))
        tables.append(RoundTable(one.table, one.number, tuple(seats), place))
    means = [
        score - more for score, more in zip(played[0].result.scores, points[0], strict=True)
    ] if played else []  # fmt: skip
    return WholeRound(
        title=known.evening.title,
        game=known.evening.game,
        number=number,
        of=known.finished,
        means=tuple(map(shown_points, means)),
        tables=tuple(tables),
        lost=_lost(known, number),
    )


def _lost(known: Known, number: int) -> tuple[LostTable, ...]:
    """Return the tables of a round that have no result."""
    number_of = {one.person: at for at, one in enumerate(known.evening.guests)}
    return tuple(
        LostTable(at, tuple(map(number_of.get, seats)))
        for at, seats in enumerate(known.evening.rounds[number - 1].tables)
        if at not in known.games[number - 1]
    )
