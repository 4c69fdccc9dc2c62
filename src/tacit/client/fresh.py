"""A fresh table with bots, in this process, for an assistant to sit at."""

from __future__ import annotations

import secrets
from collections.abc import Sequence
from typing import Any

import msgspec
from msgspec.structs import replace

from tacit.arena.runner.asking import next_step
from tacit.arena.runner.entrant import entrant, maker
from tacit.bots.manners import between_plays
from tacit.bots.registry import bot_seed
from tacit.client.assistant import choices, read
from tacit.client.errors import NotAllowed
from tacit.games.extreme import Phase, View
from tacit.games.mindup import Card, Pick
from tacit.games.rulebook import Millis, Seat, seats
from tacit.log.game import ActionRefused, Game, new

MINE = Seat(0)
BUDGET = 0.25
MOST_ACTIONS = 10_000
"""No bots act so often while somebody else is waited for."""


class FreshPlace:
    """Seat 0 of a game with bots in the others. Nothing waits: its time is virtual."""

    def __init__(self, game: str, bots: Sequence[str], seed: int | None = None) -> None:
        luck = secrets.randbits(64) if seed is None else seed
        makers = [maker(entrant(name), game) for name in bots]
        self.game: Game = new(game, players=len(bots) + 1, seed=seed)
        self._bots = {
            seat: make(seat, self.game.players, bot_seed(f"assistant {luck} seat {seat}"))
            for seat, make in enumerate(makers, start=1)
        }
        self._now = 0
        self._plan: tuple[int, dict[int, Any]] = (-1, {})
        self._settle()

    async def look(self, _wait_seconds: float) -> dict[str, Any]:
        """Return what seat 0 may know; nothing happens at a fresh table while one looks."""
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
        """Act after so long, unless a bot acts first."""
        at = self._now + after_ms
        mine = read(self.game.rules.NAME, MINE, action, Millis(at))
        if self.game.rules.NAME == "extreme" and self._bots_before(at):
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
        """Let the bots, and one's own hand on the table, do what is not waited for one's wish."""
        if self.game.rules.NAME == "mindup":
            self._pick()
            return
        for _ in range(MOST_ACTIONS):
            if self.game.over or self._waits_for_me():
                return
            steps = [*self._steps(), *self._own_manners()]
            if not steps:
                return
            self._do(min(steps, key=lambda step: step[:2]))

    def _pick(self) -> None:
        """Let every bot pick once seat 0 has; then nobody sees what the others picked."""
        game = self.game
        for seat, bot in self._bots.items():
            if not game.over and Seat(seat) in game.waiting:
                card = Card(bot.choose(game.view(seat), BUDGET))
                game.play(seat, Pick(seat=Seat(seat), card=card))

    def _waits_for_me(self) -> bool:
        """Tell whether seat 0 has something to decide: in play it always has, with cards or not."""
        phase = self.game.state.phase
        if phase is Phase.PLAYING:
            return bool(self.game.state.hands[MINE])
        return phase in (Phase.VOTING, Phase.CHOOSING) and MINE in self.game.waiting

    def _bots_before(self, at: int) -> bool:
        """Let the first of the bots act if one does before a time."""
        steps = [step for step in self._steps() if step[0] < at]
        if self.game.state.phase is not Phase.PLAYING or not steps:
            return False
        self._do(min(steps, key=lambda step: step[:2]))
        return True

    def _steps(self) -> list[tuple[int, int, Any]]:
        """Return when each bot acts next, and how; they are asked once for each situation."""
        game = self.game
        if self._plan[0] != len(game.events):
            planned: dict[int, Any] = {}
            for seat in seats(game.players)[1:]:
                view: View = game.view(seat)
                awaited = seat in game.waiting
                if awaited or view.phase in (Phase.PLAYING, Phase.GATHERING):
                    planned[seat] = next_step(view, self._bots[seat], awaited=awaited)
            self._plan = (len(game.events), planned)
        return [
            (max(self._now, step[0]), seat, step[1])
            for seat, step in self._plan[1].items()
            if step is not None
        ]

    def _own_manners(self) -> list[tuple[int, int, Any]]:
        step = between_plays(self.game.view(MINE), self._now)
        return [] if step is None else [(step[0], MINE, step[1])]

    def _do(self, step: tuple[int, int, Any]) -> None:
        at, seat, action = step
        self._now = max(self._now, at)
        self.game.play(seat, replace(action, seat=Seat(seat), at=Millis(self._now)))
