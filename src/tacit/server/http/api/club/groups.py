"""Groups: opening one, its page, coming and leaving, and playing with it again."""

from __future__ import annotations

from collections.abc import Callable

import msgspec
from aiohttp import web

from tacit.club import group as groups
from tacit.club.decision import Decided
from tacit.club.group import ERASED_NAME, KIND, NOT_IN_GROUP, REMOVED, Group, GroupEvent, Member
from tacit.club.tally import TalliedGame
from tacit.club.tally_change import TallyChange
from tacit.core.rulebook import Refused
from tacit.server.club.groups import newcomers
from tacit.server.http.api.club.group_records import (
    AtTable,
    GroupAnswer,
    JoinGroup,
    LastGame,
    LetMemberBack,
    MemberAnswer,
    MyGroup,
    Newcomer,
    NewGroup,
    PlayTonight,
    RemoveMember,
    RenameGroup,
    TableGroup,
    TakeIn,
)
from tacit.server.http.api.my_games import check_asking
from tacit.server.http.api.records import TableAnswer
from tacit.server.http.api.tables import check_opening, door_of, found_table
from tacit.server.http.base_path import at
from tacit.server.http.replies import Refusal, read_as, reply
from tacit.server.http.routes import Routes
from tacit.server.http.visitor import address, check_change, greet, known_person, person_of
from tacit.server.site import SITE
from tacit.server.tables.live.live import LiveTable
from tacit.server.tables.opening import Opening
from tacit.store.store import log_id
from tacit.table.decide.context import NOT_HERE
from tacit.table.decide.requests import Join
from tacit.table.log.records import Guest, PersonId

ROUTES = Routes()


async def _told(request: web.Request, name: str, group: Group) -> GroupAnswer:
    site, person = request.app[SITE], known_person(request)
    tallied = await site.groups.tally(name, group)
    table = await site.groups.table_of(group)
    number = {one.person: at for at, one in enumerate(group.members)}
    me = None if person is None or not group.is_in(person) else number[person]
    by = person is not None and group.founder is not None and group.founder.person == person
    return GroupAnswer(
        group=name,
        title=group.title,
        you=me,
        founder=None if group.founder is None else number[group.founder.person],
        members=tuple(_member(at, one, by) for at, one in enumerate(group.members)),
        table=None if table is None else door_of(table.name, table.state, PersonId(person or "")),
        tally=tallied.tally,
        last=None if tallied.last is None else _last(tallied.last, number, tallied.change),
        at_table=()
        if table is None or me is None
        else tuple(AtTable(*one) for one in site.groups.at_table(group, table)),
    )


def _member(number: int, member: Member, is_founder: bool) -> MemberAnswer:
    is_out = is_founder and member.removed and member.name != ERASED_NAME
    return MemberAnswer(number, member.name, member.here, is_out)


def _last(game: TalliedGame, number: dict[str, int], change: TallyChange) -> LastGame:
    winners = (who for seat, who in enumerate(game.people) if game.won(seat))
    won = tuple(number[who] for who in winners if who in number)
    return LastGame(game.table, game.number, won, change)


async def _answer(
    request: web.Request, name: str, group: Group | None, status: int = 200
) -> web.Response:
    if group is None:
        raise web.HTTPNotFound
    return reply(await _told(request, name, group), status)


@ROUTES.post(
    "/api/groups",
    "Open a group.",
    body=NewGroup,
    status=201,
    answer=GroupAnswer,
    problems=(403, 409, 503),
)
async def open_group(request: web.Request) -> web.Response:
    """Open a group without a table."""
    wanted = await read_as(request, NewGroup)
    await check_opening(request)
    site, person = request.app[SITE], person_of(request)
    name = await site.groups.found(person, wanted.name, wanted.title)
    group = await site.groups.read(name)
    assert group is not None
    told = await _told(request, name, group)
    response = reply(msgspec.structs.replace(told, you=0), 201)
    greet(request, response, person)
    return response


