"""Reading the bodies of requests and answering them, in JSON."""

from __future__ import annotations

import asyncio
import hashlib
from collections.abc import AsyncIterator, Mapping
from contextlib import asynccontextmanager
from typing import Any, TypeVar

import msgspec
from aiohttp import web

from tacit.core.rulebook import Refused
from tacit.server.http.api.records import Problem
from tacit.server.site import SITE

TOO_FAST = Refused("too-fast", "Too many at once. Please wait a moment.")
T = TypeVar("T")
TAG_BYTES = 16
_INCOMPLETE = "the body is incomplete or badly encoded"
_CLIENT_LEFT = "Connection closed."
"""So aiohttp says it, as a bare RuntimeError; any other one is a fault of ours."""


def reply(value: Any, status: int = 200) -> web.Response:
    """Return a value as JSON."""
    body = msgspec.json.encode(value)
    return web.Response(body=body, status=status, content_type="application/json")


def reply_if_new(request: web.Request, value: Any, same: Any = None) -> web.Response:
    """Return a value as JSON with a tag; only 304 if the client has it already.

    `same` is the value without what differs each time, such as the clock. The tag is a hash of
    what this client may read anyway.
    """
    tag = tag_of(value if same is None else same)
    response = web.Response(status=304) if has_tag(request, tag) else reply(value)
    response.etag = tag
    return response


def tag_of(value: Any) -> str:
    """Return the tag of a value that is sent as JSON."""
    return hashlib.blake2b(msgspec.json.encode(value), digest_size=TAG_BYTES).hexdigest()


def has_tag(request: web.Request, tag: str) -> bool:
    """Tell whether the client has what this tag stands for."""
    return any(one.value == tag for one in request.if_none_match or ())


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


@asynccontextmanager
async def reading(request: web.Request) -> AsyncIterator[None]:
    """Limit the time a request's body takes; BadBody if it stays incomplete."""
    try:
        async with asyncio.timeout(request.app[SITE].config.limits.body_seconds):
            yield
    except TimeoutError:
        raise web.HTTPRequestTimeout from None
    except (web.RequestPayloadError, ConnectionError):
        raise BadBody(_INCOMPLETE) from None
    except RuntimeError as error:
        if request.transport is not None or str(error) != _CLIENT_LEFT:
            raise
        raise BadBody(_INCOMPLETE) from None


async def read(request: web.Request) -> bytes:
    """Return the body of a request; BadBody if it is incomplete."""
    async with reading(request):
        return await request.read()


async def read_as(request: web.Request, kind: type[T]) -> T:
    """Return the body of a request as a record; BadBody if it is not one."""
    try:
        return msgspec.json.decode(await read(request), type=kind)
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError) as error:
        raise BadBody(str(error)) from None
