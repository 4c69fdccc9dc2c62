"""Bodies that do not come whole, and what is no fault of the client's."""

from __future__ import annotations

import asyncio
from types import SimpleNamespace
from typing import Any

import pytest
from aiohttp import StreamReader, web
from aiohttp.base_protocol import BaseProtocol

from tacit.server.http.replies import BadBody, read, reading
from tacit.server.site import SITE


def asked(transport: Any, body_seconds: float = 60.0) -> Any:
    """Return a request of a client, half of whose body has come, over this transport or none."""
    loop = asyncio.get_running_loop()
    protocol = BaseProtocol(loop)
    protocol.transport = transport
    content = StreamReader(protocol, 2**16, loop=loop)
    content.feed_data(b"{")
    config = SimpleNamespace(limits=SimpleNamespace(body_seconds=body_seconds))
    app = {SITE: SimpleNamespace(config=config)}
    return SimpleNamespace(app=app, content=content, read=content.read, transport=transport)


async def test_a_client_that_left_before_its_body_was_read_has_sent_half_a_request():
    request = asked(None)
    with pytest.raises(BadBody, match="incomplete"):
        await read(request)


async def test_a_body_that_two_handlers_read_at_once_is_a_fault_of_ours():
    request = asked(SimpleNamespace())
    first = asyncio.create_task(request.read())
    await asyncio.sleep(0)
    with pytest.raises(RuntimeError, match="another coroutine"):
        await read(request)
    request.content.feed_eof()
    assert await first == b"{"


async def test_a_fault_of_ours_stays_one_after_the_client_has_left():
    with pytest.raises(RuntimeError, match="ours"):
        async with reading(asked(None)):
            raise RuntimeError("ours")


async def test_a_body_that_takes_too_long_is_a_timeout():
    with pytest.raises(web.HTTPRequestTimeout):
        await read(asked(SimpleNamespace(), body_seconds=0.0))


async def test_a_broken_body_is_a_bad_request():
    request = asked(SimpleNamespace())
    request.content.set_exception(web.RequestPayloadError("not gzip"))
    with pytest.raises(BadBody):
        await read(request)
