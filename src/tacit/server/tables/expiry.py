"""Tables expire: those without guests for long are closed in the store, a few at a time.

Their logs stay, and with them the replays of finished games; their links say that they have ended.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import NamedTuple

import msgspec

from tacit.server.ops.logs import fingerprint, note, reason
from tacit.store.store import IdleTable, Store, StoreError, append_and_wait
from tacit.table.log.reader import latest_state
from tacit.table.log.records import Ended, Entry, Opened, encode
from tacit.table.log.state import Stage, TableState
from tacit.table.log.turns import by_correspondence, deadline, pause_ends

AT_ONCE = 20
"""Logs that are read in one go: more would be noticed by those who play."""
_DAY_US = 24 * 3600 * 1_000_000
"""A day in microseconds, as the store counts."""


class EndedTable(NamedTuple):
    """What is told about a table that has ended."""

    game: str
    at: int
    games: int
    by: str = ""
    """The site's "host" if the host ended it; "time" if its time was up and the game could not be
    played out; empty if it expired."""


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
            state = latest_state(log)
        except Exception as error:  # a log that cannot be read is left as it is
            note("not_ended", table=fingerprint(one.table), error=reason(error, one.table))
            return False
        if state.stage is Stage.OVER:  # nothing to go on with, and a rematch is always possible
            _close(self._store, one.table, log)
            return False
        if deadline(state) is not None:  # it goes on by itself when its turn is over
            return False
        if now * 1000 - one.written < self._expires_after(state):
            return False
        return _close(self._store, one.table, log, Ended(at=now, games=_finished(state)))

    def _expires_after(self, state: TableState) -> int:
        is_slow = by_correspondence(state.settings)  # so are those who are invited
        if pause_ends(state) is not None:  # it is woken before, and goes on by itself
            assert state.settings.turn_seconds is not None
            return max(self._game, 1_000_000 * state.settings.turn_seconds + _DAY_US)
        return self._game if state.games or is_slow else self._lobby


END_ATTEMPTS = 5
"""While players write to the table."""


def end_table(store: Store, table: str, now: int, *, no_result: bool = False) -> bool:
    """End a table for good; in a thread. `now` in milliseconds.

    The site's host wants it, or it has `no_result`: then a game that is over after all stays.
    """
    for _ in range(END_ATTEMPTS):
        log = store.load(table)
        if not log or ended_table(log) is not None:
            return False
        state = latest_state(log)
        if no_result and state.stage is not Stage.PLAYING:
            return False
        games = _finished(state)
        ended = Ended(at=now, games=games, by_host=not no_result, no_result=no_result)
        if _close(store, table, log, ended):
            return True
    return False


def _finished(state: TableState) -> int:
    return state.games - (state.stage is Stage.PLAYING)


def _close(store: Store, table: str, log: list[bytes], *ended: Ended) -> bool:
    """Close a table after the end of its log; False if a guest has just come back."""
    try:
        entries = [encode(Entry(house=(one,))) for one in ended]
        append_and_wait(store, table, len(log), entries, closed=True)
    except StoreError:
        return False
    return True


def ended_table(log: list[bytes]) -> EndedTable | None:
    """Return how a table ended, from the two ends of its log; None if it has not."""
    if b'"ended"' not in log[-1]:
        return None
    reader = msgspec.json.Decoder(Entry[msgspec.Raw])
    first, last = reader.decode(log[0]).house, reader.decode(log[-1]).house
    if not last or not isinstance(last[-1], Ended) or not isinstance(first[0], Opened):
        return None
    end = last[-1]
    by = "host" if end.by_host else "time" if end.no_result else ""
    return EndedTable(first[0].game, end.at, end.games, by)
