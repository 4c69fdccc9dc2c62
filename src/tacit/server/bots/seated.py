"""The bots of one table: who thinks in which seat, and what they hear of the game so far."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Iterator
from typing import Any

from tacit.server.bots.thinkers import Mind, Thinkers
from tacit.server.ops.logs import fingerprint, note, reason
from tacit.store.store import Store, StoreError
from tacit.table.log.records import Entry, decode
from tacit.table.log.state import TableState
from tacit.table.luck import luck
from tacit.table.outputs import Ask
from tacit.table.past.replays import views


class Minds:
    """See the module's text."""

    def __init__(self, table: str, store: Store, thinkers: Thinkers) -> None:
        self._table = table
        self._store = store
        self._thinkers = thinkers
        self._seated: dict[tuple[int, int, str], Mind] = {}
        """By game, seat and name."""
        self._tempi: tuple[Any, asyncio.Future[Any]] | None = None
        """When a listener was last asked what it had heard, and what it said."""

    def ask(self, state: TableState, ask: Ask, answered: Callable[[Any], None]) -> None:
        """Ask a bot, which is seated if it is new; `answered` is called on the event loop."""
        key = (ask.game, ask.seat, ask.bot)
        mind = self._seated.get(key)
        if mind is None:
            seed = luck(state.seed, f"bot of game {ask.game} seat {ask.seat}")
            mind = self._thinkers.seat(state.game, ask, seed, self._views)
            others = [one for one in self._seated if one[0] != ask.game]
            for one in others:  # of games that are over
                del self._seated[one]
            self._seated[key] = mind
        self._thinkers.think(self._table, mind, ask, answered)

    def _log(self) -> list[Entry[Any]]:
        return decode(self._store.load(self._table))

    def _views(self) -> Iterator[Any]:
        """Return what a spectator saw of the game so far; in a bot's thread."""
        try:
            return views(self._log())
        except StoreError as error:  # a bot that has forgotten plays better than none
            note("not_recalled", table=fingerprint(self._table), error=reason(error, self._table))
            return iter(())

    async def tempi(self, state: TableState) -> Any:
        """Return what may be told of everybody's tempo, worked out once a chapter of the game."""
        chapter = None if state.play is None else state.conduct.chapter(state.play)
        if chapter is None:
            return None
        when = (state.games, chapter)
        if self._tempi is None or self._tempi[0] != when or _failed(self._tempi[1]):
            tell = state.conduct.tempi
            told = self._thinkers.work_out(self._table, lambda: tell(self._log()))
            self._tempi = (when, told)
        return await asyncio.shield(self._tempi[1])

    def clear(self) -> None:
        """Let all bots go: each knows where to ask for what was, which is here."""
        self._seated.clear()


def _failed(done: asyncio.Future[Any]) -> bool:
    return done.done() and (done.cancelled() or done.exception() is not None)
