"""How players learn that they are needed: their turns by correspondence, and web push."""

from __future__ import annotations

import asyncio

import msgspec
from aiohttp import web

from tacit.server.calls.push import Subscription
from tacit.server.calls.turns import TurnAt
from tacit.server.calls.wordings import WORDINGS
from tacit.server.http.api.records import Body
from tacit.server.http.api.sign_in import check_keeping
from tacit.server.http.replies import TOO_FAST, BadBody, read_as, reply
from tacit.server.http.routes import Routes
from tacit.server.http.visitor import (
    address,
    check_rate,
    is_secure,
    known_caller,
    known_person,
    require_caller,
)
from tacit.server.site import SITE
from tacit.table.log.records import PersonId
from tacit.table.tell.view import progress

ROUTES = Routes()


class MyTurn(msgspec.Struct, frozen=True):
    """A game by correspondence that you play."""

    table: str
    game: str
    yours: bool
    """The table waits for you; else for others."""
    due: int
    """When a bot picks for those who have not, or a paused game goes on by itself, in milliseconds
    since 1970."""
    others: tuple[str, ...]
    """The names of the other players."""
    bots: tuple[str, ...]
    progress: tuple[int, ...]
    """How far the game is, such as a round and a turn."""
    paused: bool = False
    """The game is paused: the table waits for no player."""


def _told(one: TurnAt, person: PersonId) -> MyTurn:
    state = one.state
    me = state.guest_of(person)
    sitters = [sitter for sitter in state.seats if sitter is not None]
    others = [sitter for sitter in sitters if not sitter.bot and sitter.guest != me]
    return MyTurn(
        table=one.turn.table,
        game=state.game,
        yours=one.turn.is_theirs,
        due=one.until,
        others=tuple(state.sitter_name(sitter) for sitter in others),
        bots=tuple(sitter.bot for sitter in sitters if sitter.bot),
        progress=progress(state),
        paused=state.paused,
    )


class PushKeys(Body, frozen=True):
    """The keys of a subscription, in base64url as browsers give them."""

    p256dh: str
    auth: str


class SubscribePush(Body, frozen=True):
    """A device that wants to be called, as its browser describes it."""

    endpoint: str
    keys: PushKeys
    language: str = "en"
    instead: str = ""
    """The endpoint that the browser had before, which this one replaces with its language."""


class UnsubscribePush(Body, frozen=True):
    """A device that does not want to be called any more; without an address, none of yours."""

    endpoint: str = ""


class AskPush(Body, frozen=True):
    """A device that asks whether the site calls it."""

    endpoint: str


class PushKnown(msgspec.Struct, frozen=True):
    """Whether the site calls a device."""

    known: bool
    """It is one of yours. Of the devices of others the site says nothing: they are not."""


class PushAnswer(msgspec.Struct, frozen=True):
    """Whether the site can call you, and how many of your devices it calls."""

    key: str
    """The site's public key, for the browser; empty if the site cannot call."""
    devices: int


@ROUTES.get(
    "/api/me/turns",
    "Your games by correspondence: those that wait for you first, then the first due first.",
    answer=list[MyTurn],
    problems=(503,),
)
async def turns(request: web.Request) -> web.Response:
    """Send the guest's turns."""
    site, person = request.app[SITE], known_person(request)
    if person is None:
        return reply([])
    check_rate(request, site.my_games, "games", TOO_FAST)
    found = await asyncio.to_thread(site.calls.turns.of, person)
    return reply([_told(one, person) for one in found])


async def _push_answer(request: web.Request, person: PersonId | None) -> web.Response:
    pushes = request.app[SITE].calls.pushes
    kept = [] if person is None else await asyncio.to_thread(pushes.of, person)
    return reply(PushAnswer(key=await asyncio.to_thread(lambda: pushes.key), devices=len(kept)))


@ROUTES.get(
    "/api/me/push", "Whether the site calls your devices.", answer=PushAnswer, problems=(503,)
)
async def push(request: web.Request) -> web.Response:
    """Send the site's key, and how many devices the guest has subscribed."""
    check_rate(request, request.app[SITE].my_games, "games", TOO_FAST)
    return await _push_answer(request, known_person(request))


@ROUTES.post(
    "/api/me/push",
    "Have this device called when it is your turn, or your group is at the table.",
    body=SubscribePush,
    answer=PushAnswer,
    problems=(401, 503),
)
async def subscribe(request: web.Request) -> web.Response:
    """Keep a subscription."""
    wanted, caller = await read_as(request, SubscribePush), require_caller(request)
    site = request.app[SITE]
    check_rate(request, site.my_games, "games", TOO_FAST)
    one = Subscription(
        endpoint=wanted.endpoint,
        p256dh=wanted.keys.p256dh,
        auth=wanted.keys.auth,
        language=wanted.language if wanted.language in WORDINGS else "en",
        site=f"https://{request.host}" if is_secure(request) else "",
        at=site.clock(),
        party=site.calls.party(address(request)),
        device=caller.device,
    )
    wrong = await asyncio.to_thread(site.calls.pushes.fault, one)
    if wrong is not None:
        raise BadBody(wrong)
    await check_keeping(request, caller.person)
    await asyncio.to_thread(site.calls.pushes.keep, caller.person, one, wanted.instead)
    return await _push_answer(request, caller.person)


@ROUTES.post(
    "/api/me/push/known",
    "Ask whether the site calls this device for you.",
    body=AskPush,
    answer=PushKnown,
    problems=(503,),
)
async def is_known(request: web.Request) -> web.Response:
    """Look for a device among the guest's own.

    One that was kept without saying which device it is counts as unknown: the app renews it.
    """
    wanted, caller = await read_as(request, AskPush), known_caller(request)
    check_rate(request, request.app[SITE].my_games, "games", TOO_FAST)
    pushes = request.app[SITE].calls.pushes
    kept = [] if caller is None else await asyncio.to_thread(pushes.of, caller.person)
    theirs = [one.device for one in kept if one.endpoint == wanted.endpoint]
    return reply(PushKnown(caller is not None and caller.device in theirs))


@ROUTES.post(
    "/api/me/push/remove",
    "Call this device no more, or none of yours.",
    body=UnsubscribePush,
    answer=PushAnswer,
    problems=(401, 503),
)
async def unsubscribe(request: web.Request) -> web.Response:
    """Remove a subscription, or all."""
    wanted, caller = await read_as(request, UnsubscribePush), require_caller(request)
    pushes = request.app[SITE].calls.pushes

    def work() -> None:
        for one in pushes.of(caller.person):
            if wanted.endpoint in ("", one.endpoint):
                pushes.remove(caller.person, one.endpoint)

    await asyncio.to_thread(work)
    return await _push_answer(request, caller.person)
