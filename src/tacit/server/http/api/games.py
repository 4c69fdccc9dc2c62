"""The games of this site: the score pad, and what is in the box."""

from __future__ import annotations

from typing import Any

from aiohttp import web

from tacit.bots.asking import asking_of
from tacit.bots.registry import offered
from tacit.core.pad import PadError, score
from tacit.core.plug import every_game
from tacit.server.http.replies import BadBody, read, reply
from tacit.server.http.routes import ANY_OBJECT, Routes
from tacit.server.site import SITE

ROUTES = Routes()


def _pads() -> tuple[Any, ...]:
    return tuple(rules.PAD.given for rules in every_game().values() if rules.PAD is not None)


@ROUTES.post(
    "/api/score/{game}",
    "The score pad: finished tableaux or a blind pile, as for `tacit score`.",
    body=_pads,
    answer=ANY_OBJECT,
    problems=(404,),
)
async def score_pad(request: web.Request) -> web.Response:
    """Score what lies on a real table."""
    rules = every_game().get(request.match_info["game"])
    if rules is None:
        raise web.HTTPNotFound
    try:
        return reply(score(rules.PAD, await read(request)))
    except PadError as error:
        raise BadBody(str(error)) from None


@ROUTES.get(
    "/api/box",
    "The level cards of The Mind Extreme; the bots: which there are, are busy, are warming up.",
    answer=ANY_OBJECT,
)
async def box(request: web.Request) -> web.Response:
    """Tell what each game prints on its cards, and which bots may sit down."""
    found: dict[str, Any] = {}
    for rules in every_game().values():
        found |= rules.BOX
    bots = {game: offered(game) for game in every_game()}
    site = request.app[SITE]
    compiled = {bot for game in every_game() for bot in asking_of(game).compiled}
    warming = sorted(compiled) if site.bot_pools.workers.is_getting_ready else []
    return reply(found | {"bots": bots, "busy": site.hard_bots.busy, "warming": warming})
