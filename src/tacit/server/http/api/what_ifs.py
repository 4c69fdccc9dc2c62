"""What if: a new table that goes on from a turn of a finished game."""

from __future__ import annotations

from functools import partial
from itertools import count

from aiohttp import web
from msgspec.structs import replace

from tacit.core.chance import Chance, mix
from tacit.core.rulebook import Refused
from tacit.log.replay import digest_of, load
from tacit.server.club.daily import DAILY_OPEN
from tacit.server.club.evenings import EVENING_OPEN
from tacit.server.http.api.records import GoOnFrom, NewTable
from tacit.server.http.api.replays import found, think
from tacit.server.http.replies import Refusal
from tacit.server.site import SITE
from tacit.server.tables.opening import Opening
from tacit.server.tables.refusals import TablesError
from tacit.table.conduct import conduct_of
from tacit.table.decide.requests import AddBot, AnyRequest, Join, Sit, Start
from tacit.table.log.records import WhatIf

_NOWHERE = Refused("no-what-if", "No game can go on from that turn.")


async def opening(request: web.Request, wanted: NewTable, place: GoOnFrom) -> Opening:
    """Return the table to open; TablesError or Refusal if the game was never there."""
    if request.app[SITE].daily.is_going_on(place.table):
        raise Refusal(DAILY_OPEN, 403)  # its guests would know the cards
    if await request.app[SITE].evenings.is_going_on(place.table):
        raise Refusal(EVENING_OPEN, 403)
    body = (await found(request, place.table, place.number)).body.rstrip(b"\n")
    what_if = await think(request, partial(_position, body, wanted.game, place.place))
    if what_if is None or not 0 <= place.seat < what_if.players:
        raise TablesError(_NOWHERE)
    own = conduct_of(wanted.game).table_settings(what_if.settings)
    settings = replace(wanted.settings, **own)
    return Opening(wanted.game, settings, _requests(wanted, place.seat), what_if)


def _position(line: bytes, game: str, place: tuple[int, ...]) -> WhatIf | None:
    replay = load(line)
    rules = replay.rules
    if game != rules.NAME:
        return None
    setup = rules.draw(replay.settings, Chance(mix(replay.seed, replay.contributions)))
    state = rules.initial(setup)
    for event in replay.events:
        state = rules.evolve(state, event)
    settings = conduct_of(game).what_if(state, place, digest_of(line))
    return None if settings is None else WhatIf(place=place, settings=settings)


def _requests(wanted: NewTable, seat: int) -> list[AnyRequest]:
    """Return the host's requests: the seat they chose, and bots in the first others."""
    seats = (other for other in count() if other != seat)  # beyond the last, the table refuses
    return [
        Join(name=wanted.name, contribution=wanted.contribution, watch=True, mark=wanted.mark),
        Sit(seat=seat),
        *(AddBot(seat=other, bot=bot) for other, bot in zip(seats, wanted.bots, strict=False)),
        *([Start()] if wanted.start else ()),
    ]
