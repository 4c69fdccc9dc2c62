"""Signing in on another device: passkeys and the recovery code.

Both lead to a link like those between devices. The link says what using it would do; using it makes
this device the guest's.
"""

from __future__ import annotations

import asyncio

from aiohttp import web

from tacit.core.rulebook import Refused
from tacit.server.http.api.me import agent_of
from tacit.server.http.api.records import (
    AddPasskey,
    CodeAnswer,
    Credential,
    KeepName,
    KeptAnswer,
    LinkAnswer,
    PasskeyAnswer,
    RemovePasskey,
    UseCode,
)
from tacit.server.http.base_path import at
from tacit.server.http.replies import Refusal, read_as, refuse, reply
from tacit.server.http.routes import ANY_OBJECT, Routes
from tacit.server.http.visitor import (
    address,
    check_is_guest,
    check_rate,
    is_secure,
    known_caller,
    require_caller,
)
from tacit.server.people import recovery_codes as codes
from tacit.server.people.challenges import COOKIE, VALID_S
from tacit.server.people.devices import label
from tacit.server.people.passkeys import (
    MOST_PASSKEYS,
    RelyingParty,
    TooLate,
    Unproven,
    from_text,
    relying_party,
    to_text,
)
from tacit.server.site import SITE, Site
from tacit.server.transport.connections import Caller
from tacit.table.decide.names import LONGEST_NAME_CHARS, clean_text
from tacit.table.log.records import PersonId

ROUTES = Routes()
_NO_PASSKEYS = Refused(
    "no-passkeys", "Passkeys need https and a host name. A recovery code does the same."
)
_TOO_LATE = Refused("passkey-late", "That took too long, or was done before. Please try again.")
_UNPROVEN = Refused("passkey-unknown", "This site does not know this passkey.")
_TAKEN = Refused("passkey-taken", "This passkey is in use already.")
_TOO_MANY_PASSKEYS = Refused("too-many-passkeys", "You have too many passkeys. Remove some first.")
_NO_CODE = Refused("code-unknown", "This code does not work. Only the newest one does.")
TOO_OFTEN = Refused("too-many-tries", "Too many tries. Please wait a while.")


@ROUTES.get(
    "/api/me/kept",
    "Your passkeys, and whether you have a recovery code.",
    answer=KeptAnswer,
    problems=(503,),
)
async def kept(request: web.Request) -> web.Response:
    """Send what the guest can sign in with."""
    caller = known_caller(request)
    if caller is None:
        return reply(KeptAnswer(name="", passkeys=(), code=None))
    return await _kept(request.app[SITE], caller)


@ROUTES.post(
    "/api/me/kept",
    "Keep your name, if you have a passkey or a recovery code.",
    body=KeepName,
    answer=KeptAnswer,
    problems=(401, 503),
)
async def keep_name(request: web.Request) -> web.Response:
    """Save the guest's name."""
    wanted = await read_as(request, KeepName)
    caller = require_caller(request)
    site = request.app[SITE]
    if await _is_kept(site, caller.person):  # for other guests the site keeps no name
        await _keep_name(site, caller, wanted.name)
    return await _kept(site, caller)


@ROUTES.post(
    "/api/me/passkeys/ask",
    "What a browser needs to make you a passkey (WebAuthn's creation options).",
    body=KeepName,
    answer=ANY_OBJECT,
    problems=(401, 409, 503),
)
async def ask_to_add(request: web.Request) -> web.Response:
    """Begin to add a passkey."""
    wanted = await read_as(request, KeepName)
    caller, party = require_caller(request), _party(request)
    site = request.app[SITE]
    if len(await asyncio.to_thread(site.store.passkeys, caller.person)) >= MOST_PASSKEYS:
        return refuse(_TOO_MANY_PASSKEYS)
    name = clean_text(wanted.name, LONGEST_NAME_CHARS)
    ticket, options = await site.passkeys.ask_to_add(caller.person, name, party)
    return _asked(request, ticket, options)


@ROUTES.post(
    "/api/me/passkeys",
    "Add the passkey that was made.",
    body=AddPasskey,
    status=201,
    answer=KeptAnswer,
    problems=(401, 409, 410, 503),
)
async def add(request: web.Request) -> web.Response:
    """Add a passkey."""
    given = await read_as(request, AddPasskey)
    caller, party = require_caller(request), _party(request)
    site = request.app[SITE]
    await check_keeping(request, caller.person)
    if len(await asyncio.to_thread(site.store.passkeys, caller.person)) >= MOST_PASSKEYS:
        return refuse(_TOO_MANY_PASSKEYS)
    ticket, called = request.cookies.get(COOKIE, ""), label(agent_of(request))
    try:
        new = await site.passkeys.add(caller.person, given.credential, ticket, party, called)
    except TooLate:
        return refuse(_TOO_LATE, 410)
    except Unproven:
        return refuse(_UNPROVEN, 403)
    if not new:
        return refuse(_TAKEN)
    await _keep_name(site, caller, given.name)
    # From now on there may be several devices: this one is listed among them.
    await site.devices.add(caller, agent_of(request), site.clock())
    return await _kept(site, caller, 201)


@ROUTES.post(
    "/api/me/passkeys/remove",
    "Remove one of your passkeys.",
    body=RemovePasskey,
    answer=KeptAnswer,
    problems=(401, 503),
)
async def remove(request: web.Request) -> web.Response:
    """Remove a passkey."""
    wanted = await read_as(request, RemovePasskey)
    caller = require_caller(request)
    site = request.app[SITE]
    key_id = from_text(wanted.passkey) or b""
    await asyncio.to_thread(site.store.remove_passkey, caller.person, key_id)
    return await _kept(site, caller)


