"""Today's deals among the members of a group."""

from __future__ import annotations

from aiohttp import web

from tacit.club.daily import Deal, daily_game, games_with_daily, standing
from tacit.club.group import NOT_IN_GROUP, Group
from tacit.server.http.api.club.group_records import GroupDeal, GroupDealRow
from tacit.server.http.api.my_games import check_asking
from tacit.server.http.replies import Refusal, reply
from tacit.server.http.routes import Routes
from tacit.server.http.visitor import known_person
from tacit.server.site import SITE
from tacit.table.log.records import PersonId

ROUTES = Routes()


@ROUTES.get(
    "/api/groups/{group}/daily",
    "Today's deals among the members of a group, each only for members who have played it.",
    answer=list[GroupDeal],
    problems=(403, 404, 503),
)
async def today_among_us(request: web.Request) -> web.Response:
    """Send the places and scores of a group's members."""
    await check_asking(request)
    site, person = request.app[SITE], known_person(request)
    group = await site.groups.read(request.match_info["group"])
    if group is None:
        raise web.HTTPNotFound
    if person is None or not group.is_in(person):
        raise Refusal(NOT_IN_GROUP, 403)
    deals = [site.daily.today(game) for game in games_with_daily()]
    return reply([await _told(request, group, deal, person) for deal in deals])


async def _told(request: web.Request, group: Group, deal: Deal, person: PersonId) -> GroupDeal:
    daily, plays = request.app[SITE].daily, daily_game(deal.game)
    assert plays is not None
    if not await daily.is_open_to(deal, person):
        return GroupDeal(deal.game, str(deal.day))  # the same, whatever the others did
    number = {one.person: at for at, one in enumerate(group.members) if one.here}
    ours = [one for one in await daily.board(deal) if one.person in number]
    scores = [one.score for one in ours]
    rows = tuple(
        GroupDealRow(
            member=number[one.person],
            name=group.members[number[one.person]].name,
            place=standing(one.score, scores).place,
            score=one.score,
            you=one.person == person,
        )
        for one in ours
    )
    return GroupDeal(deal.game, str(deal.day), open=True, full=plays.full, rows=rows)
