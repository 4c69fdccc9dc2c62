"""The description of the HTTP API, from the same types that read and write it."""

from __future__ import annotations

from typing import Any

import msgspec
from aiohttp import web

from tacit import __version__
from tacit.server.api import (
    DoorAnswer,
    JoinTable,
    LinkAnswer,
    MeAnswer,
    NewTable,
    Problem,
    TableAnswer,
    UseLink,
)
from tacit.server.house import LobbyTable

_TYPES = (
    NewTable,
    JoinTable,
    UseLink,
    Problem,
    TableAnswer,
    DoorAnswer,
    MeAnswer,
    LinkAnswer,
    list[LobbyTable],
)
_TABLE = {
    "name": "table",
    "in": "path",
    "required": True,
    "schema": {"type": "string", "minLength": 1, "maxLength": 64},
}
_NUMBER = {
    "name": "number",
    "in": "path",
    "required": True,
    "schema": {"type": "integer", "minimum": 0, "maximum": 999999},
}


def describe() -> dict[str, Any]:
    """Return the OpenAPI 3.1 description."""
    schemas, components = msgspec.json.schema_components(
        _TYPES, ref_template="#/components/schemas/{name}"
    )
    by_type = dict(zip(_TYPES, schemas, strict=True))
    problem = _json("Why it was not done.", by_type[Problem])

    def operation(  # noqa: PLR0913
        summary: str,
        *,
        body: Any = None,
        status: str = "200",
        answer: Any = None,
        parameters: tuple[Any, ...] = (),
        problems: tuple[str, ...] = (),
    ) -> dict[str, Any]:
        done: dict[str, Any] = {"description": "Done."}
        if answer is not None:
            done = _json("Done.", by_type.get(answer, answer))
        failures = dict.fromkeys(("429", *problems), problem)
        described: dict[str, Any] = {"summary": summary, "responses": {status: done, **failures}}
        if parameters:
            described["parameters"] = list(parameters)
        if body is not None:
            content = {"application/json": {"schema": by_type[body]}}
            described["requestBody"] = {"required": True, "content": content}
        return described

    return {
        "openapi": "3.1.0",
        "info": {"title": "Tacit", "version": __version__},
        "paths": {
            "/api/tables": {
                "get": operation("The public tables.", answer=list[LobbyTable]),
                "post": operation(
                    "Open a table, sit down, and with bots and `start` begin at once.",
                    body=NewTable,
                    status="201",
                    answer=TableAnswer,
                    problems=("400", "403", "409", "413", "503"),
                ),
            },
            "/api/tables/{table}": {
                "get": operation(
                    "A table from outside.",
                    answer=DoorAnswer,
                    parameters=(_TABLE,),
                    problems=("404",),
                )
            },
            "/api/tables/{table}/join": {
                "post": operation(
                    "Come to a table.",
                    body=JoinTable,
                    answer=TableAnswer,
                    parameters=(_TABLE,),
                    problems=("400", "403", "404", "409", "413", "503"),
                )
            },
            "/api/tables/{table}/games/{number}": {
                "get": operation(
                    "The replay of a finished game, as a file.",
                    answer={"type": "object"},
                    parameters=(_TABLE, _NUMBER),
                    problems=("404",),
                )
            },
            "/api/me": {"get": operation("Who you are, and your tables.", answer=MeAnswer)},
            "/api/me/link": {
                "post": operation(
                    "A link that moves you to another device, once.",
                    status="201",
                    answer=LinkAnswer,
                    problems=("401", "403"),
                )
            },
            "/api/me/device": {
                "post": operation(
                    "Become, on this device, whoever made the link.",
                    body=UseLink,
                    answer=MeAnswer,
                    problems=("400", "403", "410", "413"),
                )
            },
            "/healthz": {"get": operation("Whether the site is well.", answer={"type": "object"})},
        },
        "components": {"schemas": components},
    }


def _json(description: str, schema: Any) -> dict[str, Any]:
    return {"description": description, "content": {"application/json": {"schema": schema}}}


async def openapi(_request: web.Request) -> web.Response:
    """GET /api/openapi.json."""
    body = msgspec.json.encode(describe())
    return web.Response(body=body, content_type="application/json")


ROUTES = [web.get("/api/openapi.json", openapi)]
