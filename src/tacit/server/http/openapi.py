"""The OpenAPI description of the HTTP API, made of what the handlers declare."""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import cache
from types import FunctionType
from typing import Any

import msgspec
from aiohttp import web

from tacit import __version__
from tacit.core.plug import every_game
from tacit.server.http.admin import page as admin
from tacit.server.http.api import (
    calls,
    erasure,
    games,
    health,
    hooks,
    me,
    my_games,
    puzzles,
    replays,
    rooms,
    sign_in,
    tables,
)
from tacit.server.http.api.club import (
    daily,
    evening_guests,
    evening_list,
    evening_rounds,
    evenings,
    group_daily,
    groups,
)
from tacit.server.http.api.records import Problem
from tacit.server.http.base_path import at
from tacit.server.http.routes import ANY_OBJECT, Route, Routes, Schema

ROUTES = Routes()
_NAME = {"type": "string", "minLength": 1, "maxLength": 64}
_NUMBER = {"type": "integer", "minimum": 0, "maximum": 999999}


def describe(base: str = "") -> dict[str, Any]:
    """Return the OpenAPI 3.1 description of a site below a path."""
    described = _Description(API)
    paths: dict[str, Any] = {}
    for route in described.routes:
        at_path = paths.setdefault(route.described_path, {})
        at_path[route.method.lower()] = described.operation(route)
    return {
        "openapi": "3.1.0",
        "info": {"title": "Tacit", "version": __version__},
        "servers": [{"url": base or "/"}],
        "paths": paths,
        "components": {"schemas": described.components},
    }


class _Description:
    def __init__(self, routes: list[Route]) -> None:
        self.routes = [route._replace(**_resolved(route)) for route in routes]
        types = {Problem: None}  # a dict keeps their order
        for route in self.routes:
            for schema in (*_choices(route.body), route.answer, *route.also.values()):
                if schema is not None and not isinstance(schema, dict):
                    types[schema] = None
        schemas, self.components = msgspec.json.schema_components(
            types, ref_template="#/components/schemas/{name}"
        )
        self._by_type = dict(zip(types, schemas, strict=True))

    def operation(self, route: Route) -> dict[str, Any]:
        problem = self._json("Why it was not done.", Problem)
        responses = {str(route.status): self._json("Done.", route.answer)}
        responses |= {str(status): problem for status in route.refusals}
        responses |= {
            str(status): self._json("Not now.", schema) for status, schema in route.also.items()
        }
        found: dict[str, Any] = {"summary": route.summary, "responses": responses}
        parameters = [
            {"name": name, "in": "path", "required": True, "schema": _of_path(name)}
            for name in re.findall(r"\{(\w+)\}", route.described_path)
        ]
        parameters += [
            {"name": name, "in": "query", "required": False, "schema": schema}
            for name, schema in route.query.items()
        ]
        if parameters:
            found["parameters"] = parameters
        if route.body is not None:
            schema = {"anyOf": [self._by_type[kind] for kind in _choices(route.body)]}
            content = {"application/json": {"schema": schema}}
            found["requestBody"] = {"required": True, "content": content}
        return found

    def _json(self, description: str, schema: Schema) -> dict[str, Any]:
        if schema is None:
            return {"description": description}
        shown = schema if isinstance(schema, dict) else self._by_type[schema]
        return {"description": description, "content": {"application/json": {"schema": shown}}}


def _resolved(route: Route) -> dict[str, Schema]:
    """Return the schemas that depend on the games that are plugged in."""
    given = {"body": route.body, "answer": route.answer}
    return {name: one() for name, one in given.items() if isinstance(one, FunctionType)}


def _choices(body: Schema) -> Sequence[Schema]:
    return body if isinstance(body, tuple) else (body,)


def _of_path(name: str) -> dict[str, Any]:
    if name == "game":
        return {"enum": list(every_game())}
    return _NUMBER if name == "number" else _NAME


@ROUTES.get("/api/openapi.json", "This description.", answer=ANY_OBJECT)
async def openapi(request: web.Request) -> web.Response:
    """Send the description."""
    body = _encoded(at(request, ""), tuple(every_game()))
    return web.Response(body=body, content_type="application/json")


@cache
def _encoded(base: str, _games: tuple[str, ...]) -> bytes:
    """Return the description as it is sent: making it takes longer than most requests do."""
    return msgspec.json.encode(describe(base))


_PARTS = (
    tables,
    groups,
    group_daily,
    evenings,
    evening_guests,
    evening_list,
    evening_rounds,
    daily,
    puzzles,
    replays,
    rooms,
    me,
    calls,
    hooks,
    my_games,
    sign_in,
    erasure,
    admin,
    games,
    health,
)
API = [route for routes in (*(part.ROUTES for part in _PARTS), ROUTES) for route in routes]
"""Every route for programs. Pages have none of this: they are for people."""
