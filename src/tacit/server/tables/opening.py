"""Opens a table: checks what its host wants, and writes it as the beginning of a log."""

from __future__ import annotations

import asyncio
import secrets
from collections.abc import Sequence
from typing import NamedTuple

from tacit.core.plug import every_game
from tacit.core.rulebook import Refused
from tacit.server.ops.logs import fingerprint, note, reason
from tacit.server.tables.live import Tools
from tacit.server.tables.refusals import TablesError
from tacit.store.store import StoreError
from tacit.table.decide.host import check_settings
from tacit.table.decide.opening import first_entries
from tacit.table.decide.requests import AnyRequest, kind_of
from tacit.table.log.records import Opened, PersonId, Settings, WhatIf, encode

TABLE_NAME_BYTES = 12
"""A table's name is its invitation: 96 random bits."""


class Opening(NamedTuple):
    """A table as its host wants it."""

    game: str
    settings: Settings
    requests: Sequence[AnyRequest]
    what_if: WhatIf | None = None


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
    game, settings, requests, what_if = wanted
    opened = Opened(game, tools.new_seed().hex(), settings, tools.clock(), what_if)
    entries = first_entries(opened, host, requests, tools.new_seed)
    if isinstance(entries, Refused):
        raise TablesError(entries)
    log = [encode(entry) for entry in entries]
    name = secrets.token_urlsafe(TABLE_NAME_BYTES)
    await _append(name, log, host, tools)
    for request in requests:
        tools.metrics.moves.answered(kind_of(request))
    note("table_opened", table=fingerprint(name), game=game)
    return name, log


async def _append(name: str, log: list[bytes], host: PersonId, tools: Tools) -> None:
    written: asyncio.Future[StoreError | None] = asyncio.get_running_loop().create_future()

    def tell(error: StoreError | None) -> None:
        if not written.done():  # the request may be cancelled
            written.set_result(error)

    def done(error: StoreError | None) -> None:
        tools.loop_bridge.report(lambda: tell(error))

    tools.store.append(name, 0, log, done, people={host: True})
    error = await written
    if error is not None:
        note("not_saved", table=fingerprint(name), error=reason(error, name))
        raise TablesError(Refused("not-saved", "The table could not be saved. Try again later."))
