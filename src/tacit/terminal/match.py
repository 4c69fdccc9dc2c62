"""One game between a player and bots: rules and bots as everywhere else, and no screen."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Sequence
from typing import Any, NamedTuple

from tacit.bots.asking import Step, asking_of
from tacit.bots.registry import bot_seed, find_bot, settle_in
from tacit.core.rulebook import Millis, Seat
from tacit.log.game import ActionRefused, Game
from tacit.table.conduct import conduct_of
from tacit.table.log.records import Settings
from tacit.terminal.clock import Clock

YOU = Seat(0)
BUDGET_S = 1.0
"""How long a strong bot thinks."""
PACE_MS = (500, 350)
"""How long the first bot takes over what is no matter of timing, and each further one."""


class Seen(NamedTuple):
    """What the player saw happen, with the view before and after."""

    before: Any
    sight: Any
    after: Any


class Match:
    """A game, the bots in its other seats, and what the player sees of it."""

    def __init__(self, game: Game, bots: Sequence[str], clock: Clock, seed: int) -> None:
        self.game = game
        self.clock = clock
        self._name = game.rules.NAME
        self._asking = asking_of(self._name)
        self._conduct = conduct_of(self._name)
        self._luck = seed
        self._bots = {
            Seat(seat): self._made(name, Seat(seat)) for seat, name in enumerate(bots, start=1)
        }
        self._settle_in(bots)
        self._version = 0
        self._changed = asyncio.Event()

    def _made(self, name: str, seat: Seat) -> Any:
        luck = bot_seed(f"{self._luck} terminal {seat}")
        return find_bot(name, self._name)(seat, self.game.players, luck)

    def _settle_in(self, bots: Sequence[str]) -> None:
        for seat, bot in self._bots.items():
            alike = tuple(at for at, name in enumerate(bots, start=1) if name == bots[seat - 1])
            settle_in(bot, self._conduct.bot_parameters(Settings(), alike))

    @property
    def view(self) -> Any:
        """What the player may know."""
        return self.game.view(YOU)

    @property
    def legal(self) -> tuple[Any, ...]:
        """What the player may do."""
        return () if self.game.over else self.game.legal(YOU)

    def act(self, action: Any, seat: Seat = YOU, at: int = 0) -> list[Seen]:
        """Act for a seat, now; return what the player saw happen."""
        game, rules = self.game, self.game.rules
        now = Millis(max(at or self.clock.now(), getattr(game.state, "now", 0)))
        state = game.state
        events = game.play(seat, self._conduct.dated(action, now, Millis(0)))
        seen = []
        for event in events:
            after = rules.evolve(state, event)
            sight = rules.witness(state, event, YOU)
            seen.append(Seen(rules.view(state, YOU), sight, rules.view(after, YOU)))
            state = after
        self._version += 1
        self._changed.set()
        return seen

    def _situation(self) -> tuple[Any, ...]:
        """Return what a question to bots is about: a turn, or a moment in a game without turns."""
        turn = self._conduct.turn(self.game.state)
        return (self._version,) if turn is None else turn

    async def play_bots(self, tell: Callable[[list[Seen]], None]) -> None:
        """Let the bots play until the game is over. They think in a thread."""
        while not self.game.over:
            situation = self._situation()
            self._changed.clear()
            views = {seat: self.game.view(seat) for seat in self._bots}
            waiting = self.game.waiting
            due = await asyncio.to_thread(self._ask, views, waiting, self.clock.now())
            while situation == self._situation() and not self.game.over:
                if due and due[0][0] <= self.clock.now():
                    at, seat, action = due.pop(0)
                    self._act_for(seat, action, at, tell)
                else:
                    await self.clock.wait(due[0][0] if due else None, self._changed)
                    self._changed.clear()

    def _act_for(
        self, seat: Seat, action: Any, at: int, tell: Callable[[list[Seen]], None]
    ) -> None:
        try:
            tell(self.act(action, seat, at))
        except (ActionRefused, TypeError, ValueError):
            self._replace(seat)

    def _ask(
        self, views: dict[Seat, Any], waiting: tuple[Seat, ...], now: int
    ) -> list[tuple[int, Seat, Any]]:
        """Ask every bot that has something to decide; return what is due when, by whom."""
        due = []
        for number, (seat, view) in enumerate(views.items()):
            step = self._step(seat, view, awaited=seat in waiting, now=now)
            if step is not None:
                first_ms, next_ms = PACE_MS
                at = now + first_ms + number * next_ms if step.at is None else step.at
                due.append((at, seat, step.action))
        return sorted(due, key=lambda one: one[:2])

    def _step(self, seat: Seat, view: Any, *, awaited: bool, now: int) -> Step | None:
        def ask() -> Step | None:
            return self._asking.next_step(
                self._bots[seat], view, seat, awaited=awaited, now=now, budget=BUDGET_S
            )

        try:
            return ask()
        except Exception:  # whatever a bot does, the game goes on
            self._replace(seat)
            return ask()

    def _replace(self, seat: Seat) -> None:
        """Let the stand-in play for a bot that fails."""
        self._bots[seat] = self._made(self._asking.stand_in, seat)
        self._version += 1
