"""The deal of the day: what is told before it, playing it, and what came of it afterwards."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from aiohttp import web

from tacit.club.daily import FIRST_DAY, Deal, daily_game, games_with_daily, standing
from tacit.club.field import Field
from tacit.server.club.daily import DAILY_FIRST, Counted, Own
from tacit.server.history.reviews import Far, Unmade
from tacit.server.http.api.club.daily_records import (
    DailyAnswer,
    DailyGameAnswer,
    DailyTable,
    DayAnswer,
    FieldAnswer,
    MyDailyGame,
    PlayDaily,
)
from tacit.server.http.api.my_games import check_asking
from tacit.server.http.api.tables import check_opening
from tacit.server.http.base_path import at
from tacit.server.http.replies import Refusal, read_as, reply
from tacit.server.http.routes import Routes
from tacit.server.http.visitor import address, greet, known_person, person_of, user_of
from tacit.server.site import SITE
from tacit.table.log.records import PersonId

ROUTES = Routes()
MOST_SHOWN = 50
"""Games of people that are listed: the best ones, and your own."""


@ROUTES.get("/api/daily", "Today's deals, for each game one.", answer=list[DailyAnswer])
async def today(request: web.Request) -> web.Response:
    """Send what may be known of today's deals."""
    await check_asking(request)
    site, person = request.app[SITE], known_person(request)
    deals = [site.daily.today(game) for game in games_with_daily()]
    return reply([await _told(request, deal, person) for deal in deals])


async def _told(request: web.Request, deal: Deal, person: PersonId | None) -> DailyAnswer:
    daily, plays = request.app[SITE].daily, daily_game(deal.game)
    assert plays is not None
    table = await daily.where(deal, person)
    is_done = await daily.has_played(deal, person)
    own = await daily.own(deal, person)
    board = await daily.board(deal) if is_done else []
    return DailyAnswer(
        game=deal.game,
        day=str(deal.day),
        until=deal.ends,
        commitment=daily.commitment(deal),
        next_commitment=daily.commitment(deal.after(1)),
        first_day=str(FIRST_DAY),
        bots=plays.bots,
        table=table,
        done=is_done,
        place=_place(own, board),
        of=len(board) if is_done else None,
        streak=own.streak,
        counts=own.counts or await daily.counts(deal, person, _payer(request)),
    )


def _payer(request: web.Request) -> str:
    """Return for whom games are counted: an address can have any number of guests.

    Nobody can be many people whom a proxy signs in.
    """
    user = user_of(request)
    return address(request) if user is None else f"user {user}"


def _place(own: Own, board: Sequence[Counted]) -> int | None:
    if own.game is None or not own.counts or not board:
        return None
    return standing(own.game.score, [one.score for one in board]).place


def _found(request: web.Request) -> Deal:
    deal = request.app[SITE].daily.find(request.match_info["game"], request.match_info["day"])
    if deal is None:
        raise web.HTTPNotFound
    return deal


@ROUTES.post(
    "/api/daily/{game}/{day}/play",
    "Play the deal of today, once, or one of the archive, which counts for nothing.",
    body=PlayDaily,
    answer=DailyTable,
    problems=(403, 404, 409, 503),
)
async def play(request: web.Request) -> web.Response:
    """Send the guest's table of a deal."""
    wanted = await read_as(request, PlayDaily)
    site, person, deal = request.app[SITE], person_of(request), _found(request)
    name = None if site.daily.is_over(deal) else await site.daily.where(deal, person)
    if name is None:
        await check_opening(request)
        join, payer = (wanted.name, wanted.mark), _payer(request)
        name = await site.daily.play(deal, person, join, address(request), payer)
    counts = await site.daily.counts(deal, person, _payer(request))
    response = reply(DailyTable(table=name, url=at(request, f"/t/{name}"), counts=counts))
    greet(request, response, person)
    return response


@ROUTES.get(
    "/api/daily/{game}/{day}",
    "What came of a deal: on its day only for those who have played it.",
    answer=DayAnswer,
    problems=(403, 404, 503),
)
async def day(request: web.Request) -> web.Response:
    """Send places, games and the simulated field."""
    await check_asking(request)
    deal, person, daily = _found(request), known_person(request), request.app[SITE].daily
    if not await daily.is_open_to(deal, person):
        raise Refusal(DAILY_FIRST, 403)
    own, board = await daily.own(deal, person), await daily.board(deal)
    plays = daily_game(deal.game)
    assert plays is not None
    try:
        field: Field | Far | None = await daily.field(deal, address(request))
    except Unmade:
        field = None
    scores = Counter(one.score for one in board)
    return reply(
        DayAnswer(
            game=deal.game,
            day=str(deal.day),
            over=daily.is_over(deal),
            commitment=daily.commitment(deal),
            seed=daily.published_seed(deal),
            full=plays.full,
            mine=_mine(own, board, field),
            again=_again(own, [one.score for one in board if one.person != person], field),
            people=len(board),
            games=_games(board, person),
            scores=tuple(sorted(scores.items())),
            field=_field(field),
        )
    )


def _mine(own: Own, board: Sequence[Counted], field: Field | Far | None) -> MyDailyGame | None:
    if own.game is None:
        return None
    return _compared(own.game, field, counts=own.counts, place=_place(own, board), of=len(board))


def _again(own: Own, others: Sequence[int], field: Field | Far | None) -> MyDailyGame | None:
    if own.again is None:
        return None
    would = standing(own.again.score, others)
    return _compared(own.again, field, counts=False, place=would.place, of=would.of)


def _compared(
    game: Counted, field: Field | Far | None, *, counts: bool, place: int | None, of: int
) -> MyDailyGame:
    return MyDailyGame(
        score=game.score,
        table=game.table,
        number=game.number,
        counts=counts,
        place=place,
        below=standing(game.score, field.each()).below if isinstance(field, Field) else None,
        of=None if place is None else of,
    )


def _games(board: Sequence[Counted], person: PersonId | None) -> tuple[DailyGameAnswer, ...]:
    scores = [one.score for one in board]
    shown = [
        (one, place)
        for place, one in enumerate(board)
        if place < MOST_SHOWN or one.person == person
    ]
    return tuple(
        DailyGameAnswer(
            name=one.name,
            score=one.score,
            place=1 + scores.index(one.score),
            table=one.table,
            number=one.number,
            you=one.person == person,
        )
        for one, _ in shown
    )


def _field(field: Field | Far | None) -> FieldAnswer:
    if field is None:
        return FieldAnswer(done=0, of=0, scores=None, unmade=True)
    if isinstance(field, Field):
        played = len(field.each())
        return FieldAnswer(done=played, of=played, scores=field.scores)
    return FieldAnswer(done=field.done, of=field.of, scores=None)
