"""A fresh table with bots, in this process, for an assistant to sit at."""

from __future__ import annotations

import secrets
from collections.abc import Sequence
from typing import Any

import msgspec
from msgspec.structs import replace

from tacit.arena.runner.entrant import entrant, maker
from tacit.bots.asking import Step, asking_of
from tacit.bots.registry import bot_seed
from tacit.client.assistant import choices, read
from tacit.client.errors import NotAllowed
from tacit.core.rulebook import Millis, Seat, seats
from tacit.log.game import ActionRefused, Game, new
from tacit.table.conduct import conduct_of

MINE = Seat(0)
BUDGET_S = 0.25
MOST_ACTIONS = 10_000
"""Bots act less often than this while the game waits for seat 0."""


class FreshAssistantSeat:
    """Seat 0 of a game with bots in the others. Its time is virtual, so nothing waits."""

    def __init__(self, game: str, bots: Sequence[str], seed: int | None = None) -> None:
        luck = secrets.randbits(64) if seed is None else seed
        makers = [maker(entrant(name), game) for name in bots]
        self.game: Game = new(game, players=len(bots) + 1, seed=seed)
        self._bots = {
            seat: make(seat, self.game.players, bot_seed(f"assistant {luck} seat {seat}"))
            for seat, make in enumerate(makers, start=1)
        }
        self._asking = asking_of(game)
        self._now = 0
        self._plan: tuple[int, dict[int, Any]] = (-1, {})
        self._settle()

    async def look(self, _wait_seconds: float) -> dict[str, Any]:
        """Return what seat 0 may know; nothing happens at a fresh table meanwhile."""
        game = self.game
        return {
            "game": game.rules.NAME,
            "stage": "over" if game.over else "playing",
            "seat": MINE,
            "your_turn": MINE in game.waiting,
            "legal": choices(game.legal(MINE)),
            "view": msgspec.to_builtins(game.view(MINE)),
            "now": self._now,
        }

    async def act(self, action: dict[str, Any], after_ms: int) -> dict[str, Any]:
        """Act after this time, unless a bot acts first."""
        at = self._now + after_ms
        mine = read(self.game.rules.NAME, MINE, action, Millis(at))
        if self._asking.timed and self._bots_before(at):
            self._settle()
            return await self.look(0) | {"done": False, "why": "something happened first"}
        try:
            self.game.play(MINE, mine)
        except ActionRefused as error:
            raise NotAllowed(error.refused.key, str(error)) from None
        self._now = max(self._now, at)
        self._settle()
        return await self.look(0) | {"done": True}

    def _settle(self) -> None:
        """Let the bots act, and seat 0 do what every player would, until seat 0 has to decide."""
        if not self._asking.timed:
            self._choose()
            return
        for _ in range(MOST_ACTIONS):
            if self.game.over or self._waits_for_me():
                return
            steps = [*self._steps(), *self._own_routine()]
            if not steps:
                return
            self._do(min(steps, key=lambda step: step[:2]))

    def _choose(self) -> None:
        """Let the bots choose until it is seat 0's turn; no bot sees what the others choose."""
        game = self.game
        for _ in range(MOST_ACTIONS):
            others = [seat for seat in game.waiting if seat != MINE]
            if game.over or not others:
                return
            steps = [self._asked(seat, 0) for seat in others]
            for step in steps:
                if step is not None:
                    game.play(step.action.seat, step.action)

    def _waits_for_me(self) -> bool:
        """Tell whether seat 0 has something to decide."""
        return MINE in self.game.waiting and not self._own_routine()

    def _bots_before(self, at: int) -> bool:
        """Let the first of the bots act if one does before a time."""
        steps = [step for step in self._steps() if step[0] < at]
        race = conduct_of(self.game.rules.NAME).race_is_on(self.game.state)
        if not race or not steps:
            return False
        self._do(min(steps, key=lambda step: step[:2]))
        return True

    def _steps(self) -> list[tuple[int, int, Any]]:
        """Return when each bot acts next, and how; they are asked once for each situation."""
        game = self.game
        if self._plan[0] != len(game.events):
            planned: dict[int, Any] = {}
            for seat in seats(game.players)[1:]:
                planned[seat] = self._asked(seat, game.state.now)
            self._plan = (len(game.events), planned)
        return [
            (max(self._now, step.due(game.state.now)), seat, step.action)
            for seat, step in self._plan[1].items()
            if step is not None
        ]

    def _asked(self, seat: int, now: int) -> Step | None:
        awaited = seat in self.game.waiting
        view = self.game.view(seat)
        bot = self._bots[seat]
        return self._asking.next_step(bot, view, seat, awaited=awaited, now=now, budget=BUDGET_S)

    def _own_routine(self) -> list[tuple[int, int, Any]]:
        step = self._asking.routine_step(self.game.view(MINE), self._now)
        if step is None:
            return []
        return [(self._now if step.at is None else step.at, MINE, step.action)]

    def _do(self, step: tuple[int, int, Any]) -> None:
        at, seat, action = step
        self._now = max(self._now, at)
        self.game.play(seat, replace(action, seat=Seat(seat), at=Millis(self._now)))
