"""A bot at a live table of any site: it is asked as the site asks its own bots.

With the same seed it does what the same bot would do if the site had seated it. Without one it has
a secret seed, as the bots of a site have.
"""

from __future__ import annotations

import asyncio
import importlib.metadata
import secrets
from collections.abc import Callable
from functools import partial
from typing import Any

from tacit.arena.runner.entrant import entrant, maker
from tacit.bots.asking import Step, asking_of
from tacit.bots.bot import BotError
from tacit.bots.registry import home_of
from tacit.client.errors import ClientError, NotAllowed
from tacit.client.program import Program, check_command
from tacit.client.seat import LiveSeat
from tacit.table.actions import said
from tacit.table.conduct import conduct_of

Make = Callable[[int, int, int], Any]
BUDGET_S = 0.25
"""To think about a choice, as long as the bots of a site have."""


def bot_maker(named: str, game: str) -> Make:
    """Return what makes a bot: a name, `path/to/file.py:Class`, or a command to run."""
    name = entrant(named).name if named.strip() else ""
    installed = importlib.metadata.entry_points(group="tacit.bots", name=name)
    if ".py:" in name or home_of(name, game) or installed:
        make: Make = maker(entrant(named), game)
        return make
    check_command(named)
    return partial(Program, named, game)


class Player:
    """Plays one game in a seat."""

    def __init__(
        self, seat: LiveSeat, make: Make, *, budget: float = BUDGET_S, seed: int | None = None
    ) -> None:
        self._seat = seat
        self._make = make
        self._budget = budget
        self._seed = seed
        self._bot: Any = None
        self._asking = asking_of(seat.game)
        self.done: list[dict[str, Any]] = []
        """The actions it took, in order, as it sent them."""

    async def play(self) -> None:
        """Play from the game's start to its end; BotError if the bot cannot go on."""
        try:
            await self._play()
        except (BotError, ClientError):
            raise
        except Exception as error:  # the bot fails, or the site sends nonsense
            told = f"{type(error).__name__}: {error}"
            raise BotError(f"The game cannot go on: {told}") from error

    async def _play(self) -> None:
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
            await (self._in_time() if self._asking.timed else self._at_once())
        finally:
            if isinstance(self._bot, Program):
                await asyncio.to_thread(self._bot.close)

    async def _at_once(self) -> None:
        """Choose once a turn, as soon as the game waits for this seat."""
        seat, conduct, asked = self._seat, conduct_of(self._seat.game), None
        while seat.stage == "playing":
            version = seat.version
            turn: Any = conduct.turn(seat.view) or version
            if seat.asked and asked != turn and not seat.house["paused"]:
                asked = turn
                step = await self._next_step()
                if step is not None:
                    await self._do(step.action)
            elif not await seat.change(version):
                return

    async def _in_time(self) -> None:
        """Do what is planned when its time has come, unless something happens first."""
        seat = self._seat
        while seat.stage == "playing":
            version = seat.version
            step = None if seat.house["paused"] else await self._next_step()
            if step is None:
                if not await seat.change(version):
                    return
                continue
            wait_ms = step.due(seat.view.now) - seat.now
            try:
                async with asyncio.timeout(max(0.0, wait_ms / 1000)):
                    await seat.change(version)
            except TimeoutError:
                pass
            if seat.version != version or seat.stage != "playing":
                continue
            await self._try(step.action, version)

    async def _try(self, action: Any, version: int) -> None:
        try:
            await self._do(action)
        except NotAllowed:  # something else happened first
            if self._seat.version == version:
                await self._seat.change(version)

    async def _do(self, action: Any) -> None:
        words = said(action)
        await self._seat.act(**words)
        self.done.append(words)

    async def _next_step(self) -> Step | None:
        """Ask the bot what it does next and when."""
        seat, view = self._seat, self._seat.view
        ask = partial(self._asking.next_step, awaited=seat.asked, now=seat.now, budget=self._budget)
        return await asyncio.to_thread(ask, self._bot, view, view.seat)
