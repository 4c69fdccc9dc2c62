"""A bot at a live table of any site: it is asked as the site asks its own bots.

With the same seed it does what the same bot would do if the site had seated it. Without one it has
a seed nobody can know, as the bots of a site have.
"""

from __future__ import annotations

import asyncio
import importlib.metadata
import secrets
from collections.abc import Callable
from functools import partial
from typing import Any

from tacit.arena.runner.entrant import entrant, maker
from tacit.bots.registry import BUILT_IN
from tacit.client.errors import NotAllowed
from tacit.client.program import Program, check_command
from tacit.client.seat import LiveSeat
from tacit.games.extreme import Phase, View
from tacit.table.actions import by_kind

Make = Callable[[int, int, int], Any]
BUDGET = 0.25
"""Seconds to think about a card of Mind Up!, as long as the bots of a site have."""


def bot_maker(named: str, game: str) -> Make:
    """Return what makes a bot: a name, `path/to/file.py:Class`, or a command to run."""
    name = entrant(named).name if named.strip() else ""
    installed = importlib.metadata.entry_points(group="tacit.bots", name=name)
    if ".py:" in name or name in BUILT_IN or installed:
        make: Make = maker(entrant(named), game)
        return make
    check_command(named)
    return partial(Program, named, game)


class Player:
    """Plays one game in a seat."""

    def __init__(
        self, seat: LiveSeat, make: Make, *, budget: float = BUDGET, seed: int | None = None
    ) -> None:
        self._seat = seat
        self._make = make
        self._budget = budget
        self._seed = seed
        self._bot: Any = None
        self.picks: list[Any] = []
        """What it has done, in order."""

    async def play(self) -> None:
        """Play from the game's start to its end."""
        seat = self._seat
        while seat.stage == "lobby":
            if not await seat.change():
                return
        place = seat.seat
        if place is None:
            raise NotAllowed("no-seat", "there was no free seat at this table")
        players = len(seat.house["seats"])
        seed = secrets.randbits(64) if self._seed is None else self._seed
        self._bot = await asyncio.to_thread(self._make, place, players, seed)
        try:
            await (self._mindup() if seat.game == "mindup" else self._extreme())
        finally:
            if isinstance(self._bot, Program):
                await asyncio.to_thread(self._bot.close)

    async def _mindup(self) -> None:
        seat, asked = self._seat, None
        while seat.stage == "playing":
            version, view = seat.version, seat.view
            assert view is not None
            turn = (getattr(view, "round", 0), getattr(view, "turn", 0))
            if seat.asked and asked != turn and not seat.house["paused"]:
                asked = turn
                card = int(await asyncio.to_thread(self._bot.choose, view, self._budget))
                self.picks.append(card)
                await seat.act("pick", card=card)
            elif not await seat.change(version):
                return

    async def _extreme(self) -> None:
        """Do what is planned when its time has come, unless something happens first."""
        seat = self._seat
        while seat.stage == "playing":
            version = seat.version
            planned = None if seat.house["paused"] else await self._next_step()
            if planned is None:
                if not await seat.change(version):
                    return
                continue
            at, action = planned
            try:
                async with asyncio.timeout(max(0.0, (at - seat.now) / 1000)):
                    await seat.change(version)
            except TimeoutError:
                pass
            if seat.version != version or seat.stage != "playing":
                continue
            await self._try(action, version)

    async def _try(self, action: Any, version: int) -> None:
        ((kind, choices),) = by_kind((action,)).items()
        choice = {} if not choices else {"agree" if kind == "vote" else "card": choices[0]}
        try:
            await self._seat.act(kind, **choice)
            self.picks.append((kind, *choices))
        except NotAllowed:  # it crossed something on its way
            if self._seat.version == version:
                await self._seat.change(version)

    async def _next_step(self) -> tuple[int, Any] | None:
        """Ask the bot what it does next and when."""
        from tacit.arena.runner.asking import next_step  # noqa: PLC0415  # with all bots behind it

        seat, view, bot = self._seat, self._seat.view, _At(self._bot, self._seat.now)
        assert isinstance(view, View)
        assert view.seat is not None
        if view.phase not in (Phase.PLAYING, Phase.GATHERING) and not seat.asked:
            return None
        return await asyncio.to_thread(next_step, view, bot, awaited=seat.asked)


class _At:
    """A bot that is told the time of the table."""

    def __init__(self, bot: Any, now: int) -> None:
        self._bot = bot
        self._now = now
        self.agree_to_star = bot.agree_to_star
        self.discard = bot.discard

    def plan(self, view: Any, _now: int) -> Any:
        """Plan from the moment it is asked."""
        return self._bot.plan(view, self._now)