@ROUTES.post(
    "/api/tables/{table}/group",
    "Make the players of a table a group; its games count from the first one on.",
    body=NewGroup,
    status=201,
    answer=TableGroup,
    problems=(403, 404, 409, 410, 503),
)
async def open_at_table(request: web.Request) -> web.Response:
    """Open a group of the people at a table."""
    wanted = await read_as(request, NewGroup)
    await check_opening(request)
    live, person = await found_table(request), known_person(request)
    state = live.table.state
    if person is None or state.seat_of(state.guest_of(person)) is None:
        raise Refusal(NOT_HERE, 403)
    name = await request.app[SITE].groups.found_at(live, person, wanted.title)
    request.app[SITE].projection.ended(live.name)
    return reply(TableGroup(name, wanted.title), 201)


@ROUTES.get(
    "/api/tables/{table}/group",
    "The group that a table belongs to, for its members.",
    answer=TableGroup,
    problems=(404, 410, 503),
)
async def group_of_table(request: web.Request) -> web.Response:
    """Send the group of a table to its members; to others there is none."""
    live, person, name, group = await _members_table(request)
    return reply(_told_at_table(live, person, name, group))


@ROUTES.post(
    "/api/tables/{table}/group/members",
    "Take a player into the group that the table belongs to; only members at the table may.",
    body=TakeIn,
    answer=TableGroup,
    problems=(403, 404, 409, 410, 503),
)
async def take_in(request: web.Request) -> web.Response:
    """Take a player into the group of a table."""
    wanted = await read_as(request, TakeIn)
    check_change(request)
    live, person, name, _ = await _members_table(request)
    if not live.table.state.is_inside(person):
        raise Refusal(NOT_HERE, 403)
    group = await request.app[SITE].groups.take_in(live, name, person, Guest(wanted.guest))
    if group is None:
        raise web.HTTPNotFound
    return reply(_told_at_table(live, person, name, group))


async def _members_table(request: web.Request) -> tuple[LiveTable, PersonId, str, Group]:
    """Return the table of a request, the member who asks, and the group; to others it has none."""
    live, person = await found_table(request), known_person(request)
    kind, _, name = live.table.state.label.partition(":")
    group = await request.app[SITE].groups.read(name) if kind == KIND else None
    if group is None or person is None or not group.is_in(person):
        raise web.HTTPNotFound
    return live, person, name, group


def _told_at_table(live: LiveTable, person: PersonId, name: str, group: Group) -> TableGroup:
    state = live.table.state
    found = newcomers(group, state) if state.is_inside(person) else []
    return TableGroup(name, group.title, tuple(Newcomer(*one) for one in found))


@ROUTES.get("/api/groups/{group}", "A group.", answer=GroupAnswer, problems=(403, 404, 503))
async def look(request: web.Request) -> web.Response:
    """Send a group."""
    await check_asking(request)
    name = request.match_info["group"]
    group, person = await request.app[SITE].groups.read(name), known_person(request)
    member = None if group is None or person is None else group.member(person)
    if member is not None and member.removed:
        raise Refusal(REMOVED, 403)
    return await _answer(request, name, group)


@ROUTES.get("/api/me/groups", "The groups you are in.", answer=list[MyGroup], problems=(503,))
async def mine(request: web.Request) -> web.Response:
    """Send the guest's groups."""
    site, person = request.app[SITE], known_person(request)
    if person is None:
        return reply([])
    check_change(request)
    told = []
    for name, group in await site.groups.of(person):
        table = await site.groups.table_of(group)
        door = None if table is None else door_of(table.name, table.state, person)
        told.append(MyGroup(name, group.title, len(group.here), door))
    return reply(told)


