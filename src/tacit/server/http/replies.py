"""Reading requests and answering them, in JSON."""

from __future__ import annotations

import asyncio
from typing import Any, TypeVar

import msgspec
from aiohttp import web

from tacit.core.rulebook import Refused
from tacit.server.http.api.records import Problem
from tacit.server.http.visitor import known_person
from tacit.server.site import SITE
from tacit.table.log.records import PersonId

T = TypeVar("T")


def reply(value: Any, status: int = 200) -> web.Response:
    """Return a value as JSON."""
    body = msgspec.json.encode(value)
    return web.Response(body=body, status=status, content_type="application/json")


def refuse(refused: Refused, status: int = 409) -> web.Response:
    """Return why something was not done."""
    problem = Problem(key=refused.key, text=str(refused), details=refused.details or None)
    return reply(problem, status)


class BadBody(Exception):
    """The body is not what was asked for."""


async def read(request: web.Request) -> bytes:
    """Return the body of a request; BadBody if it does not come whole."""
    try:
        async with asyncio.timeout(request.app[SITE].config.limits.body_seconds):
            return await request.read()
    except TimeoutError:
        raise web.HTTPRequestTimeout from None
    except (web.RequestPayloadError, ConnectionError):
        raise BadBody("it breaks off or is packed wrongly") from None


async def read_as(request: web.Request, kind: type[T]) -> T:
    """Return the body of a request as a record; BadBody if it is none."""
    try:
        return msgspec.json.decode(await read(request), type=kind)
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError) as error:
        raise BadBody(str(error)) from None


def person_of(request: web.Request) -> PersonId:
    """Return who asks; somebody new if they were never here."""
    return known_person(request) or request.app[SITE].identity.new()
