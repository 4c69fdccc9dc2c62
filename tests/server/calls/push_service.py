"""A push service on loopback, and devices that can read what it is sent."""

from __future__ import annotations

import base64
import json
import os
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any, NamedTuple

import http_ece
from aiohttp import web
from aiohttp.test_utils import TestServer
from cryptography.hazmat.primitives import serialization
from cryptography.hazmat.primitives.asymmetric import ec

from tests.server.client import eventually


class Sent(NamedTuple):
    """A request that the service got."""

    device: str
    headers: dict[str, str]
    body: bytes


def plain(data: bytes) -> str:
    return base64.urlsafe_b64encode(data).decode().rstrip("=")


class Device:
    """A browser that has subscribed."""

    def __init__(self, service: PushService, name: str) -> None:
        self.service, self.name = service, name
        self._key = ec.generate_private_key(ec.SECP256R1())
        self._auth = os.urandom(16)
        point = self._key.public_key().public_bytes(
            serialization.Encoding.X962, serialization.PublicFormat.UncompressedPoint
        )
        keys = {"p256dh": plain(point), "auth": plain(self._auth)}
        self.subscription = {"endpoint": f"{service.url}/{name}", "keys": keys}

    def read(self, sent: Sent) -> dict[str, Any]:
        """Decrypt a message, as the browser does."""
        opened = http_ece.decrypt(sent.body, private_key=self._key, auth_secret=self._auth)
        return json.loads(opened)

    @property
    def messages(self) -> list[dict[str, Any]]:
        return [self.read(one) for one in self.service.sent if one.device == self.name]


class PushService:
    """Takes what is sent, and answers as it is told to."""

    def __init__(self) -> None:
        self.sent: list[Sent] = []
        self.status = 201
        self.url = ""

    async def take(self, request: web.Request) -> web.Response:
        headers = {name.lower(): value for name, value in request.headers.items()}
        self.sent.append(Sent(request.path[1:], headers, await request.read()))
        return web.Response(status=self.status, headers={"Location": f"{self.url}/elsewhere"})

    async def until(self, count: int) -> None:
        """Wait until this many messages have come."""
        await eventually(lambda: len(self.sent) >= count)


@asynccontextmanager
async def push_service() -> AsyncIterator[PushService]:
    service = PushService()
    app = web.Application()
    app.router.add_post("/{device:.*}", service.take)
    server = TestServer(app, host="127.0.0.1")
    await server.start_server()
    service.url = str(server.make_url("")).rstrip("/")
    try:
        yield service
    finally:
        await server.close()
