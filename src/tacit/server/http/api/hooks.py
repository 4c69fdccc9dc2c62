"""The webhook of a table or a group: only its host, or its founder, may see and set it."""

from __future__ import annotations

import asyncio
import contextlib
from typing import Literal

import msgspec
from aiohttp import web

from tacit.club.group import FOUNDER_ONLY, KIND
from tacit.server.calls.hooks import Hook, Shape, Trouble, shape_of
from tacit.server.calls.public_address import url_fault
from tacit.server.calls.wordings import WORDINGS
from tacit.server.http.api.records import Body
from tacit.server.http.api.sign_in import check_keeping
from tacit.server.http.api.tables import found_table
from tacit.server.http.base_path import at
from tacit.server.http.replies import TOO_FAST, BadBody, Refusal, read_as, reply
from tacit.server.http.routes import Routes
from tacit.server.http.visitor import address, check_change, is_secure, known_person
from tacit.server.site import SITE
from tacit.store.store import log_id
from tacit.table.decide.context import HOST_ONLY
from tacit.table.log.records import PersonId

ROUTES = Routes()
ANSWER_TIMEOUT_S = 8.0
"""How long a test waits for the chat's answer."""


class SetHook(Body, frozen=True):
    """The webhook that a chat gave you; without an address, none any more."""

    url: str = ""
    shape: Literal["", "discord", "slack", "ntfy"] = ""
    """How the chat wants its messages; without it, as its address tells."""
    language: str = "en"


class HookAnswer(msgspec.Struct, frozen=True):
    """Whether a table or a group writes into a chat. The address itself is never sent."""

    host: str
    """The chat's server; empty if there is no webhook."""
    shape: Shape | None
    trouble: Trouble = ""
    """What became of its last message, if the chat did not take it."""


async def _host_of_table(request: web.Request) -> tuple[str, str]:
    live = await found_table(request)
    state = live.table.state
    person = known_person(request)
    if person is None or state.guest_of(person) != state.host:
        raise Refusal(HOST_ONLY, 403)
    return person, live.name


async def _founder_of_group(request: web.Request) -> tuple[str, str]:
    name, person = request.match_info["group"], known_person(request)
    group = await request.app[SITE].groups.read(name)
    if group is None:
        raise web.HTTPNotFound
    if person is None or group.founder is None or group.founder.person != person:
        raise Refusal(FOUNDER_ONLY, 403)
    return person, log_id(KIND, name)


async def _told(request: web.Request, person: str, of: str) -> web.Response:
    hook = await asyncio.to_thread(request.app[SITE].calls.hooks.of, person, of)
    return reply(
        HookAnswer("", None) if hook is None else HookAnswer(hook.host, hook.shape, hook.trouble)
    )


async def _set(request: web.Request, wanted: SetHook, person: str, of: str) -> web.Response:
    site = request.app[SITE]
    hook = None
    if wanted.url:
        wrong = url_fault(wanted.url, to_loopback=site.calls.to_loopback)
        if wrong is not None:
            raise BadBody(f"url: {wrong}")
        scheme = "https" if is_secure(request) else "http"
        hook = Hook(
            url=wanted.url,
            shape=wanted.shape or shape_of(wanted.url),
            language=wanted.language if wanted.language in WORDINGS else "en",
            site=f"{scheme}://{request.host}{at(request, '/').rstrip('/')}",
            at=site.clock(),
            party=site.calls.party(address(request)),
        )
        await check_keeping(request, PersonId(person))
    await asyncio.to_thread(site.calls.hooks.keep, person, of, hook)
    return await _told(request, person, of)


async def _test(request: web.Request, path: str, person: str, of: str) -> web.Response:
    """Send a test message, and tell what became of it once the chat has answered."""
    site = request.app[SITE]
    sent = await asyncio.to_thread(site.calls.hooks.test, person, of, path, site.clock() / 1000)
    if sent is None and await asyncio.to_thread(site.calls.hooks.of, person, of) is not None:
        raise Refusal(TOO_FAST, 429)
    if sent is not None:
        with contextlib.suppress(TimeoutError):
            await asyncio.wait_for(asyncio.wrap_future(sent), ANSWER_TIMEOUT_S)
    return await _told(request, person, of)


@ROUTES.get(
    "/api/tables/{table}/hook",
    "Whether a table writes into a chat; only its host may know.",
    answer=HookAnswer,
    problems=(403, 404, 410, 503),
)
async def table_hook(request: web.Request) -> web.Response:
    """Send the webhook of a table."""
    check_change(request)
    return await _told(request, *await _host_of_table(request))


@ROUTES.post(
    "/api/tables/{table}/hook",
    "Have a table by correspondence write into a chat whose turn it is.",
    body=SetHook,
    answer=HookAnswer,
    problems=(403, 404, 410, 503),
)
async def set_table_hook(request: web.Request) -> web.Response:
    """Set the webhook of a table."""
    wanted = await read_as(request, SetHook)
    check_change(request)
    return await _set(request, wanted, *await _host_of_table(request))


@ROUTES.post(
    "/api/tables/{table}/hook/test",
    "Have a table write a test message into its chat.",
    answer=HookAnswer,
    problems=(403, 404, 410, 503),
)
async def test_table_hook(request: web.Request) -> web.Response:
    """Test the webhook of a table."""
    check_change(request)
    person, table = await _host_of_table(request)
    return await _test(request, f"t/{table}", person, table)


@ROUTES.get(
    "/api/groups/{group}/hook",
    "Whether a group writes into a chat; only its founder may know.",
    answer=HookAnswer,
    problems=(403, 404, 503),
)
async def group_hook(request: web.Request) -> web.Response:
    """Send the webhook of a group."""
    check_change(request)
    return await _told(request, *await _founder_of_group(request))


@ROUTES.post(
    "/api/groups/{group}/hook",
    "Have a group write into a chat when it is at a table, and whose turn it is.",
    body=SetHook,
    answer=HookAnswer,
    problems=(403, 404, 503),
)
async def set_group_hook(request: web.Request) -> web.Response:
    """Set the webhook of a group."""
    wanted = await read_as(request, SetHook)
    check_change(request)
    return await _set(request, wanted, *await _founder_of_group(request))


@ROUTES.post(
    "/api/groups/{group}/hook/test",
    "Have a group write a test message into its chat.",
    answer=HookAnswer,
    problems=(403, 404, 503),
)
async def test_group_hook(request: web.Request) -> web.Response:
    """Test the webhook of a group."""
    check_change(request)
    person, group = await _founder_of_group(request)
    return await _test(request, f"g/{request.match_info['group']}", person, group)
