"""The description of the HTTP API, from the same types that read and write it."""

from __future__ import annotations

import functools
import operator
from collections.abc import Callable
from functools import cache
from typing import Any

import msgspec
from aiohttp import web

from tacit import __version__
from tacit.core.plug import every_game
from tacit.log.replay import Document
from tacit.log.verify import Verdict
from tacit.server.history.my_games import MyGames, MyRecords
from tacit.server.history.reviews import Far
from tacit.server.http.admin.records import (
    AdminAction,
    AdminAnnounce,
    AdminAnswer,
    AdminDone,
    AdminDoors,
    AdminLook,
    AdminSession,
    AdminSignIn,
)
from tacit.server.http.api.records import (
    AddPasskey,
    AnnouncementAnswer,
    Answer,
    CodeAnswer,
    Credential,
    DeviceAnswer,
    DoorAnswer,
    EndDevices,
    Ended,
    Forget,
    ForgetAnswer,
    ForgetLook,
    JoinTable,
    KeepName,
    KeptAnswer,
    LinkAnswer,
    LinkLook,
    MeAnswer,
    MovedAnswer,
    NewTable,
    Problem,
    RemovePasskey,
    ResearchAnswer,
    RoomAnswer,
    TableAnswer,
    UseCode,
    UseLink,
)
from tacit.server.http.api.replays import MINE
from tacit.server.http.base_path import at
from tacit.server.tables.lobby import LobbyTable
from tacit.table.conduct import conduct_of

_TYPES = (
    AdminAction,
    AdminAnnounce,
    AdminAnswer,
    AdminDone,
    AdminDoors,
    AdminLook,
    AdminSession,
    AdminSignIn,
    AnnouncementAnswer,
    NewTable,
    JoinTable,
    UseLink,
    Problem,
    TableAnswer,
    DoorAnswer,
    MeAnswer,
    MovedAnswer,
    LinkAnswer,
    list[LobbyTable],
    EndDevices,
    LinkLook,
    list[DeviceAnswer],
    Ended,
    MyGames,
    MyRecords,
    KeepName,
    KeptAnswer,
    AddPasskey,
    Credential,
    RemovePasskey,
    CodeAnswer,
    UseCode,
    Answer,
    ResearchAnswer,
    Forget,
    ForgetLook,
    ForgetAnswer,
    RoomAnswer,
    Far,
    Document,
    Verdict,
)
_TABLE = {
    "name": "table",
    "in": "path",
    "required": True,
    "schema": {"type": "string", "minLength": 1, "maxLength": 64},
}
_TOKEN = _TABLE | {"name": "token"}
_ROOM = _TABLE | {"name": "room"}
_NUMBER = {
    "name": "number",
    "in": "path",
    "required": True,
    "schema": {"type": "integer", "minimum": 0, "maximum": 999999},
}
_SEAT = {
    "name": "seat",
    "in": "query",
    "required": False,
    "schema": {"type": "integer", "minimum": 0, "maximum": 5},
}
_SEAT_OR_MINE = _SEAT | {"schema": {"oneOf": [_SEAT["schema"], {"const": MINE}]}}


def _tempi() -> Any:
    """Return the type of what a table tells of everybody's tempo; None if no game listens."""
    heard = {conduct_of(game).tempi_type for game in every_game()} - {None}
    return functools.reduce(operator.or_, heard) if heard else None


def _asked(name: str, kind: str) -> dict[str, Any]:
    return {"name": name, "in": "query", "required": False, "schema": {"type": kind}}


_WISH = (
    _asked("game", "string"),
    _asked("with", "string"),
    _asked("since", "integer"),
    _asked("until", "integer"),
)
_HEALTH = {
    "type": "object",
    "properties": {"ok": {"type": "boolean"}, "reason": {"type": "string"}},
    "required": ["ok"],
}


