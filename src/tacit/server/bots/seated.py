"""The bots of one table: one for each seat, and what they are told of the game so far."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Iterator
from functools import partial
from typing import Any

from tacit.bots.asking import asking_of
from tacit.bots.process import BotSeat
from tacit.bots.registry import INVITED
from tacit.core.rulebook import Decided
from tacit.server.bots.guest_bots import GuestBot
from tacit.server.bots.pools import BotPools
from tacit.server.bots.seat_bot import LightBot, SeatBot
from tacit.server.bots.strong_bots import StrongBot
from tacit.server.ops.logs import fingerprint, note, reason, trouble
from tacit.store.store import Store, StoreError
from tacit.table.log.records import Entry, decode
from tacit.table.log.state import TableState
from tacit.table.luck import bot_luck
from tacit.table.outputs import Ask, PlayOut
from tacit.table.past.replays import views
from tacit.table.play_out import play_out


class SeatedBots:
    """Seats the bots of one table and asks them, in the fair pool of each."""

    def __init__(self, table: str, store: Store, pools: BotPools) -> None:
        self._table = table
        self._store = store
        self._pools = pools
        self._seated: dict[tuple[int, int, str], SeatBot] = {}
        """By game, seat and name."""
        self._tempi: tuple[Any, asyncio.Future[Any]] | None = None
        """The chapter for which tempi were last worked out, and those tempi."""
        self._strong = False
        """Whether a bot sits there that thinks in a worker process."""

    def look(self, state: TableState) -> None:
        """See who sits at the table."""
        asking = asking_of(state.game)
        names = [sitter.bot or "" for sitter in state.seats if sitter is not None]
        self._strong = any(map(asking.is_compiled, names))

    def are_wanted(self) -> None:
        """Have the processes ready in which strong bots think, if any sit here."""
        if self._strong:
            self._pools.workers.want()

    def ask(self, state: TableState, ask: Ask, answered: Callable[[Ask, Any], None]) -> None:
        """Ask a bot, which is seated if it is new; `answered` is called on the event loop."""
        key = (ask.game, ask.seat, ask.bot)
        bot = self._seated.get(key)
        if bot is None:
            for old in [one for one in self._seated if one[0] != ask.game]:
                del self._seated[old]
            bot = self._seated[key] = self._seat(state, ask)

        def work() -> Any:
            with self._pools.metrics.bot_seconds.time():
                return bot.answer(ask)

        pool = self._pools.pool_of(state.game, ask.bot)
        pool.work_out(self._table, bot, work, partial(self._finished, ask, answered))

    def play_out(self, one: PlayOut, opener: str, played: Callable[[Decided | None], None]) -> None:
        """Play a game out, in turn with other games of those who opened the tables.

        `played` is called on the event loop, with None if that failed.
        """

        def done(rest: asyncio.Future[Decided]) -> None:
            if rest.cancelled():
                return
            try:
                played(rest.result())
            except Exception as error:  # else nothing would ever end this game
                trouble("not_played_out", error, self._table)
                played(None)

        rest = self._pools.play_out(opener or self._table, partial(play_out, one.state, one.now))
        rest.add_done_callback(done)

    def _seat(self, state: TableState, ask: Ask) -> SeatBot:
        """Return a fresh bot for a seat, with a seed that nobody can know."""
        seed = bot_luck(state.seed, ask.game, ask.seat)
        seat = BotSeat(ask.bot, state.game, ask.seat, ask.players, seed)
        if ask.bot in INVITED.get(state.game, ()):
            return GuestBot(seat)
        bot = LightBot(seat, self._views)
        return StrongBot(seat, self._pools.workers) if bot.asking.is_compiled(ask.bot) else bot

    def _finished(
        self, ask: Ask, answered: Callable[[Ask, Any], None], done: asyncio.Future[Any]
    ) -> None:
        """Pass an answer on; a bot that raises says nothing."""
        if done.cancelled():
            return
        error = done.exception()
        if error is not None:
            self._pools.metrics.bot_failures.inc()
            trouble("bot_failed", error)
        else:
            answered(ask, done.result())

    def _log(self) -> list[Entry[Any]]:
        return decode(self._store.load(self._table))

    def _views(self) -> Iterator[Any]:
        """Return what a spectator saw of the game so far; in a bot's thread."""
        try:
            return views(self._log())
        except StoreError as error:  # a bot that recalls nothing plays better than none
            note("not_recalled", table=fingerprint(self._table), error=reason(error, self._table))
            return iter(())

    async def tempi(self, state: TableState) -> Any:
        """Return what may be told of the players' tempi, worked out once a chapter of the game."""
        chapter = None if state.play is None else state.conduct.chapter(state.play)
        if chapter is None:
            return None
        when = (state.games, chapter)
        if self._tempi is None or self._tempi[0] != when or _failed(self._tempi[1]):
            tell = state.conduct.tempi
            told = self._pools.work_out(self._table, lambda: tell(self._log()))
            self._tempi = (when, told)
        return await asyncio.shield(self._tempi[1])

    def clear(self) -> None:
        """Drop all bots; they refer to this table, so this breaks a reference cycle."""
        self._seated.clear()


def _failed(done: asyncio.Future[Any]) -> bool:
    return done.done() and (done.cancelled() or done.exception() is not None)
