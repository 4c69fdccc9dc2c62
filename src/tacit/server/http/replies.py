"""Reading the bodies of requests and answering them, in JSON."""

from __future__ import annotations

import asyncio
from collections.abc import Mapping
from typing import Any, TypeVar

import msgspec
from aiohttp import web

from tacit.core.rulebook import Refused
from tacit.server.http.api.records import Problem
from tacit.server.site import SITE

T = TypeVar("T")


def reply(value: Any, status: int = 200) -> web.Response:
    """Return a value as JSON."""
    body = msgspec.json.encode(value)
    return web.Response(body=body, status=status, content_type="application/json")


def refuse(refused: Refused, status: int = 409) -> web.Response:
    """Return why something was not done."""
    problem = Problem(key=refused.key, text=str(refused), details=refused.details or None)
    return reply(problem, status)


class Refusal(Exception):
    """The answer is a refusal. A handler or its helpers raise it, the guard sends it."""

    def __init__(
        self, refused: Refused, status: int, headers: Mapping[str, str] | None = None
    ) -> None:
        super().__init__(refused.text)
        self.answer = refuse(refused, status)
        self.answer.headers.update(headers or {})


class BadBody(Exception):
    """The body, or another part of the request, is not valid."""


async def read(request: web.Request) -> bytes:
    """Return the body of a request; BadBody if it is incomplete."""
    try:
        async with asyncio.timeout(request.app[SITE].config.limits.body_seconds):
            return await request.read()
    except TimeoutError:
        raise web.HTTPRequestTimeout from None
    except (web.RequestPayloadError, ConnectionError, RuntimeError):  # aiohttp: the client is gone
        raise BadBody("the body is incomplete or badly encoded") from None


async def read_as(request: web.Request, kind: type[T]) -> T:
    """Return the body of a request as a record; BadBody if it is not one."""
    try:
        return msgspec.json.decode(await read(request), type=kind)
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError) as error:
        raise BadBody(str(error)) from None
