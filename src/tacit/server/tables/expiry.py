"""Tables expire: those without guests for long are closed in the store, a few at a time.

Their logs stay, and with them the replays of finished games; their links say that they have ended.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from concurrent.futures import Future
from typing import NamedTuple

import msgspec

from tacit.server.ops.logs import fingerprint, note, reason
from tacit.store.store import IdleTable, Store, StoreError
from tacit.table.log.journal import Journal
from tacit.table.log.records import Ended, Entry, Opened, decode, encode
from tacit.table.log.state import Stage, TableState

AT_ONCE = 20
"""Logs that are read in one go: more would be noticed by those who play."""
_DAY_US = 24 * 3600 * 1_000_000
"""In microseconds, as the store counts."""


class EndedTable(NamedTuple):
    """What is told about a table that has ended."""

    game: str
    at: int
    games: int
    by: str = ""
    """The site's "host" if the host ended it; empty if it expired."""


class Expiry:
    """Goes through the quiet tables from the oldest to the newest, again and again."""

    def __init__(self, store: Store, game_days: float, lobby_days: float) -> None:
        self._store = store
        self._game = int(game_days * _DAY_US)
        self._lobby = int(lobby_days * _DAY_US)
        self._looked = 0

    async def end_some(self, now: int, in_use: Callable[[str], bool]) -> int:
        """Look at the next quiet tables and end those that have expired; `now` in milliseconds."""
        before = now * 1000 - min(self._game, self._lobby)
        try:
            quiet = await asyncio.to_thread(self._store.idle_tables, self._looked, before, AT_ONCE)
        except StoreError:
            return 0  # players hear of it when they act
        self._looked = quiet[-1].written if len(quiet) == AT_ONCE else 0
        ended = 0
        for one in quiet:
            if not in_use(one.table):
                ended += await asyncio.to_thread(self._end, one, now)
        return ended

    def _end(self, one: IdleTable, now: int) -> bool:
        """Close one table if its time has come; in a thread."""
        try:
            log = self._store.load(one.table)
            state = Journal(decode(log)).state
        except Exception as error:  # a log that cannot be read is left as it is
            note("not_ended", table=fingerprint(one.table), error=reason(error, one.table))
            return False
        if state.stage is Stage.OVER:  # nothing to go on with, and a rematch is always possible
            self._close(one, len(log), [])
            return False
        if now * 1000 - one.written < self._expires_after(state):
            return False
        finished = state.games - (state.stage is Stage.PLAYING)
        end = encode(Entry(house=(Ended(at=now, games=finished),)))
        return self._close(one, len(log), [end])

    def _close(self, one: IdleTable, after: int, entries: list[bytes]) -> bool:
        """Write that a table is closed, unless a guest has just come back."""
        done: Future[StoreError | None] = Future()
        self._store.append(one.table, after, entries, done.set_result, closed=True)
        return done.result() is None

    def _expires_after(self, state: TableState) -> int:
        return self._game if state.games else self._lobby


END_ATTEMPTS = 5
"""While players write to the table."""


def end_table(store: Store, table: str, now: int) -> bool:
    """End a table for good, as the site's host wants; in a thread. `now` in milliseconds."""
    for _ in range(END_ATTEMPTS):
        log = store.load(table)
        if not log or ended_table(log) is not None:
            return False
        state = Journal(decode(log)).state
        finished = state.games - (state.stage is Stage.PLAYING)
        end = encode(Entry(house=(Ended(at=now, games=finished, by_host=True),)))
        done: Future[StoreError | None] = Future()
        store.append(table, len(log), [end], done.set_result, closed=True)
        if done.result() is None:
            return True
    return False


def ended_table(log: list[bytes]) -> EndedTable | None:
    """Return how a table ended, from the two ends of its log; None if it has not."""
    if b'"ended"' not in log[-1]:
        return None
    reader = msgspec.json.Decoder(Entry[msgspec.Raw])
    first, last = reader.decode(log[0]).house, reader.decode(log[-1]).house
    if not last or not isinstance(last[-1], Ended) or not isinstance(first[0], Opened):
        return None
    end = last[-1]
    return EndedTable(first[0].game, end.at, end.games, "host" if end.by_host else "")
