"""Opens a table: checks what its host wants, and writes it as the beginning of a log."""

from __future__ import annotations

import asyncio
import secrets
from collections.abc import Iterable, Sequence
from typing import NamedTuple

from tacit.core.plug import every_game
from tacit.core.rulebook import Refused
from tacit.server.ops.logs import fingerprint, note, reason
from tacit.server.tables.live.tools import Tools
from tacit.server.tables.refusals import TablesError
from tacit.server.tables.stored_log import stored_turn
from tacit.store.store import Conflict, StoreError
from tacit.store.turns import Turn
from tacit.table.decide.context import GIVEN_DEAL
from tacit.table.decide.first_entries import first_entries
from tacit.table.decide.host import check_settings
from tacit.table.decide.requests import AnyRequest, kind_of
from tacit.table.log.records import Opened, PersonId, Settings, WhatIf, encode
from tacit.table.log.turns import by_correspondence

TABLE_NAME_BYTES = 12
"""A table's name is its invitation: 96 random bits."""


class Opening(NamedTuple):
    """A table as its host wants it."""

    game: str
    settings: Settings
    requests: Sequence[AnyRequest]
    """The requests of its host; they begin with a join."""
    what_if: WhatIf | None = None
    label: str = ""
    """What its games belong to: see `Opened.label`."""
    deal: GivenDeal | None = None


class GivenDeal(NamedTuple):
    """A deal that others play, too: one game begins at once, with everyone in their seat."""

    name: str
    """The table's: the same deal for the same players is the same table."""
    seed: bytes
    others: Sequence[tuple[PersonId, AnyRequest]] = ()
    """What the players besides the host ask for, after the host has joined."""
    until: int = 0
    """When its time is up, in milliseconds since 1970; 0 is never."""


def check_opening(wanted: Opening) -> None:
    """Raise a TablesError if there is no such game, or not with such settings."""
    if wanted.game not in every_game():
        known = " and ".join(every_game())
        raise TablesError(Refused("no-such-game", "The games are {known}.", {"known": known}))
    refused = check_settings(wanted.game, wanted.settings)
    if refused is not None:
        raise TablesError(refused)


async def write_opening(wanted: Opening, host: PersonId, tools: Tools) -> tuple[str, list[bytes]]:
    """Write a new table's log; return its name and the log, or raise a TablesError."""
    deal, now = wanted.deal, tools.clock()
    opened = Opened(
        game=wanted.game,
        seed=(tools.new_seed() if deal is None else deal.seed).hex(),
        settings=wanted.settings,
        at=now,
        what_if=wanted.what_if,
        label=wanted.label,
        given=deal is not None,
        until=0 if deal is None or not deal.until else max(1, deal.until - now),
    )
    requests = _in_order(wanted, host)
    entries = first_entries(opened, requests, tools.new_seed)
    if isinstance(entries, Refused):
        raise TablesError(entries)
    log = [encode(entry) for entry in entries]
    name = secrets.token_urlsafe(TABLE_NAME_BYTES) if deal is None else deal.name
    turn = stored_turn(log) if by_correspondence(wanted.settings) else None
    await _append(name, log, {person for person, _ in requests}, tools, turn)
    for _, request in requests:
        tools.metrics.moves.answered(kind_of(request))
    note("table_opened", table=fingerprint(name), game=wanted.game)
    return name, log


def _in_order(wanted: Opening, host: PersonId) -> list[tuple[PersonId, AnyRequest]]:
    """Return all requests: the host joins, then the others, and the host's last is the start."""
    first, *then = [(host, request) for request in wanted.requests]
    return [first, *(() if wanted.deal is None else wanted.deal.others), *then]


async def _append(
    name: str, log: list[bytes], people: Iterable[PersonId], tools: Tools, turn: Turn | None
) -> None:
    written: asyncio.Future[StoreError | None] = asyncio.get_running_loop().create_future()

    def tell(error: StoreError | None) -> None:
        if not written.done():  # the request may be cancelled
            written.set_result(error)

    def done(error: StoreError | None) -> None:
        tools.loop_bridge.report(lambda: tell(error))

    tools.store.append(name, 0, log, done, people=dict.fromkeys(people, True), turn=turn)
    error = await written
    if isinstance(error, Conflict):
        raise TablesError(GIVEN_DEAL)  # it was opened before
    if error is not None:
        note("not_saved", table=fingerprint(name), error=reason(error, name))
        raise TablesError(Refused("not-saved", "The table could not be saved. Try again later."))