@ROUTES.post(
    "/api/me/code",
    "A new recovery code, told once; the one before is void.",
    body=KeepName,
    status=201,
    answer=CodeAnswer,
    problems=(401, 409, 503),
)
async def new_code(request: web.Request) -> web.Response:
    """Make a recovery code."""
    check_is_guest(request)
    wanted = await read_as(request, KeepName)
    caller = require_caller(request)
    await check_keeping(request, caller.person)
    site = request.app[SITE]
    code = codes.new_code()
    hashed = codes.fingerprint(code)
    assert hashed is not None
    await asyncio.to_thread(site.store.keep_code, caller.person, hashed, site.clock())
    await _keep_name(site, caller, wanted.name)
    await site.devices.add(caller, agent_of(request), site.clock())
    return reply(CodeAnswer(code=code), 201)


@ROUTES.post(
    "/api/sign-in/ask",
    "What a browser needs to let you choose a passkey (WebAuthn's options).",
    answer=ANY_OBJECT,
    problems=(409, 503),
)
async def ask_who(request: web.Request) -> web.Response:
    """Begin to sign in with a passkey."""
    party = _party(request)
    return _asked(request, *await request.app[SITE].passkeys.ask_who(party))


@ROUTES.post(
    "/api/sign-in/passkey",
    "A link that makes this device yours, for a passkey.",
    body=Credential,
    status=201,
    answer=LinkAnswer,
    problems=(409, 410, 503),
)
async def by_passkey(request: web.Request) -> web.Response:
    """Sign in with a passkey."""
    given = await read_as(request, Credential)
    party = _party(request)
    site, ticket = request.app[SITE], request.cookies.get(COOKIE, "")
    try:
        async with site.sign_ins.checking:
            person = await site.passkeys.find(given.credential, ticket, party)
    except TooLate:
        return refuse(_TOO_LATE, 410)
    except Unproven:
        return _was_wrong(request, _UNPROVEN)
    return await _signed_in(request, person)


@ROUTES.post(
    "/api/sign-in/code",
    "A link that makes this device yours, for a recovery code.",
    body=UseCode,
    status=201,
    answer=LinkAnswer,
    problems=(409, 503),
)
async def by_code(request: web.Request) -> web.Response:
    """Sign in with a recovery code."""
    check_is_guest(request)
    given = await read_as(request, UseCode)
    site = request.app[SITE]
    hashed = codes.fingerprint(given.code)
    found = None
    if hashed is not None:
        async with site.sign_ins.checking:
            found = await asyncio.to_thread(site.store.person_of_code, hashed)
    if found is None:
        return _was_wrong(request, _NO_CODE)
    return await _signed_in(request, PersonId(found))


async def _signed_in(request: web.Request, person: PersonId) -> web.Response:
    token = await request.app[SITE].device_links.lend(person)
    return reply(LinkAnswer(url=at(request, f"/device/{token}")), 201)


def _party(request: web.Request) -> RelyingParty:
    check_is_guest(request)
    party = relying_party(request.headers.get("Origin"))  # the guard has checked it
    if party is None:
        raise Refusal(_NO_PASSKEYS, 409)
    return party


def _was_wrong(request: web.Request, refused: Refused) -> web.Response:
    """Charge a wrong try to its address, and answer it."""
    check_rate(request, request.app[SITE].sign_ins, "sign-ins", TOO_OFTEN)
    return refuse(refused, 403)


async def check_keeping(request: web.Request, person: PersonId) -> None:
    """Check the rate limit for storing or erasing a guest's data.

    New guests cost nothing, so they share the limit of their address. Known guests have a limit of
    their own, which no other guest can use up.
    """
    site = request.app[SITE]
    now = site.clock() / 1000
    passes = site.sign_ins.take(address(request), now)
    if not passes and await _has_history(site, person):
        passes = site.sign_ins.take_own(person, now)
    if not passes:
        site.metrics.throttled.labels("sign-ins").inc()
        raise Refusal(TOO_OFTEN, 429)


async def _has_history(site: Site, person: PersonId) -> bool:
    if await asyncio.to_thread(site.store.tables_of, person, 1):
        return True
    return bool(await asyncio.to_thread(site.store.games.of, person, 1)) or await _is_kept(
        site, person
    )


def _asked(request: web.Request, ticket: str, options: bytes) -> web.Response:
    response = web.Response(body=options, content_type="application/json")
    response.set_cookie(
        COOKIE,
        ticket,
        max_age=VALID_S,
        httponly=True,
        samesite="Strict",
        secure=is_secure(request),
        path=at(request, "/api/"),
    )
    return response


async def _is_kept(site: Site, person: PersonId) -> bool:
    mine = await asyncio.to_thread(site.store.kept, person)
    return mine.code is not None or bool(await asyncio.to_thread(site.store.passkeys, person))


async def _keep_name(site: Site, caller: Caller, name: str) -> None:
    cleaned = clean_text(name, LONGEST_NAME_CHARS)
    if cleaned:
        await asyncio.to_thread(site.store.keep_name, caller.person, cleaned)


async def _kept(site: Site, caller: Caller, status: int = 200) -> web.Response:
    mine = await asyncio.to_thread(site.store.kept, caller.person)
    passkeys = await asyncio.to_thread(site.store.passkeys, caller.person)
    answer = KeptAnswer(
        name=mine.name,
        passkeys=tuple(
            PasskeyAnswer(to_text(one.id), one.label, one.host, one.added, one.used)
            for one in passkeys
        ),
        code=None if mine.code is None else mine.made,
    )
    return reply(answer, status)