@ROUTES.post(
    "/api/groups/{group}/join",
    "Come into a group.",
    body=JoinGroup,
    answer=GroupAnswer,
    problems=(403, 404, 409, 503),
)
async def join(request: web.Request) -> web.Response:
    """Let a guest in."""
    wanted = await read_as(request, JoinGroup)
    check_change(request)
    site, person, name = request.app[SITE], person_of(request), request.match_info["group"]
    now = site.clock()
    group = await site.groups.change(
        name, lambda group: groups.come(group, person, wanted.name, now)
    )
    response = await _answer(request, name, group)
    greet(request, response, person)
    return response


@ROUTES.post(
    "/api/groups/{group}/leave",
    "Leave a group.",
    answer=GroupAnswer,
    problems=(404, 409, 503),
)
async def leave(request: web.Request) -> web.Response:
    """Let a member leave."""
    now = request.app[SITE].clock()
    return await _changed(request, lambda group, person: groups.leave(group, person, now))


@ROUTES.post(
    "/api/groups/{group}/rename",
    "Give yourself or the group another name.",
    body=RenameGroup,
    answer=GroupAnswer,
    problems=(404, 409, 503),
)
async def rename(request: web.Request) -> web.Response:
    """Rename a member or the group."""
    wanted = await read_as(request, RenameGroup)
    return await _changed(
        request,
        lambda group, person: groups.rename(group, person, name=wanted.name, title=wanted.title),
    )


@ROUTES.post(
    "/api/groups/{group}/remove",
    "Remove a member, who stays outside until let back in; only the founder may.",
    body=RemoveMember,
    answer=GroupAnswer,
    problems=(404, 409, 503),
)
async def remove(request: web.Request) -> web.Response:
    """Remove a member."""
    wanted = await read_as(request, RemoveMember)
    now = request.app[SITE].clock()
    return await _changed(
        request, lambda group, person: groups.remove(group, person, wanted.member, now)
    )


@ROUTES.post(
    "/api/groups/{group}/let-back",
    "Let a removed member back in; only the founder may.",
    body=LetMemberBack,
    answer=GroupAnswer,
    problems=(404, 409, 503),
)
async def let_back(request: web.Request) -> web.Response:
    """Let a removed member back in."""
    wanted = await read_as(request, LetMemberBack)
    now = request.app[SITE].clock()
    return await _changed(
        request, lambda group, person: groups.let_back(group, person, wanted.member, now)
    )


async def _changed(
    request: web.Request, decide: Callable[[Group, str], Decided[GroupEvent] | Refused]
) -> web.Response:
    """Change a group as a guest wants, and send it."""
    check_change(request)
    person, name = known_person(request) or "", request.match_info["group"]
    group = await request.app[SITE].groups.change(name, lambda group: decide(group, person))
    return await _answer(request, name, group)


@ROUTES.post(
    "/api/groups/{group}/play",
    "Come to the group's table; if there is none, open one.",
    body=PlayTonight,
    answer=TableAnswer,
    problems=(403, 404, 409, 503),
)
async def play(request: web.Request) -> web.Response:
    """Send where the group plays."""
    wanted = await read_as(request, PlayTonight)
    site, person, name = request.app[SITE], known_person(request), request.match_info["group"]
    check_change(request)
    group = await site.groups.read(name)
    if group is None:
        raise web.HTTPNotFound
    if person is None or not group.is_in(person):
        raise Refusal(NOT_IN_GROUP, 403)
    there = None if wanted.fresh else await site.groups.table_of(group)
    if there is not None:
        return reply(TableAnswer(table=there.name, url=at(request, f"/t/{there.name}")))
    await check_opening(request)
    opening = Opening(
        wanted.game,
        wanted.settings,
        [Join(name=wanted.name, contribution=wanted.contribution, mark=wanted.mark)],
        label=log_id(KIND, name),
    )
    opened = await site.tables.open(opening, person, address(request))
    table = await site.groups.take_table(name, group.table, opened, wanted.game)
    if table == opened:
        site.calls.group_at_table(name, group, person, table)
    return reply(TableAnswer(table=table, url=at(request, f"/t/{table}")))