def _admin(operation: Callable[..., dict[str, Any]]) -> dict[str, Any]:
    """Return the host's own API; without a token there is none."""
    refused = ("401", "403", "404", "503")

    def post(summary: str, body: Any, answer: Any, *problems: str) -> dict[str, Any]:
        failures = ("400", "413", *refused, *problems)
        return {"post": operation(summary, body=body, answer=answer, problems=failures)}

    return {
        "/api/admin": {
            "get": operation(
                "For the host: all tables and who is there.", answer=AdminAnswer, problems=refused
            )
        },
        "/api/admin/session": {
            "get": operation(
                "Whether this browser is signed in as the host.",
                answer=AdminSession,
                problems=("404",),
            )
        },
        "/api/admin/sign-in": post("Sign in as the host.", AdminSignIn, AdminSession),
        "/api/admin/sign-out": {
            "post": operation("Sign out.", answer=AdminSession, problems=refused)
        },
        "/api/admin/find": post("Find tables by a link or a name.", AdminLook, AdminAnswer),
        "/api/admin/tables": post(
            "End a table; mute or remove a guest there.", AdminAction, AdminDone, "409"
        ),
        "/api/admin/doors": post("Close or open the doors.", AdminDoors, AdminDoors),
        "/api/admin/announcement": post(
            "Announce something to everybody.", AdminAnnounce, AnnouncementAnswer
        ),
    }


