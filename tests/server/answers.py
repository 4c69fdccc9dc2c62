"""Asking the site over HTTP, and whole answers."""

from __future__ import annotations

import asyncio
import json
from typing import Any

import aiohttp
from yarl import URL

from tests.server.client import Person
from tests.server.sites import Inside

NEW = {"game": "mindup", "name": "Ann"}
"""A table to open, when it does not matter which."""


class Answer:
    """A whole response."""

    def __init__(self, response: aiohttp.ClientResponse, body: bytes) -> None:
        self.status = response.status
        self.headers = response.headers
        self.cookies = response.cookies
        self.body = body

    @property
    def json(self) -> Any:
        return json.loads(self.body)

    @property
    def problem(self) -> tuple[int, str]:
        """Status and key of a refusal, which also has to say something to people."""
        assert {"key", "text"} <= set(self.json) <= {"key", "text", "details"}
        assert self.json["text"].endswith(".")
        assert "{" not in self.json["text"] or self.status == 400
        return self.status, self.json["key"]


async def call(site: Inside, method: str, path: str, **rest: Any) -> Answer:
    """Ask as nobody in particular: no cookie but those given."""
    jar = aiohttp.DummyCookieJar()
    async with (
        aiohttp.ClientSession(cookie_jar=jar) as http,
        http.request(method, URL(site.url + path, encoded=True), **rest) as response,
    ):
        return Answer(response, await response.read())


async def of(person: Person, method: str, path: str, **rest: Any) -> Answer:
    """Ask as a guest, with their cookie."""
    async with person.http.request(method, person.url + path, **rest) as response:
        return Answer(response, await response.read())


async def made(person: Person, path: str) -> Answer:
    """Ask for what a worker may still be making: again when the site says so, as the app does."""
    async with asyncio.timeout(60):
        while (answer := await of(person, "GET", path)).status == 503:
            await asyncio.sleep(float(answer.headers["Retry-After"]))
    assert answer.status == 200, answer.body
    return answer
