"""How a handler declares its route: the app's router and the OpenAPI description are made of it."""

from __future__ import annotations

import re
from collections.abc import Awaitable, Callable, Mapping
from typing import Any, NamedTuple, TypeAlias

from aiohttp import web

Handler: TypeAlias = Callable[[web.Request], Awaitable[web.StreamResponse]]
Schema: TypeAlias = Any
"""A type that msgspec knows, a JSON schema, or None for no JSON; or a function that returns one of
these when the description is made, after the games are plugged in."""
ANY_OBJECT: Schema = {"type": "object"}
_PATTERN = re.compile(r"\{(\w+):(?:[^{}]|\{[^{}]*\})+\}")


class Route(NamedTuple):
    """A route of the API, and what the description promises of it."""

    method: str
    path: str
    """As aiohttp matches it: `{name}` or `{name:pattern}`."""
    summary: str
    handler: Handler
    body: Schema = None
    answer: Schema = None
    status: int = 200
    query: Mapping[str, Schema] = {}
    """JSON schemas of the parameters behind the question mark; all are optional."""
    problems: tuple[int, ...] = ()
    """Statuses with which the handler may refuse."""
    also: Mapping[int, Schema] = {}
    """Other answers, by status."""

    @property
    def refusals(self) -> tuple[int, ...]:
        """All statuses of refusals, with those of the guard and of reading a body."""
        by_guard = (403, 421, 429) if self.method == "POST" else (421, 429)
        return (*by_guard, *(() if self.body is None else (400, 413)), *self.problems)

    @property
    def described_path(self) -> str:
        """The path as OpenAPI writes it.

        >>> _PATTERN.sub(r"{\\1}", r"/t/{table}/{number:[0-9]{1,6}}")
        '/t/{table}/{number}'
        """
        return _PATTERN.sub(r"{\1}", self.path)


class Routes(list[Route]):
    """The routes of one part of the API.

    >>> ROUTES = Routes()
    >>> @ROUTES.get("/api/time", "What time it is.", answer=int)
    ... async def time(request): ...
    >>> [(route.method, route.path, route.refusals) for route in ROUTES]
    [('GET', '/api/time', (421, 429))]
    """

    def get(self, path: str, summary: str, **promise: Any) -> Callable[[Handler], Handler]:
        """Declare a GET route, with fields of `Route`, for the handler below."""
        return self._declare("GET", path, summary, promise)

    def post(self, path: str, summary: str, **promise: Any) -> Callable[[Handler], Handler]:
        """Declare a POST route, with fields of `Route`, for the handler below."""
        return self._declare("POST", path, summary, promise)

    def _declare(
        self, method: str, path: str, summary: str, promise: dict[str, Any]
    ) -> Callable[[Handler], Handler]:
        def add(handler: Handler) -> Handler:
            self.append(Route(method, path, summary, handler, **promise))
            return handler

        return add