def describe(base: str = "") -> dict[str, Any]:
    """Return the OpenAPI 3.1 description of a site below a path."""
    pads = [rules.PAD.given for rules in every_game().values() if rules.PAD is not None]
    tempi = _tempi()
    types = (*_TYPES, *pads, *(() if tempi is None else (tempi,)))
    schemas, components = msgspec.json.schema_components(
        types, ref_template="#/components/schemas/{name}"
    )
    by_type = dict(zip(types, schemas, strict=True))
    game = _TABLE | {"name": "game", "schema": {"enum": list(every_game())}}
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
            done = _json("Done.", answer if isinstance(answer, dict) else by_type[answer])
        failures = dict.fromkeys(("421", "429", *problems), problem)
        described: dict[str, Any] = {"summary": summary, "responses": {status: done, **failures}}
        if parameters:
            described["parameters"] = list(parameters)
        if body is not None:
            kinds = body if isinstance(body, tuple) else (body,)
            schema = {"anyOf": [by_type[kind] for kind in kinds]}
            content = {"application/json": {"schema": schema}}
            described["requestBody"] = {"required": True, "content": content}
        return described

    health = operation("Whether the site is well.", answer=_HEALTH)
    health["responses"]["503"] = _json("Why it is not, in a word.", _HEALTH)
    ready = operation("Whether the site takes new visitors.", answer=_HEALTH)
    ready["responses"]["503"] = _json("It is stopping, or cannot save games.", _HEALTH)
    live = operation("Whether the site answers, also without its database.", answer=_HEALTH)
    live["responses"]["503"] = _json("It is stopping.", _HEALTH)
    review = operation(
        "What a game's picks or plays were worth (docs/review.md), or how far that is.",
        answer={"type": "object"},
        parameters=(_TABLE, _NUMBER),
        problems=("404", "503"),
    )
    review["responses"]["202"] = _json("It is being made.", by_type[Far])
    picture = operation(
        "A picture of the result, 1200 × 630.",
        parameters=(_TABLE, _NUMBER),
        problems=("404", "503"),
    )
    return {
        "openapi": "3.1.0",
        "info": {"title": "Tacit", "version": __version__},
        "servers": [{"url": base or "/"}],
        "paths": {
            "/api/tables": {
                "get": operation("The public tables.", answer=list[LobbyTable]),
                "post": operation(
                    "Open a table, sit down, and with bots and `start` begin at once.",
                    body=NewTable,
                    status="201",
                    answer=TableAnswer,
                    problems=("400", "403", "404", "409", "413", "503"),
                ),
            },
            "/api/tables/{table}": {
                "get": operation(
                    "A table from outside.",
                    answer=DoorAnswer,
                    parameters=(_TABLE,),
                    problems=("404", "410", "503"),
                )
            },
            "/api/tables/{table}/join": {
                "post": operation(
                    "Come to a table.",
                    body=JoinTable,
                    answer=TableAnswer,
                    parameters=(_TABLE,),
                    problems=("400", "403", "404", "409", "410", "413", "503"),
                )
            },
            "/api/tables/{table}/games/{number}": {
                "get": operation(
                    "The replay of a finished game, as a file.",
                    answer={"type": "object"},
                    parameters=(_TABLE, _NUMBER),
                    problems=("404", "503"),
                )
            },
            "/api/tables/{table}/games/{number}/tape": {
                "get": operation(
                    "A finished game as it was told to a seat (`mine`: yours), or to a spectator.",
                    answer={"type": "object"},
                    parameters=(_TABLE, _NUMBER, _SEAT_OR_MINE),
                    problems=("400", "404", "413", "503"),
                )
            },
            "/api/tables/{table}/games/{number}/review": {"get": review},
            "/api/tables/{table}/games/{number}/picture.png": {"get": picture},
            "/api/tables/{table}/games/{number}/together": {
                "post": operation(
                    "A room in which a finished game is watched together.",
                    status="201",
                    answer=RoomAnswer,
                    parameters=(_TABLE, _NUMBER),
                    problems=("403", "404", "503"),
                )
            },
            "/api/tables/{table}/games/{number}/together/{room}": {
                "get": operation(
                    "Whether one can come to a room.",
                    answer=RoomAnswer,
                    parameters=(_TABLE, _NUMBER, _ROOM),
                    problems=("404", "503"),
                )
            },
            "/api/replays/tape": {
                "post": operation(
                    "The same of a replay file that is sent.",
                    body=Document,
                    answer={"type": "object"},
                    parameters=(_SEAT,),
                    problems=("400", "403", "413", "503"),
                )
            },
            "/api/replays/verify": {
                "post": operation(
                    "Whether a replay file is true, as for `tacit verify`.",
                    body=Document,
                    answer=Verdict,
                    problems=("400", "403", "413", "503"),
                )
            },
            "/api/tables/{table}/tempi": {
                "get": operation(
                    "What a listening bot made of everybody's tempo, up to the last level's end.",
                    answer=tempi,
                    parameters=(_TABLE,),
                    problems=("403", "404", "410", "503"),
                )
            },
            "/api/me": {
                "get": operation(
                    "Who you are, and your tables.", answer=MeAnswer, problems=("503",)
                )
            },
            "/api/me/games": {
                "get": operation(
                    "The games you finished here, the last one first, fifty at a time.",
                    answer=MyGames,
                    parameters=(*_WISH, _asked("first", "integer")),
                    problems=("400", "503"),
                )
            },
            "/api/me/records": {
                "get": operation(
                    "Your records by game and number of players, ratings, and timing.",
                    answer=MyRecords,
                    parameters=_WISH,
                    problems=("400", "503"),
                )
            },
            "/api/me/link": {
                "post": operation(
                    "A link that moves you to another device, once.",
                    status="201",
                    answer=LinkAnswer,
                    problems=("401", "403", "409", "503"),
                )
            },
            "/api/me/device": {
                "post": operation(
                    "Become, on this device, whoever made the link.",
                    body=UseLink,
                    answer=MovedAnswer,
                    problems=("400", "403", "410", "413", "503"),
                )
            },
            "/api/me/device/{token}": {
                "get": operation(
                    "What using a link would do, without using it.",
                    answer=LinkLook,
                    parameters=(_TOKEN,),
                    problems=("410", "503"),
                )
            },
            "/api/me/devices": {
                "get": operation("Your devices.", answer=list[DeviceAnswer], problems=("503",))
            },
            "/api/me/devices/end": {
                "post": operation(
                    "End one of your devices, or all others: their cookies are refused.",
                    body=EndDevices,
                    answer=Ended,
                    problems=("400", "401", "403", "413", "503"),
                )
            },
            "/api/me/kept": {
                "get": operation(
                    "Your passkeys, and whether you have a recovery code.",
                    answer=KeptAnswer,
                    problems=("503",),
                ),
                "post": operation(
                    "Keep what you are called, if you have a passkey or a recovery code.",
                    body=KeepName,
                    answer=KeptAnswer,
                    problems=("400", "401", "403", "413", "503"),
                ),
            },
            "/api/me/passkeys/ask": {
                "post": operation(
                    "What a browser needs to make you a passkey (WebAuthn's creation options).",
                    body=KeepName,
                    answer={"type": "object"},
                    problems=("400", "401", "403", "409", "413", "503"),
                )
            },
            "/api/me/passkeys": {
                "post": operation(
                    "Add the passkey that was made.",
                    body=AddPasskey,
                    status="201",
                    answer=KeptAnswer,
                    problems=("400", "401", "403", "409", "410", "413", "503"),
                )
            },
            "/api/me/passkeys/remove": {
                "post": operation(
                    "Remove one of your passkeys.",
                    body=RemovePasskey,
                    answer=KeptAnswer,
                    problems=("400", "401", "403", "413", "503"),
                )
            },
            "/api/me/code": {
                "post": operation(
                    "A new recovery code, told once; the one before is void.",
                    body=KeepName,
                    status="201",
                    answer=CodeAnswer,
                    problems=("400", "401", "403", "413", "503"),
                )
            },
            "/api/me/research": {
                "get": operation(
                    "Whether researchers may use your games, without your name.",
                    answer=ResearchAnswer,
                ),
                "post": operation(
                    "Say whether they may; the last answer counts.",
                    body=Answer,
                    answer=ResearchAnswer,
                    problems=("400", "401", "403", "413", "503"),
                ),
            },
            "/api/me/forget/ask": {
                "post": operation(
                    "What having yourself deleted would do, and a ticket for it.",
                    answer=ForgetLook,
                    problems=("401", "403", "503"),
                )
            },
            "/api/me/forget": {
                "post": operation(
                    "Have yourself deleted. It cannot be undone.",
                    body=Forget,
                    answer=ForgetAnswer,
                    problems=("400", "401", "403", "410", "413", "503"),
                )
            },
            "/api/sign-in/ask": {
                "post": operation(
                    "What a browser needs to let you choose a passkey (WebAuthn's options).",
                    answer={"type": "object"},
                    problems=("403", "409", "503"),
                )
            },
            "/api/sign-in/passkey": {
                "post": operation(
                    "A link that makes this device yours, for a passkey.",
                    body=Credential,
                    status="201",
                    answer=LinkAnswer,
                    problems=("400", "403", "409", "410", "413", "503"),
                )
            },
            "/api/sign-in/code": {
                "post": operation(
                    "The same for a recovery code.",
                    body=UseCode,
                    status="201",
                    answer=LinkAnswer,
                    problems=("400", "403", "413", "503"),
                )
            },
            **_admin(operation),
            "/api/score/{game}": {
                "post": operation(
                    "The score pad: finished tableaux or a blind pile, as for `tacit score`.",
                    body=tuple(pads),
                    answer={"type": "object"},
                    parameters=(game,),
                    problems=("400", "403", "404", "413"),
                )
            },
            "/api/box": {
                "get": operation(
                    "The level cards of The Mind Extreme; the bots: who is there, busy, warming.",
                    answer={"type": "object"},
                )
            },
            "/api/openapi.json": {"get": operation("This description.", answer={"type": "object"})},
            "/healthz": {"get": health},
            "/readyz": {"get": ready},
            "/livez": {"get": live},
            "/.well-known/security.txt": {
                "get": operation(
                    "Where to report a vulnerability (RFC 9116), as text.", problems=("404",)
                )
            },
            "/metrics": {"get": operation("Figures for Prometheus, as text.")},
            "/ws/{table}": {
                "get": operation(
                    "A line to a table: a WebSocket. docs/protocol.md tells what is said on it.",
                    parameters=(_TABLE,),
                    status="101",
                    problems=("400", "401", "403", "404", "410", "503"),
                )
            },
            "/ws/{table}/games/{number}/together/{room}": {
                "get": operation(
                    "A line to a room: a WebSocket, as docs/protocol.md tells.",
                    parameters=(_TABLE, _NUMBER, _ROOM),
                    status="101",
                    problems=("400", "401", "403", "404", "503"),
                )
            },
        },
        "components": {"schemas": components},
    }


def _json(description: str, schema: Any) -> dict[str, Any]:
    return {"description": description, "content": {"application/json": {"schema": schema}}}


async def openapi(request: web.Request) -> web.Response:
    """GET /api/openapi.json."""
    return web.Response(
        body=_described(at(request, ""), tuple(every_game())), content_type="application/json"
    )


@cache
def _described(base: str, _games: tuple[str, ...]) -> bytes:
    """Return the description as it is sent: making it takes longer than most requests do."""
    return msgspec.json.encode(describe(base))


ROUTES = [web.get("/api/openapi.json", openapi)]
